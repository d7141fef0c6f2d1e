import { oneOf } from '../../language/conditions/condition.ts'
import { every, past } from '../../language/every.ts'
import { datetime, epochMillis, integer, readOnly, ref, text } from '../../language/fields/field.ts'
import { lifecycle } from '../../language/lifecycle.ts'
import { resource } from '../../language/resource.ts'
import { facts, history } from '../../language/section.ts'
import { states } from '../../language/states.ts'

/** 腾讯会议: the online meeting behind a meeting, followed at the service until its recordings are ready (3.5). */
export const meetingTencent = resource('meetingTencent', {
  calls: ['blade-act/meetingTencent'],
  title: ['腾讯会议', 'Tencent meetings'],
  name: 'subject',
  fields: readOnly({
    meetingId: ref('meeting', '会议', 'Meeting', {
      required: '请选择会议',
      requiredEn: 'Please choose the meeting',
      shows: 'meetingName',
    }),
    meetingName: text('会议', 'Meeting', { length: 200, width: 180 }),
    tencentMeetingId: text('腾讯会议ID', 'Tencent meeting', { search: 'exact', length: 64, width: 160 }),
    meetingCode: text('会议号', 'Meeting code', { search: 'code', length: 32, width: 120 }),
    subject: text('会议主题', 'Subject', { length: 200, width: 220 }),
    startTime: datetime('开始时间', 'Starts', { width: 150 }),
    endTime: datetime('结束时间', 'Ends', { width: 150 }),
    joinUrl: text('入会链接', 'Join link', { search: 'exact', length: 500, width: 200 }),
    hostKey: text('主持人密钥', 'Host key', { search: 'exact', length: 32 }),
    hostUserId: text('主持人', 'Host', { search: 'exact', length: 64, width: 120 }),
    state: states(
      '状态',
      'State',
      {
        creating: ['CREATING', '创建中', 'Being created', 'busy'],
        scheduled: ['SCHEDULED', '待召开', 'Scheduled', 'wait'],
        started: ['STARTED', '进行中', 'In progress', 'busy'],
        ended: ['ENDED', '已结束', 'Ended', 'good'],
        cancelling: ['CANCELLING', '取消中', 'Being cancelled', 'busy'],
        cancelled: ['CANCELLED', '已取消', 'Cancelled', 'off'],
        failed: ['FAILED', '创建失败', 'Not created', 'bad'],
      },
      { width: 90, initial: 'creating' },
    ),
    stateMsg: text('说明', 'About it', { length: 255, width: 220 }),
    participantsTime: datetime('参会人员取回时间', 'Attendees read at', { width: 150 }),
    queryCount: integer('查询次数', 'Times asked', { initial: 0, width: 90 }),
    queryTime: datetime('下次查询', 'Asked next', { width: 150 }),
    qrCodeUrl: text('二维码', 'QR code', { search: 'exact', length: 500 }),
  }),
  operations: ['view'],
  readers: { ops: 'view', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  list: {
    columns: [
      'meetingCode',
      'subject',
      'meetingName',
      'startTime',
      'endTime',
      'hostUserId',
      'state',
      'joinUrl',
      'stateMsg',
    ],
    search: ['meetingCode', 'subject', 'state'],
    filters: ['meetingId'],
    sort: 'createTime',
  },
  sections: [facts(), history()],
  owner: { through: 'meetingId' },
  routes: { list: '/act/meetingTencent' },
})

const KNOWN = ['scheduled', 'started', 'ended'] as const

/** Lifecycle 3.5 of the online meeting: every step is an answer of the service, the clock, or follows from the meeting. */
export const meetingTencentLifecycle = lifecycle(meetingTencent, {
  create: { label: ['创建腾讯会议', 'Create'], from: 'new', to: { state: 'creating' }, by: 'system' },
  created: {
    label: ['腾讯会议已创建', 'Created'],
    from: { state: 'creating' },
    to: { state: 'scheduled' },
    by: 'system',
    result: 'pass',
  },
  notCreated: {
    label: ['腾讯会议未创建', 'Not created'],
    from: { state: 'creating' },
    to: { state: 'failed' },
    by: 'system',
    result: 'reject',
  },
  poll: { label: ['查询腾讯会议', 'Ask again'], from: { state: KNOWN }, to: {}, by: 'system' },
  // answers that come late change nothing
  reported: {
    label: ['会议事件', 'Event received'],
    from: {},
    to: {},
    by: 'system',
    ask: {
      event: text('事件', 'Event', { length: 64, required: '缺少事件', requiredEn: 'The event is missing' }),
      sequence: text('事件编号', 'Number', {
        length: 64,
        required: '缺少事件编号',
        requiredEn: 'The number is missing',
      }),
      at: epochMillis('发生时间', 'Happened at', {}),
      endType: integer('结束类型', 'Kind of end', {}),
    },
  },
  answered: { label: ['会议查询结果', 'State answered'], from: {}, to: {}, by: 'system' },
  participants: { label: ['参会人员结果', 'Attendees answered'], from: {}, to: {}, by: 'system' },
  records: { label: ['录制查询结果', 'Recordings answered'], from: {}, to: {}, by: 'system' },
  recordFiles: { label: ['录制文件结果', 'Files answered'], from: {}, to: {}, by: 'system' },
  unanswered: { label: ['查询无结果', 'No answer'], from: {}, to: {}, by: 'system' },
  begin: {
    label: ['线上会议开始', 'Begun'],
    from: { state: 'scheduled' },
    to: { state: 'started' },
    by: 'system',
  },
  finish: {
    label: ['线上会议结束', 'Ended'],
    from: { state: ['scheduled', 'started'] },
    to: { state: 'ended' },
    by: 'system',
  },
  cancel: {
    label: ['取消腾讯会议', 'Cancel'],
    from: { state: 'scheduled' },
    to: { state: 'cancelling' },
    by: 'system',
  },
  cancelled: {
    label: ['腾讯会议已取消', 'Cancelled'],
    from: { state: ['scheduled', 'cancelling'] },
    to: { state: 'cancelled' },
    by: 'system',
    result: 'reject',
  },
  notCancelled: {
    label: ['腾讯会议未取消', 'Not cancelled'],
    from: { state: 'cancelling' },
    to: { state: 'scheduled' },
    by: 'system',
  },
})

/** Online meetings are asked about once their time has come, and until their recordings are ready. */
export const meetingTencentClock = [
  every('meetingTencent.poll', {
    cron: '*/5 * * * *',
    resource: 'meetingTencent',
    where: [
      oneOf(
        'state',
        KNOWN.map((name) => meetingTencent.fields.state.is[name]),
      ),
      past('queryTime', 'now'),
    ],
    step: 'poll',
  }),
]
