import { port } from '../../language/domain/port.ts'
import { choice, datetime, epochMillis, epochSeconds, integer, list, text } from '../../language/fields/field.ts'
import { DEVICES, RECORDING_STATES } from './tencent.ts'

const needed = (zh: string, en: string) => ({ required: `缺少${zh}`, requiredEn: `The ${en} is missing` })

const tencentMeetingId = text('腾讯会议ID', 'Tencent meeting', { length: 64 })
const recordId = text('录制ID', 'Recording', { length: 64, ...needed('录制ID', 'recording') })

const UNKNOWN = { UNKNOWN_MEETING: ['腾讯会议中没有该会议', 'Tencent has no such meeting'] } as const

/** Where an online meeting stands, as the service reports it. */
export const ONLINE_STATES = {
  SCHEDULED: ['待召开', 'Scheduled'],
  STARTED: ['进行中', 'In progress'],
  ENDED: ['已结束', 'Ended'],
  CANCELLED: ['已取消', 'Cancelled'],
} as const

/**
 * 腾讯会议: online meetings are made and cancelled, and asked about: their state, who took part, what was recorded
 * (domain §7). Inputs under "known here" are what a service that keeps nothing (sandbox) answers by; they are not sent.
 */
export const tencentMeeting = port('tencentMeeting', {
  title: ['腾讯会议', 'Tencent Meeting'],
  calls: {
    createMeeting: {
      title: ['创建会议', 'Create a meeting'],
      in: {
        subject: text('会议主题', 'Subject', { length: 200 }),
        startTime: datetime('开始时间', 'Starts', {}),
        endTime: datetime('结束时间', 'Ends', {}),
        hostUserId: text('主持人', 'Host', { length: 64 }),
      },
      out: {
        tencentMeetingId: text('腾讯会议ID', 'Tencent meeting', {
          length: 64,
          ...needed('腾讯会议ID', 'id of the meeting'),
        }),
        meetingCode: text('会议号', 'Meeting code', { length: 32, ...needed('会议号', 'meeting code') }),
        joinUrl: text('入会链接', 'Join link', { length: 500, ...needed('入会链接', 'join link') }),
      },
      failures: {
        QUOTA: ['腾讯会议的会议数已用完', 'The meetings of the account are used up'],
        HOST_INVALID: ['主持人不在腾讯会议的企业账号中', 'The host has no account at Tencent Meeting'],
        TIME_PAST: ['会议时间已过', 'The time of the meeting is over'],
      },
    },
    cancelMeeting: {
      title: ['取消会议', 'Cancel a meeting'],
      in: { tencentMeetingId },
      out: {},
      failures: { ...UNKNOWN, STARTED: ['会议已开始，不能取消', 'The meeting has begun and cannot be cancelled'] },
    },
    getMeeting: {
      title: ['查询会议', 'Ask about a meeting'],
      in: {
        tencentMeetingId,
        // known here
        startTime: datetime('开始时间', 'Starts', {}),
        endTime: datetime('结束时间', 'Ends', {}),
        askedAt: datetime('查询时间', 'Asked at', {}),
      },
      out: { status: choice('状态', 'Status', ONLINE_STATES, needed('状态', 'status')) },
      failures: UNKNOWN,
    },
    listParticipants: {
      title: ['查询参会人员', 'Ask who took part'],
      in: {
        tencentMeetingId,
        // known here
        startTime: datetime('开始时间', 'Starts', {}),
        invited: list(
          '受邀医生',
          'Doctors invited',
          { userName: text('姓名', 'Name', { length: 50 }), phone: text('手机号', 'Mobile', { length: 20 }) },
          { max: 200 },
        ),
      },
      out: {
        participants: list(
          '参会人员',
          'Attendees',
          {
            userid: text('用户ID', 'User id', { length: 64 }),
            userName: text('姓名', 'Name', { length: 50 }),
            phone: text('手机号', 'Mobile', { length: 20 }),
            joinTime: epochSeconds('加入时间', 'Joined', needed('加入时间', 'time of joining')),
            leftTime: epochSeconds('离开时间', 'Left', {}),
            instanceid: choice('设备类型', 'Device', DEVICES, {}),
          },
          { max: 5000 },
        ),
      },
      failures: UNKNOWN,
    },
    listRecords: {
      title: ['查询录制', 'Ask about recordings'],
      in: {
        tencentMeetingId,
        // known here
        startTime: datetime('开始时间', 'Starts', {}),
        subject: text('会议主题', 'Subject', { length: 200 }),
        known: list('已知录制', 'Recordings known', { recordId, state: integer('状态', 'State', {}) }, { max: 200 }),
      },
      out: {
        records: list(
          '录制',
          'Recordings',
          {
            recordId,
            mediaStartTime: epochMillis('录制开始时间', 'Recorded from', {}),
            subject: text('会议主题', 'Subject', { length: 200 }),
            state: choice('录制状态', 'State', RECORDING_STATES, needed('录制状态', 'state')),
          },
          { max: 200 },
        ),
      },
      failures: UNKNOWN,
    },
    getRecordFiles: {
      title: ['查询录制文件', 'Ask for the files of a recording'],
      in: { tencentMeetingId, recordId },
      out: {
        recordId,
        files: list(
          '录制文件',
          'Files',
          {
            recordFileId: text('录制文件ID', 'File id', { length: 64, ...needed('录制文件ID', 'id of the file') }),
            viewAddress: text('查看地址', 'View', { length: 500 }),
            downloadAddress: text('下载地址', 'Download', { length: 500 }),
            downloadAddressFileType: text('下载文件类型', 'File type', { length: 10 }),
            audioAddress: text('音频地址', 'Audio', { length: 500 }),
            audioAddressFileType: text('音频文件类型', 'Audio type', { length: 10 }),
          },
          { max: 100 },
        ),
      },
      failures: { ...UNKNOWN, NOT_READY: ['录制尚未转码完成', 'The recording is not ready'] },
    },
  },
})
