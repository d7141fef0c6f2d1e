import { type Condition, is } from '../language/conditions/condition.ts'
import { every, MOMENTS, past } from '../language/every.ts'
import {
  choice,
  code,
  date,
  datetime,
  flag,
  integer,
  longText,
  money,
  points,
  readOnly,
  ref,
  text,
} from '../language/fields/field.ts'
import type { Readers, RoleAlias } from '../language/role.ts'
import { states, statesOf } from '../language/states.ts'
import { company, employee, product } from '../patterns/mixins.ts'
import type { Label } from '../values/label.ts'
import { PAY_TYPES, PLAN_ENDS, PLAN_STATES, PLAN_TYPES } from './words.ts'

/** @plan: what every planned activity has, whatever its kind (domain §0). */
export const plan = {
  code: code('HD', '活动编号', 'Activity no.'),
  name: text('活动名称', 'Activity', {
    length: 200,
    required: '请输入活动名称',
    requiredEn: 'Please enter the name of the activity',
    width: 220,
  }),
  planType: choice('类型', 'Type', PLAN_TYPES, { width: 90, readOnly: 'always', initial: 1 }),
  payType: states('结算方式', 'Settled in', PAY_TYPES, { width: 90, initial: 'money' }),
  ...company,
  ...employee,
  ...product,
  activityServiceProjectId: ref('activityServiceProject', '服务项目', 'Service project', {
    required: '请选择服务项目',
    requiredEn: 'Please choose the service project',
    shows: 'activityServiceProjectName',
    offered: { enableStatus: 1 },
  }),
  ...readOnly({ activityServiceProjectName: text('服务项目', 'Service project', { width: 150 }) }),
  budgetOrderId: ref('budgetOrder', '预算单', 'Budget order', {
    shows: 'budgetOrderCode',
    offered: { budgetStatus: 2 },
  }),
  budgetOrderCode: text('预算单', 'Budget order', { search: 'code', length: 32, width: 170, readOnly: 'always' }),
  invitationStartDate: date('征集开始', 'Invites from', {
    required: '请选择征集开始日期',
    requiredEn: 'Please choose the first day',
    short: ['征集开始', 'From'],
    width: 100,
  }),
  invitationEndDate: date('征集结束', 'Invites until', {
    required: '请选择征集结束日期',
    requiredEn: 'Please choose the last day',
    short: ['征集结束', 'Until'],
    notBefore: 'invitationStartDate',
    width: 100,
  }),
  planSearchNum: integer('计划数量', 'Planned', {
    required: '请输入计划数量',
    requiredEn: 'Please enter how many are planned',
    min: 1,
    short: ['计划数量', 'Plan'],
    width: 90,
  }),
  ...readOnly({ finishNum: integer('已验收数量', 'Accepted', { initial: 0, short: ['已验收', 'Done'], width: 100 }) }),
  unitFee: money('单价', 'Unit fee', {
    min: '0',
    width: 100,
    help: ['不填则取服务项目的单价', 'Empty: that of the service project'],
  }),
  unitPoint: points('单位积分', 'Unit points', {
    width: 90,
    help: ['不填则取服务项目的单位积分', 'Empty: that of the service project'],
  }),
  releaseTime: datetime('发布时间', 'Released', {
    past: false,
    width: 150,
    help: ['到时自动开始，不填则手动开始', 'Starts by itself then; empty: it is started by hand'],
  }),
  ...readOnly({
    budgetAmount: money('预算金额', 'Budget', { initial: '0.00', width: 120 }),
    releasedAmount: money('释放预算', 'Released budget', { initial: '0.00', width: 120 }),
    planStatus: states('计划状态', 'Status', PLAN_STATES, { initial: 'planning', width: 90 }),
    planEndedMark: states('结束标记', 'Ended as', PLAN_ENDS, { width: 110 }),
  }),
  purpose: longText('活动目的', 'Purpose', { length: 500 }),
  format: text('形式', 'Format', { length: 50, width: 100 }),
  remark: longText('备注', 'Remark', { length: 500 }),
  demo: flag('演示', 'Demo', { initial: 0, readOnly: 'always' }),
}

const { planStatus } = statesOf({ fields: plan })

/** How plans are listed, whatever their kind. */
export const planList = {
  columns: [
    'code',
    'name',
    'entrustedCompanyName',
    'baseEmployeeName',
    'invitationStartDate',
    'invitationEndDate',
    'planSearchNum',
    'finishNum',
    'budgetAmount',
    'planStatus',
    'planEndedMark',
  ],
  search: [
    'code',
    'name',
    'payType',
    'planStatus',
    'entrustedCompanyId',
    'entrustedCompanyName',
    'baseDepartment',
    'baseDepartmentName',
  ],
  filters: ['activityServiceProjectId', 'planEndedMark'],
  sort: 'createTime',
  amount: 'budgetAmount',
} as const

/** Edited and deleted only before it is released (domain §2.7). */
export const planEditable = { edit: { planStatus: 'planning' }, delete: { planStatus: 'planning' } } as const

/**
 * The addresses of the forms and the page of a plan in each of its sets: `/activityPlan/meeting/edit/:id` and the same
 * for points. `add`: whether the specification has a page to add one.
 */
export const planPages = (kind: string, add = true) => {
  const of = (set: string) => ({
    ...(add ? { [`/${set}/${kind}/add`]: { screen: 'add', where: { payType: '1' } } as const } : {}),
    [`/${set}/${kind}/edit/:id`]: { screen: 'edit' } as const,
    [`/${set}/${kind}/view/:id`]: { screen: 'detail' } as const,
  })
  return {
    own: {
      ...(add ? { add: `/activityPlan/${kind}/add` } : {}),
      edit: `/activityPlan/${kind}/edit/:id`,
      detail: `/activityPlan/${kind}/view/:id`,
    },
    demo: {
      add: `/demoActivityPlan/${kind}/add`,
      edit: `/demoActivityPlan/${kind}/edit/:id`,
      detail: `/demoActivityPlan/${kind}/view/:id`,
    },
    points: of('activityPlanPoint'),
  }
}

/** Roles that plan activities: the client's administrators and employees, and operations. */
const PLANNERS: readonly RoleAlias[] = ['ops', 'companyAdmin', 'employee']

/** Readers of plans: employees plan, their company deletes, providers look on. */
export const planReaders: Readers = {
  ops: 'manage',
  companyAdmin: 'manage',
  employee: ['view', 'add', 'edit'],
  provider: 'view',
  auditor: 'export',
}

/** The permission codes of the edges of a plan, by the resource that it is. */
type Code<Id extends string, Action extends string> = `${Id}_${Action}`

/**
 * Lifecycle 3.3, the same for every kind of plan. `call`: the call that starts (status 1) and stops (2), as the
 * specification spells it for the kind; without one only the system moves it.
 */
export const planEdges = <const Id extends string>(id: Id, call: string, also: readonly string[] = []) => {
  const code = <const A extends string>(action: A): Code<Id, A> => `${id}_${action}`
  const address = { method: 'GET', paths: [call, ...also] } as const
  const end = (
    label: Label,
    from: 'inProgress' | readonly ['planning', 'inProgress'],
    mark: 'completed' | 'overdue' | 'refused' | 'pushed',
  ) => ({ label, from: { planStatus: from }, to: { planStatus: 'ended', planEndedMark: mark }, by: 'system' }) as const
  return {
    start: {
      label: ['开始', 'Start'],
      from: { planStatus: 'planning' },
      to: { planStatus: 'inProgress' },
      by: 'both',
      call: address,
      match: { status: 1 },
      permission: code('start'),
      roles: PLANNERS,
      select: 'one',
      result: 'pass',
    },
    stop: {
      label: ['停止', 'Stop'],
      from: { planStatus: 'inProgress' },
      to: { planStatus: 'ended', planEndedMark: 'stopped' },
      by: 'operator',
      call: address,
      match: { status: 2 },
      permission: code('stop'),
      roles: ['ops', 'companyAdmin'],
      select: 'one',
      danger: true,
      result: 'reject',
    },
    startAgain: {
      label: ['重新开始', 'Start again'],
      from: { planStatus: 'ended', planEndedMark: ['overdue', 'stopped', 'pushed'] },
      to: { planStatus: 'inProgress', planEndedMark: null },
      by: 'operator',
      call: {
        method: 'GET',
        paths: ['startPlanAgain', ...also.map((path) => path.replace(/[^/]+$/, 'startPlanAgain'))],
      },
      permission: code('startAgain'),
      roles: ['ops'],
      select: 'one',
      ask: { invitationEndDate: date('延长至', 'Extend to', { past: false }) },
      // `other`, not an approval: a meeting under review shows this step beside its approval
      result: 'other',
    },
    complete: end(['活动完成', 'Complete'], 'inProgress', 'completed'),
    expire: end(['逾期关闭', 'Close overdue'], 'inProgress', 'overdue'),
    refuse: end(['客户拒绝合同', 'Contract refused'], ['planning', 'inProgress'], 'refused'),
    push: end(['平台推送关闭', 'Closed by push'], 'inProgress', 'pushed'),
  } as const
}

/**
 * 3.3: activities of a kind start at their time and end when their last day is over. What cannot start at its time is tried
 * again for a day. `expires`: what else an activity has to be to end so; of several any.
 */
export const planClock = (id: string, expires: readonly (readonly Condition[])[] = [[]]) => [
  every(`${id}.start`, {
    cron: '*/10 * * * *',
    resource: id,
    where: [
      is('planStatus', planStatus.planning),
      past('releaseTime', 'now'),
      { field: 'releaseTime', op: 'ge', value: MOMENTS.dayAgo },
    ],
    step: 'start',
  }),
  ...expires.map((more, n) =>
    every(n === 0 ? `${id}.expire` : `${id}.expire${n + 1}`, {
      cron: '15 0 * * *',
      resource: id,
      where: [is('planStatus', planStatus.inProgress), past('invitationEndDate', 'today'), ...more],
      step: 'expire',
    }),
  ),
]

/** The demonstration is for operations alone. */
export const DEMO_ROLES = Object.fromEntries(
  [
    'start',
    'stop',
    'startAgain',
    'audit.pass',
    'audit.reject',
    'confirm.pass',
    'confirm.reject',
    'recall.audit',
    'submitAudit',
    'cancel',
    'create',
    'saveList',
    'deleteDoctor',
  ].map((name): [string, readonly RoleAlias[]] => [name, ['ops']]),
)
