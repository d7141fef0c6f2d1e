import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { choice, integer, longText, readOnly, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { everybody } from '../language/role.ts'
import { facts, history } from '../language/section.ts'
import { states } from '../language/states.ts'
import { view } from '../language/view.ts'

/** Categories of processes (domain §8). */
const CATEGORIES = { flow_1: ['流程分类一', 'Category one'], flow_2: ['流程分类二', 'Category two'] } as const

const described = {
  name: text('流程名称', 'Name', {
    length: 100,
    required: '请输入流程名称',
    requiredEn: 'Please enter the name',
    width: 200,
  }),
  category: choice('流程分类', 'Category', CATEGORIES, { width: 110, initial: 'flow_1' }),
  version: integer('流程版本', 'Version of the process', { width: 90, initial: 1, min: 1 }),
}

/** 流程模型: what a process is drawn as, before it is deployed (domain §2.3, §8). */
export const flowModel = resource('flowModel', {
  calls: ['blade-flow/model'],
  title: ['流程模型', 'Process models'],
  notInForce: {
    instead: [
      '流程不能部署，请假按已安装的流程定义办理',
      'no process is deployed from here; leave follows the definition that is installed',
    ],
  },
  name: 'name',
  fields: {
    modelKey: text('模型标识', 'Key', {
      search: 'code',
      length: 64,
      required: '请输入模型标识',
      requiredEn: 'Please enter the key',
      width: 160,
    }),
    ...(({ version, ...rest }) => ({ ...rest, modelVersion: version }))(described),
    xml: longText('流程定义', 'Definition', { length: 20_000, help: ['BPMN 2.0 文本', 'Text of BPMN 2.0'] }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  list: {
    columns: ['name', 'modelKey', 'category', 'modelVersion', 'createTime', 'updateTime'],
    search: ['name', 'modelKey', 'category'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  unique: [['modelKey']],
  routes: { list: '/flow/model', more: { '/flow/deploy': { screen: 'list' } } },
})

/** 流程定义: a process as it was deployed. Open: whoever starts one is shown which. */
export const flowManager = resource('flowManager', {
  calls: ['blade-flow/manager'],
  title: ['流程定义', 'Process definitions'],
  name: 'name',
  open: true,
  fields: readOnly({
    name: described.name,
    key: text('流程标识', 'Key', { search: 'code', length: 64, width: 160 }),
    category: described.category,
    processVersion: described.version,
    suspendState: states(
      '状态',
      'State',
      { active: [1, '激活', 'Active', 'good'], suspended: [2, '挂起', 'Suspended', 'off'] },
      { width: 80, initial: 'active' },
    ),
  }),
  operations: ['view', 'delete'],
  readers: { auditor: 'view' },
  editable: { delete: {} },
  list: {
    columns: ['name', 'key', 'category', 'processVersion', 'suspendState', 'createTime'],
    search: ['name', 'key', 'category', 'suspendState'],
    sort: 'createTime',
  },
  frame: true,
  // open: companies' people ask for leave too; only the platform's administrators suspend and remove
  owner: 'open',
  sections: [facts(), history()],
  routes: { list: '/flow/manager' },
})

const switched = {
  by: 'operator',
  call: 'POST change-state',
  permission: 'flowManager_changeState',
  roles: [],
  select: 'one',
} as const

/** Suspended definitions cannot be started; what was started goes on. */
export const flowManagerLifecycle = lifecycle(flowManager, {
  suspend: {
    ...switched,
    label: ['挂起', 'Suspend'],
    from: { suspendState: 'active' },
    to: { suspendState: 'suspended' },
    result: 'reject',
  },
  activate: {
    ...switched,
    label: ['激活', 'Activate'],
    from: { suspendState: 'suspended' },
    to: { suspendState: 'active' },
    result: 'pass',
  },
})

/** 发起事务: the processes that can be started; one is started by the form of what it is about. */
export const start = view('start', {
  from: 'flow.start',
  calls: ['blade-flow/start'],
  title: ['发起事务', 'Startable processes'],
  name: 'processDefinitionName',
  readers: everybody('view'),
  fields: {
    processDefinitionName: text('流程名称', 'Process', { length: 100, width: 240 }),
    key: text('流程标识', 'Key', { search: 'code', length: 64, width: 180 }),
    category: described.category,
    processVersion: described.version,
  },
  list: {
    columns: ['processDefinitionName', 'key', 'category', 'processVersion', 'createTime'],
    search: ['processDefinitionName', 'category'],
    sort: 'createTime',
  },
  lists: {
    'start-list': { title: ['可发起流程', 'Startable'], paths: ['/blade-flow/work/start-list'], answer: 'page' },
  },
  owner: 'open',
  routes: { list: '/work/start', record: '/work/process/leave/form/:id' },
})

/** `deploy-upload`: a file of BPMN becomes a definition. Processes besides leave come with the engine. */
export const deployUpload = call('flowManager.deployUpload', {
  method: 'POST',
  paths: ['blade-flow/manager/deploy-upload'],
  title: ['部署流程', 'Deploy a process'],
  permission: 'flowManager_deployUpload',
  roles: [],
  safe: false,
  upload: true,
  body: {
    category: choice('流程分类', 'Category', CATEGORIES, {}),
    tenantIds: text('租户', 'Tenants', { length: 500 }),
  },
  answer: answer.nothing,
})

/** `deploy`: a model becomes a definition. */
export const deployModel = call('flowModel.deploy', {
  method: 'POST',
  paths: ['blade-flow/model/deploy'],
  title: ['部署', 'Deploy'],
  permission: 'flowModel_deploy',
  roles: [],
  on: flowModel,
  safe: false,
  answer: answer.nothing,
  command: {},
})

/** `diagram-view`: the drawing of a process with where it stands. */
export const diagramView = call('flow.diagramView', {
  method: 'GET',
  paths: ['blade-flow/process/diagram-view'],
  title: ['流程图', 'Diagram'],
  open: 'session',
  safe: true,
  query: {
    processInstanceId: text('流程实例', 'Instance', { length: 64 }),
    processDefinitionId: text('流程定义', 'Definition', { length: 64 }),
  },
  answer: answer.nothing,
})
