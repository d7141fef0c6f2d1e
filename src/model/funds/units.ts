import { choice, code, date, datetime, integer, list, longText, money, readOnly, ref, text } from '../kernel/field.ts'
import { lifecycle } from '../kernel/lifecycle.ts'
import { resource } from '../kernel/resource.ts'
import { facts, history, related } from '../kernel/section.ts'
import { bankAccount, NOT_YET } from './words.ts'

/** 交易管家子单元: what of the platform's bank account is whose: one unit a company, one of the platform, those of taxes. */
export const tradingManagerInfo = resource('tradingManagerInfo', {
  calls: ['blade-tradingManager/tradingManagerInfo'],
  title: ['交易管家', 'Trading-manager units'],
  name: 'unitName',
  fields: readOnly({
    unitNo: text('子单元编号', 'Unit no.', { search: 'code', length: 20, width: 130 }),
    unitName: text('子单元名称', 'Unit', { length: 100, width: 220 }),
    holderType: choice(
      '持有方类型',
      'Kind',
      { 1: ['企业', 'Company'], 2: ['平台', 'Platform'], 3: ['税款', 'Taxes'] },
      { width: 100 },
    ),
    holderId: ref('entrustedCompany', '持有企业', 'Company', { shows: 'holderName' }),
    holderName: text('持有方', 'Holder', { width: 210 }),
    bankAccount: bankAccount('银行账号', 'Bank account'),
    balance: money('余额', 'Balance', { width: 140, initial: '0.00' }),
    unitStatus: choice(
      '状态',
      'Status',
      { 1: ['正常', 'Normal', 'good'], 2: ['关闭中', 'Closing', 'busy'], 3: ['已关闭', 'Closed', 'off'] },
      { width: 80, initial: 1 },
    ),
    openTime: datetime('开通时间', 'Opened', { width: 150 }),
    closeTime: datetime('关闭时间', 'Closed', { width: 150 }),
    closeReason: longText('关闭原因', 'Why closed', { length: 255, width: 180 }),
  }),
  operations: ['view', 'export'],
  list: {
    columns: ['unitNo', 'unitName', 'holderType', 'holderName', 'bankAccount', 'balance', 'unitStatus', 'openTime'],
    search: ['unitNo', 'unitName', 'holderType', 'unitStatus'],
    filters: ['holderId'],
    sort: 'createTime',
    sorts: ['balance'],
    amount: 'balance',
  },
  // units of the platform's own account
  owner: 'platform',
  lockedLast: true,
  unique: [['unitNo']],
  sections: [facts(), history(), related()],
  routes: { list: '/cmb/tradingManagerInfo' },
})

/** 3.19: closed at the bank once nothing is left in it and nothing of its holder is open. */
export const tradingManagerInfoLifecycle = lifecycle(tradingManagerInfo, {
  close: {
    label: ['关闭子单元', 'Close the unit'],
    from: { unitStatus: 1 },
    to: { unitStatus: 2 },
    by: 'operator',
    call: 'POST close',
    permission: 'tradingManagerInfo_close',
    roles: ['cashier'],
    select: 'one',
    money: true,
    ask: {
      reason: longText('关闭原因', 'Reason', {
        length: 255,
        required: '请输入关闭原因',
      }),
    },
    danger: true,
    result: 'reject',
  },
  closed: { label: ['已关闭', 'Closed'], from: { unitStatus: 2 }, to: { unitStatus: 3 }, by: 'system' },
  refused: { label: ['银行未关闭', 'Not closed'], from: { unitStatus: 2 }, to: { unitStatus: 1 }, by: 'system' },
})

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
      width: 110,
    }),
    ...readOnly({
      ourCount: count('我方笔数', 'Our count'),
      ourAmount: amount('我方金额', 'Our amount'),
      bankCount: count('银行笔数', 'Bank count'),
      bankAmount: amount('银行金额', 'Bank amount'),
      matchedCount: count('相符笔数', 'Matched'),
      diffCount: count('差异笔数', 'Differences'),
      diffAmount: amount('差异金额', 'Difference'),
      reconStatus: choice(
        '对账状态',
        'Status',
        {
          0: ['待对账', 'Pending', 'wait'],
          1: ['对账中', 'Running', 'busy'],
          2: ['已平', 'Balanced', 'good'],
          3: ['有差异', 'Differences', 'bad'],
          4: ['差异已处理', 'Resolved', 'good'],
        },
        { short: ['状态', 'Status'], width: 100, initial: 0 },
      ),
      resultDetail: list('对账明细', 'Details', {
        yurRef: text('业务参考号', 'Bank reference', { length: 30 }),
        our: money('我方', 'Ours', {}),
        bank: money('银行', 'Bank', {}),
        diffType: choice('差异类型', 'Kind', {
          1: ['我方多', 'Only ours'],
          2: ['银行多', 'Only the bank'],
          3: ['金额不符', 'Amounts differ'],
          4: ['状态不符', 'States differ'],
        }),
        handle: text('处理方式', 'Handled by', { length: 100 }),
        remark: text('备注', 'Remark', { length: 255 }),
      }),
      submitUserName: text('处理人', 'Resolved by', { length: 50, width: 90 }),
      submitTime: datetime('处理时间', 'Resolved at', { width: 150 }),
    }),
  },
  operations: ['view', 'add', 'edit', 'delete', 'export'],
  editable: { edit: { reconStatus: 0 }, delete: { reconStatus: 0 } },
  list: {
    columns: ['taskid', 'accountNo', 'reconDate', 'ourAmount', 'bankAmount', 'diffCount', 'diffAmount', 'reconStatus'],
    search: ['taskid', 'accountNo', 'reconDate', 'reconStatus'],
    sort: 'createTime',
    amount: 'ourAmount',
  },
  owner: 'platform',
  unique: [['taskid'], ['accountNo', 'reconDate']],
  children: [{ resource: 'transferAccount', by: 'reconciliationId' }],
  routes: { list: '/cmb/reconciliationInfo' },
})

/** 3.24: compared with the bank's statement; differences are handled one by one. */
export const reconciliationInfoLifecycle = lifecycle(reconciliationInfo, {
  check: {
    closed: NOT_YET,
    label: ['对账', 'Reconcile'],
    from: { reconStatus: [0, 3] },
    to: { reconStatus: 1 },
    by: 'operator',
    call: { method: 'POST', paths: ['accountCheckingResult'], key: { name: 'taskid', field: 'taskid' } },
    permission: 'reconciliationInfo_accountCheckingResult',
    roles: ['cashier', 'finance'],
    select: 'one',
    result: 'other',
  },
  resolve: {
    closed: NOT_YET,
    label: ['差异已处理', 'Resolve'],
    from: { reconStatus: 3 },
    to: { reconStatus: 4 },
    by: 'operator',
    call: 'POST submitReconciliationInfo',
    permission: 'reconciliationInfo_submitReconciliationInfo',
    roles: ['finance'],
    select: 'one',
    ask: { remark: longText('处理说明', 'How', { length: 255 }) },
    result: 'pass',
  },
  balance: { label: ['已平', 'Balanced'], from: { reconStatus: 1 }, to: { reconStatus: 2 }, by: 'system' },
  differ: { label: ['有差异', 'Differences'], from: { reconStatus: 1 }, to: { reconStatus: 3 }, by: 'system' },
})
