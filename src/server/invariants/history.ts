import { lifecycles, resourceOf } from '../../model/all.ts'
import { type Choice, choiceOf, type Field, isChoice } from '../../model/kernel/field.ts'
import type { Lifecycle, Transition } from '../../model/kernel/lifecycle.ts'
import { settlementOrderLifecycle } from '../../model/settlement/settlementOrder.ts'
import { leadingTo } from '../decisions/makers.ts'
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
      isChoice(f) &&
      Object.keys(f.values).every((v) => v === String(f.facts.initial) || reached.includes(choiceOf(f, v)))
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

/** What needs a checker of a lifecycle: the transition, and those that lead to where it starts. */
const checkedOf = (l: Lifecycle): { readonly name: string; readonly after: readonly string[] }[] =>
  Object.entries<Transition>(l.transitions).flatMap(([name, t]) =>
    t.makerChecker ? [{ name, after: leadingTo(l, t) }] : [],
  )

const listed = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')

/**
 * Reviews `h` of the records `r` of a lifecycle that were done while separation of duties was in force, as the history
 * of its parameter says.
 */
const reviewsOf = (l: Lifecycle): string => `
      select h.tenant_id, h.id, h.biz_code, h.action, h.operator_name from approval_history h
      join ${quoted(tableOf(resourceOf(l.resource)))} r on r.tenant_id = h.tenant_id and r.id::text = h.biz_id
      where h.biz_type = '${l.resource}' and h.action in (${listed(checkedOf(l).map((t) => t.name))}) and h.is_deleted = 0
        and coalesce((select p.to_status from approval_history p where p.tenant_id = h.tenant_id and p.biz_type = 'param' and p.biz_code = 'sod.enabled'
          and (p.operate_time, p.id) < (h.operate_time, h.id) order by p.operate_time desc, p.id desc limit 1), 'true') <> 'false'`

/**
 * INV-41 of one lifecycle: who created a record, and who brought it to where it is checked, did not check it. Makers
 * that only rules determine (`makers`) have invariants of their own.
 */
function apartOf(l: Lifecycle): Invariant[] {
  const checked = checkedOf(l)
  if (checked.length === 0) return []
  const [zh, en] = resourceOf(l.resource).title
  const led = checked
    .filter((t) => t.after.length > 0)
    .map((t) => `(h.action = '${t.name}' and s.action in (${listed(t.after)}))`)
  return [
    {
      id: `INV-41.${l.resource}.created`,
      title: [`${zh}不由新增它的人审核`, `Who created one of the ${en.toLowerCase()} did not review it`],
      sql: `${reviewsOf(l)} and h.operator_id = r.create_user`,
    },
    ...(led.length === 0
      ? []
      : [
          {
            id: `INV-41.${l.resource}.submitted`,
            title: [
              `${zh}不由提交它的人审核`,
              `Who submitted one of the ${en.toLowerCase()} did not review it afterwards`,
            ] as const,
            sql: `${reviewsOf(l)}
        and exists (select 1 from approval_history s where s.tenant_id = h.tenant_id and s.biz_type = h.biz_type and s.biz_id = h.biz_id
        and s.operator_id = h.operator_id and s.is_deleted = 0 and (s.operate_time, s.id) < (h.operate_time, h.id) and (${led.join(' or ')}))`,
          },
        ]),
  ]
}

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
  ...[...lifecycles.values()].flatMap(apartOf),
  {
    id: 'INV-41.cycle',
    title: ['确认周期的人不得审核其结算单', 'Whoever confirmed the cycle did not review its orders'],
    sql: `${reviewsOf(settlementOrderLifecycle)}
        and h.operator_id = (select c.confirm_user from settlement_cycle c where c.tenant_id = r.tenant_id and c.id = r.settlement_cycle_id)`,
  },
]
