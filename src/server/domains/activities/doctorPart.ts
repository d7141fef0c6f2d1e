import { statesOf } from '../../../model/language/states.ts'
import { tenderDoctorProtocols } from '../../../model/tender/protocols.ts'
import { AppError } from '../../core/errors.ts'
import type { Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { refuseDoctorFee } from './feeLimits.ts'
import type { Belonging, PlanKind } from './kinds.ts'
import { followDoctors } from './planBudget.ts'

const { agreementStatus } = statesOf(tenderDoctorProtocols)

const ENDED = 2
/** A single agreement that its doctor has not signed. */
const UNSIGNED = { protocolType: 2, agreementStatus: agreementStatus.pending } as const

/** Fields of a part that the request carries; absent ones keep their value. 400 if none is present. */
function sentOf<T extends object>(body: T): Partial<T> {
  const sent = Object.entries(body).filter(([, value]) => value !== null)
  if (sent.length === 0) throw new AppError(400, ['没有可修改的内容', 'There is nothing to change'])
  return Object.fromEntries(sent) as Partial<T>
}

/**
 * Why the fee of a doctor's part in a meeting stays: it has ended, or an agreement that says the fee waits to be signed.
 * @throws AppError 409
 */
async function refuseOtherFee(work: UnitOfWork, plan: Row | null, doctorId: string | null): Promise<void> {
  if (plan?.planStatus === ENDED)
    throw new AppError(409, ['会议已结束，不能修改劳务费', 'The meeting has ended: fees stay'])
  const open = plan && (await work.any(tenderDoctorProtocols, { planId: plan.id, doctorId, ...UNSIGNED }))
  if (open)
    throw new AppError(409, [
      `协议 ${open.protocolCode ?? ''} 已按原劳务费生成，请移除该医生后重新邀请`,
      `Agreement ${open.protocolCode ?? ''} says the former fee: take the doctor off and invite them anew`,
    ])
}

/** Changes the part of a doctor in a meeting, which is locked with it (`updateByDoctor`); what is not said stays. */
export async function changePart(
  work: UnitOfWork,
  kind: PlanKind,
  row: Row,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { of, plan: by } = kind.doctors as Belonging
  const sent = sentOf(body)
  if (sent.doctorFee !== undefined && sent.doctorFee !== row.doctorFee) {
    const plan = (await work.row(kind.of, String(row[by]))) as Row | null
    await refuseOtherFee(work, plan, row.doctorId as string | null)
    if (plan) await refuseDoctorFee(work, plan, row.doctorName as string | null, sent.doctorFee)
  }
  await work.update(of, row.id, sent as never)
  await followDoctors(work, kind, String(row[by]))
}
