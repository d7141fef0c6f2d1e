import type { Total } from '../../model/wire/wire.ts'
import type { Database, Statement } from '../core/database.ts'
import { tookTooLong } from '../database/driver.ts'
import { type Entry, entryOf } from './anchors.ts'
import { inPieces, recentIn } from './pieces.ts'
import { asksNames, resolveNames } from './resolve.ts'
import { countQuery, EXACT, estimateQuery, type Query, totalQuery } from './sql/query.ts'

/** So long an estimate is used, ms. */
const TOTAL_AGE = 3_000
/** So long a result that was too large to count is not counted again, ms: until its estimate is asked for. */
const JUST_NOW = 1_000

/** Longest a result of more rows than `EXACT` is counted, ms; and how long one that takes longer is not tried again, ms. */
const countTimeMaxMs = 20
const slowAgeMs = 60_000

/** Returns an estimate that is still recent enough. */
const estimateOf = (e: Entry): Total | null => (e.total && Date.now() - e.total.at < TOTAL_AGE ? e.total.value : null)

/** Total that `totalQuery` found; undefined where there are more rows than it counts to. */
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
 * How many rows match: counted to 100,000, and beyond that where it takes no longer than 20 ms; else what the planner expects (never
 * less). Only estimates are remembered, for three seconds or until rows change: what is exact is right.
 */
export async function readTotal(db: Database, query: Query): Promise<Total> {
  const [total] = await readTotals(db, [query])
  return total as Total
}

/** The same of several lists of one tenant, counted in few round trips. */
export async function readTotals(db: Database, queries: readonly Query[]): Promise<Total[]> {
  const lists: Counted[] = []
  for (const one of queries) {
    const q = await resolveNames(db, one)
    lists.push({ q, e: entryOf(db, q) })
  }
  const totals = inPieces(lists, (piece) => countedIn(db, piece))
  const at = Date.now()
  lists.forEach(({ e }, n) => {
    const value = totals.then((all) => all[n] as Total)
    value.catch(() => undefined)
    e.counted = { value, at }
  })
  return totals
}

/** The same, where a total that is `RECENT_MS` old serves as well: none is counted that somebody counts in this moment. */
export async function recentTotals(db: Database, queries: readonly Query[]): Promise<Total[]> {
  const known = queries.map((q) => recentIn(entryOf(db, q).counted))
  const missing = queries.filter((_, n) => !known[n])
  const counted = missing.length > 0 ? await readTotals(db, missing) : []
  const left = counted.values()
  const totals: Total[] = []
  for (const one of known) totals.push(one ? await one : (left.next().value as Total))
  return totals
}

interface Counted {
  readonly q: Query
  readonly e: Entry
}

async function countedIn(db: Database, piece: readonly Counted[]): Promise<Total[]> {
  const lists = piece.map((l) => ({ ...l, known: estimateOf(l.e), many: Date.now() - l.e.more <= JUST_NOW }))
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
  for (const l of lists)
    totals.push(l.known ?? counted.get(l) ?? (await countAll(db, l.q, l.e)) ?? (await estimate(db, l.q, l.e)))
  return totals
}

/**
 * Counts a result of many rows; null where that takes too long. The embedded database cannot stop a statement, and has one connection
 * for everybody: there it is not tried.
 */
async function countAll(db: Database, q: Query, e: Entry): Promise<Total | null> {
  if (db.kind === 'embedded' || Date.now() - e.slow <= slowAgeMs) return null
  const { found, failed } = await db.together({ tenantId: q.reach.tenantId }, [
    { text: `select set_config('statement_timeout', $1, true)`, values: [String(countTimeMaxMs)] },
    countQuery(q),
  ])
  const n = found[1]?.[0]?.n
  if (failed === undefined && n !== undefined) return { total: Number(n), exact: true }
  if (!tookTooLong(failed)) throw failed
  e.slow = Date.now()
  return null
}

/** Planner's estimate of a result that has more rows than are counted. */
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
