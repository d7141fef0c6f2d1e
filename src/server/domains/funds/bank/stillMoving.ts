import { intent } from '../../../../model/administration/system/intent.ts'
import { cmbBank } from '../../../../model/funds/cmbBank.ts'
import { handleApply } from '../../../../model/funds/handle.ts'
import { entrustedAccountPrepay } from '../../../../model/funds/prepay.ts'
import { suspenseEntry } from '../../../../model/funds/suspense.ts'
import { dmanInternalTransfer, dmanInternalTransferPoint, transferAccount } from '../../../../model/funds/transfers.ts'
import { tradingManagerInfo } from '../../../../model/funds/units.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { orderDoctorPayment } from '../../../../model/payment/orderDoctorPayment.ts'
import { entrustedTaxPaymentOrder, platServiceFee } from '../../../../model/payment/payments.ts'
import { platServiceFeePoint } from '../../../../model/payment/platServiceFeePoint.ts'
import { entrustedCompany } from '../../../../model/people/entrustedCompany.ts'
import { wallClock } from '../../../../model/values/dates.ts'
import type { Label } from '../../../../model/values/label.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { moneySettlement } from '../../settlement/moneySettlement.ts'
import { pointsSettlement } from '../../settlement/pointsSettlement.ts'
import { onItsWay } from '../ledger/units.ts'
import { companyOf } from './bankAnswers.ts'
import { RETURN_DAYS } from './sending.ts'

const { orderStatus } = statesOf(orderDoctor)
const { confirmStatus } = statesOf(entrustedAccountPrepay)
const { paymentStatus } = statesOf(orderDoctorPayment)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)
const { againStatus, transferStatus } = statesOf(transferAccount)
const { intentStatus } = statesOf(intent)

// Checks for pending movements of a company's money: asked before its account or its unit is closed, since what moves
// afterwards has no place.

/** Settled, or void. */
const ENDED_STATES = [6, 9]
const DAY = 86_400_000

type Ask = (work: UnitOfWork, entrustedCompanyId: string) => Promise<Label | null>

const named = (what: Label, code: string | null, is: Label): Label => [
  `${what[0]} ${code ?? ''} ${is[0]}`,
  `${what[1]} ${code ?? ''} ${is[1]}`,
]

/** Orders that are not settled, and what doctors did that is in none yet. */
const orders: Ask = async (work, entrustedCompanyId) => {
  for (const { order } of [moneySettlement, pointsSettlement]) {
    const open = await work.any(order, { entrustedCompanyId, settlementStatus: { not: ENDED_STATES } })
    if (open) return named(['结算单', 'Settlement order'], open.code, ['尚未结清', 'is not settled yet'])
  }
  const waiting = await work.any(orderDoctor, {
    entrustedCompanyId,
    orderStatus: [orderStatus.open, orderStatus.collected, orderStatus.settling],
  })
  return waiting && named(['医生订单', 'Doctor order'], waiting.code, ['尚未结算', 'is not settled yet'])
}

/** Prepayments that nobody has confirmed, and collections that the bank has not answered. */
const prepayments: Ask = async (work, entrustedCompanyId) => {
  const open = await work.any(entrustedAccountPrepay, { entrustedCompanyId, confirmStatus: confirmStatus.pending })
  return open && named(['预付款单', 'Prepayment order'], open.code, ['尚未确认', 'is not confirmed yet'])
}

/** Payments that the bank may still send back, and those that came back and are not cleared. */
const returns: Ask = async (work, entrustedCompanyId) => {
  const within = { from: wallClock(work.now.getTime() - RETURN_DAYS * DAY), before: '9999-12-31 00:00:00' }
  const message: Label = [
    `在 ${RETURN_DAYS} 天内付出，银行可能退票`,
    `was paid within ${RETURN_DAYS} days: it may still come back`,
  ]
  const paid = await work.any(orderDoctorPayment, {
    entrustedCompanyId,
    channel: 1,
    paymentStatus: paymentStatus.paid,
    payTime: within,
  })
  if (paid) return named(['付款单', 'Payment'], paid.code, message)
  const taxes = await work.rows(entrustedTaxPaymentOrder, { entrustedCompanyId, taxPayStatus: taxPayStatus.paid })
  const passedOn = await work.any(transferAccount, {
    bizType: entrustedTaxPaymentOrder.id,
    bizId: taxes.map((t) => t.id),
    transferStatus: transferStatus.succeeded,
    finishTime: within,
  })
  if (passedOn) return named(['税款转账', 'The transfer of taxes'], passedOn.yurRef, message)
  for (const back of await work.rows(transferAccount, { againStatus: [againStatus.toPay, againStatus.onItsWay] }))
    if ((await companyOf(work, back)) === entrustedCompanyId)
      return named(['退票', 'Returned transfer'], back.yurRef, ['尚未重付', 'is not paid again yet'])
  return null
}

/** Money that has no place in the books yet. */
const suspended: Ask = async (work, entrustedCompanyId) => {
  const open = await work.any(suspenseEntry, { entrustedCompanyId, suspenseStatus: { not: 2 } })
  return open && named(['挂账单', 'Suspense entry'], open.code, ['尚未处理', 'is not cleared yet'])
}

/** The company that a request to the bank is about. */
async function asksFor(work: UnitOfWork, of: RowOf<typeof intent>): Promise<string | null> {
  const id = of.bizId
  switch (of.bizType) {
    case entrustedAccountPrepay.id:
      return (await work.row(entrustedAccountPrepay, id))?.entrustedCompanyId ?? null
    case handleApply.id:
      return (await work.row(handleApply, id))?.entrustedCompanyId ?? null
    case transferAccount.id: {
      const transfer = await work.row(transferAccount, id)
      return transfer && companyOf(work, transfer)
    }
    case dmanInternalTransfer.id: {
      const move = await work.row(dmanInternalTransfer, id)
      return (await work.row(platServiceFee, move?.platServiceFeeId ?? null))?.entrustedCompanyId ?? null
    }
    case dmanInternalTransferPoint.id: {
      const move = await work.row(dmanInternalTransferPoint, id)
      return (await work.row(platServiceFeePoint, move?.platServiceFeeId ?? null))?.entrustedCompanyId ?? null
    }
    case entrustedCompany.id:
      return id
    case tradingManagerInfo.id:
      return (await work.row(tradingManagerInfo, id))?.holderId ?? null
    default:
      return null
  }
}

/** Requests to the bank that are not answered, or whose answer is not recorded. */
const requests: Ask = async (work, entrustedCompanyId) => {
  if ((await onItsWay(work, entrustedCompanyId)) > 0n)
    return ['银行有处理中的付款', 'The bank is still moving its money']
  for (const open of await work.rows(intent, {
    port: cmbBank.id,
    intentStatus: [intentStatus.pending, intentStatus.sent, intentStatus.unknown, intentStatus.forPerson],
  }))
    if ((await asksFor(work, open)) === entrustedCompanyId)
      return named(['银行请求', 'Request to the bank'], open.code, ['尚未结束', 'has not ended'])
  return null
}

/** Why neither account nor unit of a company is closed: the first thing that could still move its money. */
export async function movingProblem(work: UnitOfWork, companyId: string): Promise<Label | null> {
  for (const ask of [orders, prepayments, returns, suspended, requests]) {
    const problem = await ask(work, companyId)
    if (problem) return problem
  }
  return null
}
