import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import {
  entrustedTaxPaymentOrderLifecycle,
  type platServiceFeeLifecycle,
} from '../../../model/payment/paymentLifecycles.ts'
import { entrustedTaxPaymentOrder, platServiceFee } from '../../../model/payment/payments.ts'
import { settlementCycle } from '../../../model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { fen, sum, yuan } from '../../../model/values/money.ts'
import { stepEach } from '../../writing/unitOfWork/caused.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { acceptedSettled, locksOfSettled } from '../orders/companyOrder.ts'
import { anyWaits } from './cycleSources.ts'
import { CASH, type Families, POINTS, worthOf } from './families.ts'
import type { Line } from './requote.ts'

const { settlementStatus } = statesOf(settlementOrder)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { cycleStatus, restStatus } = statesOf(settlementCycle)
const { feeStatus } = statesOf(platServiceFee)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)

type Order = RowOf<typeof settlementOrder>
type Tax = RowOf<typeof entrustedTaxPaymentOrder>
type Fee = RowOf<typeof platServiceFee>

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((r) => r.id)

/**
 * Locks of `settleIfDone` for an order, by resource: for `lock` of rules. `ending`: how many of its open lines the
 * decision may bring to an end. Company orders and budgets, which many orders write, are locked by the last decision
 * alone.
 */
export async function locksToSettle(
  work: UnitOfWork,
  settlementOrderId: string,
  ending: number,
  f: Families = CASH,
): Promise<Record<string, string[]>> {
  const order = await work.row(f.order, settlementOrderId)
  const [taxes, fees, open] = await Promise.all([
    f === CASH ? work.rows(entrustedTaxPaymentOrder, { settlementOrderId }) : [],
    work.rows(f.fee, { settlementOrderId }),
    work.groupBy(f.lines, [], [], { settlementOrderId, settleStatus: { not: [3, 9] } }),
  ])
  const last = order?.settlementStatus === settlementStatus.paid && (open[0]?.count ?? 0) <= ending
  return {
    ...(last ? await locksOfWorth(work, settlementOrderId, f) : {}),
    entrustedTaxPaymentOrder: idsOf(taxes),
    [f.fee.id]: idsOf(fees),
    settlementCycle: order?.settlementCycleId ? [order.settlementCycleId] : [],
    [f.order.id]: [settlementOrderId],
  }
}

/** Locks of `countSettled`, by resource. */
export async function locksOfWorth(
  work: UnitOfWork,
  settlementOrderId: string,
  f: Families = CASH,
): Promise<Record<string, string[]>> {
  const lines = await work.rows(f.lines, { settlementOrderId, settleStatus: { not: 9 } })
  return locksOfSettled(
    work,
    lines.flatMap((l) => l.orderDoctorId ?? []),
  )
}

/**
 * Counts the amounts that an order has paid its doctors for as settled on the company's side of their activities (3.12
 * 5→6).
 */
async function countSettled(work: UnitOfWork, settlementOrderId: string, f: Families): Promise<void> {
  const paid = await work.rows(f.lines, { settlementOrderId, settleStatus: settleStatus.paid })
  await acceptedSettled(
    work,
    new Map(paid.flatMap((l) => (l.orderDoctorId ? [[l.orderDoctorId, fen(worthOf(l, f).amount ?? '0')]] : []))),
  )
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
export const feeStepped = (
  work: UnitOfWork,
  { id }: Fee,
  step: FeeStep,
  more: Partial<Fee> = {},
  f: Families = CASH,
): Promise<void> => stepEach(work, f.fee, f.feeSteps, step, [{ ...more, id }])

/** No line of an order is open any more: its taxes are those of the paid lines. Returns whether there is nothing to pay. */
export async function fixTaxPayment(work: UnitOfWork, tax: Tax): Promise<boolean> {
  const { settlementOrderId } = tax
  const taxes = taxesOfLines(
    await work.rows(orderDoctorSettlement, { settlementOrderId, settleStatus: settleStatus.paid }),
  )
  const nothing = fen(taxes.amount ?? '0') === 0n
  await taxStepped(work, tax, nothing ? 'fixNothing' : 'fix', {
    ...taxes,
    ...(nothing ? { payTime: work.time } : {}),
  })
  return nothing
}

/**
 * Ends an order whose payments are all done: the invoice of its doctors becomes due (none in points), the order is
 * settled, company orders and budgets count it, and its cycle is settled with its last order.
 */
export async function finishOrder(work: UnitOfWork, order: Order, f: Families = CASH): Promise<void> {
  if (f === CASH) await work.domains.services.tax.summarize(work, order)
  await work.step(f.order, order.id, 'settle')
  await countSettled(work, order.id, f)
  await cycleFollows(work, order.settlementCycleId)
}

/**
 * State of a confirmed cycle once its orders, in money and in points, have ended (3.11): settled with the last of them,
 * open to confirmation again where none is left. Doctor orders whose settlement order is gone while others live wait to
 * be confirmed separately, and the cycle with them. What lost its order while others live waits to be confirmed by
 * itself, and the cycle with it. The cycle is locked.
 */
export async function cycleFollows(work: UnitOfWork, settlementCycleId: string | null): Promise<void> {
  const cycle = await work.row(settlementCycle, settlementCycleId)
  if (cycle?.cycleStatus !== cycleStatus.confirmed) return
  const orders = await Promise.all([CASH, POINTS].map((f) => work.rows(f.order, { settlementCycleId })))
  const live = orders.flat().filter((o) => o.settlementStatus !== settlementStatus.voided)
  if (live.length === 0) await work.step(settlementCycle, cycle.id, 'reopen')
  else if (cycle.restStatus === restStatus.toConfirm) return
  else if (await anyWaits(work, cycle)) await work.step(settlementCycle, cycle.id, 'leaveRest')
  else if (live.every((o) => o.settlementStatus === settlementStatus.settled))
    await work.step(settlementCycle, cycle.id, 'settle')
}

/**
 * A line, the taxes or the fee of a paid order has come to its end: once no line is open its taxes are fixed, and with taxes
 * and fee passed on it is settled (3.12 5→6, 3.17 0→1).
 */
export async function settleIfDone(work: UnitOfWork, orderId: string, f: Families = CASH): Promise<void> {
  const order = await work.row(f.order, orderId)
  if (order?.settlementStatus !== settlementStatus.paid) return
  const lines = await work.rows(f.lines, { settlementOrderId: orderId })
  if (!lines.every((l) => l.settleStatus === settleStatus.paid || l.settleStatus === settleStatus.voided)) return
  const [fee] = await work.rows(f.fee, { settlementOrderId: orderId })
  if (!fee) throw new Error(`order ${orderId} has no fee`)
  const taxPaid = f === POINTS || (await taxesPassedOn(work, orderId))
  const noFee =
    (fee.feeStatus === feeStatus.pending || fee.feeStatus === feeStatus.failed) && fen(fee.feeAmount ?? '0') === 0n
  if (noFee) await feeStepped(work, fee, 'nothing', { transferTime: work.time }, f)
  if (taxPaid && (noFee || fee.feeStatus === feeStatus.transferred)) await finishOrder(work, order, f)
}

/** Fixes the taxes of an order none of whose lines is open. Returns whether nothing of them is to be paid any more. */
async function taxesPassedOn(work: UnitOfWork, settlementOrderId: string): Promise<boolean> {
  const [tax] = await work.rows(entrustedTaxPaymentOrder, { settlementOrderId })
  if (!tax) throw new Error(`order ${settlementOrderId} has no tax payment`)
  return tax.taxPayStatus === taxPayStatus.toFix ? fixTaxPayment(work, tax) : tax.taxPayStatus === taxPayStatus.paid
}
