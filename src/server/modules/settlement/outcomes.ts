import { isInState, type Transition } from '../../../model/kernel/lifecycle.ts'
import { fen } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { orderDoctorSettlementLifecycle } from '../../../model/settlement/lineLifecycles.ts'
import { entrustedTaxPaymentOrder, platServiceFee, servicePaymentOrder } from '../../../model/settlement/payments.ts'
import { settlementCycle } from '../../../model/settlement/settlementCycle.ts'
import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import type { AnyResource } from '../../core/records.ts'
import { lockName } from '../../writes/rows.ts'
import type { Patch, UnitOfWork } from '../../writes/unitOfWork.ts'
import { fixTaxes, releaseTaxes } from './lineTaxes.ts'
import { type Line, openLines } from './requote.ts'
import { feeStepped, finishOrder, fixTaxPayment, taxStepped } from './settling.ts'

// What becomes of a settlement order after toSettle: caused by its payment, by the bank and by the passing on of fees
// and taxes, whose documents decide by system transitions (3.12 to 3.18).

/** Families below an order that its outcomes write. */
const BELOW: readonly AnyResource[] = [
  entrustedTaxPaymentOrder,
  orderDoctor,
  orderDoctorSettlement,
  platServiceFee,
  servicePaymentOrder,
  settlementOrderDoctor,
  settlementOrderTaxItem,
]

/** An order with everything below it that an outcome may write, by resource: for `lock` of rules. */
export async function locksOfOrder(work: UnitOfWork, orderId: string): Promise<Record<string, string[]>> {
  const order = await work.row(settlementOrder, orderId)
  if (!order) throw new Error(`no settlement order ${orderId}`)
  const below = await Promise.all(BELOW.map((of) => work.rows(of, { settlementOrderId: orderId })))
  return {
    ...Object.fromEntries(BELOW.map((of, n) => [of.id, (below[n] ?? []).map((r) => r.id)])),
    [settlementCycle.id]: order.settlementCycleId ? [order.settlementCycleId] : [],
    [settlementOrder.id]: [orderId],
  }
}

/** Locks an order with everything below it that an outcome may write, in the global order of locks. */
export async function lockOrder(work: UnitOfWork, orderId: string): Promise<void> {
  const locks = await locksOfOrder(work, orderId)
  const families = [...BELOW, settlementCycle, settlementOrder]
  for (const of of families.sort((a, b) => (lockName(a) < lockName(b) ? -1 : 1)))
    await work.lock(of, locks[of.id] ?? [])
}

type LineStep = keyof typeof orderDoctorSettlementLifecycle.transitions

/** Takes a step of locked lines, all in one statement, with what else becomes of each. */
export async function linesStepped(
  work: UnitOfWork,
  name: LineStep,
  patches: readonly Patch<typeof orderDoctorSettlement>[],
  remark: string | null = null,
): Promise<void> {
  const transition: Transition = orderDoctorSettlementLifecycle.transitions[name]
  for (const { id } of patches) {
    const line = await work.row(orderDoctorSettlement, id)
    if (!line || !isInState(transition.from as object as Record<string, unknown>, line))
      throw new Error(`line ${line?.code ?? id} cannot ${name} in state ${line?.settleStatus}`)
  }
  await work.updateAll(
    orderDoctorSettlement,
    patches.map((p) => ({ ...p, ...(transition.to as object) })),
    { action: name, decision: { transition, lifecycle: orderDoctorSettlementLifecycle, remark, bySystem: true } },
  )
}

const only = (lines: readonly Line[]) => lines.map(({ id }) => ({ id }))

/** The client's payment was checked: the lines become payable. */
export async function orderPaid(work: UnitOfWork, orderId: string): Promise<void> {
  await work.step(settlementOrder, orderId, 'pay')
  await linesStepped(work, 'open', only(await openLines(work, orderId)))
}

/** Finance has approved payments of lines of an order: their taxes are fixed before the bank pays. */
export async function linesApproved(work: UnitOfWork, orderId: string, lines: readonly Line[]): Promise<void> {
  await work.update(settlementOrder, orderId, await fixTaxes(work, orderId, lines))
}

/** What the paid lines of an order come to. */
const paidNet = async (work: UnitOfWork, settlementOrderId: string): Promise<string> =>
  (await work.sum(orderDoctorSettlement, ['netAmount'], { settlementOrderId, settleStatus: 3 })).netAmount

/** How much of what doctors get in an order is paid. */
export async function tellDoctors(work: UnitOfWork, settlementOrderId: string, lines: readonly Line[]): Promise<void> {
  const doctorId = [...new Set(lines.map((l) => l.doctorId))]
  const all = await work.rows(orderDoctorSettlement, { settlementOrderId, doctorId, settleStatus: { not: 9 } })
  const people = await work.rows(settlementOrderDoctor, { settlementOrderId, doctorId })
  await work.updateAll(
    settlementOrderDoctor,
    people.flatMap((p) => {
      const own = all.filter((l) => l.doctorId === p.doctorId)
      const paid = own.filter((l) => l.settleStatus === 3).length
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
    'pay',
    lines.map(({ id }) => ({ id, payTime: work.time })),
  )
  await tellPaid(work, orderId, lines, amounts)
}

/** What follows of lines that are paid, of one order: what it has paid, its doctors, and the doctor orders. */
async function tellPaid(
  work: UnitOfWork,
  orderId: string,
  lines: readonly Line[],
  amounts: Partial<RowOf<typeof settlementOrder>>,
): Promise<void> {
  await work.update(settlementOrder, orderId, { ...amounts, paidNetAmount: await paidNet(work, orderId) })
  await tellDoctors(work, orderId, lines)
  await work.step(
    orderDoctor,
    lines.flatMap((l) => l.orderDoctorId ?? []),
    'pay',
  )
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
      step,
      lines.map(({ id }) => ({ id, ...(bounced ? { payTime: null } : {}) })),
      remark,
    )
  const paid = bounced ? { paidNetAmount: await paidNet(work, orderId) } : {}
  if (Object.keys({ ...amounts, ...paid }).length > 0)
    await work.update(settlementOrder, orderId, { ...amounts, ...paid })
  if (!bounced) return
  await tellDoctors(work, orderId, lines)
  await work.step(
    orderDoctor,
    lines.flatMap((l) => l.orderDoctorId ?? []),
    'bounce',
  )
}

/** The bank has paid all payable lines of doctors. */
export async function linesPaid(work: UnitOfWork, orderId: string, doctors: readonly string[]): Promise<void> {
  const lines = (await openLines(work, orderId)).filter((l) => doctors.includes(l.doctorId) && l.taxFinal !== 1)
  await linesStepped(work, 'applyForPayment', only(lines))
  await paidOut(work, orderId, lines)
  const paid = [...new Set(lines.map((l) => l.doctorId))]
  const people = await work.rows(settlementOrderDoctor, { settlementOrderId: orderId, doctorId: paid })
  await work.updateAll(
    settlementOrderDoctor,
    people.map((d) => ({ id: d.id, fileStatus: 2 as const })),
  )
}

/** Every line is paid, and the taxes are to be passed on, on their way, or came back. */
export async function taxesOpen(work: UnitOfWork, orderId: string, taxPayStatus: 1 | 2 | 4): Promise<void> {
  const [tax] = await work.rows(entrustedTaxPaymentOrder, { settlementOrderId: orderId })
  if (!tax) throw new Error(`order ${orderId} has no tax payment`)
  await fixTaxPayment(work, tax)
  if (taxPayStatus !== 1) await taxStepped(work, tax, 'aloneHandle')
  if (taxPayStatus === 4) await taxStepped(work, tax, 'fail')
}

/**
 * Every line is paid: the fee is transferred, the taxes are passed on, the doctors' invoice is due, the order is settled,
 * and its cycle with it.
 */
export async function orderSettled(work: UnitOfWork, orderId: string): Promise<void> {
  const order = await work.row(settlementOrder, orderId)
  const [fee] = await work.rows(platServiceFee, { settlementOrderId: orderId })
  const [tax] = await work.rows(entrustedTaxPaymentOrder, { settlementOrderId: orderId })
  if (!order || !fee || !tax) throw new Error(`order ${orderId} has no documents to settle`)
  if (fen(fee.feeAmount ?? '0') === 0n) await feeStepped(work, fee, 'nothing', { transferTime: work.time })
  else {
    await feeStepped(work, fee, 'transfer')
    await feeStepped(work, fee, 'succeed', { transferTime: work.time })
  }
  if (!(await fixTaxPayment(work, tax))) {
    await taxStepped(work, tax, 'aloneHandle')
    await taxStepped(work, tax, 'succeed', { payTime: work.time })
  }
  await finishOrder(work, order)
}
