import type { Database } from '../core/database.ts'
import { entryOf, type Oldest } from './anchors.ts'
import { inPieces, recentIn } from './pieces.ts'
import { orderOf, type Query, sumQuery, windowQuery } from './sql/query.ts'

/** Rows of each list: so many may be in others' hands before the list is asked again. */
export const OLDEST_ROWS = 20

/** A list in the order in which it grows old, and the amount that is summed. */
export interface Aging {
  readonly q: Query
  readonly sort?: string
  /** Amount, and how many rows are summed at most. */
  readonly amount?: { readonly name: string; readonly most: number }
}

/**
 * The first rows of several lists of one tenant, and their sums, in few round trips. Remembered for a few seconds, or until rows
 * change: people of one reach share them.
 */
export async function readOldest(db: Database, lists: readonly Aging[]): Promise<Oldest[]> {
  const requested = lists.map((aging) => ({ aging, e: entryOf(db, aging.q) }))
  const known = requested.map(({ aging: { sort, amount }, e }) => {
    const recent = e.oldest?.key === keyOf(sort, amount) ? e.oldest : null
    return recentIn(recent)
  })
  const missing = requested.filter((_, n) => !known[n])
  const found = inPieces(missing, (piece) =>
    oldestIn(
      db,
      piece.map(({ aging }) => aging),
    ),
  )
  const at = Date.now()
  missing.forEach(({ aging: { sort, amount }, e }, n) => {
    const value = found.then((all) => all[n] as Oldest)
    value.catch(() => undefined)
    e.oldest = { key: keyOf(sort, amount), value, at }
  })
  const left = (await found).values()
  const all: Oldest[] = []
  for (const one of known) all.push(one ? await one : (left.next().value as Oldest))
  return all
}

const keyOf = (sort: string | undefined, amount: Aging['amount']): string => `${sort ?? ''} ${amount?.name ?? ''}`

async function oldestIn(db: Database, piece: readonly Aging[]): Promise<Oldest[]> {
  const statements = piece.flatMap(({ q, sort, amount }) => {
    const aging = sort ? { ...q, sort } : q
    const rows = windowQuery(aging, { skip: 0, limit: OLDEST_ROWS }, `id, ${orderOf(aging).column} as at`)
    return amount ? [rows, sumQuery(aging, amount.name, amount.most)] : [rows]
  })
  const [first] = piece
  if (!first) return []
  const { found, failed } = await db.together({ tenantId: first.q.reach.tenantId }, statements)
  if (failed !== undefined) throw failed
  const left = found.values()
  return piece.map(({ amount }) => {
    const rows = (left.next().value ?? []) as unknown as Oldest['rows']
    const [sums] = amount ? ((left.next().value ?? []) as readonly { readonly sum?: string | null }[]) : []
    return { rows: rows.map(({ id, at }) => ({ id: String(id), at })), sum: sums?.sum ?? null }
  })
}
