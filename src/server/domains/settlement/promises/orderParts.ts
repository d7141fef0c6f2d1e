import {
  allSame,
  and,
  atLeast,
  differs,
  type Expression,
  equal,
  or,
  there,
} from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import {
  orderDoctorSettlementPoint,
  settlementOrderDoctorPoint,
  settlementOrderPoint,
  settlementOrderTaxItemPoint,
} from '../../../../model/settlement/settlementOrderPoint.ts'
import type { Label } from '../../../../model/values/label.ts'
import { count, distinct, sum } from '../../../promises/form/aggregate.ts'
import { total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'

const { settlementStatus } = statesOf(settlementOrder)
const { settleStatus } = statesOf(orderDoctorSettlement)

/** Orders that are alive: void ones keep the amounts they had, without lines. */
const LIVE_ORDER = differs('settlementStatus', settlementStatus.voided)
/** Lines whose amounts an order has: those that live, and those that were voided after it was paid, and refunded. */
const COUNTED_LINE = or(differs('settleStatus', settleStatus.voided), there('refundRecordId'))
const byOrder = { settlementOrderId: 'id' }

/** An order of a kind, its lines, and the amounts of a breakdown with what the order calls each. */
interface Kind {
  readonly order: AnyResource
  readonly lines: AnyResource
  readonly amounts: Readonly<Record<string, string>>
}
const CASH: Kind = {
  order: settlementOrder,
  lines: orderDoctorSettlement,
  amounts: {
    grossAmount: 'doctorAmount',
    vatAmount: 'vatAmount',
    surchargeAmount: 'surchargeAmount',
    iitAmount: 'iitAmount',
    netAmount: 'netAmount',
    platformFee: 'platformAmount',
  },
}
const POINTS: Kind = {
  order: settlementOrderPoint,
  lines: orderDoctorSettlementPoint,
  amounts: { pointAmount: 'pointAmount', pointCost: 'doctorAmount', platformFee: 'platformAmount' },
}

const sumsOf = ({ amounts }: Kind) => Object.fromEntries(Object.keys(amounts).map((name) => [name, sum(name)]))

/** The amounts of a live order are the sums of one of its breakdowns. */
const breakdown = (id: string, title: Label, kind: Kind, of: AnyResource, where?: Expression): Invariant =>
  invariant(
    id,
    title,
    {
      of: kind.order,
      where: LIVE_ORDER,
      with: { parts: total({ of, ...(where ? { where } : {}) }, byOrder, sumsOf(kind)) },
    },
    allSame(Object.entries(kind.amounts).map(([part, own]) => [own, `parts.${part}`])),
    { code: 'code', doctorAmount: 'doctorAmount', found: `parts.${Object.keys(kind.amounts)[0]}` },
  )

/** A part of an order is the sum of the lines with its key, of which there is one at least. */
const byLines = (id: string, title: Label, kind: Kind, of: AnyResource, key: string): Invariant => {
  const [first = ''] = Object.keys(kind.amounts)
  return invariant(
    id,
    title,
    {
      of,
      with: {
        lines: total(
          { of: kind.lines, where: COUNTED_LINE },
          { settlementOrderId: 'settlementOrderId', [key]: key },
          { all: count(), ...sumsOf(kind) },
        ),
      },
    },
    and(
      atLeast('lines.all', 1),
      equal('lines.all', 'orderCount'),
      allSame(Object.keys(kind.amounts).map((name) => [name, `lines.${name}`])),
    ),
    { [first]: first, found: `lines.${first}` },
  )
}

const counts = (id: string, title: Label, kind: Kind): Invariant =>
  invariant(
    id,
    title,
    {
      of: kind.order,
      where: LIVE_ORDER,
      with: {
        lines: total({ of: kind.lines, where: COUNTED_LINE }, byOrder, {
          all: count(),
          doctors: distinct('doctorId'),
        }),
      },
    },
    allSame([
      ['lines.all', 'orderCount'],
      ['lines.doctors', 'doctorCount'],
    ]),
    { code: 'code', lines: 'lines.all', doctors: 'lines.doctors' },
  )

/**
 * Promises of the parts of settlement orders, in money and in points: INV-14. The lines of points are said by INV-37.
 */
export const orderPartInvariants: readonly Invariant[] = [
  breakdown(
    'INV-14.lines',
    ['结算单金额等于其明细之和', 'An order amounts to its lines'],
    CASH,
    orderDoctorSettlement,
    COUNTED_LINE,
  ),
  breakdown(
    'INV-14.doctors',
    ['结算单金额等于其医生之和', 'An order amounts to its doctors'],
    CASH,
    settlementOrderDoctor,
  ),
  breakdown(
    'INV-14.items',
    ['结算单金额等于其税目之和', 'An order amounts to its tax items'],
    CASH,
    settlementOrderTaxItem,
  ),
  byLines(
    'INV-14.doctor',
    ['结算单医生等于其明细之和', 'A doctor of an order amounts to their lines'],
    CASH,
    settlementOrderDoctor,
    'doctorId',
  ),
  byLines(
    'INV-14.item',
    ['结算单税目等于其明细之和', 'A tax item of an order amounts to its lines'],
    CASH,
    settlementOrderTaxItem,
    'taxItemCode',
  ),
  counts('INV-14.counts', ['结算单的订单数与医生数等于其明细', 'An order counts its lines and doctors'], CASH),
  invariant(
    'INV-14.paid',
    ['结算单已付净额等于已付款明细之和', 'What an order has paid is the net of its paid lines'],
    {
      of: settlementOrder,
      where: LIVE_ORDER,
      with: {
        lines: total({ of: orderDoctorSettlement, where: equal('settleStatus', settleStatus.paid) }, byOrder, {
          net: sum('netAmount'),
        }),
      },
    },
    equal('lines.net', 'paidNetAmount'),
    { code: 'code', paidNetAmount: 'paidNetAmount', found: 'lines.net' },
  ),
  breakdown(
    'INV-14.pointDoctors',
    ['积分结算单的积分与金额等于其医生之和', 'An order in points amounts to its doctors'],
    POINTS,
    settlementOrderDoctorPoint,
  ),
  breakdown(
    'INV-14.pointItems',
    ['积分结算单的积分与金额等于其税目之和', 'An order in points amounts to its tax items'],
    POINTS,
    settlementOrderTaxItemPoint,
  ),
  byLines(
    'INV-14.pointDoctor',
    ['积分结算单医生等于其明细之和', 'A doctor of an order in points amounts to their lines'],
    POINTS,
    settlementOrderDoctorPoint,
    'doctorId',
  ),
  byLines(
    'INV-14.pointItem',
    ['积分结算单税目等于其明细之和', 'A tax item of an order in points amounts to its lines'],
    POINTS,
    settlementOrderTaxItemPoint,
    'taxItemCode',
  ),
  counts(
    'INV-14.pointCounts',
    ['积分结算单的订单数与医生数等于其明细', 'An order in points counts its lines and doctors'],
    POINTS,
  ),
]
