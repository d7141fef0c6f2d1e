import { entrustedAccountRecord } from '../../../../model/funds/accounts.ts'
import { and, differs, equal, not, or, plus, there, word } from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { platServiceFeePoint } from '../../../../model/payment/platServiceFeePoint.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../../model/settlement/settlementOrderPoint.ts'
import { count, sum } from '../../../promises/form/aggregate.ts'
import { total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'

const { settleStatus } = statesOf(orderDoctorSettlementPoint)
const { settlementStatus } = statesOf(settlementOrderPoint)
const { feeStatus } = statesOf(platServiceFeePoint)

const LIVE_LINE = differs('settleStatus', settleStatus.voided)

const byOrder = { settlementOrderId: 'id' }

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

/** Promises of refunds of lines in points, and of the fee that they leave: INV-21, 38. */
export const pointRefundInvariants: readonly Invariant[] = [
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
]
