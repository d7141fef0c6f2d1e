import type { WireRow } from '../../../model/wire/wire.ts'
import { decisionNow, resourceNow } from '../../data/domains.ts'
import { personNow } from '../../data/session.ts'
import { isKept } from '../../forms/drafts.ts'
import type { DecisionRequest, Entry } from '../decision.ts'
import { ownPage } from './ownPage.ts'

/** Decision without an answer, as it is kept: what is sent, under its key; nothing of the record but its name. */
export type KeptDecision = Omit<DecisionRequest, 'row'> &
  Pick<Entry, 'key' | 'tries' | 'undoNext'> & {
    /** When it was first kept, by this browser's clock, ms. */
    readonly at: number
    /** The page that kept it, and sends it as long as it is there. Empty where an earlier console kept it, whose page is gone. */
    readonly page: string
  }

/** Decisions kept at a time, more than anybody makes without a network; those beyond are the page's alone. */
const KEPT_MAX = 200

/** Longest that a decision goes on by itself, ms: an older one was made of what its person saw then, and they decide anew. */
const GOES_ON_MS = 30 * 60_000

/** Where this window keeps them, so that they outlive a reload: a person's own, and no other's. */
const PREFIX = 'rounds.decisions.'
const keyNow = (): string => `${PREFIX}${personNow()}`

/** An earlier console named no page. */
type Found = Omit<KeptDecision, 'page'> & Partial<Pick<KeptDecision, 'page'>>

const isKeptDecision = (x: unknown): x is Found => {
  if (typeof x !== 'object' || x === null) return false
  const { id, resource, decision, version, ask, title, stays, undoable, key, tries, undoNext, at, page } =
    x as Partial<KeptDecision>
  return (
    [id, resource, decision, title, key].every((text) => typeof text === 'string' && text !== '') &&
    (page === undefined || typeof page === 'string') &&
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

/** Decisions of the page before this one, while it is not known to be gone: kept as they are. */
let untaken: readonly KeptDecision[] = []

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
        return {
          ...sent,
          tries: phase === 'sending' ? Math.max(tries, 1) : tries,
          at: firstKept.get(key) ?? now,
          page: ownPage.id,
        }
      },
    )
  firstKept = new Map(kept.map(({ key, at }) => [key, at]))
  if (kept.length > 0) ownPage.hold()
  const all = [...untaken, ...kept]
  try {
    if (all.length === 0) sessionStorage.removeItem(keyNow())
    else sessionStorage.setItem(keyNow(), JSON.stringify(all))
    return kept.length === open.length
  } catch {
    return open.length === 0
  }
}

/** Decisions of a person that lie in this window. */
function lying(at: string): readonly KeptDecision[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(at) ?? '[]')
    return Array.isArray(found) ? found.filter(isKeptDecision).map((one) => ({ ...one, page: one.page ?? '' })) : []
  } catch {
    // Unreadable, or forbidden: none.
    return []
  }
}

/** Names `page` as the one that keeps what `before` kept. Returns whether it is written. */
function passOn(at: string, before: string, page: string): boolean {
  const passed = (one: KeptDecision) => (one.page === before ? { ...one, page } : one)
  // another person sits here by now
  if (at === keyNow()) untaken = untaken.map(passed)
  const found = lying(at)
  try {
    if (found.length > 0) sessionStorage.setItem(at, JSON.stringify(found.map(passed)))
    return true
  } catch {
    return false
  }
}

/** Decisions that lie in this window without an answer. */
export interface LeftDecisions {
  /** Those that go on by themselves, in the order in which they were made, and those that are too old for it. */
  readonly goOn: readonly KeptDecision[]
  readonly old: readonly KeptDecision[]
}

/** Decisions that lie in this window without an answer, whoever sends them. */
export function keptDecisions(now = Date.now()): LeftDecisions {
  const left = lying(keyNow())
  firstKept = new Map(left.map(({ key, at }) => [key, at]))
  const isOld = ({ at }: KeptDecision) => now - at > GOES_ON_MS || at > now
  return { goOn: left.filter((one) => !isOld(one)), old: left.filter(isOld) }
}

/** Decisions that lay in this window, by who goes on with them. */
export interface TakenOver extends LeftDecisions {
  /** Those of a page that is still there, or that another one took over. */
  readonly elsewhere: readonly KeptDecision[]
}

/**
 * Takes over the decisions that lie in this window, once the page that kept them is gone. Where it is still there, the window was
 * duplicated, and what is taken back in the first one would be sent by this one: those are forgotten here, and returned apart.
 */
export async function takeOverDecisions(page = ownPage, now = Date.now()): Promise<TakenOver> {
  const at = keyNow()
  const left = keptDecisions(now)
  const all = [...left.goOn, ...left.old]
  untaken = all.filter((one) => one.page !== page.id)
  const mine = new Map<string, boolean>()
  for (const before of new Set(untaken.map((one) => one.page)))
    mine.set(before, before === '' || (await page.takeOver(before, () => passOn(at, before, page.id))))
  const isMine = (one: KeptDecision) => mine.get(one.page) ?? true
  // another person's are theirs
  if (at === keyNow()) untaken = []
  return {
    goOn: left.goOn.filter(isMine),
    old: left.old.filter(isMine),
    elsewhere: all.filter((one) => !isMine(one)),
  }
}

/** Forgets what a person who leaves has left. `who`: as `personNow` named them. */
export function dropKeptDecisions(who: string): void {
  untaken = []
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
