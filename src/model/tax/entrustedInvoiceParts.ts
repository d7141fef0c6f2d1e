import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { date, datetime, type Fields, file, flag, money, rate, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { type Resource, resource } from '../language/resource.ts'
import { states } from '../language/states.ts'
import { CHECKED, ofCompany } from './words.ts'

/**
 * 开票项目: what an invoice is for. Invoices for cash and for points share this resource (domain §10: `pointFlag`), so each
 * row names its owner.
 */
export const entrustedInvoiceItem = resource('entrustedInvoiceItem', {
  calls: ['blade-svc/entrustedInvoiceItem'],
  title: ['开票项目', 'Invoice items'],
  name: 'itemName',
  fields: {
    ...readOnly({
      entrustedInvoiceId: ref('entrustedInvoice', '开票单', 'Invoice', { shows: 'entrustedInvoiceCode' }),
      entrustedInvoiceCode: text('开票单号', 'Invoice no.', { search: 'code', length: 32, width: 170 }),
      entrustedInvoicePointId: ref('entrustedInvoicePoint', '积分开票单', 'Points invoice', {
        shows: 'entrustedInvoicePointCode',
      }),
      entrustedInvoicePointCode: text('积分开票单号', 'Points invoice no.', { search: 'code', length: 32, width: 170 }),
      pointFlag: flag('积分', 'Points', { initial: 0, width: 70 }),
    }),
    ...ofCompany,
    ...readOnly({
      sellerId: ref('thirdPlatform', '开票方', 'Issued by', { shows: 'sellerName' }),
      sellerName: text('开票方', 'Issued by', { width: 170 }),
      itemName: text('项目名称', 'Item', { width: 220 }),
      taxItemCode: text('税目编码', 'Tax item code', { search: 'exact', length: 16, width: 110 }),
      quantity: rate('数量', 'Quantity', { width: 80, initial: '1.000000' }),
      amountExTax: money('不含税金额', 'Without tax', { width: 120, initial: '0.00' }),
      taxRate: rate('税率', 'Tax rate', { width: 80, initial: '0.000000' }),
      taxAmount: money('税额', 'Tax', { width: 110, initial: '0.00' }),
      amount: money('金额', 'Amount', { width: 120, initial: '0.00' }),
    }),
  },
  operations: ['view'],
  readers: { finance: 'view', tax: 'view', companyAdmin: 'view', fiscalTax: 'view', auditor: 'view' },
  list: {
    columns: [
      'entrustedInvoiceCode',
      'entrustedCompanyName',
      'itemName',
      'taxItemCode',
      'quantity',
      'amountExTax',
      'taxRate',
      'taxAmount',
      'amount',
    ],
    search: ['entrustedInvoiceCode', 'itemName', 'entrustedCompanyId'],
    filters: ['entrustedInvoiceId', 'entrustedInvoicePointId', 'sellerId'],
    sort: 'createTime',
    amount: 'amount',
  },
  owner: { company: 'entrustedCompanyId', fiscalTax: 'sellerId' },
  routes: {
    list: '/svc/entrustedInvoiceItem',
    more: { '/entrustedInvoiceItem/detail/:id': { screen: 'list', where: { entrustedInvoiceId: ':id' } } },
  },
})

/** 发票文件: an invoice as the tax bureau issued it. Added and removed while the invoice waits to be issued (3.20). */
export const entrustedInvoiceDetail = resource('entrustedInvoiceDetail', {
  calls: ['blade-svc/entrustedInvoiceDetail'],
  title: ['发票文件', 'Invoice files'],
  name: 'invoiceNo',
  fields: {
    entrustedInvoiceId: ref('entrustedInvoice', '开票单', 'Invoice', {
      required: '请选择开票单',
      requiredEn: 'Please choose the invoice',
      shows: 'entrustedInvoiceCode',
    }),
    ...readOnly({
      entrustedInvoiceCode: text('开票单号', 'Invoice no.', { search: 'code', length: 32, width: 170 }),
    }),
    invoiceCode: text('发票代码', 'Code', { search: 'code', length: 20, width: 130 }),
    invoiceNo: text('发票号码', 'Number', {
      required: '请输入发票号码',
      requiredEn: 'Please enter the number',
      search: 'code',
      length: 20,
      width: 130,
    }),
    invoiceDate: date('开票日期', 'Date', {
      required: '请选择开票日期',
      requiredEn: 'Please choose the date',
      past: true,
      width: 100,
    }),
    checkCode: text('校验码', 'Check code', { search: 'exact', length: 20, width: 120 }),
    amountExTax: money('不含税金额', 'Without tax', {
      required: '请输入不含税金额',
      requiredEn: 'Please enter the amount without tax',
      width: 120,
    }),
    taxAmount: money('税额', 'Tax', { required: '请输入税额', requiredEn: 'Please enter the tax', width: 110 }),
    amount: money('价税合计', 'Amount', {
      sumOf: ['amountExTax', 'taxAmount'],
      required: '请输入价税合计',
      requiredEn: 'Please enter the amount',
      width: 120,
    }),
    fileUrl: file('文件', 'File', { width: 100 }),
    ...readOnly({
      checkStatus: states('查验状态', 'Check', CHECKED, { width: 90, initial: 'unchecked' }),
      checkTime: datetime('查验时间', 'Checked at', { width: 150 }),
      checkMsg: text('查验说明', 'What the check says', { length: 255, width: 200 }),
    }),
  },
  operations: ['view', 'add', 'delete'],
  readers: { finance: 'view', tax: 'manage', companyAdmin: 'view', fiscalTax: 'manage', auditor: 'view' },
  // Deletable after any answer of the tax bureau, but not while the check runs.
  editable: { delete: { checkStatus: ['unchecked', 'agrees', 'differs', 'timedOut'] } },
  also: { uploadInvoice: 'add' },
  list: {
    columns: [
      'invoiceCode',
      'invoiceNo',
      'invoiceDate',
      'amountExTax',
      'taxAmount',
      'amount',
      'fileUrl',
      'checkStatus',
    ],
    search: ['invoiceNo', 'checkStatus'],
    filters: ['entrustedInvoiceId'],
    sort: 'createTime',
    amount: 'amount',
  },
  owner: { through: 'entrustedInvoiceId' },
  unique: [['invoiceCode', 'invoiceNo']],
})

/** 3.20: result of the tax bureau's check of an invoice file. */
export const entrustedInvoiceDetailLifecycle = lifecycle(entrustedInvoiceDetail, {
  check: {
    label: ['查验', 'Asked'],
    from: { checkStatus: ['unchecked', 'differs', 'timedOut'] },
    to: { checkStatus: 'checking' },
    by: 'system',
  },
  told: { label: ['查验结果', 'Answer'], from: { checkStatus: 'checking' }, to: {}, by: 'system' },
  refused: { label: ['查无此票', 'Not known'], from: { checkStatus: 'checking' }, to: {}, by: 'system' },
  unanswered: { label: ['查验无结果', 'No answer'], from: { checkStatus: 'checking' }, to: {}, by: 'system' },
  agree: {
    label: ['查验通过', 'Agrees'],
    from: { checkStatus: 'checking' },
    to: { checkStatus: 'agrees' },
    by: 'system',
  },
  differ: {
    label: ['查验不符', 'Differs'],
    from: { checkStatus: 'checking' },
    to: { checkStatus: 'differs' },
    by: 'system',
  },
  timeOut: {
    label: ['查验超时', 'Timed out'],
    from: { checkStatus: 'checking' },
    to: { checkStatus: 'timedOut' },
    by: 'system',
  },
})

/** The specification's way to take a file off an invoice again. */
export const removalOf = <const Id extends string, F extends Fields>(on: Resource<Id, F>) =>
  call(`${on.id}.removeInvoice`, {
    method: 'GET',
    paths: [`blade-svc/${on.id}/removeInvoice`],
    title: ['移除发票文件', 'Remove the file'],
    permission: `${on.id}_delete`,
    on,
    safe: false,
    answer: answer.nothing,
  })

/** Of invoices in money. */
export const removeInvoice = removalOf(entrustedInvoiceDetail)
