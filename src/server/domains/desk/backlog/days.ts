import { lifecycles, queues, resources } from '../../../../model/business.ts'
import type { Queue, QueueView } from '../../../../model/language/queue.ts'
import { wallDate } from '../../../../model/values/dates.ts'
import type { BacklogDay } from '../../../../model/wire/backlog.ts'
import type { ServerContext } from '../../../core/context/context.ts'
import type { AnyResource } from '../../../core/records.ts'
import { isTenant } from '../../../database/names.ts'
import { inPieces } from '../../../lists/pieces.ts'
import { type Flow, isRemovable, made, memberOf, moved, removed, type Span } from './flows.ts'

/** So long after its end a day is counted for good, ms: a transaction that noted its time before midnight has ended by then. */
const SETTLED_MS = 600_000
/** A day whose count failed is not counted again for so long, ms. */
const AGAIN_MS = 600_000

/** A view whose records a state tells apart. */
export interface Followed {
  readonly queue: Queue
  readonly view: QueueView
  readonly r: AnyResource
  readonly holds: (state: string) => boolean
}

/** Records that came to a view and left it on a day. */
export type Moves = Pick<BacklogDay, 'came' | 'left'>

const startOf = (day: string): string => `${day} 00:00:00+08`
const keyOf = (day: string, { queue, view }: Followed): string => `${day} ${queue.code} ${view.code}`
/** Conditions that a kept day was counted for: of a view with other conditions it says nothing. */
const conditionsOf = ({ view }: Followed): string => JSON.stringify(view.where).slice(0, 500)

/** All views whose records a state tells apart, whoever works them: a day is counted for all of them at once. */
export const allFollowed = (): readonly Followed[] =>
  [...queues.values()].flatMap((queue) =>
    queue.views.flatMap((view) => {
      const r = resources.get(view.resource)
      const holds = memberOf(view)
      return r && r.view === undefined && isTenant(r) && holds ? [{ queue, view, r, holds }] : []
    }),
  )

/** All changes of states within a span. */
async function flowsIn(
  context: ServerContext,
  tenantId: string,
  views: readonly Followed[],
  span: Span,
): Promise<Flow[]> {
  const found = [...new Map(views.map(({ r }) => [r.id, r])).values()]
  const statements = [
    moved(
      tenantId,
      found.map((r) => r.id),
      span,
    ),
    ...found.flatMap((r) => {
      const l = lifecycles.get(r.id)
      if (!l) return []
      return [
        made(tenantId, r, l, span),
        ...(isRemovable(r, l) ? [made(tenantId, r, l, span, true), removed(tenantId, r, l, span)] : []),
      ]
    }),
  ]
  const rows = await inPieces(statements, async (piece) => {
    const { found, failed } = await context.db.together({ tenantId }, piece)
    if (failed !== undefined) throw failed
    return found
  })
  return rows.flat() as unknown as Flow[]
}

/** Arrivals and departures of each view and day by these changes. */
function movesBy(views: readonly Followed[], flows: readonly Flow[]): ReadonlyMap<string, Moves> {
  const moves = new Map<string, Moves>()
  for (const one of views)
    for (const { day, before, after, n } of flows.filter((f) => f.resource === one.r.id)) {
      const [was, is] = [one.holds(before), one.holds(after)]
      if (was === is) continue
      const { came, left } = moves.get(keyOf(day, one)) ?? { came: 0, left: 0 }
      moves.set(keyOf(day, one), is ? { came: came + n, left } : { came, left: left + n })
    }
  return moves
}

/** Days that are kept, of the views as they are declared now. */
async function keptMoves(context: ServerContext, tenantId: string, views: readonly Followed[], since: string) {
  const rows = await context.db.scoped<Readonly<Record<string, string>>>(
    { tenantId },
    {
      text: `select day::text, queue, view, conditions, came, gone from "queue_day" where tenant_id = $1 and day >= $2::date`,
      values: [tenantId, since],
    },
  )
  const declared = new Map(views.map((one) => [`${one.queue.code} ${one.view.code}`, conditionsOf(one)]))
  return new Map(
    rows
      .filter((row) => declared.get(`${row.queue} ${row.view}`) === row.conditions)
      .map((row) => [`${row.day} ${row.queue} ${row.view}`, { came: Number(row.came), left: Number(row.gone) }]),
  )
}

/** Keeps a day that is over; what is older than any trend goes. */
const keep = (
  context: ServerContext,
  tenantId: string,
  {
    day,
    views,
    moves,
  }: { readonly day: string; readonly views: readonly Followed[]; readonly moves: ReadonlyMap<string, Moves> },
  since: string,
): Promise<unknown> =>
  context.db.transaction({ tenantId }, async (tx) => {
    tx.write('delete from "queue_day" where tenant_id = $1 and day < $2::date', [tenantId, since])
    const of = (one: Followed): Moves => moves.get(keyOf(day, one)) ?? { came: 0, left: 0 }
    await tx.query(
      `insert into "queue_day" (tenant_id, day, queue, view, conditions, came, gone)
       select $1, $2::date, * from unnest($3::text[], $4::text[], $5::text[], $6::int[], $7::int[])
       on conflict (tenant_id, day, queue, view) do update set conditions = excluded.conditions, came = excluded.came, gone = excluded.gone`,
      [
        ...[tenantId, day, views.map((one) => one.queue.code), views.map((one) => one.view.code)],
        ...[views.map(conditionsOf), views.map((one) => of(one).came), views.map((one) => of(one).left)],
      ],
    )
  })

/** Count of a day: under way, or given up for a while. */
interface Count {
  /** null: it took too long or failed. */
  readonly moves: Promise<ReadonlyMap<string, Moves> | null>
  /** Until when a count that failed is not tried again, ms. */
  until: number
}
/** Counts by tenant and day: whoever asks for a day that is being counted waits for that count. */
const counts = new WeakMap<ServerContext, Map<string, Count>>()

/** Counts a day of a tenant, once for all who ask at the same time; null where that failed lately. */
async function countOnce(
  context: ServerContext,
  tenantId: string,
  day: string,
  count: () => Promise<ReadonlyMap<string, Moves>>,
): Promise<ReadonlyMap<string, Moves> | null> {
  const known = counts.get(context) ?? new Map<string, Count>()
  counts.set(context, known)
  const key = `${tenantId} ${day}`
  const there = known.get(key)
  if (there && (there.until === 0 || context.now().getTime() < there.until)) return there.moves
  const made: Count = {
    moves: count().then(
      (moves) => {
        known.delete(key)
        return moves
      },
      (e: unknown) => {
        context.log.warn(`backlog of ${day}: ${e instanceof Error ? e.message : String(e)}`)
        made.until = context.now().getTime() + AGAIN_MS
        return null
      },
    ),
    until: 0,
  }
  known.set(key, made)
  return made.moves
}

/**
 * Movements of all views on each of these days: kept days are read, the others counted from the history, each by itself; those that
 * are over are kept then, so that each day is counted once, whoever asks first. `since`: the first day from which on all are known.
 */
export async function movesIn(
  context: ServerContext,
  tenantId: string,
  days: readonly string[],
): Promise<{ readonly since: string | null; of(day: string, one: Followed): Moves }> {
  const views = allFollowed()
  const [first = ''] = days
  const now = context.now()
  const over = wallDate(now.getTime() - SETTLED_MS)
  const moves = new Map(await keptMoves(context, tenantId, views, first))
  const missing = days.filter((day) => day >= over || views.some((one) => !moves.has(keyOf(day, one))))
  let since: string | null = first
  for (const day of missing) {
    const next = days[days.indexOf(day) + 1]
    const span = { from: startOf(day), to: next === undefined ? now.toISOString() : startOf(next) }
    const counted = await countOnce(context, tenantId, day, async () => {
      const found = movesBy(views, await flowsIn(context, tenantId, views, span))
      if (day < over) await keep(context, tenantId, { day, views, moves: found }, first)
      return found
    })
    // the trend begins behind a day that nobody could count
    if (counted === null) since = next ?? null
    else for (const one of views) moves.set(keyOf(day, one), counted.get(keyOf(day, one)) ?? { came: 0, left: 0 })
  }
  return { since, of: (day, one) => moves.get(keyOf(day, one)) ?? { came: 0, left: 0 } }
}
