import { choice, code, datetime, longText, readOnly, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { doctorCard, facts, history, panel, related, sums, tracePanel } from '../language/section.ts'
import { states } from '../language/states.ts'
import { twin } from '../language/twin.ts'
import { company, doctor, fee, fiscalTax, review } from '../patterns/mixins.ts'
import { bankAccount, numberOf, pointFee, yurRef } from './words.ts'

const PAYMENT_STATES = {
  pending: [0, '待审核', 'Pending review', 'wait'],
  approved: [1, '待经办', 'Approved, to handle', 'wait'],
  rejected: [2, '审核驳回', 'Rejected', 'bad'],
  paying: [3, '付款中', 'Paying', 'busy'],
  paid: [4, '已付款', 'Paid', 'good'],
  failed: [5, '付款失败', 'Failed', 'bad'],
  frozen: [6, '冻结', 'Frozen', 'bad'],
  closed: [9, '已关闭', 'Closed', 'off'],
} as const

/** States of a payment in points: no bank stands between review and doctor. */
const { pending, rejected, paid, frozen } = PAYMENT_STATES
const POINT_STATES = { pending, rejected, paid, frozen } as const

/** Columns of a payment, in cash and in points alike: before and after what is paid, and where. */
const OF_WHOM = [
  'code',
  'doctorName',
  'phone',
  'idCardNumber',
  'hospitalName',
  'entrustedCompanyName',
  'fiscalTaxName',
  'settlementOrderCode',
  'orderDoctorSettlementCode',
] as const
const HOW_FAR = ['paymentStatus', 'applyUserName', 'applyTime', 'payTime', 'freezeReason', 'failReason'] as const
const SEARCHED = ['code', 'doctorName', 'phone', 'entrustedCompanyId', 'entrustedCompanyName', 'paymentStatus'] as const
const reviewed = () =>
  facts(['approvalStatus', 'approvalOfficer', 'approvalDate', 'approvalRemark'], ['审核', 'Review'], 'review')

/** 医生付款单: one attempt to pay one settlement line (domain §2.8). */
export const orderDoctorPayment = resource('orderDoctorPayment', {
  calls: ['blade-svc/orderDoctorPayment'],
  title: ['医生付款单', 'Doctor payouts'],
  name: 'code',
  replies: 'orderDoctorPayment',
  fields: {
    code: code('DP', '付款单号', 'Payment no.', { short: ['单号', 'No'] }),
    ...readOnly({
      orderDoctorSettlementId: ref('orderDoctorSettlement', '结算明细', 'Settlement line', {
        shows: 'orderDoctorSettlementCode',
      }),
      orderDoctorSettlementCode: numberOf('结算明细', 'Settlement line'),
      settlementOrderId: ref('settlementOrder', '结算单', 'Settlement order', { shows: 'settlementOrderCode' }),
      settlementOrderCode: numberOf('结算单号', 'Settlement order'),
      ...company,
      ...doctor,
      bankName: text('开户行', 'Bank', { width: 130 }),
      bankAccount: bankAccount('银行账号', 'Bank account'),
      ...fiscalTax,
      ...fee,
      channel: choice(
        '付款渠道',
        'Channel',
        { 1: ['招行', 'CMB'], 2: ['模拟', 'Simulated'], 3: ['积分', 'Points'] },
        { width: 80, initial: 1 },
      ),
      paymentStatus: states('付款状态', 'Status', PAYMENT_STATES, {
        short: ['状态', 'Status'],
        width: 90,
        initial: 'pending',
      }),
      freezeReason: longText('冻结原因', 'Why frozen', { length: 255, width: 180 }),
      failReason: longText('失败原因', 'Why failed', { length: 255, width: 180 }),
      handleApplyId: ref('handleApply', '经办申请', 'Handling', { shows: 'handleApplyCode' }),
      handleApplyCode: numberOf('经办申请', 'Handling'),
      handleApplyInfoId: ref('handleApplyInfo', '经办明细', 'Instruction', {}),
      yurRef,
      applyUserName: text('申请人', 'Applied by', { length: 50, width: 90 }),
      applyTime: datetime('申请时间', 'Applied', { width: 150 }),
      ...review,
      payTime: datetime('付款时间', 'Paid at', { width: 150 }),
    }),
  },
  operations: ['view', 'export'],
  readers: { finance: 'export', cashier: 'export', fiscalTax: 'view', auditor: 'export' },
  list: {
    columns: [
      'code',
      'doctorName',
      'entrustedCompanyName',
      'bankName',
      'bankAccount',
      'netAmount',
      'iitAmount',
      'paymentStatus',
      'applyTime',
    ],
    search: [...SEARCHED, 'settlementOrderId'],
    filters: ['orderDoctorSettlementId', 'handleApplyId', 'doctorId'],
    sort: 'createTime',
    amount: 'netAmount',
  },
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId' },
  unique: [['code'], ['yurRef']],
  state: 'paymentStatus',
  sections: [
    facts([...OF_WHOM, 'channel', 'bankName', 'bankAccount', ...HOW_FAR, 'handleApplyCode', 'yurRef']),
    sums(['grossAmount', '-vatAmount', '-surchargeAmount', '-iitAmount', '=netAmount']),
    panel('taxSteps', ['税款计算', 'Taxes step by step']),
    doctorCard(),
    reviewed(),
    tracePanel(),
    history(),
    related(),
  ],
  routes: { list: '/svc/orderDoctorPayment', detail: '/orderdoctorpayment/detail/:id' },
})

/** 医生积分付款单: the same in points; they reach the doctor without a bank. */
export const orderDoctorPaymentPoint = twin(orderDoctorPayment, 'orderDoctorPaymentPoint', {
  calls: ['blade-svc/orderDoctorPaymentPoint'],
  title: ['医生积分付款单', 'Doctor points payouts'],
  readers: { finance: 'export', cashier: 'export', auditor: 'export' },
  without: [
    'bankName',
    'bankAccount',
    'grossAmount',
    'vatAmount',
    'surchargeAmount',
    'iitAmount',
    'netAmount',
    'handleApplyId',
    'handleApplyCode',
    'handleApplyInfoId',
    'yurRef',
  ],
  fields: {
    code: code('DPP', '付款单号', 'Payment no.', { short: ['单号', 'No'] }),
    ...readOnly({
      orderDoctorSettlementId: ref('orderDoctorSettlementPoint', '结算明细', 'Settlement line', {
        shows: 'orderDoctorSettlementCode',
      }),
      settlementOrderId: ref('settlementOrderPoint', '结算单', 'Settlement order', { shows: 'settlementOrderCode' }),
      paymentStatus: states('付款状态', 'Status', POINT_STATES, {
        short: ['状态', 'Status'],
        width: 90,
        initial: 'pending',
      }),
    }),
    ...pointFee,
  },
  replies: 'orderDoctorPayment',
  list: {
    columns: [
      'code',
      'doctorName',
      'phone',
      'entrustedCompanyName',
      'pointAmount',
      'pointCost',
      'platformFee',
      'paymentStatus',
      'applyTime',
    ],
    search: SEARCHED,
    filters: ['orderDoctorSettlementId', 'settlementOrderId', 'doctorId'],
    sort: 'createTime',
    amount: 'pointCost',
  },
  unique: [['code']],
  state: 'paymentStatus',
  sections: [
    facts([...OF_WHOM, 'pointAmount', 'pointCost', 'platformFee', ...HOW_FAR]),
    doctorCard(),
    reviewed(),
    tracePanel(),
    history(),
    related(),
  ],
  routes: { list: '/svc/orderDoctorPaymentPoint', detail: '/orderdoctorpaymentpoint/detail/:id' },
})
