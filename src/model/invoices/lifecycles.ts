import { date, file, longText, text } from '../kernel/field.ts'
import { lifecycle } from '../kernel/lifecycle.ts'
import { entrustedInvoice } from './entrustedInvoice.ts'
import { summaryInvoice } from './summaryInvoice.ts'
import { summaryTaxCert } from './summaryTaxCert.ts'
import { summaryTaxReturns } from './summaryTaxReturns.ts'
import { NOT_YET } from './words.ts'

const operator = { by: 'operator', select: 'one', closed: NOT_YET } as const

const submitted = { ...operator, call: 'POST invoiceSubmit' } as const
const asked = { ...submitted, permission: 'entrustedInvoice_invoiceSubmit', roles: ['companyAdmin'] } as const
const reviewed = {
  ...operator,
  call: 'POST submitReview',
  permission: 'entrustedInvoice_submitReview',
  roles: ['finance'],
} as const

/** Lifecycle 3.20: the company asks, tax staff upload and hand over, finance reviews. */
export const entrustedInvoiceLifecycle = lifecycle(entrustedInvoice, {
  request: {
    ...asked,
    label: ['申请开票', 'Request'],
    from: { invoiceStatus: [0, 4] },
    to: { invoiceStatus: 1 },
    match: { status: 1 },
    undo: 'withdraw',
    key: 's',
    result: 'pass',
  },
  withdraw: {
    ...asked,
    label: ['撤回申请', 'Withdraw'],
    from: { invoiceStatus: 1 },
    to: { invoiceStatus: 0 },
    match: { status: 0 },
    takesBack: ['request'],
    result: 'other',
  },
  issue: {
    ...submitted,
    label: ['提交复核', 'Hand over for review'],
    from: { invoiceStatus: [1, 4] },
    to: { invoiceStatus: 2 },
    match: { status: 2 },
    permission: 'entrustedInvoice_issue',
    roles: ['tax', 'fiscalTax'],
    key: 'p',
    result: 'pass',
  },
  'submitReview.pass': {
    ...reviewed,
    label: ['复核通过', 'Approve'],
    from: { invoiceStatus: 2 },
    to: { invoiceStatus: 3 },
    match: { status: 1 },
    ask: { remark: longText('复核意见', 'Remark', { length: 500 }) },
    key: 'a',
    result: 'pass',
  },
  'submitReview.reject': {
    ...reviewed,
    label: ['复核驳回', 'Reject'],
    from: { invoiceStatus: 2 },
    to: { invoiceStatus: 4 },
    match: { status: 2 },
    ask: {
      remark: longText('驳回原因', 'Reason', {
        length: 500,
        required: '请输入驳回原因',
        requiredEn: 'Please give a reason',
      }),
    },
    key: 'r',
    result: 'reject',
  },
  invoiceCheck: {
    ...operator,
    label: ['查验发票', 'Check with the tax bureau'],
    from: { invoiceStatus: [1, 2, 4] },
    to: {},
    call: 'POST invoiceCheck',
    permission: 'entrustedInvoice_invoiceCheck',
    roles: ['tax'],
    key: 'c',
    result: 'other',
    closed: ['发票查验接口尚未开放', 'The port of invoice checks is not open yet'],
  },
  void: {
    ...submitted,
    label: ['红冲作废', 'Reverse'],
    from: { invoiceStatus: 3 },
    to: { invoiceStatus: 9 },
    match: { status: 9 },
    permission: 'entrustedInvoice_void',
    roles: ['finance'],
    ask: {
      reason: longText('作废原因', 'Reason', {
        length: 500,
        required: '请输入作废原因',
        requiredEn: 'Please give a reason',
      }),
    },
    danger: true,
    result: 'reject',
  },
  remove: {
    ...operator,
    label: ['删除', 'Delete'],
    from: { invoiceStatus: 0 },
    to: 'deleted',
    call: 'POST remove',
    permission: 'entrustedInvoice_remove',
    roles: ['companyAdmin', 'finance'],
    danger: true,
    result: 'other',
  },
})

const file1 = (zh: string, en: string) =>
  file(zh, en, { required: `请上传${zh}`, requiredEn: `Please upload the ${en.toLowerCase()}` })
const number = (zh: string, en: string, length: number) =>
  text(zh, en, { required: `请输入${zh}`, requiredEn: `Please enter the ${en.toLowerCase()}`, length })
const day = () => date('开具日期', 'Date', { required: '请选择开具日期', requiredEn: 'Please choose the date' })

/** Lifecycle 3.21. Made by the system when its settlement order is settled. */
export const summaryInvoiceLifecycle = lifecycle(summaryInvoice, {
  upload: {
    ...operator,
    label: ['上传发票', 'Upload'],
    from: { invoiceStatus: [0, 1] },
    to: { invoiceStatus: 1 },
    call: 'POST summaryInvoiceUpload',
    permission: 'summaryInvoice_summaryInvoiceUpload',
    roles: ['tax', 'fiscalTax'],
    ask: { fileUrl: file1('发票文件', 'File'), invoiceNo: number('发票号码', 'Number', 20), invoiceDate: day() },
    key: 'u',
    result: 'pass',
  },
  archive: {
    ...operator,
    label: ['归档', 'Archive'],
    from: { invoiceStatus: 1 },
    to: { invoiceStatus: 2 },
    call: 'POST archive',
    permission: 'summaryInvoice_archive',
    roles: ['tax'],
    select: 'many',
    batch: 'perRow',
    key: 'a',
    result: 'pass',
  },
  remove: {
    ...operator,
    label: ['删除', 'Delete'],
    from: { invoiceStatus: 0 },
    to: 'deleted',
    call: 'POST remove',
    permission: 'summaryInvoice_remove',
    roles: [],
    danger: true,
    result: 'other',
  },
})

const made = { permission: 'summaryTaxReturns_create', roles: ['tax'] } as const

/** Lifecycle 3.22 of a return. */
export const summaryTaxReturnsLifecycle = lifecycle(summaryTaxReturns, {
  createSummaryTaxReturns: {
    ...operator,
    ...made,
    label: ['新建申报', 'New return'],
    from: 'new',
    to: { returnsStatus: 0 },
    call: 'POST createSummaryTaxReturns',
    ask: {
      fiscalTaxId: {
        ...summaryTaxReturns.fields.fiscalTaxId,
        facts: {
          ...summaryTaxReturns.fields.fiscalTaxId.facts,
          required: '请选择财税公司',
          requiredEn: 'Please choose the fiscal-tax company',
        },
      },
      taxMonth: text('税款所属月', 'Tax month', {
        required: '请输入税款所属月',
        requiredEn: 'Please enter the month',
        length: 6,
        means: 'month',
      }),
    },
    result: 'other',
  },
  create: {
    ...operator,
    ...made,
    label: ['生成明细', 'Collect the lines'],
    from: { returnsStatus: [0, 1] },
    to: { returnsStatus: 1 },
    call: 'POST create',
    key: 'n',
    result: 'other',
  },
  submit: {
    ...operator,
    label: ['申报', 'Declare'],
    from: { returnsStatus: 1, taxCertStatus: 0 },
    to: { returnsStatus: 2, taxCertStatus: 1 },
    call: 'POST submit',
    permission: 'summaryTaxReturns_submit',
    roles: ['tax'],
    ask: { declareNo: number('申报受理号', 'Declaration no.', 64) },
    money: true,
    key: 's',
    result: 'pass',
  },
  'updateTaxCertStatus.issued': {
    ...operator,
    label: ['确认出证', 'Certificates are there'],
    from: { returnsStatus: 2, taxCertStatus: 1 },
    to: { returnsStatus: 3, taxCertStatus: 2 },
    call: 'POST updateTaxCertStatus',
    match: { status: 2 },
    permission: 'summaryTaxReturns_updateTaxCertStatus',
    roles: ['tax'],
    money: true,
    key: 'a',
    result: 'pass',
  },
  'updateTaxCertStatus.back': {
    ...operator,
    label: ['退回出证中', 'Back to in progress'],
    from: { returnsStatus: 3, taxCertStatus: 2 },
    to: { returnsStatus: 2, taxCertStatus: 1 },
    call: 'POST updateTaxCertStatus',
    match: { status: 1 },
    permission: 'summaryTaxReturns_reopenTaxCert',
    roles: [],
    money: true,
    result: 'reject',
  },
  idCardDispose: {
    ...operator,
    label: ['收集身份证', 'Collect identity cards'],
    from: { idCardStatus: [0, 2] },
    to: { idCardStatus: 1 },
    call: {
      method: 'GET',
      paths: ['/blade-svc/summaryTaxReturnsDetail/idCardDispose'],
      key: 'summaryTaxReturnsId',
    },
    permission: 'summaryTaxReturns_idCardDispose',
    roles: ['tax'],
    result: 'other',
    closed: ['身份证汇总尚未开放', 'Identity cards are not collected yet'],
  },
  idCardDisposed: {
    label: ['身份证已收集', 'Identity cards collected'],
    from: { idCardStatus: 1 },
    to: { idCardStatus: 2 },
    by: 'system',
  },
  remove: {
    ...operator,
    label: ['删除', 'Delete'],
    from: { returnsStatus: [0, 1] },
    to: 'deleted',
    call: 'POST remove',
    permission: 'summaryTaxReturns_remove',
    roles: ['tax'],
    danger: true,
    result: 'other',
  },
})

/** Lifecycle 3.22 of a certificate: in force when its return says so. */
export const summaryTaxCertLifecycle = lifecycle(summaryTaxCert, {
  upload: {
    ...operator,
    label: ['上传证明', 'Upload'],
    from: { certStatus: [0, 1] },
    to: { certStatus: 1 },
    call: 'POST summaryTaxCertUpload',
    permission: 'summaryTaxCert_summaryTaxCertUpload',
    roles: ['tax', 'fiscalTax'],
    ask: { fileUrl: file1('证明文件', 'File'), certNo: number('证明号码', 'Number', 64), certDate: day() },
    key: 'u',
    result: 'pass',
  },
  take: {
    label: ['生效', 'Take effect'],
    from: { certStatus: 1 },
    to: { certStatus: 2 },
    by: 'system',
  },
  back: {
    label: ['退回', 'Back'],
    from: { certStatus: 2 },
    to: { certStatus: 1 },
    by: 'system',
  },
})
