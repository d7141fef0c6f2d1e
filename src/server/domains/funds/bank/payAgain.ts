import { reconciliationInfo } from '../../../../model/funds/reconciliation.ts'
import type { transferAccount, transferAccountLifecycle } from '../../../../model/funds/transfers.ts'
import type { RulesOf } from '../../../../model/language/lifecycle.ts'
import { orderDoctorPayment } from '../../../../model/payment/orderDoctorPayment.ts'
import { entrustedTaxPaymentOrder } from '../../../../model/payment/payments.ts'
import { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import { thirdPlatform } from '../../../../model/people/thirdPlatform.ts'
import { plusDays } from '../../../../model/values/calendar.ts'
import type { Label } from '../../../../model/values/label.ts'
import { fen } from '../../../../model/values/money.ts'
import { AppError } from '../../../core/errors.ts'
import { yurRefOf } from '../../../writing/requests.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { isListed } from '../../people/blacklist.ts'
import type { Difference } from '../ledger/reconciled.ts'
import { companyUnit, unitIds, unitShort } from '../ledger/units.ts'
import { companyOf, payout, TAXES, taxOrder } from './bankAnswers.ts'
import { cardOf } from './handleInfo.ts'
import { sendTransfers, type Transfer } from './sending.ts'

type Rules = RulesOf<typeof transferAccount, typeof transferAccountLifecycle, UnitOfWork>

const RESOLVED = 4

/** Why it is not paid again: finance has not said how the difference is handled, of which a reconciliation tells. */
async function differenceProblem(
  work: UnitOfWork,
  transfer: Transfer,
  companyId: string | null,
): Promise<Label | null> {
  const unit = await companyUnit(work, companyId)
  const since = (transfer.finishTime ?? work.time).slice(0, 10)
  const days = await work.rows(reconciliationInfo, {
    accountNo: unit?.unitNo ?? '',
    reconDate: { from: since, before: plusDays(work.time, 1) },
  })
  const tells = days.find((day) =>
    ((day.resultDetail ?? []) as readonly Difference[]).some((d) => d.diffType === 4 && d.yurRef === transfer.yurRef),
  )
  return tells?.reconStatus === RESOLVED
    ? null
    : [
        `退票差异尚未处理，请财务先在对账任务 ${tells?.taskid ?? ''} 中处理`,
        `The difference is not handled yet: finance resolves reconciliation ${tells?.taskid ?? ''} first`,
      ]
}

/** Why a doctor is not paid: they were blacklisted meanwhile. */
async function listedProblem(work: UnitOfWork, transfer: Transfer): Promise<Label | null> {
  if (transfer.bizType === TAXES) return null
  const { payment } = await payout(work, transfer)
  return (await isListed(work, payment.doctorId, payment.entrustedCompanyId))
    ? [`${payment.doctorName}在黑名单中，不能付款`, `${payment.doctorName} is blacklisted and is not paid`]
    : null
}

/** Present payee: the doctor by their card, the fiscal-tax company by its account. */
async function payeeOf(work: UnitOfWork, transfer: Transfer) {
  if (transfer.bizType !== TAXES) {
    const { payment } = await payout(work, transfer)
    const card = await cardOf(work, payment.doctorId, {})
    const doctor = await work.row(authenticationDoctor, payment.doctorId)
    return { payeeName: doctor?.doctorName ?? null, payeeAccount: card.account, payeeBankNo: card.branchNo }
  }
  const payee = await work.row(thirdPlatform, (await taxOrder(work, transfer)).fiscalTaxId)
  if (!payee?.bankAccount)
    throw new AppError(400, [
      '财税公司没有银行账号，请先维护',
      'The fiscal-tax company has no bank account: enter it first',
    ])
  return { payeeName: payee.name, payeeAccount: payee.bankAccount, payeeBankNo: null }
}

/**
 * Money that came back late is paid once more under a new reference (3.14): finance said how the difference is handled, a
 * cashier pays. What it was paid for stays paid throughout.
 */
export const payAgain: Rules['payAgain'] = {
  lock: async (transfer, work) => {
    const payment = transfer.bizType === TAXES ? null : await work.row(orderDoctorPayment, transfer.bizId)
    const of = payment ?? (await work.row(entrustedTaxPaymentOrder, transfer.bizId))
    return {
      // before whose card is changed, or after
      authenticationDoctor: payment?.doctorId ? [payment.doctorId] : [],
      tradingManagerInfo: await unitIds(work, of?.entrustedCompanyId ?? null),
    }
  },
  guard: async (transfer, _ask, work) => {
    const companyId = await companyOf(work, transfer)
    const problem =
      (await differenceProblem(work, transfer, companyId)) ??
      (await listedProblem(work, transfer)) ??
      (await unitShort(work, companyId, fen(transfer.amount ?? '0')))
    if (!problem) await payeeOf(work, transfer)
    return problem
  },
  effect: async (transfer, _ask, work) => {
    const unit = await companyUnit(work, await companyOf(work, transfer))
    const { bizType, bizId, bizCode, amount, purpose } = transfer
    await sendTransfers(work, [
      {
        yurRef: yurRefOf(work, bizType === TAXES ? 'YT' : 'YR'),
        ...{ bizType, bizId, bizCode, amount, purpose },
        ...(await payeeOf(work, transfer)),
        payAccount: unit?.bankAccount ?? null,
        againOfId: transfer.id,
      },
    ])
    return undefined
  },
}
