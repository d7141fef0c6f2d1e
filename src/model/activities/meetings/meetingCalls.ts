import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import { integer, text } from '../../language/fields/field.ts'
import { inviteDoctors } from '../inviteDoctors.ts'
import { lecture } from './lecture.ts'
import { demoMeeting, meeting } from './meeting.ts'

const host = text('主持人', 'Host', {
  length: 64,
  help: [
    '腾讯会议企业账号中的用户；不填则为账号的默认主持人',
    'A user of the Tencent account; empty: its default host',
  ],
})

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
      from: { planStatus: 'inProgress', meetingStatus: 'scheduled' },
      body: { hostUserId: host },
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
      // makes the link that the code shows, in the place of an earlier one
      safe: false,
      shownOnce: true,
      extra: 'ignored',
      answer: answer.value(text('二维码', 'QR code', {})),
    }),
  ] as const
}

/** The online meeting of a meeting is made, and the code by which people sign in. */
export const [createMeeting, createMeetingQRCode] = callsOf(meeting, ['ops', 'employee'])

/** The same of the demonstration. */
export const [demoCreateMeeting, demoCreateMeetingQRCode] = callsOf(demoMeeting, ['ops'])

const infoOfDay = {
  method: 'GET',
  title: ['会议信息', 'Meeting of a day'],
  key: 'meetingId',
  query: { date: text('日期', 'Day', {}) },
  safe: true,
} as const

/** A meeting by its id. */
export const getMeetingInfo = call('meeting.getMeetingInfo', {
  ...infoOfDay,
  paths: ['blade-act/meeting/getMeetingInfo'],
  permission: 'meeting_view',
  on: meeting,
  answer: answer.one('meeting'),
})

/** The same of a meeting of the demonstration. */
export const demoGetMeetingInfo = call('demoMeeting.getMeetingInfo', {
  ...infoOfDay,
  paths: ['blade-act/demo/meeting/getMeetingInfo'],
  permission: 'demoMeeting_view',
  on: demoMeeting,
  answer: answer.one('demoMeeting'),
})

/** All calls of meetings besides lists and steps. */
export const meetingCalls = [
  createMeeting,
  createMeetingQRCode,
  demoCreateMeeting,
  demoCreateMeetingQRCode,
  inviteDoctors(meeting),
  inviteDoctors(demoMeeting, ['ops']),
  inviteDoctors(lecture),
  getMeetingInfo,
  demoGetMeetingInfo,
]
