import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import { choice, datetime, flag, integer, list, longText, text } from '../../language/fields/field.ts'
import { settlementOrder } from '../../settlement/settlementOrder.ts'
import type { PartnerScope } from '../access/partnerScopes.ts'
import { MESSAGE_KINDS } from './partnerMessage.ts'
import { companyId, PARTNER_API } from './shared.ts'

/** An event in the history of a record that a message created. */
const EVENT = {
  eventId: text('事件编号', 'Event', { required: '-' }),
  messageNumber: text('消息编号', 'Message number', { required: '-' }),
  kind: choice('消息类型', 'Kind', MESSAGE_KINDS, { required: '-' }),
  bizType: text('数据类型', 'Record type', { required: '-' }),
  bizId: text('数据编号', 'Record id', { required: '-' }),
  bizCode: text('名称或编号', 'Record', {}),
  outcome: choice(
    '结果',
    'Outcome',
    {
      accepted: ['通过', 'Accepted'],
      refused: ['驳回', 'Refused'],
      paid: ['已付款', 'Paid'],
      changed: ['状态变化', 'Changed'],
    },
    { required: '-' },
  ),
  action: text('操作', 'Step', { required: '-' }),
  state: text('新状态', 'State', {}),
  reason: longText('原因', 'Reason', {}),
  eventTime: datetime('时间', 'Time', { required: '-' }),
}

/** `GET messages?after`: what happened to what the client sent, in the order in which it happened. */
export const partnerMessages = call('partner.messages', {
  method: 'GET',
  open: 'client',
  paths: [`${PARTNER_API}messages`],
  title: ['消息结果', 'What became of messages'],
  safe: true,
  query: {
    entrustedCompanyId: companyId,
    after: text('上次返回的 next', 'What was answered as next', { length: 19 }),
  },
  answer: answer.one({
    next: text('下次查询的 after', 'What comes next as after', { required: '-' }),
    more: flag('还有更多', 'More is there', { required: '-' }),
    events: list('事件', 'Events', EVENT, { required: '-' }),
  }),
})

/** `GET settlements`: the settlement orders of the company, newest first. */
export const partnerSettlements = call('partner.settlements', {
  method: 'GET',
  open: 'client',
  scope: 'settlement.read' satisfies PartnerScope,
  paths: [`${PARTNER_API}settlements`],
  title: ['查询结算', 'Settlement orders'],
  safe: true,
  query: {
    entrustedCompanyId: companyId,
    cycleMonth: text('结算月份', 'Cycle month', { length: 6, means: 'month' }),
    current: integer('页码', 'Page', { min: 1 }),
    size: integer('每页条数', 'Rows', { min: 1, max: 500 }),
  },
  answer: answer.page(settlementOrder.id),
})
