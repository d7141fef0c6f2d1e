import { batchId, decisionId } from '../../../commands/catalog/ids.ts'
import type { CatalogueDecision } from '../../model/kernel/catalogue.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { decisionOf } from './pendingDecisions.ts'

const toneOf = (t: CatalogueDecision | undefined): 'primary' | 'danger' | 'plain' => {
  if (!t || t.closed) return 'plain'
  if (t.danger || t.result === 'reject') return 'danger'
  return t.result === 'pass' ? 'primary' : 'plain'
}

/**
 * Buttons of decisions on records of a resource, in their order, each with its key and, when it cannot be taken, why.
 * `batch`: those that take all ticked rows; what takes one row only says so.
 */
export function DecisionButtons(p: {
  readonly resource: string
  /** Names of decisions of the resource. */
  readonly decisions: readonly string[]
  readonly batch?: boolean
}) {
  return p.decisions.map((name) => {
    const id = decisionId(p.resource, name)
    if (p.batch) return <CommandButton key={id} id={batchId(id)} icon hideElsewhere />
    return <CommandButton key={id} id={id} tone={toneOf(decisionOf(p.resource, name))} icon />
  })
}
