import { fen, sum, yuan } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import {
  entrustedTaxPaymentOrderLifecycle,
  platServiceFeeLifecycle,
} from '../../../model/settlement/paymentLifecycles.ts'
import { entrustedTaxPaymentOrder, platServiceFee } from '../../../model/settlement/payments.ts'
import { settlementCycle } from '../../../model/settlement/settlementCycle.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { settlementOrderPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import { stepEach } from '../../writes/caused.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { summarize } from '../invoices/summaryInvoice.ts'
import type { Line } from './requote.ts'

type Order = RowOf<typeof settlementOrder>
type Tax = RowOf<typeof entrustedTaxPaymentOrder>
type Fee = RowOf<typeof platServiceFee>

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((r) => r.id)

/** What `settleIfDone` may write of an order, by resource: for `lock` of rules. */
export async function locksToSettle(work: UnitOfWork, settlementOrderId: string): Promise<Record<string, string[]>> {
  const order = await work.row(settlementOrder, settlementOrderId)
  const [taxes, fees] = await Promise.all([
    work.rows(entrustedTaxPaymentOrder, { settlementOrderId }),
    work.rows(platServiceFee, { settlementOrderId }),
  ])
  return {
    entrustedTaxPaymentOrder: idsOf(taxes),
    platServiceFee: idsOf(fees),
    settlementCycle: order?.settlementCycleId ? [order.settlementCycleId] : [],
    settlementOrder: [settlementOrderId],
  }
}

/** The taxes of paid lines: what the tax payment of their order amounts to once none is open (INV-27). Pure. */
export function taxesOfLines(paid: readonly Line[]): Partial<Tax> {
  const of = (name: 'vatAmount' | 'surchargeAmount' | 'iitAmount') => sum(paid.map((l) => l[name] ?? '0.00'))
  const [vatAmount, surchargeAmount, iitAmount] = [of('vatAmount'), of('surchargeAmount'), of('iitAmount')]
  return {
    vatAmount,
    surchargeAmount,
    iitAmount,
    amount: yuan(fen(vatAmount) + fen(surchargeAmount) + fen(iitAmount)),
    taxMonth: paid[0]?.taxMonth,
  }
}

type TaxStep = keyof typeof entrustedTaxPaymentOrderLifecycle.transitions
type FeeStep = keyof typeof platServiceFeeLifecycle.transitions

/** Takes a step of a locked tax payment. */
export const taxStepped = (work: UnitOfWork, { id }: Tax, step: TaxStep, more: Partial<Tax> = {}): Promise<void> =>
  stepEach(work, entrustedTaxPaymentOrder, entrustedTaxPaymentOrderLifecycle, step, [{ ...more, id }])

/** Takes a step of a locked fee. */
export const feeStepped = (work: UnitOfWork, { id }: Fee, step: FeeStep, more: Partial<Fee> = {}): Promise<void> =>
  stepEach(work, platServiceFee, platServiceFeeLifecycle, step, [{ ...more, id }])

/** No line of an order is open any more: its taxes are those of the paid lines. Returns whether there is nothing to pay. */
export async function fixTaxPayment(work: UnitOfWork, tax: Tax): Promise<boolean> {
  const { settlementOrderId } = tax
  const taxes = taxesOfLines(await work.rows(orderDoctorSettlement, { settlementOrderId, settleStatus: 3 }))
  const nothing = fen(taxes.amount ?? '0') === 0n
  await taxStepped(work, tax, nothing ? 'fixNothing' : 'fix', {
    ...taxes,
    ...(nothing ? { payTime: work.time } : {}),
  })
  return nothing
}

/** Everything of an order went where it belongs: its doctors' invoice is due, it is settled, and its cycle with the last one. */
export async function finishOrder(work: UnitOfWork, order: Order): Promise<void> {
  await summarize(work, order)
  await work.step(settlementOrder, order.id, 'settle')
  await cycleFollows(work, order.settlementCycleId)
}

/**
 * What a confirmed cycle becomes once its orders have ended (3.11): settled with the last of them, open to confirmation
 * again where none is left. The cycle is locked.
 */
export async function cycleFollows(work: UnitOfWork, settlementCycleId: string | null): Promise<void> {
  const cycle = await work.row(settlementCycle, settlementCycleId)
  if (cycle?.cycleStatus !== 2) return
  const isLive = (o: { readonly settlementStatus: number | null }) => o.settlementStatus !== 9
  const [live, inPoints] = [
    (await work.rows(settlementOrder, { settlementCycleId })).filter(isLive),
    (await work.rows(settlementOrderPoint, { settlementCycleId })).filter(isLive),
  ]
  if (live.length + inPoints.length === 0) await work.step(settlementCycle, cycle.id, 'reopen')
  else if (live.length > 0 && live.every((o) => o.settlementStatus === 6))
    await work.step(settlementCycle, cycle.id, 'settle')
}

/**
 * A line, the taxes or the fee of a paid order has come to its end: once no line is open its taxes are fixed, and with taxes
 * and fee passed on it is settled (3.12 5→6, 3.17 0→1).
 */
export async function settleIfDone(work: UnitOfWork, orderId: string): Promise<void> {
  const order = await work.row(settlementOrder, orderId)
  if (order?.settlementStatus !== 5) return
  const lines = await work.rows(orderDoctorSettlement, { settlementOrderId: orderId })
  if (!lines.every((l) => l.settleStatus === 3 || l.settleStatus === 9)) return
  const [tax] = await work.rows(entrustedTaxPaymentOrder, { settlementOrderId: orderId })
  const [fee] = await work.rows(platServiceFee, { settlementOrderId: orderId })
  if (!tax || !fee) throw new Error(`order ${orderId} has no documents to settle`)
  const taxPaid = tax.taxPayStatus === 0 ? await fixTaxPayment(work, tax) : tax.taxPayStatus === 3
  const noFee = (fee.feeStatus === 0 || fee.feeStatus === 3) && fen(fee.feeAmount ?? '0') === 0n
  if (noFee) await feeStepped(work, fee, 'nothing', { transferTime: work.time })
  if (taxPaid && (noFee || fee.feeStatus === 2)) await finishOrder(work, order)
}
