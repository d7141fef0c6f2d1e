import { entrustedAccountRecord } from '../../../../model/funds/accounts.ts'
import { and, differs, equal, not, or, plus, there, word } from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import { count, sum } from '../../../promises/form/aggregate.ts'
import { total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)
const { settlementStatus } = statesOf(settlementOrder)

/** Postings back for lines that were voided after their order was paid. */
const refunds = total(
  { of: entrustedAccountRecord, where: and(equal('recordType', 3), equal('bizType', word(orderDoctorSettlement.id))) },
  { bizId: 'id' },
  { all: count(), amount: sum('amount') },
)
/** Such a line was refunded whole: its platform fee, too, which had not been transferred. */
const WHOLE = equal('refunds.amount', plus('grossAmount', 'platformFee'))
/** The lines of an order that were refunded: what of it counts as refunded whole, and what was posted. */
export const refundedLines = total(
  {
    of: orderDoctorSettlement,
    where: and(equal('settleStatus', settleStatus.voided), there('refundRecordId')),
    with: { refunds },
  },
  { settlementOrderId: 'id' },
  {
    gross: sum('grossAmount', WHOLE),
    fee: sum('platformFee', WHOLE),
    amount: sum('refunds.amount'),
  },
)

/** Promises of refunds of lines that were voided after their order was paid: INV-21. */
export const refundInvariants: readonly Invariant[] = [
  invariant(
    'INV-21.line',
    [
      '付款后作废的明细恰有一条退款流水，为其劳务费，或连同平台服务费',
      'A line voided after payment was refunded once: its fee, or its fee and that of the platform',
    ],
    { of: orderDoctorSettlement, where: equal('settleStatus', settleStatus.voided), with: { refunds } },
    or(
      and(not(there('refundRecordId')), equal('refunds.all', 0)),
      and(there('refundRecordId'), equal('refunds.all', 1), or(WHOLE, equal('refunds.amount', 'grossAmount'))),
    ),
    { code: 'code', grossAmount: 'grossAmount', found: 'refunds.amount' },
  ),
  invariant(
    'INV-21.refund',
    ['结算单的退款金额等于其退款流水之和', 'What an order has refunded is what was posted back of its lines'],
    {
      of: settlementOrder,
      where: differs('settlementStatus', settlementStatus.voided),
      with: { refunded: refundedLines },
    },
    equal('refundAmount', 'refunded.amount'),
    { code: 'code', refundAmount: 'refundAmount', found: 'refunded.amount' },
  ),
]
