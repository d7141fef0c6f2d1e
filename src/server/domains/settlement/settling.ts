import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import type { platServiceFeeLifecycle } from '../../../model/payment/paymentLifecycles.ts'
import { type entrustedTaxPaymentOrder, platServiceFee } from '../../../model/payment/payments.ts'
import { settlementCycle } from '../../../model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { fen } from '../../../model/values/money.ts'
import { stepEach } from '../../writing/unitOfWork/caused.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { acceptedSettled, locksOfSettled } from '../orders/companyOrder.ts'
import { moneySettlement } from './moneySettlement.ts'
import { pointsSettlement } from './pointsSettlement.ts'
import { anyWaits } from './results/cycleSources.ts'
import type { Settlement, SettlementFee, SettlementOrder } from './settlement.ts'
import { taxesPassedOn } from './taxPayments.ts'

const { settlementStatus } = statesOf(settlementOrder)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { cycleStatus, restStatus } = statesOf(settlementCycle)
const { feeStatus } = statesOf(platServiceFee)

type Tax = RowOf<typeof entrustedTaxPaymentOrder>

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((r) => r.id)

/** The payments of the taxes that are withheld of an order: none in points. */
export const taxesOf = async (work: UnitOfWork, { taxes }: Settlement, settlementOrderId: string): Promise<Tax[]> =>
  (await Promise.all(taxes.map((of) => work.rows(of, { settlementOrderId })))).flat()

/**
 * Locks of `settleIfDone` for an order, by resource: for `lock` of rules. `ending`: how many of its open lines the
 * decision may bring to an end. Company orders and budgets, which many orders write, are locked by the last decision
 * alone.
 */
export async function locksToSettle(
  work: UnitOfWork,
  settlement: Settlement,
  settlementOrderId: string,
  ending: number,
): Promise<Record<string, string[]>> {
  const order = await work.row(settlement.order, settlementOrderId)
  const [taxes, fees, open] = await Promise.all([
    taxesOf(work, settlement, settlementOrderId),
    work.rows(settlement.fee, { settlementOrderId }),
    work.groupBy(settlement.lines, [], [], { settlementOrderId, settleStatus: { not: [3, 9] } }),
  ])
  const last = order?.settlementStatus === settlementStatus.paid && (open[0]?.count ?? 0) <= ending
  return {
    ...(last ? await locksOfWorth(work, settlement, settlementOrderId) : {}),
    entrustedTaxPaymentOrder: idsOf(taxes),
    [settlement.fee.id]: idsOf(fees),
    settlementCycle: order?.settlementCycleId ? [order.settlementCycleId] : [],
    [settlement.order.id]: [settlementOrderId],
  }
}

/** Locks of `countSettled`, by resource. */
export async function locksOfWorth(
  work: UnitOfWork,
  settlement: Settlement,
  settlementOrderId: string,
): Promise<Record<string, string[]>> {
  const lines = await work.rows(settlement.lines, { settlementOrderId, settleStatus: { not: 9 } })
  return locksOfSettled(
    work,
    lines.flatMap((l) => l.orderDoctorId ?? []),
  )
}

/**
 * Counts the amounts that an order has paid its doctors for as settled on the company's side of their activities (3.12
 * 5→6).
 */
async function countSettled(work: UnitOfWork, settlement: Settlement, settlementOrderId: string): Promise<void> {
  const paid = await work.rows(settlement.lines, { settlementOrderId, settleStatus: settleStatus.paid })
  await acceptedSettled(
    work,
    new Map(
      paid.flatMap((l) => (l.orderDoctorId ? [[l.orderDoctorId, fen(settlement.worthOf(l).amount ?? '0')]] : [])),
    ),
  )
}

type FeeStep = keyof typeof platServiceFeeLifecycle.transitions

/** Takes a step of a locked fee. */
export const feeStepped = (
  work: UnitOfWork,
  settlement: Settlement,
  { id }: SettlementFee,
  step: FeeStep,
  more: Partial<SettlementFee> = {},
): Promise<void> => stepEach(work, settlement.fee, settlement.feeSteps, step, [{ ...more, id }])

/**
 * Ends an order whose payments are all done: the invoice of its doctors becomes due (none in points), the order is
 * settled, company orders and budgets count it, and its cycle is settled with its last order.
 */
export async function finishOrder(work: UnitOfWork, settlement: Settlement, order: SettlementOrder): Promise<void> {
  await settlement.finished(work, order)
  await work.step(settlement.order, order.id, 'settle')
  await countSettled(work, settlement, order.id)
  await cycleFollows(work, order.settlementCycleId)
}

/**
 * State of a confirmed cycle once its orders, in money and in points, have ended (3.11): settled with the last of them,
 * open to confirmation again where none is left. Doctor orders whose settlement order is gone while others live wait to
 * be confirmed separately, and the cycle with them. The cycle is locked.
 */
export async function cycleFollows(work: UnitOfWork, settlementCycleId: string | null): Promise<void> {
  const cycle = await work.row(settlementCycle, settlementCycleId)
  if (cycle?.cycleStatus !== cycleStatus.confirmed) return
  const orders = await Promise.all(
    [moneySettlement, pointsSettlement].map(({ order }) => work.rows(order, { settlementCycleId })),
  )
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
export async function settleIfDone(work: UnitOfWork, settlement: Settlement, orderId: string): Promise<void> {
  const order = await work.row(settlement.order, orderId)
  if (order?.settlementStatus !== settlementStatus.paid) return
  const lines = await work.rows(settlement.lines, { settlementOrderId: orderId })
  if (!lines.every((l) => l.settleStatus === settleStatus.paid || l.settleStatus === settleStatus.voided)) return
  const [fee] = await work.rows(settlement.fee, { settlementOrderId: orderId })
  if (!fee) throw new Error(`order ${orderId} has no fee`)
  const taxes = await taxesOf(work, settlement, orderId)
  if (taxes.length < settlement.taxes.length) throw new Error(`order ${orderId} has no tax payment`)
  const passedOn = await Promise.all(taxes.map((tax) => taxesPassedOn(work, tax)))
  const noFee =
    (fee.feeStatus === feeStatus.pending || fee.feeStatus === feeStatus.failed) && fen(fee.feeAmount ?? '0') === 0n
  if (noFee) await feeStepped(work, settlement, fee, 'nothing', { transferTime: work.time })
  if (passedOn.every(Boolean) && (noFee || fee.feeStatus === feeStatus.transferred))
    await finishOrder(work, settlement, order)
}
