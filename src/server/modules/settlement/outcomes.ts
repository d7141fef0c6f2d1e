import { fen, yuan } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { orderDoctor, orderDoctorLifecycle } from '../../../model/orders/orderDoctor.ts'
import { entrustedTaxPaymentOrder, platServiceFee, servicePaymentOrder } from '../../../model/settlement/payments.ts'
import { settlementCycle } from '../../../model/settlement/settlementCycle.ts'
import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import type { AnyResource } from '../../core/records.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { summarize } from '../invoices/summaryInvoice.ts'
import { fixedBefore, type Line, openLines, quoteLines, ratesOf, requote } from './requote.ts'

// What becomes of a settlement order after toSettle: caused by its payment, by the bank and by the passing on of fees
// and taxes, whose documents decide by system transitions (3.12 to 3.18).

/** Families below an order that its outcomes write, in the global order of locks. */
const BELOW = [
  entrustedTaxPaymentOrder,
  orderDoctor,
  orderDoctorSettlement,
  platServiceFee,
  servicePaymentOrder,
] as const

/** What a void order leaves nothing of. */
const GONE: readonly AnyResource[] = [
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
  platServiceFee,
  entrustedTaxPaymentOrder,
]

/** Locks an order with everything below it that an outcome may write. */
export async function lockOrder(work: UnitOfWork, orderId: string): Promise<RowOf<typeof settlementOrder>> {
  const order = await work.row(settlementOrder, orderId)
  if (!order) throw new Error(`no settlement order ${orderId}`)
  const below = { settlementOrderId: orderId }
  const take = async (of: AnyResource) =>
    work.lock(
      of,
      (await work.rows(of, below)).map((r) => r.id),
    )
  for (const of of BELOW) await take(of)
  await work.lock(settlementCycle, order.settlementCycleId ? [order.settlementCycleId] : [])
  await work.lock(settlementOrder, [orderId])
  for (const of of [settlementOrderDoctor, settlementOrderTaxItem]) await take(of)
  return order
}

/** The client's payment was checked: the lines become payable. */
export async function orderPaid(work: UnitOfWork, orderId: string): Promise<void> {
  await work.step(settlementOrder, orderId, 'pay')
  const lines = await openLines(work, orderId)
  await work.updateAll(
    orderDoctorSettlement,
    lines.map((l) => ({ id: l.id, settleStatus: 1 as const })),
  )
}

/**
 * Fixes the taxes of lines in this month, on top of what is fixed already (R-tax), and sets what else becomes of them
 * (`then`). Returns the new amounts of the order, for the caller to write.
 */
async function fixed(
  work: UnitOfWork,
  orderId: string,
  lines: readonly Line[],
  then: Partial<Line>,
): Promise<Partial<RowOf<typeof settlementOrder>>> {
  const order = await work.row(settlementOrder, orderId)
  if (!order) throw new Error(`no settlement order ${orderId}`)
  const doctors = [...new Set(lines.map((l) => l.doctorId))]
  const taxMonth = work.time.slice(0, 7).replace('-', '')
  const at = { fiscalTaxId: order.fiscalTaxId, taxMonth }
  const quotes = quoteLines(lines, await ratesOf(work, at), await fixedBefore(work, at, doctors))
  await work.updateAll(
    orderDoctorSettlement,
    lines.map((line) => {
      const q = quotes.get(line.id)
      if (!q || q.net <= 0n) throw new Error(`taxes exceed the fee of ${line.code}`)
      return {
        id: line.id,
        vatAmount: yuan(q.vat),
        surchargeAmount: yuan(q.surcharge),
        iitAmount: yuan(q.iit),
        netAmount: yuan(q.net),
        taxFinal: 1 as const,
        taxMonth,
        ...then,
      }
    }),
  )
  return requote(work, order)
}

/** Finance has approved payments of lines: their taxes are fixed before the bank pays. */
export async function linesApproved(
  work: UnitOfWork,
  orderId: string,
  lines: readonly Line[],
  settleStatus: Line['settleStatus'],
): Promise<void> {
  await work.update(settlementOrder, orderId, await fixed(work, orderId, lines, { settleStatus }))
}

/** The bank has paid these lines. */
export async function paidOut(work: UnitOfWork, orderId: string, lines: readonly Line[]): Promise<void> {
  const amounts = await fixed(work, orderId, lines, { settleStatus: 3, payTime: work.time })
  const { netAmount } = await work.sum(orderDoctorSettlement, ['netAmount'], {
    settlementOrderId: orderId,
    settleStatus: 3,
  })
  await work.update(settlementOrder, orderId, { ...amounts, paidNetAmount: netAmount })
  await work.step(
    orderDoctor,
    lines.flatMap((l) => l.orderDoctorId ?? []),
    'pay',
  )
}

/**
 * A line is void that the client has paid for (3.14, 5→9): the fee and its platform fee go back to the company's account
 * by a record (`refundRecordId`), nothing is withheld, and the doctor order has come to nothing. The order keeps its amounts
 * and says what it refunded; the platform's fee, not transferred yet, is less by the line's.
 */
export async function lineRefunded(
  work: UnitOfWork,
  orderId: string,
  line: Line,
  refundRecordId: string,
): Promise<void> {
  const order = await work.row(settlementOrder, orderId)
  const [fee] = await work.rows(platServiceFee, { settlementOrderId: orderId })
  if (!order || !fee || fee.feeStatus !== 0) throw new Error(`the fee of order ${orderId} is no longer open`)
  const [gross, platform] = [fen(line.grossAmount ?? '0'), fen(line.platformFee ?? '0')]
  await work.update(orderDoctorSettlement, line.id, {
    vatAmount: '0.00',
    surchargeAmount: '0.00',
    iitAmount: '0.00',
    netAmount: line.grossAmount,
    taxFinal: 0,
    settleStatus: 9,
    refundRecordId,
  })
  await work.update(platServiceFee, fee.id, {
    baseAmount: yuan(fen(fee.baseAmount ?? '0') - gross),
    feeAmount: yuan(fen(fee.feeAmount ?? '0') - platform),
  })
  await work.update(settlementOrder, orderId, {
    ...(await requote(work, order)),
    refundAmount: yuan(fen(order.refundAmount ?? '0') + gross + platform),
  })
  await work.updateAll(orderDoctor, line.orderDoctorId ? [{ id: line.orderDoctorId, orderStatus: 9 }] : [], {
    action: 'void',
    decision: {
      transition: orderDoctorLifecycle.transitions.void,
      lifecycle: orderDoctorLifecycle,
      remark: null,
      bySystem: true,
    },
  })
}

/** The bank has paid all lines of doctors. */
export async function linesPaid(work: UnitOfWork, orderId: string, doctors: readonly string[]): Promise<void> {
  const lines = (await openLines(work, orderId)).filter((l) => doctors.includes(l.doctorId) && l.taxFinal !== 1)
  await paidOut(work, orderId, lines)
  const paid = [...new Set(lines.map((l) => l.doctorId))]
  const people = await work.rows(settlementOrderDoctor, { settlementOrderId: orderId, doctorId: paid })
  await work.updateAll(
    settlementOrderDoctor,
    people.map((d) => ({ id: d.id, paidStatus: 2 as const, fileStatus: 2 as const })),
  )
}

/** What the paid lines of an order are taxed: from now on the amount of its tax payment (3.17). */
async function fixTaxes(
  work: UnitOfWork,
  order: RowOf<typeof settlementOrder>,
  more: Partial<RowOf<typeof entrustedTaxPaymentOrder>>,
): Promise<void> {
  const [tax] = await work.rows(entrustedTaxPaymentOrder, { settlementOrderId: order.id })
  if (!tax) throw new Error(`order ${order.id} has no tax payment`)
  const [line] = await openLines(work, order.id)
  await work.update(entrustedTaxPaymentOrder, tax.id, {
    vatAmount: order.vatAmount,
    surchargeAmount: order.surchargeAmount,
    iitAmount: order.iitAmount,
    amount: order.taxAmount,
    taxMonth: line?.taxMonth,
    ...more,
  })
}

/** Every line is paid, and the taxes are to be passed on, on their way, or came back. */
export async function taxesOpen(work: UnitOfWork, orderId: string, taxPayStatus: 1 | 2 | 4): Promise<void> {
  const order = await work.row(settlementOrder, orderId)
  if (!order) throw new Error(`no settlement order ${orderId}`)
  await fixTaxes(work, order, { taxPayStatus })
}

/**
 * Every line is paid: the fee is transferred, the taxes are passed on, the doctors' invoice is due, the order is settled,
 * and its cycle with it.
 */
export async function orderSettled(work: UnitOfWork, orderId: string): Promise<void> {
  const order = await work.row(settlementOrder, orderId)
  const [fee] = await work.rows(platServiceFee, { settlementOrderId: orderId })
  if (!order || !fee) throw new Error(`order ${orderId} has no documents to settle`)
  await work.update(platServiceFee, fee.id, { feeStatus: 2, transferTime: work.time })
  await fixTaxes(work, order, { taxPayStatus: 3, payTime: work.time })
  await summarize(work, order)
  await work.step(settlementOrder, orderId, 'settle')
  const siblings = await work.rows(settlementOrder, { settlementCycleId: order.settlementCycleId })
  if (order.settlementCycleId && siblings.every((o) => o.settlementStatus === 6))
    await work.step(settlementCycle, order.settlementCycleId, 'settle')
}

/** Voided before anything was paid: lines, breakdowns and documents go, the doctor orders are free again. */
export async function orderVoided(work: UnitOfWork, orderId: string): Promise<void> {
  await work.step(settlementOrder, orderId, 'void')
  const below = { settlementOrderId: orderId }
  const [payment] = await work.rows(servicePaymentOrder, below)
  if (payment) await work.update(servicePaymentOrder, payment.id, { payStatus: 9 })
  for (const of of GONE)
    await work.remove(
      of,
      (await work.rows(of, below)).map((r) => r.id),
    )
  const sources = await work.rows(orderDoctor, below)
  await work.step(
    orderDoctor,
    sources.filter((s) => s.orderStatus === 2).map((s) => s.id),
    'release',
  )
  await work.updateAll(
    orderDoctor,
    sources.map((s) => ({ id: s.id, settlementOrderId: null })),
  )
}
