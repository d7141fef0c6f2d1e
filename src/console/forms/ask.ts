import { pushLayer } from '../host/host.ts'
import { warmDialogs } from '../ui/dialog.tsx'
import type { DecisionQuestion } from './DecisionDialog.tsx'

const load = () => import('./DecisionDialog.tsx')

/** Fetches the dialog and its inputs ahead of the first decision that asks something: called on an idle moment. */
export const warmDecisions = (): void => {
  warmDialogs()
  load().catch(() => {})
}

/**
 * `askDecision` of the dialog, whose chunk comes with the first question. Keys are dead from the moment of asking, not
 * only from the dialog on.
 */
export async function askDecision(what: DecisionQuestion): Promise<Record<string, unknown> | null> {
  const free = pushLayer()
  try {
    return (await load()).askDecision(what)
  } finally {
    free()
  }
}
