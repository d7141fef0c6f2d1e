import type { WireRow } from '../../../model/wire/wire.ts'
import { decisionNow, resourceNow } from '../../data/domains.ts'
import { personNow } from '../../data/session.ts'
import { isKept } from '../../forms/drafts.ts'
import type { DecisionRequest, Entry } from '../decision.ts'

/** Decision without an answer, as it is kept: what is sent, under its key; nothing of the record but its name. */
export type KeptDecision = Omit<DecisionRequest, 'row'> & Pick<Entry, 'key' | 'tries' | 'undoNext'>

/** Decisions kept at a time, more than anybody makes without a network; those beyond are the page's alone. */
const KEPT_MAX = 200

/** Where this window keeps them, so that they outlive a reload: a person's own, and no other's. */
const PREFIX = 'rounds.decisions.'
const keyNow = (): string => `${PREFIX}${personNow()}`

const isKeptDecision = (x: unknown): x is KeptDecision => {
  if (typeof x !== 'object' || x === null) return false
  const { id, resource, decision, version, ask, title, stays, undoable, key, tries, undoNext } =
    x as Partial<KeptDecision>
  return (
    [id, resource, decision, title, key].every((text) => typeof text === 'string' && text !== '') &&
    [version, tries].every((n) => Number.isInteger(n)) &&
    [stays, undoable, undoNext].every((yes) => typeof yes === 'boolean') &&
    typeof ask === 'object' &&
    ask !== null
  )
}

/** Returns whether the answers of a decision may lie in the browser: none of them is secret (`isKept`). */
function mayLie({ resource, decision, ask }: DecisionRequest): boolean {
  const fields = decisionNow(resource, decision)?.ask
  const names = Object.keys(ask)
  return names.length === 0 || (fields !== undefined && names.every((name) => fields[name] && isKept(fields[name])))
}

/** Keeps the decisions that have no answer yet. Returns whether all of them are kept: the others are this page's alone. */
export function keepDecisions(entries: Iterable<Entry>): boolean {
  const open = [...entries]
    .filter((e) => e.phase === 'waiting' || e.phase === 'sending')
    .sort((a, b) => a.made - b.made)
  const kept = open.filter(mayLie).slice(0, KEPT_MAX)
  try {
    if (kept.length === 0) sessionStorage.removeItem(keyNow())
    else
      sessionStorage.setItem(
        keyNow(),
        JSON.stringify(
          kept.map(
            ({
              id,
              resource,
              decision,
              version,
              ask,
              title,
              stays,
              undoable,
              key,
              tries,
              undoNext,
              phase,
            }): KeptDecision => ({
              ...{ id, resource, decision, version, ask, title, stays, undoable, key, undoNext },
              // a decision that was on its way may have reached the server
              tries: phase === 'sending' ? Math.max(tries, 1) : tries,
            }),
          ),
        ),
      )
    return kept.length === open.length
  } catch {
    return open.length === 0
  }
}

/** Decisions that the page before this one left without an answer, in the order in which they were made. */
export function keptDecisions(): KeptDecision[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(keyNow()) ?? '[]')
    return Array.isArray(found) ? found.filter(isKeptDecision) : []
  } catch {
    return []
  }
}

/** Forgets what a person who leaves has left. `who`: as `personNow` named them. */
export function dropKeptDecisions(who: string): void {
  try {
    sessionStorage.removeItem(`${PREFIX}${who}`)
  } catch {
    // Forbidden: nothing was kept.
  }
}

/** The record of a kept decision, as far as it is known: its name. */
export function rowOfKept({ id, resource, version, title }: KeptDecision): WireRow {
  const name = resourceNow(resource)?.name
  return { id, version, ...(typeof name === 'string' ? { [name]: title } : {}) } as WireRow
}
