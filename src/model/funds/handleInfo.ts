import { is } from '../language/conditions/condition.ts'
import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { datetime, integer, longText, money, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { facts, history, related } from '../language/section.ts'
import { states } from '../language/states.ts'
import { doctor } from '../patterns/mixins.ts'
import { bankAccount, bankMsg, numberOf, yurRef } from '../payment/words.ts'
import { handleApply } from './handle.ts'

/** 经办明细: one instruction to the bank; a failed one is sent again as a new instruction with its own reference. */
export const handleApplyInfo = resource('handleApplyInfo', {
  calls: ['blade-handleApplyInfo', 'blade-handleApplyInfo/handleApplyInfo'],
  title: ['经办明细', 'Bank instructions'],
  name: 'yurRef',
  fields: readOnly({
    handleApplyId: ref('handleApply', '经办申请', 'Handling', { shows: 'handleApplyCode' }),
    handleApplyCode: numberOf('经办编号', 'Handling no.'),
    orderDoctorPaymentId: ref('orderDoctorPayment', '付款单', 'Payment', { shows: 'orderDoctorPaymentCode' }),
    orderDoctorPaymentCode: numberOf('付款单号', 'Payment no.'),
    ...doctor,
    payeeName: text('收款人', 'Payee', { length: 50, width: 90, means: 'person' }),
    payeeAccount: bankAccount('收款账号', 'Payee account'),
    payeeBank: text('收款行', 'Payee bank', { width: 150 }),
    payeeBankNo: text('联行号', 'Branch no.', { search: 'code', length: 20, width: 130 }),
    amount: money('金额', 'Amount', { width: 120, initial: '0.00' }),
    yurRef,
    infoStatus: states(
      '明细状态',
      'Status',
      {
        pending: [0, '待经办', 'To handle', 'wait'],
        processing: [1, '处理中', 'Processing', 'busy'],
        succeeded: [2, '成功', 'Succeeded', 'good'],
        failed: [3, '失败', 'Failed', 'bad'],
        returned: [4, '已退回', 'Returned', 'off'],
        resent: [5, '已重发', 'Resent', 'off'],
      },
      { short: ['状态', 'Status'], width: 90, initial: 'pending' },
    ),
    bankCode: text('银行代码', 'Bank code', { search: 'exact', length: 20, width: 100 }),
    bankMsg,
    retryOfId: ref('handleApplyInfo', '原明细', 'Sent before as', {}),
    finishTime: datetime('完成时间', 'Finished', { width: 150 }),
  }),
  operations: ['view', 'export'],
  readers: { finance: 'export', cashier: 'export', auditor: 'export' },
  list: {
    columns: [
      'handleApplyCode',
      'payeeName',
      'payeeAccount',
      'payeeBank',
      'amount',
      'infoStatus',
      'bankMsg',
      'finishTime',
    ],
    search: ['yurRef', 'payeeName', 'infoStatus', 'orderDoctorPaymentCode'],
    filters: ['handleApplyId', 'orderDoctorPaymentId'],
    sort: 'createTime',
    amount: 'amount',
  },
  lists: {
    getFailApplyInfo: {
      title: ['失败明细', 'Failed instructions'],
      paths: ['/blade-handleApply/getFailApplyInfo', '/blade-handleApply/handleApply/getFailApplyInfo'],
      where: [is('infoStatus', 3)],
      answer: 'page',
    },
  },
  owner: { through: 'handleApplyId' },
  unique: [['yurRef']],
  sections: [
    facts({ first: ['yurRef'], without: ['retryOfId'] }),
    facts(['doctorName', 'phone', 'idCardNumber', 'hospitalName', 'departmentName'], ['医生', 'Doctor'], 'doctor'),
    history(),
    related(),
  ],
  routes: { list: '/cmb/handleApplyInfo' },
})

/** Decisions of the cashier on failed instructions, several of a batch in one call. */
const failed = {
  by: 'operator',
  call: {
    method: 'POST',
    paths: [
      '/blade-handleApply/sponsorHandleApprovalFailHandle',
      '/blade-handleApply/handleApply/sponsorHandleApprovalFailHandle',
    ],
    entries: { name: 'handleApplyInfoVOList', within: { handleId: 'handleApplyId' } },
  },
  permission: 'handleApplyInfo_failHandle',
  roles: ['cashier'],
  select: 'many',
  batch: 'perRow',
  money: true,
  from: { infoStatus: 'failed' },
} as const

/** 3.16: sent, answered by the bank; what failed is sent again or returned. */
export const handleApplyInfoLifecycle = lifecycle(handleApplyInfo, {
  'fail.resend': {
    ...failed,
    label: ['重发', 'Send again'],
    to: { infoStatus: 'resent' },
    match: { action: 1 },
    ask: {
      payeeAccount: text('收款账号', 'Payee account', { length: 32, means: 'bankAccount' }),
      payeeBankNo: text('联行号', 'Branch no.', { length: 20, means: 'bankBranch' }),
      remark: longText('备注', 'Remark', { length: 255 }),
    },
    key: 's',
    result: 'pass',
  },
  'fail.return': {
    ...failed,
    label: ['退回', 'Return'],
    to: { infoStatus: 'returned' },
    match: { action: 2 },
    ask: { remark: longText('备注', 'Remark', { length: 255 }) },
    key: 'shift+t',
    result: 'reject',
  },
  send: { label: ['已发送', 'Sent'], from: { infoStatus: 'pending' }, to: { infoStatus: 'processing' }, by: 'system' },
  succeed: {
    label: ['成功', 'Succeeded'],
    from: { infoStatus: 'processing' },
    to: { infoStatus: 'succeeded' },
    by: 'system',
  },
  fail: { label: ['失败', 'Failed'], from: { infoStatus: 'processing' }, to: { infoStatus: 'failed' }, by: 'system' },
  return: {
    label: ['退回', 'Returned'],
    from: { infoStatus: 'pending' },
    to: { infoStatus: 'returned' },
    by: 'system',
  },
})

/** `queryApplyInfoStatus?handleApplyId`: the bank is asked what became of a batch; its answer moves the batch. */
export const queryApplyInfoStatus = call('handleApply.queryApplyInfoStatus', {
  method: 'GET',
  paths: ['blade-handleApply/queryApplyInfoStatus', 'blade-handleApply/handleApply/queryApplyInfoStatus'],
  title: ['查询经办结果', 'Ask the bank'],
  permission: 'handleApply_queryApplyInfoStatus',
  roles: ['cashier'],
  on: handleApply,
  select: 'one',
  key: 'handleApplyId',
  from: { handleStatus: ['approving', 'processing'] },
  safe: false,
  command: { key: 'y', result: 'other' },
  answer: answer.one({
    handleStatus: handleApply.fields.handleStatus,
    successCount: integer('成功笔数', 'Succeeded', {}),
    failCount: integer('失败笔数', 'Failed', {}),
  }),
})
