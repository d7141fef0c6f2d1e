import { answer } from '../kernel/answer.ts'
import { call } from '../kernel/call.ts'
import { CONSERVATION } from '../kernel/conservation.ts'
import { flag, list, money, text } from '../kernel/field.ts'
import { settlementOrder } from './settlementOrder.ts'

/** The terms of one order, their total, and whether it is what the client paid. */
export const conservationOf = call('settlementOrder.conservation', {
  method: 'GET',
  paths: [CONSERVATION],
  title: ['资金守恒', 'Money conservation'],
  permission: 'settlementOrder_view',
  on: settlementOrder,
  safe: true,
  answer: answer.one({
    said: text('结论', 'Result', { length: 200 }),
    broken: flag('不守恒', 'Does not add up'),
    terms: list('各项', 'Terms', {
      what: text('项目', 'Term', { length: 100 }),
      amount: money('金额', 'Amount', { min: '-9999999999.99' }),
      resource: text('列表', 'List', { length: 64 }),
      filter: text('条件', 'Conditions', { length: 200 }),
    }),
    total: money('合计', 'Total', { min: '-9999999999.99' }),
  }),
})
