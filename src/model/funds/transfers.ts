import { oneOf } from '../language/conditions/condition.ts'
import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { publicPage } from '../language/domain/page.ts'
import { linkCall, linkPanel, token } from '../language/domain/sharedLink.ts'
import { every, past } from '../language/every.ts'
import { code, datetime, longText, money, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { facts, history, related } from '../language/section.ts'
import { states, statesOf } from '../language/states.ts'
import { twin } from '../language/twin.ts'
import {
  AGAIN_STATES,
  bankAccount,
  bankMsg,
  bankQueries,
  INTERNAL_STATES,
  numberOf,
  posted,
  TRANSFER_STATES,
  yurRef,
} from '../payment/words.ts'

/** 银行转账: every movement of money out of the bank, by the reference that the bank knows it by. */
export const transferAccount = resource('transferAccount', {
  calls: ['blade-cmb/transferAccount'],
  title: ['银行转账', 'Bank transfers'],
  name: 'yurRef',
  fields: readOnly({
    yurRef,
    ...posted,
    payAccount: bankAccount('付款账号', 'Paying account'),
    payeeName: text('收款人', 'Payee', { length: 100, width: 150 }),
    payeeAccount: bankAccount('收款账号', 'Payee account'),
    payeeBankNo: text('联行号', 'Branch no.', { search: 'code', length: 20, width: 130 }),
    amount: money('金额', 'Amount', { width: 130, initial: '0.00' }),
    purpose: text('用途', 'Purpose', { length: 60, width: 150 }),
    transferStatus: states('转账状态', 'Status', TRANSFER_STATES, {
      short: ['状态', 'Status'],
      width: 90,
      initial: 'accepted',
    }),
    bankSerialNo: text('银行流水号', 'Bank serial no.', { search: 'code', length: 64, width: 180 }),
    bankMsg,
    submitTime: datetime('提交时间', 'Submitted', { width: 150 }),
    finishTime: datetime('完成时间', 'Finished', { width: 150 }),
    ...bankQueries,
    reconciliationId: ref('reconciliationInfo', '对账', 'Reconciliation', {}),
    againStatus: states('退票重付', 'Paid again', AGAIN_STATES, { width: 160, initial: 'none' }),
    againOfId: ref('transferAccount', '原转账', 'Pays again', {}),
  }),
  operations: ['view', 'export'],
  readers: { finance: 'export', cashier: 'export', auditor: 'export' },
  list: {
    columns: ['yurRef', 'bizType', 'payeeName', 'payeeAccount', 'amount', 'purpose', 'transferStatus', 'finishTime'],
    search: ['yurRef', 'bizType', 'bizCode', 'payeeName', 'transferStatus'],
    filters: ['bizId', 'reconciliationId', 'againStatus'],
    sort: 'createTime',
    amount: 'amount',
  },
  // transfers are the platform's own bookkeeping: companies see their payments instead
  owner: 'platform',
  concerns: { resource: 'bizType', id: 'bizId', name: 'bizCode' },
  unique: [['yurRef'], ['bankSerialNo']],
  sections: [facts({ without: ['reconciliationId', 'nextQueryTime'] }), linkPanel(), history(), related()],
  routes: { list: '/cmb/transferAccount' },
})

const { transferStatus } = statesOf(transferAccount)

/** 3.16: the bank answers at once or is asked; a transfer that succeeded may still come back (退票). */
export const transferAccountLifecycle = lifecycle(transferAccount, {
  payQuery: {
    label: ['查询', 'Ask the bank'],
    // ended transfers stay as they are
    from: {},
    to: {},
    by: 'operator',
    call: { method: 'POST', paths: ['payQuery'], key: { name: 'yurRef', field: 'yurRef' } },
    permission: 'transferAccount_payQuery',
    roles: ['cashier'],
    select: 'one',
    key: 'y',
    result: 'other',
  },
  poll: {
    label: ['再次查询', 'Asked again'],
    from: { transferStatus: ['processing', 'succeeded'] },
    to: {},
    by: 'system',
  },
  told: { label: ['查询结果', 'Answer of the bank'], from: {}, to: {}, by: 'system' },
  unanswered: { label: ['查询无结果', 'No answer'], from: {}, to: {}, by: 'system' },
  process: {
    label: ['处理中', 'Processing'],
    from: { transferStatus: 'accepted' },
    to: { transferStatus: 'processing' },
    by: 'system',
  },
  succeed: {
    label: ['成功', 'Succeeded'],
    from: { transferStatus: ['accepted', 'processing'] },
    to: { transferStatus: 'succeeded' },
    by: 'system',
  },
  fail: {
    label: ['失败', 'Failed'],
    from: { transferStatus: ['accepted', 'processing'] },
    to: { transferStatus: 'failed' },
    by: 'system',
  },
  bounce: {
    label: ['退票', 'Bounced'],
    from: { transferStatus: 'succeeded' },
    to: { transferStatus: 'bounced' },
    by: 'system',
  },
  // late: what was paid for stays paid, and the unit has its money (3.14)
  'again.owe': {
    label: ['待重付', 'To be paid again'],
    from: { transferStatus: 'bounced', againStatus: 'none' },
    to: { againStatus: 'toPay' },
    by: 'system',
  },
  payAgain: {
    label: ['退票重付', 'Pay again'],
    from: { transferStatus: 'bounced', againStatus: 'toPay' },
    to: { againStatus: 'onItsWay' },
    by: 'operator',
    call: 'POST payAgain',
    permission: 'transferAccount_payAgain',
    roles: ['cashier'],
    select: 'one',
    money: true,
    key: 'p',
    result: 'pass',
  },
  'again.paid': {
    label: ['已重付', 'Paid again'],
    from: { againStatus: 'onItsWay' },
    to: { againStatus: 'paid' },
    by: 'system',
  },
  // no way to pay it again: finance clears what came back (`suspenseEntry`), the doctor being listed or the unit closed
  toSuspense: {
    label: ['转挂账', 'To suspense'],
    from: { transferStatus: 'bounced', againStatus: 'toPay' },
    to: { againStatus: 'inSuspense' },
    by: 'operator',
    call: 'POST toSuspense',
    permission: 'transferAccount_toSuspense',
    roles: ['finance', 'cashier'],
    select: 'one',
    money: true,
    danger: true,
    ask: { reason: longText('转挂账原因', 'Reason', { length: 255, required: '请输入转挂账原因' }) },
    result: 'reject',
  },
  'again.suspend': {
    label: ['挂账', 'Suspended'],
    from: { transferStatus: 'bounced', againStatus: 'none' },
    to: { againStatus: 'inSuspense' },
    by: 'system',
  },
  'again.clear': {
    label: ['已了结', 'Cleared'],
    from: { againStatus: 'inSuspense' },
    to: { againStatus: 'cleared' },
    by: 'system',
  },
  'again.fail': {
    label: ['重付失败', 'Not paid again'],
    from: { againStatus: 'onItsWay' },
    to: { againStatus: 'toPay' },
    by: 'system',
    result: 'reject',
  },
})

/** Until the bank has said how a transfer ended it is asked again; after that for some days, since money may come back. */
export const pollTransfers = every('transferAccount.poll', {
  cron: '* * * * *',
  resource: 'transferAccount',
  where: [oneOf('transferStatus', [transferStatus.processing, transferStatus.succeeded]), past('nextQueryTime', 'now')],
  step: 'poll',
})

const unitNo = (zh: string, en: string) =>
  text(zh, en, { search: 'code', length: 20, width: 130, required: `请输入${zh}`, requiredEn: `Please enter ${en}` })
const unitName = (zh: string, en: string) => text(zh, en, { length: 100, width: 180 })

const feeRef = (to: 'platServiceFee' | 'platServiceFeePoint') =>
  ref(to, '平台服务费', 'Platform fee', {
    required: '请选择平台服务费',
    requiredEn: 'Please choose the platform fee',
    readOnly: 'edit',
    shows: 'platServiceFeeCode',
  })

/** 内部转账: the platform's fee, moved from a company's sub-unit to the platform's. */
export const dmanInternalTransfer = resource('dmanInternalTransfer', {
  calls: ['blade-cmb/dmanInternalTransfer'],
  title: ['内部转账', 'Internal transfers'],
  name: 'code',
  fields: {
    code: code('DT', '转账编号', 'Transfer no.', { short: ['编号', 'No'] }),
    ...readOnly({ yurRef }),
    platServiceFeeId: feeRef('platServiceFee'),
    ...readOnly({ platServiceFeeCode: numberOf('服务费单号', 'Fee no.') }),
    outUnitNo: unitNo('转出子单元', 'From unit'),
    outUnitName: unitName('转出名称', 'From'),
    inUnitNo: unitNo('转入子单元', 'To unit'),
    inUnitName: unitName('转入名称', 'To'),
    amount: money('金额', 'Amount', {
      min: '0.01',
      required: '请输入金额',
      requiredEn: 'Please enter the amount',
      width: 130,
    }),
    ...readOnly({
      transferStatus: states('转账状态', 'Status', INTERNAL_STATES, {
        short: ['状态', 'Status'],
        width: 90,
        initial: 'pending',
      }),
      bankMsg,
      finishTime: datetime('完成时间', 'Finished', { width: 150 }),
    }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { finance: 'view', cashier: 'manage', auditor: 'view' },
  editable: { edit: { transferStatus: ['pending', 'failed'] }, delete: { transferStatus: ['pending', 'failed'] } },
  list: {
    columns: ['code', 'platServiceFeeCode', 'outUnitName', 'inUnitName', 'amount', 'transferStatus', 'finishTime'],
    search: ['code', 'platServiceFeeCode', 'outUnitNo', 'outUnitName', 'inUnitNo', 'transferStatus'],
    filters: ['platServiceFeeId'],
    sort: 'createTime',
    amount: 'amount',
  },
  // between units of the platform's own accounts
  owner: 'platform',
  unique: [['code'], ['yurRef']],
  sections: [facts(), history(), related()],
  routes: { list: '/cmb/dmanInternalTransfer' },
})

/** 积分内部转账: the same of the fee for points. */
export const dmanInternalTransferPoint = twin(dmanInternalTransfer, 'dmanInternalTransferPoint', {
  calls: ['blade-cmb/dmanInternalTransferPoint'],
  title: ['积分内部转账', 'Internal transfers of points'],
  readers: { finance: 'view', cashier: 'view', auditor: 'view' },
  fields: {
    code: code('DTP', '转账编号', 'Transfer no.', { short: ['编号', 'No'] }),
    platServiceFeeId: feeRef('platServiceFeePoint'),
  },
  routes: { list: '/cmb/dmanInternalTransferPoint' },
})

/** 3.18: caused by the fee that is transferred (`platServiceFee`). */
const internalEdges = {
  send: {
    label: ['已发送', 'Sent'],
    from: { transferStatus: ['pending', 'failed'] },
    to: { transferStatus: 'processing' },
    by: 'system',
  },
  succeed: {
    label: ['成功', 'Succeeded'],
    from: { transferStatus: 'processing' },
    to: { transferStatus: 'succeeded' },
    by: 'system',
  },
  fail: {
    label: ['失败', 'Failed'],
    from: { transferStatus: 'processing' },
    to: { transferStatus: 'failed' },
    by: 'system',
  },
} as const

export const dmanInternalTransferLifecycle = lifecycle(dmanInternalTransfer, internalEdges)
export const dmanInternalTransferPointLifecycle = lifecycle(dmanInternalTransferPoint, internalEdges)

/** Makes the link to the public page of a transfer. */
export const transferLink = linkCall(transferAccount)

/**
 * Where the bank sends a browser back to: what became of the transfer that the token in the address stands for, nothing of
 * who is paid. Without a token it says of no transfer, and where to look.
 */
export const transferResult = call('transferAccount.result', {
  method: 'GET',
  paths: ['blade-cmb/transferAccount/result'],
  title: ['转账结果', 'Transfer result'],
  // the signed token, which only people who see the transfer are given, is the permission
  open: 'public',
  query: { ref: token },
  safe: true,
  answer: answer.one({
    yurRef: text('业务参考号', 'Bank reference', {}),
    amount: money('金额', 'Amount', {}),
    transferStatus: states('转账状态', 'Status', TRANSFER_STATES, {}),
    finishTime: datetime('完成时间', 'Finished', {}),
    hint: text('说明', 'What to do', { length: 200 }),
  }),
})

export const transferPage = publicPage('transferResult', {
  path: '/transfer',
  query: ['ref'],
  title: ['转账结果', 'Transfer result'],
  call: transferResult,
})
