import { datetime, idCard, money, phone, ref, text } from '../language/fields/field.ts'
import { states } from '../language/states.ts'
import { view } from '../language/view.ts'
import { bankAccount, numberOf, TRANSFER_STATES, yurRef } from './words.ts'

/** 医生付款明细: what was paid to doctors, with the transfer that carried it. */
export const doctorPaymentDetails = view('doctorPaymentDetails', {
  from: 'funds.doctorPaymentDetails',
  export: true,
  calls: ['blade-pay/doctorPaymentDetails'],
  title: ['医生付款明细', 'Doctor payout details'],
  name: 'paymentCode',
  readers: { finance: 'export', cashier: 'export', auditor: 'export' },
  fields: {
    paymentCode: numberOf('付款单号', 'Payment no.'),
    doctorId: ref('authenticationDoctor', '医生', 'Doctor', { shows: 'doctorName' }),
    doctorName: text('医生', 'Doctor', { length: 50, width: 90 }),
    phone: phone('手机号', 'Mobile', { masked: true, width: 120 }),
    idCardNumber: idCard('身份证号', 'Identity no.', { masked: true, width: 170 }),
    hospitalName: text('医院', 'Hospital', { width: 170 }),
    departmentName: text('科室', 'Department', { length: 50, width: 100 }),
    bankAccount: bankAccount('银行账号', 'Bank account'),
    entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', {
      shows: 'entrustedCompanyName',
      short: ['公司', 'Company'],
    }),
    entrustedCompanyName: text('委托企业', 'Company', { short: ['公司', 'Company'], width: 210 }),
    fiscalTaxId: ref('thirdPlatform', '财税公司', 'Fiscal-tax company', { shows: 'fiscalTaxName' }),
    fiscalTaxName: text('财税公司', 'Fiscal-tax company', { width: 130 }),
    netAmount: money('实付金额', 'Net', { width: 120 }),
    iitAmount: money('个人所得税', 'Income tax', { width: 110, short: ['个税', 'IIT'] }),
    payTime: datetime('付款时间', 'Paid at', { width: 150 }),
    yurRef,
    transferStatus: states('转账状态', 'Transfer', TRANSFER_STATES, { width: 90 }),
  },
  list: {
    columns: [
      'paymentCode',
      'doctorName',
      'phone',
      'entrustedCompanyName',
      'netAmount',
      'iitAmount',
      'payTime',
      'yurRef',
      'transferStatus',
    ],
    search: ['paymentCode', 'doctorName', 'phone', 'entrustedCompanyId', 'payTime'],
    sort: 'createTime',
    amount: 'netAmount',
  },
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId' },
  routes: { list: '/pay/doctorPaymentDetails' },
})
