import { TEXT } from '../../model/language/conditions/condition.ts'
import { leavesOf } from '../../model/language/conditions/either.ts'
import { DECIDABLE } from '../../model/language/decidable.ts'
import { partyNames } from '../../model/language/owner.ts'
import { fen } from '../../model/values/money.ts'
import type { Total } from '../../model/wire/wire.ts'
import type { Database } from '../core/database.ts'
import { seenBy } from '../core/permissions.ts'
import { decidableFor } from './sql/decidable.ts'
import { linesOf } from './sql/lines.ts'
import { anchorsQuery, type Key, orderOf, type Query } from './sql/query.ts'
import type { NamedText } from './sql/textWhere.ts'

/**
 * Any slice of a long result in milliseconds: every 1,000th key of a filter is remembered, and a slice walks from the
 * nearest one instead of from the start (row 900,000 by OFFSET: 100–200 ms). A row that is walked over is read from
 * its table: 0.6 µs each, so that every 5,000th key had slices cost up to six times the first one.
 */
export const STEP = 1_000
/** Anchors that many changes may have moved are made anew after this, in the background, while the old ones serve. */
const STALE = 5_000
/** Older ones are not used: other instances change rows too. */
const OLD = 60_000
/** Results remembered at a time, most. */
const CACHED_RESULTS_MAX = 200
/** Anchors kept of all results together, most: 200,000 are about 40 MB. */
const MOST_ANCHORS = 200_000

/** A remembered key: `n` rows stand before it. */
interface Anchor extends Key {
  readonly n: number
}

/** Cache entry of a result: keys on the way through it, and how many rows it has. */
export interface Entry {
  readonly tenantId: string
  readonly resource: string
  anchors: readonly Anchor[]
  built: number
  changed: boolean
  building: Promise<void> | null
  total: { readonly value: Total; readonly at: number } | null
  /** When more rows were met than are counted, ms; 0 = never, or not since rows changed. */
  more: number
  /** When counting all of them took too long, ms; 0 = never. */
  slow: number
}

const caches = new WeakMap<Database, Map<string, Entry>>()

/** Cache entry of a result of this database; a new entry where there is none. */
export function entryOf(db: Database, q: Query): Entry {
  const all = caches.get(db) ?? new Map<string, Entry>()
  caches.set(db, all)
  const { tenantId, permissions = new Set<string>(), employee = null } = q.reach
  const seen = q.resource.concerns ? seenBy({ permissions, employee }) : []
  // rows of persons, and records about them, are another result for each person
  const person = q.resource.concerns || q.resource.own ? (q.reach.userId ?? '') : ''
  // alternatives, too, hold what goes by the person
  const leaves = leavesOf(q.conditions) ?? []
  const key = JSON.stringify([
    q.resource.id,
    tenantId,
    partyNames.map((party) => q.reach[party] ?? null),
    seen,
    person,
    q.resource.packaged ? (q.reach.menuIds ?? null) : null,
    q.sort,
    q.conditions.map((c) => [c.field, c.op, c.value, ...((c as NamedText).ids?.values() ?? [])]),
    leaves.some((c) => c.field === DECIDABLE) ? decidableFor(q.resource, q.reach) : [],
    leaves.some((c) => c.field === TEXT) ? linesOf(q.resource, q.reach).map((line) => line.key) : [],
  ])
  const found = all.get(key) ?? {
    tenantId,
    resource: q.resource.id,
    anchors: [],
    built: 0,
    changed: false,
    building: null,
    total: null,
    more: 0,
    slow: 0,
  }
  // the map keeps its order of insertion: the first one is the one unused for longest
  all.delete(key)
  all.set(key, found)
  if (all.size > CACHED_RESULTS_MAX) all.delete(all.keys().next().value as string)
  return found
}

/** Forgets the results that were unused for longest, until not too many anchors are left. */
function bound(all: Map<string, Entry>): void {
  let left = 0
  for (const e of all.values()) left += e.anchors.length
  for (const [key, e] of all) {
    if (left <= MOST_ANCHORS) return
    all.delete(key)
    left -= e.anchors.length
  }
}

/**
 * Called when rows of a resource changed: estimates are made again, anchors soon rebuilt. Called from the outbox
 * (http/events.ts).
 */
export function rowsChanged(db: Database, tenantId: string, resource: string): void {
  for (const e of caches.get(db)?.values() ?? []) {
    if (e.tenantId !== tenantId || e.resource !== resource) continue
    e.changed = true
    e.total = null
    e.more = 0
  }
}

function build(db: Database, q: Query, e: Entry): Promise<void> {
  e.building ??= db
    .scoped<Anchor>({ tenantId: q.reach.tenantId }, anchorsQuery(q, STEP))
    .then((anchors) => {
      e.anchors = anchors
      e.built = Date.now()
      e.changed = false
      bound(caches.get(db) ?? new Map())
    })
    .catch(() => undefined) // without anchors slices are slower, not wrong
    .finally(() => {
      e.building = null
    })
  return e.building
}

/** Anchors that may be used now; makes new ones in the background where they are old. */
export function anchorsOf(db: Database, q: Query): readonly Anchor[] {
  const e = entryOf(db, q)
  const age = Date.now() - e.built
  if (age > OLD || (e.changed && age > STALE)) void build(db, q, e)
  return age > OLD ? [] : e.anchors
}

/** Order of two values of a sort column as the database orders them (`collate "C"`: by bytes). */
function before(type: string, a: string, b: string): number {
  if (type.startsWith('numeric(18')) {
    const [x, y] = [fen(a), fen(b)]
    return x < y ? -1 : x > y ? 1 : 0
  }
  if (/^(integer|smallint|bigint|numeric)/.test(type)) return Number(a) - Number(b)
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** The last anchor not behind a key. */
export function anchorBefore(q: Query, anchors: readonly Anchor[], key: Key): Anchor | undefined {
  const { type, ascending } = orderOf(q)
  const compare = (a: Anchor) =>
    (before(type, a.k, key.k) || (BigInt(a.id) < BigInt(key.id) ? -1 : a.id === key.id ? 0 : 1)) * (ascending ? 1 : -1)
  let low = 0
  let high = anchors.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(anchors[middle] as Anchor) <= 0) low = middle + 1
    else high = middle
  }
  return anchors[low - 1]
}

/** Anchors as they are, without making new ones. */
export const usable = (db: Database, q: Query): readonly Anchor[] => {
  const e = entryOf(db, q)
  return Date.now() - e.built > OLD ? [] : e.anchors
}

/** Waits until anchors being made are there: for tests and benches. */
export async function settled(db: Database): Promise<void> {
  await Promise.all([...(caches.get(db)?.values() ?? [])].map((e) => e.building))
}
