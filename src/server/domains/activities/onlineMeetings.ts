import { meetingDoctor } from '../../../model/activities/doctors.ts'
import { meeting } from '../../../model/activities/meetings/meeting.ts'
import { meetingTencent, type meetingTencentLifecycle } from '../../../model/activities/meetings/meetingTencent.ts'
import {
  tencentMeetingEventsRecording,
  tencentMeetingParticipants,
  tencentMeetingRecordinfo,
  tencentMeetingRecordlist,
} from '../../../model/activities/meetings/tencent.ts'
import { EVENT_STATES, NOBODY_THERE, RECORDING_READY } from '../../../model/activities/meetings/tencentEvents.ts'
import { tencentMeeting } from '../../../model/activities/meetings/tencentPort.ts'
import type { OutOf } from '../../../model/language/domain/port.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { wallClock } from '../../../model/values/dates.ts'
import type { MeetingEvent } from '../../ports/tencentMeeting/events.ts'
import { nextQueryAt } from '../../writing/requests.ts'
import type { AnyRule, Rules } from '../../writing/rules.ts'
import type { Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

const { state: onlineStates } = statesOf(meetingTencent)
const { agreementStatus } = statesOf(meetingDoctor)

// Online meetings are made at Tencent, cancelled with their meeting, and followed until their recordings are ready (3.5).

type Reported = Pick<MeetingEvent, 'event' | 'sequence' | 'at' | 'endType'>
type Online = RowOf<typeof meetingTencent>
type Out<C extends 'createMeeting' | 'getMeeting' | 'listParticipants' | 'listRecords' | 'getRecordFiles'> = OutOf<
  typeof tencentMeeting,
  C
>

const ONLINE_ALONE = 1
const CANCELLED = 3
const PLAN_RUNS = 1
const READY = 3
/** States of an online meeting that is made, or being made. */
const LIVE = ['CREATING', 'SCHEDULED', 'STARTED', 'ENDED'] as const
/** Minutes between two questions while a meeting is waited for or under way. */
const WHILE_HELD = 5
/** After so many days nothing more is expected of a meeting, neither its end nor recordings. */
const DAYS_AFTER = 7
/** A meeting that nobody entered is given up so many hours after its end. */
const HOURS_AFTER = 24

const minutesOn = (work: UnitOfWork, minutes: number): string => wallClock(work.now.getTime() + minutes * 60_000)

/** Is the end of an online meeting longer ago than these hours? */
const isLongOver = (work: UnitOfWork, { endTime }: Online, hours: number): boolean =>
  Boolean(endTime) && String(endTime) < minutesOn(work, -hours * 60)

/** Asks Tencent about an online meeting; the answer is `done`. */
async function ask<C extends 'getMeeting' | 'listParticipants' | 'listRecords' | 'getRecordFiles' | 'cancelMeeting'>(
  work: UnitOfWork,
  row: Online,
  call: C,
  sent: Parameters<typeof work.intend<typeof tencentMeeting, C>>[2],
  done: string,
  failed = 'unanswered',
): Promise<void> {
  const back = { of: meetingTencent, id: row.id, code: row.meetingCode, done, failed, lost: failed }
  await work.intend(tencentMeeting, call, sent, `TM${work.newId()}`, back)
}

/** Fields by which all rows reported by Tencent name their meeting. */
const ofMeeting = ({ meetingId, meetingName, tencentMeetingId, meetingCode }: Online) => ({
  meetingId,
  meetingName,
  tencentMeetingId,
  meetingCode,
})

/** Keeps an event of a meeting: as it was received, or as an answer of the service said that it had happened. */
async function recordEvent(work: UnitOfWork, row: Online, eventsType: string, event?: Reported): Promise<void> {
  await work.insert(tencentMeetingEventsRecording, {
    ...ofMeeting(row),
    eventsType,
    uniqueSequence: event?.sequence ?? null,
    decryptJson: { event: eventsType, meeting_code: row.meetingCode, at: work.time, ...event },
  } as Partial<RowOf<typeof tencentMeetingEventsRecording>>)
}

/** Input of a step whose event was received, and is therefore kept already. */
const KEPT = { kept: true } as const

/** Moves an online meeting to where the service says that it stands, by an answer or by an event. */
async function standsAt(
  work: UnitOfWork,
  row: Online,
  status: string | null | undefined,
  more: Record<string, unknown> = {},
): Promise<void> {
  if (status === 'STARTED' && row.state === onlineStates.scheduled)
    await work.step(meetingTencent, row.id, 'begin', more)
  const waits = row.state === onlineStates.scheduled || row.state === onlineStates.started
  if (waits && (status === 'ENDED' || (row.state === onlineStates.started && isLongOver(work, row, HOURS_AFTER))))
    await work.step(meetingTencent, row.id, 'finish', more)
  else if (row.state === onlineStates.scheduled && (status === 'CANCELLED' || isLongOver(work, row, HOURS_AFTER)))
    await work.step(meetingTencent, row.id, 'cancelled', {
      remark: status === 'CANCELLED' ? '已在腾讯会议中取消' : '到时无人入会',
    })
}

/** State of a meeting after an event. Test runs before the scheduled time neither begin nor end a meeting. */
function stateBy(work: UnitOfWork, { startTime }: Online, { event, endType }: Reported): string | undefined {
  const status = EVENT_STATES[event]
  const early = Boolean(startTime) && work.time < String(startTime)
  if (status === 'CANCELLED') return status
  return early || (status === 'ENDED' && endType === NOBODY_THERE) ? undefined : status
}

/** The meeting of an online meeting follows it, where it runs as Tencent reports. It is locked. */
async function followed(work: UnitOfWork, row: Online, steps: readonly ('begin' | 'finish')[]): Promise<void> {
  for (const step of steps) {
    const held = await work.row(meeting, row.meetingId)
    const from = step === 'begin' ? 0 : 1
    if (held?.followsTencent === 1 && held.planStatus === PLAN_RUNS && held.meetingStatus === from)
      await work.step(meeting, held.id, step)
  }
}

const lock = async (row: Online) => ({ [meeting.id]: row.meetingId ? [row.meetingId] : [] })

/** The recordings of a meeting that are known. */
const recordingsOf = (work: UnitOfWork, row: Online) =>
  work.rows(tencentMeetingRecordlist, { meetingId: row.meetingId, tencentMeetingId: row.tencentMeetingId })

/** Sends the query that fits the state of a meeting. */
async function askAbout(work: UnitOfWork, row: Online): Promise<void> {
  const { tencentMeetingId, startTime, endTime, subject } = row
  if (row.state !== onlineStates.ended)
    return ask(work, row, 'getMeeting', { tencentMeetingId, startTime, endTime, askedAt: work.time }, 'answered')
  if (!row.participantsTime) {
    const doctors = await work.rows(meetingDoctor, {
      meetingId: row.meetingId,
      agreementStatus: agreementStatus.agreed,
    })
    const invited = doctors.slice(0, 200).map((d) => ({ userName: d.doctorName, phone: d.phone }))
    await ask(work, row, 'listParticipants', { tencentMeetingId, startTime, invited }, 'participants')
  }
  const known = (await recordingsOf(work, row)).map((r) => ({ recordId: r.meetingRecordId ?? '', state: r.state }))
  await ask(work, row, 'listRecords', { tencentMeetingId, startTime, subject, known }, 'records')
}

/** Rules of online meetings. */
export const meetingTencentRules: RulesOf<typeof meetingTencent, typeof meetingTencentLifecycle, UnitOfWork> = {
  created: {
    lock,
    set: (row: Online, { tencentMeetingId, meetingCode, joinUrl }: Partial<Out<'createMeeting'>>) => ({
      tencentMeetingId,
      meetingCode,
      joinUrl,
      stateMsg: null,
      queryTime: row.startTime,
    }),
    effect: async (row: Online, made: Partial<Out<'createMeeting'>>, work: UnitOfWork) => {
      const held = await work.row(meeting, row.meetingId)
      const over = !held || held.meetingStatus === CANCELLED || held.planStatus !== PLAN_RUNS
      if (held && !over)
        await work.update(meeting, held.id, {
          tencentMeetingId: made.tencentMeetingId ?? null,
          meetingCode: made.meetingCode ?? null,
          joinUrl: made.joinUrl ?? null,
          hostUserId: row.hostUserId,
          followsTencent: held.meetingType === ONLINE_ALONE ? 1 : 0,
        })
      // the meeting ended while its online one was being made
      if (over) await work.step(meetingTencent, row.id, 'cancel')
      return undefined
    },
  },
  notCreated: {
    set: (_row: Online, answer: { readonly remark?: string | null }) => ({
      stateMsg: answer.remark?.slice(0, 255) ?? null,
    }),
  },
  poll: {
    set: (_row: Online, _ask: unknown, work: UnitOfWork) => ({ queryTime: minutesOn(work, WHILE_HELD) }),
    effect: async (row: Online, _ask: unknown, work: UnitOfWork) => {
      await askAbout(work, row)
      return undefined
    },
  },
  answered: {
    lock,
    effect: async (row: Online, { status }: Partial<Out<'getMeeting'>>, work: UnitOfWork) => {
      await standsAt(work, row, status)
      return undefined
    },
  },
  reported: {
    lock,
    effect: async (row: Online, answer: Partial<Reported>, work: UnitOfWork) => {
      const event = answer as Reported
      // sent again, as the service does until it is answered: once
      if (await work.any(tencentMeetingEventsRecording, { uniqueSequence: event.sequence })) return undefined
      await recordEvent(work, row, event.event, event)
      await standsAt(work, row, stateBy(work, row, event), KEPT)
      if (event.event === RECORDING_READY && row.state === onlineStates.ended)
        await work.step(meetingTencent, row.id, 'poll')
      return undefined
    },
  },
  begin: {
    lock,
    effect: async (row: Online, answer: { readonly kept?: boolean }, work: UnitOfWork) => {
      if (!answer.kept) await recordEvent(work, row, 'meeting.started')
      await followed(work, row, ['begin'])
      return undefined
    },
  },
  finish: {
    lock,
    set: (_row: Online, _ask: unknown, work: UnitOfWork) => ({ queryCount: 0, queryTime: nextQueryAt(work, 0) }),
    effect: async (row: Online, answer: { readonly kept?: boolean }, work: UnitOfWork) => {
      if (!answer.kept) await recordEvent(work, row, 'meeting.end')
      await followed(work, row, ['begin', 'finish'])
      return undefined
    },
  },
  participants: {
    set: (row: Online, _ask: unknown, work: UnitOfWork) => ({ participantsTime: row.participantsTime ?? work.time }),
    effect: async (
      row: Online,
      { participants }: Partial<Out<'listParticipants'>>,
      work: UnitOfWork,
      before: Online,
    ) => {
      // Participants are inserted once: a repeated query adds none again.
      if (before.participantsTime) return undefined
      await work.insertAll(
        tencentMeetingParticipants,
        (participants ?? []).map((p) => ({
          meetingId: row.meetingId,
          meetingName: row.meetingName,
          tencentMeetingId: row.tencentMeetingId,
          ...p,
          durationSeconds: p.leftTime && p.joinTime ? Math.max(0, p.leftTime - p.joinTime) : null,
        })) as Partial<RowOf<typeof tencentMeetingParticipants>>[],
      )
      return undefined
    },
  },
  records: {
    lock: async (row: Online, work: UnitOfWork) => ({
      [tencentMeetingRecordlist.id]: (await recordingsOf(work, row)).map((r) => r.id),
    }),
    set: (row: Online, _ask: unknown, work: UnitOfWork) => ({
      queryCount: (row.queryCount ?? 0) + 1,
      queryTime: nextQueryAt(work, (row.queryCount ?? 0) + 1),
    }),
    effect: async (row: Online, { records }: Partial<Out<'listRecords'>>, work: UnitOfWork) => {
      const known = new Map((await recordingsOf(work, row)).map((r) => [r.meetingRecordId, r]))
      const reported = records ?? []
      for (const { recordId, ...values } of reported) {
        const before = known.get(recordId)
        const of = { ...values, hostUserId: row.hostUserId }
        if (!before)
          await work.insert(tencentMeetingRecordlist, {
            ...ofMeeting(row),
            meetingRecordId: recordId,
            ...of,
          } as Partial<RowOf<typeof tencentMeetingRecordlist>>)
        else if (before.state !== values.state)
          await work.update(tencentMeetingRecordlist, before.id, of as Partial<RowOf<typeof tencentMeetingRecordlist>>)
        if (values.state === READY && before?.state !== READY)
          await ask(work, row, 'getRecordFiles', { tencentMeetingId: row.tencentMeetingId, recordId }, 'recordFiles')
      }
      const done = reported.length > 0 && reported.every((r) => r.state === READY) && row.participantsTime
      return done || isLongOver(work, row, DAYS_AFTER * 24) ? { queryTime: null } : undefined
    },
  },
  recordFiles: {
    effect: async (row: Online, { recordId, files }: Partial<Out<'getRecordFiles'>>, work: UnitOfWork) => {
      const known = await work.rows(tencentMeetingRecordinfo, { tencentMeetingId: row.tencentMeetingId })
      const lists = await recordingsOf(work, row)
      await work.insertAll(
        tencentMeetingRecordinfo,
        (files ?? [])
          .filter((f) => !known.some((k) => k.recordFileId === f.recordFileId))
          .map((f) => ({
            ...ofMeeting(row),
            recordlistId: lists.find((l) => l.meetingRecordId === recordId)?.id ?? null,
            ...f,
          })) as Partial<RowOf<typeof tencentMeetingRecordinfo>>[],
      )
      return undefined
    },
  },
  unanswered: {
    set: (row: Online, answer: { readonly remark?: string | null }, work: UnitOfWork) => ({
      stateMsg: answer.remark?.slice(0, 255) ?? null,
      queryTime: row.queryTime && !isLongOver(work, row, DAYS_AFTER * 24) ? minutesOn(work, 60) : null,
    }),
  },
  cancel: {
    effect: async (row: Online, _ask: unknown, work: UnitOfWork) => {
      await ask(work, row, 'cancelMeeting', { tencentMeetingId: row.tencentMeetingId }, 'cancelled', 'notCancelled')
      return undefined
    },
  },
  cancelled: {
    set: (_row: Online, answer: { readonly remark?: string | null }) => ({
      stateMsg: answer.remark?.slice(0, 255) ?? null,
      queryTime: null,
    }),
  },
  notCancelled: {
    set: (row: Online, answer: { readonly remark?: string | null }) => ({
      stateMsg: `未取消：${answer.remark ?? ''}`.slice(0, 255),
      queryTime: row.startTime,
    }),
  },
}

/** The online meetings of a meeting that are made or being made. */
export const liveOf = (work: UnitOfWork, meetingId: string): Promise<Online[]> =>
  work.rows(meetingTencent, { meetingId, state: LIVE })

/** The rule of an end of a meeting, by which its online meeting is cancelled, too, unless it has begun. */
const alsoOnline = (rule: AnyRule): AnyRule => ({
  ...rule,
  effect: async (row: Row, answer, work: UnitOfWork, before: Row) => {
    for (const { id, state } of await liveOf(work, row.id))
      if (state === onlineStates.scheduled) await work.step(meetingTencent, id, 'cancel')
    return rule.effect?.(row, answer, work, before)
  },
})

/** Rules of meetings whose ends cancel their online meetings. */
export const withOnline = (rules: Rules): Rules =>
  Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      ['cancel', 'stop', 'expire', 'refuse', 'push'].includes(name) && typeof rule === 'object'
        ? alsoOnline(rule)
        : rule,
    ]),
  ) as Rules
