import type { WireRow } from '../../../model/wire/wire.ts'
import { decisionNow, resourceNow } from '../../data/domains.ts'
import { personNow } from '../../data/session.ts'
import { isKept } from '../../forms/drafts.ts'
import type { DecisionRequest, Entry } from '../decision.ts'

/** Decision without an answer, as it is kept: what is sent, under its key; nothing of the record but its name. */
export type KeptDecision = Omit<DecisionRequest, 'row'> &
  Pick<Entry, 'key' | 'tries' | 'undoNext'> & {
    /** When it was first kept, by this browser's clock, ms. */
    readonly at: number
  }

/** Decisions kept at a time, more than anybody makes without a network; those beyond are the page's alone. */
const KEPT_MAX = 200

/** Longest that a decision goes on by itself, ms: an older one was made of what its person saw then, and they decide anew. */
const GOES_ON_MS = 30 * 60_000

/** Where this window keeps them, so that they outlive a reload: a person's own, and no other's. */
const PREFIX = 'rounds.decisions.'
const keyNow = (): string => `${PREFIX}${personNow()}`

const isKeptDecision = (x: unknown): x is KeptDecision => {
  if (typeof x !== 'object' || x === null) return false
  const { id, resource, decision, version, ask, title, stays, undoable, key, tries, undoNext, at } =
    x as Partial<KeptDecision>
  return (
    [id, resource, decision, title, key].every((text) => typeof text === 'string' && text !== '') &&
    [version, tries, at].every((n) => Number.isInteger(n)) &&
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

/** When decisions were first kept, by their key. */
let firstKept: ReadonlyMap<string, number> = new Map()

/** Keeps the decisions that have no answer yet. Returns whether all of them are kept: the others are this page's alone. */
export function keepDecisions(entries: Iterable<Entry>, now = Date.now()): boolean {
  const open = [...entries]
    .filter((e) => e.phase === 'waiting' || e.phase === 'sending')
    .sort((x, y) => x.made - y.made)
  const kept = open
    .filter(mayLie)
    .slice(0, KEPT_MAX)
    .map(
      ({ id, resource, decision, version, ask, title, stays, undoable, key, tries, undoNext, phase }): KeptDecision => {
        const sent = { id, resource, decision, version, ask, title, stays, undoable, key, undoNext }
        // a decision that was on its way may have reached the server
        return { ...sent, tries: phase === 'sending' ? Math.max(tries, 1) : tries, at: firstKept.get(key) ?? now }
      },
    )
  firstKept = new Map(kept.map(({ key, at }) => [key, at]))
  try {
    if (kept.length === 0) sessionStorage.removeItem(keyNow())
    else sessionStorage.setItem(keyNow(), JSON.stringify(kept))
    return kept.length === open.length
  } catch {
    return open.length === 0
  }
}

/**
 * Decisions that the page before this one left without an answer, in the order in which they were made: those that go on by
 * themselves, and those that are too old for it.
 */
export function keptDecisions(now = Date.now()): { goOn: readonly KeptDecision[]; old: readonly KeptDecision[] } {
  let left: readonly KeptDecision[] = []
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(keyNow()) ?? '[]')
    if (Array.isArray(found)) left = found.filter(isKeptDecision)
  } catch {
    // Unreadable, or forbidden: none.
  }
  firstKept = new Map(left.map(({ key, at }) => [key, at]))
  const isOld = ({ at }: KeptDecision) => now - at > GOES_ON_MS || at > now
  return { goOn: left.filter((one) => !isOld(one)), old: left.filter(isOld) }
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
