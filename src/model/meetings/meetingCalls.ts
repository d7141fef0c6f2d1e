import { answer } from '../kernel/answer.ts'
import { call } from '../kernel/call.ts'
import { integer, text } from '../kernel/field.ts'
import { demoMeeting, meeting } from './meeting.ts'

/** Calls of meetings that are neither lists nor steps of the lifecycle, the same for real ones and those of the demo. */
const callsOf = (r: typeof meeting | typeof demoMeeting, roles: readonly ('ops' | 'employee')[]) => {
  const { id, calls } = r
  const below = (path: string) => calls.map((prefix) => `${prefix}/${path}`)
  return [
    call(`${id}.createMeeting`, {
      method: 'POST',
      paths: below('createMeeting'),
      title: ['创建线上会议', 'Create the online meeting'],
      permission: `${id}_createMeeting`,
      roles,
      on: r as typeof meeting,
      from: { planStatus: 1, meetingStatus: 0 },
      safe: false,
      extra: 'ignored',
      answer: answer.nothing,
      command: { result: 'other' },
    }),
    call(`${id}.createMeetingQRCode`, {
      method: 'GET',
      paths: below('createMeetingQRCode'),
      title: ['签到二维码', 'Sign-in QR code'],
      permission: `${id}_createMeetingQRCode`,
      roles,
      on: r as typeof meeting,
      key: 'activityId',
      query: {
        type: integer('业务类型', 'Business type', {}),
        businessType: integer('业务类型', 'Business type', {}),
        meetingType: integer('会议形式', 'Held', {}),
        businessClassType: integer('会议类别', 'Class', {}),
      },
      safe: true,
      answer: answer.value(text('二维码', 'QR code', {})),
    }),
  ]
}

export const getMeetingInfo = call('meeting.getMeetingInfo', {
  method: 'GET',
  paths: ['blade-act/meeting/getMeetingInfo'],
  title: ['会议信息', 'Meeting of a day'],
  permission: 'meeting_view',
  on: meeting,
  key: 'meetingId',
  query: { date: text('日期', 'Day', {}) },
  safe: true,
  answer: answer.one('meeting'),
})

export const demoGetMeetingInfo = call('demoMeeting.getMeetingInfo', {
  method: 'GET',
  paths: ['blade-act/demo/meeting/getMeetingInfo'],
  title: ['会议信息', 'Meeting of a day'],
  permission: 'demoMeeting_view',
  on: demoMeeting,
  key: 'meetingId',
  query: { date: text('日期', 'Day', {}) },
  safe: true,
  answer: answer.one('demoMeeting'),
})

export const meetingCalls = [
  ...callsOf(meeting, ['ops', 'employee']),
  ...callsOf(demoMeeting, ['ops']),
  getMeetingInfo,
  demoGetMeetingInfo,
]
