import { PAY_TYPES, PLAN_TYPES } from '../../activities/words.ts'
import { is } from '../../language/conditions/condition.ts'
import { every, past } from '../../language/every.ts'
import { choice, code, date, datetime, integer, money, readOnly, ref, text } from '../../language/fields/field.ts'
import { lifecycle } from '../../language/lifecycle.ts'
import { resource } from '../../language/resource.ts'
import { children, facts, history, panel, related, sums, tracePanel } from '../../language/section.ts'
import { states, statesOf } from '../../language/states.ts'
import { view } from '../../language/view.ts'
import { company, fiscalTax } from '../../patterns/mixins.ts'

/** 结算周期: one company × calendar month (domain §2.8). */
export const settlementCycle = resource('settlementCycle', {
  calls: ['blade-svc/settlementCycle'],
  title: ['结算周期', 'Settlement cycles'],
  name: 'code',
  fields: {
    code: code('SC', '周期编号', 'Cycle no.', { short: ['编号', 'No'] }),
    ...company,
    ...readOnly({
      cycleMonth: text('结算月份', 'Month', {
        search: 'exact',
        length: 6,
        means: 'month',
        width: 90,
        short: ['月份', 'Month'],
      }),
      startDate: date('开始日期', 'From', { width: 100 }),
      endDate: date('结束日期', 'To', { notBefore: 'startDate', width: 100 }),
      resultOrderCount: integer('结果单数', 'Result orders', { width: 80, initial: 0 }),
      doctorAmount: money('医生劳务费', 'Doctor fees', { width: 130, initial: '0.00' }),
      platformAmount: money('平台服务费', 'Platform fee', { width: 120, initial: '0.00' }),
      totalAmount: money('周期总额', 'Total', { width: 140, initial: '0.00', short: ['金额', 'Amount'] }),
      cycleStatus: states(
        '周期状态',
        'Status',
        {
          open: [0, '开放', 'Open', 'busy'],
          toConfirm: [1, '待确认', 'To confirm', 'wait'],
          confirmed: [2, '已确认', 'Confirmed', 'good'],
          settled: [3, '已结清', 'Settled', 'good'],
        },
        { short: ['状态', 'Status'], width: 90, initial: 'open' },
      ),
      // doctor orders of it whose settlement order was removed or voided while others live
      restStatus: states(
        '补充确认',
        'Rest',
        { none: [0, '无', 'None'], toConfirm: [1, '待补充确认', 'To confirm', 'wait'] },
        { width: 100, initial: 'none' },
      ),
      confirmUser: ref('user', '确认人', 'Confirmed by', { shows: 'confirmUserName' }),
      confirmUserName: text('确认人', 'Confirmed by', { length: 50, width: 90 }),
      confirmTime: datetime('确认时间', 'Confirmed at', { width: 150 }),
    }),
  },
  operations: ['view', 'export'],
  readers: { finance: 'export', companyAdmin: 'view', auditor: 'export' },
  list: {
    columns: [
      'code',
      'entrustedCompanyName',
      'cycleMonth',
      'resultOrderCount',
      'doctorAmount',
      'platformAmount',
      'totalAmount',
      'cycleStatus',
      'confirmUserName',
      'confirmTime',
    ],
    search: ['code', 'entrustedCompanyId', 'entrustedCompanyName', 'cycleMonth', 'cycleStatus', 'restStatus'],
    sort: 'createTime',
    amount: 'totalAmount',
  },
  owner: { company: 'entrustedCompanyId' },
  unique: [['entrustedCompanyId', 'cycleMonth'], ['code']],
  children: [
    { resource: 'settlementOrder', by: 'settlementCycleId' },
    { resource: 'settlementOrderPoint', by: 'settlementCycleId' },
    { resource: 'settlementCycleProjectDetail', by: 'settlementCycleId' },
    { resource: 'settlementCycleTaxItem', by: 'settlementCycleId' },
    { resource: 'resultOrder', by: 'settlementCycleId' },
    { resource: 'resultOrderPoint', by: 'settlementCycleId' },
  ],
  sections: [
    facts({ first: ['code', 'cycleStatus', 'restStatus'], last: ['createTime'] }),
    sums(['doctorAmount', '+platformAmount', '=totalAmount']),
    children('settlementCycleProjectDetail', ['项目', 'Projects']),
    children('settlementCycleTaxItem', ['税项', 'Tax items']),
    panel('partners', ['合作方', 'Partners']),
    children('resultOrder', ['结果单', 'Result orders']),
    children('resultOrderPoint', ['积分结果单', 'Result orders in points']),
    children('settlementOrder', ['结算单', 'Settlement orders']),
    children('settlementOrderPoint', ['积分结算单', 'Orders in points']),
    tracePanel(),
    history(),
    related(),
  ],
  routes: { list: '/svc/settlementCycle', detail: '/settlementCycle/detail/:id' },
})

const { cycleStatus } = statesOf(settlementCycle)

/**
 * 周期税目: a cycle's amounts by fiscal-tax company and tax item, computed from the doctor orders of its confirmed result
 * orders (domain §2.8): before it is confirmed as after (Q12), in money and in points. They come to what the cycle does.
 */
export const settlementCycleTaxItem = view('settlementCycleTaxItem', {
  from: 'settlement.cycleTaxItems',
  calls: ['blade-svc/settlementCycleTaxItem'],
  title: ['周期税目', 'Cycle tax items'],
  name: 'taxItemName',
  readers: { finance: 'view', companyAdmin: 'view', auditor: 'view' },
  fields: {
    settlementCycleId: ref('settlementCycle', '结算周期', 'Settlement cycle'),
    entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', { short: ['公司', 'Company'] }),
    ...fiscalTax,
    taxItemCode: text('税目编码', 'Tax item code', { search: 'exact', length: 16, width: 110 }),
    taxItemName: text('税目', 'Tax item', { width: 200 }),
    payType: states('结算方式', 'Settled in', PAY_TYPES, { width: 90 }),
    orderCount: integer('订单数', 'Orders', { width: 70 }),
    waitingCount: integer('待确认', 'To confirm', { width: 80 }),
    doctorAmount: money('医生劳务费', 'Doctor fees', { width: 130 }),
    platformAmount: money('平台服务费', 'Platform fee', { width: 120 }),
  },
  list: {
    columns: [
      'fiscalTaxName',
      'taxItemCode',
      'taxItemName',
      'payType',
      'orderCount',
      'waitingCount',
      'doctorAmount',
      'platformAmount',
    ],
    search: ['settlementCycleId', 'fiscalTaxId', 'taxItemCode'],
    sort: '+taxItemCode',
    amount: 'doctorAmount',
  },
  // a cycle of one company may have several fiscal-tax companies: each sees its own lines
  owner: { company: 'entrustedCompanyId', fiscalTax: 'fiscalTaxId' },
})

/** 周期项目明细: what the confirmed result orders of a cycle come to by activity, in money and in points. */
export const settlementCycleProjectDetail = view('settlementCycleProjectDetail', {
  from: 'settlement.cycleProjects',
  calls: ['blade-svc/settlementCycleProjectDetail'],
  title: ['周期项目明细', 'Projects of a cycle'],
  name: 'planName',
  readers: { finance: 'view', companyAdmin: 'view', auditor: 'view' },
  fields: {
    settlementCycleId: ref('settlementCycle', '结算周期', 'Settlement cycle'),
    entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', { short: ['公司', 'Company'] }),
    resultOrderId: text('结果单', 'Result order', {
      search: 'exact',
      length: 19,
      width: 170,
      idOf: 'resultOrder',
      shows: 'resultOrderCode',
    }),
    resultOrderCode: text('结果单号', 'Result no.', { search: 'code', length: 32, width: 170 }),
    planId: ref('activityPlan', '活动', 'Activity', { shows: 'planName' }),
    planName: text('活动', 'Activity', { length: 200, width: 220 }),
    planType: choice('活动类型', 'Type', PLAN_TYPES, { width: 100 }),
    payType: states('结算方式', 'Settled in', PAY_TYPES, { width: 90 }),
    orderCount: integer('订单数', 'Orders', { width: 70 }),
    doctorAmount: money('医生劳务费', 'Doctor fees', { width: 130 }),
    platformAmount: money('平台服务费', 'Platform fee', { width: 120 }),
  },
  list: {
    columns: ['resultOrderCode', 'planName', 'planType', 'payType', 'orderCount', 'doctorAmount', 'platformAmount'],
    search: ['settlementCycleId', 'payType'],
    sort: 'createTime',
    amount: 'doctorAmount',
  },
  owner: { company: 'entrustedCompanyId' },
})

const confirming = {
  by: 'operator',
  call: 'POST confim',
  permission: 'settlementCycle_confim',
  roles: ['finance'],
  select: 'many',
  batch: 'allOrNothing',
  money: true,
  key: 'a',
  result: 'pass',
} as const

/**
 * Lifecycle 3.11. A cycle that has not ended is confirmed where `cycle.confirmEarly` says so. What lost its settlement order
 * while others of the cycle live is confirmed by itself, and the cycle is not settled before.
 */
export const settlementCycleLifecycle = lifecycle(settlementCycle, {
  close: {
    label: ['关闭周期', 'Close'],
    from: { cycleStatus: 'open' },
    to: { cycleStatus: 'toConfirm' },
    by: 'both',
    call: 'POST close',
    permission: 'settlementCycle_close',
    roles: ['finance'],
    select: 'many',
    batch: 'allOrNothing',
    result: 'other',
  },
  confim: {
    label: ['确认周期', 'Confirm cycle'],
    from: { cycleStatus: ['open', 'toConfirm'] },
    to: { cycleStatus: 'confirmed' },
    ...confirming,
  },
  confimRest: {
    label: ['补充确认', 'Confirm the rest'],
    from: { cycleStatus: 'confirmed', restStatus: 'toConfirm' },
    to: { restStatus: 'none' },
    ...confirming,
  },
  leaveRest: {
    label: ['部分待补充确认', 'A part waits again'],
    from: { cycleStatus: 'confirmed', restStatus: 'none' },
    to: { restStatus: 'toConfirm' },
    by: 'system',
  },
  reopen: {
    label: ['退回待确认', 'Back to confirmation'],
    from: { cycleStatus: 'confirmed' },
    to: { cycleStatus: 'toConfirm', restStatus: 'none' },
    by: 'system',
  },
  settle: {
    label: ['结清', 'Settled'],
    from: { cycleStatus: 'confirmed', restStatus: 'none' },
    to: { cycleStatus: 'settled' },
    by: 'system',
  },
})

/** 3.11: a cycle whose last day is over closes by itself. */
export const closeCycles = every('settlementCycle.close', {
  cron: '5 0 * * *',
  resource: 'settlementCycle',
  where: [is('cycleStatus', cycleStatus.open), past('endDate', 'today')],
  step: 'close',
})
