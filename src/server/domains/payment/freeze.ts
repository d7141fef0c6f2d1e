import { handleApply } from '../../../model/funds/handle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctorPayment, orderDoctorPaymentPoint } from '../../../model/payment/orderDoctorPayment.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { orderDoctorSettlementPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import type { UnitOfWork, Where } from '../../writing/unitOfWork/unitOfWork.ts'
import { LISTED } from '../people/blacklist.ts'
import { locksOfLines } from '../settlement/lineTaxes.ts'
import { linesReleased } from '../settlement/outcomes.ts'
import type { Line } from '../settlement/requote.ts'
import type { Settlement } from '../settlement/settlement.ts'
import { outOfBatch } from './handBatch.ts'
import { feeOf, type Payment } from './paymentOf.ts'

const { handleStatus } = statesOf(handleApply)

// Consequences of a blacklist entry, and of its removal, for a doctor's lines and payments (3.8, INV-47).

const [WAITS, APPROVED] = [0, 1] as const
/** Lines that are neither paid nor void. */
const OPEN = [0, 1, 2, 4, 5]

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((r) => r.id)
const unique = (list: readonly string[]): string[] => [...new Set(list)]

/** Scope of a blacklist entry: a doctor, of one company's payments or of all. */
interface Whose {
  readonly doctorId: string
  readonly companyId: string | null
}

const whereOf = ({ doctorId, companyId }: Whose): Where => ({
  doctorId,
  ...(companyId === null ? {} : { entrustedCompanyId: companyId }),
})

const openLines = <L extends Settlement['lines']>(work: UnitOfWork, of: L, whose: Whose): Promise<RowOf<L>[]> =>
  work.rows(of, { ...whereOf(whose), settleStatus: OPEN })

const underWay = (work: UnitOfWork, whose: Whose): Promise<Payment[]> =>
  work.rows(orderDoctorPayment, { ...whereOf(whose), paymentStatus: [WAITS, APPROVED] })

/** Payments in points that wait for finance: what is approved is granted already. */
const waitingInPoints = (work: UnitOfWork, whose: Whose): Promise<RowOf<typeof orderDoctorPaymentPoint>[]> =>
  work.rows(orderDoctorPaymentPoint, { ...whereOf(whose), paymentStatus: WAITS })

/** Says of open lines, in money and in points, whether their doctor is listed. */
async function flag(work: UnitOfWork, whose: Whose, blackFlag: 0 | 1): Promise<void> {
  for (const lines of [orderDoctorSettlement, orderDoctorSettlementPoint]) {
    const open = (await openLines(work, lines, whose)).filter((l) => (l.blackFlag ?? 0) !== blackFlag)
    await work.updateAll(
      lines,
      open.map((l) => ({ id: l.id, blackFlag })),
    )
  }
}

/**
 * Locks of listing some doctors, by resource. The doctors are locked first: applications and approvals of their
 * payments either are through or wait.
 */
export async function locksOfListing(work: UnitOfWork, listed: readonly Whose[]): Promise<Record<string, string[]>> {
  const doctors = unique(listed.map((w) => w.doctorId))
  await work.lock(authenticationDoctor, doctors)
  const [payments, lines, pointLines, pointPayments] = [
    (await Promise.all(listed.map((w) => underWay(work, w)))).flat(),
    (await Promise.all(listed.map((w) => openLines(work, orderDoctorSettlement, w)))).flat(),
    (await Promise.all(listed.map((w) => openLines(work, orderDoctorSettlementPoint, w)))).flat(),
    (await Promise.all(listed.map((w) => waitingInPoints(work, w)))).flat(),
  ]
  const approved = payments.filter((p) => p.paymentStatus === APPROVED)
  const batches = unique(approved.flatMap((p) => p.handleApplyId ?? []))
  const fixed = await locksOfLines(
    work,
    lines.filter((l) => approved.some((p) => p.orderDoctorSettlementId === l.id)),
  )
  return {
    ...fixed,
    authenticationDoctor: doctors,
    handleApply: batches,
    handleApplyInfo: approved.flatMap((p) => p.handleApplyInfoId ?? []),
    orderDoctorPayment: idsOf(payments),
    orderDoctorPaymentPoint: unique(idsOf(pointPayments)),
    orderDoctorSettlementPoint: unique(idsOf(pointLines)),
    orderDoctorSettlement: unique([...idsOf(lines), ...(fixed.orderDoctorSettlement ?? [])]),
  }
}

/** Takes approved payments out of their batch, as long as the cashier has not taken it up; their taxes are released. */
async function withdraw(work: UnitOfWork, approved: readonly Payment[], lines: readonly Line[]): Promise<void> {
  for (const batch of unique(approved.flatMap((p) => p.handleApplyId ?? [])))
    await outOfBatch(
      work,
      batch,
      approved.filter((p) => p.handleApplyId === batch),
    )
  const theirs = lines.filter((l) => approved.some((p) => p.orderDoctorSettlementId === l.id))
  for (const order of unique(theirs.flatMap((l) => l.settlementOrderId ?? [])))
    await linesReleased(
      work,
      order,
      theirs.filter((l) => l.settlementOrderId === order),
      null,
    )
}

/** A doctor was listed: open lines say so, payments that are not at the bank yet are frozen. What is written is locked. */
export async function frozen(work: UnitOfWork, whose: Whose): Promise<void> {
  await flag(work, whose, 1)
  const payments = await underWay(work, whose)
  const approved: Payment[] = []
  for (const p of payments.filter((one) => one.paymentStatus === APPROVED))
    if ((await work.row(handleApply, p.handleApplyId))?.handleStatus === handleStatus.pending) approved.push(p)
  await withdraw(work, approved, await openLines(work, orderDoctorSettlement, whose))
  const stopped = [...payments.filter((p) => p.paymentStatus === WAITS), ...approved]
  await work.step(orderDoctorPayment, idsOf(stopped), 'freeze', { remark: LISTED })
  await work.step(orderDoctorPaymentPoint, idsOf(await waitingInPoints(work, whose)), 'freeze', { remark: LISTED })
  for (const p of approved) {
    const line = await work.row(orderDoctorSettlement, p.orderDoctorSettlementId)
    if (line) await work.amend(orderDoctorPayment, p.id, feeOf(line))
  }
}

/** A doctor is no longer listed: lines no longer say so. Payments stay frozen until they are thawed. */
export const unlisted = (work: UnitOfWork, whose: Whose): Promise<void> => flag(work, whose, 0)
