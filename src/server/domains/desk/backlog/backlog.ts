import { lifecycles, queues, resources } from '../../../../model/business.ts'
import { readBacklog } from '../../../../model/desk/backlogCall.ts'
import type { Queue, QueueView } from '../../../../model/language/queue.ts'
import { viewsFor } from '../../../../model/queueViews.ts'
import { wallDate } from '../../../../model/values/dates.ts'
import { BACKLOG_DAYS, type BacklogDay, type QueueBacklog } from '../../../../model/wire/backlog.ts'
import type { Total } from '../../../../model/wire/wire.ts'
import { type Actor, SYSTEM_USER } from '../../../core/actor.ts'
import type { ServerContext } from '../../../core/context/context.ts'
import { forbidden } from '../../../core/errors.ts'
import { may, seesAllOf } from '../../../core/permissions.ts'
import type { AnyResource } from '../../../core/records.ts'
import { isTenant } from '../../../database/names.ts'
import { inPieces } from '../../../lists/pieces.ts'
import { reachIn } from '../../../lists/sql/reach.ts'
import { recentTotals } from '../../../lists/totals.ts'
import { handle } from '../../../records/handle.ts'
import { type Flow, isRemovable, made, memberOf, moved, removed, type Span } from './flows.ts'

const DAY_MS = 86_400_000
/** So long after its end a day is counted for good, ms: a transaction that noted its time before midnight has ended by then. */
const SETTLED_MS = 600_000

/** A view whose records a state tells apart. */
interface Followed {
  readonly queue: Queue
  readonly view: QueueView
  readonly r: AnyResource
  readonly holds: (state: string) => boolean
}

/** Records that came to a view and left it on a day. */
type Moves = Pick<BacklogDay, 'came' | 'left'>

const startOf = (day: string): string => `${day} 00:00:00+08`
const keyOf = (day: string, { queue, view }: Followed): string => `${day} ${queue.code} ${view.code}`
/** Conditions that a kept day was counted for: of a view with other conditions it says nothing. */
const conditionsOf = ({ view }: Followed): string => JSON.stringify(view.where).slice(0, 500)

/** The queues of the whole platform: a person of one company, one partner or of their own records alone sees no figures of the others. */
const followed = (actor: Actor): Followed[] =>
  actor.company || actor.fiscalTax || actor.provider || actor.employee
    ? []
    : [...queues.values()].flatMap((queue) =>
        viewsFor(queue, (code) => may(actor, code)).flatMap((view) => {
          const r = resources.get(view.resource)
          const holds = memberOf(view)
          return r && r.view === undefined && isTenant(r) && holds && seesAllOf(actor, r)
            ? [{ queue, view, r, holds }]
            : []
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

/** The last days, the present one last. */
const lastDays = (now: Date): string[] =>
  Array.from({ length: BACKLOG_DAYS }, (_, n) => wallDate(now.getTime() - (BACKLOG_DAYS - 1 - n) * DAY_MS))

/**
 * Movements of each view on each of these days: kept days are read, the others counted from the history, each by itself; those that are
 * over are kept then, so that each day is counted once, whoever asks first.
 */
async function movesIn(context: ServerContext, tenantId: string, views: readonly Followed[], days: readonly string[]) {
  const [first = ''] = days
  const now = context.now()
  const over = wallDate(now.getTime() - SETTLED_MS)
  const moves = new Map(await keptMoves(context, tenantId, views, first))
  const missing = days.filter((day) => day >= over || views.some((one) => !moves.has(keyOf(day, one))))
  for (const day of missing) {
    const next = days[days.indexOf(day) + 1]
    const span = { from: startOf(day), to: next === undefined ? now.toISOString() : startOf(next) }
    const counted = movesBy(views, await flowsIn(context, tenantId, views, span))
    for (const one of views) moves.set(keyOf(day, one), counted.get(keyOf(day, one)) ?? { came: 0, left: 0 })
    if (day < over) await keep(context, tenantId, { day, views, moves }, first)
  }
  return (day: string, one: Followed): Moves => moves.get(keyOf(day, one)) ?? { came: 0, left: 0 }
}

/** Backwards from what waits now: at the end of a day that waited which waits now, without what came since, with what left since. */
function backwards(now: number, days: readonly string[], moves: (day: string) => Moves): BacklogDay[] {
  let waiting = now
  return days
    .toReversed()
    .map((day) => {
      const of = { day, waiting: Math.max(0, waiting), ...moves(day) }
      waiting += of.left - of.came
      return of
    })
    .toReversed()
}

/** The backlog of each view that a person works and reaches whole. */
export async function backlogs(actor: Actor, context: ServerContext): Promise<QueueBacklog[]> {
  const views = followed(actor)
  if (views.length === 0) return []
  const reach = reachIn(context, actor)
  const days = lastDays(context.now())
  const moves = await movesIn(context, actor.tenantId, views, days)
  const totals = await recentTotals(
    context.db,
    views.map(({ r, view }) => ({ resource: r, reach, conditions: view.where })),
  )
  return views.map((one, n) => {
    const { total, exact } = totals[n] as Total
    return {
      ...{ queue: one.queue.code, view: one.view.code, exact },
      days: backwards(total, days, (day) => moves(day, one)),
    }
  })
}

/** The backlog of the queues that whoever is signed in works, with its trend. */
export const backlogHandler = handle(readBacklog, ({ actor, context }) => {
  const { userId, sessionId, source } = actor
  if (userId === SYSTEM_USER || sessionId === '' || source !== undefined) throw forbidden()
  return backlogs(actor, context)
})
