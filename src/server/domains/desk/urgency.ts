import { queues, resources } from '../../../model/business.ts'
import { readUrgency } from '../../../model/desk/urgencyCall.ts'
import { DECIDABLE } from '../../../model/language/decidable.ts'
import { isId } from '../../../model/language/derived/validate.ts'
import { kindOf } from '../../../model/language/fields/kinds.ts'
import { sortsOf } from '../../../model/language/listing.ts'
import type { Queue, QueueView } from '../../../model/language/queue.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import { viewsFor } from '../../../model/queueViews.ts'
import { settings } from '../../../model/wire/settings/settings.ts'
import { type HeldRows, isBack } from '../../../model/wire/settings/shapes.ts'
import { type QueueUrgency, TARGET_HOURS, URGENCY_ROWS_MAX } from '../../../model/wire/urgency.ts'
import { type Actor, SYSTEM_USER } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import type { Statement } from '../../core/database.ts'
import { forbidden } from '../../core/errors.ts'
import { amountFor, may } from '../../core/permissions.ts'
import type { AnyResource } from '../../core/records.ts'
import { Values } from '../../database/conditions/values.ts'
import { columnOf, quoted } from '../../database/names.ts'
import { sourceOf } from '../../database/views/sources.ts'
import { filterOf } from '../../lists/sql/conditions.ts'
import { orderOf, orderSql } from '../../lists/sql/query.ts'
import { type ListReach, reachIn } from '../../lists/sql/reach.ts'
import { whereSql } from '../../lists/sql/where.ts'
import { handle } from '../../records/handle.ts'
import { type Decided, decidedToday } from './decidedToday.ts'

/** Pace is told of an hour at least: two decisions within a minute are no hundred an hour. */
const HOUR_MS = 3_600_000

interface Stand {
  readonly n: number
  readonly amount: string | null
  readonly oldest: Date | null
  readonly next: string | null
}

/** Unit of the amount of a resource. */
const unitOf = (r: AnyResource): QueueUrgency['unit'] => {
  const f = r.list.amount === undefined ? undefined : fieldOf(r, r.list.amount as string)
  return f && kindOf(f).wire === 'number' ? 'points' : 'money'
}

/** The order in which a view grows old: by when records were made, where its list can be ordered so. */
const ageOf = (r: AnyResource, view: QueueView) => {
  const sort = sortsOf(r).includes('createTime') ? '+createTime' : view.sort
  return { made: sort === '+createTime', order: orderOf({ resource: r, ...(sort ? { sort } : {}) }) }
}

/**
 * How a view stands, in one statement: rows counted and summed to `URGENCY_ROWS_MAX`, the oldest by its index, and the oldest that
 * is free for this person.
 */
function standOf(view: QueueView, r: AnyResource, actor: Actor, reach: ListReach, held: readonly string[]): Statement {
  const values = new Values()
  const amount = amountFor(actor, r)
  const source = sourceOf(r, reach.domains.views)
  const where = whereSql(r, reach, view.where, values)
  const { made, order } = ageOf(r, view)
  const by = orderSql(order)
  const may = filterOf(r, DECIDABLE)
    ? whereSql(r, reach, [...view.where, { field: DECIDABLE, op: 'notequal', value: '0' }], values)
    : where
  const free = [
    `id <> all(${values.add(held)}::bigint[])`,
    `id not in (select c.record_id from "claim" c where c.tenant_id = ${values.add(actor.tenantId)} and c.resource = ${values.add(r.id)} and c.until > now() and c.user_id <> ${values.add(actor.userId)}::bigint)`,
  ].join(' and ')
  const sum = amount ? quoted(columnOf(amount)) : 'null::numeric'
  return {
    text: `select c.n, c.amount, ${made ? 'o.at' : 'null::timestamptz'} as oldest, x.id as next
      from (select count(*)::int as n, sum(s.a)::text as amount from (select ${sum} as a from ${source} where ${where} limit ${URGENCY_ROWS_MAX + 1}) s) c
      left join lateral (select ${order.column} as at from ${source} where ${where} order by ${by} limit 1) o on true
      left join lateral (select id from ${source} where ${may} and ${free} order by ${by} limit 1) x on true`,
    values: values.list,
  }
}

/** Ids that a person holds in each queue. */
async function heldBy({ tenantId, userId }: Actor, { db, now }: ServerContext): Promise<ReadonlyMap<string, string[]>> {
  const prefix = `${settings.held.key}.`
  const rows = await db.scoped<{ key: string; value: HeldRows | null }>(
    { tenantId },
    {
      name: 'held-rows',
      text: `select key, value from "user_setting" where tenant_id = $1 and user_id = $2 and starts_with(key, $3)`,
      values: [tenantId, userId, prefix],
    },
  )
  const at = now().getTime()
  return new Map(
    rows.map(({ key, value }) => [
      key.slice(prefix.length),
      Object.entries(value ?? {}).flatMap(([id, row]) => (isId(id) && !isBack(row, at) ? [id] : [])),
    ]),
  )
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

/** Each view that a person works, with how urgent it is: one round trip, a statement for each. */
async function urgencies(actor: Actor, context: ServerContext): Promise<QueueUrgency[]> {
  const reach = reachIn(context, actor)
  const held = await heldBy(actor, context)
  const now = context.now()
  const views = [...queues.values()].flatMap((queue: Queue) =>
    viewsFor(queue, (code) => may(actor, code)).flatMap((view) => {
      const r = resources.get(view.resource)
      return r ? [{ queue, view, r }] : []
    }),
  )
  if (views.length === 0) return []
  const { found, failed } = await context.db.together({ tenantId: actor.tenantId }, [
    decidedToday(actor, now),
    ...views.map(({ queue, view, r }) => standOf(view, r, actor, reach, held.get(queue.code) ?? [])),
  ])
  if (failed !== undefined) throw failed
  const [decided = [], ...stands] = found
  return views.map(({ queue, view, r }, n) => {
    const stand = stands[n]?.[0] as unknown as Stand
    const more = stand.n > URGENCY_ROWS_MAX
    return {
      queue: queue.code,
      view: view.code,
      total: Math.min(stand.n, URGENCY_ROWS_MAX),
      more,
      amount: more || stand.n === 0 ? null : stand.amount,
      unit: unitOf(r),
      minutes: stand.oldest ? Math.max(0, Math.floor((now.getTime() - stand.oldest.getTime()) / 60_000)) : 0,
      targetHours: view.targetHours ?? TARGET_HOURS,
      next: stand.next === null ? '' : String(stand.next),
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
