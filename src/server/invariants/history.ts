import { lifecycles, resourceOf } from '../../model/all.ts'
import { type Choice, type Field, isChoice } from '../../model/kernel/field.ts'
import type { Lifecycle, Transition } from '../../model/kernel/lifecycle.ts'
import { columnOf, quoted, tableOf } from '../store/names.ts'
import { statusFields } from '../writes/trail.ts'
import type { Invariant } from './invariant.ts'

const statusSql = (l: Lifecycle): string =>
  statusFields(l)
    .map((f) => `coalesce(r.${quoted(columnOf(f))}::text, '')`)
    .join(` || '/' || `)

/**
 * Does every value but the first have an edge that leads to it? Only then must each record explain how it got there.
 */
function isWhole(l: Lifecycle): boolean {
  const fields = resourceOf(l.resource).fields as Readonly<Record<string, Field>>
  return statusFields(l).every((name) => {
    const f = fields[name] as Choice
    const reached = Object.values<Transition>(l.transitions).map((t) =>
      typeof t.to === 'object' ? (t.to as Record<string, unknown>)[name] : undefined,
    )
    return (
      isChoice(f) && Object.keys(f.values).every((v) => v === String(f.facts.initial) || reached.includes(Number(v)))
    )
  })
}

const initial = (l: Lifecycle): string => {
  const fields = resourceOf(l.resource).fields as Readonly<Record<string, Field>>
  return statusFields(l)
    .map((name) => String(fields[name]?.facts.initial ?? ''))
    .join('/')
}

/**
 * INV-40 of one lifecycle: the last history row says where the record stands, and a record not at its start has one.
 */
const ofLifecycle = (l: Lifecycle): Invariant => ({
  id: `INV-40.${l.resource}`,
  title: [
    `${resourceOf(l.resource).title[0]}的状态与其审批记录一致`,
    `${resourceOf(l.resource).title[1]} stand where their history says`,
  ],
  sql: `
    select r.tenant_id, r.id, ${statusSql(l)} as status, h.to_status as found from ${quoted(tableOf(resourceOf(l.resource)))} r
    left join lateral (select to_status from approval_history where tenant_id = r.tenant_id and biz_type = '${l.resource}' and biz_id = r.id::text and is_deleted = 0
      order by operate_time desc, id desc limit 1) h on true
    where r.is_deleted = 0 and (h.to_status <> ${statusSql(l)}${isWhole(l) ? ` or (h.to_status is null and ${statusSql(l)} <> '${initial(l)}')` : ''})`,
})

/** Transitions that a record's maker may not do. */
const checked = [...lifecycles.values()].flatMap((l) =>
  Object.entries<Transition>(l.transitions).flatMap(([id, t]) =>
    t.makerChecker ? [{ resource: l.resource, id }] : [],
  ),
)

/** Reviews of settlement orders. */
const REVIEWS = 'select h.tenant_id, h.id, h.biz_code, h.action, h.operator_name from approval_history h'

/** Those done while separation of duties was in force, as the history of its parameter says. */
const WHILE_APART = `h.biz_type = 'settlementOrder' and h.action in (${checked.map((t) => `'${t.id}'`).join(', ')}) and h.is_deleted = 0
        and coalesce((select p.to_status from approval_history p where p.tenant_id = h.tenant_id and p.biz_type = 'param' and p.biz_code = 'sod.enabled'
          and (p.operate_time, p.id) < (h.operate_time, h.id) order by p.operate_time desc, p.id desc limit 1), 'true') <> 'false'`

/** What history says: INV-40, 41. */
export const historyInvariants: readonly Invariant[] = [
  {
    id: 'INV-41.changeRequest',
    title: ['变更申请不由申请人自己复核', 'Nobody reviewed their own change request'],
    sql: 'select tenant_id, id, code, requester_name from change_request where is_deleted = 0 and reviewer_id = requester_id',
  },
  {
    id: 'INV-40.chain',
    title: ['每条审批记录从上一条的新状态开始', 'Each history row starts where the one before it ended'],
    sql: `
      select * from (
        select tenant_id, id, biz_type, biz_id, from_status, lag(to_status) over (partition by tenant_id, biz_type, biz_id order by operate_time, id) as found
        from approval_history where is_deleted = 0) h
      where found is not null and found <> from_status`,
  },
  ...[...lifecycles.values()].map(ofLifecycle),
  {
    id: 'INV-41',
    title: ['制单人不得审核自己的单据', 'Whoever confirmed the cycle did not review its orders'],
    sql: `
      ${REVIEWS}
      join settlement_order o on o.tenant_id = h.tenant_id and o.id::text = h.biz_id
      left join settlement_cycle c on c.tenant_id = o.tenant_id and c.id = o.settlement_cycle_id
      where ${WHILE_APART} and (h.operator_id = c.confirm_user or h.operator_id = o.create_user)`,
  },
  {
    id: 'INV-41.resubmit',
    title: ['重新提交结算单的人不得再审核它', 'Whoever resubmitted an order did not review it afterwards'],
    sql: `
      ${REVIEWS}
      where ${WHILE_APART} and exists (select 1 from approval_history s where s.tenant_id = h.tenant_id and s.biz_type = h.biz_type and s.biz_id = h.biz_id
        and s.action = 'submit' and s.operator_id = h.operator_id and s.is_deleted = 0 and (s.operate_time, s.id) < (h.operate_time, h.id))`,
  },
]
