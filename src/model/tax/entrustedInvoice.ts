import { is } from '../language/conditions/condition.ts'
import { choice, code, datetime, flag, longText, money, readOnly, ref, sealed, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { children, compare, facts, history, related, sums, tracePanel } from '../language/section.ts'
import { states } from '../language/states.ts'
import { review } from '../patterns/mixins.ts'
import { CHECKED, ofCompany, settled } from './words.ts'

/** Sections of an invoice, for cash and for points. */
export const invoiceSections = [
  facts([
    'code',
    'invoiceStatus',
    'settlementOrderId',
    'entrustedCompanyId',
    'sellerId',
    'invoiceType',
    'amountExTax',
    'taxAmount',
    'invoiceAmount',
    'applyTime',
    'invoiceTime',
    'checkStatus',
    'redFlag',
    'remark',
    'createTime',
  ]),
  facts(
    ['invoiceTitle', 'taxNo', 'addressPhone', 'bankAccountInfo', 'email', 'expressNo'],
    ['购方与寄送', 'Buyer and delivery'],
    'buyer',
  ),
  facts(['approvalStatus', 'approvalOfficer', 'approvalDate', 'approvalRemark'], ['复核', 'Review'], 'review'),
  sums(['amountExTax', '+taxAmount', '=invoiceAmount']),
  // Q20: what was uploaded beside what was asked for
  compare(
    [
      ['开票项目', 'Items'],
      ['发票文件', 'Files'],
    ],
    [
      ['amountExTax', 'filesExTax'],
      ['taxAmount', 'filesTax'],
      ['invoiceAmount', 'filesAmount'],
    ],
  ),
] as const

/** 企业开票: the invoice to the client for one settlement order (domain §2.8). */
export const entrustedInvoice = resource('entrustedInvoice', {
  calls: ['blade-svc/entrustedInvoice'],
  title: ['企业开票', 'Company invoices'],
  about: [
    '为一张结算单向客户开具的发票：企业申请，税务上传，财务复核',
    'The invoice to a client for one settlement order: the company asks, tax staff upload, finance reviews',
  ],
  name: 'code',
  fields: {
    code: code('IV', '开票单号', 'Invoice no.', { short: ['单号', 'No'] }),
    ...settled,
    ...ofCompany,
    ...readOnly({
      sellerId: ref('thirdPlatform', '开票方', 'Issued by', { shows: 'sellerName' }),
      sellerName: text('开票方', 'Issued by', { width: 170 }),
    }),
    invoiceType: choice(
      '发票类型',
      'Type',
      {
        1: ['增值税专票', 'Special VAT'],
        2: ['增值税普票', 'General VAT'],
        3: ['电子专票', 'Electronic special'],
        4: ['电子普票', 'Electronic general'],
      },
      { required: '请选择发票类型', requiredEn: 'Please choose the type', initial: 4, width: 100 },
    ),
    invoiceTitle: text('发票抬头', 'Invoice title', {
      required: '请输入发票抬头',
      requiredEn: 'Please enter the title',
      means: 'organisation',
      width: 200,
    }),
    taxNo: text('税号', 'Tax no.', {
      required: '请输入税号',
      requiredEn: 'Please enter the tax number',
      search: 'code',
      length: 32,
      means: 'creditCode',
      width: 170,
    }),
    addressPhone: text('地址、电话', 'Address and phone', { length: 255, width: 240 }),
    bankAccountInfo: sealed('开户行及账号', 'Bank and account', { length: 200, masked: true, width: 220 }),
    ...readOnly({
      amountExTax: money('不含税金额', 'Without tax', { width: 120, initial: '0.00' }),
      taxAmount: money('税额', 'Tax', { width: 110, initial: '0.00' }),
      invoiceAmount: money('开票金额', 'Amount', { width: 130, initial: '0.00', short: ['金额', 'Amount'] }),
      invoiceStatus: states(
        '开票状态',
        'Status',
        {
          draft: [0, '草稿', 'Draft', 'off'],
          requested: [1, '待开票', 'Requested', 'wait'],
          pending: [2, '待复核', 'Pending review', 'wait'],
          issued: [3, '已开票', 'Issued', 'good'],
          rejected: [4, '复核驳回', 'Rejected', 'bad'],
          voided: [9, '已作废', 'Void', 'off'],
        },
        { short: ['状态', 'Status'], width: 90, initial: 'draft' },
      ),
      filesExTax: money('文件不含税', 'Files without tax', { width: 120, initial: '0.00' }),
      filesTax: money('文件税额', 'Tax of files', { width: 110, initial: '0.00' }),
      filesAmount: money('文件合计', 'Files', { width: 120, initial: '0.00' }),
      applyTime: datetime('申请时间', 'Requested at', { width: 150 }),
      invoiceTime: datetime('开票时间', 'Issued at', { width: 150 }),
      checkStatus: states('查验状态', 'Check', CHECKED, { width: 90, initial: 'unchecked' }),
    }),
    expressNo: text('快递单号', 'Parcel no.', { search: 'code', length: 40, width: 150 }),
    email: text('收票邮箱', 'Sent to', { means: 'email', width: 170 }),
    ...review,
    ...readOnly({ redFlag: flag('红冲', 'Reversed', { initial: 0, width: 70 }) }),
    remark: longText('备注', 'Remark', { length: 500, width: 200 }),
  },
  operations: ['view', 'edit', 'export'],
  readers: { finance: 'export', tax: 'manage', companyAdmin: 'manage', fiscalTax: 'manage', auditor: 'export' },
  // the header while the company writes it, what tax staff add until it is issued
  editable: { edit: { invoiceStatus: ['draft', 'requested', 'rejected'] } },
  list: {
    columns: [
      'code',
      'entrustedCompanyName',
      'settlementOrderCode',
      'sellerName',
      'invoiceType',
      'invoiceAmount',
      'checkStatus',
      'invoiceStatus',
      'createTime',
    ],
    search: ['code', 'invoiceStatus', 'entrustedCompanyId', 'entrustedCompanyName', 'checkStatus'],
    filters: ['settlementOrderId', 'sellerId'],
    sort: 'createTime',
    sorts: ['createTime', 'invoiceAmount', 'code'],
    amount: 'invoiceAmount',
  },
  owner: { company: 'entrustedCompanyId', fiscalTax: 'sellerId' },
  unique: [['code']],
  children: [
    { resource: 'entrustedInvoiceItem', by: 'entrustedInvoiceId' },
    { resource: 'entrustedInvoiceDetail', by: 'entrustedInvoiceId' },
  ],
  sections: [
    ...invoiceSections,
    children('entrustedInvoiceItem', ['开票项目', 'Items']),
    children('entrustedInvoiceDetail', ['发票文件', 'Files']),
    tracePanel(),
    history(),
    related(),
  ],
  flags: [
    { label: ['已红冲', 'Reversed'], tone: 'bad', where: [is('redFlag', 1)] },
    { label: ['查验不符', 'Differs'], tone: 'bad', where: [is('checkStatus', 2)] },
    { label: ['查验超时', 'Check timed out'], tone: 'wait', where: [is('checkStatus', 3)] },
    {
      label: ['查验中', 'Being checked'],
      tone: 'busy',
      where: [is('checkStatus', 4)],
      mask: ['正在查验发票请等待结果', 'The files are being checked: wait for the result'],
    },
  ],
  replies: 'entrustedInvoice',
  routes: {
    list: '/svc/entrustedInvoice',
    detail: '/entrustedInvoice/detail/:id',
    edit: '/entrustedInvoice/edit/:id',
  },
})
