import { flag, idCard, money, phone, readOnly, ref, text } from './kernel/field.ts'

/** Field groups that many families share (domain: field mixins). Spread into `fields`. */

/** @co: the client company of a record, with its name and credit code as they were. */
export const company = {
  entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', {
    required: '请选择委托企业',
    shows: 'entrustedCompanyName',
    short: ['公司', 'Company'],
  }),
  ...readOnly({
    entrustedCompanyName: text('委托企业', 'Company', { short: ['公司', 'Company'], width: 210 }),
    socialCreditCode: text('统一社会信用代码', 'Credit code', {
      search: 'code',
      length: 18,
      width: 170,
      means: 'creditCode',
    }),
  }),
}

/** @doc: the doctor of a record, with the facts of that moment. Identity numbers are masked in lists. */
export const doctor = {
  doctorId: ref('authenticationDoctor', '医生', 'Doctor', { required: '请选择医生', shows: 'doctorName' }),
  ...readOnly({
    doctorName: text('医生', 'Doctor', { length: 50, width: 90 }),
    phone: phone('手机号', 'Mobile', { masked: true, width: 120 }),
    idCardNumber: idCard('身份证号', 'Identity no.', { masked: true, width: 170 }),
    hospitalName: text('医院', 'Hospital', { width: 170 }),
    departmentName: text('科室', 'Department', { length: 50, width: 100 }),
  }),
}

/** @fee: an amount before tax, its taxes, and what is left (INV-24: G = vat + surcharge + iit + net). */
export const fee = {
  ...readOnly({
    grossAmount: money('税前金额', 'Gross', { width: 120, initial: '0.00' }),
    vatAmount: money('增值税', 'VAT', { width: 100, initial: '0.00' }),
    surchargeAmount: money('附加税', 'Surcharge', { width: 100, initial: '0.00' }),
    iitAmount: money('个人所得税', 'Income tax', { width: 110, initial: '0.00', short: ['个税', 'IIT'] }),
    netAmount: money('实付金额', 'Net', { width: 120, initial: '0.00' }),
    platformFee: money('平台服务费', 'Platform fee', { width: 110, initial: '0.00' }),
  }),
}

/** The fiscal-tax company that withholds. */
export const fiscalTax = {
  fiscalTaxId: ref('thirdPlatform', '财税公司', 'Fiscal-tax company', {
    shows: 'fiscalTaxName',
    short: ['财税', 'Partner'],
  }),
  ...readOnly({
    fiscalTaxName: text('财税公司', 'Fiscal-tax company', { short: ['财税', 'Partner'], width: 130 }),
  }),
}

/** Switched on or off. */
export const enabled = {
  enableStatus: flag('启用', 'Enabled', { initial: 1, width: 70 }),
}
