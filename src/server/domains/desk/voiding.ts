import type { RowOf } from '../../../model/language/resource.ts'
import { isIn, statesOf } from '../../../model/language/states.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { platServiceFee, servicePaymentOrder } from '../../../model/payment/payments.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import type { Label } from '../../../model/values/label.ts'
import { fen, yuan } from '../../../model/values/money.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { moneyOf, post } from '../funds/ledger/ledger.ts'
import { acceptedVoid, locksOfCompanyOrders } from '../orders/companyOrder.ts'
import { carried, locksOfLines, openOf } from '../settlement/lineTaxes.ts'
import { mergedLocks } from '../settlement/mergedLocks.ts'
import { moneySettlement } from '../settlement/moneySettlement.ts'
import { belowOrder, linesStepped, updateDoctors } from '../settlement/outcomes.ts'
import type { Line } from '../settlement/requote.ts'
import { ofOrder, type Settlement, type SettlementLine } from '../settlement/settlement.ts'
import { cycleFollows, locksToSettle } from '../settlement/settling.ts'
import { locksOfDrafts, redraft } from '../tax/draft.ts'
import { moneyInvoicing } from '../tax/moneyInvoicing.ts'

const { settlementStatus } = statesOf(settlementOrder)
const { orderStatus } = statesOf(orderDoctor)

// Void of lines and orders (3.12, 3.14): of a line that the client has paid for, its money goes back to the company's
// account.

const [TRANSFERRING, TRANSFERRED] = [1, 2]
const [CHECKED, ISSUED] = [2, 3]

/** Refund of a void line to its company (fen). */
export interface Refund {
  readonly gross: bigint
  readonly platform: bigint
  /** The platform has its fee already, and keeps it. */
  readonly kept: boolean
  readonly amount: bigint
}

const isPaid = (order: RowOf<typeof settlementOrder> | null): boolean =>
  order?.settlementStatus === settlementStatus.paid

/** Refund of a void line; null while the client has not paid for it. */
export async function refundOf(work: UnitOfWork, line: Line): Promise<Refund | null> {
  if (!isPaid(await work.row(settlementOrder, line.settlementOrderId))) return null
  const [fee] = await work.rows(platServiceFee, { settlementOrderId: line.settlementOrderId })
  const [gross, platform] = [fen(line.grossAmount ?? '0'), fen(line.platformFee ?? '0')]
  const kept = fee?.feeStatus === TRANSFERRED && platform > 0n
  return { gross, platform, kept, amount: kept ? gross : gross + platform }
}

/** Why a line of this order cannot be void: the order is with the company, being paid, or settled; or invoiced. */
export async function lineProblem(
  work: UnitOfWork,
  settlement: Settlement,
  line: SettlementLine,
): Promise<Label | null> {
  const order = await work.row(settlement.order, line.settlementOrderId)
  const code = order?.code ?? ''
  if (!isIn([settlementStatus.pending, settlementStatus.rejected, settlementStatus.paid], order?.settlementStatus))
    return [
      `结算单 ${code} 不在待审核、审核驳回或已付款状态，其明细不能作废`,
      `Settlement order ${code} is neither under review, rejected nor paid: its lines cannot be voided`,
    ]
  const issued = await work.any(settlement.invoice, {
    settlementOrderId: line.settlementOrderId,
    invoiceStatus: [CHECKED, ISSUED],
  })
  return issued
    ? [
        `结算单 ${code} 的发票 ${issued.code ?? ''} 待复核或已开具，请先作废发票`,
        `Invoice ${issued.code ?? ''} of settlement order ${code} is being checked or issued: void it first`,
      ]
    : null
}

/** Why nothing of an order is refunded now: nobody knows yet whether the platform gets its fee. */
export async function feeProblem(
  work: UnitOfWork,
  settlement: Settlement,
  line: SettlementLine,
): Promise<Label | null> {
  const [fee] = await work.rows(settlement.fee, { settlementOrderId: line.settlementOrderId })
  return fee?.feeStatus === TRANSFERRING
    ? [
        `平台服务费 ${fee.code ?? ''} 划转中，请在划转结束后审核`,
        `Platform fee ${fee.code ?? ''} is being transferred: decide when that has ended`,
      ]
    : null
}

/** Locks of the void of a line, one of `many` that are voided together: for `lock` of rules. */
export async function locksOfVoid(work: UnitOfWork, line: Line, many: number): Promise<Record<string, string[]>> {
  const orderId = line.settlementOrderId ?? ''
  return mergedLocks(
    await locksOfLines(work, [line]),
    await locksToSettle(work, moneySettlement, orderId, many),
    await locksOfCompanyOrders(work, line.orderDoctorId ? [line.orderDoctorId] : []),
    await moneyOf(work, line.entrustedCompanyId),
    await locksOfDrafts(work, moneyInvoicing, orderId),
  )
}

/**
 * A line is void (3.14, 5→9) and its doctor order has come to nothing. Of an order that is not paid it no longer counts; of
 * a paid one the fee goes back to the company's account, with the platform's unless that has it already: the order keeps
 * its amounts and says what it refunded. Returns the record of the refund, null where nothing was.
 */
export async function lineVoided(work: UnitOfWork, line: Line): Promise<string | null> {
  const orderId = line.settlementOrderId ?? ''
  const refund = await refundOf(work, line)
  const counted = await openOf(work, orderId, [line.doctorId])
  const biz = { type: orderDoctorSettlement.id, id: line.id, code: line.code }
  const [record] = refund
    ? await post(work, line.entrustedCompanyId, [{ recordType: 3, amount: refund.amount, biz }])
    : []
  const refundRecordId = record?.id ?? null
  // nothing is withheld of a fee that nobody gets
  const untaxed = { vatAmount: '0.00', surchargeAmount: '0.00', iitAmount: '0.00', netAmount: line.grossAmount }
  await linesStepped(work, moneySettlement, 'void', [{ id: line.id, ...untaxed, taxFinal: 0, refundRecordId }])
  const amounts = await carried(work, orderId, counted)
  const order = await work.row(settlementOrder, orderId)
  const refunded = refund ? { refundAmount: yuan(fen(order?.refundAmount ?? '0') + refund.amount) } : {}
  await work.update(settlementOrder, orderId, { ...amounts, ...refunded })
  if (refund && !refund.kept) await lessFee(work, orderId, refund)
  await updateDoctors(work, moneySettlement, orderId, [line])
  await work.step(orderDoctor, line.orderDoctorId ?? [], 'void')
  await acceptedVoid(work, line.orderDoctorId)
  if (refund) await redraft(work, moneyInvoicing, orderId)
  return refundRecordId
}

/** The platform's fee of an order, not transferred yet, is less by that of a line. */
async function lessFee(work: UnitOfWork, settlementOrderId: string, { gross, platform }: Refund): Promise<void> {
  const [fee] = await work.rows(platServiceFee, { settlementOrderId })
  if (!fee) throw new Error(`order ${settlementOrderId} has no fee`)
  await work.update(platServiceFee, fee.id, {
    baseAmount: yuan(fen(fee.baseAmount ?? '0') - gross),
    feeAmount: yuan(fen(fee.feeAmount ?? '0') - platform),
  })
}

/** Voided before anything was paid: lines, breakdowns and documents go, the doctor orders are free again. */
export async function orderVoided(work: UnitOfWork, settlement: Settlement, orderId: string): Promise<void> {
  await work.step(settlement.order, orderId, 'void')
  const payments = await work.rows(servicePaymentOrder, { ...ofOrder(settlement, orderId), payStatus: { not: 9 } })
  await work.step(
    servicePaymentOrder,
    payments.map((p) => p.id),
    'void',
  )
  for (const part of belowOrder(settlement))
    await work.remove(
      part,
      (await work.rows(part, { settlementOrderId: orderId })).map((r) => r.id),
    )
  const sources = await work.rows(orderDoctor, ofOrder(settlement, orderId))
  await work.step(
    orderDoctor,
    sources.filter((s) => s.orderStatus === orderStatus.settling).map((s) => s.id),
    'release',
  )
  await work.updateAll(
    orderDoctor,
    sources.map((s) => ({ id: s.id, [settlement.link]: null })),
  )
  const order = await work.row(settlement.order, orderId)
  await cycleFollows(work, order?.settlementCycleId ?? null)
}
