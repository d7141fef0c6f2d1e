import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import type { Label } from '../../../model/values/label.ts'
import { stepEach } from '../../writing/unitOfWork/caused.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { POINTS } from '../settlement/families.ts'
import { pointsGranted } from '../settlement/outcomes.ts'
import type { Line } from '../settlement/requote.ts'
import { locksToSettle, settleIfDone } from '../settlement/settling.ts'
import { type Payment, type PointLine, putUp } from './paymentOf.ts'
import { simulationRefused } from './simulated.ts'

// Points of a line reach its doctor from the account of the company that paid for them; no bank stands between.

/** How many points a line grants. */
const pointsIn = (line: Line): number => (line as unknown as PointLine).pointAmount ?? 0

/** Everything that granting the points of a line writes, one of `many` that are granted together. */
export async function locksToGrant(work: UnitOfWork, line: Line, many: number): Promise<Record<string, string[]>> {
  const { doctorId, settlementOrderId } = line
  const people = await work.rows(POINTS.doctors, { settlementOrderId, doctorId })
  return {
    ...(await locksToSettle(work, settlementOrderId ?? '', many, POINTS)),
    ...(await work.domains.services.funds.grantLocks(work, line.entrustedCompanyId, doctorId)),
    authenticationDoctor: [doctorId],
    orderDoctor: line.orderDoctorId ? [line.orderDoctorId] : [],
    [POINTS.lines.id]: [line.id],
    [POINTS.doctors.id]: people.map((p) => p.id),
  }
}

/** Why the points of a line are not granted now: the company has too few. */
export const grantProblem = (work: UnitOfWork, line: Line): Promise<Label | null> =>
  work.domains.services.funds.pointsProblem(work, line.entrustedCompanyId, pointsIn(line))

/** The points of a line that is paid go to its doctor by a payment; its order is settled with the last one. */
export async function granted(work: UnitOfWork, line: Line, payment: Pick<Payment, 'id' | 'code'>): Promise<void> {
  const doctor = await work.row(authenticationDoctor, line.doctorId)
  if (!doctor) throw new Error(`line ${line.code} has no doctor`)
  const biz = { type: POINTS.payments.id, id: payment.id, code: payment.code }
  await work.domains.services.funds.grantPoints(work, line.entrustedCompanyId, doctor, { points: pointsIn(line), biz })
  await pointsGranted(work, line.settlementOrderId ?? '', { ...line, paymentId: payment.id })
  await settleIfDone(work, line.settlementOrderId ?? '', POINTS)
}

/** Why a line in points is not paid by simulation. */
export const grantSimulationProblem = async (work: UnitOfWork, line: Line): Promise<Label | null> =>
  (await simulationRefused(work, line)) ?? (await grantProblem(work, line))

/** Grants the points of a line that nobody reviewed: everything else of a real payment happens. */
export async function grantSimulated(work: UnitOfWork, line: Line): Promise<Partial<Line>> {
  const payment = await putUp(work, line, POINTS)
  await stepEach(work, POINTS.payments, POINTS.paymentSteps, 'simulate', [
    { id: payment.id, channel: 2, payTime: work.time },
  ])
  await granted(work, line, payment)
  return { paymentId: payment.id }
}
