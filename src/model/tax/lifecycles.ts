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
    from: { invoiceStatus: ['toIssue', 'uploaded'] },
    to: { invoiceStatus: 'uploaded' },
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
    from: { invoiceStatus: 'uploaded' },
    to: { invoiceStatus: 'archived' },
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
    from: { invoiceStatus: 'toIssue' },
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
    to: { returnsStatus: 'draft' },
    call: 'POST createSummaryTaxReturns',
    ask: { fiscalTaxId: summaryTaxReturns.fields.fiscalTaxId, taxMonth: summaryTaxReturns.fields.taxMonth },
    result: 'other',
  },
  create: {
    ...operator,
    ...made,
    label: ['生成明细', 'Collect the lines'],
    from: { returnsStatus: ['draft', 'generated'] },
    to: { returnsStatus: 'generated' },
    call: 'POST create',
    key: 'd',
    result: 'other',
  },
  submit: {
    ...operator,
    label: ['申报', 'Declare'],
    from: { returnsStatus: 'generated', taxCertStatus: 'none' },
    to: { returnsStatus: 'declared', taxCertStatus: 'inProgress' },
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
    from: { returnsStatus: 'declared' },
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
    from: { returnsStatus: 'declared', taxCertStatus: 'inProgress' },
    to: { returnsStatus: 'taxed', taxCertStatus: 'issued' },
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
    from: { returnsStatus: 'taxed', taxCertStatus: 'issued' },
    to: { returnsStatus: 'declared', taxCertStatus: 'inProgress' },
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
    to: { idCardStatus: 'collecting' },
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
    from: { idCardStatus: 'collecting' },
    to: {},
    by: 'system',
  },
  idCardDisposed: {
    label: ['身份证已收集', 'Identity cards collected'],
    from: { idCardStatus: 'collecting' },
    to: { idCardStatus: 'collected' },
    by: 'system',
  },
  remove: {
    ...operator,
    label: ['删除', 'Delete'],
    from: { returnsStatus: ['draft', 'generated'] },
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
    from: { certStatus: ['toUpload', 'uploaded'] },
    to: { certStatus: 'uploaded' },
    call: 'POST summaryTaxCertUpload',
    permission: 'summaryTaxCert_summaryTaxCertUpload',
    roles: ['tax', 'fiscalTax'],
    ask: { fileUrl: fileOf('证明文件', 'File'), certNo: number('证明号码', 'Number', 64), certDate: day() },
    key: 'i',
    result: 'pass',
  },
  take: {
    label: ['生效', 'Take effect'],
    from: { certStatus: 'uploaded' },
    to: { certStatus: 'effective' },
    by: 'system',
  },
  back: {
    label: ['退回', 'Back'],
    from: { certStatus: 'effective' },
    to: { certStatus: 'uploaded' },
    by: 'system',
  },
})
