import { approvalHistory } from '../../../model/desk/approvalHistory.ts'
import { wallClock } from '../../../model/kernel/dates.ts'
import { isId } from '../../../model/kernel/validate.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { partnerMessage } from '../../../model/partner/partnerMessage.ts'
import { partnerMessages, partnerSettlements } from '../../../model/partner/reads.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { customerCertificationRecord } from '../../../model/people/certification.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { AppError } from '../../core/errors.ts'
import { firstIdAt } from '../../core/ids.ts'
import { type DeclaredHandler, handle, handleWhole } from '../../records/handle.ts'
import { page } from '../../records/read.ts'
import { tableName } from '../../writes/rows.ts'

/** Steps of the tenant that one call looks through: what it costs does not grow with what was asked for. */
const LOOKED_THROUGH = 5_000

/** How old a step is before it is told, ms: one of an earlier number cannot be committed any more then. */
const SETTLED = 3_000

const PASS = 1
const REJECT = 2
const PAID = 'pay'

interface Row {
  id: string
  message_number: string | null
  kind: string
  biz_type: string
  biz_id: string
  biz_code: string | null
  action: string
  to_status: string | null
  result: number | null
  remark: string | null
  operate_time: Date
}

/**
 * Steps after one, in their order, each with the message that its record came of: the record itself, the certification of a
 * doctor, the order that a deliverable was accepted into. Steps of records that came of no message of this client have none.
 */
const STEPS = `select h.id::text as id, m.message_number, m.kind, h.biz_type, h.biz_id, h.biz_code, h.action, h.to_status, h.result,
    h.remark, h.operate_time
  from (select * from ${tableName(approvalHistory)} where tenant_id = $1 and id > $2 and id < $3 and is_deleted = 0
    order by id limit ${LOOKED_THROUGH}) h
  left join lateral (select o.biz_type, o.biz_id from ${tableName(orderDoctor)} o
    where h.biz_type = '${orderDoctor.id}' and o.tenant_id = $1 and o.id = h.biz_id::bigint) o on true
  left join lateral (select r.customer_id from ${tableName(customerCertificationRecord)} r
    where h.biz_type = '${customerCertificationRecord.id}' and r.tenant_id = $1 and r.id = h.biz_id::bigint) r on true
  left join lateral (select m.message_number, m.kind from ${tableName(partnerMessage)} m
    where m.tenant_id = $1 and m.client_id = $4 and m.is_deleted = 0
      and m.biz_id = coalesce(o.biz_id, r.customer_id, h.biz_id)
      and m.biz_type = case when r.customer_id is not null then '${authenticationDoctor.id}' else coalesce(o.biz_type, h.biz_type) end
      and ($5::bigint is null or m.entrusted_company_id is null or m.entrusted_company_id = $5)
    order by m.id desc limit 1) m on true
  order by h.id`

const outcomeOf = ({ biz_type, action, result }: Row): 'accepted' | 'refused' | 'paid' | 'changed' => {
  if (biz_type === orderDoctor.id && action === PAID) return 'paid'
  return result === PASS ? 'accepted' : result === REJECT ? 'refused' : 'changed'
}

const eventOf = (row: Row) => ({
  eventId: row.id,
  messageNumber: row.message_number as string,
  kind: row.kind as never,
  bizType: row.biz_type,
  bizId: row.biz_id,
  bizCode: row.biz_code,
  outcome: outcomeOf(row),
  action: row.action,
  state: row.to_status,
  reason: row.remark,
  eventTime: wallClock(new Date(row.operate_time)),
})

export const partnerOutcomeCalls: readonly DeclaredHandler[] = [
  handle(partnerMessages, async ({ query, actor, reader }) => {
    const after = query.after || '0'
    if (after !== '0' && !isId(after))
      throw new AppError(400, ['after 须为上次返回的 next', 'after is what was answered as next'], { after: '无效' })
    const rows = await reader.query<Row>({
      name: 'partner-outcomes',
      text: STEPS,
      values: [actor.tenantId, after, firstIdAt(Date.now() - SETTLED), actor.userId, actor.company],
    })
    return {
      next: rows.at(-1)?.id ?? after,
      more: rows.length === LOOKED_THROUGH ? (1 as const) : (0 as const),
      events: rows.filter((row) => row.message_number !== null).map(eventOf),
    }
  }),
  handleWhole(partnerSettlements, (request) => page(request, settlementOrder)),
]
