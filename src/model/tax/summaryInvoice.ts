import { linkPanel } from '../language/domain/sharedLink.ts'
import { code, date, file, integer, money, readOnly, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { children, facts, files, history, related, sums, tracePanel } from '../language/section.ts'
import { states } from '../language/states.ts'
import { doctor } from '../patterns/mixins.ts'
import { ofCompany, ofFiscalTax, settled, taxItem, taxMonth } from './words.ts'

const amounts = readOnly({
  amountExTax: money('不含税金额', 'Without tax', { width: 120, initial: '0.00' }),
  vatAmount: money('增值税', 'VAT', { width: 110, initial: '0.00' }),
})

/** 汇总发票: what the tax bureau issues on behalf of the doctors of one settlement order (domain §2.8). */
export const summaryInvoice = resource('summaryInvoice', {
  calls: ['blade-svc/summaryInvoice'],
  title: ['汇总发票', 'Summary invoices'],
  about: [
    '税务机关为一张结算单的医生汇总代开的发票',
    'What the tax bureau issues on behalf of the doctors of one settlement order',
  ],
  name: 'code',
  fields: {
    code: code('SI', '汇总发票号', 'Summary no.', { short: ['单号', 'No'] }),
    ...settled,
    ...ofCompany,
    ...ofFiscalTax,
    ...readOnly({
      taxMonth,
      doctorCount: integer('医生数', 'Doctors', { short: ['医生', 'Docs'], width: 80, initial: 0 }),
    }),
    ...amounts,
    ...readOnly({
      totalAmount: money('价税合计', 'Total', { width: 130, initial: '0.00', short: ['金额', 'Amount'] }),
    }),
    invoiceNo: text('发票号码', 'Invoice number', { search: 'code', length: 20, width: 170 }),
    invoiceDate: date('开票日期', 'Date', { past: true, width: 100 }),
    fileUrl: file('发票文件', 'File', { width: 100 }),
    ...readOnly({
      invoiceStatus: states(
        '开具状态',
        'Status',
        {
          toIssue: [0, '待开具', 'To issue', 'wait'],
          uploaded: [1, '已上传', 'Uploaded', 'busy'],
          archived: [2, '已归档', 'Archived', 'good'],
        },
        { short: ['状态', 'Status'], width: 90, initial: 'toIssue' },
      ),
    }),
  },
  operations: ['view', 'edit', 'export'],
  readers: { finance: 'export', tax: 'manage', companyAdmin: 'export', fiscalTax: 'manage', auditor: 'export' },
  editable: { edit: { invoiceStatus: ['toIssue', 'uploaded'] } },
  list: {
    columns: [
      'code',
      'entrustedCompanyName',
      'fiscalTaxName',
      'settlementOrderCode',
      'taxMonth',
      'doctorCount',
      'totalAmount',
      'invoiceNo',
      'invoiceStatus',
      'createTime',
    ],
    search: ['code', 'invoiceStatus', 'entrustedCompanyId', 'entrustedCompanyName', 'taxMonth', 'invoiceNo'],
    filters: ['settlementOrderId', 'fiscalTaxId'],
    sort: 'createTime',
    sorts: ['createTime', 'totalAmount'],
    amount: 'totalAmount',
  },
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId' },
  unique: [['code'], ['settlementOrderId']],
  children: [
    { resource: 'summaryInvoiceDetail', by: 'summaryInvoiceId' },
    { resource: 'summaryInvoiceDetailDoctor', by: 'summaryInvoiceId' },
  ],
  sections: [
    facts(),
    sums(['amountExTax', '+vatAmount', '=totalAmount']),
    files(['fileUrl'], ['发票文件', 'File']),
    children('summaryInvoiceDetail', ['税目', 'Tax items']),
    children('summaryInvoiceDetailDoctor', ['医生', 'Doctors']),
    linkPanel(),
    tracePanel(),
    history(),
    related(),
  ],
  routes: {
    list: '/svc/summaryInvoice',
    detail: '/summaryInvoice/detail/:id',
    edit: '/summaryInvoice/edit/:id',
  },
})

const summary = readOnly({
  summaryInvoiceId: ref('summaryInvoice', '汇总发票', 'Summary invoice', { shows: 'summaryInvoiceCode' }),
  summaryInvoiceCode: text('汇总发票号', 'Summary no.', { search: 'code', length: 32, width: 170 }),
})
const total = readOnly({ amount: money('价税合计', 'Amount', { width: 120, initial: '0.00' }) })

/** 汇总发票明细: the amounts of a summary invoice by tax item (INV-31: they add up to it). */
export const summaryInvoiceDetail = resource('summaryInvoiceDetail', {
  calls: ['blade-svc/summaryInvoiceDetail'],
  title: ['汇总发票明细', 'Summary details'],
  name: 'taxItemName',
  fields: {
    ...summary,
    ...taxItem,
    ...readOnly({ doctorCount: integer('医生数', 'Doctors', { width: 80, initial: 0 }) }),
    ...amounts,
    ...total,
  },
  operations: ['view'],
  readers: { finance: 'view', tax: 'view', companyAdmin: 'view', fiscalTax: 'view', auditor: 'view' },
  list: {
    columns: [
      'summaryInvoiceCode',
      'taxItemCode',
      'taxItemName',
      'doctorCount',
      'amountExTax',
      'vatAmount',
      'amount',
      'createTime',
    ],
    search: ['summaryInvoiceCode', 'taxItemCode', 'taxItemName'],
    filters: ['summaryInvoiceId'],
    sort: 'createTime',
    amount: 'amount',
  },
  owner: { through: 'summaryInvoiceId' },
  children: [{ resource: 'summaryInvoiceDetailDoctor', by: 'summaryInvoiceDetailId' }],
  routes: {
    list: '/svc/summaryInvoiceDetail',
    more: { '/summaryInvoiceDetail/detail/:id': { screen: 'list', where: { summaryInvoiceId: ':id' } } },
  },
})

/** 汇总发票医生明细: the same by tax item and doctor. */
export const summaryInvoiceDetailDoctor = resource('summaryInvoiceDetailDoctor', {
  calls: ['blade-svc/summaryInvoiceDetailDoctor'],
  title: ['汇总发票医生明细', 'Doctors of a summary invoice'],
  name: 'doctorName',
  fields: {
    ...summary,
    ...readOnly({
      summaryInvoiceDetailId: ref('summaryInvoiceDetail', '税目', 'Tax item', { shows: 'taxItemName' }),
      taxItemName: taxItem.taxItemName,
      ...doctor,
      orderCount: integer('订单数', 'Lines', { width: 70, initial: 0 }),
      vatAmount: amounts.vatAmount,
    }),
    ...total,
  },
  operations: ['view', 'export'],
  readers: { finance: 'export', tax: 'export', companyAdmin: 'view', fiscalTax: 'export', auditor: 'export' },
  list: {
    columns: ['doctorName', 'phone', 'hospitalName', 'taxItemName', 'orderCount', 'vatAmount', 'amount'],
    search: ['doctorName', 'hospitalName', 'doctorId'],
    filters: ['summaryInvoiceId', 'summaryInvoiceDetailId'],
    sort: 'createTime',
    amount: 'amount',
  },
  owner: { through: 'summaryInvoiceId' },
})
