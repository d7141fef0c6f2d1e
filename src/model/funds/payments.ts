import { choice, code, datetime, longText, readOnly, ref, text } from '../kernel/field.ts'
import { lifecycle, type Transition } from '../kernel/lifecycle.ts'
import { resource } from '../kernel/resource.ts'
import { facts, history, related, sums } from '../kernel/section.ts'
import { twin } from '../kernel/twin.ts'
import { company, doctor, fee, fiscalTax, review } from '../mixins.ts'
import { bankAccount, NOT_YET, numberOf, pointFee, yurRef } from './words.ts'

const PAYMENT_STATES = {
  0: ['待审核', 'Pending review', 'wait'],
  1: ['待经办', 'Approved, to handle', 'wait'],
  2: ['审核驳回', 'Rejected', 'bad'],
  3: ['付款中', 'Paying', 'busy'],
  4: ['已付款', 'Paid', 'good'],
  5: ['付款失败', 'Failed', 'bad'],
  6: ['冻结', 'Frozen', 'bad'],
  9: ['已关闭', 'Closed', 'off'],
} as const

/** States of a payment in points: no bank stands between review and doctor. */
const { 0: waiting, 2: rejected, 4: paid, 6: frozen } = PAYMENT_STATES
const POINT_STATES = { 0: waiting, 2: rejected, 4: paid, 6: frozen } as const

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
      paymentStatus: choice('付款状态', 'Status', PAYMENT_STATES, {
        short: ['状态', 'Status'],
        width: 90,
        initial: 0,
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
    search: [
      'code',
      'doctorName',
      'phone',
      'entrustedCompanyId',
      'entrustedCompanyName',
      'paymentStatus',
      'settlementOrderId',
    ],
    filters: ['orderDoctorSettlementId', 'handleApplyId', 'doctorId'],
    sort: 'createTime',
    amount: 'netAmount',
  },
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId' },
  unique: [['code'], ['yurRef']],
  state: 'paymentStatus',
  sections: [
    facts([
      'code',
      'doctorName',
      'phone',
      'idCardNumber',
      'hospitalName',
      'entrustedCompanyName',
      'fiscalTaxName',
      'settlementOrderCode',
      'orderDoctorSettlementCode',
      'channel',
      'bankName',
      'bankAccount',
      'paymentStatus',
      'applyUserName',
      'applyTime',
      'payTime',
      'freezeReason',
      'failReason',
      'handleApplyCode',
      'yurRef',
    ]),
    sums(['grossAmount', '-vatAmount', '-surchargeAmount', '-iitAmount', '=netAmount']),
    facts(['approvalStatus', 'approvalOfficer', 'approvalDate', 'approvalRemark'], ['审核', 'Review'], 'review'),
    history(),
    related(),
  ],
  routes: { list: '/svc/orderDoctorPayment', detail: '/orderdoctorpayment/detail/:id' },
})

/** 医生积分付款单: the same in points; they reach the doctor without a bank. */
export const orderDoctorPaymentPoint = twin(orderDoctorPayment, 'orderDoctorPaymentPoint', {
  calls: ['blade-svc/orderDoctorPaymentPoint'],
  title: ['医生积分付款单', 'Doctor points payouts'],
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
      paymentStatus: choice('付款状态', 'Status', POINT_STATES, {
        short: ['状态', 'Status'],
        width: 90,
        initial: 0,
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
    search: ['code', 'doctorName', 'phone', 'entrustedCompanyId', 'entrustedCompanyName', 'paymentStatus'],
    filters: ['orderDoctorSettlementId', 'settlementOrderId', 'doctorId'],
    sort: 'createTime',
    amount: 'pointCost',
  },
  unique: [['code']],
  state: 'paymentStatus',
  sections: [
    facts([
      'code',
      'doctorName',
      'phone',
      'idCardNumber',
      'hospitalName',
      'entrustedCompanyName',
      'fiscalTaxName',
      'settlementOrderCode',
      'orderDoctorSettlementCode',
      'pointAmount',
      'pointCost',
      'platformFee',
      'paymentStatus',
      'applyUserName',
      'applyTime',
      'payTime',
      'freezeReason',
      'failReason',
    ]),
    facts(['approvalStatus', 'approvalOfficer', 'approvalDate', 'approvalRemark'], ['审核', 'Review'], 'review'),
    history(),
    related(),
  ],
  routes: { list: '/svc/orderDoctorPaymentPoint', detail: '/orderdoctorpaymentpoint/detail/:id' },
})

/** What finance decides about payments: closed, because it fixes taxes and moves money. */
const decided = <const Id extends string>(id: Id, action: 'auditPass' | 'auditReject' | 'thaw') =>
  ({
    closed: NOT_YET,
    by: 'operator',
    call: `POST ${action}`,
    permission: `${id}_${action}`,
    roles: ['finance'],
    select: 'many',
    batch: 'allOrNothing',
    money: true,
  }) as const satisfies Partial<Transition>

/** 3.15, as far as cash and points have it in common; `passed`: the state that a review leads to. */
const reviewedEdges = <const Id extends string, const Passed extends 1 | 4>(id: Id, passed: Passed) =>
  ({
    auditPass: {
      ...decided(id, 'auditPass'),
      label: ['审核通过', 'Approve'],
      from: { paymentStatus: 0 },
      to: { paymentStatus: passed },
      key: 'a',
      result: 'pass',
    },
    auditReject: {
      ...decided(id, 'auditReject'),
      label: ['审核驳回', 'Reject'],
      from: { paymentStatus: [0, 6] },
      to: { paymentStatus: 2 },
      ask: {
        reason: longText('驳回原因', 'Reason', {
          length: 500,
          required: '请输入驳回原因',
          requiredEn: 'Please give a reason',
        }),
      },
      key: 'r',
      result: 'reject',
    },
    thaw: {
      ...decided(id, 'thaw'),
      label: ['解冻', 'Thaw'],
      from: { paymentStatus: 6 },
      to: { paymentStatus: 0 },
      key: 't',
      result: 'other',
    },
  }) as const

/** 3.15: reviewed by finance, then handled by the cashier, then paid by the bank. */
export const orderDoctorPaymentLifecycle = lifecycle(orderDoctorPayment, {
  ...reviewedEdges('orderDoctorPayment', 1),
  freeze: {
    label: ['冻结', 'Frozen'],
    from: { paymentStatus: [0, 1] },
    to: { paymentStatus: 6 },
    by: 'system',
    closed: NOT_YET,
  },
  handle: {
    label: ['经办', 'Handled'],
    from: { paymentStatus: 1 },
    to: { paymentStatus: 3 },
    by: 'system',
    closed: NOT_YET,
  },
  pay: {
    label: ['付款成功', 'Paid'],
    from: { paymentStatus: 3 },
    to: { paymentStatus: 4 },
    by: 'system',
    closed: NOT_YET,
  },
  fail: {
    label: ['付款失败', 'Failed'],
    from: { paymentStatus: 3 },
    to: { paymentStatus: 5 },
    by: 'system',
    closed: NOT_YET,
  },
  resend: {
    label: ['重新付款', 'Sent again'],
    from: { paymentStatus: 5 },
    to: { paymentStatus: 3 },
    by: 'system',
    closed: NOT_YET,
  },
  takeBack: {
    label: ['退回审核', 'Back to review'],
    from: { paymentStatus: [1, 3] },
    to: { paymentStatus: 0 },
    by: 'system',
    closed: NOT_YET,
  },
  bounce: {
    label: ['退票', 'Bounced'],
    from: { paymentStatus: 4 },
    to: { paymentStatus: 5 },
    by: 'system',
    closed: NOT_YET,
  },
  close: {
    label: ['关闭', 'Closed'],
    from: { paymentStatus: 5 },
    to: { paymentStatus: 9 },
    by: 'system',
    closed: NOT_YET,
  },
})

/** 3.15 of points: what finance approves is paid at once. */
export const orderDoctorPaymentPointLifecycle = lifecycle(orderDoctorPaymentPoint, {
  ...reviewedEdges('orderDoctorPaymentPoint', 4),
  freeze: {
    label: ['冻结', 'Frozen'],
    from: { paymentStatus: 0 },
    to: { paymentStatus: 6 },
    by: 'system',
    closed: NOT_YET,
  },
})
