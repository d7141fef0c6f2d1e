import { TEXT } from '../../model/kernel/condition.ts'
import { DECIDABLE } from '../../model/kernel/decidable.ts'
import { fen } from '../../model/kernel/money.ts'
import type { Total } from '../../model/kernel/wire.ts'
import type { Database, Statement } from '../core/database.ts'
import { seenBy } from '../core/permissions.ts'
import { asksNames, resolveNames } from './resolve.ts'
import { decidableFor } from './sql/decidable.ts'
import { linesOf } from './sql/lines.ts'
import {
  anchorsQuery,
  EXACT,
  estimateQuery,
  type Key,
  keyQuery,
  orderOf,
  positionQuery,
  type Query,
  totalQuery,
} from './sql/query.ts'
import { isBare, type TableQuery, type TableRow, windowTable } from './sql/table.ts'
import type { NamedText } from './sql/textWhere.ts'

/**
 * Any slice of a long result in milliseconds: every 1,000th key of a filter is remembered, and a slice walks from the
 * nearest one instead of from the start (row 900,000 by OFFSET: 100–200 ms). A row that is walked over is read from
 * its table: 0.6 µs each, so that every 5,000th key had slices cost up to six times the first one.
 */
export const STEP = 1_000
/** Below this an OFFSET is as good, and making anchors costs a pass over the whole result. */
const NEAR = 2 * STEP
/** Anchors that many changes may have moved are made anew after this, in the background, while the old ones serve. */
const STALE = 5_000
/** Older ones are not used: other instances change rows too. */
const OLD = 60_000
const TOTAL_AGE = 3_000
/** So long a result that was too large to count is not counted again, ms: until its estimate is asked for. */
const JUST_NOW = 1_000
const MOST = 200
/** Anchors kept of all results together, most: 200,000 are about 40 MB. */
const MOST_ANCHORS = 200_000

interface Anchor extends Key {
  readonly n: number
}

interface Entry {
  readonly tenantId: string
  readonly resource: string
  anchors: readonly Anchor[]
  built: number
  changed: boolean
  building: Promise<void> | null
  total: { readonly value: Total; readonly at: number } | null
  /** When more rows were met than are counted, ms; 0 = never, or not since rows changed. */
  more: number
}

const caches = new WeakMap<Database, Map<string, Entry>>()

function entryOf(db: Database, q: Query): Entry {
  const all = caches.get(db) ?? new Map<string, Entry>()
  caches.set(db, all)
  const { tenantId, company, fiscalTax, provider } = q.reach
  const seen = q.resource.concerns
    ? seenBy({ roles: q.reach.roles ?? [], permissions: q.reach.permissions ?? new Set() })
    : []
  const key = JSON.stringify([
    q.resource.id,
    tenantId,
    company,
    fiscalTax,
    provider,
    seen,
    q.sort,
    q.conditions.map((c) => [c.field, c.op, c.value, ...((c as NamedText).ids?.values() ?? [])]),
    q.conditions.some((c) => c.field === DECIDABLE) ? decidableFor(q.resource, q.reach) : [],
    q.conditions.some((c) => c.field === TEXT) ? linesOf(q.resource, q.reach).map((line) => line.key) : [],
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
  }
  // the map keeps its order of insertion: the first one is the one unused for longest
  all.delete(key)
  all.set(key, found)
  if (all.size > MOST) all.delete(all.keys().next().value as string)
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
function anchorsOf(db: Database, q: Query): readonly Anchor[] {
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
function anchorBefore(q: Query, anchors: readonly Anchor[], key: Key): Anchor | undefined {
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

/** Which rows of a result are wanted, and which columns of them. Without an offset they stand around `around`. */
export interface Slicing {
  readonly columns: readonly string[]
  readonly offset: number | null
  readonly size: number
  readonly around?: string | null
}

/** A slice of a result. `position`: where the row asked for with `around` stands, −1 when it is not in the result. */
export interface Window {
  /** The rows as the members of a `WireTable`, as JSON. */
  readonly table: string
  readonly offset: number
  readonly position?: number
}

const numberOf = async (
  db: Database,
  q: Query,
  statement: { text: string; values?: readonly unknown[] },
): Promise<number> => (await db.scoped<{ n: number }>({ tenantId: q.reach.tenantId }, statement))[0]?.n ?? 0

/**
 * Reads `size` rows from `offset` on. With `around` the place of that row is returned too, and without an offset the
 * slice stands around it (from the start where it is not in the result). An offset behind the end (totals may be
 * estimates) answers the last rows with their true offset.
 */
export async function readWindow(db: Database, asked: Query, slice: Slicing): Promise<Window> {
  const q = await resolveNames(db, asked)
  const position =
    slice.around === undefined || slice.around === null ? undefined : await positionOf(db, q, slice.around)
  const offset = slice.offset ?? Math.max(0, (position ?? 0) - Math.floor(slice.size / 2))
  const found = { offset, ...(position === undefined ? {} : { position }) }
  const read = async (at: number) => {
    const table = tableAt(db, q, slice, at)
    const [row] = await db.scoped<TableRow>({ tenantId: q.reach.tenantId }, table.statement)
    return { bare: isBare(row), table: table.json(row) }
  }
  const { bare, table } = await read(offset)
  if (!bare || offset === 0) return { table, ...found }
  const total = await countAll(db, q)
  const last = Math.max(0, total - slice.size)
  return { ...found, table: total === 0 ? table : (await read(last)).table, offset: last }
}

/**
 * The one statement that reads a slice, where one is enough, and what becomes of its row; null where more must be
 * asked.
 */
export function windowAhead(
  db: Database,
  q: Query,
  slice: Slicing,
): { readonly table: TableQuery; answer(row: TableRow | undefined): Window | null } | null {
  const { around } = slice
  if (around || asksNames(q)) return null
  const offset = slice.offset ?? 0
  const table = tableAt(db, q, slice, offset)
  return { table, answer: (row) => (isBare(row) && offset > 0 ? null : { table: table.json(row), offset }) }
}

function tableAt(db: Database, q: Query, { columns, size }: Slicing, offset: number): TableQuery {
  const anchors = offset < NEAR ? [] : anchorsOf(db, q)
  const from = anchors[Math.min(Math.floor(offset / STEP), anchors.length - 1)]
  return windowTable(q, columns, from ? { from, skip: offset - from.n, limit: size } : { skip: offset, limit: size })
}

/** The position of a record in a result, −1 where it is not (any more). */
async function positionOf(db: Database, q: Query, id: string): Promise<number> {
  const [key] = await db.scoped<Key>({ tenantId: q.reach.tenantId }, keyQuery(q, id))
  if (!key) return -1
  const from = anchorBefore(q, usable(db, q), key)
  return (from?.n ?? 0) + (await numberOf(db, q, positionQuery(q, key, from)))
}

/** Anchors as they are, without making new ones. */
const usable = (db: Database, q: Query): readonly Anchor[] => {
  const e = entryOf(db, q)
  return Date.now() - e.built > OLD ? [] : e.anchors
}

/** All matching rows, counted from the last anchor on. */
async function countAll(db: Database, q: Query): Promise<number> {
  const last = usable(db, q).at(-1)
  return (last?.n ?? 0) + (await numberOf(db, q, positionQuery(q, null, last)))
}

/** Returns an estimate that is still recent enough. */
const estimateOf = (e: Entry): Total | null => (e.total && Date.now() - e.total.at < TOTAL_AGE ? e.total.value : null)

/** What `totalQuery` found; undefined where there are more than it counts to. */
function exactIn(e: Entry, rows: readonly Record<string, unknown>[]): Total | undefined {
  const n = Number(rows[0]?.n ?? 0)
  if (n <= EXACT) return { total: n, exact: true }
  e.more = Date.now()
  return undefined
}

/**
 * The one statement that counts a result, where one is enough, and what becomes of its row: undefined where there are
 * more rows than are counted (`readTotal` then knows, and estimates without counting again). Null where more must be
 * asked.
 */
export function totalAhead(
  db: Database,
  q: Query,
): { readonly statement: Statement; answer(rows: readonly Record<string, unknown>[]): Total | undefined } | null {
  if (asksNames(q)) return null
  const e = entryOf(db, q)
  return estimateOf(e) ? null : { statement: totalQuery(q), answer: (rows) => exactIn(e, rows) }
}

/**
 * How many rows match: counted to 100,000, beyond that what the planner expects (never less). Only estimates are
 * remembered, for three seconds or until rows change: what is exact is right.
 */
export async function readTotal(db: Database, asked: Query): Promise<Total> {
  const [total] = await readTotals(db, [asked])
  return total as Total
}

/** The same of several lists of one tenant, counted in one round trip. */
export async function readTotals(db: Database, asked: readonly Query[]): Promise<Total[]> {
  const lists = []
  for (const one of asked) {
    const q = await resolveNames(db, one)
    const e = entryOf(db, q)
    lists.push({ q, e, known: estimateOf(e), many: Date.now() - e.more <= JUST_NOW })
  }
  const toCount = lists.filter((l) => !l.known && !l.many)
  const [first] = toCount
  const { found, failed } = first
    ? await db.together(
        { tenantId: first.q.reach.tenantId },
        toCount.map((l) => totalQuery(l.q)),
      )
    : { found: [] }
  if (failed !== undefined) throw failed
  const counted = new Map(toCount.map((l, n) => [l, exactIn(l.e, found[n] ?? [])]))
  const totals: Total[] = []
  for (const l of lists) totals.push(l.known ?? counted.get(l) ?? (await estimate(db, l.q, l.e)))
  return totals
}

/** What the planner expects of a result that has more rows than are counted. */
async function estimate(db: Database, q: Query, e: Entry): Promise<Total> {
  const [row] = await db.scoped<{ 'QUERY PLAN': readonly { Plan?: { 'Plan Rows'?: number } }[] }>(
    { tenantId: q.reach.tenantId },
    estimateQuery(q),
  )
  const planned = Math.round(row?.['QUERY PLAN'][0]?.Plan?.['Plan Rows'] ?? 0)
  const value = { total: Math.max(EXACT + 1, planned), exact: false }
  e.total = { value, at: Date.now() }
  return value
}

/** Waits until anchors being made are there: for tests and benches. */
export async function settled(db: Database): Promise<void> {
  await Promise.all([...(caches.get(db)?.values() ?? [])].map((e) => e.building))
}
