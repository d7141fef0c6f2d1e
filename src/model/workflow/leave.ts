import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { code, datetime, integer, longText, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { EVERYBODY, everybody } from '../language/role.ts'
import { facts, history } from '../language/section.ts'
import { states } from '../language/states.ts'
import { rejection } from '../patterns/review.ts'

/** Leave of more days than this goes to personnel after the head of department (domain §8). */
export const LONG_LEAVE = 3

/** flowStatus of domain §3.26. */
export const FLOW_STATUS = {
  inApproval: [1, '审批中', 'In approval', 'wait'],
  approved: [2, '通过', 'Approved', 'good'],
  rejected: [3, '驳回', 'Rejected', 'bad'],
  withdrawn: [4, '撤回', 'Withdrawn', 'off'],
} as const

/** Where a leave stands. */
const TASKS = {
  head: [1, '部门领导审批', 'Head of department'],
  personnel: [2, '人事审批', 'Personnel'],
} as const

/**
 * 请假 (domain §2.3, §8): visible to the requester, the decider and holders of `leave_all`. A leave without a decider
 * waits until someone of personnel claims it.
 */
export const leave = resource('leave', {
  calls: ['blade-desk/process/leave'],
  title: ['请假', 'Leave'],
  name: 'processInstanceId',
  also: { 'start-process': 'add' },
  detailBy: 'businessId',
  fields: {
    processInstanceId: code('QJ', '流程实例', 'Instance', { width: 165, least: 165 }),
    processDefinitionId: ref('flowManager', '流程', 'Process', {
      shows: 'processDefinitionName',
      required: '请选择流程',
      requiredEn: 'Please choose the process',
      readOnly: 'edit',
    }),
    processDefinitionName: text('流程', 'Process', { length: 100, readOnly: 'always', width: 120 }),
    startTime: datetime('开始时间', 'From', {
      required: '请选择开始时间',
      requiredEn: 'Please choose when it begins',
      width: 150,
    }),
    endTime: datetime('结束时间', 'To', {
      required: '请选择结束时间',
      requiredEn: 'Please choose when it ends',
      notBefore: 'startTime',
      width: 150,
    }),
    reason: longText('请假理由', 'Reason', {
      length: 255,
      required: '请输入请假理由',
      requiredEn: 'Please enter the reason',
      width: 260,
    }),
    taskUser: ref('user', '审批人', 'Decided by', {
      shows: 'taskUserName',
      readOnly: 'edit',
      help: ['不选则由人事签收', 'Left empty, somebody of personnel takes it'],
    }),
    ...readOnly({
      applyUserName: text('申请人', 'Asked by', { length: 50, width: 90, means: 'person' }),
      taskUserName: text('审批人', 'Decided by', { length: 50, width: 90 }),
      days: integer('天数', 'Days', { width: 70 }),
      applyTime: datetime('申请时间', 'Asked', { width: 150 }),
      taskNode: states('当前环节', 'Step', TASKS, { width: 150, initial: 'head' }),
      approvalRoute: states(
        '审批路径',
        'Decided by way of',
        {
          head: [1, '部门领导', 'Head of department'],
          headAndPersonnel: [2, '部门领导与人事', 'Head of department and personnel'],
        },
        { width: 120, initial: 'head' },
      ),
      flowStatus: states('流程状态', 'Status', FLOW_STATUS, { width: 90, initial: 'inApproval' }),
    }),
  },
  operations: ['view', 'add'],
  readers: everybody(['view', 'add']),
  list: {
    columns: [
      'processInstanceId',
      'applyUserName',
      'startTime',
      'endTime',
      'days',
      'reason',
      'taskNode',
      'taskUserName',
      'flowStatus',
    ],
    search: ['processInstanceId', 'flowStatus', 'taskNode', 'startTime'],
    filters: ['taskUser'],
    sort: 'createTime',
  },
  // open: people of every party ask for leave; each reaches their own (`own`)
  owner: 'open',
  own: { by: ['createUser', 'taskUser'], others: true },
  unique: [['processInstanceId']],
  state: 'flowStatus',
  sections: [
    facts([
      'processInstanceId',
      'applyUserName',
      'applyTime',
      'startTime',
      'endTime',
      'days',
      'reason',
      'processDefinitionName',
      'taskNode',
      'taskUserName',
      'flowStatus',
    ]),
    history(),
  ],
  routes: {
    list: '/process/leave',
    add: '/work/process/leave/form/:processDefinitionId',
    detail: '/work/process/leave/detail/:processInstanceId/:id',
    // the first is the task in the address that a to-do leads to
    more: { '/work/process/leave/handle/:taskUser/:processInstanceId/:id': { screen: 'detail' } },
  },
})

const completed = {
  by: 'operator',
  call: { method: 'POST', paths: ['/blade-flow/work/complete-task'], key: 'taskId' },
  permission: 'leave_complete',
  // anybody may be asked to decide
  roles: EVERYBODY,
  select: 'one',
  // the assignee of a task edits the leave with it, and decides it all the same
  makerChecker: { makers: [{ field: 'createUser' }] },
} as const
const agreed = {
  ...completed,
  match: { pass: 1 },
  ask: { comment: longText('批复意见', 'Comment', { length: 500 }) },
  key: 'a',
  result: 'pass',
} as const

/** 3.25, §8: decided by the assignee, withdrawn by the requester. */
export const leaveLifecycle = lifecycle(leave, {
  pass: {
    ...agreed,
    label: ['同意', 'Approve'],
    from: { flowStatus: 'inApproval', taskNode: 'head', approvalRoute: 'head' },
    to: { flowStatus: 'approved' },
  },
  forward: {
    ...agreed,
    label: ['同意并转人事', 'Approve and pass on'],
    from: { flowStatus: 'inApproval', taskNode: 'head', approvalRoute: 'headAndPersonnel' },
    to: { taskNode: 'personnel' },
  },
  finish: {
    ...agreed,
    // two persons agree to a long leave
    makerChecker: { makers: [{ field: 'createUser' }, { took: 'forward' }] },
    label: ['人事同意', 'Personnel approves'],
    from: { flowStatus: 'inApproval', taskNode: 'personnel' },
    to: { flowStatus: 'approved' },
  },
  reject: {
    ...completed,
    label: ['驳回', 'Reject'],
    match: { pass: 0 },
    from: { flowStatus: 'inApproval' },
    to: { flowStatus: 'rejected' },
    ask: {
      comment: rejection,
    },
    key: 'r',
    result: 'reject',
  },
  resubmit: {
    label: ['重新提交', 'Resubmit'],
    from: { flowStatus: 'rejected' },
    to: { flowStatus: 'inApproval', taskNode: 'head' },
    by: 'operator',
    call: 'POST resubmit',
    permission: 'leave_resubmit',
    roles: EVERYBODY,
    select: 'one',
    ask: {
      startTime: leave.fields.startTime,
      endTime: leave.fields.endTime,
      reason: leave.fields.reason,
    },
    result: 'other',
  },
  withdraw: {
    label: ['撤回', 'Withdraw'],
    from: { flowStatus: ['inApproval', 'rejected'] },
    to: { flowStatus: 'withdrawn' },
    by: 'operator',
    call: 'POST withdraw',
    permission: 'leave_withdraw',
    roles: EVERYBODY,
    select: 'one',
    result: 'other',
  },
})

/** `claim-task?taskId`: assigns an unassigned leave to the caller; the second caller is refused (409). */
export const claimTask = call('leave.claim', {
  method: 'POST',
  paths: ['blade-flow/work/claim-task'],
  title: ['签收', 'Claim'],
  permission: 'leave_claim',
  roles: [],
  on: leave,
  key: 'taskId',
  from: { flowStatus: 'inApproval' },
  safe: false,
  answer: answer.nothing,
  command: { key: 'm' },
})

/** `history-flow-list?processInstanceId`: the steps of a process, the first one its start. */
export const historyFlowList = call('leave.historyFlowList', {
  method: 'GET',
  paths: ['blade-flow/process/history-flow-list'],
  title: ['流转记录', 'Course of the process'],
  permission: 'leave_view',
  on: leave,
  key: { name: 'processInstanceId', field: 'processInstanceId' },
  safe: true,
  answer: answer.list({
    historyActivityName: text('环节', 'Step', {}),
    assigneeName: text('办理人', 'By', {}),
    createTime: text('开始时间', 'From', {}),
    endTime: text('结束时间', 'To', {}),
    comment: text('意见', 'Comment', {}),
  }),
})
