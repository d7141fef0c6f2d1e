import {
  choice,
  code,
  date,
  datetime,
  integer,
  list,
  longText,
  money,
  readOnly,
  text,
} from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { children, facts, history, related } from '../language/section.ts'
import { states } from '../language/states.ts'

/** Differences of one unit and day, at most. */
const DIFFERENCES_PER_DAY_MAX = 10_000

const fixed = { readOnly: 'always' } as const

/** A difference, with what a person says of it. */
const details = {
  yurRef: text('业务参考号', 'Bank reference', { length: 64, ...fixed }),
  our: money('我方', 'Ours', fixed),
  bank: money('银行', 'Bank', fixed),
  diffType: choice(
    '差异类型',
    'Kind',
    {
      1: ['我方多', 'Only ours'],
      2: ['银行多', 'Only the bank'],
      3: ['金额不符', 'Amounts differ'],
      4: ['状态不符', 'States differ'],
    },
    fixed,
  ),
  handle: text('处理方式', 'Handled by', { length: 100 }),
  remark: text('备注', 'Remark', { length: 255 }),
} as const

const handled = {
  ...details,
  handle: text('处理方式', 'Handled by', {
    length: 100,
    required: '请填写处理方式',
    requiredEn: 'Please say how it is handled',
  }),
} as const

const count = (zh: string, en: string) => integer(zh, en, { width: 80, initial: 0 })
const amount = (zh: string, en: string) => money(zh, en, { width: 130, initial: '0.00' })

/** 对账: what the platform and the bank say of one unit on one day (INV-48). */
export const reconciliationInfo = resource('reconciliationInfo', {
  calls: ['blade-reconciliationInfo', 'blade-reconciliationInfo/reconciliationInfo', 'blade-svc/reconciliationInfo'],
  title: ['对账管理', 'Reconciliation'],
  name: 'taskid',
  fields: {
    taskid: code('RC', '对账任务', 'Task no.', { short: ['任务', 'No'] }),
    accountNo: text('子单元编号', 'Unit no.', {
      search: 'code',
      length: 20,
      required: '请输入子单元编号',
      requiredEn: 'Please enter the unit no.',
      width: 130,
    }),
    reconDate: date('对账日期', 'Day', {
      required: '请选择对账日期',
      requiredEn: 'Please choose the day',
      past: true,
      width: 110,
    }),
    ...readOnly({
      ourCount: count('我方笔数', 'Our count'),
      ourAmount: amount('我方金额', 'Our amount'),
      bankCount: count('银行笔数', 'Bank count'),
      bankAmount: amount('银行金额', 'Bank amount'),
      matchedCount: count('相符笔数', 'Matched'),
      diffCount: count('差异笔数', 'Differences'),
      bankOnlyCount: count('银行多笔数', 'Only at the bank'),
      diffAmount: amount('差异金额', 'Difference'),
      reconStatus: states(
        '对账状态',
        'Status',
        {
          pending: [0, '待对账', 'Pending', 'wait'],
          running: [1, '对账中', 'Running', 'busy'],
          balanced: [2, '已平', 'Balanced', 'good'],
          differs: [3, '有差异', 'Differences', 'bad'],
          resolved: [4, '差异已处理', 'Resolved', 'good'],
        },
        { short: ['状态', 'Status'], width: 100, initial: 'pending' },
      ),
      resultDetail: list('对账明细', 'Details', details, { max: DIFFERENCES_PER_DAY_MAX }),
      submitUserName: text('处理人', 'Resolved by', { length: 50, width: 90 }),
      submitTime: datetime('处理时间', 'Resolved at', { width: 150 }),
    }),
  },
  operations: ['view', 'add', 'edit', 'delete', 'export'],
  readers: { finance: ['view', 'add', 'export'], cashier: ['view', 'add', 'export'], auditor: 'export' },
  editable: { edit: { reconStatus: 'pending' }, delete: { reconStatus: 'pending' } },
  list: {
    columns: ['taskid', 'accountNo', 'reconDate', 'ourAmount', 'bankAmount', 'diffCount', 'diffAmount', 'reconStatus'],
    search: ['taskid', 'accountNo', 'reconDate', 'reconStatus'],
    sort: 'createTime',
    amount: 'ourAmount',
  },
  owner: 'platform',
  unique: [['taskid'], ['accountNo', 'reconDate']],
  children: [{ resource: 'transferAccount', by: 'reconciliationId' }],
  sections: [
    facts({ first: ['taskid', 'accountNo', 'reconStatus'] }),
    facts(['resultDetail'], ['差异明细', 'Differences'], 'differences'),
    facts(['submitUserName', 'submitTime'], ['处理', 'Resolved'], 'resolved'),
    children('transferAccount'),
    history(),
    related(),
  ],
  routes: { list: '/cmb/reconciliationInfo' },
})

/** 3.24: compared with the bank's statement; differences are handled one by one. */
export const reconciliationInfoLifecycle = lifecycle(reconciliationInfo, {
  check: {
    label: ['对账', 'Reconcile'],
    from: { reconStatus: ['pending', 'differs'] },
    to: { reconStatus: 'running' },
    by: 'operator',
    call: { method: 'POST', paths: ['accountCheckingResult'], key: { name: 'taskid', field: 'taskid' } },
    permission: 'reconciliationInfo_accountCheckingResult',
    roles: ['cashier', 'finance'],
    select: 'one',
    key: 'y',
    result: 'other',
  },
  resolve: {
    label: ['差异已处理', 'Resolve'],
    from: { reconStatus: 'differs' },
    to: { reconStatus: 'resolved' },
    by: 'operator',
    call: 'POST submitReconciliationInfo',
    permission: 'reconciliationInfo_submitReconciliationInfo',
    roles: ['finance'],
    select: 'one',
    ask: {
      resultDetail: list('差异处理', 'Differences', handled, {
        max: DIFFERENCES_PER_DAY_MAX,
        fixed: true,
        required: '请填写每笔差异的处理方式',
        requiredEn: 'Please say how each difference is handled',
      }),
      remark: longText('处理说明', 'How', { length: 255 }),
    },
    present: { resultDetail: 'resultDetail' },
    key: 'a',
    result: 'pass',
  },
  // the same every day, for the unit
  run: {
    label: ['日终对账', 'Reconciled by day'],
    from: { reconStatus: ['pending', 'differs'] },
    to: { reconStatus: 'running' },
    by: 'system',
  },
  told: { label: ['收到对账单', 'The statement came'], from: { reconStatus: 'running' }, to: {}, by: 'system' },
  // differences found earlier stay to be handled
  unanswered: { label: ['对账单未取得', 'No statement'], from: { reconStatus: 'running' }, to: {}, by: 'system' },
  wait: { label: ['待对账', 'Waits'], from: { reconStatus: 'running' }, to: { reconStatus: 'pending' }, by: 'system' },
  balance: {
    label: ['已平', 'Balanced'],
    from: { reconStatus: 'running' },
    to: { reconStatus: 'balanced' },
    by: 'system',
  },
  differ: {
    label: ['有差异', 'Differences'],
    from: { reconStatus: 'running' },
    to: { reconStatus: 'differs' },
    by: 'system',
  },
  bounced: {
    label: ['退票差异', 'Money came back'],
    from: { reconStatus: ['pending', 'balanced', 'differs', 'resolved'] },
    to: { reconStatus: 'differs' },
    by: 'system',
  },
})
