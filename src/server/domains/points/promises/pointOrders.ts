import {
  agree,
  allSame,
  among,
  and,
  differs,
  equal,
  not,
  or,
  same,
  there,
  when,
} from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { pointConservation } from '../../../../model/payment/conservationTerms.ts'
import { servicePaymentOrder } from '../../../../model/payment/payments.ts'
import { platServiceFeePoint } from '../../../../model/payment/platServiceFeePoint.ts'
import { settlementCycle } from '../../../../model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../../model/settlement/settlementOrderPoint.ts'
import { count } from '../../../promises/form/aggregate.ts'
import { one, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import { once } from '../../funds/promises/once.ts'
import { accounted } from '../../settlement/promises/accounted.ts'

const { settleStatus } = statesOf(orderDoctorSettlementPoint)
const { settlementStatus } = statesOf(settlementOrderPoint)
const { feeStatus } = statesOf(platServiceFeePoint)
const { payStatus, settlementOrderType } = statesOf(servicePaymentOrder)
const { cycleStatus } = statesOf(settlementCycle)

const LIVE_LINE = differs('settleStatus', settleStatus.voided)

const PAID = among('settlementStatus', [settlementStatus.paid, settlementStatus.settled])

const byOrder = { settlementOrderId: 'id' }

/** An order in points with how many live documents it has. */
const withDocuments = {
  of: settlementOrderPoint,
  with: {
    payments: total(
      { of: servicePaymentOrder, where: differs('payStatus', payStatus.voided) },
      { settlementOrderPointId: 'id' },
      { all: count(), done: count(equal('payStatus', payStatus.paid)) },
    ),
    fees: total({ of: platServiceFeePoint }, byOrder, {
      all: count(),
      done: count(equal('feeStatus', feeStatus.transferred)),
    }),
    lines: total({ of: orderDoctorSettlementPoint }, byOrder, {
      all: count(),
    }),
  },
}

const shownCounts = { code: 'code', payments: 'payments.all', fees: 'fees.all', status: 'settlementStatus' }

/** Promises of orders in points and their documents: INV-10, 15, 21, and the lifecycles 3.11, 3.12. */
export const pointOrderInvariants: readonly Invariant[] = [
  once(
    'INV-10.points',
    ['一个医生订单最多有一条有效积分结算明细', 'A doctor order has at most one live line in points'],
    orderDoctorSettlementPoint,
    ['orderDoctorId'],
    LIVE_LINE,
  ),
  invariant(
    'INV-15.points',
    ['支付单金额等于积分结算总额', 'A payment order is the total of its order in points'],
    {
      of: servicePaymentOrder,
      where: and(differs('payStatus', payStatus.voided), equal('settlementOrderType', settlementOrderType.points)),
      with: { order: one(settlementOrderPoint, 'settlementOrderPointId') },
    },
    and(
      equal('entrustedCompanyId', 'order.entrustedCompanyId'),
      allSame([
        ['doctorAmount', 'order.doctorAmount'],
        ['platformAmount', 'order.platformAmount'],
        ['amount', 'order.totalAmount'],
      ]),
    ),
    { code: 'code', amount: 'amount', found: 'order.totalAmount' },
  ),
  accounted(
    'INV-21.points',
    ['已付款积分结算单的资金守恒', 'The money of a paid order in points is all accounted for'],
    pointConservation,
  ),
  invariant(
    '3.11.points',
    [
      '未确认的周期没有积分结算单，已结清的周期全部结清',
      'An unconfirmed cycle has no orders in points, a settled one only settled ones',
    ],
    {
      of: settlementOrderPoint,
      with: { cycle: one(settlementCycle, 'settlementCycleId') },
      where: equal('cycle.isDeleted', 0),
    },
    and(
      equal('entrustedCompanyId', 'cycle.entrustedCompanyId'),
      or(
        not(among('cycle.cycleStatus', [cycleStatus.open, cycleStatus.toConfirm])),
        equal('settlementStatus', settlementStatus.voided),
      ),
      or(
        differs('cycle.cycleStatus', cycleStatus.settled),
        among('settlementStatus', [settlementStatus.settled, settlementStatus.voided]),
      ),
    ),
    { code: 'code', cycleStatus: 'cycle.cycleStatus', found: 'settlementStatus' },
  ),
  invariant(
    '3.12.pointDocuments',
    [
      '积分结算单转结算后恰有支付单与服务费，之前与作废后没有',
      'From settling on an order in points has its two documents, before it and void none',
    ],
    withDocuments,
    and(
      equal(
        'payments.all',
        when(
          among('settlementStatus', [settlementStatus.toPay, settlementStatus.paid, settlementStatus.settled]),
          1,
          0,
        ),
      ),
      equal(
        'fees.all',
        when(
          among('settlementStatus', [settlementStatus.toPay, settlementStatus.paid, settlementStatus.settled]),
          1,
          0,
        ),
      ),
      equal(when(equal('lines.all', 0), 1, 0), when(equal('settlementStatus', settlementStatus.voided), 1, 0)),
    ),
    shownCounts,
  ),
  invariant(
    '3.12.pointPaid',
    [
      '积分结算单已付款当且仅当支付单已付款；结清需服务费完成',
      'An order in points is paid when its payment is, and settled when its fee is transferred',
    ],
    withDocuments,
    and(
      agree(PAID, equal('payments.done', 1)),
      or(differs('settlementStatus', settlementStatus.settled), equal('fees.done', 1)),
    ),
    shownCounts,
  ),
  invariant(
    '3.12.pointDoctorOrders',
    ['医生订单的状态与其积分结算一致', 'A doctor order stands where its settlement in points does'],
    {
      of: orderDoctorSettlementPoint,
      where: and(LIVE_LINE, there('order.id'), there('doctor.id')),
      with: { order: one(settlementOrderPoint, 'settlementOrderId'), doctor: one(orderDoctor, 'orderDoctorId') },
    },
    and(
      same('doctor.settlementOrderPointId', 'settlementOrderId'),
      equal(
        'doctor.orderStatus',
        when(
          equal('settleStatus', settleStatus.paid),
          3,
          when(
            among('order.settlementStatus', [settlementStatus.toPay, settlementStatus.paid, settlementStatus.settled]),
            2,
            1,
          ),
        ),
      ),
    ),
    { code: 'code', orderStatus: 'doctor.orderStatus', found: 'order.settlementStatus' },
  ),
]
