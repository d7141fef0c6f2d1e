import { type Condition, is, oneOf } from '../kernel/condition.ts'
import type { Label } from '../kernel/label.ts'
import { platServiceFee } from './payments.ts'
import { orderDoctorSettlement } from './settlementLines.ts'

// The server's alone: the module of settlement orders must not bring payments along.

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
