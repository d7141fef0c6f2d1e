import { batchId, decisionId } from '../../../commands/catalog/ids.ts'
import type { CatalogueDecision, CatalogueTransition } from '../../model/kernel/catalogue.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { transitionOf } from './pendingDecisions.ts'

const toneOf = (t: CatalogueTransition | undefined): 'primary' | 'danger' | 'plain' => {
  if (!t || t.closed) return 'plain'
  if (t.danger || t.result === 'reject') return 'danger'
  return t.result === 'pass' ? 'primary' : 'plain'
}

/**
 * Buttons of decisions on records of a resource, in their order, each with its key and, when it cannot be taken, why.
 * `batch`: those that take all ticked rows; what cannot is left out.
 */
export function DecisionButtons(p: {
  readonly resource: string
  readonly decisions: readonly CatalogueDecision[]
  readonly batch?: boolean
}) {
  return p.decisions.map((d) => {
    const id = decisionId(p.resource, d)
    if (p.batch) return <CommandButton key={id} id={batchId(id)} icon hideElsewhere />
    const tone = toneOf(d.kind === 'transition' ? transitionOf(p.resource, d.id) : undefined)
    return <CommandButton key={id} id={id} tone={tone} icon />
  })
}
