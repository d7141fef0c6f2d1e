import type { Press } from '../../../commands/keys/press.ts'
import type { KeyTable, Resolution, Situation } from '../../../commands/keys/resolve.ts'
import { paletteState } from '../state/palette.ts'

/** A key press as it was met: enough to say later why it did what it did. */
export interface KeptPress {
  readonly at: number
  readonly press: Press
  readonly situation: Situation
  readonly table: KeyTable
  readonly resolution: Resolution
  /** Why the command that was meant did nothing, "" while it is not known, and where it did something. */
  why: string
}

/** Presses that are remembered, in this page alone. */
const KEPT = 12

let presses: KeptPress[] = []

/** The presses of late, the last one first. */
export const pressesNow = (): readonly KeptPress[] => presses

/**
 * Remembers a press, but for those in the palette, in the explanation itself and in fields for secrets. Of text that is
 * typed into a field the last key alone is kept: typed text is private, and would push out the keys to be explained.
 */
export function keepPress(
  table: KeyTable,
  press: Press,
  situation: Situation,
  resolution: Resolution,
  target: Element | null,
): KeptPress | null {
  if (paletteState.open || paletteState.explainOpen || target?.matches('input[type=password]')) return null
  if (resolution.is === 'none' && resolution.why === 'modifier') return null
  const asks =
    resolution.is === 'found' && (resolution.command === 'palette.open' || resolution.command === 'help.explain')
  if (asks) return null
  const isTyped = (kept: KeptPress | undefined) =>
    kept?.resolution.is === 'none' && (kept.resolution.why === 'typing' || kept.resolution.why === 'composing')
  const kept: KeptPress = { at: Date.now(), press, situation, table, resolution, why: '' }
  const before = isTyped(kept) && isTyped(presses[0]) ? presses.slice(1) : presses
  presses = [kept, ...before].slice(0, KEPT)
  return kept
}

/** Forgets what was pressed: another person may sit down here. */
export const forgetPresses = (): void => {
  presses = []
}
