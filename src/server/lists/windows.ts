import type { Database } from '../core/database.ts'
import { anchorBefore, anchorsOf, STEP, usable } from './anchors.ts'
import { asksNames, resolveNames } from './resolve.ts'
import { type Key, keyQuery, positionQuery, type Query } from './sql/query.ts'
import { isBare, type TableQuery, type TableRow, windowTable } from './sql/table.ts'

/** Below this an OFFSET is as good, and making anchors costs a pass over the whole result. */
const OFFSET_WITHOUT_ANCHORS_MAX = 2 * STEP

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
export async function readWindow(db: Database, requested: Query, slice: Slicing): Promise<Window> {
  const q = await resolveNames(db, requested)
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
 * Single statement that reads a slice, where one is enough, with the reader of its row; null where further statements
 * are needed.
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
  const anchors = offset < OFFSET_WITHOUT_ANCHORS_MAX ? [] : anchorsOf(db, q)
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

/** All matching rows, counted from the last anchor on. */
async function countAll(db: Database, q: Query): Promise<number> {
  const last = usable(db, q).at(-1)
  return (last?.n ?? 0) + (await numberOf(db, q, positionQuery(q, null, last)))
}
