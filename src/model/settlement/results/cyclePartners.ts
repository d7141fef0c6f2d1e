import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import { flag, integer, list, money, text } from '../../language/fields/field.ts'
import { PARTNERS } from './partnersWire.ts'
import { settlementCycle } from './settlementCycle.ts'

/** Q12: who confirms a cycle sees by whom each tax item of it would be taxed, and where none is in force. */
export const cyclePartners = call('settlementCycle.partners', {
  method: 'GET',
  paths: [PARTNERS],
  title: ['合作方', 'Partners'],
  permission: 'settlementCycle_view',
  on: settlementCycle,
  safe: true,
  answer: answer.one({
    said: text('结论', 'Result', { length: 200 }),
    broken: flag('不能确认', 'Cannot be confirmed'),
    items: list('税目', 'Tax items', {
      what: text('税目', 'Tax item', { length: 200 }),
      partner: text('财税公司', 'Fiscal-tax company', { length: 100 }),
      mark: text('是否生效', 'In force', { length: 50 }),
      broken: flag('不能确认', 'Cannot be confirmed'),
      orderCount: integer('订单数', 'Orders'),
      amount: money('金额', 'Amount'),
    }),
  }),
})
