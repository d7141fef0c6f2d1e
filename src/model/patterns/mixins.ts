import {
  datetime,
  flag,
  idCard,
  integer,
  longText,
  money,
  phone,
  readOnly,
  ref,
  text,
} from '../language/fields/field.ts'
import { states } from '../language/states.ts'

/** Field groups that many resources share (domain: field mixins). Spread into `fields`. */

/** @co: the client company of a record, with its name and credit code as they were. */
export const company = {
  entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', {
    required: '请选择委托企业',
    shows: 'entrustedCompanyName',
    copies: { socialCreditCode: 'socialCreditCode' },
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
  doctorId: ref('authenticationDoctor', '医生', 'Doctor', {
    required: '请选择医生',
    shows: 'doctorName',
    copies: {
      phone: 'phone',
      idCardNumber: 'idCardNumber',
      hospitalName: 'hospitalName',
      departmentName: 'departmentName',
    },
  }),
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

/**
 * Price of points: computed once, by what a yuan was worth of them when the doctor order was born (R-points, INV-38).
 */
export const priced = readOnly({
  pointsPerYuan: integer('每元积分', 'Points a yuan', { min: 1, width: 90 }),
  pointCost: money('积分成本', 'Cost of points', { width: 120, initial: '0.00' }),
})

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

/** @emp: the employee of the company whose activity it is, with number and department of that moment. */
export const employee = {
  baseEmployeeId: ref('entrustedEmployee', '活动负责人', 'Owner', {
    required: '请选择活动负责人',
    shows: 'baseEmployeeName',
    copies: { baseEmployeeNumber: 'employeeNumber', baseDepartment: 'deptId', baseDepartmentName: 'deptName' },
  }),
  ...readOnly({
    baseEmployeeNumber: text('员工工号', 'Employee no.', { search: 'exact', length: 32, width: 100 }),
    baseEmployeeName: text('活动负责人', 'Owner', { length: 50, width: 100 }),
    baseDepartment: ref('entrustedDept', '部门', 'Company dept.', { shows: 'baseDepartmentName' }),
    baseDepartmentName: text('部门名称', 'Company dept.', { width: 130 }),
  }),
}

/** @prod: the product an activity is about. */
export const product = {
  baseProductId: ref('baseProduct', '产品', 'Product', {
    shows: 'baseProductName',
    copies: { baseProductLine: 'productLine' },
  }),
  ...readOnly({
    baseProductName: text('产品', 'Product', { width: 140 }),
    baseProductLine: text('产品线', 'Product line', { length: 50, width: 110 }),
  }),
}

/** The states of a review (审核): who decided, when and why stand beside it. */
export const REVIEW = {
  pending: [0, '待审核', 'Pending review', 'wait'],
  approved: [1, '通过', 'Passed', 'good'],
  rejected: [2, '驳回', 'Rejected', 'bad'],
} as const

/** States of what is switched on and off by decisions. */
export const SWITCHED = { disabled: [0, '停用', 'Disabled', 'off'], enabled: [1, '启用', 'Enabled', 'good'] } as const

/** @rev: the review of a deliverable. */
export const review = readOnly({
  approvalStatus: states('审核状态', 'Review', REVIEW, { width: 90, initial: 'pending' }),
  approvalOfficer: text('审核人', 'Reviewer', { length: 50, width: 90 }),
  approvalDate: datetime('审核时间', 'Reviewed', { width: 150 }),
  approvalRemark: longText('审核意见', 'Review remark', { length: 500, width: 200 }),
})

/** @acc: the client's acceptance of a deliverable (验收), the second review. */
export const acceptance = readOnly({
  confirmStatus: states(
    '验收状态',
    'Acceptance',
    {
      pending: [0, '待验收', 'Pending acceptance', 'wait'],
      accepted: [1, '通过', 'Accepted', 'good'],
      rejected: [2, '驳回', 'Rejected', 'bad'],
    },
    { width: 90, initial: 'pending' },
  ),
  confirmer: text('验收人', 'Accepted by', { length: 50, width: 90 }),
  confirmDate: datetime('验收时间', 'Accepted at', { width: 150 }),
  confirmResult: longText('验收说明', 'Acceptance note', { length: 500, width: 200 }),
})

/** Names of the fields of review and acceptance, in their order: what a record says of its decisions. */
export const REVIEWED = [...Object.keys(review), ...Object.keys(acceptance)] as readonly (
  | keyof typeof review
  | keyof typeof acceptance
)[]

/** Whether money came from the company it is for (domain Q14): the payer that was named, and the company as it is called. */
export const PAYER_MATCH = {
  0: ['未填写', 'Not named', 'off'],
  1: ['一致', 'The company', 'good'],
  2: ['与企业名称不符', 'Somebody else', 'bad'],
} as const
