import { meeting } from '../../../../model/activities/meetings/meeting.ts'
import { meetingAgenda, meetingAttend, meetingCost } from '../../../../model/activities/meetings/meetingParts.ts'
import { meetingTencent } from '../../../../model/activities/meetings/meetingTencent.ts'
import {
  tencentMeetingEventsRecording,
  tencentMeetingParticipants,
  tencentMeetingRecordinfo,
  tencentMeetingRecordlist,
} from '../../../../model/activities/meetings/tencent.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { acceptance, review } from '../../../../model/patterns/mixins.ts'
import { doctorName, hospitalName } from '../../values/names.ts'
import { phoneOf } from '../../values/numbers.ts'
import { atTime, plusDays, plusSeconds } from '../../values/times.ts'
import type { Character, Stage } from '../stage/stage.ts'
import type { PlanDraft } from './book.ts'

const { meetingStatus, submitStatus } = statesOf(meeting)
const { approvalStatus, confirmStatus } = statesOf({ fields: { ...review, ...acceptance } })
const { state: onlineStates } = statesOf(meetingTencent)

/** How a meeting stands: not held, going on, held and in some state of its review, cancelled. */
type Held = 'planned' | 'now' | 'unsent' | 'waiting' | 'passed' | 'accepted' | 'rejected' | 'refused' | 'cancelled'

const OUTCOMES: readonly Held[] = ['waiting', 'passed', 'unsent', 'rejected', 'waiting', 'refused', 'planned', 'now']

/** Meetings whose doctors were paid were accepted. */
function heldOf(draft: PlanDraft): Held {
  if (draft.state === 'planning') return 'planned'
  if ([...draft.parts.values()].some((p) => p.accepted.length > 0)) return 'accepted'
  if (draft.mark === 4) return 'cancelled'
  if (draft.mark === 3) return 'planned'
  return OUTCOMES[draft.nth % OUTCOMES.length] as Held
}

/** Has a meeting been held, so that people came? */
export const wasHeld = (draft: PlanDraft): boolean => !['planned', 'cancelled'].includes(heldOf(draft))

const codeOf = (draft: PlanDraft): string => String(100_000_000 + ((draft.nth * 7_919_311) % 900_000_000))

/** Is there an online meeting? One is created once the activity runs, of meetings that are not on site alone. */
const hasOnline = (draft: PlanDraft): boolean =>
  draft.nth % 3 !== 1 && (heldOf(draft) === 'planned' ? draft.state === 'running' : draft.state !== 'planning')

/** When a meeting begins: before the first doctor was paid for it. */
function beginOf(stage: Stage, draft: PlanDraft): string {
  const held = heldOf(draft)
  if (held === 'planned' || held === 'cancelled') return atTime(plusDays(stage.today, 12 + (draft.nth % 20)), 14)
  if (held === 'now') return atTime(stage.today, 9)
  const moments = [...draft.parts.values()].flatMap((p) => p.accepted.map((a) => a.at))
  const first = [...moments, atTime(plusDays(stage.today, -6 - (draft.nth % 9)), 14)].sort()[0] as string
  return atTime(plusDays(first, -3), 14)
}

/** How a meeting of each form is held: online, on site, both. */
const HELD: Readonly<Record<1 | 2 | 3, string>> = {
  1: '腾讯会议直播，会后可回看',
  2: '酒店会议室，现场签到',
  3: '主会场现场，分会场线上接入',
}

/** The columns of a meeting besides those of every plan. */
export function meetingFacts(stage: Stage, draft: PlanDraft): Readonly<Record<string, unknown>> {
  const held = heldOf(draft)
  const begin = beginOf(stage, draft)
  const reviewed = ['passed', 'accepted', 'rejected', 'refused'].includes(held)
  const sent = reviewed || held === 'waiting'
  const confirmed = held === 'accepted' || held === 'refused'
  const meetingType = ((draft.nth % 3) + 1) as 1 | 2 | 3
  return {
    meetingType,
    format: HELD[meetingType],
    businessClassType: ((draft.nth % 4) + 1) as 1 | 2 | 3 | 4,
    startTime: begin,
    endTime: plusSeconds(begin, 7200),
    meetingStatus:
      held === 'planned'
        ? meetingStatus.scheduled
        : held === 'now'
          ? meetingStatus.inProgress
          : held === 'cancelled'
            ? meetingStatus.cancelled
            : meetingStatus.ended,
    expectNum: 20 + (draft.nth % 30),
    attendNum: held === 'planned' || held === 'cancelled' ? 0 : ATTEND,
    ...(hasOnline(draft)
      ? {
          meetingCode: codeOf(draft),
          tencentMeetingId: `t${codeOf(draft)}`,
          followsTencent: held === 'planned' && meetingType === 1 ? 1 : 0,
        }
      : {}),
    // refused meetings are submitted again
    submitStatus: sent && held !== 'rejected' && held !== 'refused' ? submitStatus.handedIn : submitStatus.none,
    submitTime: sent ? atTime(plusDays(begin, 1), 10) : null,
    approvalStatus:
      held === 'rejected' ? approvalStatus.rejected : reviewed ? approvalStatus.approved : approvalStatus.pending,
    approvalOfficer: reviewed ? '运营一部' : null,
    approvalDate: reviewed ? atTime(plusDays(begin, 2), 11) : null,
    approvalRemark: held === 'rejected' ? '签到表不清晰，请补充' : null,
    confirmStatus:
      held === 'accepted'
        ? confirmStatus.accepted
        : held === 'refused'
          ? confirmStatus.rejected
          : confirmStatus.pending,
    confirmer: confirmed ? draft.planner.company.contactName : null,
    confirmDate: confirmed ? atTime(plusDays(begin, 3), 9) : null,
    confirmResult: held === 'refused' ? '参会人数与签到表不符' : null,
    meetingSummary: sent ? `会议围绕${draft.name}展开，讨论充分。` : null,
  }
}

/** Earlier bookings of the online meeting of some meetings: one that was refused, one that was taken back. */
const EARLIER = [
  { state: onlineStates.failed, stateMsg: '主持人不在腾讯会议的企业账号中 (HOST_INVALID)' },
  null,
  { state: onlineStates.cancelled, stateMsg: '已在腾讯会议中取消' },
] as const

/** The online meeting of a meeting that was not held: it is waited for, or was cancelled with it. */
async function addUnheldMeeting(
  stage: Stage,
  draft: PlanDraft,
  who: Character,
  cancelled: boolean,
  at: string,
): Promise<void> {
  const startTime = beginOf(stage, draft)
  await stage.existing(meetingTencent, at, who, {
    meetingId: draft.id,
    meetingName: draft.name,
    subject: draft.name,
    startTime,
    endTime: plusSeconds(startTime, 7200),
    hostUserId: `host${draft.nth % 5}`,
    tencentMeetingId: `t${codeOf(draft)}`,
    meetingCode: codeOf(draft),
    joinUrl: `https://meeting.example.com/dm/${codeOf(draft)}`,
    state: cancelled ? onlineStates.cancelled : onlineStates.scheduled,
    queryTime: cancelled ? null : startTime,
  })
}

/** People who signed in at each meeting. */
const ATTEND = 6

/** Records of a meeting: agenda, costs; of one that was held sign-ins and what the online service told. */
export async function addMeetingRecords(stage: Stage, draft: PlanDraft, who: Character): Promise<void> {
  const begin = beginOf(stage, draft)
  const held = heldOf(draft)
  const of = { meetingId: draft.id, meetingName: draft.name }
  const before = atTime(plusDays([begin, stage.today].sort()[0] as string, -5), 10, draft.nth % 60)
  for (const [n, { doctor }] of [...draft.parts.values()].slice(0, 4).entries())
    await stage.existing(meetingAgenda, plusSeconds(before, n), who, {
      ...of,
      startTime: plusSeconds(begin, n * 1800),
      endTime: plusSeconds(begin, n * 1800 + 1700),
      topic: `${draft.name}专题${n + 1}`,
      speakerId: doctor.id,
      speakerName: doctor.doctorName,
      roleType: n === 0 ? 1 : 2,
      sort: n + 1,
    })
  for (const costType of [1, 2] as const)
    await stage.existing(meetingCost, plusSeconds(before, 30 + costType), who, {
      ...of,
      costType,
      amount: costType === 1 ? '3000.00' : `${1200 + (draft.nth % 9) * 150}.00`,
      quantity: 1,
    })
  const online = hasOnline(draft)
  if (held === 'planned' || held === 'cancelled') {
    if (online) await addUnheldMeeting(stage, draft, who, held === 'cancelled', before)
    return
  }
  const tencent = { tencentMeetingId: `t${codeOf(draft)}`, meetingCode: codeOf(draft) }
  for (let n = 0; n < ATTEND; n += 1) {
    const person = {
      userName: doctorName(3000 + draft.nth * ATTEND + n),
      phone: phoneOf(60_000_000 + draft.nth * ATTEND + n),
    }
    await stage.existing(meetingAttend, plusSeconds(begin, n * 40), who, {
      ...of,
      ...person,
      hospitalName: hospitalName(draft.nth + n),
      departmentName: '心内科',
      signTime: plusSeconds(begin, n * 40),
      signType: n === ATTEND - 1 ? 2 : 1,
    })
    if (!online) continue
    const joined = Math.floor(Date.parse(`${begin.replace(' ', 'T')}+08:00`) / 1000) + n * 60
    await stage.existing(tencentMeetingParticipants, plusSeconds(begin, n * 60), who, {
      ...of,
      tencentMeetingId: tencent.tencentMeetingId,
      userid: `u${draft.nth}-${n}`,
      ...person,
      joinTime: joined,
      leftTime: joined + 5400 + n * 100,
      durationSeconds: 5400 + n * 100,
      instanceid: ([1, 3, 4, 5, 8, 2] as const)[n] ?? 1,
    })
  }
  if (!online) return
  const earlier = EARLIER[draft.nth % EARLIER.length]
  if (earlier)
    await stage.existing(meetingTencent, plusSeconds(before, -600), who, {
      ...of,
      subject: draft.name,
      startTime: begin,
      endTime: plusSeconds(begin, 7200),
      hostUserId: `host${draft.nth % 5}`,
      ...earlier,
    })
  await stage.existing(meetingTencent, before, who, {
    ...of,
    ...tencent,
    subject: draft.name,
    startTime: begin,
    endTime: plusSeconds(begin, 7200),
    joinUrl: `https://meeting.example.com/dm/${codeOf(draft)}`,
    hostUserId: `host${draft.nth % 5}`,
    state: held === 'now' ? onlineStates.started : onlineStates.ended,
    participantsTime: plusSeconds(begin, 7800),
    queryTime: held === 'now' ? plusSeconds(begin, 7200) : null,
  })
  for (const [n, eventsType] of ['meeting.started', 'recording.completed', 'meeting.end'].entries())
    await stage.existing(tencentMeetingEventsRecording, plusSeconds(begin, n * 3600), who, {
      ...of,
      ...tencent,
      eventsType,
      decryptJson: { event: eventsType, meeting_code: tencent.meetingCode },
    })
  const state = held === 'now' ? 1 : held === 'unsent' ? 2 : 3
  const recording = await stage.existing(tencentMeetingRecordlist, plusSeconds(begin, 7300), who, {
    ...of,
    ...tencent,
    meetingRecordId: `r${codeOf(draft)}`,
    hostUserId: `host${draft.nth % 5}`,
    mediaStartTime: Date.parse(`${begin.replace(' ', 'T')}+08:00`),
    subject: draft.name,
    state,
  })
  // the files of a recording are there when it is transcoded
  if (state === 3)
    await stage.existing(tencentMeetingRecordinfo, plusSeconds(begin, 9000), who, {
      ...of,
      ...tencent,
      recordlistId: recording.id,
      recordFileId: `f${codeOf(draft)}`,
      viewAddress: `https://meeting.example.com/v/${codeOf(draft)}`,
      downloadAddress: `https://meeting.example.com/d/${codeOf(draft)}.mp4`,
      downloadAddressFileType: 'mp4',
      audioAddress: `https://meeting.example.com/a/${codeOf(draft)}.m4a`,
      audioAddressFileType: 'm4a',
    })
}
