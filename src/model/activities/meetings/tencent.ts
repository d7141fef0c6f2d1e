import {
  choice,
  epochMillis,
  epochSeconds,
  file,
  integer,
  json,
  phone,
  readOnly,
  ref,
  text,
} from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'

// Reports of the online meeting service (specification §3): only read.

/** How far the transcoding of a recording is. */
export const RECORDING_STATES = {
  1: ['录制中', 'Recording', 'busy'],
  2: ['转码中', 'Transcoding', 'busy'],
  3: ['转码完成', 'Ready', 'good'],
} as const

/** Devices that people take part with, by the service's numbers. */
export const DEVICES = {
  0: ['电话', 'PSTN'],
  1: ['电脑', 'PC'],
  2: ['苹果电脑', 'Mac'],
  3: ['安卓', 'Android'],
  4: ['苹果手机', 'iOS'],
  5: ['网页', 'Web'],
  8: ['小程序', 'Mini program'],
} as const

const meetingId = ref('meeting', '会议', 'Meeting', { shows: 'meetingName' })
const meetingName = text('会议', 'Meeting', { length: 200, width: 180 })
const tencentMeetingId = text('腾讯会议ID', 'Tencent meeting', { search: 'exact', length: 64, width: 160 })
const meetingCode = text('会议号', 'Meeting code', { search: 'code', length: 32, width: 120 })
const owner = { through: 'meetingId' } as const

/** 会议事件 */
export const tencentMeetingEventsRecording = resource('tencentMeetingEventsRecording', {
  calls: ['blade-sys/tencentMeetingEventsRecording'],
  title: ['会议事件', 'Meeting events'],
  name: 'eventsType',
  fields: readOnly({
    meetingId,
    meetingName,
    tencentMeetingId,
    meetingCode,
    eventsType: text('事件类型', 'Event', { search: 'exact', length: 64, width: 180 }),
    decryptJson: json('解密数据', 'Decrypted data', { width: 240 }),
    uniqueSequence: text('事件编号', 'Number of the event', { search: 'exact', length: 64, width: 200 }),
  }),
  unique: [['uniqueSequence']],
  operations: ['view'],
  readers: { ops: 'view', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  list: {
    columns: ['meetingName', 'tencentMeetingId', 'meetingCode', 'eventsType', 'decryptJson', 'createTime', 'version'],
    search: ['meetingName', 'meetingCode', 'eventsType'],
    filters: ['meetingId'],
    sort: 'createTime',
  },
  owner,
  routes: { list: '/sys/tencentMeetingEvents' },
})

/** 会议录制: the files of a recording are there when it is transcoded (state 3). */
export const tencentMeetingRecordlist = resource('tencentMeetingRecordlist', {
  calls: ['blade-sys/tencentMeetingRecordlist'],
  title: ['会议录制', 'Recordings'],
  name: 'subject',
  fields: readOnly({
    meetingId,
    meetingName,
    tencentMeetingId,
    meetingCode,
    meetingRecordId: text('录制ID', 'Recording id', { search: 'exact', length: 64, width: 160 }),
    hostUserId: text('主持人ID', 'Host', { search: 'exact', length: 64, width: 120 }),
    mediaStartTime: epochMillis('录制开始时间', 'Recorded from', { width: 150 }),
    subject: text('会议主题', 'Subject', { length: 200, width: 220 }),
    state: choice('录制状态', 'State', RECORDING_STATES, { width: 90, initial: 1 }),
  }),
  operations: ['view'],
  readers: { ops: 'view', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  list: {
    columns: [
      'meetingName',
      'tencentMeetingId',
      'meetingCode',
      'meetingRecordId',
      'hostUserId',
      'mediaStartTime',
      'subject',
      'state',
    ],
    search: ['meetingName', 'meetingCode', 'subject', 'state'],
    filters: ['meetingId'],
    sort: 'createTime',
  },
  owner,
  children: [{ resource: 'tencentMeetingRecordinfo', by: 'recordlistId' }],
  routes: { list: '/sys/tencentMeetingRecordlist' },
})

/** 录制文件 */
export const tencentMeetingRecordinfo = resource('tencentMeetingRecordinfo', {
  calls: ['blade-sys/tencentMeetingRecordinfo'],
  title: ['录制文件', 'Recording files'],
  name: 'recordFileId',
  fields: readOnly({
    recordlistId: ref('tencentMeetingRecordlist', '录制', 'Recording', {}),
    meetingId,
    meetingName,
    tencentMeetingId,
    meetingCode,
    recordFileId: text('录制文件ID', 'File id', { search: 'exact', length: 64, width: 160 }),
    viewAddress: text('查看地址', 'View', { search: 'exact', length: 500, width: 180 }),
    downloadAddress: text('下载地址', 'Download', { search: 'exact', length: 500, width: 180 }),
    downloadAddressFileType: text('下载文件类型', 'File type', { search: 'exact', length: 10, width: 90 }),
    audioAddress: text('音频地址', 'Audio', { search: 'exact', length: 500, width: 180 }),
    audioAddressFileType: text('音频文件类型', 'Audio type', { search: 'exact', length: 10, width: 90 }),
    meetingSummary: file('会议纪要', 'Summary (PDF)', { width: 100 }),
  }),
  operations: ['view'],
  readers: { ops: 'view', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  list: {
    columns: [
      'meetingName',
      'tencentMeetingId',
      'meetingCode',
      'recordFileId',
      'viewAddress',
      'downloadAddress',
      'downloadAddressFileType',
      'audioAddress',
      'audioAddressFileType',
      'meetingSummary',
    ],
    search: ['meetingName', 'meetingCode'],
    filters: ['meetingId', 'recordlistId'],
    sort: 'createTime',
  },
  owner,
  routes: { list: '/sys/tencentMeetingRecordinfo' },
})

/** 参会人员: who was in the online meeting, and how long. */
export const tencentMeetingParticipants = resource('tencentMeetingParticipants', {
  calls: ['blade-sys/tencentMeetingParticipants'],
  title: ['参会人员', 'Attendees'],
  name: 'userName',
  fields: readOnly({
    meetingId,
    meetingName,
    tencentMeetingId,
    userid: text('用户ID', 'User id', { search: 'exact', length: 64, width: 120 }),
    userName: text('姓名', 'Name', { length: 50, width: 90, means: 'person' }),
    phone: phone('手机号码', 'Mobile', { masked: true, width: 120 }),
    joinTime: epochSeconds('加入时间', 'Joined', { width: 150 }),
    leftTime: epochSeconds('离开时间', 'Left', { width: 150 }),
    instanceid: choice('设备类型', 'Device', DEVICES, { width: 90 }),
    durationSeconds: integer('时长', 'Duration', { unit: '秒', seconds: true, width: 80 }),
  }),
  operations: ['view', 'export'],
  readers: { ops: 'export', companyAdmin: 'export', employee: 'view', auditor: 'export' },
  list: {
    columns: [
      'meetingName',
      'tencentMeetingId',
      'userid',
      'userName',
      'phone',
      'joinTime',
      'leftTime',
      'durationSeconds',
      'instanceid',
    ],
    search: ['userName', 'phone', 'meetingName'],
    filters: ['meetingId'],
    sort: 'createTime',
  },
  owner,
  routes: { list: '/sys/tencentMeetingParticipants' },
})
