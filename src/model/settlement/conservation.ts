import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { flag, list, money, text } from '../language/fields/field.ts'
import { conservationAt } from './conservationWire.ts'
import { settlementOrder } from './settlementOrder.ts'
import { settlementOrderPoint } from './settlementOrderPoint.ts'

const shared = {
  method: 'GET',
  title: ['资金守恒', 'Money conservation'],
  safe: true,
  answer: answer.one({
    said: text('结论', 'Result', { length: 200 }),
    broken: flag('不守恒', 'Does not add up'),
    terms: list('各项', 'Terms', {
      what: text('项目', 'Term', { length: 100 }),
      amount: money('金额', 'Amount', { min: '-9999999999.99' }),
      resource: text('列表', 'List', { length: 64 }),
      filter: text('条件', 'Conditions', { length: 200 }),
      within: flag('其中项', 'Part of another'),
    }),
    total: money('合计', 'Total', { min: '-9999999999.99' }),
  }),
} as const

/** The terms of one order, their total, and whether it is what the client paid. */
export const conservationOf = call('settlementOrder.conservation', {
  ...shared,
  paths: [conservationAt('settlementOrder')],
  permission: 'settlementOrder_view',
  on: settlementOrder,
})

/** The same of an order in points. */
export const pointConservationOf = call('settlementOrderPoint.conservation', {
  ...shared,
  paths: [conservationAt('settlementOrderPoint')],
  permission: 'settlementOrderPoint_view',
  on: settlementOrderPoint,
})
