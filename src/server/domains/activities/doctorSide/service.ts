import { activityPlan } from '../../../../model/activities/activityPlan.ts'
import { meetingAttend } from '../../../../model/activities/meetings/meetingParts.ts'
import { transitionsOf } from '../../../../model/business.ts'
import { type Field, type Fields, isRef } from '../../../../model/language/fields/field.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { review } from '../../../../model/patterns/mixins.ts'
import { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import { tenderDoctorProtocols } from '../../../../model/tender/protocols.ts'
import { doctorActing } from '../../../core/actor.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { decideIn } from '../../../deciding/decideIn.ts'
import { prepareForDoctor } from '../../../deciding/transitions.ts'
import { addRecord } from '../../../writing/save/save.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { delivering } from '../kinds.ts'
import type { Protocol } from './subject.ts'

const { approvalStatus } = statesOf({ fields: review })

// Acts of a doctor outside the console, through any channel (`work.actor`: doctorActor of core/actor.ts, or a partner's
// client that acts for a doctor). The rules are those of staff's calls: each is a step of the same lifecycle. Whoever
// calls has found the record to be the doctor's.

/** The answer to an agreement: 1 agree, 2 refuse. Refusing takes a reason. */
export interface AgreementAnswer {
  readonly agree: 1 | 2
  readonly reason: string | null
}

/** Content of a report: its answers by code, ids of files joined by commas, and further fields of its resource. */
export interface Report {
  readonly collectData: Readonly<Record<string, unknown>> | null
  readonly files: string | null
  readonly more?: Readonly<Record<string, unknown>>
}

const ENDED = 2

const ownOnly = (work: UnitOfWork, row: { readonly doctorId?: unknown } | null): void => {
  if (!row || String(row.doctorId) !== doctorActing(work.actor)) throw notFound()
}

/** No link of a doctor on the blacklist opens (`endOf` of subject.ts), and nothing is done for them in another way. @throws AppError 409 */
async function refuseListed(work: UnitOfWork): Promise<void> {
  const doctor = await work.row(authenticationDoctor, doctorActing(work.actor))
  if (doctor?.blackStatus === 1)
    throw new AppError(409, [
      `医生 ${doctor.doctorName} 在黑名单中，不能签署协议或提交成果`,
      `Doctor ${doctor.doctorName} is blacklisted: nothing is signed or handed in for them`,
    ])
}

/**
 * Answers the agreement for an activity: it is signed or refused when the e-sign partner says so. Returns the address
 * at which the doctor signs at the partner's; empty where nothing is left to do.
 * @throws AppError 404, 409
 */
export async function answerInvitation(
  work: UnitOfWork,
  protocolId: string,
  { agree, reason }: AgreementAnswer,
): Promise<string> {
  const protocol: Protocol | null = await work.row(tenderDoctorProtocols, protocolId)
  ownOnly(work, protocol)
  await refuseListed(work)
  const plan = await work.row(activityPlan, protocol?.planId ?? null)
  if (plan?.planStatus === ENDED)
    throw new AppError(409, ['活动已结束，不能答复邀请', 'The activity has ended: its invitations are not answered'])
  if (agree === 2 && !reason?.trim())
    throw new AppError(400, ['请填写拒绝原因', 'Please say why you refuse'], {
      reason: work.actor.language === 'en' ? 'Please say why you refuse' : '请填写拒绝原因',
    })
  const order = { resource: tenderDoctorProtocols.id, transition: 'answer', ids: [protocolId] }
  await decideIn(work, prepareForDoctor(work.domains, work.actor, { ...order, ask: { agree, reason } }))
  return agree === 1 ? (protocol?.signUrl ?? '') : ''
}

/**
 * Hands a report of a resource in for an activity (its id). Answers its id.
 * @throws AppError 409 naming why the activity or the doctor hands nothing in, 400 naming fields
 */
export async function handIn(work: UnitOfWork, of: AnyResource, planId: string, report: Report): Promise<string> {
  const d = delivering.get(of.id)
  const step = transitionsOf(of.id).handIn
  if (!d || !step) throw new AppError(404, ['该活动没有可提交的报告', 'Nothing is handed in for this activity'])
  await refuseListed(work)
  const fields: Fields = step.ask ?? {}
  // records that a report names are chosen by staff
  const filled = Object.entries(report.more ?? {}).filter(
    ([name]) => Object.hasOwn(fields, name) && !isRef(fields[name] as Field),
  )
  const ask = {
    ...Object.fromEntries(filled),
    [d.plan]: planId,
    doctorId: doctorActing(work.actor),
    collectData: report.collectData,
    files: report.files,
  }
  const order = { resource: of.id, transition: 'handIn', ids: [], ask }
  const [made] = await decideIn(work, prepareForDoctor(work.domains, work.actor, order))
  return made?.id ?? ''
}

/** Hands a refused report in again. @throws AppError 404, 409 where it is not refused */
export async function handInAgain(work: UnitOfWork, of: AnyResource, id: string, report: Report): Promise<void> {
  const row: Readonly<Record<string, unknown>> | null = await work.row(of, id)
  ownOnly(work, row)
  await refuseListed(work)
  const transition = row?.approvalStatus === approvalStatus.rejected ? 'resubmit' : 'resubmit.refused'
  const ask = { collectData: report.collectData, files: report.files }
  await decideIn(work, prepareForDoctor(work.domains, work.actor, { resource: of.id, transition, ids: [id], ask }))
}

/** Signs somebody in to a meeting: of one number once. @throws AppError 400, 409 */
export async function attend(
  work: UnitOfWork,
  meetingId: string,
  who: {
    readonly userName: string
    readonly phone: string
    readonly hospitalName: string | null
    readonly departmentName: string | null
  },
): Promise<string> {
  const row = await addRecord(work, meetingAttend, { meetingId, ...who })
  return row.id
}
