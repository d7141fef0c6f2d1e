import {
  choice,
  code,
  datetime,
  integer,
  longText,
  money,
  rate,
  readOnly,
  ref,
  text,
} from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { children, facts, history, related, sums, tracePanel } from '../language/section.ts'
import { states } from '../language/states.ts'
import { company, fiscalTax } from '../patterns/mixins.ts'

const order = {
  ...readOnly({
    settlementOrderId: ref('settlementOrder', '结算单', 'Settlement order', { shows: 'settlementOrderCode' }),
    settlementOrderCode: text('结算单号', 'Order no.', { search: 'code', length: 32, width: 170 }),
  }),
}

/** 服务费支付单: the client pays one settlement order. Born by toSettle. */
export const servicePaymentOrder = resource('servicePaymentOrder', {
  calls: ['blade-svc/servicePaymentOrder'],
  title: ['服务费支付单', 'Service payment orders'],
  name: 'code',
  fields: {
    code: code('SP', '支付单号', 'Payment no.', { short: ['单号', 'No'] }),
    ...readOnly({
      settlementOrderType: states(
        '结算单类型',
        'Kind',
        { cash: [1, '现金', 'Cash'], points: [2, '积分', 'Points'] },
        { width: 80, initial: 'cash' },
      ),
      settlementOrderPointId: ref('settlementOrderPoint', '积分结算单', 'Points order', {
        shows: 'settlementOrderCode',
      }),
    }),
    ...order,
    ...company,
    ...readOnly({
      budgetOrderId: ref('budgetOrder', '预算单', 'Budget order'),
      doctorAmount: money('医生劳务费', 'Doctor fees', { width: 130, initial: '0.00' }),
      platformAmount: money('平台服务费', 'Platform fee', { width: 120, initial: '0.00' }),
      amount: money('支付金额', 'Amount', { width: 140, initial: '0.00', short: ['金额', 'Amount'] }),
      payMode: states(
        '支付方式',
        'Pay by',
        { prepaid: [1, '预存账户', 'Prepaid account'], transfer: [2, '线下转账', 'Bank transfer'] },
        { width: 90 },
      ),
      payStatus: states(
        '支付状态',
        'Status',
        {
          toPay: [0, '待付款', 'To be paid', 'wait'],
          toCheck: [1, '待复核', 'To be checked', 'wait'],
          paid: [2, '已付款', 'Paid', 'good'],
          refused: [3, '复核驳回', 'Refused', 'bad'],
          voided: [9, '已作废', 'Void', 'off'],
        },
        { short: ['状态', 'Status'], width: 90, initial: 'toPay' },
      ),
      payTime: datetime('支付时间', 'Paid at', { width: 150 }),
      confirmUserName: text('付款人', 'Paid by', { length: 50, width: 90 }),
      reviewUserName: text('复核人', 'Checked by', { length: 50, width: 90 }),
      reviewTime: datetime('复核时间', 'Checked at', { width: 150 }),
      reviewRemark: longText('复核意见', 'Check remark', { length: 500 }),
      frozenAmount: money('冻结金额', 'Frozen', { width: 110, initial: '0.00' }),
      accountRecordId: ref('entrustedAccountRecord', '账户流水', 'Account record', {}),
    }),
  },
  operations: ['view', 'export'],
  readers: { finance: 'export', companyAdmin: 'view', auditor: 'export' },
  list: {
    columns: [
      'code',
      'settlementOrderCode',
      'entrustedCompanyName',
      'amount',
      'payMode',
      'payStatus',
      'payTime',
      'createTime',
    ],
    search: ['code', 'entrustedCompanyId', 'entrustedCompanyName', 'payStatus', 'settlementOrderId'],
    filters: ['settlementOrderPointId'],
    sort: 'createTime',
    amount: 'amount',
  },
  owner: { company: 'entrustedCompanyId' },
  unique: [['code']],
  replies: 'servicePaymentOrder',
  children: [
    { resource: 'servicePaymentBill', by: 'servicePaymentOrderId' },
    { resource: 'servicePaymentOrderDetail', by: 'servicePaymentOrderId' },
    { resource: 'entrustedAccount', by: 'entrustedCompanyId', of: 'entrustedCompanyId' },
    { resource: 'entrustedAccountRecord', by: 'entrustedCompanyId', of: 'entrustedCompanyId' },
  ],
  sections: [
    facts({
      first: ['code', 'payStatus', 'settlementOrderType', 'settlementOrderCode', 'budgetOrderId'],
      without: ['accountRecordId'],
      last: ['createTime'],
    }),
    sums(['doctorAmount', '+platformAmount', '=amount']),
    children('servicePaymentBill', ['账单', 'Bills']),
    children('servicePaymentOrderDetail', ['支付凭证', 'Vouchers']),
    children('entrustedAccount'),
    children('entrustedAccountRecord', ['近期流水', 'Latest records']),
    tracePanel(),
    history(),
    related(),
  ],
  routes: { list: '/svc/servicePaymentOrder', detail: '/servicepaymentorder/detail/:id' },
})

/** 服务费账单: the lines of a payment order; their sum is its amount (INV-15). */
export const servicePaymentBill = resource('servicePaymentBill', {
  calls: ['blade-svc/servicePaymentBill'],
  title: ['服务费账单', 'Service bills'],
  name: 'itemName',
  fields: {
    ...readOnly({
      servicePaymentOrderId: ref('servicePaymentOrder', '支付单', 'Payment order', {
        shows: 'servicePaymentOrderCode',
      }),
      servicePaymentOrderCode: text('支付单号', 'Payment no.', { search: 'code', length: 32, width: 170 }),
      billType: choice(
        '账单类型',
        'Type',
        { 1: ['医生劳务费', 'Doctor fee'], 2: ['平台服务费', 'Platform fee'] },
        { width: 110 },
      ),
      taxItemCode: text('税目编码', 'Tax item code', { search: 'exact', length: 16, width: 110 }),
      itemName: text('项目', 'Item', { width: 220 }),
      amount: money('金额', 'Amount', { width: 130, initial: '0.00' }),
      billMonth: text('账单月份', 'Month', { search: 'exact', length: 6, means: 'month', width: 90 }),
    }),
    ...company,
  },
  operations: ['view', 'export'],
  readers: { finance: 'export', companyAdmin: 'view', auditor: 'export' },
  list: {
    columns: ['servicePaymentOrderCode', 'entrustedCompanyName', 'billType', 'itemName', 'amount', 'billMonth'],
    search: ['servicePaymentOrderId', 'billType', 'billMonth', 'entrustedCompanyId'],
    sort: 'createTime',
    amount: 'amount',
  },
  owner: { company: 'entrustedCompanyId' },
  routes: { list: '/svc/servicePaymentBill' },
})

/** 平台服务费 of one settlement order. */
export const platServiceFee = resource('platServiceFee', {
  calls: ['blade-svc/platServiceFee'],
  title: ['平台服务费', 'Platform fees'],
  name: 'code',
  fields: {
    code: code('PF', '服务费单号', 'Fee no.', { short: ['单号', 'No'] }),
    ...order,
    ...company,
    ...readOnly({
      feeRate: rate('费率', 'Rate', { width: 80, initial: '0.000000' }),
      baseAmount: money('计费基数', 'Base', { width: 130, initial: '0.00' }),
      feeAmount: money('服务费', 'Fee', { width: 120, initial: '0.00', short: ['金额', 'Amount'] }),
      feeStatus: states(
        '划转状态',
        'Status',
        {
          pending: [0, '待划转', 'To transfer', 'wait'],
          transferring: [1, '划转中', 'Transferring', 'busy'],
          transferred: [2, '已划转', 'Transferred', 'good'],
          failed: [3, '失败', 'Failed', 'bad'],
        },
        { short: ['状态', 'Status'], width: 90, initial: 'pending' },
      ),
      transferTime: datetime('划转时间', 'Transferred at', { width: 150 }),
    }),
  },
  operations: ['view', 'export'],
  readers: { finance: 'export', cashier: 'export', companyAdmin: 'view', auditor: 'export' },
  list: {
    columns: [
      'code',
      'settlementOrderCode',
      'entrustedCompanyName',
      'feeRate',
      'baseAmount',
      'feeAmount',
      'feeStatus',
      'createTime',
    ],
    search: ['code', 'entrustedCompanyId', 'entrustedCompanyName', 'feeStatus', 'settlementOrderId'],
    sort: 'createTime',
    amount: 'feeAmount',
  },
  owner: { company: 'entrustedCompanyId' },
  unique: [['settlementOrderId'], ['code']],
  children: [{ resource: 'tradingManagerInfo', by: 'holderId', of: 'entrustedCompanyId' }],
  sections: [facts(), children('tradingManagerInfo', ['转出子单元', 'Paid from']), tracePanel(), history(), related()],
  routes: { list: '/svc/platServiceFee', detail: '/platServiceFee/detail/:id/:settlementOrderId' },
})

/** 税费支付单: taxes of one settlement order, passed on to the fiscal-tax company. */
export const entrustedTaxPaymentOrder = resource('entrustedTaxPaymentOrder', {
  calls: ['blade-svc/entrustedTaxPaymentOrder'],
  title: ['税费支付单', 'Tax payment orders'],
  name: 'code',
  fields: {
    code: code('TP', '税费单号', 'Tax payment no.', { short: ['单号', 'No'] }),
    ...order,
    ...company,
    ...fiscalTax,
    ...readOnly({
      taxMonth: text('税款所属月', 'Tax month', { search: 'exact', length: 6, means: 'month', width: 90 }),
      lineCount: integer('明细数', 'Lines', { width: 70, initial: 0 }),
      vatAmount: money('增值税', 'VAT', { width: 110, initial: '0.00' }),
      surchargeAmount: money('附加税', 'Surcharge', { width: 110, initial: '0.00' }),
      iitAmount: money('个人所得税', 'Income tax', { width: 110, initial: '0.00' }),
      amount: money('税费合计', 'Amount', { width: 130, initial: '0.00', short: ['金额', 'Amount'] }),
      taxPayStatus: states(
        '支付状态',
        'Status',
        {
          toFix: [0, '待核定', 'To be fixed', 'wait'],
          toPay: [1, '待支付', 'To be paid', 'wait'],
          paying: [2, '支付中', 'Paying', 'busy'],
          paid: [3, '已支付', 'Paid', 'good'],
          failed: [4, '失败', 'Failed', 'bad'],
        },
        { short: ['状态', 'Status'], width: 90, initial: 'toFix' },
      ),
      payTime: datetime('支付时间', 'Paid at', { width: 150 }),
    }),
  },
  operations: ['view', 'export'],
  readers: { finance: 'export', cashier: 'export', tax: 'view', fiscalTax: 'view', auditor: 'export' },
  list: {
    columns: [
      'code',
      'settlementOrderCode',
      'entrustedCompanyName',
      'fiscalTaxName',
      'amount',
      'taxPayStatus',
      'createTime',
    ],
    search: ['code', 'entrustedCompanyId', 'entrustedCompanyName', 'taxPayStatus', 'fiscalTaxId', 'settlementOrderId'],
    sort: 'createTime',
    amount: 'amount',
  },
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId' },
  unique: [['settlementOrderId'], ['code']],
  children: [{ resource: 'tradingManagerInfo', by: 'holderId', of: 'entrustedCompanyId' }],
  sections: [
    facts(),
    sums(['vatAmount', '+surchargeAmount', '+iitAmount', '=amount']),
    children('tradingManagerInfo', ['付款子单元', 'Paid from']),
    tracePanel(),
    history(),
    related(),
  ],
  routes: { list: '/svc/entrustedTaxPaymentOrder', detail: '/entrustedTaxPaymentOrder/detail/:id' },
})
