import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { publicPage } from '../language/domain/page.ts'
import { linkCall, token } from '../language/domain/sharedLink.ts'
import { choice, date, integer, money, text } from '../language/fields/field.ts'
import { summaryInvoice } from './summaryInvoice.ts'
import { summaryTaxReturns } from './summaryTaxReturns.ts'

const idCards = (
  name: 'downloadIdCard' | 'downloadIdCardSeal',
  file: 'idCardFile' | 'idCardSealFile',
  title: readonly [string, string],
) =>
  call(`summaryTaxReturns.${name}`, {
    method: 'GET',
    paths: [`blade-svc/summaryTaxReturnsDetail/${name}`],
    title,
    permission: `summaryTaxReturns_${name}`,
    roles: ['tax', 'fiscalTax'],
    on: summaryTaxReturns,
    key: 'summaryTaxReturnsId',
    from: { idCardStatus: 'collected' },
    safe: true,
    answer: answer.download,
    gives: `summaryTaxReturns.${file}`,
  })

/** The identity cards of the doctors of a return; they are collected first (`idCardDispose`). */
export const downloadIdCard = idCards('downloadIdCard', 'idCardFile', ['下载身份证', 'Identity cards'])
export const downloadIdCardSeal = idCards('downloadIdCardSeal', 'idCardSealFile', [
  '下载盖章身份证',
  'Stamped identity cards',
])

/** Workbook of a return for the tax bureau, doctor by doctor. */
export const exportDeclare = call('summaryTaxReturns.exportDeclare', {
  method: 'GET',
  paths: ['blade-svc/summaryTaxReturns/exportDeclare'],
  title: ['导出申报表', 'Declaration as a workbook'],
  permission: 'summaryTaxReturns_export',
  on: summaryTaxReturns,
  key: 'summaryTaxReturnsId',
  from: { returnsStatus: ['generated', 'declared', 'taxed'] },
  safe: true,
  answer: answer.download,
})

const { fields } = summaryInvoice

/** Makes the link to the public page of a summary invoice that was issued. */
export const summaryInvoiceLink = linkCall(summaryInvoice, { invoiceStatus: ['uploaded', 'archived'] })

/** Public view of a summary invoice for the bearer of its link: amounts and number, no doctor. */
export const getSummaryInvoiceDetail = call('summaryInvoice.shown', {
  method: 'GET',
  paths: ['blade-svc/summaryInvoiceDetail/getSummaryInvoiceDetail'],
  title: ['汇总发票详情', 'Summary invoice'],
  // the signed token, which only people who see the invoice are given, is the permission
  open: 'public',
  query: { id: token },
  safe: true,
  answer: answer.one({
    code: text('汇总发票号', 'Summary no.', {}),
    entrustedCompanyName: text('委托企业', 'Company', {}),
    fiscalTaxName: text('财税公司', 'Fiscal-tax company', {}),
    taxMonth: text('税款所属月', 'Tax month', {}),
    doctorCount: integer('医生数', 'Doctors', {}),
    amountExTax: money('不含税金额', 'Without tax', {}),
    vatAmount: money('增值税', 'VAT', {}),
    totalAmount: money('价税合计', 'Total', {}),
    invoiceNo: text('发票号码', 'Invoice number', {}),
    invoiceDate: date('开票日期', 'Date', {}),
    invoiceStatus: choice('开具状态', 'Status', fields.invoiceStatus.values, {}),
  }),
})

export const summaryInvoicePage = publicPage('summaryInvoicePage', {
  path: '/getSummaryInvoiceDetail/:id',
  title: ['汇总发票详情', 'Summary invoice'],
  call: getSummaryInvoiceDetail,
})
