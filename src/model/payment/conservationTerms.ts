import { type Condition, is, oneOf } from '../language/conditions/condition.ts'
import type { Resource } from '../language/resource.ts'
import { statesOf } from '../language/states.ts'
import { orderDoctorSettlement } from '../settlement/settlementLines.ts'
import { settlementOrder } from '../settlement/settlementOrder.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../settlement/settlementOrderPoint.ts'
import type { Label } from '../values/label.ts'
import { platServiceFee } from './payments.ts'
import { platServiceFeePoint } from './platServiceFeePoint.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)

// The server's alone: the module of settlement orders must not bring payments along.

/** Something that the money of an order went to: amounts of records of the order, or an amount that the order keeps itself. */
export interface ConservationTerm {
  readonly code: string
  readonly title: Label
  /** The records of the order that are counted, as its list is filtered. */
  readonly of: 'lines' | 'fees'
  readonly where: readonly Condition[]
  /** Amounts of these records that are added up. */
  readonly fields: readonly string[]
  /** In their place: an amount of the order, which those records stand behind. */
  readonly own?: 'refundAmount'
  /** Part of another term: shown, and not added up again. */
  readonly within?: true
}

// biome-ignore lint/suspicious/noExplicitAny: resources of any shape
type Of = Resource<string, any>

/** INV-21: what a client paid for an order is all accounted for. Declared for the check, the section and the document. */
export interface Conservation {
  readonly order: Of
  readonly lines: Of
  readonly fees: Of
  readonly terms: readonly ConservationTerm[]
  /** Remainder of an order that is not settled: the term of this code. Of a settled one there is none. */
  readonly left: { readonly code: string; readonly title: Label }
}

/** Orders that are paid: before, there is no money. */
export const PAID_STATES = [5, 6] as const
/** Of these nothing is left. */
export const SETTLED_STATE = 6
/** The amount of an order that its terms come to, and the field of its records that names it. */
export const TOTAL = 'totalAmount'
export const BY_ORDER = 'settlementOrderId'

const OPEN = [
  oneOf('settleStatus', [
    settleStatus.unsettled,
    settleStatus.payable,
    settleStatus.paying,
    settleStatus.failed,
    settleStatus.voidRequested,
  ]),
]
const refund: ConservationTerm = {
  of: 'lines',
  code: 'refund',
  title: ['作废明细退款', 'Refunds of voided lines'],
  where: [is('settleStatus', settleStatus.voided)],
  fields: [],
  own: 'refundAmount',
}

/** Of an order in money. */
export const conservation: Conservation = {
  order: settlementOrder,
  lines: orderDoctorSettlement,
  fees: platServiceFee,
  terms: [
    {
      of: 'lines',
      code: 'net',
      title: ['已付医生净额', 'Net paid to doctors'],
      where: [is('settleStatus', settleStatus.paid)],
      fields: ['netAmount'],
    },
    {
      of: 'lines',
      code: 'taxes',
      title: ['已付明细的税费', 'Taxes of the paid lines'],
      where: [is('settleStatus', settleStatus.paid)],
      fields: ['vatAmount', 'surchargeAmount', 'iitAmount'],
    },
    { of: 'fees', code: 'fee', title: ['平台服务费', 'Platform fee'], where: [], fields: ['feeAmount'] },
    refund,
    {
      of: 'lines',
      code: 'open',
      title: ['未付明细（税前）', 'Open lines (gross)'],
      where: OPEN,
      fields: ['grossAmount'],
    },
  ],
  left: { code: 'open', title: ['未付明细', 'open lines'] },
}

/** Of an order in points: what they cost goes to the platform with its fee (R-points, INV-38). */
export const pointConservation: Conservation = {
  order: settlementOrderPoint,
  lines: orderDoctorSettlementPoint,
  fees: platServiceFeePoint,
  terms: [
    {
      of: 'fees',
      code: 'fee',
      title: ['平台服务费（含积分成本）', 'Platform fee, with the cost of points'],
      where: [],
      fields: ['feeAmount'],
    },
    {
      of: 'lines',
      code: 'granted',
      title: ['其中：已发放积分的成本', 'Of it: points granted'],
      where: [is('settleStatus', settleStatus.paid)],
      fields: ['pointCost'],
      within: true,
    },
    {
      of: 'lines',
      code: 'open',
      title: ['其中：未发放积分的成本', 'Of it: points not granted yet'],
      where: OPEN,
      fields: ['pointCost'],
      within: true,
    },
    refund,
  ],
  left: { code: 'open', title: ['未发放积分的明细', 'lines whose points were not granted'] },
}
