import { choice, code, date, datetime, file, integer, longText, money, readOnly, ref, text } from '../kernel/field.ts'
import { lifecycle } from '../kernel/lifecycle.ts'
import { resource } from '../kernel/resource.ts'
import { children, facts, files, history, related, sums } from '../kernel/section.ts'
import { company } from '../mixins.ts'
import { rejection, reviewEdges } from '../review.ts'
import { MONEY_NOT_YET } from './words.ts'

/** Facts of a result order, for it and its twin in points. */
export const RESULT_FACTS = [
  'code',
  'name',
  'resultStatus',
  'entrustedCompanyName',
  'socialCreditCode',
  'periodStart',
  'periodEnd',
  'orderCount',
  'doctorCount',
  'doctorAmount',
  'platformAmount',
  'totalAmount',
  'approvalOfficer',
  'approvalDate',
  'approvalRemark',
  'confirmUserName',
  'confirmTime',
  'confirmRemark',
  'cycleMonth',
  'createTime',
] as const

/** What is put together over the activities of everybody in a result order: who is in charge of some does not see it. */
export const RESULT_FIGURES = ['orderCount', 'doctorCount', 'doctorAmount', 'platformAmount', 'totalAmount'] as const

/** 结果单: accepted doctor orders of one company, put together for its confirmation (domain §2.8). */
export const resultOrder = resource('resultOrder', {
  calls: ['blade-svc/resultOrder'],
  title: ['结果单', 'Result orders'],
  about: [
    '一家企业已验收的医生订单，汇总后由企业确认',
    'Accepted doctor orders of a company, put together to be confirmed',
  ],
  name: 'code',
  fields: {
    code: code('RO', '结果单号', 'Result no.', { short: ['单号', 'No'] }),
    name: text('结果单名称', 'Name', { length: 200, width: 200 }),
    ...company,
    periodStart: date('开始日期', 'From', {
      required: '请选择开始日期',
      requiredEn: 'Please choose the first day',
      width: 100,
    }),
    periodEnd: date('结束日期', 'To', {
      required: '请选择结束日期',
      requiredEn: 'Please choose the last day',
      notBefore: 'periodStart',
      width: 100,
    }),
    ...readOnly({
      orderCount: integer('订单数', 'Orders', { width: 70, initial: 0 }),
      doctorCount: integer('医生数', 'Doctors', { width: 70, initial: 0 }),
      doctorAmount: money('医生劳务费', 'Doctor fees', { width: 130, initial: '0.00' }),
      platformAmount: money('平台服务费', 'Platform fee', { width: 120, initial: '0.00' }),
      totalAmount: money('合计金额', 'Total', { width: 130, initial: '0.00', short: ['金额', 'Amount'] }),
      resultStatus: choice(
        '结果单状态',
        'Status',
        {
          0: ['草稿', 'Draft', 'off'],
          1: ['待审核', 'Pending review', 'wait'],
          2: ['审核驳回', 'Rejected', 'bad'],
          3: ['待企业确认', 'Awaiting company', 'wait'],
          4: ['已确认', 'Confirmed', 'good'],
          9: ['已作废', 'Void', 'off'],
        },
        { short: ['状态', 'Status'], width: 110, initial: 0 },
      ),
      approvalOfficer: text('审核人', 'Reviewer', { length: 50, width: 90 }),
      approvalDate: datetime('审核时间', 'Reviewed at', { width: 150 }),
      approvalRemark: longText('审核意见', 'Review remark', { length: 500, width: 200 }),
      confirmTime: datetime('企业确认时间', 'Confirmed at', { width: 150 }),
      confirmUserName: text('企业确认人', 'Confirmed by', { length: 50, width: 90 }),
      confirmRemark: longText('确认意见', 'Confirmation remark', { length: 500, width: 200 }),
      settlementCycleId: ref('settlementCycle', '结算周期', 'Cycle', { shows: 'cycleMonth' }),
      cycleMonth: text('结算月份', 'Cycle month', { search: 'exact', length: 6, means: 'month', width: 90 }),
      serviceReportUrl: file('服务报告', 'Service report', { width: 100 }),
    }),
  },
  operations: ['view', 'add', 'export'],
  // an order without lines would be a pretence: putting doctor orders together is a step of the money chain
  addClosed: MONEY_NOT_YET,
  // `create` is what the specification calls adding one
  also: { create: 'add' },
  list: {
    columns: [
      'code',
      'entrustedCompanyName',
      'periodStart',
      'periodEnd',
      'orderCount',
      'doctorCount',
      'totalAmount',
      'resultStatus',
      'createTime',
    ],
    search: ['code', 'name', 'entrustedCompanyId', 'entrustedCompanyName', 'resultStatus'],
    filters: ['settlementCycleId'],
    sort: 'createTime',
    amount: 'totalAmount',
  },
  owner: {
    company: 'entrustedCompanyId',
    employee: { within: 'resultOrderProjectDetail', by: 'resultOrderId', figures: RESULT_FIGURES },
  },
  unique: [['code']],
  replies: 'resultOrder',
  children: [
    { resource: 'resultOrderProjectDetail', by: 'resultOrderId' },
    { resource: 'resultOrderDoctorDetail', by: 'resultOrderId' },
    { resource: 'resultOrderPlatformDetail', by: 'resultOrderId' },
    { resource: 'resultOrderProductStatistics', by: 'resultOrderId' },
    { resource: 'resultOrderDoctorStatistics', by: 'resultOrderId' },
    { resource: 'resultOrderActStatistics', by: 'resultOrderId' },
    { resource: 'resultOrderActDoctorStatistics', by: 'resultOrderId' },
    { resource: 'resultOrderActItems', by: 'resultOrderId' },
  ],
  sections: [
    facts(RESULT_FACTS),
    sums(['doctorAmount', '+platformAmount', '=totalAmount']),
    children('resultOrderProjectDetail', ['项目', 'Projects']),
    children('resultOrderDoctorDetail', ['医生', 'Doctors']),
    children('resultOrderPlatformDetail', ['平台', 'Platform']),
    children('resultOrderActItems', ['活动项', 'Deliverables']),
    children('resultOrderProductStatistics', ['按产品', 'By product']),
    children('resultOrderDoctorStatistics', ['按医生', 'By doctor']),
    children('resultOrderActStatistics', ['按活动', 'By activity']),
    children('resultOrderActDoctorStatistics', ['按活动医生', 'By activity and doctor']),
    files(['serviceReportUrl'], ['服务报告', 'Service report']),
    history(),
    related(),
  ],
  routes: { list: '/svc/resultOrder', detail: '/resultOrder/detail/:id', add: '/resultOrder/add' },
})

const closed = MONEY_NOT_YET
const audit = {
  by: 'operator',
  call: 'POST audit',
  permission: 'resultOrder_audit',
  roles: ['finance'],
  select: 'many',
  batch: 'allOrNothing',
  closed,
} as const
const confirm = {
  by: 'operator',
  call: { method: 'POST', paths: ['confirm'], key: 'resultOrderOrderId' },
  permission: 'resultOrder_confirm',
  roles: ['companyAdmin'],
  select: 'many',
  batch: 'allOrNothing',
  closed,
} as const

/** Lifecycle 3.10. */
export const resultOrderLifecycle = lifecycle(resultOrder, {
  submit: {
    label: ['提交审核', 'Submit'],
    from: { resultStatus: [0, 2] },
    to: { resultStatus: 1 },
    by: 'operator',
    call: 'POST submit',
    replaces: 'submit',
    permission: 'resultOrder_submit',
    roles: ['ops'],
    select: 'many',
    batch: 'allOrNothing',
    closed,
    key: 's',
    result: 'other',
  },
  ...reviewEdges('resultStatus', 'remark', audit, { says: 'status', from: 1, passed: 3 }),
  'confirm.pass': {
    ...confirm,
    label: ['企业确认', 'Confirm'],
    from: { resultStatus: 3 },
    to: { resultStatus: 4 },
    match: { status: 1 },
    byDefault: true,
    ask: { remark: longText('确认意见', 'Remark', { length: 500 }) },
    key: 'a',
    result: 'pass',
  },
  'confirm.reject': {
    ...confirm,
    label: ['企业驳回', 'Reject'],
    from: { resultStatus: 3 },
    to: { resultStatus: 2 },
    match: { status: 2 },
    ask: { remark: rejection },
    key: 'r',
    result: 'reject',
  },
  createServiceManagerReport: {
    label: ['生成服务报告', 'Make service report'],
    from: { resultStatus: [3, 4] },
    to: {},
    by: 'operator',
    call: { method: 'POST', paths: ['createServiceManagerReport'], key: 'resultOrderId' },
    permission: 'resultOrder_createServiceManagerReport',
    roles: ['ops'],
    select: 'one',
    closed,
    result: 'other',
  },
  remove: {
    label: ['删除', 'Delete'],
    from: { resultStatus: [0, 2] },
    to: 'deleted',
    by: 'operator',
    call: 'POST remove',
    permission: 'resultOrder_remove',
    roles: ['ops'],
    select: 'many',
    batch: 'allOrNothing',
    closed,
    danger: true,
    result: 'other',
  },
  void: {
    label: ['作废', 'Voided'],
    from: { resultStatus: 4 },
    to: { resultStatus: 9 },
    by: 'system',
    closed,
    danger: true,
  },
})
