import { budgetOrder } from '../../../model/activities/budgetOrder.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctor, orderDoctorLifecycle } from '../../../model/orders/orderDoctor.ts'
import { orderEntrusted } from '../../../model/orders/orderEntrusted.ts'
import { entrustedTaxPaymentOrder, servicePaymentOrder } from '../../../model/payment/payments.ts'
import type { orderDoctorSettlementLifecycle } from '../../../model/settlement/lineLifecycles.ts'
import { settlementCycle } from '../../../model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlement, settlementOrderDoctor } from '../../../model/settlement/settlementLines.ts'
import type { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import type {
  orderDoctorSettlementPoint,
  settlementOrderPoint,
} from '../../../model/settlement/settlementOrderPoint.ts'
import { fen } from '../../../model/values/money.ts'
import { stepEach } from '../../writing/unitOfWork/caused.ts'
import { type AnyResource, lockName } from '../../writing/unitOfWork/rows.ts'
import type { Patch, UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { CASH, type Families, inOrder, POINTS } from './families.ts'
import { fixTaxes, releaseTaxes } from './lineTaxes.ts'
import { mergedLocks } from './mergedLocks.ts'
import { type Line, openLines } from './requote.ts'
import { feeStepped, finishOrder, fixTaxPayment, locksOfWorth, taxStepped } from './settling.ts'

const { fileStatus: fileStates } = statesOf(settlementOrderDoctor)

const { settleStatus } = statesOf(orderDoctorSettlement)
const { taxPayStatus: taxPayStates } = statesOf(entrustedTaxPaymentOrder)

// Outcomes of a settlement order after toSettle: caused by its payment, by the bank and by the passing on of fees and
// taxes, whose documents decide by system transitions (3.12 to 3.18).

/** Families below an order that its outcomes write and that name it by `settlementOrderId`, in money and in points. */
export const belowOrder = (f: Families): readonly AnyResource[] => [
  f.lines,
  f.doctors,
  f.items,
  f.fee,
  ...(f === CASH ? [entrustedTaxPaymentOrder] : []),
]

/** An order with everything below it that an outcome may write, by resource: for `lock` of rules. */
export async function locksOfOrder(
  work: UnitOfWork,
  orderId: string,
  f: Families = CASH,
): Promise<Record<string, string[]>> {
  const order = await work.row(f.order, orderId)
  if (!order) throw new Error(`no settlement order ${orderId}`)
  const named = [orderDoctor, servicePaymentOrder]
  const found = await Promise.all([
    ...belowOrder(f).map(async (of) => [of.id, await work.rows(of, { settlementOrderId: orderId })] as const),
    ...named.map(async (of) => [of.id, await work.rows(of, inOrder(f, orderId))] as const),
  ])
  return {
    ...Object.fromEntries(found.map(([of, rows]) => [of, rows.map((r) => r.id)])),
    [settlementCycle.id]: order.settlementCycleId ? [order.settlementCycleId] : [],
    [f.order.id]: [orderId],
  }
}

/** Locks an order with everything that any of its outcomes may write, in the global order of locks. */
export async function lockOrder(work: UnitOfWork, orderId: string, f: Families = CASH): Promise<void> {
  const locks = mergedLocks(await locksOfOrder(work, orderId, f), await locksOfWorth(work, orderId, f))
  const families: AnyResource[] = [
    ...belowOrder(f),
    orderDoctor,
    servicePaymentOrder,
    settlementCycle,
    f.order,
    budgetOrder,
    orderEntrusted,
  ]
  for (const family of families.sort((a, b) => (lockName(a) < lockName(b) ? -1 : 1)))
    await work.lock(family, locks[family.id] ?? [])
}

type LineStep = keyof typeof orderDoctorSettlementLifecycle.transitions

/** Takes a step of locked lines, all in one statement, with what else becomes of each. */
export const linesStepped = (
  work: UnitOfWork,
  name: LineStep,
  patches: readonly Patch<typeof orderDoctorSettlement>[],
  remark: string | null = null,
  f: Families = CASH,
): Promise<void> => stepEach(work, f.lines, f.lineSteps, name, patches, remark)

const only = (lines: readonly Line[]) => lines.map(({ id }) => ({ id }))

/**
 * The client's payment was checked: the lines become payable, and the points of an order in points are issued to the company
 * (whose accounts are locked: `pointsOf`).
 */
export async function orderPaid(work: UnitOfWork, orderId: string, f: Families = CASH): Promise<void> {
  await work.step(f.order, orderId, 'pay')
  await linesStepped(work, 'open', only(await openLines(work, orderId, f)), null, f)
  if (f !== POINTS) return
  const order = await pointOrder(work, orderId)
  const biz = { type: f.order.id, id: orderId, code: order?.code ?? null }
  await work.domains.services.funds.issuePoints(work, order?.entrustedCompanyId ?? null, {
    points: order?.pointAmount ?? 0,
    biz,
  })
}

/** An order in points, with the fields that only these have. */
const pointOrder = async (work: UnitOfWork, orderId: string) =>
  (await work.row(POINTS.order, orderId)) as unknown as RowOf<typeof settlementOrderPoint> | null

/** Finance has approved payments of lines of an order: their taxes are fixed before the bank pays. */
export async function linesApproved(work: UnitOfWork, orderId: string, lines: readonly Line[]): Promise<void> {
  await work.update(CASH.order, orderId, await fixTaxes(work, orderId, lines))
}

/** Sum of the paid lines of an order. */
const paidNet = async (work: UnitOfWork, settlementOrderId: string): Promise<string> =>
  (await work.sum(CASH.lines, ['netAmount'], { settlementOrderId, settleStatus: settleStatus.paid })).netAmount

/** How many points of an order are granted. */
async function paidPoints(work: UnitOfWork, settlementOrderId: string): Promise<number> {
  const paid = await work.rows(POINTS.lines, { settlementOrderId, settleStatus: settleStatus.paid })
  return (paid as unknown as RowOf<typeof orderDoctorSettlementPoint>[]).reduce((n, l) => n + (l.pointAmount ?? 0), 0)
}

/** How much of what doctors get in an order is paid. */
export async function updateDoctors(
  work: UnitOfWork,
  settlementOrderId: string,
  lines: readonly Line[],
  f: Families = CASH,
): Promise<void> {
  const doctorId = [...new Set(lines.map((l) => l.doctorId))]
  const all = await work.rows(f.lines, { settlementOrderId, doctorId, settleStatus: { not: 9 } })
  const people = await work.rows(f.doctors, { settlementOrderId, doctorId })
  await work.updateAll(
    f.doctors,
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
  await work.update(CASH.order, orderId, { ...amounts, paidNetAmount: await paidNet(work, orderId) })
  await updateDoctors(work, orderId, lines)
  await ordersPaid(work, lines)
}

/** The doctor orders of lines are paid, by the payments that the lines name. */
const ordersPaid = (work: UnitOfWork, lines: readonly Line[]): Promise<void> =>
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
export async function pointsGranted(work: UnitOfWork, orderId: string, line: Line): Promise<void> {
  await work.update(POINTS.order, orderId, { paidPoints: await paidPoints(work, orderId) } as object)
  await updateDoctors(work, orderId, [line], POINTS)
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
      step,
      // unpaid lines stand in no return: a return that included them is collected anew (INV-28)
      lines.map(({ id }) => ({ id, ...(bounced ? { payTime: null, summaryTaxReturnsId: null } : {}) })),
      remark,
    )
  const paid = bounced ? { paidNetAmount: await paidNet(work, orderId) } : {}
  if (Object.keys({ ...amounts, ...paid }).length > 0) await work.update(CASH.order, orderId, { ...amounts, ...paid })
  if (!bounced) return
  await updateDoctors(work, orderId, lines)
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
  const lines = (await openLines(work, orderId)).filter((l) => doctors.includes(l.doctorId) && l.taxFinal !== 1)
  await linesStepped(work, 'applyForPayment', only(lines))
  await paidOut(work, orderId, lines)
  const paid = [...new Set(lines.map((l) => l.doctorId))]
  await confirmed(
    work,
    await work.rows(CASH.doctors, { settlementOrderId: orderId, doctorId: paid }),
    fileStates.signed,
  )
}

/**
 * The confirmations of doctors of a locked order are generated (1), or sent to be signed and signed (2): each takes the
 * steps it has not taken.
 */
export async function confirmed(
  work: UnitOfWork,
  people: readonly Pick<RowOf<Families['doctors']>, 'id' | 'fileStatus'>[],
  fileStatus: 1 | 2,
  f: Families = CASH,
): Promise<void> {
  const at = (status: 0 | 1 | 2) =>
    people.filter((p) => (p.fileStatus ?? fileStates.none) === status).map(({ id }) => ({ id }))
  await stepEach(work, f.doctors, f.doctorSteps, 'generate', at(0))
  if (fileStatus === fileStates.generated) return
  for (const step of ['flow.send', 'sign']) await stepEach(work, f.doctors, f.doctorSteps, step, [...at(0), ...at(1)])
}

/** Every line is paid, and the taxes are to be passed on, on their way, or came back. */
export async function taxesOpen(work: UnitOfWork, orderId: string, taxPayStatus: 1 | 2 | 4): Promise<void> {
  const [tax] = await work.rows(entrustedTaxPaymentOrder, { settlementOrderId: orderId })
  if (!tax) throw new Error(`order ${orderId} has no tax payment`)
  await fixTaxPayment(work, tax)
  if (taxPayStatus !== taxPayStates.toPay) await taxStepped(work, tax, 'aloneHandle')
  if (taxPayStatus === taxPayStates.failed) await taxStepped(work, tax, 'fail')
}

/**
 * Every line is paid: the fee is transferred, the taxes are passed on, the doctors' invoice is due, the order is settled,
 * and its cycle with it.
 */
export async function orderSettled(work: UnitOfWork, orderId: string, f: Families = CASH): Promise<void> {
  const order = await work.row(f.order, orderId)
  const [fee] = await work.rows(f.fee, { settlementOrderId: orderId })
  const [tax] = f === CASH ? await work.rows(entrustedTaxPaymentOrder, { settlementOrderId: orderId }) : []
  if (!order || !fee || (f === CASH && !tax)) throw new Error(`order ${orderId} has no documents to settle`)
  if (fen(fee.feeAmount ?? '0') === 0n) await feeStepped(work, fee, 'nothing', { transferTime: work.time }, f)
  else {
    await feeStepped(work, fee, 'transfer', {}, f)
    await feeStepped(work, fee, 'succeed', { transferTime: work.time }, f)
  }
  if (tax && !(await fixTaxPayment(work, tax))) {
    await taxStepped(work, tax, 'aloneHandle')
    await taxStepped(work, tax, 'succeed', { payTime: work.time })
  }
  await finishOrder(work, order, f)
}
