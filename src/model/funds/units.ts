import { is } from '../language/conditions/condition.ts'
import { every } from '../language/every.ts'
import { choice, datetime, longText, money, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { facts, history, related } from '../language/section.ts'
import { states, statesOf } from '../language/states.ts'
import { reviewEdges } from '../patterns/review.ts'
import { bankAccount } from '../payment/words.ts'

/** Data of the platform's registration that the bank asks for when a unit is opened. */
const applied = {
  holderName: text('持有方', 'Holder', {
    length: 100,
    width: 210,
    required: '请输入平台公司的登记名称',
    requiredEn: "Please enter the platform company's registered name",
  }),
  creditCode: text('统一社会信用代码', 'Credit code', {
    length: 18,
    width: 170,
    means: 'creditCode',
    required: '请输入统一社会信用代码',
    requiredEn: 'Please enter the credit code',
  }),
  unitName: text('子单元名称', 'Unit', {
    length: 100,
    width: 220,
    required: '请输入子单元名称',
    requiredEn: 'Please enter the name of the unit',
  }),
} as const
const holderName = text('持有方', 'Holder', { length: 100, width: 210 })
const creditCode = text('统一社会信用代码', 'Credit code', { length: 18, width: 170, means: 'creditCode' })

/**
 * 交易管家子单元: sub-accounts of the platform's bank account: one for each company, one for the platform, and those for
 * taxes.
 */
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
    holderName,
    creditCode,
    bankAccount: bankAccount('银行账号', 'Bank account'),
    balance: money('余额', 'Balance', { width: 140, initial: '0.00' }),
    unitStatus: states(
      '状态',
      'Status',
      {
        normal: [1, '正常', 'Normal', 'good'],
        closing: [2, '关闭中', 'Closing', 'busy'],
        closed: [3, '已关闭', 'Closed', 'off'],
        toCheck: [4, '待复核', 'To be checked', 'wait'],
        opening: [5, '开通中', 'Opening', 'busy'],
        notOpened: [6, '未开通', 'Not opened', 'bad'],
      },
      { width: 80, initial: 'normal' },
    ),
    openMsg: longText('未开通原因', 'Why not opened', { length: 500, width: 180 }),
    openTime: datetime('开通时间', 'Opened', { width: 150 }),
    closeTime: datetime('关闭时间', 'Closed', { width: 150 }),
    closeReason: longText('关闭原因', 'Why closed', { length: 255, width: 180 }),
  }),
  operations: ['view', 'export'],
  readers: { finance: 'export', cashier: 'export', auditor: 'export' },
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

const { unitStatus } = statesOf(tradingManagerInfo)

const opening = {
  to: { unitStatus: 'toCheck' },
  by: 'operator',
  permission: 'tradingManagerInfo_open',
  roles: ['finance'],
  ask: applied,
  result: 'other',
} as const

/**
 * 3.19: the platform's unit is requested by one person and checked by another, then the bank opens it or refuses with a
 * reason; units of companies are opened with their admission (3.7). Closed at the bank when it is empty and its holder
 * has nothing open.
 */
export const tradingManagerInfoLifecycle = lifecycle(tradingManagerInfo, {
  open: { ...opening, label: ['开通子单元', 'Open the bank unit'], from: 'new', call: 'POST open' },
  resubmit: {
    ...opening,
    label: ['重新提交', 'Resubmit'],
    from: { unitStatus: 'notOpened' },
    call: 'POST resubmit',
    select: 'one',
    present: { holderName: 'holderName', creditCode: 'creditCode', unitName: 'unitName' },
  },
  ...reviewEdges(
    'unitStatus',
    'remark',
    {
      by: 'operator',
      call: 'POST audit',
      permission: 'tradingManagerInfo_audit',
      roles: ['finance'],
      select: 'one',
      makerChecker: true,
    },
    { says: 'status', from: 'toCheck', passed: 'opening', rejected: 'notOpened' },
  ),
  opened: {
    label: ['已开通', 'Opened'],
    from: { unitStatus: 'opening' },
    to: { unitStatus: 'normal' },
    by: 'system',
    result: 'pass',
  },
  notOpened: {
    label: ['银行未开通', 'Not opened'],
    from: { unitStatus: 'opening' },
    to: { unitStatus: 'notOpened' },
    by: 'system',
    result: 'reject',
  },
  close: {
    label: ['关闭子单元', 'Close the unit'],
    from: { unitStatus: 'normal' },
    to: { unitStatus: 'closing' },
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
  closed: { label: ['已关闭', 'Closed'], from: { unitStatus: 'closing' }, to: { unitStatus: 'closed' }, by: 'system' },
  refused: {
    label: ['银行未关闭', 'Not closed'],
    from: { unitStatus: 'closing' },
    to: { unitStatus: 'normal' },
    by: 'system',
  },
  reconcile: { label: ['日终对账', 'Reconciled by day'], from: { unitStatus: 'normal' }, to: {}, by: 'system' },
})

/** 3.24: what was moved yesterday is compared with the bank, unit by unit. */
export const reconcileUnits = every('tradingManagerInfo.reconcile', {
  cron: '10 6 * * *',
  resource: 'tradingManagerInfo',
  where: [is('unitStatus', unitStatus.normal)],
  step: 'reconcile',
})
