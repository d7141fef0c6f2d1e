import { is } from '../language/conditions/condition.ts'
import { every, past } from '../language/every.ts'
import { choice, code, datetime, integer, longText, money, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { children, facts, history, related, tracePanel } from '../language/section.ts'
import { states, statesOf } from '../language/states.ts'
import { company, fiscalTax } from '../patterns/mixins.ts'
import { bankAccount, bankQueries, numberOf } from '../payment/words.ts'

export const HANDLE_STATES = {
  pending: [0, '待经办', 'To handle', 'wait'],
  approving: [1, '银行审批中', 'Bank approving', 'busy'],
  processing: [2, '处理中', 'Processing', 'busy'],
  succeeded: [3, '全部成功', 'All succeeded', 'good'],
  partlyFailed: [4, '部分失败', 'Partly failed', 'bad'],
  failed: [5, '全部失败', 'All failed', 'bad'],
  returned: [6, '已退回', 'Returned', 'off'],
} as const

const counted = (zh: string, en: string) => integer(zh, en, { width: 80, initial: 0 })
const summed = (zh: string, en: string) => money(zh, en, { width: 130, initial: '0.00' })

/** 经办申请: payment instructions that go to the bank together: one company, one fiscal-tax company (INV-19). */
export const handleApply = resource('handleApply', {
  calls: ['blade-handleApply', 'blade-handleApply/handleApply'],
  title: ['经办申请', 'Bank handling'],
  name: 'code',
  fields: {
    code: code('HA', '经办编号', 'Handling no.', { short: ['编号', 'No'] }),
    ...readOnly({
      ...fiscalTax,
      ...company,
      payAccount: bankAccount('付款账号', 'Paying account'),
      totalCount: counted('总笔数', 'Payments'),
      totalAmount: summed('总金额', 'Amount'),
      successCount: counted('成功笔数', 'Succeeded'),
      successAmount: summed('成功金额', 'Succeeded amount'),
      failCount: counted('失败笔数', 'Failed'),
      failAmount: summed('失败金额', 'Failed amount'),
      handleMode: choice(
        '经办方式',
        'Mode',
        { 0: ['未定', 'Open', 'off'], 1: ['无需审批', 'Without approval'], 2: ['需银行审批', 'Bank approval'] },
        { width: 100, initial: 0 },
      ),
      handleStatus: states('经办状态', 'Status', HANDLE_STATES, {
        short: ['状态', 'Status'],
        width: 100,
        initial: 'pending',
      }),
      sponsorUserName: text('经办人', 'Handled by', { length: 50, width: 90 }),
      sponsorTime: datetime('经办时间', 'Handled at', { width: 150 }),
      bankBatchNo: numberOf('银行批次号', 'Bank batch no.'),
      // the review that opened it: what is approved together goes to the bank together
      reviewNo: text('审核批次', 'Review', { search: 'exact', length: 64, width: 170 }),
      ...bankQueries,
    }),
  },
  operations: ['view', 'export'],
  readers: { finance: 'export', cashier: 'export', auditor: 'export' },
  list: {
    columns: [
      'code',
      'entrustedCompanyName',
      'fiscalTaxName',
      'totalCount',
      'totalAmount',
      'successCount',
      'failCount',
      'handleMode',
      'handleStatus',
      'createTime',
    ],
    search: ['code', 'entrustedCompanyId', 'entrustedCompanyName', 'fiscalTaxId', 'handleStatus'],
    sort: 'createTime',
    amount: 'totalAmount',
  },
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId' },
  unique: [['code']],
  children: [
    { resource: 'handleApplyInfo', by: 'handleApplyId' },
    { resource: 'handleStatusRecord', by: 'handleApplyId' },
    { resource: 'orderDoctorPayment', by: 'handleApplyId' },
    { resource: 'tradingManagerInfo', by: 'holderId', of: 'entrustedCompanyId' },
  ],
  sections: [
    facts(),
    children('handleApplyInfo'),
    children('tradingManagerInfo', ['付款子单元', 'Paid from']),
    children('handleStatusRecord'),
    children('orderDoctorPayment'),
    tracePanel(),
    history(),
    related(),
  ],
  routes: { list: '/cmb/handleApply', detail: '/handleApply/detail/:id' },
})

const { handleStatus } = statesOf(handleApply)

/** Decisions of the cashier on batches. */
const sponsored = <const Path extends string, const Permission extends string>(path: Path, permission: Permission) =>
  ({
    by: 'operator',
    call: { method: 'POST', paths: [path], key: 'handleIds' },
    permission: `handleApply_${permission}`,
    roles: ['cashier'],
    select: 'many',
    batch: 'allOrNothing',
    money: true,
  }) as const

/** 3.16: handed to the bank, with its approval or without, paid, or returned. */
export const handleApplyLifecycle = lifecycle(handleApply, {
  sponsorHandle: {
    ...sponsored('sponsorHandle', 'sponsorHandle'),
    label: ['无需审批经办', 'Handle without approval'],
    from: { handleStatus: 'pending' },
    to: { handleStatus: 'processing' },
    // a batch is made by whoever approved its payments
    makerChecker: true,
    key: 'w',
    result: 'pass',
  },
  sponsorHandleApproval: {
    ...sponsored('sponsorHandleApproval', 'sponsorHandleApproval'),
    label: ['提交银行审批', 'Hand to the bank for approval'],
    from: { handleStatus: 'pending' },
    to: { handleStatus: 'approving' },
    makerChecker: true,
    key: 'b',
    result: 'pass',
  },
  return: {
    ...sponsored('sponsorHandleReturn', 'sponsorHandleReturn'),
    call: { method: 'POST', paths: ['sponsorHandleReturn', 'returnHandle'], key: 'handleIds' },
    label: ['退回', 'Return'],
    from: { handleStatus: 'pending' },
    to: { handleStatus: 'returned' },
    ask: {
      reason: longText('退回原因', 'Reason', {
        length: 255,
        required: '请输入退回原因',
      }),
    },
    key: 'shift+t',
    danger: true,
    result: 'reject',
  },
  thaw: {
    ...sponsored('sponsorHandleThaw', 'sponsorHandleThaw'),
    closed: [
      '付款单已重新审核',
      'Nothing of a returned batch is frozen: its payments are back in review and get a new batch',
    ],
    label: ['解冻', 'Thaw'],
    from: { handleStatus: 'returned' },
    to: { handleStatus: 'pending' },
    result: 'other',
  },
  submitted: { label: ['银行已受理', 'Taken by the bank'], from: { handleStatus: 'approving' }, to: {}, by: 'system' },
  poll: { label: ['查询审批', 'Ask about the approval'], from: { handleStatus: 'approving' }, to: {}, by: 'system' },
  told: { label: ['审批结果', 'Answer on the approval'], from: { handleStatus: 'approving' }, to: {}, by: 'system' },
  unanswered: { label: ['查询无结果', 'No answer'], from: { handleStatus: 'approving' }, to: {}, by: 'system' },
  approve: {
    label: ['银行通过', 'Approved'],
    from: { handleStatus: 'approving' },
    to: { handleStatus: 'processing' },
    by: 'system',
  },
  refuse: {
    label: ['银行拒绝', 'Refused'],
    from: { handleStatus: 'approving' },
    to: { handleStatus: 'returned' },
    by: 'system',
  },
  succeed: {
    label: ['全部成功', 'All succeeded'],
    from: { handleStatus: ['processing', 'partlyFailed'] },
    to: { handleStatus: 'succeeded' },
    by: 'system',
  },
  failSome: {
    label: ['部分失败', 'Partly failed'],
    from: { handleStatus: 'processing' },
    to: { handleStatus: 'partlyFailed' },
    by: 'system',
  },
  failAll: {
    label: ['全部失败', 'All failed'],
    from: { handleStatus: 'processing' },
    to: { handleStatus: 'failed' },
    by: 'system',
  },
  resend: {
    label: ['重新付款', 'Sent again'],
    from: { handleStatus: ['partlyFailed', 'failed'] },
    to: { handleStatus: 'processing' },
    by: 'system',
  },
  closeReturned: {
    label: ['全部退回', 'All returned'],
    from: { handleStatus: 'failed' },
    to: { handleStatus: 'returned' },
    by: 'system',
  },
})

/** The bank is asked about its approval until it has answered, each time after a longer while. */
export const pollApprovals = every('handleApply.poll', {
  cron: '* * * * *',
  resource: 'handleApply',
  where: [is('handleStatus', handleStatus.approving), past('nextQueryTime', 'now')],
  step: 'poll',
})

/** 经办状态记录: what became of a batch when, and what the bank said. Only ever added to. */
export const handleStatusRecord = resource('handleStatusRecord', {
  calls: ['blade-handleStatusRecord', 'blade-handleStatusRecord/handleStatusRecord'],
  title: ['经办状态记录', 'Handling records'],
  name: 'handleApplyCode',
  appendOnly: true,
  fields: readOnly({
    handleApplyId: ref('handleApply', '经办申请', 'Handling', { shows: 'handleApplyCode' }),
    handleApplyCode: numberOf('经办编号', 'Handling no.'),
    handleApplyInfoId: ref('handleApplyInfo', '经办明细', 'Instruction', {}),
    fromStatus: states('原状态', 'From', HANDLE_STATES, { width: 110 }),
    toStatus: states('新状态', 'To', HANDLE_STATES, { width: 110 }),
    bankCode: text('银行代码', 'Bank code', { search: 'exact', length: 20, width: 100 }),
    bankMsg: text('银行信息', 'Bank message', { length: 255, width: 200 }),
    recordTime: datetime('记录时间', 'Recorded', { width: 150 }),
    operatorName: text('操作人', 'Operator', { length: 50, width: 100 }),
  }),
  operations: ['view'],
  readers: { finance: 'view', cashier: 'view', auditor: 'view' },
  list: {
    columns: ['handleApplyCode', 'fromStatus', 'toStatus', 'bankCode', 'bankMsg', 'recordTime', 'operatorName'],
    search: ['handleApplyCode', 'toStatus', 'recordTime'],
    filters: ['handleApplyId'],
    sort: 'recordTime',
  },
  owner: { through: 'handleApplyId' },
  sections: [facts(), related()],
  routes: { list: '/cmb/handleStatusRecord' },
})
