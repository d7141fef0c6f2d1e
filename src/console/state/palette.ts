import { proxy } from 'valtio'
import type { ContextKeys } from '../../../commands/context.ts'

/** Open state of palette and key sheet. Changed by the bench only (`openPalette`, `closePalette`, `showKeys`). */
export const paletteState = proxy<{
  open: boolean
  /** The query it opens with: a scope's prefix, "" = everything. */
  prefix: string
  /** Text typed between the key that opened it and its input having the focus. */
  typed: string
  /** The input has the focus: keys go there by themselves. */
  ready: boolean
  /** The list shows everything that was found for what stands in the input. */
  settled: boolean
  /** How often its key was pressed while it was open: what is typed then is another query. */
  again: number
  /** Other names and readings of commands are here, which come with the palette's chunk. */
  named: boolean
  keysOpen: boolean
  /** Initial search of the key sheet. */
  keysTyped: string
  /** The explanation of the last keys is open. */
  explainOpen: boolean
  /** The macros of the person are shown; a text that was recorded begins a new one. */
  macrosOpen: boolean
  macroRecorded: string
  /** What was decided today is listed. */
  decisionsOpen: boolean
  /**
   * Chosen row: it runs after the dialog has closed and the focus has returned, so that a screen it opens stays open.
   */
  chosen: Chosen | null
}>({
  open: false,
  prefix: '',
  typed: '',
  ready: false,
  settled: false,
  again: 0,
  named: false,
  keysOpen: false,
  keysTyped: '',
  explainOpen: false,
  macrosOpen: false,
  macroRecorded: '',
  decisionsOpen: false,
  chosen: null,
})

export interface Chosen {
  run(): void
}

/** The context as it was when the palette opened: what its commands are about. */
export const behind: { context: Partial<ContextKeys> } = { context: {} }
