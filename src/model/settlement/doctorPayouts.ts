import { integer, money, ref, text } from '../language/fields/field.ts'
import { children, facts, related } from '../language/section.ts'
import { view } from '../language/view.ts'
import { lineReaders } from './words.ts'

/** 结算单医生支出明细: what a settlement order pays a doctor, and how much of it is paid; computed from their lines. */
export const settlementOrderDoctorDetailOut = view('settlementOrderDoctorDetailOut', {
  from: 'settlement.doctorPayouts',
  export: true,
  calls: ['blade-svc/settlementOrderDoctorDetailOut'],
  title: ['医生支出明细', 'Payouts to doctors'],
  name: 'doctorName',
  readers: lineReaders,
  fields: {
    settlementOrderId: ref('settlementOrder', '结算单', 'Settlement order', { shows: 'settlementOrderCode' }),
    settlementOrderCode: text('结算单号', 'Order no.', { search: 'code', length: 32, width: 170 }),
    entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', {
      shows: 'entrustedCompanyName',
      short: ['公司', 'Company'],
    }),
    entrustedCompanyName: text('委托企业', 'Company', { short: ['公司', 'Company'], width: 210 }),
    fiscalTaxId: ref('thirdPlatform', '财税公司', 'Fiscal-tax company', { shows: 'fiscalTaxName' }),
    fiscalTaxName: text('财税公司', 'Fiscal-tax company', { width: 130 }),
    doctorId: ref('authenticationDoctor', '医生', 'Doctor', { shows: 'doctorName' }),
    doctorName: text('医生', 'Doctor', { length: 50, width: 90 }),
    hospitalName: text('医院', 'Hospital', { width: 170 }),
    orderCount: integer('订单数', 'Lines', { width: 70 }),
    paidCount: integer('已付订单数', 'Lines paid', { width: 90 }),
    grossAmount: money('税前金额', 'Gross', { width: 120 }),
    netAmount: money('应付净额', 'Net', { width: 120 }),
    paidAmount: money('已付净额', 'Paid', { width: 120 }),
    openAmount: money('未付净额', 'Open', { width: 120 }),
  },
  list: {
    columns: [
      'settlementOrderCode',
      'doctorName',
      'hospitalName',
      'orderCount',
      'paidCount',
      'grossAmount',
      'netAmount',
      'paidAmount',
      'openAmount',
    ],
    search: ['settlementOrderId', 'doctorName'],
    sort: 'createTime',
    amount: 'netAmount',
  },
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId' },
  children: [{ resource: 'orderDoctorSettlement', by: 'settlementOrderDoctorId' }],
  sections: [facts(), children('orderDoctorSettlement', ['明细', 'Lines']), related()],
  routes: { detail: '/settlementOrderDoctorDetailOut/detail/:id' },
})
