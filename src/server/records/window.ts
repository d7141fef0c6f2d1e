import type { Slice } from '../../model/kernel/wire.ts'
import type { House } from '../http/house.ts'
import { anchorsQuery, type Key, keyQuery, positionQuery, type Query, windowQuery } from '../store/sql/query.ts'

/** Distance of the remembered keys, and from where on they are worth one pass over the index. */
const STEP = 5_000
const DEEP = 10_000
/** How long remembered keys stand: rows that leave above shift what is below by as many places until then, ms. */
const FRESH = 15_000
const MOST = 200

interface Anchor extends Key {
  readonly n: number
}
interface Kept {
  at: number
  anchors: readonly Anchor[]
  coming: Promise<readonly Anchor[]> | null
}

const caches = new WeakMap<object, Map<string, Kept>>()

const identity = (q: Query): string =>
  JSON.stringify([q.reach.tenantId, q.reach.company, q.reach.fiscalTax, q.reach.provider, q.resource.id, q.sort ?? '', q.conditions])

/**
 * Every 5,000th key of a result, so that any window is a short walk from a known place instead of one from the start.
 * Taken once per filter; an older set still serves while a new one is on its way.
 */
async function anchorsOf(house: House, q: Query): Promise<readonly Anchor[]> {
  const cache = caches.get(house.db) ?? new Map<string, Kept>()
  caches.set(house.db, cache)
  const key = identity(q)
  const kept: Kept = cache.get(key) ?? { at: 0, anchors: [], coming: null }
  if (Date.now() - kept.at < FRESH) return kept.anchors
  kept.coming ??= house.db
    .scoped<Anchor>({ tenantId: q.reach.tenantId }, anchorsQuery(q, STEP))
    .then((rows) => {
      kept.at = Date.now()
      kept.anchors = rows.map((r) => ({ n: Number(r.n), k: r.k, id: String(r.id) }))
      return kept.anchors
    })
    .finally(() => {
      kept.coming = null
    })
  cache.delete(key)
  cache.set(key, kept)
  if (cache.size > MOST) cache.delete(cache.keys().next().value ?? '')
  if (kept.anchors.length > 0) {
    kept.coming.catch(() => undefined)
    return kept.anchors
  }
  return kept.coming
}

/** The last anchor at or before a position. Pure. */
export const anchorAt = (anchors: readonly Anchor[], offset: number): Anchor | undefined => anchors[Math.min(Math.floor(offset / STEP), anchors.length - 1)]

/** The position of a record in a result, −1 where it is not (any more). */
export async function positionOf(house: House, q: Query, id: string): Promise<number> {
  const scope = { tenantId: q.reach.tenantId }
  const [key] = await house.db.scoped<Key>(scope, keyQuery(q, id))
  if (!key) return -1
  const [counted] = await house.db.scoped<{ n: number }>(scope, positionQuery(q, { k: key.k, id: String(key.id) }))
  return Number(counted?.n ?? 0)
}

/** Rows `offset` … of a result as the database has them. */
export async function rowsAt(house: House, q: Query, offset: number, size: number): Promise<Record<string, unknown>[]> {
  const scope = { tenantId: q.reach.tenantId }
  const anchor = offset >= DEEP ? anchorAt(await anchorsOf(house, q), offset) : undefined
  const slice = anchor ? { skip: offset - anchor.n, limit: size, from: { k: anchor.k, id: anchor.id } } : { skip: offset, limit: size }
  return house.db.scoped(scope, windowQuery(q, slice))
}

/** A slice by position. With `around` and no offset it stands around that record. */
export async function windowOf(
  house: House,
  q: Query,
  asked: { readonly offset: number | null; readonly size: number; readonly around: string | null },
  wire: (row: Record<string, unknown>) => Slice['records'][number],
): Promise<Slice> {
  const position = asked.around === null ? undefined : await positionOf(house, q, asked.around)
  const offset = asked.offset ?? (position === undefined || position < 0 ? 0 : Math.max(0, position - Math.floor(asked.size / 2)))
  const rows = await rowsAt(house, q, offset, asked.size)
  return { records: rows.map(wire), offset, ...(position === undefined ? {} : { position }) }
}
