import { demoMeeting, type meeting } from '../../../model/activities/meetings/meeting.ts'
import { createMeeting, demoCreateMeeting } from '../../../model/activities/meetings/meetingCalls.ts'
import { tencentQrCode } from '../../../model/activities/meetings/meetingParts.ts'
import { meetingTencent, meetingTencentLifecycle } from '../../../model/activities/meetings/meetingTencent.ts'
import { tencentMeeting } from '../../../model/activities/meetings/tencentPort.ts'
import { is } from '../../../model/language/conditions/condition.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import type { Label } from '../../../model/values/label.ts'
import { AppError } from '../../core/errors.ts'
import { handle } from '../../records/handle.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { liveOf } from './onlineMeetings.ts'

const { state } = statesOf(meetingTencent)

// The online meeting of a meeting is created by whoever plans it, and joined by its code (3.5).

type Online = RowOf<typeof meetingTencent>

const ON_SITE = 2

function refuseOnline(held: RowOf<typeof meeting>, live: readonly Online[], work: UnitOfWork): void {
  const problem: Label | null =
    held.meetingType === ON_SITE
      ? ['线下会议无需创建腾讯会议', 'A meeting on site has no online meeting']
      : !held.startTime || !held.endTime
        ? ['请先填写会议的开始与结束时间', 'Fill in first when the meeting begins and ends']
        : held.endTime <= work.time
          ? ['会议时间已过，不能创建腾讯会议', 'The time of the meeting is over: nothing is created']
          : null
  if (problem) throw new AppError(400, problem)
  if (live.length > 0)
    throw new AppError(409, ['该会议已创建腾讯会议', 'There is an online meeting for this meeting already'])
}

/**
 * Has the online meeting of a locked meeting created once this work is committed.
 * @throws AppError 400 where it has none or its time is over, 409 where there is one already
 */
export async function createOnline(
  work: UnitOfWork,
  held: RowOf<typeof meeting>,
  hostUserId: string | null,
): Promise<void> {
  refuseOnline(held, await liveOf(work, held.id), work)
  const { create } = meetingTencentLifecycle.transitions
  const { id: meetingId, name, startTime, endTime } = held
  const made = await work.insert(
    meetingTencent,
    { meetingId, meetingName: name, subject: name, startTime, endTime, hostUserId } as Partial<Online>,
    {
      action: 'create',
      decision: { transition: create, lifecycle: meetingTencentLifecycle, remark: null, bySystem: false },
    },
  )
  await work.intend(
    tencentMeeting,
    'createMeeting',
    { subject: name, startTime, endTime, hostUserId },
    `TM${made.id}`,
    // without a step for a lost one: a second request would create a second meeting
    { of: meetingTencent, id: made.id, code: held.code, done: 'created', failed: 'notCreated' },
  )
}

/**
 * `createMeeting`: makes the online meeting of a meeting, once; a demonstration gets a code without a request to the
 * partner. Its QR code holds the link to join.
 */
export const onlineMeetingCalls = [
  handle(createMeeting, async ({ rows: [held], body, work }) => {
    if (held) await createOnline(work, held, body.hostUserId || null)
    return null as never
  }),
  handle(demoCreateMeeting, async ({ rows: [held], work }) => {
    if (held) await work.update(demoMeeting, held.id, { meetingCode: held.id.slice(-9) })
    return null as never
  }),
  handle(tencentQrCode, async ({ rows: [held], reader }) => {
    const made = await reader.rows(meetingTencent, { where: [is('meetingId', String(held?.id ?? ''))], limit: 100 })
    const joined = made.find((one) => one.state === state.scheduled || one.state === state.started)
    if (!joined?.joinUrl)
      throw new AppError(409, [
        '该会议没有可加入的腾讯会议，请先创建',
        'There is no online meeting to join: create it first',
      ])
    return joined.joinUrl
  }),
]
