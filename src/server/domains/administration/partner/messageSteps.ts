import { partnerMessage } from '../../../../model/administration/partner/partnerMessage.ts'
import { approvalHistory } from '../../../../model/desk/approvalHistory.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import { customerCertificationRecord } from '../../../../model/people/certification.ts'
import type { ServerContext } from '../../../core/context/context.ts'
import { firstIdAt } from '../../../core/ids.ts'
import { tableName } from '../../../writing/unitOfWork/rows.ts'

/** Number of steps of the tenant that one call examines: its cost does not grow with the request. */
export const LOOKED_THROUGH = 5_000

/** How old a step is before it is told, ms: one of an earlier number cannot be committed any more then. */
const SETTLED = 3_000

/** A step, with the message that its record came of; null where it came of none of this client. */
export interface MessageStep {
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
 * doctor, the order that a deliverable was accepted into. Steps of records that came of no message of this client have none, nor
 * have those of a doctor who was there already when the client registered them.
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
      and (m.biz_type <> '${authenticationDoctor.id}' or exists (select 1 from ${tableName(authenticationDoctor)} d
        where d.tenant_id = $1 and d.id = m.biz_id::bigint and d.create_user::text = $4::text))
    order by m.id desc limit 1) m on true
  order by h.id`

/** A look at what happened after a step (its id; "0": from the beginning). */
interface Look {
  readonly tenantId: string
  readonly clientId: string
  /** The company that the client is bound to; null for all. */
  readonly company: string | null
  readonly after: string
}

/** The steps that come next, at most `LOOKED_THROUGH`: fewer are all there are by now. */
export const stepsAfter = (
  { db }: Pick<ServerContext, 'db'>,
  { tenantId, clientId, company, after }: Look,
): Promise<MessageStep[]> =>
  db.scoped<MessageStep>(
    { tenantId },
    {
      name: 'message-steps',
      text: STEPS,
      values: [tenantId, after, firstIdAt(Date.now() - SETTLED), clientId, company],
    },
  )
