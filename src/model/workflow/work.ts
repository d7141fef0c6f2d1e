import { choice, datetime, ref, text } from '../language/fields/field.ts'
import { everybody } from '../language/role.ts'
import { facts } from '../language/section.ts'
import { states } from '../language/states.ts'
import { view } from '../language/view.ts'
import { FLOW_STATUS } from './leave.ts'

/** Kinds of rows of 事务: a task to do, a task done, a process that was started. */
export const WORK_KINDS = { 1: ['待办', 'To do'], 2: ['已办', 'Done'], 3: ['已发起', 'Started'] } as const

const fields = {
  processInstanceId: text('流程实例', 'Instance', { search: 'code', length: 64, width: 165, least: 165 }),
  processDefinitionId: ref('flowManager', '流程', 'Process', { shows: 'processDefinitionName' }),
  processDefinitionName: text('流程', 'Process', { length: 100, width: 140 }),
  taskId: text('任务', 'Task', { search: 'exact', length: 19, width: 170 }),
  taskName: text('当前环节', 'Step', { length: 50, width: 170 }),
  businessId: text('业务编号', 'Record', { search: 'exact', length: 19, width: 170 }),
  starterName: text('申请人', 'Started by', { length: 50, width: 90 }),
  assigneeName: text('办理人', 'Assigned to', { length: 50, width: 90 }),
  flowStatus: states('流程状态', 'Status', FLOW_STATUS, { width: 90 }),
}
const columns = [
  'processDefinitionName',
  'processInstanceId',
  'starterName',
  'taskName',
  'assigneeName',
  'flowStatus',
  'createTime',
] as const
/** Fields beside the rows; ids are for addresses. */
const shown = [
  'processInstanceId',
  'processDefinitionName',
  'starterName',
  'taskName',
  'assigneeName',
  'flowStatus',
  'createTime',
] as const
const search = ['processInstanceId', 'flowStatus'] as const

/** 我的事务: what a person has to do, has done and has started; nobody sees another's (domain §2.3, §8). */
export const work = view('work', {
  from: 'flow.work',
  calls: ['blade-flow/work'],
  title: ['我的事务', 'My work'],
  name: 'processInstanceId',
  readers: everybody('view'),
  fields: {
    ...fields,
    kind: choice('事务类型', 'Kind', WORK_KINDS, { width: 80 }),
    personId: ref('user', '本人', 'Person', { readOnly: 'always' }),
    doneTime: datetime('办理时间', 'Done', { width: 150 }),
  },
  list: { columns, search: [...search, 'kind'], sort: 'createTime' },
  lists: {
    'todo-list': {
      title: ['待办事务', 'To do'],
      where: [{ field: 'kind', op: 'equal', value: '1' }],
      paths: ['todo-list'],
      answer: 'page',
    },
    'done-list': {
      title: ['已办事务', 'Done'],
      where: [{ field: 'kind', op: 'equal', value: '2' }],
      paths: ['done-list'],
      answer: 'page',
    },
    'send-list': {
      title: ['我的请求', 'Started by me'],
      where: [{ field: 'kind', op: 'equal', value: '3' }],
      paths: ['send-list'],
      answer: 'page',
    },
  },
  sections: [facts([...shown, 'doneTime'])],
  owner: 'open',
  own: { by: ['personId'] },
  routes: {
    list: '/work/all',
    record: '/work/process/leave/handle/:taskId/:processInstanceId/:businessId',
    more: {
      '/work/todo': { screen: 'list', where: { kind: '1' } },
      '/work/done': { screen: 'list', where: { kind: '2' } },
      '/work/send': { screen: 'list', where: { kind: '3' } },
    },
  },
})

/** 待签事务: tasks that nobody is asked for, shown to who may take them. */
export const claim = view('claim', {
  from: 'flow.claim',
  calls: ['blade-flow/claim'],
  title: ['待签事务', 'To claim'],
  name: 'processInstanceId',
  readers: everybody('view'),
  fields: { ...fields, personId: ref('user', '本人', 'Person', { readOnly: 'always' }) },
  list: { columns, search, sort: 'createTime' },
  lists: {
    'claim-list': { title: ['待签事务', 'To claim'], paths: ['/blade-flow/work/claim-list'], answer: 'page' },
  },
  // open: everybody has the list, and nothing in it but for personnel: it is nobody's yet
  owner: 'open',
  own: { by: ['personId'], others: true },
  sections: [facts(shown)],
  routes: { list: '/work/claim', record: '/work/process/leave/handle/:taskId/:processInstanceId/:businessId' },
})

/** 流程跟踪: every process that was started, and where it stands. */
export const follow = view('follow', {
  from: 'flow.follow',
  calls: ['blade-flow/follow'],
  title: ['流程跟踪', 'Running processes'],
  name: 'processInstanceId',
  readers: { auditor: 'view' },
  fields,
  list: { columns, search, sort: 'createTime' },
  sections: [facts(shown)],
  owner: 'platform',
  routes: { list: '/flow/follow', record: '/work/process/leave/handle/:taskId/:processInstanceId/:businessId' },
})
