import { integralDetail } from '../../../../model/funds/integral.ts'
import {
  among,
  and,
  differs,
  type Expression,
  equal,
  not,
  or,
  there,
  when,
  word,
} from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { orderDoctorPaymentPoint } from '../../../../model/payment/orderDoctorPayment.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../../model/settlement/settlementOrderPoint.ts'
import { count, sum } from '../../../promises/form/aggregate.ts'
import { one, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import { once } from '../../funds/promises/once.ts'

const { settleStatus } = statesOf(orderDoctorSettlementPoint)
const { settlementStatus } = statesOf(settlementOrderPoint)
const { paymentStatus } = statesOf(orderDoctorPaymentPoint)

const PAID = among('settlementStatus', [settlementStatus.paid, settlementStatus.settled])

/** Points that parties got (1) or gave (2) for documents of a kind, by move. */
const moved = (of: AnyResource, changeType: 1 | 2 | 3, direction: 1 | 2) =>
  total(
    {
      of: integralDetail,
      where: and(equal('bizType', word(of.id)), equal('changeType', changeType), equal('direction', direction)),
    },
    { bizId: 'id' },
    { all: count(), points: sum('points') },
  )

/** So many points moved once where it holds, and none where it does not. */
const movedWhere = (holds: Expression, points: string): Expression =>
  and(equal('moves.all', when(holds, 1, 0)), or(not(holds), equal('moves.points', points)))

/** Promises of points that are issued, granted by payments, and returned: INV-17, 18, 20, 37. */
export const pointGrantInvariants: readonly Invariant[] = [
  invariant(
    'INV-17.points',
    [
      '已付款的积分付款单恰有一笔发放，其明细已付款',
      'Points of a payment that was made were granted once, for a paid line',
    ],
    {
      of: orderDoctorPaymentPoint,
      with: {
        line: one(orderDoctorSettlementPoint, 'orderDoctorSettlementId'),
        moves: moved(orderDoctorPaymentPoint, 2, 2),
      },
    },
    and(
      equal('pointAmount', 'line.pointAmount'),
      or(differs('paymentStatus', paymentStatus.paid), equal('line.settleStatus', settleStatus.paid)),
      movedWhere(equal('paymentStatus', paymentStatus.paid), 'pointAmount'),
    ),
    { code: 'code', pointAmount: 'pointAmount', found: 'moves.points' },
  ),
  invariant(
    'INV-17.pointOrders',
    ['已付款的积分付款单恰被一张医生订单记为其付款', 'A payment in points that was made is named by one doctor order'],
    {
      of: orderDoctorPaymentPoint,
      where: equal('paymentStatus', paymentStatus.paid),
      with: { named: total({ of: orderDoctor }, { paymentId: 'id' }, { all: count() }) },
    },
    equal('named.all', 1),
    { code: 'code', found: 'named.all' },
  ),
  invariant(
    'INV-17.pointLines',
    ['已付款的积分明细恰有一张已付款的付款单', 'A paid line in points has one payment that was made'],
    {
      of: orderDoctorSettlementPoint,
      with: {
        payments: total(
          { of: orderDoctorPaymentPoint, where: equal('paymentStatus', paymentStatus.paid) },
          { orderDoctorSettlementId: 'id' },
          { done: count() },
        ),
      },
    },
    equal('payments.done', when(equal('settleStatus', settleStatus.paid), 1, 0)),
    { code: 'code', settleStatus: 'settleStatus', found: 'payments.done' },
  ),
  once(
    'INV-18.points',
    ['同一积分明细最多一张未结束的付款单', 'A line in points has at most one payment that is not over'],
    orderDoctorPaymentPoint,
    ['orderDoctorSettlementId'],
    among('paymentStatus', [paymentStatus.pending, paymentStatus.paid, paymentStatus.frozen]),
  ),
  invariant(
    'INV-20.points',
    ['只有已付款积分结算单的明细可付款', 'Only lines of a paid order in points are payable or paid'],
    {
      of: orderDoctorSettlementPoint,
      where: among('settleStatus', [settleStatus.payable, settleStatus.paying, settleStatus.paid, settleStatus.failed]),
      with: { order: one(settlementOrderPoint, 'settlementOrderId') },
    },
    among('order.settlementStatus', [settlementStatus.paid, settlementStatus.settled]),
    { code: 'code', found: 'order.settlementStatus' },
  ),
  invariant(
    'INV-37.issued',
    ['已付款的积分结算单恰发行一次其积分', 'The points of a paid order were issued once, those of another never'],
    { of: settlementOrderPoint, with: { moves: moved(settlementOrderPoint, 1, 1) } },
    movedWhere(PAID, 'pointAmount'),
    { code: 'code', pointAmount: 'pointAmount', found: 'moves.points' },
  ),
  invariant(
    'INV-37.returned',
    [
      '付款后作废的积分明细恰收回一次其积分',
      'Points of a line that was voided after payment went back once, of another never',
    ],
    { of: orderDoctorSettlementPoint, with: { moves: moved(orderDoctorSettlementPoint, 3, 2) } },
    movedWhere(and(equal('settleStatus', settleStatus.voided), there('refundRecordId')), 'pointAmount'),
    { code: 'code', pointAmount: 'pointAmount', found: 'moves.points' },
  ),
]
