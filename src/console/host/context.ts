import { proxy, subscribe } from 'valtio'
import { BLANK, type ContextKeys } from '../../../commands/context.ts'

/**
 * Context of the present moment, as far as commands read it. Each fact has one owner who sets it
 * (`commands/context.ts`); plain values only, so that a component renders again only for the facts that it read.
 */
export const context: { -readonly [K in keyof ContextKeys]: ContextKeys[K] } = proxy<ContextKeys>({
  ...BLANK,
  previewOpen: true,
})

/** Sets facts. */
export const setContext = (patch: Partial<ContextKeys>): void => {
  Object.assign(context, patch)
}

/** Adds a dialog above the page; plain keys are dead from now on. Returns the way back, which works once. */
export function pushLayer(): () => void {
  context.layers++
  let there = true
  return () => {
    if (there) popLayer()
    there = false
  }
}

/** Removes a dialog. */
export const popLayer = (): void => {
  context.layers = Math.max(0, context.layers - 1)
}

const listeners = new Set<() => void>()
const notify = () => {
  for (const fn of listeners) fn()
}
subscribe(context, notify)

/** The row under the cursor is another one or has changed: buttons look again whether they can be pressed. */
export const touchRows = (): void => notify()

/** Called whenever something changes that commands may depend on. */
export function onBenchChange(fn: () => void): () => void {
  listeners.add(fn)
  return () => {
    listeners.delete(fn)
  }
}
export const benchChanged = notify
