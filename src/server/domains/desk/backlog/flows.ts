import { lifecycles } from '../../../../model/business.ts'
import { statusFields } from '../../../../model/language/derived/past.ts'
import type { Lifecycle } from '../../../../model/language/lifecycle.ts'
import type { QueueView } from '../../../../model/language/queue.ts'
import type { Statement } from '../../../core/database.ts'
import type { AnyResource } from '../../../core/records.ts'
import { Values } from '../../../database/conditions/values.ts'
import { andVariant, columnOf, quoted, tableOf } from '../../../database/names.ts'

/** How many records changed from one kept state to another on a day; "" for a state that there was not, or is no more. */
export interface Flow {
  readonly resource: string
  /** yyyy-MM-dd in Shanghai. */
  readonly day: string
  readonly before: string
  readonly after: string
  readonly n: number
}

/** Instants between which flows are counted, ISO; the second one is not of them. */
export interface Span {
  readonly from: string
  readonly to: string
}

const dayOf = (column: string): string => `to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`

/**
 * Transitions by day and states, as the history keeps them (INV-40): of all resources one statement, by the index of record types
 * and times. Rows of `Flow`.
 */
export const moved = (tenantId: string, resources: readonly string[], { from, to }: Span): Statement => ({
  text: `select biz_type as resource, ${dayOf('operate_time')} as day, coalesce(from_status, '') as before, coalesce(to_status, '') as after, count(*)::int as n
    from "approval_history" where tenant_id = $1 and biz_type = any($2::text[]) and operate_time >= $3 and operate_time < $4 and is_deleted = 0
    group by 1, 2, 3, 4`,
  values: [tenantId, resources, from, to],
})

/** The text that a record's present states would be kept as (`stateText`). */
const stateSql = (l: Lifecycle, of: string): string =>
  statusFields(l)
    .map((name) => `coalesce(${of}${quoted(columnOf(name))}::text, '')`)
    .join(` || '/' || `)

/**
 * Records that were made without a transition, by day and the state they had then: what the first entry of their history says, else
 * the present one. `deleted`: those that are deleted since, which an index of their own finds (migration 0026). Rows of `Flow`.
 */
export function made(tenantId: string, r: AnyResource, l: Lifecycle, { from, to }: Span, deleted = false): Statement {
  const values = new Values()
  const tenant = values.add(tenantId)
  const id = values.add(r.id)
  const since = values.add(from)
  const there = deleted ? `t.is_deleted = 1 and t.update_time >= ${since}` : 't.is_deleted = 0'
  return {
    text: `select ${id}::text as resource, ${dayOf('t.create_time')} as day, '' as before, coalesce(h.from_status, ${stateSql(l, 't.')}) as after, count(*)::int as n
      from ${quoted(tableOf(r))} t left join lateral (select id, from_status from "approval_history" h
        where h.tenant_id = ${tenant} and h.biz_type = ${id} and h.biz_id = t.id::text order by h.operate_time, h.id limit 1) h on true
      where t.tenant_id = ${tenant} and ${there} and t.create_time >= ${since} and t.create_time < ${values.add(to)}${andVariant(r, 't.')}
        and (h.id is null or coalesce(h.from_status, '') <> '') group by 1, 2, 3, 4`,
    values: values.list,
  }
}

/** Records that were deleted without a transition, by the day and their last state. Rows of `Flow`. */
export function removed(tenantId: string, r: AnyResource, l: Lifecycle, { from, to }: Span): Statement {
  const values = new Values()
  const tenant = values.add(tenantId)
  const id = values.add(r.id)
  return {
    text: `select ${id}::text as resource, ${dayOf('t.update_time')} as day, ${stateSql(l, 't.')} as before, '' as after, count(*)::int as n
      from ${quoted(tableOf(r))} t
      where t.tenant_id = ${tenant} and t.is_deleted = 1 and t.update_time >= ${values.add(from)} and t.update_time < ${values.add(to)}${andVariant(r, 't.')}
        and not exists (select 1 from "approval_history" h where h.tenant_id = ${tenant} and h.biz_type = ${id} and h.biz_id = t.id::text and h.to_status = 'deleted')
      group by 1, 2, 3, 4`,
    values: values.list,
  }
}

/** Whether records of the resource may be deleted, by a transition or otherwise. */
export const isRemovable = (r: AnyResource, l: Lifecycle): boolean =>
  r.operations.includes('delete') || Object.values(l.transitions).some((t) => t.to === 'deleted')

/** Returns whether a kept state is one that a view lists; null where its conditions are of more than states. */
export function memberOf({ resource, where }: QueueView): ((state: string) => boolean) | null {
  const l = lifecycles.get(resource)
  const names = l ? statusFields(l) : []
  const wanted = where.map(({ field, op, value }) => ({ at: names.indexOf(field), op, value }))
  if (wanted.length === 0 || wanted.some(({ at, op }) => at < 0 || op !== 'equal')) return null
  return (state) => {
    const parts = state.split('/')
    return parts.length === names.length && wanted.every(({ at, value }) => parts[at] === value)
  }
}
