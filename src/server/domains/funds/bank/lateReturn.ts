import type { transferAccount, transferAccountLifecycle } from '../../../../model/funds/transfers.ts'
import type { RulesOf } from '../../../../model/language/lifecycle.ts'
import { orderDoctorPayment } from '../../../../model/payment/orderDoctorPayment.ts'
import { entrustedTaxPaymentOrder } from '../../../../model/payment/payments.ts'
import { fen } from '../../../../model/values/money.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { companyUnit, moveUnit, unitIds, unitShort } from '../ledger/units.ts'
import { companyOf, suspendReturned, TAXES } from './bankAnswers.ts'

type Rules = RulesOf<typeof transferAccount, typeof transferAccountLifecycle, UnitOfWork>

/**
 * Money that came back late and is not paid again, a doctor being on the blacklist for example: it leaves the unit of its
 * company, and two persons of finance give it back (`suspenseEntry`). What it was paid for stays paid in all documents that
 * were declared; its taxes are corrected in the next return.
 */
export const toSuspense: Rules['toSuspense'] = {
  lock: async (transfer, work) => {
    const id = transfer.bizId
    const of =
      transfer.bizType === TAXES ? await work.row(entrustedTaxPaymentOrder, id) : await work.row(orderDoctorPayment, id)
    return { tradingManagerInfo: await unitIds(work, of?.entrustedCompanyId ?? null) }
  },
  guard: async (transfer, _ask, work) => unitShort(work, await companyOf(work, transfer), fen(transfer.amount ?? '0')),
  effect: async (transfer, ask, work) => {
    const unit = await companyUnit(work, await companyOf(work, transfer))
    if (!unit) throw new Error(`transfer ${transfer.yurRef} has no unit`)
    await moveUnit(work, unit.id, -fen(transfer.amount ?? '0'))
    await suspendReturned(work, transfer, [ask.reason, ask.reason])
    return undefined
  },
}
