import { answer } from '../kernel/answer.ts'
import { call } from '../kernel/call.ts'
import { type Condition, is, oneOf } from '../kernel/condition.ts'
import { CONSERVATION } from '../kernel/conservation.ts'
import { flag, list, money, text } from '../kernel/field.ts'
import type { Label } from '../kernel/label.ts'
import { platServiceFee } from './payments.ts'
import { orderDoctorSettlement } from './settlementLines.ts'
import { settlementOrder } from './settlementOrder.ts'

/** Something that the money of an order went to: amounts of records of the order, or an amount that the order keeps itself. */
export interface ConservationTerm {
  readonly code: string
  readonly title: Label
  /** The records of the order that are counted, as its list is filtered. */
  readonly of: typeof orderDoctorSettlement | typeof platServiceFee
  readonly where: readonly Condition[]
  /** Amounts of these records that are added up. */
  readonly fields: readonly string[]
  /** In their place: an amount of the order, which those records stand behind. */
  readonly own?: 'refundAmount'
}

const lines = { of: orderDoctorSettlement } as const

/** INV-21: what a client paid for an order is all accounted for. Declared for the check, the section and the document. */
export const conservation = {
  /** Orders that are paid: before, there is no money. */
  states: [5, 6],
  /** Of these nothing is open. */
  settled: 6,
  total: 'totalAmount',
  by: 'settlementOrderId',
  terms: [
    {
      ...lines,
      code: 'net',
      title: ['已付医生净额', 'Net paid to doctors'],
      where: [is('settleStatus', 3)],
      fields: ['netAmount'],
    },
    {
      ...lines,
      code: 'taxes',
      title: ['已付明细的税费', 'Taxes of the paid lines'],
      where: [is('settleStatus', 3)],
      fields: ['vatAmount', 'surchargeAmount', 'iitAmount'],
    },
    { code: 'fee', title: ['平台服务费', 'Platform fee'], of: platServiceFee, where: [], fields: ['feeAmount'] },
    {
      ...lines,
      code: 'refund',
      title: ['作废明细退款', 'Refunds of voided lines'],
      where: [is('settleStatus', 9)],
      fields: [],
      own: 'refundAmount',
    },
    {
      ...lines,
      code: 'open',
      title: ['未付明细（税前）', 'Open lines (gross)'],
      where: [oneOf('settleStatus', [0, 1, 2, 4, 5])],
      fields: ['grossAmount'],
    },
  ] satisfies readonly ConservationTerm[],
} as const

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
