import { code, date, integer, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { states } from '../language/states.ts'
import { company, product } from '../patterns/mixins.ts'

/** 临床调研项目: a client's research, which plans belong to (domain §2.7; 3.6). */
export const clinicalResearchProject = resource('clinicalResearchProject', {
  calls: ['blade-clinicalResearchProject', 'blade-clinicalResearchProject/clinicalResearchProject'],
  title: ['调研项目', 'Research projects'],
  name: 'name',
  fields: {
    code: code('DX', '项目编号', 'Code', { count: 'plain', width: 100 }),
    name: text('项目名称', 'Project', {
      length: 100,
      required: '请输入项目名称',
      requiredEn: 'Please enter the name',
      width: 200,
    }),
    ...company,
    ...product,
    templateId: ref('clinicalResearchTemplate', '调研模板', 'Template', { shows: 'templateName' }),
    templateName: text('调研模板', 'Template', { length: 100, width: 150, readOnly: 'always' }),
    startDate: date('开始日期', 'From', { width: 100 }),
    endDate: date('结束日期', 'To', { notBefore: 'startDate', width: 100 }),
    sampleNum: integer('样本量', 'Samples', { min: 1, width: 80 }),
    projectStatus: states(
      '状态',
      'Status',
      {
        draft: [0, '草稿', 'Draft', 'off'],
        toConfirm: [1, '待确认模板', 'Template to confirm', 'wait'],
        enabled: [2, '已启用', 'Enabled', 'good'],
        disabled: [3, '已停用', 'Disabled', 'bad'],
      },
      { initial: 'draft', width: 100, readOnly: 'always' },
    ),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { ops: 'manage', companyAdmin: 'manage', employee: ['view', 'add'], auditor: 'view' },
  editable: { edit: { projectStatus: 'draft' }, delete: { projectStatus: 'draft' } },
  list: {
    columns: [
      'code',
      'name',
      'entrustedCompanyName',
      'baseProductName',
      'templateName',
      'startDate',
      'endDate',
      'sampleNum',
      'projectStatus',
    ],
    search: ['code', 'name', 'entrustedCompanyId', 'entrustedCompanyName', 'projectStatus'],
    filters: ['templateId', 'baseProductId'],
    sort: 'createTime',
  },
  owner: { company: 'entrustedCompanyId' },
  unique: [['code']],
  children: [{ resource: 'clinicalResearch', by: 'clinicalResearchProjectId' }],
  routes: { list: '/act/clinicalResearchProject' },
})

const step = {
  by: 'operator',
  call: 'GET updateStatus',
  permission: 'clinicalResearchProject_updateStatus',
  roles: ['ops'],
  select: 'one',
} as const
const confirming = { ...step, permission: 'clinicalResearchProject_confirmTemplate', roles: ['companyAdmin'] } as const

/** Lifecycle 3.6: the client confirms the template that operations chose. `status` of the call is the target. */
export const clinicalResearchProjectLifecycle = lifecycle(clinicalResearchProject, {
  submit: {
    ...step,
    label: ['提交确认', 'Ask for confirmation'],
    from: { projectStatus: 'draft' },
    to: { projectStatus: 'toConfirm' },
    match: { status: 1 },
    result: 'other',
  },
  confirmTemplate: {
    ...confirming,
    label: ['确认模板', 'Confirm template'],
    from: { projectStatus: 'toConfirm' },
    to: { projectStatus: 'enabled' },
    call: { method: 'POST', paths: ['confirmTemplate'] },
    result: 'pass',
  },
  reject: {
    ...confirming,
    label: ['退回', 'Send back'],
    from: { projectStatus: 'toConfirm' },
    to: { projectStatus: 'draft' },
    call: { method: 'POST', paths: ['rejectTemplate'] },
    result: 'reject',
  },
  disable: {
    ...step,
    label: ['停用', 'Disable'],
    from: { projectStatus: 'enabled' },
    to: { projectStatus: 'disabled' },
    match: { status: 3 },
    result: 'reject',
  },
  enable: {
    ...step,
    label: ['启用', 'Enable'],
    from: { projectStatus: 'disabled' },
    to: { projectStatus: 'enabled' },
    match: { status: 2 },
    result: 'pass',
  },
})
