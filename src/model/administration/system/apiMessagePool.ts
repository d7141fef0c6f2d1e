import { choice, code, datetime, integer, longText, money, ref, text } from '../../language/fields/field.ts'
import { lifecycle } from '../../language/lifecycle.ts'
import { resource } from '../../language/resource.ts'
import { states } from '../../language/states.ts'

/** The message about a settlement order that is sent to the company which confirmed it. */
export const SETTLEMENT_ORDER_CONFIRMED = 'SETTLEMENT_ORDER_CONFIRMED'

/** 消息池: messages to the systems of client companies (domain §3.1). */
export const apiMessagePool = resource('apiMessagePool', {
  calls: ['blade-sys/apiMessagePool'],
  title: ['消息池', 'Message pool'],
  name: 'messageNumber',
  fields: {
    messageNumber: code('MP', '消息编号', 'Message number', { length: 64, short: ['编号', 'No'] }),
    businessScenario: choice(
      '业务场景',
      'Business scenario',
      { [SETTLEMENT_ORDER_CONFIRMED]: ['结算单已确认', 'Settlement order confirmed'] },
      { width: 140, readOnly: 'always', short: ['场景', 'Scenario'] },
    ),
    parameters: longText('参数', 'Parameters', {
      length: 4000,
      width: 260,
      readOnly: 'always',
      holds: {
        code: text('结算单号', 'Order no.'),
        totalAmount: money('总额', 'Total'),
        confirmTime: datetime('确认时间', 'Confirmed at'),
      },
    }),
    messageStatus: states(
      '消息状态',
      'Message status',
      {
        received: ['RECEIVED', '未处理', 'Unprocessed', 'busy'],
        processed: ['PROCESSED', '已处理', 'Processed', 'good'],
        failed: ['FAILED', '失败', 'Failed', 'bad'],
      },
      { width: 100, readOnly: 'always', initial: 'received', short: ['状态', 'Status'] },
    ),
    spendTime: integer('耗时（毫秒）', 'Took, ms', { width: 100, readOnly: 'always' }),
    entrustedId: ref('entrustedCompany', '委托企业', 'Company', { readOnly: 'always', shows: 'entrustedName' }),
    entrustedName: text('委托企业', 'Company', { width: 200, readOnly: 'always', short: ['企业', 'Company'] }),
    bizId: text('结算单', 'Settlement order', {
      search: 'exact',
      length: 19,
      width: 170,
      readOnly: 'always',
      idOf: 'settlementOrder',
      shows: 'bizCode',
    }),
    settlementOrderPointId: ref('settlementOrderPoint', '积分结算单', 'Points order', {
      readOnly: 'always',
      shows: 'bizCode',
    }),
    bizCode: text('结算单', 'Settlement order', { search: 'code', length: 32, width: 170, readOnly: 'always' }),
    retryCount: integer('重发次数', 'Resent', { width: 90, readOnly: 'always', initial: 0 }),
    lastError: longText('最近错误', 'Last error', { length: 500, width: 260, readOnly: 'always' }),
  },
  operations: ['view'],
  readers: { ops: 'view', auditor: 'view' },
  list: {
    columns: [
      'messageNumber',
      'businessScenario',
      'bizCode',
      'parameters',
      'messageStatus',
      'spendTime',
      'entrustedName',
      'retryCount',
      'lastError',
      'createTime',
    ],
    search: ['messageNumber', 'businessScenario', 'messageStatus', 'entrustedName'],
    filters: ['bizId'],
    sort: 'createTime',
  },
  owner: { company: 'entrustedId' },
  unique: [['messageNumber']],
  routes: { list: '/sys/apiMessagePool', detail: '/sys/apiMessagePool/detail/:id' },
})

/** Lifecycle 3.1. Messages are made by `confimMsgPool` and other effects; partners and the clock move them. */
export const apiMessagePoolLifecycle = lifecycle(apiMessagePool, {
  process: {
    label: ['已处理', 'Processed'],
    from: { messageStatus: 'received' },
    to: { messageStatus: 'processed' },
    by: 'system',
    result: 'pass',
  },
  fail: {
    label: ['失败', 'Failed'],
    from: { messageStatus: 'received' },
    to: { messageStatus: 'failed' },
    by: 'system',
    result: 'reject',
  },
  resend: {
    label: ['重发', 'Resend'],
    from: { messageStatus: 'failed' },
    to: { messageStatus: 'received' },
    by: 'operator',
    call: 'GET resend',
    permission: 'apiMessagePool_resend',
    roles: ['ops'],
    select: 'many',
    batch: 'allOrNothing',
    key: 'a',
    result: 'other',
  },
})
