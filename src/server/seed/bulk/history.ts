import type { Lifecycle, Transition } from '../../../model/kernel/lifecycle.ts'
import { orderDoctorLifecycle } from '../../../model/orders/orderDoctor.ts'
import { settlementCycleLifecycle } from '../../../model/settlement/settlementCycle.ts'
import { settlementOrderLifecycle } from '../../../model/settlement/settlementOrder.ts'
import type { Tx } from '../../core/database.ts'
import { type Person, SYSTEM } from '../story.ts'
import { codeSql, type Frame, idSql } from './frame.ts'
import { DAYS } from './settlement.ts'

/** One move of a record on its way to a status. */
interface Move {
  readonly status: number
  readonly seq: number
  readonly action: string
  readonly from: string
  readonly to: string
  readonly result: number
  readonly who: Person | null
  readonly days: number
}

const RESULT = { pass: 1, reject: 2, other: 3 } as const

/**
 * The moves along declared transitions; each must start where the one before it ended. `days`: after the order was
 * born.
 */
function path(
  l: Lifecycle,
  field: string,
  status: number,
  start: number,
  steps: readonly (readonly [action: string, who: Person | null, days: number])[],
): Move[] {
  let at = start
  const moves = steps.map(([action, who, days], seq): Move => {
    const t: Transition | undefined = l.transitions[action]
    const from =
      t && typeof t.from === 'object' ? [(t.from as Record<string, number | readonly number[]>)[field]].flat() : []
    const to = t && typeof t.to === 'object' ? (t.to as Record<string, unknown>)[field] : undefined
    if (!t || !from.includes(at) || typeof to !== 'number') throw new Error(`${l.resource} cannot ${action} at ${at}`)
    const move = {
      status,
      seq,
      action,
      from: String(at),
      to: String(to),
      result: RESULT[t.result ?? 'other'],
      who: t.by === 'system' ? SYSTEM : who,
      days,
    }
    at = to
    return move
  })
  if (at !== status) throw new Error(`${l.resource}: the way to ${status} ends at ${at}`)
  return moves
}

const movesOfOrders = ({ reviewer }: Frame): Move[] => {
  const pass = ['audit.pass', reviewer, 1] as const
  const way = [
    pass,
    ['confim.pass', null, 2],
    ['toSettle', reviewer, 3],
    ['pay', reviewer, DAYS[5]],
    ['settle', reviewer, DAYS[6]],
  ] as const
  const to = (status: number, steps: Parameters<typeof path>[4]) =>
    path(settlementOrderLifecycle, 'settlementStatus', status, 0, steps)
  return [
    ...to(1, [['audit.reject', reviewer, 1]]),
    ...[2, 3, 4, 5, 6].flatMap((status) => to(status, way.slice(0, status - 1) as Parameters<typeof path>[4])),
    ...to(9, [pass, ['void', reviewer, DAYS[9] ?? 3]]),
  ]
}

const COLUMNS = `(tenant_id, id, biz_type, biz_id, biz_code, action, from_status, to_status, result, operator_id, operator_name, operator_role, operate_time, request_id,
  record_version, changes, entrusted_company_id, fiscal_tax_id, create_user, create_time, update_user, update_time, is_deleted, version)`

/** The recordset that carries moves into SQL. */
const MOVES = `jsonb_to_recordset($2::jsonb) as s(status int, seq int, action text, "from" text, "to" text, result int, who text, name text, role text, days int)`
const asJson = (moves: readonly Move[]): string =>
  JSON.stringify(
    moves.map(({ who, ...m }) => ({
      ...m,
      who: who?.id ?? null,
      name: who?.name ?? null,
      role: who?.role ?? '企业管理员',
    })),
  )

const changes = (field: string): string =>
  `jsonb_build_array(jsonb_build_object('field', '${field}', 'from', s."from"::int, 'to', s."to"::int))`

/** History of cycles, orders and doctor orders: a row for every move that brought them where they stand (INV-40). */
export async function fillHistory(tx: Tx, f: Frame, told: (text: string) => void): Promise<void> {
  told('approval_history')
  const at = `o.born + interval '1 day' * s.days`
  await tx.query(
    `insert into approval_history ${COLUMNS}
     select $1, ${idSql('orderHistory', 'o.n * 8 + s.seq', 'o')}, 'settlementOrder', o.id::text, ${codeSql('SO', 'o.born', 'o.n')}, s.action, s."from", s."to", s.result,
       s.who::bigint, coalesce(s.name, c.contact), s.role, ${at}, 'seed', (s.seq + 1)::text, ${changes('settlementStatus')}, o.company_id, o.fiscal_tax_id,
       s.who::bigint, ${at}, s.who::bigint, ${at}, 0, 0
     from bulk_order o join bulk_company c on c.c = o.c join ${MOVES} on s.status = o.status order by 2`,
    [f.tenantId, asJson(movesOfOrders(f))],
  )
  const cycle = (status: 2 | 3) =>
    path(settlementCycleLifecycle, 'cycleStatus', status, 0, [
      ['close', null, 0],
      ['confim', f.maker, 0],
      ...(status === 3 ? ([['settle', null, 7]] as const) : []),
    ])
  const when = `case s.seq when 0 then (o.next + interval '10 minutes')::timestamptz else ${at} end`
  await tx.query(
    `insert into approval_history ${COLUMNS}
     select $1, ${idSql('otherHistory', '262144 + o.c * 4 + s.seq', 'o')}, 'settlementCycle', o.cycle_id::text, ${codeSql('SC', 'o.first', 'o.c')}, s.action, s."from", s."to", s.result,
       s.who::bigint, s.name, s.role, ${when}, 'seed', (s.seq + 1)::text, ${changes('cycleStatus')}, o.company_id, null, s.who::bigint, ${when}, s.who::bigint, ${when}, 0, 0
     from (select cycle_id, c, first, next, base, company_id, min(born) born, case when bool_and(status = 6) then 3 else 2 end status from bulk_order group by 1, 2, 3, 4, 5, 6) o
     join ${MOVES} on s.status = o.status order by 2`,
    [f.tenantId, asJson([...cycle(2), ...cycle(3)])],
  )
  // doctor orders: into settlement with toSettle, then paid; the second has no declared edge yet
  const settle = path(orderDoctorLifecycle, 'orderStatus', 2, 1, [['settle', null, 3]])
  const paid: Move = {
    status: 3,
    seq: 1,
    action: 'paid',
    from: '2',
    to: '3',
    result: 3,
    who: { ...f.cashier, role: SYSTEM.role },
    days: 6,
  }
  await tx.query(
    `insert into approval_history ${COLUMNS}
     select $1, ${idSql('otherHistory', 'l.n * 2 + s.seq', 'o')}, 'orderDoctor', l.source_id::text, ${codeSql('OD', 'l.accepted', 'l.n')}, s.action, s."from", s."to", s.result,
       s.who::bigint, s.name, s.role, ${at}, 'seed', (s.seq + 3)::text, ${changes('orderStatus')}, o.company_id, o.fiscal_tax_id, s.who::bigint, ${at}, s.who::bigint, ${at}, 0, 0
     from bulk_line l join bulk_order o on o.id = l.order_id join ${MOVES} on s.status = case o.status when 6 then 3 else 2 end
     where o.status in (4, 5, 6) order by 2`,
    [f.tenantId, asJson([...settle, ...settle.map((m) => ({ ...m, status: 3 })), paid])],
  )
}
