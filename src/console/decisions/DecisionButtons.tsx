import { useSyncExternalStore } from 'react'
import styled from 'styled-components'
import { batchId, decisionId } from '../../../commands/catalog/ids.ts'
import type { CatalogueDecision } from '../../model/kernel/catalogue.ts'
import { onBenchChange } from '../host/context.ts'
import { commandHost } from '../host/host.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { decisionOf } from './named.ts'
import { madeBy } from './ownRows.ts'

const Own = styled.span`
  display: inline-flex; align-items: center; gap: 4px; color: var(--text-3); font-size: 12px;
`

/** Why the record in hand is not this person's to decide, "" when it is. */
const useOwn = (resource: string): string =>
  useSyncExternalStore(onBenchChange, () => madeBy(resource, commandHost('button').row))

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
  const why = useOwn(p.resource)
  const buttons = p.decisions.map((name) => {
    const id = decisionId(p.resource, name)
    if (p.batch) return <CommandButton key={id} id={batchId(id)} icon hideElsewhere />
    return <CommandButton key={id} id={id} tone={toneOf(decisionOf(p.resource, name))} icon />
  })
  return (
    <>
      {buttons}
      {why && !p.batch && (
        <Own role="note" data-own="">
          <Icon name="lock" size={14} /> {why}
        </Own>
      )}
    </>
  )
}
