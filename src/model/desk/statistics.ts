import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import type { Choice, Fields } from '../language/fields/field.ts'
import { integer, money, text } from '../language/fields/field.ts'
import { orderDoctor } from '../orders/orderDoctor.ts'

/** Counts and sums of the first page (domain §2.3): of what the person may see and reaches, no more. */
const statistic = <const F extends Fields>(name: string, zh: string, en: string, fields: F) =>
  call(`desk.${name}`, {
    method: 'GET',
    paths: ['blade-desk/desk', 'blade-desk', 'blade-desk/statistics'].map((path) => `${path}/${name}`),
    title: [zh, en],
    // a session: each figure is of records that the person may see, and none where they may not
    open: 'session',
    safe: true,
    answer: answer.list(fields),
  })

const there = { required: '-' } as const

export const statisticsSingleItem = call('desk.getStatisticsSingleItem', {
  method: 'GET',
  paths: ['blade-desk/desk', 'blade-desk', 'blade-desk/statistics'].map((path) => `${path}/getStatisticsSingleItem`),
  title: ['首页统计', 'Figures of the first page'],
  // a session: as above
  open: 'session',
  safe: true,
  answer: answer.one({
    companyCount: integer('委托企业', 'Companies'),
    doctorCount: integer('医生', 'Doctors'),
    planCount: integer('活动计划', 'Plans'),
    pendingAuditCount: integer('待审核', 'To review'),
    settledAmount: money('已结算金额', 'Settled'),
    paidAmount: money('已付款金额', 'Paid'),
    taxAmount: money('税费金额', 'Taxes'),
    prepaidBalance: money('预存余额', 'Prepaid'),
  }),
})

export const monthlyTaxItems = statistic('getMonthlyStatisticalTaxitems', '税目月度统计', 'Tax items by month', {
  month: text('月份', 'Month', there),
  taxItemName: text('税目', 'Tax item', there),
  amount: money('金额', 'Amount', there),
})

export const monthlyLineCharts = statistic('getMonthlyStatisticalLineCharts', '月度趋势', 'By month', {
  month: text('月份', 'Month', there),
  settlementAmount: money('结算金额', 'Settled', there),
  paidAmount: money('付款金额', 'Paid', there),
  invoiceAmount: money('开票金额', 'Invoiced', there),
})

export const serviceItems = statistic('getiServiceItems', '服务项目统计', 'By kind of service', {
  projectType: { ...orderDoctor.fields.planType, label: ['项目类型', 'Kind'], facts: { width: 110 } } as Choice<number>,
  count: integer('数量', 'Count', there),
  amount: money('金额', 'Amount', there),
})

export const regionalSummary = statistic('getRegionalSummary', '区域统计', 'By region', {
  provinceName: text('省份', 'Province', there),
  companyCount: integer('企业数', 'Companies', there),
  doctorCount: integer('医生数', 'Doctors', there),
  amount: money('金额', 'Amount', there),
})

export const statisticsCalls = [statisticsSingleItem, monthlyTaxItems, monthlyLineCharts, serviceItems, regionalSummary]
