import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import type { Label } from '../../../model/values/label.ts'
import { stepEach } from '../../writing/unitOfWork/caused.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { pointsGranted } from '../settlement/outcomes.ts'
import { pointsSettlement } from '../settlement/pointsSettlement.ts'
import { locksToSettle, settleIfDone } from '../settlement/settling.ts'
import { type AnyPayment, type PointLine, pointPaymentOf, putUp } from './paymentOf.ts'
import { simulationRefused } from './simulated.ts'

// Points of a line reach its doctor from the account of the company that paid for them; no bank stands between.

/** Everything that granting the points of a line writes, one of `many` that are granted together. */
export async function locksToGrant(work: UnitOfWork, line: PointLine, many: number): Promise<Record<string, string[]>> {
  const { doctorId, settlementOrderId } = line
  const people = await work.rows(pointsSettlement.doctors, { settlementOrderId, doctorId })
  return {
    ...(await locksToSettle(work, pointsSettlement, settlementOrderId ?? '', many)),
    ...(await work.domains.services.funds.grantLocks(work, line.entrustedCompanyId, doctorId)),
    authenticationDoctor: [doctorId],
    orderDoctor: line.orderDoctorId ? [line.orderDoctorId] : [],
    [pointsSettlement.lines.id]: [line.id],
    [pointsSettlement.doctors.id]: people.map((p) => p.id),
  }
}

/** Why the points of a line are not granted now: the company has too few. */
export const grantProblem = (work: UnitOfWork, line: PointLine): Promise<Label | null> =>
  work.domains.services.funds.pointsProblem(work, line.entrustedCompanyId, line.pointAmount ?? 0)

/** The points of a line that is paid go to its doctor by a payment; its order is settled with the last one. */
export async function granted(
  work: UnitOfWork,
  line: PointLine,
  payment: Pick<AnyPayment, 'id' | 'code'>,
): Promise<void> {
  const doctor = await work.row(authenticationDoctor, line.doctorId)
  if (!doctor) throw new Error(`line ${line.code} has no doctor`)
  const biz = { type: pointsSettlement.payments.id, id: payment.id, code: payment.code }
  await work.domains.services.funds.grantPoints(work, line.entrustedCompanyId, doctor, {
    points: line.pointAmount ?? 0,
    biz,
  })
  await pointsGranted(work, line.settlementOrderId ?? '', { ...line, paymentId: payment.id })
  await settleIfDone(work, pointsSettlement, line.settlementOrderId ?? '')
}

/** Puts the points of a line up for payment (`putUp`). */
export const grantPutUp = (work: UnitOfWork, line: PointLine): Promise<AnyPayment> =>
  putUp(work, pointsSettlement, line, pointPaymentOf(line))

/** Why a line in points is not paid by simulation. */
export const grantSimulationProblem = async (work: UnitOfWork, line: PointLine): Promise<Label | null> =>
  (await simulationRefused(work, line)) ?? (await grantProblem(work, line))

/** Grants the points of a line that nobody reviewed: everything else of a real payment happens. */
export async function grantSimulated(work: UnitOfWork, line: PointLine): Promise<{ readonly paymentId: string }> {
  const payment = await grantPutUp(work, line)
  await stepEach(work, pointsSettlement.payments, pointsSettlement.paymentSteps, 'simulate', [
    { id: payment.id, channel: 2, payTime: work.time },
  ])
  await granted(work, line, payment)
  return { paymentId: payment.id }
}
