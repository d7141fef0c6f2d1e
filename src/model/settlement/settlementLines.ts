import { PLAN_TYPES } from '../activities/words.ts'
import { is } from '../language/conditions/condition.ts'
import { choice, code, datetime, file, flag, integer, money, readOnly, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { children, doctorCard, facts, history, panel, related, sums, tracePanel } from '../language/section.ts'
import { states } from '../language/states.ts'
import { company, doctor, fee, fiscalTax } from '../patterns/mixins.ts'
import { signFlow } from '../people/signFlow.ts'
import { lineReaders, ofOrder } from './words.ts'

const taxItem = readOnly({
  taxItemCode: text('税目编码', 'Tax item code', { search: 'exact', length: 16, width: 110 }),
  taxItemName: text('税目', 'Tax item', { width: 200 }),
})

/** Fields by which doctors and lines of a settlement are searched, in money and in points. */
export const DOCTORS_SEARCHED = ['settlementOrderId', 'doctorName', 'paidStatus', 'fileStatus', 'signStatus'] as const
export const LINES_SEARCHED = [
  'code',
  'settlementOrderId',
  'settlementOrderDoctorId',
  'doctorName',
  'settleStatus',
  'planType',
  'entrustedCompanyId',
  'entrustedCompanyName',
] as const

/** 结算单税目: the order's amounts by tax item. */
export const settlementOrderTaxItem = resource('settlementOrderTaxItem', {
  calls: ['blade-svc/settlementOrderTaxItem'],
  title: ['结算单税目', 'Tax items'],
  name: 'taxItemName',
  fields: {
    ...ofOrder,
    ...taxItem,
    ...readOnly({
      orderCount: integer('订单数', 'Lines', { width: 70, initial: 0 }),
    }),
    ...fee,
    ...readOnly({
      totalAmount: money('合计', 'Total', { width: 130, initial: '0.00' }),
    }),
    ...company,
    ...fiscalTax,
  },
  operations: ['view'],
  readers: { ops: 'view', finance: 'view', tax: 'view', companyAdmin: 'view', fiscalTax: 'view', auditor: 'view' },
  list: {
    columns: [
      'taxItemName',
      'orderCount',
      'grossAmount',
      'vatAmount',
      'surchargeAmount',
      'iitAmount',
      'netAmount',
      'platformFee',
      'totalAmount',
    ],
    search: ['settlementOrderId'],
    sort: 'createTime',
    amount: 'totalAmount',
  },
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId' },
})

/** 结算单医生: one per order × doctor. */
export const settlementOrderDoctor = resource('settlementOrderDoctor', {
  calls: ['blade-svc/settlementOrderDoctor'],
  title: ['结算单医生明细', 'Settlement doctors'],
  name: 'doctorName',
  fields: {
    ...ofOrder,
    ...company,
    ...fiscalTax,
    ...doctor,
    ...readOnly({
      orderCount: integer('订单数', 'Lines', { width: 70, initial: 0 }),
    }),
    ...fee,
    ...readOnly({
      fileUrl: file('结算确认书', 'Confirmation', { width: 100, openedBy: 'record' }),
      fileStatus: states(
        '确认书状态',
        'File',
        {
          none: [0, '未生成', 'None', 'off'],
          generated: [1, '已生成', 'Generated', 'busy'],
          signed: [2, '已签署', 'Signed', 'good'],
        },
        { width: 90, initial: 'none' },
      ),
      ...signFlow,
      paidStatus: states(
        '付款状态',
        'Paid',
        {
          unpaid: [0, '未付', 'Unpaid', 'wait'],
          partlyPaid: [1, '部分', 'Partly', 'busy'],
          paid: [2, '已付', 'Paid', 'good'],
        },
        { width: 80, initial: 'unpaid' },
      ),
    }),
  },
  operations: ['view', 'export'],
  readers: lineReaders,
  list: {
    columns: [
      'settlementOrderCode',
      'doctorName',
      'phone',
      'hospitalName',
      'orderCount',
      'grossAmount',
      'vatAmount',
      'surchargeAmount',
      'iitAmount',
      'netAmount',
      'fileStatus',
      'paidStatus',
    ],
    search: DOCTORS_SEARCHED,
    sort: 'createTime',
    amount: 'grossAmount',
  },
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId' },
  children: [{ resource: 'orderDoctorSettlement', by: 'settlementOrderDoctorId' }],
  sections: [
    facts(),
    sums(['grossAmount', '-vatAmount', '-surchargeAmount', '-iitAmount', '=netAmount']),
    children('orderDoctorSettlement'),
    history(),
    related(),
  ],
  routes: { list: '/svc/settlementOrderDoctor', detail: '/settlementOrderDoctor/detail/:id' },
})

/** 医生结算: the payable of one doctor order (domain §2.8). */
export const orderDoctorSettlement = resource('orderDoctorSettlement', {
  calls: ['blade-svc/orderDoctorSettlement'],
  title: ['医生结算', 'Doctor settlement lines'],
  name: 'code',
  fields: {
    code: code('DS', '结算编号', 'Line no.', { short: ['编号', 'No'] }),
    ...ofOrder,
    ...readOnly({
      settlementOrderDoctorId: ref('settlementOrderDoctor', '结算单医生', 'Settlement doctor'),
      orderDoctorId: ref('orderDoctor', '医生订单', 'Doctor order'),
      planName: text('活动', 'Activity', { length: 200, width: 200 }),
      planType: choice('活动类型', 'Type', PLAN_TYPES, { width: 90 }),
    }),
    ...company,
    ...doctor,
    ...fiscalTax,
    taxItemCode: taxItem.taxItemCode,
    taxItemName: taxItem.taxItemName,
    ...fee,
    ...readOnly({
      acceptTime: datetime('验收时间', 'Accepted', { width: 150 }),
      taxFinal: flag('已核定', 'Tax fixed', { width: 70, initial: 0 }),
      taxMonth: text('税款所属月', 'Tax month', { search: 'exact', length: 6, means: 'month', width: 90 }),
      releasedMonth: text('税款曾核定月', 'Tax month released', {
        search: 'exact',
        length: 6,
        means: 'month',
        width: 90,
      }),
      settleStatus: states(
        '结算状态',
        'Status',
        {
          unsettled: [0, '待结算', 'Not settled', 'off'],
          payable: [1, '可付款', 'Payable', 'wait'],
          paying: [2, '付款中', 'Paying', 'busy'],
          paid: [3, '已付款', 'Paid', 'good'],
          failed: [4, '付款失败', 'Failed', 'bad'],
          voidRequested: [5, '作废审核中', 'Void requested', 'wait'],
          voided: [9, '已作废', 'Void', 'off'],
        },
        { short: ['状态', 'Status'], width: 90, initial: 'unsettled' },
      ),
      blackFlag: flag('黑名单', 'Blacklisted', { width: 70, initial: 0 }),
      paymentId: text('付款单', 'Payment', { search: 'exact', length: 19, idOf: 'orderDoctorPayment' }),
      payTime: datetime('付款时间', 'Paid at', { width: 150 }),
      summaryTaxReturnsId: ref('summaryTaxReturns', '申报单', 'Tax return'),
      refundRecordId: text('退款流水', 'Refund', { search: 'exact', length: 19, idOf: 'entrustedAccountRecord' }),
    }),
  },
  operations: ['view', 'export'],
  readers: lineReaders,
  list: {
    columns: [
      'code',
      'settlementOrderCode',
      'doctorName',
      'phone',
      'hospitalName',
      'planName',
      'planType',
      'grossAmount',
      'iitAmount',
      'netAmount',
      'settleStatus',
      'blackFlag',
    ],
    search: LINES_SEARCHED,
    filters: ['doctorId', 'orderDoctorId', 'blackFlag', 'summaryTaxReturnsId'],
    sort: 'createTime',
    // net amount: the confirmed and typed sum is what leaves the account
    amount: 'netAmount',
    gross: 'grossAmount',
  },
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId' },
  unique: [['code']],
  flags: [{ label: ['黑名单', 'Blacklisted'], tone: 'bad', where: [is('blackFlag', 1)] }],
  sections: [
    facts(),
    sums(['grossAmount', '-vatAmount', '-surchargeAmount', '-iitAmount', '=netAmount']),
    panel('taxSteps', ['税款计算', 'Taxes step by step']),
    doctorCard(),
    tracePanel(),
    history(),
    related(),
  ],
  routes: {
    list: '/svc/orderDoctorSettlement',
    detail: '/orderdoctosettlement/detail/:id',
    more: { '/orderdoctosettlement/blackList': { screen: 'list', where: { blackFlag: '1' } } },
  },
})
