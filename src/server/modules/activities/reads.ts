import { demoUpdateByDoctor, updateByDoctor } from '../../../model/activities/doctorCalls.ts'
import { demoMeetingDoctor, meetingDoctor } from '../../../model/activities/doctors.ts'
import { invited } from '../../../model/activities/invited.ts'
import { is } from '../../../model/kernel/condition.ts'
import { pathOf } from '../../../model/kernel/routes.ts'
import { checkUrlDup, lectureReport } from '../../../model/meetings/lecture.ts'
import { meeting } from '../../../model/meetings/meeting.ts'
import { demoGetMeetingInfo, getMeetingInfo } from '../../../model/meetings/meetingCalls.ts'
import {
  contractActivity,
  contractLink,
  contractPage,
  contractShown,
  retroactiveDetail,
} from '../../../model/tender/contractActivity.ts'
import { getProtocolFile, tenderDoctorProtocols } from '../../../model/tender/protocols.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { handle } from '../../records/handle.ts'
import { linkTo, sharedRecord } from '../../records/sharedPages.ts'
import type { Row } from '../../writes/rows.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { kinds, type PlanKind } from './kinds.ts'
import { followDoctors } from './planBudget.ts'

const ENDED = 2
/** A single agreement that its doctor has not signed. */
const UNSIGNED = { protocolType: 2, agreementStatus: 0 } as const

/** What was said of a part: what was not is left as it is. 400 where nothing was. */
function sentOf<T extends object>(body: T): Partial<T> {
  const sent = Object.entries(body).filter(([, value]) => value !== null)
  if (sent.length === 0) throw new AppError(400, ['没有可修改的内容', 'There is nothing to change'])
  return Object.fromEntries(sent) as Partial<T>
}

/**
 * Why the fee of a doctor's part in a meeting stays: it has ended, or an agreement that says the fee waits to be signed.
 * @throws AppError 409
 */
async function refuseFee(work: UnitOfWork, plan: Row | null, doctorId: string | null): Promise<void> {
  if (plan?.planStatus === ENDED)
    throw new AppError(409, ['会议已结束，不能修改劳务费', 'The meeting has ended: fees stay'])
  const open = plan && (await work.any(tenderDoctorProtocols, { planId: plan.id, doctorId, ...UNSIGNED }))
  if (open)
    throw new AppError(409, [
      `协议 ${open.protocolCode ?? ''} 已按原劳务费生成，请移除该医生后重新邀请`,
      `Agreement ${open.protocolCode ?? ''} says the former fee: take the doctor off and invite them anew`,
    ])
}

/** Calls of activities and protocols that only read, and what a doctor's part in a meeting is changed by. */
export const activityCalls = [
  handle(getMeetingInfo, async ({ rows: [row] }) => row as never),
  handle(demoGetMeetingInfo, async ({ rows: [row] }) => row as never),
  handle(checkUrlDup, async ({ rows: [row], reader }) => {
    if (!row?.urlHash) return { dup: 0, others: '' }
    const same = await reader.rows(lectureReport, { where: [is('urlHash', row.urlHash)] })
    const others = same.filter((one) => one.id !== row.id)
    return { dup: others.length > 0 ? 1 : 0, others: others.map((one) => one.codeNumber ?? '').join('、') }
  }),
  handle(getProtocolFile, async ({ rows: [row] }) => ({
    fileUrl: row?.fileUrl ?? null,
    agreementStatus: row?.agreementStatus ?? null,
  })),
  handle(contractLink, ({ rows: [row], actor }) =>
    linkTo(contractShown.id, { tenantId: actor.tenantId, id: row?.id ?? '' }, (id) =>
      pathOf(contractPage.path, { id, tabindex: '0' }),
    ),
  ),
  handle(contractShown, ({ query, context }) =>
    sharedRecord(context, contractActivity, contractShown.id, query.id ?? ''),
  ),
  handle(retroactiveDetail, async ({ query, reader }) => {
    for (const [family, parent] of invited) {
      const part = await reader.row(family, query.activeId)
      if (!part) continue
      const planId = String((part as Readonly<Record<string, unknown>>)[parent])
      const all = await reader.rows(tenderDoctorProtocols, {
        where: [is('planId', planId), is('doctorId', String(part.doctorId)), is('retroactive', 1)],
      })
      const found = all.find((p) => !p.partId || p.partId === part.id)
      if (found) return found
    }
    throw notFound()
  }),
  handle(updateByDoctor, async ({ rows: [row], body, work }) => {
    if (!row) return null
    const sent = sentOf(body)
    if (sent.doctorFee !== undefined && sent.doctorFee !== row.doctorFee)
      await refuseFee(work, (await work.row(meeting, row.meetingId)) as Row | null, row.doctorId)
    await work.update(meetingDoctor, row.id, sent)
    await followDoctors(work, kinds.get('meeting') as PlanKind, row.meetingId)
    return null
  }),
  handle(demoUpdateByDoctor, async ({ rows: [row], body, work }) => {
    if (!row) return null
    await work.update(demoMeetingDoctor, row.id, sentOf(body))
    await followDoctors(work, kinds.get('demoMeeting') as PlanKind, row.meetingId)
    return null
  }),
]
