import { budgetOrder } from '../../../model/activities/budgetOrder.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctor, orderDoctorLifecycle } from '../../../model/orders/orderDoctor.ts'
import { orderEntrusted } from '../../../model/orders/orderEntrusted.ts'
import { servicePaymentOrder } from '../../../model/payment/payments.ts'
import type { orderDoctorSettlementLifecycle } from '../../../model/settlement/lineLifecycles.ts'
import { settlementCycle } from '../../../model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlement, settlementOrderDoctor } from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import { fen } from '../../../model/values/money.ts'
import { stepEach } from '../../writing/unitOfWork/caused.ts'
import { type AnyResource, lockName } from '../../writing/unitOfWork/rows.ts'
import type { Patch, UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { fixTaxes, releaseTaxes } from './lineTaxes.ts'
import { mergedLocks } from './mergedLocks.ts'
import { moneySettlement } from './moneySettlement.ts'
import { pointsSettlement } from './pointsSettlement.ts'
import { type Line, openLines } from './requote.ts'
import { ofOrder, type Settlement, type SettlementLine } from './settlement.ts'
import { feeStepped, finishOrder, locksOfWorth, taxesOf } from './settling.ts'
import { fixTaxPayment, taxStepped } from './taxPayments.ts'

const { fileStatus: fileStates } = statesOf(settlementOrderDoctor)

const { settleStatus } = statesOf(orderDoctorSettlement)

// Outcomes of a settlement order after toSettle: caused by its payment, by the bank and by the passing on of fees and
// taxes, whose documents decide by system transitions (3.12 to 3.18).

/** Resources below an order that its outcomes write and that name it by `settlementOrderId`. */
export const belowOrder = ({ lines, doctors, items, fee, taxes }: Settlement): readonly AnyResource[] => [
  lines,
  doctors,
  items,
  fee,
  ...taxes,
]

/** An order with everything below it that an outcome may write, by resource: for `lock` of rules. */
export async function locksOfOrder(
  work: UnitOfWork,
  settlement: Settlement,
  orderId: string,
): Promise<Record<string, string[]>> {
  const order = await work.row(settlement.order, orderId)
  if (!order) throw new Error(`no settlement order ${orderId}`)
  const named = [orderDoctor, servicePaymentOrder]
  const found = await Promise.all([
    ...belowOrder(settlement).map(async (of) => [of.id, await work.rows(of, { settlementOrderId: orderId })] as const),
    ...named.map(async (of) => [of.id, await work.rows(of, ofOrder(settlement, orderId))] as const),
  ])
  return {
    ...Object.fromEntries(found.map(([of, rows]) => [of, rows.map((r) => r.id)])),
    [settlementCycle.id]: order.settlementCycleId ? [order.settlementCycleId] : [],
    [settlement.order.id]: [orderId],
  }
}

/** Locks an order with everything that any of its outcomes may write, in the global order of locks. */
export async function lockOrder(work: UnitOfWork, settlement: Settlement, orderId: string): Promise<void> {
  const locks = mergedLocks(
    await locksOfOrder(work, settlement, orderId),
    await locksOfWorth(work, settlement, orderId),
  )
  const resources: AnyResource[] = [
    ...belowOrder(settlement),
    orderDoctor,
    servicePaymentOrder,
    settlementCycle,
    settlement.order,
    budgetOrder,
    orderEntrusted,
  ]
  for (const resource of resources.sort((a, b) => (lockName(a) < lockName(b) ? -1 : 1)))
    await work.lock(resource, locks[resource.id] ?? [])
}

type LineStep = keyof typeof orderDoctorSettlementLifecycle.transitions

/** Takes a step of locked lines, all in one statement, with what else becomes of each. */
export const linesStepped = <S extends Settlement>(
  work: UnitOfWork,
  settlement: S,
  name: LineStep,
  patches: readonly Patch<S['lines']>[],
  remark: string | null = null,
): Promise<void> => stepEach<S['lines']>(work, settlement.lines, settlement.lineSteps, name, patches, remark)

const only = (lines: readonly { readonly id: string }[]) => lines.map(({ id }) => ({ id }))

/**
 * The client's payment was checked: the lines become payable, and the points of an order in points are issued to the company
 * (whose accounts are locked: `locksOfPayment`).
 */
export async function orderPaid(work: UnitOfWork, settlement: Settlement, orderId: string): Promise<void> {
  await work.step(settlement.order, orderId, 'pay')
  await linesStepped(work, settlement, 'open', only(await openLines(work, settlement.lines, orderId)))
  await settlement.clientPaid(work, orderId)
}

/** Finance has approved payments of lines of an order: their taxes are fixed before the bank pays. */
export async function linesApproved(work: UnitOfWork, orderId: string, lines: readonly Line[]): Promise<void> {
  await work.update(settlementOrder, orderId, await fixTaxes(work, orderId, lines))
}

/** Sum of the paid lines of an order. */
const paidNet = async (work: UnitOfWork, settlementOrderId: string): Promise<string> =>
  (await work.sum(orderDoctorSettlement, ['netAmount'], { settlementOrderId, settleStatus: settleStatus.paid }))
    .netAmount

/** How many points of an order are granted. */
async function paidPoints(work: UnitOfWork, settlementOrderId: string): Promise<number> {
  const paid = await work.rows(orderDoctorSettlementPoint, { settlementOrderId, settleStatus: settleStatus.paid })
  return paid.reduce((n, l) => n + (l.pointAmount ?? 0), 0)
}

/** How much of what doctors get in an order is paid. */
export async function updateDoctors(
  work: UnitOfWork,
  settlement: Settlement,
  settlementOrderId: string,
  lines: readonly Pick<SettlementLine, 'doctorId'>[],
): Promise<void> {
  const doctorId = [...new Set(lines.map((l) => l.doctorId))]
  const all = await work.rows(settlement.lines, { settlementOrderId, doctorId, settleStatus: { not: 9 } })
  const people = await work.rows(settlement.doctors, { settlementOrderId, doctorId })
  await work.updateAll(
    settlement.doctors,
    people.flatMap((p) => {
      const own = all.filter((l) => l.doctorId === p.doctorId)
      const paid = own.filter((l) => l.settleStatus === settleStatus.paid).length
      const paidStatus = paid === 0 ? 0 : paid < own.length ? 1 : 2
      return p.paidStatus === paidStatus ? [] : [{ id: p.id, paidStatus } as const]
    }),
  )
}

/** The bank has paid lines that were on their way, of one order; taxes that are not fixed yet are fixed now. */
export async function paidOut(work: UnitOfWork, orderId: string, lines: readonly Line[]): Promise<void> {
  const amounts = await fixTaxes(work, orderId, lines)
  await linesStepped(
    work,
    moneySettlement,
    'pay',
    lines.map(({ id }) => ({ id, payTime: work.time })),
  )
  await tellPaid(work, orderId, lines, amounts)
}

/** Consequences of paid lines of an order: what it has paid, its doctors, and the doctor orders. */
async function tellPaid(
  work: UnitOfWork,
  orderId: string,
  lines: readonly Line[],
  amounts: Partial<RowOf<typeof settlementOrder>>,
): Promise<void> {
  await work.update(settlementOrder, orderId, { ...amounts, paidNetAmount: await paidNet(work, orderId) })
  await updateDoctors(work, moneySettlement, orderId, lines)
  await ordersPaid(work, lines)
}

/** The doctor orders of lines are paid, by the payments that the lines name. */
const ordersPaid = (
  work: UnitOfWork,
  lines: readonly Pick<SettlementLine, 'orderDoctorId' | 'paymentId'>[],
): Promise<void> =>
  stepEach(
    work,
    orderDoctor,
    orderDoctorLifecycle,
    'pay',
    lines.flatMap(({ orderDoctorId, paymentId }) => (orderDoctorId ? [{ id: orderDoctorId, paymentId }] : [])),
  )

/** The doctor order of a line that was paid before its payment was written names it. The order is locked. */
export async function paymentNamed(
  work: UnitOfWork,
  line: Pick<Line, 'orderDoctorId'>,
  paymentId: string,
): Promise<void> {
  if (line.orderDoctorId) await work.update(orderDoctor, line.orderDoctorId, { paymentId })
}

/** Points of a line were granted: what its order has granted, its doctor, and the doctor order. */
export async function pointsGranted(work: UnitOfWork, orderId: string, line: SettlementLine): Promise<void> {
  await work.update(settlementOrderPoint, orderId, { paidPoints: await paidPoints(work, orderId) })
  await updateDoctors(work, pointsSettlement, orderId, [line])
  await ordersPaid(work, [line])
}

/** A line has become paid without having been on its way (a simulated payment): its taxes are fixed now. */
export async function paidAtOnce(work: UnitOfWork, orderId: string, line: Line): Promise<void> {
  await tellPaid(work, orderId, [line], await fixTaxes(work, orderId, [line]))
}

/**
 * Payments of lines of one order came to nothing: their taxes are released, and the lines are payable again (`refuse`), have
 * failed (`fail`, after a transfer that came back `bounce`), or go on being paid (null: the payment is reviewed anew).
 */
export async function linesReleased(
  work: UnitOfWork,
  orderId: string,
  lines: readonly Line[],
  step: 'refuse' | 'fail' | 'bounce' | null,
  remark: string | null = null,
): Promise<void> {
  const bounced = step === 'bounce'
  const amounts = await releaseTaxes(work, orderId, lines)
  if (step)
    await linesStepped(
      work,
      moneySettlement,
      step,
      // unpaid lines stand in no return: a return that included them is collected anew (INV-28)
      lines.map(({ id }) => ({ id, ...(bounced ? { payTime: null, summaryTaxReturnsId: null } : {}) })),
      remark,
    )
  const paid = bounced ? { paidNetAmount: await paidNet(work, orderId) } : {}
  if (Object.keys({ ...amounts, ...paid }).length > 0)
    await work.update(settlementOrder, orderId, { ...amounts, ...paid })
  if (!bounced) return
  await updateDoctors(work, moneySettlement, orderId, lines)
  await stepEach(
    work,
    orderDoctor,
    orderDoctorLifecycle,
    'bounce',
    lines.flatMap(({ orderDoctorId }) => (orderDoctorId ? [{ id: orderDoctorId, paymentId: null }] : [])),
  )
}

/** The bank has paid all payable lines of doctors. */
export async function linesPaid(work: UnitOfWork, orderId: string, doctors: readonly string[]): Promise<void> {
  const lines = (await openLines(work, orderDoctorSettlement, orderId)).filter(
    (l) => doctors.includes(l.doctorId) && l.taxFinal !== 1,
  )
  await linesStepped(work, moneySettlement, 'applyForPayment', only(lines))
  await paidOut(work, orderId, lines)
  const paid = [...new Set(lines.map((l) => l.doctorId))]
  const people = await work.rows(settlementOrderDoctor, { settlementOrderId: orderId, doctorId: paid })
  await confirmed(work, moneySettlement, people, fileStates.signed)
}

/**
 * The confirmations of doctors of a locked order are generated (1), or sent to be signed and signed (2): each takes the
 * steps it has not taken.
 */
export async function confirmed(
  work: UnitOfWork,
  settlement: Settlement,
  people: readonly Pick<RowOf<Settlement['doctors']>, 'id' | 'fileStatus'>[],
  fileStatus: 1 | 2,
): Promise<void> {
  const at = (status: 0 | 1 | 2) =>
    people.filter((p) => (p.fileStatus ?? fileStates.none) === status).map(({ id }) => ({ id }))
  await stepEach(work, settlement.doctors, settlement.doctorSteps, 'generate', at(0))
  if (fileStatus === fileStates.generated) return
  for (const step of ['flow.send', 'sign'])
    await stepEach(work, settlement.doctors, settlement.doctorSteps, step, [...at(0), ...at(1)])
}

/**
 * Every line is paid: the fee is transferred, the taxes are passed on, the doctors' invoice is due, the order is settled,
 * and its cycle with it.
 */
export async function orderSettled(work: UnitOfWork, settlement: Settlement, orderId: string): Promise<void> {
  const order = await work.row(settlement.order, orderId)
  const [fee] = await work.rows(settlement.fee, { settlementOrderId: orderId })
  const taxes = await taxesOf(work, settlement, orderId)
  if (!order || !fee || taxes.length < settlement.taxes.length)
    throw new Error(`order ${orderId} has no documents to settle`)
  if (fen(fee.feeAmount ?? '0') === 0n) await feeStepped(work, settlement, fee, 'nothing', { transferTime: work.time })
  else {
    await feeStepped(work, settlement, fee, 'transfer')
    await feeStepped(work, settlement, fee, 'succeed', { transferTime: work.time })
  }
  for (const tax of taxes) {
    if (await fixTaxPayment(work, tax)) continue
    await taxStepped(work, tax, 'aloneHandle')
    await taxStepped(work, tax, 'succeed', { payTime: work.time })
  }
  await finishOrder(work, settlement, order)
}
