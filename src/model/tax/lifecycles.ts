import type { Facts } from '../language/fields/facts.ts'
import { date, file, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { summaryInvoice } from './summaryInvoice.ts'
import { summaryTaxCert } from './summaryTaxCert.ts'
import { summaryTaxReturns } from './summaryTaxReturns.ts'

const operator = { by: 'operator', select: 'one' } as const

const fileOf = (zh: string, en: string, more: Facts = {}) =>
  file(zh, en, { required: `请上传${zh}`, requiredEn: `Please upload the ${en.toLowerCase()}`, ...more })
const number = (zh: string, en: string, length: number) =>
  text(zh, en, { required: `请输入${zh}`, requiredEn: `Please enter the ${en.toLowerCase()}`, length })
const day = () =>
  date('开具日期', 'Date', { required: '请选择开具日期', requiredEn: 'Please choose the date', past: true })

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
    ask: { fileUrl: fileOf('发票文件', 'File'), invoiceNo: number('发票号码', 'Number', 20), invoiceDate: day() },
    key: 'i',
    result: 'pass',
  },
  archive: {
    ...operator,
    label: ['归档', 'Archive'],
    from: { invoiceStatus: 1 },
    to: { invoiceStatus: 2 },
    demands: { invoiceNo: {} },
    call: 'POST archive',
    savedWith: { status: 2 },
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
    ask: { fiscalTaxId: summaryTaxReturns.fields.fiscalTaxId, taxMonth: summaryTaxReturns.fields.taxMonth },
    result: 'other',
  },
  create: {
    ...operator,
    ...made,
    label: ['生成明细', 'Collect the lines'],
    from: { returnsStatus: [0, 1] },
    to: { returnsStatus: 1 },
    call: 'POST create',
    key: 'd',
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
  importReceipt: {
    ...operator,
    label: ['导入回执', 'Import receipt'],
    from: { returnsStatus: 2 },
    to: {},
    call: 'POST importReceipt',
    permission: 'summaryTaxReturns_importReceipt',
    roles: ['tax'],
    ask: { declareFile: fileOf('申报回执', 'Receipt', { upload: 'workbook' }) },
    sheet: 'declareFile',
    key: 'i',
    result: 'other',
  },
  certify: {
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
  uncertify: {
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
    // in every state: what could not be drawn is asked for again
    from: {},
    to: { idCardStatus: 1 },
    call: {
      method: 'GET',
      paths: ['/blade-svc/summaryTaxReturnsDetail/idCardDispose'],
      key: 'summaryTaxReturnsId',
    },
    permission: 'summaryTaxReturns_idCardDispose',
    roles: ['tax'],
    result: 'other',
  },
  idCardDrawn: {
    label: ['身份证汇总已生成', 'Sheet of identity cards drawn'],
    from: { idCardStatus: 1 },
    to: {},
    by: 'system',
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
    ask: { fileUrl: fileOf('证明文件', 'File'), certNo: number('证明号码', 'Number', 64), certDate: day() },
    key: 'i',
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
