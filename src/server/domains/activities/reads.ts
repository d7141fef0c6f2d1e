import { demoUpdateByDoctor, updateByDoctor } from '../../../model/activities/doctorCalls.ts'
import { invited } from '../../../model/activities/invited.ts'
import { checkUrlDup, lectureReport } from '../../../model/activities/meetings/lecture.ts'
import { demoGetMeetingInfo, getMeetingInfo } from '../../../model/activities/meetings/meetingCalls.ts'
import { is } from '../../../model/language/conditions/condition.ts'
import {
  contractActivity,
  contractLink,
  contractPage,
  contractShown,
  retroactiveDetail,
} from '../../../model/tender/contractActivity.ts'
import { getProtocolFile, tenderDoctorProtocols } from '../../../model/tender/protocols.ts'
import { pathOf } from '../../../model/values/routes.ts'
import { notFound } from '../../core/errors.ts'
import { handle } from '../../records/handle.ts'
import { linkTo, sharedRecord } from '../../records/sharedPages.ts'
import { changePart } from './doctorPart.ts'
import { kinds, type PlanKind } from './kinds.ts'

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
    for (const [doctors, parent] of invited) {
      const part = await reader.row(doctors, query.activeId)
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
    if (row) await changePart(work, kinds.get('meeting') as PlanKind, row as never, body)
    return null
  }),
  handle(demoUpdateByDoctor, async ({ rows: [row], body, work }) => {
    if (row) await changePart(work, kinds.get('demoMeeting') as PlanKind, row as never, body)
    return null
  }),
]
