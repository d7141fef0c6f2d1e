import { partnerMessages, partnerSettlements } from '../../../../model/administration/partner/reads.ts'
import { isId } from '../../../../model/language/derived/validate.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import { wallClock } from '../../../../model/values/dates.ts'
import { AppError } from '../../../core/errors.ts'
import { type DeclaredHandler, handle, handleWhole } from '../../../records/handle.ts'
import { page } from '../../../records/read.ts'
import { LOOKED_THROUGH, type MessageStep, stepsAfter } from './messageSteps.ts'

const PASS = 1
const REJECT = 2
const PAID = 'pay'

const outcomeOf = ({ biz_type, action, result }: MessageStep): 'accepted' | 'refused' | 'paid' | 'changed' => {
  if (biz_type === orderDoctor.id && action === PAID) return 'paid'
  return result === PASS ? 'accepted' : result === REJECT ? 'refused' : 'changed'
}

const eventOf = (row: MessageStep) => ({
  eventId: row.id,
  messageNumber: row.message_number as string,
  kind: row.kind as never,
  bizType: row.biz_type,
  bizId: row.biz_id,
  bizCode: row.biz_code,
  outcome: outcomeOf(row),
  action: row.action,
  state: row.to_status,
  // remarks on anything but a refusal are the platform's own
  reason: row.result === REJECT ? row.remark : null,
  eventTime: wallClock(new Date(row.operate_time)),
})

export const partnerOutcomeCalls: readonly DeclaredHandler[] = [
  handle(partnerMessages, async ({ query, actor, context }) => {
    const after = query.after || '0'
    if (after !== '0' && !isId(after))
      throw new AppError(400, ['after 须为上次返回的 next', 'after is what was answered as next'], { after: '无效' })
    const { tenantId, userId: clientId, company } = actor
    const rows = await stepsAfter(context, { tenantId, clientId, company, after })
    return {
      next: rows.at(-1)?.id ?? after,
      more: rows.length === LOOKED_THROUGH ? (1 as const) : (0 as const),
      events: rows.filter((row) => row.message_number !== null).map(eventOf),
    }
  }),
  handleWhole(partnerSettlements, (request) => page(request, settlementOrder)),
]
