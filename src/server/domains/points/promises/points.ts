import { entrustedAccountRecord } from '../../../../model/funds/accounts.ts'
import { integralDetail, integralRule } from '../../../../model/funds/integral.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { pointConservation } from '../../../../model/payment/conservationTerms.ts'
import { orderDoctorPaymentPoint } from '../../../../model/payment/orderDoctorPayment.ts'
import { servicePaymentOrder } from '../../../../model/payment/payments.ts'
import { platServiceFeePoint } from '../../../../model/payment/platServiceFeePoint.ts'
import { resultOrderDoctorDetailPoint } from '../../../../model/settlement/results/resultOrderPoint.ts'
import { settlementCycle } from '../../../../model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../../model/settlement/settlementOrderPoint.ts'
import { count, sum } from '../../../promises/form/aggregate.ts'
import {
  agree,
  allSame,
  among,
  and,
  atMost,
  differs,
  type Expression,
  equal,
  not,
  or,
  plus,
  quotient,
  same,
  there,
  when,
  word,
} from '../../../promises/form/expression.ts'
import { one, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import { once } from '../../funds/promises/ledgers.ts'
import { accounted } from '../../settlement/promises/accounted.ts'

const { settleStatus } = statesOf(orderDoctorSettlementPoint)
const { settlementStatus } = statesOf(settlementOrderPoint)
const { feeStatus } = statesOf(platServiceFeePoint)
const { payStatus, settlementOrderType } = statesOf(servicePaymentOrder)
const { paymentStatus } = statesOf(orderDoctorPaymentPoint)
const { orderStatus } = statesOf(orderDoctor)
const { cycleStatus } = statesOf(settlementCycle)

const LIVE_LINE = differs('settleStatus', settleStatus.voided)
const PAID = among('settlementStatus', [settlementStatus.paid, settlementStatus.settled])
const byOrder = { settlementOrderId: 'id' }

/** An exchange rule that is on. */
const IN_FORCE = equal('enableStatus', 1)

/** Postings back for lines in points that were voided after their order was paid. */
const refunds = total(
  {
    of: entrustedAccountRecord,
    where: and(equal('recordType', 3), equal('bizType', word(orderDoctorSettlementPoint.id))),
  },
  { bizId: 'id' },
  { all: count(), amount: sum('amount') },
)
/** The points of such a line went back, its money did not. */
const KEPT_LINE = and(equal('settleStatus', settleStatus.voided), there('refundRecordId'), equal('refunds.all', 0))
const feeOfOrder = total(
  { of: platServiceFeePoint },
  { settlementOrderId: 'settlementOrderId' },
  { done: count(equal('feeStatus', feeStatus.transferred)) },
)

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

/** Exactly one movement of these points where the condition holds, none where it does not. */
const movedWhere = (holds: Expression, points: string): Expression =>
  and(equal('moves.all', when(holds, 1, 0)), or(not(holds), equal('moves.points', points)))

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

/**
 * Promises of settlement in points besides its accounts: INV-10, 15, 17, 18, 20, 21, 37, 38, and the lifecycles 3.11,
 * 3.12.
 */
export const pointInvariants: readonly Invariant[] = [
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
  accounted(
    'INV-21.points',
    ['已付款积分结算单的资金守恒', 'The money of a paid order in points is all accounted for'],
    pointConservation,
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
  invariant(
    'INV-21.pointLine',
    [
      '付款后作废的积分明细最多一条退款流水，为其积分成本与平台服务费；服务费划转后不退款',
      'A line in points that was voided after payment was refunded what it cost with the fee of the platform, or nothing once that was transferred',
    ],
    {
      of: orderDoctorSettlementPoint,
      where: equal('settleStatus', settleStatus.voided),
      with: { refunds, fee: feeOfOrder },
    },
    or(
      and(equal('refunds.all', 0), or(not(there('refundRecordId')), equal('fee.done', 1))),
      and(there('refundRecordId'), equal('refunds.all', 1), equal('refunds.amount', plus('pointCost', 'platformFee'))),
    ),
    { code: 'code', pointCost: 'pointCost', found: 'refunds.amount' },
  ),
  invariant(
    'INV-21.pointRefund',
    [
      '积分结算单的退款金额等于其退款流水之和',
      'What an order in points has refunded is what was posted back of its lines',
    ],
    {
      of: settlementOrderPoint,
      where: differs('settlementStatus', settlementStatus.voided),
      with: {
        refunded: total(
          { of: orderDoctorSettlementPoint, where: equal('settleStatus', settleStatus.voided), with: { refunds } },
          byOrder,
          { amount: sum('refunds.amount') },
        ),
      },
    },
    equal('refundAmount', 'refunded.amount'),
    { code: 'code', refundAmount: 'refundAmount', found: 'refunded.amount' },
  ),
  invariant(
    'INV-38.cost',
    [
      '积分明细的成本为积分除以每元积分，与其医生订单一致',
      'A line costs its points by what a yuan was worth of them, as its doctor order says',
    ],
    { of: orderDoctorSettlementPoint, with: { order: one(orderDoctor, 'orderDoctorId') } },
    and(
      equal('pointCost', quotient('pointAmount', 'pointsPerYuan')),
      or(
        not(there('order.id')),
        allSame([
          ['pointAmount', 'order.pointAmount'],
          ['pointsPerYuan', 'order.pointsPerYuan'],
          ['pointCost', 'order.pointCost'],
          ['platformFee', 'order.platformFee'],
        ]),
      ),
    ),
    { code: 'code', pointAmount: 'pointAmount', pointCost: 'pointCost', found: 'order.pointCost' },
  ),
  invariant(
    'INV-38.born',
    [
      '积分医生订单的成本为积分除以出单时的每元积分',
      'A doctor order in points costs them by what a yuan was worth of them when it was born',
    ],
    { of: orderDoctor, where: and(equal('payType', 1), differs('orderStatus', orderStatus.open)) },
    equal('pointCost', quotient('pointAmount', 'pointsPerYuan')),
    { code: 'code', pointAmount: 'pointAmount', pointCost: 'pointCost' },
  ),
  invariant(
    'INV-38.results',
    ['积分结果单明细的成本与其医生订单一致', 'A doctor of a points result order costs what the doctor order says'],
    { of: resultOrderDoctorDetailPoint, where: there('order.id'), with: { order: one(orderDoctor, 'orderDoctorId') } },
    allSame([
      ['pointAmount', 'order.pointAmount'],
      ['pointCost', 'order.pointCost'],
      ['platformFee', 'order.platformFee'],
    ]),
    { orderCode: 'orderCode', pointCost: 'pointCost', found: 'order.pointCost' },
  ),
  invariant(
    'INV-38.rules',
    ['同一企业同一天最多一条生效的积分兑换规则', 'One exchange rule of a company, or of all, is in force on a day'],
    {
      of: integralRule,
      where: IN_FORCE,
      with: {
        others: total(
          { of: integralRule, where: IN_FORCE },
          { enableStatus: 'enableStatus' },
          { all: count() },
          and(
            same('entrustedCompanyId', 'up.entrustedCompanyId'),
            differs('id', 'up.id'),
            or(not(there('effectiveFrom')), not(there('up.effectiveTo')), atMost('effectiveFrom', 'up.effectiveTo')),
            or(not(there('up.effectiveFrom')), not(there('effectiveTo')), atMost('up.effectiveFrom', 'effectiveTo')),
          ),
        ),
      },
    },
    equal('others.all', 0),
    { ruleName: 'ruleName', others: 'others.all' },
  ),
  invariant(
    'INV-38',
    [
      '积分平台服务费等于有效明细（及划转后作废明细）的积分成本与平台服务费之和',
      'A fee for points is what lines cost and what the platform takes for them: live ones, and those voided after its transfer',
    ],
    {
      of: platServiceFeePoint,
      with: {
        lines: total(
          // of a line that was voided once the fee was transferred, the platform keeps what its points cost
          { of: orderDoctorSettlementPoint, where: or(LIVE_LINE, KEPT_LINE), with: { refunds } },
          { settlementOrderId: 'settlementOrderId' },
          { cost: sum('pointCost'), fee: sum('platformFee') },
        ),
      },
    },
    and(equal('baseAmount', 'lines.cost'), equal('feeAmount', plus('lines.cost', 'lines.fee'))),
    { code: 'code', feeAmount: 'feeAmount', found: plus('lines.cost', 'lines.fee') },
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
