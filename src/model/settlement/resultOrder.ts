import { choice, code, date, datetime, file, integer, longText, money, readOnly, ref, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'
import { children, facts, files, history, related, sums, tracePanel } from '../kernel/section.ts'
import { company } from '../mixins.ts'

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
  operations: ['view', 'export'],
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
    tracePanel(),
    history(),
    related(),
  ],
  routes: { list: '/svc/resultOrder', detail: '/resultOrder/detail/:id', add: '/resultOrder/add' },
})
