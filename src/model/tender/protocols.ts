import { AGREEMENT, PLAN_TYPES } from '../activities/words.ts'
import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { every } from '../language/every.ts'
import {
  choice,
  code,
  date,
  datetime,
  file,
  flag,
  longText,
  money,
  rate,
  readOnly,
  ref,
  text,
} from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { children, facts, files, history, related } from '../language/section.ts'
import { states } from '../language/states.ts'
import { company, doctor } from '../patterns/mixins.ts'
import { BEING_SIGNED, NOT_BEING_SIGNED, refusedEdge, signEdges, signedEdge, signFlow } from '../people/signFlow.ts'
import { cancelEdge, stopEdge } from './protocolVoid.ts'

/** Agreements with client companies and with doctors (domain §2.6; 3.2). They are signed by e-signature. */

const operations = ['view', 'add', 'edit', 'delete', 'export'] as const
const title = text('协议名称', 'Protocol', {
  length: 200,
  required: '请输入协议名称',
  requiredEn: 'Please enter the title',
  width: 220,
})
const terms = {
  startDate: date('开始日期', 'From', { width: 100 }),
  endDate: date('结束日期', 'To', { notBefore: 'startDate', width: 100 }),
}
const signing = readOnly({
  agreementStatus: states('协议状态', 'Agreement', AGREEMENT, { initial: 'pending', width: 90 }),
  fileUrl: file('协议文件', 'File', { openedBy: 'record' }),
  ...signFlow,
})
const voidReason = longText('作废原因', 'Why void', { length: 500, readOnly: 'always', width: 180 })

/** 企业协议: what the platform and a client company agreed. */
export const tenderEntrustedProtocols = resource('tenderEntrustedProtocols', {
  calls: ['blade-ts/tenderEntrustedProtocols'],
  title: ['企业协议', 'Company protocols'],
  name: 'title',
  fields: {
    protocolCode: code('QX', '协议编号', 'No.'),
    title,
    ...company,
    protocolType: choice(
      '协议类型',
      'Kind',
      { 1: ['框架', 'Frame'], 2: ['补充', 'Supplement'], 3: ['招募委托', 'Tender'] },
      { width: 90, initial: 1 },
    ),
    platformFeeRate: rate('平台服务费率', 'Fee rate', { min: '0', max: '1', initial: '0.060000', width: 100 }),
    ...terms,
    amountLimit: money('金额上限', 'Limit', { min: '0', initial: '0.00', width: 120 }),
    ...signing,
    ...readOnly({
      companySignTime: datetime('企业签署时间', 'Signed by the company', { width: 150 }),
      platformSignTime: datetime('平台签署时间', 'Signed by the platform', { width: 150 }),
    }),
    voidReason,
  },
  operations,
  readers: { ops: 'manage', companyAdmin: 'export', auditor: 'export' },
  editable: {
    edit: { agreementStatus: 'pending', signStatus: NOT_BEING_SIGNED },
    delete: { agreementStatus: ['pending', 'refused'], signStatus: NOT_BEING_SIGNED },
  },
  list: {
    columns: [
      'protocolCode',
      'title',
      'entrustedCompanyName',
      'protocolType',
      'platformFeeRate',
      'startDate',
      'endDate',
      'amountLimit',
      'agreementStatus',
    ],
    search: ['protocolCode', 'title', 'entrustedCompanyId', 'entrustedCompanyName', 'agreementStatus', 'signStatus'],
    sort: 'createTime',
    amount: 'amountLimit',
  },
  lists: {
    getList: { title: ['企业的协议', 'Of a company'], by: { id: 'entrustedCompanyId' }, answer: 'list' },
  },
  owner: { company: 'entrustedCompanyId' },
  unique: [['protocolCode']],
  sections: [
    facts({
      without: ['signFlowId', 'signUrl', 'signQueryCount', 'signQueryTime'],
      last: ['entrustedCompanyName', 'socialCreditCode'],
    }),
    files(['fileUrl']),
    history(),
    related(),
  ],
  routes: { list: '/ts/tenderEntrustedProtocols', detail: '/tenderentrustedprotocols/detail/:id' },
})

/** 医生协议: the frame agreement of a doctor, or one for a single plan. */
export const tenderDoctorProtocols = resource('tenderDoctorProtocols', {
  calls: ['blade-ts/tenderDoctorProtocols'],
  title: ['医生协议', 'Doctor protocols'],
  name: 'title',
  fields: {
    protocolCode: code('YX', '协议编号', 'No.'),
    title,
    ...doctor,
    entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', {
      shows: 'entrustedCompanyName',
      short: ['公司', 'Company'],
      help: ['框架协议不填', 'Empty for a frame agreement'],
    }),
    entrustedCompanyName: text('委托企业', 'Company', { short: ['公司', 'Company'], width: 210, readOnly: 'always' }),
    planId: ref('activityPlan', '活动', 'Activity', { shows: 'planName' }),
    planName: text('活动', 'Activity', { length: 200, width: 180, readOnly: 'always' }),
    protocolType: choice(
      '协议类型',
      'Kind',
      { 1: ['框架', 'Frame'], 2: ['单项', 'Single plan'] },
      { width: 80, initial: 1 },
    ),
    feeStandard: money('劳务费标准', 'Fee', { min: '0', initial: '0.00', width: 110 }),
    ...terms,
    ...signing,
    ...readOnly({
      signTime: datetime('签署时间', 'Signed', { width: 150 }),
      retroactive: flag('补签', 'Signed later', { initial: 0, width: 70 }),
      // a doctor may have several parts in an activity: cases of their own, the interpretation of another's
      partId: text('参与记录', "Doctor's part", { search: 'exact', length: 19 }),
    }),
    voidReason,
  },
  operations,
  readers: { ops: 'manage', companyAdmin: 'export', auditor: 'export' },
  editable: {
    edit: { agreementStatus: 'pending', signStatus: NOT_BEING_SIGNED },
    delete: { agreementStatus: ['pending', 'refused'], signStatus: NOT_BEING_SIGNED },
  },
  list: {
    columns: [
      'protocolCode',
      'title',
      'doctorName',
      'phone',
      'hospitalName',
      'entrustedCompanyName',
      'protocolType',
      'feeStandard',
      'agreementStatus',
      'signTime',
    ],
    search: [
      'protocolCode',
      'doctorName',
      'phone',
      'agreementStatus',
      'signStatus',
      'entrustedCompanyId',
      'protocolType',
    ],
    filters: ['doctorId', 'planId'],
    sort: 'createTime',
    amount: 'feeStandard',
  },
  owner: { company: 'entrustedCompanyId' },
  unique: [['protocolCode']],
  children: [{ resource: 'tenderDoctorProjectRel', by: 'protocolId' }],
  sections: [
    facts({
      first: ['protocolCode', 'title', 'protocolType', 'agreementStatus', 'signStatus'],
      without: ['partId'],
      last: ['signFlowId', 'signQueryCount', 'retroactive'],
    }),
    files(['fileUrl']),
    children('tenderDoctorProjectRel'),
    history(),
    related(),
  ],
  routes: { list: '/ts/tenderDoctorProtocols', detail: '/tenderDoctorProtocols/detail/:id' },
})

/** A protocol that is neither signed nor refused, and one of these that is not being signed. */
const OPEN = { agreementStatus: 'pending' } as const
const SENDABLE = { ...OPEN, signStatus: NOT_BEING_SIGNED } as const

/**
 * Lifecycle 3.2: generated or added, drawn and sent to be signed, signed or refused as the partner says, made void by the
 * administrator.
 */
const agreementEdges = <const Id extends string>(id: Id) =>
  ({
    generateProtocol: { label: ['生成协议', 'Generated'], from: 'new', to: OPEN, by: 'system' },
    sendToSign: {
      label: ['发起签署', 'Send to be signed'],
      from: SENDABLE,
      to: {},
      by: 'operator',
      call: 'GET sendToSign',
      permission: `${id}_sendToSign` as `${Id}_sendToSign`,
      roles: ['ops'],
      select: 'one',
      result: 'other',
    },
    // whoever waits for a signature does not wait for the clock
    querySign: {
      label: ['查询签署', 'Ask about the signing'],
      from: { ...OPEN, signStatus: 'signing' },
      to: {},
      by: 'operator',
      call: 'GET querySign',
      permission: `${id}_querySign` as `${Id}_querySign`,
      roles: ['ops'],
      select: 'one',
      result: 'other',
    },
    drawn: { label: ['协议文件已生成', 'File drawn'], from: SENDABLE, to: {}, by: 'system' },
    ...signEdges(OPEN),
    agree: { ...signedEdge(OPEN, { agreementStatus: 'agreed' }), label: ['签署', 'Sign'], result: 'pass' },
    refuse: { ...refusedEdge(OPEN, { agreementStatus: 'refused' }), label: ['拒绝', 'Refuse'], result: 'reject' },
  }) as const

export const tenderEntrustedProtocolsLifecycle = lifecycle(tenderEntrustedProtocols, {
  ...agreementEdges('tenderEntrustedProtocols'),
  void: stopEdge('tenderEntrustedProtocols', ['pending', 'agreed']),
})

/** A doctor's agreement that was signed is void through a cancellation alone. */
export const tenderDoctorProtocolsLifecycle = lifecycle(tenderDoctorProtocols, {
  ...agreementEdges('tenderDoctorProtocols'),
  answer: {
    label: ['医生答复', 'Answered by the doctor'],
    from: { ...OPEN, signStatus: 'signing' },
    to: {},
    by: 'system',
    ask: {
      agree: choice('答复', 'Answer', { 1: ['同意', 'Agree'], 2: ['拒绝', 'Refuse'] }, {}),
      reason: longText('拒绝原因', 'Reason', { length: 500 }),
    },
  },
  void: stopEdge('tenderDoctorProtocols', ['pending']),
  cancel: cancelEdge,
})

const poll = (resource: string) =>
  every(`${resource}.poll`, { cron: '* * * * *', resource, where: BEING_SIGNED, step: 'flow.poll' })
/** Whoever has a protocol to sign is asked about until it is signed, refused or over. */
export const pollProtocols = [poll(tenderEntrustedProtocols.id), poll(tenderDoctorProtocols.id)]

/** The file of a doctor's protocol. */
export const getProtocolFile = call('tenderDoctorProtocols.getProtocolFile', {
  method: 'GET',
  paths: ['blade-ts/tenderDoctorProtocols/getProtocolFile'],
  title: ['协议文件', 'File of a protocol'],
  permission: 'tenderDoctorProtocols_view',
  on: tenderDoctorProtocols,
  key: 'protocolId',
  safe: true,
  answer: answer.one({
    fileUrl: text('协议文件', 'File', {}),
    agreementStatus: tenderDoctorProtocols.fields.agreementStatus,
  }),
})

/** 医生项目关系: what a protocol pays a doctor for. */
export const tenderDoctorProjectRel = resource('tenderDoctorProjectRel', {
  calls: ['blade-svc/tenderDoctorProjectRel'],
  title: ['医生项目关系', 'Doctor–project'],
  name: 'projectName',
  fields: {
    protocolId: ref('tenderDoctorProtocols', '医生协议', 'Protocol', {
      required: '请选择医生协议',
      requiredEn: 'Please choose the protocol',
      shows: 'protocolTitle',
      copies: { doctorId: 'doctorId', doctorName: 'doctorName' },
    }),
    ...readOnly({
      protocolTitle: text('医生协议', 'Protocol', { length: 200, width: 200 }),
      doctorId: ref('authenticationDoctor', '医生', 'Doctor', { shows: 'doctorName' }),
      doctorName: text('医生', 'Doctor', { length: 50, width: 90 }),
    }),
    projectId: ref('activityServiceProject', '服务项目', 'Service project', {
      required: '请选择服务项目',
      requiredEn: 'Please choose the service project',
      shows: 'projectName',
      copies: { projectType: 'projectType' },
    }),
    ...readOnly({
      projectName: text('服务项目', 'Service project', { width: 160 }),
      projectType: choice('项目类型', 'Project type', PLAN_TYPES, { width: 100 }),
    }),
    unitFee: money('单价', 'Unit fee', { min: '0', initial: '0.00', width: 100 }),
    enableStatus: flag('启用', 'Enabled', { initial: 1, width: 70 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { ops: 'manage', companyAdmin: 'view', auditor: 'view' },
  list: {
    columns: ['protocolTitle', 'doctorName', 'projectName', 'projectType', 'unitFee', 'enableStatus'],
    search: ['doctorName', 'projectName', 'projectType', 'enableStatus'],
    filters: ['protocolId', 'doctorId', 'projectId'],
    sort: 'createTime',
  },
  owner: { through: 'protocolId' },
  routes: { list: '/ts/tenderDoctorProjectRel' },
})
