import {
  agree,
  allSame,
  among,
  and,
  atLeast,
  differs,
  equal,
  minus,
  not,
  or,
  plus,
  there,
  when,
} from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { conservation } from '../../../../model/payment/conservationTerms.ts'
import { platServiceFee, servicePaymentBill, servicePaymentOrder } from '../../../../model/payment/payments.ts'
import { resultOrder } from '../../../../model/settlement/results/resultOrder.ts'
import { resultOrderDoctorDetail } from '../../../../model/settlement/results/resultOrderDetails.ts'
import {
  resultOrderDoctorDetailPoint,
  resultOrderPoint,
} from '../../../../model/settlement/results/resultOrderPoint.ts'
import { settlementCycle } from '../../../../model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../../model/settlement/settlementOrderPoint.ts'
import { count, sum } from '../../../promises/form/aggregate.ts'
import { one, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import { accounted } from './accounted.ts'
import { refundedLines } from './refunds.ts'

const { settlementStatus } = statesOf(settlementOrder)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { resultStatus } = statesOf(resultOrder)
const { orderStatus } = statesOf(orderDoctor)
const { cycleStatus, restStatus } = statesOf(settlementCycle)
const { payStatus, settlementOrderType } = statesOf(servicePaymentOrder)

/** Orders that are alive: void ones keep the amounts they had, without lines. */
const LIVE_ORDER = differs('settlementStatus', settlementStatus.voided)
const byOrder = { settlementOrderId: 'id' }

/**
 * Lines that were voided before anything was paid for them, gone with their order or not; those of a void result order are
 * no longer what their cycle amounts to.
 */
const voidedEarly = (of: AnyResource, result: ReturnType<typeof one>, amount: string) =>
  total(
    {
      of,
      deleted: true,
      with: { source: one(orderDoctor, 'orderDoctorId'), result },
      where: and(
        equal('settleStatus', settleStatus.voided),
        not(there('refundRecordId')),
        not(equal('result.resultStatus', resultStatus.voided)),
      ),
    },
    byOrder,
    { gross: sum(amount), fee: sum('platformFee') },
  )
const voidedLines = voidedEarly(orderDoctorSettlement, one(resultOrder, 'source.resultOrderId'), 'grossAmount')
const voidedPoints = voidedEarly(
  orderDoctorSettlementPoint,
  one(resultOrderPoint, 'source.resultOrderPointId'),
  'pointCost',
)

/** Of a cycle: its live orders of a kind, with the lines that were voided early. */
const ordersOf = (of: AnyResource, voided: typeof voidedLines) => {
  const own = (amount: string) => when(and(equal('isDeleted', 0), LIVE_ORDER), amount, 0)
  return total(
    // removed and void orders do not count, but lines of theirs that were voided before
    { of, deleted: true, with: { voided } },
    { settlementCycleId: 'id' },
    {
      doctor: sum(plus(own('doctorAmount'), 'voided.gross')),
      platform: sum(plus(own('platformAmount'), 'voided.fee')),
    },
  )
}

/** Of a cycle: what of its confirmed result orders is in no settlement order, and waits to be confirmed (again). */
const waitingOf = (result: AnyResource, part: AnyResource, link: string, amount: string) =>
  total(
    {
      of: result,
      where: equal('resultStatus', resultStatus.confirmed),
      with: {
        waiting: total(
          {
            of: part,
            with: { source: one(orderDoctor, 'orderDoctorId') },
            where: and(equal('source.orderStatus', orderStatus.collected), not(there(`source.${link}`))),
          },
          { resultOrderId: 'id' },
          { all: count(), gross: sum(amount), fee: sum('platformFee') },
        ),
      },
    },
    { settlementCycleId: 'id' },
    { all: sum('waiting.all'), doctor: sum('waiting.gross'), platform: sum('waiting.fee') },
  )
const waiting = {
  rest: waitingOf(resultOrder, resultOrderDoctorDetail, 'settlementOrderId', 'feeAmount'),
  pointRest: waitingOf(resultOrderPoint, resultOrderDoctorDetailPoint, 'settlementOrderPointId', 'pointCost'),
}

/** Amounts that must add up: INV-13, 15, 21. */
export const sumInvariants: readonly Invariant[] = [
  invariant(
    'INV-13',
    [
      '已确认周期的金额等于其结算单之和（加上付款前作废的明细与待补充确认的医生订单）',
      'A confirmed cycle amounts to its orders, to the lines voided before payment, and to what waits to be confirmed again',
    ],
    {
      of: settlementCycle,
      where: among('cycleStatus', [cycleStatus.confirmed, cycleStatus.settled]),
      with: {
        orders: ordersOf(settlementOrder, voidedLines),
        points: ordersOf(settlementOrderPoint, voidedPoints),
        ...waiting,
      },
    },
    and(
      equal('doctorAmount', plus('orders.doctor', 'points.doctor', 'rest.doctor', 'pointRest.doctor')),
      equal('platformAmount', plus('orders.platform', 'points.platform', 'rest.platform', 'pointRest.platform')),
    ),
    {
      code: 'code',
      totalAmount: 'totalAmount',
      orders: plus('orders.doctor', 'orders.platform', 'points.doctor', 'points.platform'),
      waiting: plus('rest.doctor', 'rest.platform', 'pointRest.doctor', 'pointRest.platform'),
    },
  ),
  invariant(
    '3.11.rest',
    [
      '已确认的周期有医生订单不在结算单中，当且仅当其待补充确认；已结清的没有',
      'A confirmed cycle waits for the confirmation of a rest when doctor orders of it are in no order; a settled one has none',
    ],
    { of: settlementCycle, with: waiting },
    and(
      agree(
        equal('restStatus', restStatus.toConfirm),
        and(
          among('cycleStatus', [cycleStatus.confirmed, cycleStatus.settled]),
          atLeast(plus('rest.all', 'pointRest.all'), 1),
        ),
      ),
      or(equal('restStatus', restStatus.none), equal('cycleStatus', cycleStatus.confirmed)),
    ),
    { code: 'code', cycleStatus: 'cycleStatus', restStatus: 'restStatus', found: plus('rest.all', 'pointRest.all') },
  ),
  invariant(
    'INV-15.payment',
    ['支付单金额等于结算总额', 'A payment order is the total of its settlement order'],
    {
      of: servicePaymentOrder,
      where: and(differs('payStatus', payStatus.voided), equal('settlementOrderType', settlementOrderType.cash)),
      with: { order: one(settlementOrder, 'settlementOrderId') },
    },
    allSame([
      ['doctorAmount', 'order.doctorAmount'],
      ['platformAmount', 'order.platformAmount'],
      ['amount', 'order.totalAmount'],
    ]),
    { code: 'code', amount: 'amount', found: 'order.totalAmount' },
  ),
  invariant(
    'INV-15.bills',
    ['账单之和等于支付单金额', 'Bills add up to their payment order'],
    {
      of: servicePaymentOrder,
      with: {
        bills: total({ of: servicePaymentBill }, { servicePaymentOrderId: 'id' }, { amount: sum('amount') }),
      },
    },
    equal('bills.amount', 'amount'),
    { code: 'code', amount: 'amount', found: 'bills.amount' },
  ),
  invariant(
    'INV-15.fee',
    [
      '平台服务费等于结算单的平台服务费减去已退款明细',
      'A platform fee is that of its settlement order, less what was refunded',
    ],
    {
      of: platServiceFee,
      with: {
        order: one(settlementOrder, 'settlementOrderId'),
        refunded: { ...refundedLines, by: { settlementOrderId: 'settlementOrderId' } },
      },
    },
    allSame([
      ['baseAmount', minus('order.doctorAmount', 'refunded.gross')],
      ['feeAmount', minus('order.platformAmount', 'refunded.fee')],
    ]),
    { code: 'code', feeAmount: 'feeAmount', found: 'order.platformAmount' },
  ),
  accounted('INV-21', ['已付款结算单的资金守恒', 'The money of a paid order is all accounted for'], conservation),
]
