import { is } from '../../language/conditions/condition.ts'
import { every, past } from '../../language/every.ts'
import { choice, datetime, file, flag, integer, longText, readOnly, text } from '../../language/fields/field.ts'
import { lifecycle } from '../../language/lifecycle.ts'
import { resource } from '../../language/resource.ts'
import { children, doctorLinks, files, history, pictures, related } from '../../language/section.ts'
import { states, statesOf } from '../../language/states.ts'
import { lifecycleTwin, twin } from '../../language/twin.ts'
import { acceptance, REVIEWED, review } from '../../patterns/mixins.ts'
import { deliverableEdges } from '../deliverable.ts'
import { DEMO_ROLES, plan, planClock, planEdges, planEditable, planList, planPages, planReaders } from '../plan.ts'
import { planFacts, planForm } from '../planForm.ts'

const MEETING_FACTS = planFacts({
  state: ['meetingStatus'],
  what: ['businessClassType'],
  when: ['startTime', 'endTime'],
  how: ['meetingType', 'meetingCode', 'joinUrl'],
  many: ['expectNum', 'attendNum'],
  review: ['submitStatus', 'submitTime', ...REVIEWED, 'createEvidenceFileStatus'],
  rest: ['meetingSummary'],
})

/** 会议: a plan whose doctors meet, with agenda, evidence, sign-ins and costs (domain §2.7; 3.3, 3.5). */
export const meeting = resource('meeting', {
  calls: ['blade-act/meeting'],
  title: ['会议', 'Meetings'],
  name: 'name',
  fields: {
    ...plan,
    // how it is held is the choice below
    format: { ...plan.format, label: ['形式说明', 'Format notes'] as const },
    meetingType: choice(
      '会议形式',
      'Held',
      { 1: ['线上', 'Online'], 2: ['线下', 'On site'], 3: ['混合', 'Both'] },
      { width: 80, initial: 1 },
    ),
    businessClassType: choice(
      '会议类别',
      'Class',
      {
        1: ['科室会', 'Department'],
        2: ['城市会', 'City'],
        3: ['学术会', 'Academic'],
        4: ['病例讨论', 'Case discussion'],
      },
      { width: 90, initial: 1 },
    ),
    startTime: datetime('开始时间', 'Starts', { width: 150 }),
    endTime: datetime('结束时间', 'Ends', { notBefore: 'startTime', width: 150 }),
    ...readOnly({
      meetingStatus: states(
        '会议状态',
        'Meeting',
        {
          scheduled: [0, '待召开', 'Scheduled', 'wait'],
          inProgress: [1, '进行中', 'In progress', 'busy'],
          ended: [2, '已结束', 'Ended', 'good'],
          cancelled: [3, '已取消', 'Cancelled', 'off'],
        },
        { width: 90, initial: 'scheduled' },
      ),
      tencentMeetingId: text('腾讯会议ID', 'Tencent meeting', { search: 'exact', length: 64 }),
      meetingCode: text('会议号', 'Meeting code', { search: 'code', length: 32, width: 120 }),
      joinUrl: text('入会链接', 'Join link', { search: 'exact', length: 500 }),
      hostUserId: text('主持人', 'Host', { search: 'exact', length: 64 }),
      followsTencent: flag('按腾讯会议进行', 'Begins and ends as Tencent reports', { initial: 0 }),
    }),
    expectNum: integer('预计人数', 'Expected', { min: 0, width: 80 }),
    ...readOnly({
      attendNum: integer('签到人数', 'Signed in', { initial: 0, width: 80 }),
      submitStatus: states(
        '提交状态',
        'Handed in',
        { none: [0, '未提交', 'Not yet', 'off'], handedIn: [1, '已提交', 'Handed in', 'good'] },
        { width: 90, initial: 'none' },
      ),
      submitTime: datetime('提交时间', 'Handed in at', { width: 150 }),
      ...review,
      ...acceptance,
    }),
    meetingSummary: longText('会议总结', 'Summary', { width: 240 }),
    ...readOnly({
      createEvidenceFileStatus: states(
        '凭证文件',
        'Evidence file',
        {
          none: [0, '未生成', 'None', 'off'],
          generating: [1, '生成中', 'Generating', 'busy'],
          ready: [2, '已生成', 'Ready', 'good'],
        },
        { width: 90, initial: 'none' },
      ),
      evidenceFile: file('凭证文件', 'Evidence file'),
    }),
  },
  operations: ['view', 'add', 'edit', 'delete', 'export'],
  readers: { ...planReaders, finance: 'view' },
  editable: planEditable,
  list: {
    ...planList,
    columns: [
      'code',
      'name',
      'entrustedCompanyName',
      'startTime',
      'meetingType',
      'budgetAmount',
      'meetingStatus',
      'submitStatus',
      'approvalStatus',
      'confirmStatus',
      'planStatus',
    ],
    search: [...planList.search, 'meetingType', 'meetingStatus', 'approvalStatus', 'confirmStatus'],
    filters: [...planList.filters, 'submitStatus'],
    pageMethod: 'POST',
  },
  form: planForm({
    what: ['businessClassType'],
    when: ['startTime', 'endTime'],
    how: ['meetingType'],
    many: ['expectNum'],
    rest: ['meetingSummary'],
  }),
  owner: { company: 'entrustedCompanyId' },
  variantOf: { resource: 'activityPlan', where: { planType: 1, demo: 0 } },
  children: [
    { resource: 'meetingAgenda', by: 'meetingId' },
    { resource: 'meetingDoctor', by: 'meetingId' },
    { resource: 'meetingEvidence', by: 'meetingId' },
    { resource: 'meetingAttend', by: 'meetingId' },
    { resource: 'meetingCost', by: 'meetingId' },
    { resource: 'meetingTencent', by: 'meetingId' },
    { resource: 'tencentMeetingParticipants', by: 'meetingId' },
    { resource: 'tencentMeetingRecordlist', by: 'meetingId' },
    { resource: 'tencentMeetingEventsRecording', by: 'meetingId' },
  ],
  replies: 'meeting',
  sections: [
    MEETING_FACTS,
    children('meetingAgenda', ['议程', 'Agenda']),
    children('meetingDoctor', ['医生', 'Doctors']),
    // required when the meeting is submitted (3.5)
    pictures('meetingEvidence', { picture: 'fileUrl', by: 'evidenceType', needs: ['1', '2'] }, ['凭证', 'Evidence']),
    doctorLinks(),
    children('meetingAttend', ['签到', 'Sign-ins']),
    children('meetingCost', ['费用', 'Costs']),
    children('tencentMeetingParticipants', ['参会人员', 'Attendees']),
    children('tencentMeetingRecordlist', ['录制', 'Recordings']),
    files(['evidenceFile']),
    history(),
    related(),
  ],
  routes: {
    list: '/act/meeting',
    detail: '/meeting/detail/:id',
    edit: '/activityPlan/meeting/edit/:id',
    more: {
      '/activityPlan/meeting/view/:id': { screen: 'detail' },
      ...planPages('meeting', false).points,
    },
  },
})

const { meetingStatus, planStatus } = statesOf(meeting)

const decisions = deliverableEdges('meeting', ['submitRecheck'], [{ took: 'submitAudit' }])

/** Lifecycles 3.3, 3.5 and 3.4: planned, held, handed in, reviewed, accepted. `submitRecheck` is the review of meetings. */
export const meetingLifecycle = lifecycle(meeting, {
  ...planEdges('meeting', 'stopMeeting'),
  begin: {
    label: ['会议开始', 'Begin'],
    from: { meetingStatus: 'scheduled' },
    to: { meetingStatus: 'inProgress' },
    by: 'system',
  },
  finish: {
    label: ['会议结束', 'End'],
    from: { meetingStatus: 'inProgress' },
    to: { meetingStatus: 'ended' },
    by: 'system',
  },
  cancel: {
    label: ['取消会议', 'Cancel'],
    from: { meetingStatus: 'scheduled', planStatus: ['planning', 'inProgress'] },
    to: { meetingStatus: 'cancelled', planStatus: 'ended', planEndedMark: 'stopped' },
    by: 'operator',
    call: 'GET cancelMeeting',
    permission: 'meeting_cancel',
    roles: ['ops', 'employee'],
    select: 'one',
    danger: true,
    result: 'reject',
  },
  submitAudit: {
    label: ['提交审核', 'Hand in'],
    from: { meetingStatus: 'ended', submitStatus: 'none', planStatus: 'inProgress' },
    to: { submitStatus: 'handedIn', approvalStatus: 'pending', confirmStatus: 'pending' },
    by: 'operator',
    call: 'GET submitAudit',
    permission: 'meeting_submitAudit',
    roles: ['employee'],
    select: 'one',
    result: 'other',
  },
  createEvidenceFile: {
    label: ['生成凭证文件', 'Make the evidence file'],
    from: { submitStatus: 'handedIn' },
    to: {},
    by: 'operator',
    call: 'POST createEvidenceFile',
    permission: 'meeting_createEvidenceFile',
    roles: ['ops', 'employee'],
    select: 'one',
    result: 'other',
  },
  // Allowed in every state: the evidence file shows what was handed in.
  evidenceDrawn: { label: ['凭证文件已生成', 'Evidence file made'], from: {}, to: {}, by: 'system' },
  'audit.pass': { ...decisions['audit.pass'], from: { submitStatus: 'handedIn', approvalStatus: 'pending' } },
  'audit.reject': {
    ...decisions['audit.reject'],
    from: { submitStatus: 'handedIn', approvalStatus: 'pending' },
    to: { approvalStatus: 'rejected', submitStatus: 'none' },
  },
  'confirm.pass': { ...decisions['confirm.pass'], roles: ['companyAdmin', 'finance'] },
  'confirm.reject': {
    ...decisions['confirm.reject'],
    to: { confirmStatus: 'rejected', submitStatus: 'none' },
    roles: ['companyAdmin', 'finance'],
  },
  'recall.audit': { ...decisions['recall.audit'], to: { approvalStatus: 'pending', submitStatus: 'handedIn' } },
})

/**
 * 3.5: a meeting begins and ends by the clock, after its last day of invitation, too; an online one as Tencent reports
 * (meetingTencent.ts). One that was held waits to be handed in and does not expire.
 */
export const meetingClock = [
  ...planClock('meeting', [[is('meetingStatus', meetingStatus.scheduled), past('endTime', 'now')]]),
  every('meeting.begin', {
    cron: '*/5 * * * *',
    resource: 'meeting',
    where: [
      is('meetingStatus', meetingStatus.scheduled),
      is('planStatus', planStatus.inProgress),
      is('followsTencent', 0),
      past('startTime', 'now'),
    ],
    step: 'begin',
  }),
  every('meeting.finish', {
    cron: '*/5 * * * *',
    resource: 'meeting',
    where: [is('meetingStatus', meetingStatus.inProgress), is('followsTencent', 0), past('endTime', 'now')],
    step: 'finish',
  }),
]

/** 演示会议 */
export const demoMeeting = twin(meeting, 'demoMeeting', {
  calls: ['blade-act/demo/meeting'],
  title: ['演示会议', 'Demo meetings'],
  readers: { ops: 'manage', auditor: 'view' },
  variantOf: { resource: 'activityPlan', where: { planType: 1, demo: 1 } },
  children: [{ resource: 'demoMeetingDoctor', by: 'meetingId' }],
  replies: 'meeting',
  sections: [
    MEETING_FACTS,
    children('demoMeetingDoctor', ['医生', 'Doctors']),
    files(['evidenceFile']),
    history(),
    related(),
  ],
  routes: {
    list: '/demo/meeting',
    detail: '/demoMeeting/detail/:id',
    add: '/demoActivityPlan/meeting/add',
    edit: '/demoActivityPlan/meeting/edit/:id',
    more: { '/demoActivityPlan/meeting/view/:id': { screen: 'detail' } },
  },
})

export const demoMeetingLifecycle = lifecycleTwin(meetingLifecycle, demoMeeting, {
  roles: DEMO_ROLES,
  // evidence is of a meeting that was held
  without: ['createEvidenceFile', 'evidenceDrawn'],
})
