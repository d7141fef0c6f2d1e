import { is } from '../language/conditions/condition.ts'
import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { choice, code, datetime, file, longText, money, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { children, facts, files, history, related } from '../language/section.ts'
import { states } from '../language/states.ts'
import { company, PAYER_MATCH } from '../patterns/mixins.ts'
import { rejection } from '../patterns/review.ts'
import { bankAccount } from '../payment/words.ts'
import { entrustedAccount } from './accounts.ts'

const recordAmount = money('金额', 'Amount', {
  min: '0.01',
  required: '请输入金额',
  requiredEn: 'Please enter the amount',
  width: 130,
})
const paymentType = choice(
  '支付方式',
  'Paid',
  { 1: ['线下', 'Offline'], 2: ['线上', 'Online'] },
  { width: 90, initial: 1, required: '请选择支付方式', requiredEn: 'Please choose how it is paid' },
)
const recordVoucher = file('凭证', 'Voucher', { width: 90, openedBy: 'record' })
const bankSerialNo = text('银行流水号', 'Bank serial no.', {
  search: 'code',
  length: 64,
  width: 180,
  means: 'bankSerial',
})

/** 预付款单: money that a client company pays in ahead, or takes out again (specification §3: 预充值订单). */
export const entrustedAccountPrepay = resource('entrustedAccountPrepay', {
  calls: ['blade-pay/entrustedAccountPrepay'],
  title: ['预付款单', 'Prepayment orders'],
  name: 'code',
  replies: 'entrustedAccountPrepay',
  fields: {
    code: code('PP', '编号', 'No.', { short: ['编号', 'No'] }),
    ...company,
    paymentType,
    chargeType: choice(
      '收支类型',
      'In or out',
      { 1: ['收入', 'Income', 'good'], 2: ['支出', 'Expense', 'bad'] },
      { width: 90, initial: 1, required: '请选择收支类型', requiredEn: 'Please choose in or out' },
    ),
    recordAmount,
    prepayTime: datetime('预付时间', 'Prepaid at', { width: 150, past: true }),
    recordVoucher,
    ...readOnly({
      confirmStatus: states(
        '确认状态',
        'Status',
        {
          pending: [0, '待确认', 'Pending confirmation', 'wait'],
          confirmed: [1, '已确认', 'Confirmed', 'good'],
          rejected: [2, '已驳回', 'Rejected', 'bad'],
          inSuspense: [3, '已挂账', 'In suspense', 'off'],
        },
        { short: ['状态', 'Status'], width: 90, initial: 'pending' },
      ),
    }),
    payerName: text('付款人', 'Payer', { width: 180 }),
    // of money that comes in
    ...readOnly({ payerMatch: choice('户名核对', 'Payer is', PAYER_MATCH, { width: 110 }) }),
    payerAccount: bankAccount('付款账号', 'Payer account'),
    bankSerialNo,
    ...readOnly({
      reviewUserName: text('复核人', 'Checked by', { length: 50, width: 90 }),
      reviewTime: datetime('复核时间', 'Checked at', { width: 150 }),
      reviewRemark: longText('复核意见', 'Check remark', { length: 500, width: 200 }),
      accountRecordId: ref('entrustedAccountRecord', '账户流水', 'Account record', {}),
    }),
  },
  operations: ['view', 'add', 'edit', 'delete', 'export'],
  readers: { finance: 'export', cashier: 'manage', companyAdmin: 'export', auditor: 'export' },
  editable: { edit: { confirmStatus: ['pending', 'rejected'] }, delete: { confirmStatus: ['pending', 'rejected'] } },
  list: {
    columns: [
      'code',
      'entrustedCompanyName',
      'paymentType',
      'chargeType',
      'recordAmount',
      'prepayTime',
      'recordVoucher',
      'confirmStatus',
    ],
    search: ['code', 'entrustedCompanyId', 'entrustedCompanyName', 'paymentType', 'chargeType', 'confirmStatus'],
    sort: 'createTime',
    amount: 'recordAmount',
  },
  owner: { company: 'entrustedCompanyId' },
  unique: [['code'], ['bankSerialNo']],
  sections: [
    facts({ without: ['accountRecordId'] }),
    facts(['payerName', 'payerMatch', 'payerAccount', 'bankSerialNo'], ['付款信息', 'Payment'], 'payer'),
    facts(['reviewUserName', 'reviewTime', 'reviewRemark'], ['复核', 'Check'], 'review'),
    files(['recordVoucher']),
    children('entrustedAccount'),
    children('entrustedAccountRecord', ['近期流水', 'Latest records']),
    history(),
    related(),
  ],
  children: [
    { resource: 'entrustedAccount', by: 'entrustedCompanyId', of: 'entrustedCompanyId' },
    { resource: 'entrustedAccountRecord', by: 'entrustedCompanyId', of: 'entrustedCompanyId' },
  ],
  flags: [{ label: ['付款户名不符', 'Another payer'], tone: 'bad', where: [is('payerMatch', 2)] }],
  routes: { list: '/pay/entrustedAccountPrepay' },
})

const reviewed = {
  by: 'operator',
  call: 'POST submitReview',
  permission: 'entrustedAccountPrepay_submitReview',
  roles: ['finance'],
  select: 'one',
  from: { confirmStatus: 'pending' },
  makerChecker: true,
  money: true,
} as const

/** 3.23: what finance confirms is posted to the account. */
export const entrustedAccountPrepayLifecycle = lifecycle(entrustedAccountPrepay, {
  'review.pass': {
    ...reviewed,
    label: ['确认', 'Confirm'],
    to: { confirmStatus: 'confirmed' },
    match: { confirmStatus: 1 },
    // of what is paid in; the bank itself confirms what it collects
    demands: { bankSerialNo: { chargeType: 1 }, recordVoucher: { chargeType: 1 } },
    ask: { remark: longText('复核意见', 'Remark', { length: 500 }) },
    key: 'a',
    result: 'pass',
  },
  'review.reject': {
    ...reviewed,
    label: ['驳回', 'Reject'],
    to: { confirmStatus: 'rejected' },
    match: { confirmStatus: 2 },
    ask: {
      remark: rejection,
    },
    key: 'r',
    result: 'reject',
  },
  // Paid in online: the money is at the bank and goes into the account, or into suspense where the account cannot take
  // it.
  answered: {
    label: ['银行已答复', 'The bank has answered'],
    from: { confirmStatus: 'pending' },
    to: {},
    by: 'system',
  },
  suspend: {
    label: ['银行已扣款，挂账', 'Collected, in suspense'],
    from: { confirmStatus: 'pending' },
    to: { confirmStatus: 'inSuspense' },
    by: 'system',
  },
  collected: {
    label: ['银行已扣款', 'Collected by the bank'],
    from: { confirmStatus: 'pending' },
    to: { confirmStatus: 'confirmed' },
    by: 'system',
  },
  notCollected: {
    label: ['银行未扣款', 'Not collected by the bank'],
    from: { confirmStatus: 'pending' },
    to: { confirmStatus: 'rejected' },
    by: 'system',
  },
  // caused by an edit of what was rejected
  resubmit: {
    label: ['重新提交', 'Asked for anew'],
    from: { confirmStatus: 'rejected' },
    to: { confirmStatus: 'pending' },
    by: 'system',
  },
})

/**
 * `POST recharge`: a company pays in to its open account. The call makes a prepayment order; finance confirms offline
 * payments, the bank those that it collects.
 */
export const recharge = call('entrustedAccount.recharge', {
  method: 'POST',
  paths: ['blade-pay/entrustedAccount/recharge'],
  title: ['充值', 'Recharge'],
  permission: 'entrustedAccount_recharge',
  roles: ['companyAdmin', 'cashier'],
  safe: false,
  on: entrustedAccount,
  key: { name: 'entrustedCompanyId', field: 'entrustedCompanyId', latest: true },
  from: { accountStatus: ['normal', 'frozen'] },
  extra: 'ignored',
  body: {
    paymentType,
    amount: recordAmount,
    // Serial number and voucher belong to offline payments; for collected ones the bank reports the serial number.
    bankSerialNo,
    recordVoucher,
  },
  answer: answer.one('entrustedAccountPrepay'),
  command: { key: 'a', result: 'pass', money: true, amount: 'amount' },
})
