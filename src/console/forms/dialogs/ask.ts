import { whileHere } from '../../data/session.ts'
import { deadUntil } from '../../host/deadUntil.ts'
import { warmDialogs } from '../../ui/dialog/dialog.tsx'
import type { DecisionQuestion } from './DecisionDialog.tsx'

const load = () => import('./DecisionDialog.tsx')

/** Fetches the dialog and its inputs ahead of the first decision that asks something: called on an idle moment. */
export const warmDecisions = (): void => {
  warmDialogs()
  load().catch(() => {})
}

/**
 * `askDecision` of the dialog, whose chunk comes with the first question. Keys are dead from the moment of asking, not
 * only from the dialog on. Null where who asked has left before it came.
 */
export async function askDecision(what: DecisionQuestion): Promise<Record<string, unknown> | null> {
  const dialog = await whileHere(deadUntil(load()))
  return dialog ? dialog.askDecision(what) : null
}
