import { MADE_OF, PAY_TYPES, PLAN_TYPES } from '../activities/words.ts'
import { choice, datetime, money, ref, text } from '../language/fields/field.ts'
import { states } from '../language/states.ts'
import { view } from '../language/view.ts'
import { orderDoctor } from './orderDoctor.ts'

const codeOf = (zh: string, en: string) => text(zh, en, { search: 'code', length: 32, width: 170, least: 136 })

/** 订单溯源: where a doctor's order came from and what became of it, in one row. */
export const traceability = view('traceability', {
  from: 'orders.traceability',
  export: true,
  calls: ['blade-svc/traceability'],
  title: ['订单溯源', 'Traceability'],
  name: 'code',
  readers: { ops: 'export', companyAdmin: 'export', auditor: 'export' },
  fields: {
    code: codeOf('订单编号', 'Order no.'),
    planCode: codeOf('活动编号', 'Activity no.'),
    planId: ref('activityPlan', '活动', 'Activity', { shows: 'planName' }),
    planName: text('活动', 'Activity', { length: 200, width: 200 }),
    planType: choice('活动类型', 'Type', PLAN_TYPES, { width: 100 }),
    payType: states('结算方式', 'Settled in', PAY_TYPES, { width: 90 }),
    bizType: text('来源类型', 'Made of', { search: 'exact', length: 64, width: 140, says: MADE_OF }),
    entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', {
      shows: 'entrustedCompanyName',
      short: ['公司', 'Company'],
    }),
    entrustedCompanyName: text('委托企业', 'Company', { short: ['公司', 'Company'], width: 210 }),
    // rows of this view are visible to the employee who owns the doctor order
    baseEmployeeId: ref('entrustedEmployee', '活动负责人', 'Owner', { shows: 'baseEmployeeName' }),
    baseEmployeeName: text('活动负责人', 'Owner', { length: 50, width: 90 }),
    fiscalTaxId: ref('thirdPlatform', '财税公司', 'Fiscal-tax company', { shows: 'fiscalTaxName' }),
    fiscalTaxName: text('财税公司', 'Fiscal-tax company', { width: 130 }),
    doctorId: ref('authenticationDoctor', '医生', 'Doctor', { shows: 'doctorName' }),
    doctorName: text('医生', 'Doctor', { length: 50, width: 90 }),
    feeAmount: money('劳务费', 'Fee', { width: 120 }),
    acceptTime: datetime('验收时间', 'Accepted', { width: 150 }),
    orderStatus: choice('订单状态', 'Status', orderDoctor.fields.orderStatus.values, { width: 100 }),
    cycleMonth: text('结算月份', 'Month', { search: 'exact', length: 6, width: 90 }),
    settlementOrderCode: codeOf('结算单号', 'Settlement order'),
    settlementLineCode: codeOf('结算明细', 'Settlement line'),
    netAmount: money('实付金额', 'Net', { width: 120 }),
  },
  list: {
    columns: [
      'code',
      'planName',
      'planType',
      'doctorName',
      'entrustedCompanyName',
      'feeAmount',
      'acceptTime',
      'orderStatus',
      'cycleMonth',
      'settlementOrderCode',
      'settlementLineCode',
      'netAmount',
    ],
    search: ['code', 'planName', 'doctorName', 'entrustedCompanyId', 'planType', 'orderStatus'],
    sort: 'createTime',
    amount: 'feeAmount',
  },
  lists: {
    pageTraceabilityOrder: {
      title: ['订单溯源', 'Traceability'],
      paths: ['/blade-svc/orderDoctor/pageTraceabilityOrder'],
      answer: 'page',
    },
  },
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId' },
  routes: { list: '/svc/traceability' },
})
