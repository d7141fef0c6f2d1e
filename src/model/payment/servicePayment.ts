import { choice, datetime, file, longText, money, readOnly, ref, sealed, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { PAYER_MATCH } from '../patterns/mixins.ts'
import { rejection } from '../patterns/review.ts'
import { remark } from '../settlement/words.ts'
import { servicePaymentOrder } from './payments.ts'

const review = {
  by: 'operator',
  call: 'POST submitReview',
  permission: 'servicePaymentOrder_submitReview',
  roles: ['finance'],
  select: 'many',
  batch: 'allOrNothing',
  makerChecker: true,
  money: true,
  // Q14: its vouchers are looked at one by one
  together: {
    where: { payMode: 'prepaid' },
    why: ['线下转账须逐笔复核凭证', 'Payments by bank transfer are checked one by one, beside their vouchers'],
  },
} as const

/** Lifecycle 3.13: the company pays, finance checks. */
export const servicePaymentOrderLifecycle = lifecycle(servicePaymentOrder, {
  confimPay: {
    label: ['确认付款', 'Confirm payment'],
    from: { payStatus: ['toPay', 'refused'] },
    to: { payStatus: 'toCheck' },
    by: 'operator',
    call: 'GET confimPay',
    permission: 'servicePaymentOrder_confimPay',
    roles: ['companyAdmin'],
    select: 'one',
    ask: { payMode: { ...servicePaymentOrder.fields.payMode, facts: {} } },
    drawsOn: {
      ask: 'payMode',
      value: 1,
      account: 'entrustedAccount',
      by: 'entrustedCompanyId',
      available: 'availableAmount',
      open: { accountStatus: 1 },
    },
    money: true,
    key: 'p',
    result: 'pass',
  },
  'submitReview.pass': {
    ...review,
    label: ['复核通过', 'Approve'],
    from: { payStatus: 'toCheck' },
    to: { payStatus: 'paid' },
    match: { status: 1 },
    ask: { remark },
    key: 'a',
    result: 'pass',
  },
  'submitReview.reject': {
    ...review,
    label: ['复核驳回', 'Reject'],
    from: { payStatus: 'toCheck' },
    to: { payStatus: 'refused' },
    match: { status: 2 },
    ask: { remark: rejection },
    key: 'r',
    result: 'reject',
  },
  void: {
    label: ['作废', 'Voided'],
    from: { payStatus: ['toPay', 'refused'] },
    to: { payStatus: 'voided' },
    by: 'system',
    money: true,
    danger: true,
  },
})

/** 支付凭证: the vouchers of a payment by bank transfer; kept as long as the order is not being checked. */
export const servicePaymentOrderDetail = resource('servicePaymentOrderDetail', {
  calls: ['blade-svc/servicePaymentOrderDetail'],
  title: ['支付凭证', 'Bank vouchers'],
  name: 'bankSerialNo',
  fields: {
    servicePaymentOrderId: ref('servicePaymentOrder', '支付单', 'Payment order', {
      required: '请选择支付单',
      requiredEn: 'Please choose the payment order',
      shows: 'servicePaymentOrderCode',
    }),
    servicePaymentOrderCode: text('支付单号', 'Payment no.', {
      search: 'code',
      length: 32,
      width: 170,
      readOnly: 'always',
    }),
    amount: money('金额', 'Amount', {
      required: '请输入金额',
      requiredEn: 'Please enter the amount',
      min: '0.01',
      width: 130,
    }),
    payTime: datetime('付款时间', 'Paid at', {
      required: '请选择付款时间',
      requiredEn: 'Please choose when it was paid',
      past: true,
      width: 150,
    }),
    payerName: text('付款户名', 'Payer', { length: 100, width: 200, means: 'organisation' }),
    ...readOnly({ payerMatch: choice('户名核对', 'Payer is', PAYER_MATCH, { width: 110 }) }),
    payerAccount: sealed('付款账号', 'Payer account', {
      length: 32,
      masked: true,
      width: 170,
      means: 'bankAccount',
    }),
    voucherUrl: file('凭证', 'Voucher', {
      required: '请上传凭证',
      requiredEn: 'Please upload the voucher',
      width: 100,
      openedBy: 'record',
    }),
    bankSerialNo: text('银行流水号', 'Bank serial no.', {
      search: 'code',
      length: 64,
      means: 'bankSerial',
      required: '请输入银行流水号',
      requiredEn: 'Please enter the bank serial no.',
      width: 190,
    }),
    remark: longText('备注', 'Remark', { length: 255, width: 200 }),
  },
  operations: ['view', 'add', 'delete'],
  readers: { finance: 'view', companyAdmin: 'manage', auditor: 'view' },
  list: {
    columns: [
      'servicePaymentOrderId',
      'bankSerialNo',
      'amount',
      'payTime',
      'payerName',
      'payerMatch',
      'payerAccount',
      'voucherUrl',
      'remark',
    ],
    search: ['servicePaymentOrderId', 'bankSerialNo'],
    sort: 'createTime',
    amount: 'amount',
  },
  owner: { through: 'servicePaymentOrderId' },
  unique: [['bankSerialNo']],
})
