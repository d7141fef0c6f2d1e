import { useSyncExternalStore } from 'react'
import styled from 'styled-components'
import { batchId, decisionId } from '../../../commands/catalog/ids.ts'
import type { CatalogueDecision } from '../../model/wire/catalogue.ts'
import { onBenchChange } from '../host/context.ts'
import { commandHost, commandState } from '../host/host.ts'
import { labelled, listed } from '../i18n/labelled.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Sentence } from '../ui/Sentence.tsx'
import { decisionOf } from './named.ts'
import { madeBy } from './ownRows.ts'

const Own = styled.span`
  display: inline-flex; align-items: center; gap: 4px; color: var(--text-3); font-size: 12px;
`

/** Why the record in hand is not this person's to decide, "" when it is. */
const useOwn = (resource: string): string =>
  useSyncExternalStore(onBenchChange, () => madeBy(resource, commandHost('button').row))

// a line of its own below the buttons
const Whys = styled.ul`
  order: 1; flex: 1 0 100%; display: flex; flex-wrap: wrap; gap: 0 16px; color: var(--text-3); font-size: 12px; overflow-wrap: anywhere;
  & > li { display: flex; gap: 4px; align-items: center; }
  @media (hover: hover) and (pointer: fine) { & > li:not([data-closed]) { display: none; } }
`

interface Why {
  readonly why: string
  readonly titles: readonly string[]
  readonly closed: boolean
}

/** Why decisions on the record in hand cannot be taken, those of one reason together; nothing where no record is in hand. */
function whysOf(resource: string, decisions: readonly string[]): readonly Why[] {
  if (!commandHost('button').row) return []
  const found = new Map<string, { titles: string[]; closed: boolean }>()
  for (const name of decisions) {
    const { command, enabled, why } = commandState(decisionId(resource, name))
    if (!command || enabled || why === '') continue
    const known = found.get(why) ?? { titles: [], closed: Boolean(decisionOf(resource, name)?.closed) }
    known.titles.push(command.title)
    found.set(why, known)
  }
  return [...found].map(([why, { titles, closed }]) => ({ why, titles, closed }))
}

/**
 * The reasons beside the buttons: a finger hovers over nothing. Where a mouse does, only what is not open at all is said
 * so; the rest stands in the tooltip.
 */
function Reasons(p: { readonly resource: string; readonly decisions: readonly string[]; readonly own: string }) {
  const text = () => JSON.stringify(whysOf(p.resource, p.decisions))
  const whys = JSON.parse(useSyncExternalStore(onBenchChange, text)) as readonly Why[]
  const others = whys.filter(({ why }) => why !== p.own)
  if (others.length === 0) return null
  return (
    <Whys data-why="">
      {others.map(({ why, titles, closed }) => (
        <li key={why} data-closed={closed || undefined}>
          <Icon name="info" size={12} />
          <span>
            {labelled(listed(titles), '')}
            <Sentence text={why} />
          </span>
        </li>
      ))}
    </Whys>
  )
}

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
      {!p.batch && <Reasons resource={p.resource} decisions={p.decisions} own={why} />}
    </>
  )
}
