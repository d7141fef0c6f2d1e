import { beforeEach, expect, it } from 'vitest'
import { meetingDoctor } from '../../../src/model/activities/doctors.ts'
import { meeting } from '../../../src/model/activities/meetings/meeting.ts'
import { meetingTencent } from '../../../src/model/activities/meetings/meetingTencent.ts'
import {
  tencentMeetingEventsRecording,
  tencentMeetingParticipants,
  tencentMeetingRecordinfo,
  tencentMeetingRecordlist,
} from '../../../src/model/activities/meetings/tencent.ts'
import { tencentMeeting } from '../../../src/model/activities/meetings/tencentPort.ts'
import { activityServiceProject } from '../../../src/model/activities/projects.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { createOnline } from '../../../src/server/domains/activities/onlineMeetingCalls.ts'
import { inviteAll } from '../../../src/server/domains/tender/invitations.ts'
import { sandbox } from '../../../src/server/ports/tencentMeeting/sandbox.ts'
import { loader } from '../people.ts'
import { refusal, World } from '../world.ts'

const { esignStatus } = statesOf(authenticationDoctor)
const { agreementStatus } = statesOf(meetingDoctor)
const { state } = statesOf(meetingTencent)
const { meetingStatus } = statesOf(meeting)

// The online meeting behind a meeting (3.5): created at the service, cancelled with it, followed to its recordings.

let w: World
let project: string
const HOURS = 1 / 24

beforeEach(async () => {
  w = await World.made()
  project = (
    (await w.as(loader('world')).load((work) =>
      work.insert(activityServiceProject, {
        code: 'FW1',
        name: '会议服务',
        projectType: 1,
        taxItemCode: '3040407',
        unitFee: '800.00',
        enableStatus: 1,
      } as never),
    )) as { id: string }
  ).id
})

/** A running meeting of a form with one doctor; the world's clock stands at 10:00. */
async function planned(meetingType: 1 | 2 | 3, more: object = {}): Promise<string> {
  const { id } = await w.as(w.people.client).save(meeting.id, {
    name: '线上学术会',
    entrustedCompanyId: w.g.companyId,
    baseEmployeeId: w.g.employeeId,
    activityServiceProjectId: project,
    invitationStartDate: '2024-06-01',
    invitationEndDate: '2024-07-31',
    planSearchNum: 3,
    meetingType,
    startTime: '2024-06-15 14:00:00',
    endTime: '2024-06-15 16:00:00',
    ...more,
  })
  const [doctorId = ''] = w.g.doctors
  await w.write(authenticationDoctor, doctorId, { esignStatus: esignStatus.registered, esignAccountId: 'A1' } as never)
  await w
    .as(w.people.ops)
    .work((work) =>
      inviteAll(work, 'meeting', [{ meetingId: String(id), doctorId, planSearchNum: 1, doctorFee: '900.00' }]),
    )
  const [invited] = w.rows(meetingDoctor, { meetingId: String(id) })
  await w.write(meetingDoctor, invited?.id ?? '', { agreementStatus: agreementStatus.agreed })
  await w.decide(w.people.ops, meeting, 'start', String(id))
  return String(id)
}

const create = (id: string, host: string | null = null) =>
  w.as(w.people.ops).work(async (work) => {
    const [held] = await work.lock(meeting, [id])
    await createOnline(work, held as never, host)
  })

/** The service answers everything that it was asked, as its sandbox does. */
async function answers(): Promise<void> {
  const service = sandbox() as unknown as Record<string, { call(input: unknown, asking: unknown): Promise<object> }>
  for (const call of Object.keys(tencentMeeting.calls))
    for (const asked of w.asked(call)) {
      const out = await service[call]?.call(w.play.store.payloads.get(asked.id), { key: asked.requestKey, attempt: 1 })
      await w.answered(asked, out as never)
    }
}

const online = (id: string) => w.rows(meetingTencent, { meetingId: id }).at(-1)

/** The clock comes by: what waits to be asked about is asked about and answered. */
async function polled(id: string): Promise<void> {
  await w.takes(meetingTencent, 'poll', online(id)?.id ?? '')
  await answers()
}

it('is created once, for meetings that are held online and not over', async () => {
  const onSite = await planned(2)
  expect(await refusal(create(onSite))).toContain('线下会议')
  const over = await planned(1, { startTime: '2024-06-15 08:00:00', endTime: '2024-06-15 09:00:00' })
  expect(await refusal(create(over))).toContain('时间已过')
  const id = await planned(1)
  await create(id, 'host1')
  expect(await refusal(create(id))).toContain('已创建')
  await answers()
  const { meetingCode } = online(id) ?? {}
  expect(online(id)).toMatchObject({ state: state.scheduled, queryTime: '2024-06-15 14:00:00', meetingCode })
  expect(w.row(meeting, id)).toMatchObject({
    meetingCode,
    hostUserId: 'host1',
    followsTencent: 1,
    meetingStatus: meetingStatus.scheduled,
  })
  expect(await refusal(create(id))).toContain('已创建')
  const both = await planned(3)
  await create(both)
  await answers()
  expect(w.row(meeting, both).followsTencent).toBe(0)
})

it('that the service refuses says why, and is asked for again', async () => {
  const id = await planned(1)
  await create(id)
  await w.answered(w.asked('createMeeting')[0] as never, 'refused')
  expect(online(id)).toMatchObject({ state: state.failed, stateMsg: expect.stringContaining('拒绝') })
  await create(id)
  await answers()
  expect(w.rows(meetingTencent, { meetingId: id }).map((o) => o.state)).toEqual(['FAILED', 'SCHEDULED'])
})

it('begins and ends its meeting as the service reports, and brings who took part and what was recorded, once', async () => {
  const id = await planned(1)
  await create(id)
  await answers()
  await polled(id)
  expect(w.row(meeting, id).meetingStatus).toBe(0)
  w.pass(5 * HOURS)
  await polled(id)
  expect([online(id)?.state, w.row(meeting, id).meetingStatus]).toEqual(['STARTED', 1])
  w.pass(2 * HOURS)
  await polled(id)
  expect([online(id)?.state, w.row(meeting, id).meetingStatus]).toEqual(['ENDED', 2])
  for (let n = 0; n < 4; n += 1) await polled(id)
  const [doctor] = w.rows(meetingDoctor, { meetingId: id })
  const came = w.rows(tencentMeetingParticipants, { meetingId: id })
  expect(came).toHaveLength(6)
  expect(came[0]).toMatchObject({ userName: doctor?.doctorName, durationSeconds: 1800 })
  expect(w.rows(tencentMeetingRecordlist, { meetingId: id }).map((r) => r.state)).toEqual([3])
  expect(w.rows(tencentMeetingRecordinfo, { meetingId: id })).toMatchObject([{ downloadAddressFileType: 'mp4' }])
  expect(w.rows(tencentMeetingEventsRecording, { meetingId: id }).map((e) => e.eventsType)).toEqual([
    'meeting.started',
    'meeting.end',
  ])
  expect(online(id)?.queryTime).toBeNull()
})

/** An event of the service about the online meeting, as its webhook hands it over (server/integrations/meetingEvents.test.ts). */
const reports = (id: string, event: string, more: object = {}, sequence = `e${event}`) =>
  w.takes(meetingTencent, 'reported', online(id)?.id ?? '', {
    ...{ event, sequence },
    ...more,
  })

it('goes by events as by answers: one set of rules, one row of each, and nothing before its time', async () => {
  const id = await planned(1)
  await create(id)
  await answers()
  // somebody tries it out in the morning
  await reports(id, 'meeting.started', {}, 'try1')
  await reports(id, 'meeting.end', { endType: 0 }, 'try2')
  expect([online(id)?.state, w.row(meeting, id).meetingStatus]).toEqual(['SCHEDULED', 0])
  w.pass(5 * HOURS)
  await reports(id, 'meeting.started')
  await reports(id, 'meeting.started')
  await polled(id)
  expect([online(id)?.state, w.row(meeting, id).meetingStatus]).toEqual(['STARTED', 1])
  await reports(id, 'meeting.end', { endType: 3 }, 'empty')
  expect(online(id)?.state).toBe('STARTED')
  await reports(id, 'meeting.end', { endType: 1 })
  expect([online(id)?.state, w.row(meeting, id).meetingStatus]).toEqual(['ENDED', 2])
  await reports(id, 'recording.completed')
  await answers()
  expect(w.rows(tencentMeetingRecordlist, { meetingId: id })).toHaveLength(1)
  expect(w.rows(tencentMeetingParticipants, { meetingId: id })).toHaveLength(6)
  expect(w.rows(tencentMeetingEventsRecording, { meetingId: id }).map((e) => e.uniqueSequence)).toEqual([
    ...['try1', 'try2', 'emeeting.started', 'empty', 'emeeting.end', 'erecording.completed'],
  ])
})

it('that is cancelled at the service says so', async () => {
  const id = await planned(1)
  await create(id)
  await answers()
  await reports(id, 'meeting.canceled')
  expect(online(id)).toMatchObject({ state: state.cancelled, stateMsg: '已在腾讯会议中取消' })
})

it('is cancelled with its meeting, also where it is created only then', async () => {
  const id = await planned(1)
  await create(id)
  await answers()
  await w.decide(w.people.ops, meeting, 'cancel', id)
  expect(online(id)?.state).toBe('CANCELLING')
  await answers()
  expect(online(id)?.state).toBe('CANCELLED')
  const late = await planned(1)
  await create(late)
  await w.decide(w.people.ops, meeting, 'stop', late)
  await answers()
  await answers()
  expect(online(late)?.state).toBe('CANCELLED')
  expect(w.row(meeting, late).meetingCode).toBeNull()
})

it('that nobody enters is given up a day after its end', async () => {
  const id = await planned(1)
  await create(id)
  await answers()
  w.pass(2)
  await w.takes(meetingTencent, 'poll', online(id)?.id ?? '')
  await w.answered(w.asked('getMeeting')[0] as never, { status: 'SCHEDULED' })
  expect(online(id)).toMatchObject({ state: state.cancelled, stateMsg: '到时无人入会', queryTime: null })
  expect(w.row(meeting, id).meetingStatus).toBe(0)
})
