import { queues, resources, transitionsOf } from '../../../model/business.ts'
import { readUrgency } from '../../../model/desk/urgencyCall.ts'
import { DECIDABLE } from '../../../model/language/decidable.ts'
import { isId } from '../../../model/language/derived/validate.ts'
import { isMoney, isPoints } from '../../../model/language/fields/field.ts'
import { sortsOf } from '../../../model/language/listing.ts'
import type { Queue, QueueView } from '../../../model/language/queue.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import { viewsFor } from '../../../model/queueViews.ts'
import { settings } from '../../../model/wire/settings/settings.ts'
import { type HeldRows, isBack } from '../../../model/wire/settings/shapes.ts'
import { type QueueUrgency, TARGET_HOURS, URGENCY_ROWS_MAX } from '../../../model/wire/urgency.ts'
import type { Total } from '../../../model/wire/wire.ts'
import { type Actor, SYSTEM_USER } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import type { Database, Statement } from '../../core/database.ts'
import { forbidden } from '../../core/errors.ts'
import { amountFor, may } from '../../core/permissions.ts'
import type { AnyResource } from '../../core/records.ts'
import { sideOf } from '../../core/side.ts'
import { Values } from '../../database/conditions/values.ts'
import { sourceOf } from '../../database/views/sources.ts'
import type { Oldest } from '../../lists/anchors.ts'
import { OLDEST_ROWS, readOldest } from '../../lists/oldest.ts'
import { inPieces } from '../../lists/pieces.ts'
import { filterOf } from '../../lists/sql/conditions.ts'
import { orderOf, orderSql, type Query } from '../../lists/sql/query.ts'
import { type ListReach, reachIn } from '../../lists/sql/reach.ts'
import { whereSql } from '../../lists/sql/where.ts'
import { recentTotals } from '../../lists/totals.ts'
import { handle } from '../../records/handle.ts'
import { type Decided, decidedToday } from './decidedToday.ts'

/** The field that says when a record was made. */
const MADE_AT = 'createTime'
/** Settings with what a person holds begin so; the code of the queue follows. */
const HELD = `${settings.held.key}.`
/** Pace is told of an hour at least: two decisions within a minute are no hundred an hour. */
const HOUR_MS = 3_600_000

/** A view that a person works. */
interface Worked {
  readonly queue: Queue
  readonly view: QueueView
  readonly r: AnyResource
}

/** A view in which something waits. */
interface Waiting extends Worked, Oldest {}

/** Whether a decision of the view moves the amounts of its records; a call has a form and amounts of its own. */
const movesAmounts = ({ view, r }: Worked): boolean =>
  view.decisions.some((d) => typeof d === 'string' && transitionsOf(r.id)[d]?.money === true)

/** Unit of what the decisions of a view move, as far as the person sees it. */
function unitOf(worked: Worked, actor: Actor): QueueUrgency['unit'] {
  const amount = amountFor(actor, worked.r)
  if (amount === null || !movesAmounts(worked)) return null
  const f = fieldOf(worked.r, amount)
  return f && isPoints(f) ? 'points' : f && isMoney(f) ? 'money' : null
}

/** The order in which a view grows old: by when records were made, where its list can be ordered so. */
const ageSort = (r: AnyResource, view: QueueView): string | undefined =>
  sortsOf(r).includes(MADE_AT) ? `+${MADE_AT}` : view.sort

const queryOf = ({ r, view }: Worked, reach: ListReach): Query => ({ resource: r, reach, conditions: view.where })

/** The oldest rows of views in which something waits, and sums of those that are not too many. */
async function waitingIn(views: readonly Worked[], totals: readonly Total[], reach: ListReach, db: Database) {
  const filled = views.flatMap((worked, n) =>
    (totals[n]?.total ?? 0) > 0 ? [{ worked, total: totals[n] as Total }] : [],
  )
  const oldest = await readOldest(
    db,
    filled.map(({ worked, total }) => {
      const sort = ageSort(worked.r, worked.view)
      const { amount } = worked.r.list
      const few = total.exact && total.total <= URGENCY_ROWS_MAX && movesAmounts(worked)
      return {
        q: queryOf(worked, reach),
        ...(sort ? { sort } : {}),
        ...(few && amount !== undefined ? { amount: { name: String(amount), most: URGENCY_ROWS_MAX } } : {}),
      }
    }),
  )
  return filled.map(({ worked }, n): Waiting => ({ ...worked, ...(oldest[n] as Oldest) }))
}

/** Records of these views that somebody else has in hand, or in whose making this person had a part: rows {resource, id, made}. */
const taken = (actor: Actor, views: readonly Waiting[]): Statement => {
  const { tenantId, userId } = actor
  const candidates = views.flatMap(({ r, rows }) => rows.map(({ id }) => [r.id, id] as const))
  return {
    text: `with k as (select * from unnest($3::text[], $4::bigint[]) k (resource, id))
      select k.resource, k.id, false as made from k join "claim" c on c.tenant_id = $1 and c.resource = k.resource and c.record_id = k.id
        and c.side = $5 where c.until > now() and c.user_id <> $2::bigint
      union all select distinct k.resource, k.id, true from k join "record_maker" m on m.tenant_id = $1 and m.resource = k.resource and m.record_id = k.id
        where m.user_id = $2::bigint`,
    values: [
      ...[tenantId, userId, candidates.map(([resource]) => resource), candidates.map(([, id]) => id)],
      // claims are of a side; who stands on none sees none
      sideOf(actor) ?? '',
    ],
  }
}

/** The oldest row of a view that is free for this person, asked of the database: where the remembered ones do not say. */
function freeOf({ view, r }: Waiting, actor: Actor, reach: ListReach, held: readonly string[]): Statement {
  const values = new Values()
  const sort = ageSort(r, view)
  const decidable = filterOf(r, DECIDABLE) ? [{ field: DECIDABLE, op: 'notequal', value: '0' } as const] : []
  const where = [
    whereSql(r, reach, [...view.where, ...decidable], values),
    `id <> all(${values.add(held)}::bigint[])`,
    `id not in (select c.record_id from "claim" c where c.tenant_id = ${values.add(actor.tenantId)} and c.resource = ${values.add(r.id)} and c.side = ${values.add(sideOf(actor) ?? '')} and c.until > now() and c.user_id <> ${values.add(actor.userId)}::bigint)`,
  ].join(' and ')
  const by = orderSql(orderOf({ resource: r, ...(sort ? { sort } : {}) }))
  return {
    text: `select id from ${sourceOf(r, reach.domains.views)} where ${where} order by ${by} limit 1`,
    values: values.list,
  }
}

/** Settings with what a person holds in each queue: rows {key, value}. */
const heldBy = ({ tenantId, userId }: Actor): Statement => ({
  text: `select key, value from "user_setting" where tenant_id = $1 and user_id = $2 and starts_with(key, $3)`,
  values: [tenantId, userId, HELD],
})

/** Ids that a person holds, by queue. */
const heldIn = (rows: readonly Record<string, unknown>[], now: Date): ReadonlyMap<string, string[]> =>
  new Map(
    rows.map(({ key, value }) => [
      String(key).slice(HELD.length),
      Object.entries((value ?? {}) as HeldRows).flatMap(([id, row]) =>
        isId(id) && !isBack(row, now.getTime()) ? [id] : [],
      ),
    ]),
  )

/** The record of each view that is next for this person, by `queue.view`; "" for none. */
async function nextIn(
  views: readonly Waiting[],
  found: readonly Record<string, unknown>[],
  held: ReadonlyMap<string, string[]>,
  { actor, context, reach }: { readonly actor: Actor; readonly context: ServerContext; readonly reach: ListReach },
): Promise<ReadonlyMap<string, string>> {
  const keys = (made: boolean) =>
    new Set(found.filter((row) => row.made === made).map((row) => `${row.resource}.${row.id}`))
  const [made, inHand] = [keys(true), keys(false)]
  const next = new Map<string, string>()
  const unsure: Waiting[] = []
  for (const waiting of views) {
    const { queue, view, r, rows } = waiting
    const own = new Set(held.get(queue.code) ?? [])
    // a maker may decide some of what they made: the states of a record say which
    const first = rows.find(({ id }) => !own.has(id) && !inHand.has(`${r.id}.${id}`))
    if (first && !made.has(`${r.id}.${first.id}`)) next.set(`${queue.code}.${view.code}`, first.id)
    else if (first || rows.length === OLDEST_ROWS) unsure.push(waiting)
  }
  const freed = await inPieces(unsure, async (piece) => {
    const { found: rows, failed } = await context.db.together(
      { tenantId: actor.tenantId },
      piece.map((one) => freeOf(one, actor, reach, held.get(one.queue.code) ?? [])),
    )
    if (failed !== undefined) throw failed
    return rows
  })
  for (const [n, { queue, view }] of unsure.entries())
    next.set(`${queue.code}.${view.code}`, String(freed[n]?.[0]?.id ?? ''))
  return next
}

/** Decisions of today in a view, and the pace since the first of them. */
function paceIn(view: QueueView, decided: readonly Decided[], now: Date): Pick<QueueUrgency, 'decided' | 'perHour'> {
  const own = decided.filter((d) => d.biz_type === view.resource && view.decisions.includes(d.action))
  const count = own.reduce((sum, d) => sum + d.n, 0)
  const since = Math.min(...own.map((d) => d.first.getTime()))
  return {
    decided: count,
    perHour: count === 0 ? 0 : Math.round(count / (Math.max(HOUR_MS, now.getTime() - since) / HOUR_MS)),
  }
}

/**
 * Each view that a person works, with how urgent it is. Totals are those of `rounds/queue-counts`, where they are recent; only views
 * in which something waits are asked for their oldest rows; whose hand a record is in is asked each time.
 */
async function urgencies(actor: Actor, context: ServerContext): Promise<QueueUrgency[]> {
  const reach = reachIn(context, actor)
  const now = context.now()
  const views = [...queues.values()].flatMap((queue): Worked[] =>
    viewsFor(queue, (code) => may(actor, code)).flatMap((view) => {
      const r = resources.get(view.resource)
      return r ? [{ queue, view, r }] : []
    }),
  )
  if (views.length === 0) return []
  const totals = await recentTotals(
    context.db,
    views.map((worked) => queryOf(worked, reach)),
  )
  const waiting = await waitingIn(views, totals, reach, context.db)
  const { found, failed } = await context.db.together({ tenantId: actor.tenantId }, [
    decidedToday(actor, now),
    heldBy(actor),
    taken(actor, waiting),
  ])
  if (failed !== undefined) throw failed
  const [decided = [], held = [], others = []] = found
  const next = await nextIn(waiting, others, heldIn(held, now), { actor, context, reach })
  const stands = new Map(waiting.map((one) => [one.view, one]))
  return views.map((worked, n) => {
    const { queue, view, r } = worked
    const stand = stands.get(view)
    const unit = unitOf(worked, actor)
    const at = ageSort(r, view) === `+${MADE_AT}` ? stand?.rows[0]?.at : undefined
    return {
      queue: queue.code,
      view: view.code,
      ...(totals[n] as Total),
      amount: unit === null ? null : (stand?.sum ?? null),
      unit,
      minutes: at instanceof Date ? Math.max(0, Math.floor((now.getTime() - at.getTime()) / 60_000)) : 0,
      targetHours: view.targetHours ?? TARGET_HOURS,
      next: next.get(`${queue.code}.${view.code}`) ?? '',
      ...paceIn(view, decided as unknown as Decided[], now),
    }
  })
}

/** How urgent the queues of whoever is signed in are. */
export const urgencyHandler = handle(readUrgency, ({ actor, context }) => {
  const { userId, sessionId, source } = actor
  if (userId === SYSTEM_USER || sessionId === '' || source !== undefined) throw forbidden()
  return urgencies(actor, context)
})
