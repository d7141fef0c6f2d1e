import {
  choice,
  datetime,
  type Fields,
  file,
  flag,
  json,
  longText,
  money,
  points,
  readOnly,
  text,
} from '../language/fields/field.ts'
import type { Maker } from '../language/makers.ts'
import type { RoleAlias } from '../language/role.ts'
import { panel } from '../language/section.ts'
import { states } from '../language/states.ts'
import { acceptance, company, doctor, employee, REVIEWED, review } from '../patterns/mixins.ts'
import { PAY_TYPES, SUBMIT_TYPES } from './words.ts'

/** Payment terms of an accepted deliverable. */
export const reward = readOnly({
  feeAmount: money('劳务费', 'Fee', { width: 100, initial: '0.00' }),
  pointAmount: points('积分', 'Points', { width: 80, initial: 0 }),
})

/**
 * Fields of a report that doctors submit for a plan (@report without the reference to its plan, which each resource
 * spells itself). It comes from the doctors' app.
 */
export const report = {
  ...readOnly({
    code: text('活动编号', 'Activity no.', { search: 'code', length: 32, width: 170, least: 136 }),
    codeNumber: text('提交编号', 'Submission no.', {
      search: 'code',
      length: 32,
      // 活动编号-00001, read whole
      width: 180,
      least: 136,
      short: ['编号', 'No'],
    }),
    resourceCode: text('素材编号', 'Material no.', { search: 'exact', length: 64, width: 140 }),
    payType: states('结算方式', 'Settled in', PAY_TYPES, { width: 90, initial: 'money' }),
    ...company,
    ...employee,
  }),
  ...doctor,
  doctorId: { ...doctor.doctorId, facts: { ...doctor.doctorId.facts, readOnly: 'edit' as const } },
  collectData: json('采集内容', 'Collected data', { answers: true, openedBy: 'record', readOnly: 'edit' }),
  files: file('附件', 'Files', { max: 20, openedBy: 'record', readOnly: 'edit' }),
  ...readOnly({
    submitType: choice('提交方式', 'Submitted', SUBMIT_TYPES, { width: 90, initial: 1 }),
    submitTime: datetime('提交时间', 'Submitted at', { width: 150 }),
    ...review,
    ...acceptance,
    ...reward,
    isOldData: flag('历史数据', 'Old data', { width: 80, initial: 0 }),
    demo: flag('演示', 'Demo', { initial: 0 }),
  }),
}

/** Activities that something is handed in for: those that run (`planProblem`). */
export const RUNNING = { planStatus: 1 } as const

/** Fields that a report copies from its plan. */
export const FROM_PLAN = {
  code: 'code',
  payType: 'payType',
  entrustedCompanyId: 'entrustedCompanyId',
  entrustedCompanyName: 'entrustedCompanyName',
  socialCreditCode: 'socialCreditCode',
  baseEmployeeId: 'baseEmployeeId',
  baseEmployeeName: 'baseEmployeeName',
  baseEmployeeNumber: 'baseEmployeeNumber',
  baseDepartment: 'baseDepartment',
  baseDepartmentName: 'baseDepartmentName',
} as const

/** Facts of a report: type, doctor and decision. */
export const REPORT_FACTS = [
  'codeNumber',
  'code',
  'payType',
  'submitType',
  'submitTime',
  'doctorName',
  'phone',
  'idCardNumber',
  'hospitalName',
  'departmentName',
  'entrustedCompanyName',
  'baseEmployeeName',
  'baseDepartmentName',
  ...REVIEWED,
  'feeAmount',
  'pointAmount',
  'isOldData',
] as const

/** Panel of the doctor's answers, laid out by the template. */
export const ANSWERS = panel('answers', ['采集内容', 'Answers'])

/** How reports are listed. */
export const reportList = {
  columns: [
    'codeNumber',
    'code',
    'doctorName',
    'hospitalName',
    'entrustedCompanyName',
    'submitTime',
    'feeAmount',
    'approvalStatus',
    'confirmStatus',
  ],
  search: [
    'codeNumber',
    'code',
    // the activity, by which people know what they look for
    'planName',
    'doctorName',
    'hospitalName',
    'entrustedCompanyId',
    'entrustedCompanyName',
    'phone',
    'payType',
    'isOldData',
    'baseDepartment',
    'approvalStatus',
    'confirmStatus',
  ],
  sort: 'createTime',
  sorts: ['createTime'],
  amount: 'feeAmount',
  party: 'doctorName',
} as const

const approvalRemark = longText('审核意见', 'Remark', { length: 500 })
const reason = (required: string, requiredEn: string) =>
  longText('原因', 'Reason', { length: 500, required, requiredEn })

/** Roles that accept for the client: its administrators and employees; operations where the parameter allows it. */
const ACCEPTING: readonly RoleAlias[] = ['companyAdmin', 'employee', 'ops']

/**
 * Lifecycle 3.4 of whatever is reviewed by operations and then accepted by the client: one call `audit`, which
 * `auditType` (1 review, 2 acceptance) and `status` (1, 2) distinguish. `paths`: other names of the call; `handedInBy`: who may neither review nor accept it.
 */
export const deliverableEdges = <const Id extends string>(
  id: Id,
  paths: readonly string[] = ['audit'],
  handedInBy: readonly Maker[] = [{ field: 'createUser' }],
) => {
  const code = <const A extends string>(action: A): `${Id}_${A}` => `${id}_${action}`
  const call = { method: 'POST', paths } as const
  const audit = {
    by: 'operator',
    call,
    matchIf: { auditType: 1 },
    permission: code('audit'),
    roles: ['ops'] as readonly RoleAlias[],
    select: 'many',
    batch: 'perRow',
    makerChecker: { makers: handedInBy },
  } as const
  const confirm = {
    by: 'operator',
    call,
    matchIf: { auditType: 2 },
    permission: code('confirm'),
    roles: ACCEPTING,
    select: 'many',
    batch: 'perRow',
    // the person who submitted or reviewed a deliverable does not accept it
    makerChecker: { makers: [...handedInBy, { took: 'audit.pass' }] },
  } as const
  return {
    'audit.pass': {
      ...audit,
      label: ['审核通过', 'Approve'],
      from: { approvalStatus: 'pending' },
      to: { approvalStatus: 'approved' },
      match: { status: 1 },
      ask: { remark: approvalRemark },
      undo: 'recall.audit',
      key: 'a',
      result: 'pass',
    },
    'audit.reject': {
      ...audit,
      label: ['审核驳回', 'Reject'],
      from: { approvalStatus: 'pending' },
      to: { approvalStatus: 'rejected' },
      match: { status: 2 },
      ask: { remark: reason('请输入驳回原因', 'Please enter the reason') },
      undo: 'recall.audit',
      key: 'r',
      result: 'reject',
    },
    'confirm.pass': {
      ...confirm,
      label: ['验收通过', 'Accept'],
      from: { approvalStatus: 'approved', confirmStatus: 'pending' },
      to: { confirmStatus: 'accepted' },
      match: { status: 1 },
      ask: { confirmResult: longText('验收说明', 'Note', { length: 500 }) },
      money: true,
      key: 'a',
      result: 'pass',
    },
    'confirm.reject': {
      ...confirm,
      label: ['验收驳回', 'Refuse'],
      from: { approvalStatus: 'approved', confirmStatus: 'pending' },
      to: { confirmStatus: 'rejected' },
      match: { status: 2 },
      ask: { confirmResult: reason('请输入验收说明', 'Please say why') },
      key: 'r',
      result: 'reject',
    },
    'recall.audit': {
      label: ['撤回审核', 'Take back review'],
      from: { approvalStatus: ['approved', 'rejected'], confirmStatus: 'pending' },
      to: { approvalStatus: 'pending' },
      by: 'operator',
      call: 'POST recall',
      permission: code('audit'),
      roles: ['ops'] as readonly RoleAlias[],
      select: 'one',
      takesBack: ['audit.pass', 'audit.reject'],
      withinMinutes: 24 * 60,
      result: 'other',
    },
  } as const
}

/** Roles that enter a deliverable for a doctor (提交方式 员工代录). */
const ENTERING: readonly RoleAlias[] = ['ops', 'companyAdmin', 'employee']

/**
 * Transitions by which a refused deliverable is submitted again; its earlier answers stay in its history. `again`: the
 * fields to answer again.
 */
export const resubmitEdges = <const Id extends string, const Again extends object>(id: Id, again: Again) => {
  const edge = {
    label: ['重新提交', 'Resubmit'],
    to: { approvalStatus: 'pending', confirmStatus: 'pending' },
    by: 'both',
    call: 'POST resubmit',
    permission: `${id}_resubmit` as `${Id}_resubmit`,
    roles: ENTERING,
    select: 'one',
    result: 'other',
    ...again,
  } as const
  return {
    resubmit: { ...edge, from: { approvalStatus: 'rejected' } },
    'resubmit.refused': { ...edge, from: { approvalStatus: 'approved', confirmStatus: 'rejected' } },
  } as const
}

/**
 * Transitions by which a report is handed in, by its doctor or on the doctor's behalf, and again after a refusal.
 * `ask`: fields of its subject and content.
 */
export const handInEdges = <const Id extends string, const Ask extends Fields>(id: Id, ask: Ask) => {
  const { collectData, files } = report
  return {
    handIn: {
      label: ['代录成果', 'Enter for a doctor'],
      from: 'new',
      to: { approvalStatus: 'pending', confirmStatus: 'pending' },
      by: 'both',
      call: 'POST handIn',
      permission: `${id}_handIn` as `${Id}_handIn`,
      roles: ENTERING,
      ask: { ...ask, doctorId: report.doctorId, collectData, files },
      result: 'other',
    },
    ...resubmitEdges(id, { ask: { collectData, files }, present: { collectData: 'collectData', files: 'files' } }),
  } as const
}

/** Steps that reports of the demonstration do not have: they are made with it. */
export const NOT_SHOWN = ['handIn', 'resubmit', 'resubmit.refused'] as const
