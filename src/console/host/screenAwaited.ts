import type { AnyCommand, Category } from '../../../commands/command.ts'

/** Time after which keys go to the screen still shown, because the next one has not loaded, ms. */
const SCREEN_TIMEOUT_MS = 3000
/** Categories of commands that act on the records of a screen. */
const OF_SCREENS: ReadonlySet<Category> = new Set(['decision', 'record', 'selection', 'queue', 'table'])

let awaited = false
let timer: ReturnType<typeof setTimeout> | undefined

/** A screen was gone to whose chunk is on its way: the one before is still shown. */
export function awaitScreen(): void {
  clearTimeout(timer)
  awaited = true
  timer = setTimeout(screenIsHere, SCREEN_TIMEOUT_MS)
}

/** The screen is shown: keys are its own. */
export function screenIsHere(): void {
  clearTimeout(timer)
  awaited = false
}

/**
 * Is the key of a command not meant for what is still shown? While another screen is on its way, for at most three
 * seconds, keys that act on records are dead; those that go elsewhere are not.
 */
export const isTurnedAwayFrom = (command: Pick<AnyCommand, 'category' | 'global'> | undefined): boolean =>
  awaited && command !== undefined && !command.global && OF_SCREENS.has(command.category)
