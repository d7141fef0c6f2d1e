import { entrustedAccount } from '../../../../model/funds/accounts.ts'
import { transferAccount } from '../../../../model/funds/transfers.ts'
import { tradingManagerInfo } from '../../../../model/funds/units.ts'
import {
  among,
  and,
  atLeast,
  type Expression,
  equal,
  minus,
  plus,
  there,
  word,
} from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctorPayment } from '../../../../model/payment/orderDoctorPayment.ts'
import { entrustedTaxPaymentOrder, platServiceFee } from '../../../../model/payment/payments.ts'
import { platServiceFeePoint } from '../../../../model/payment/platServiceFeePoint.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import { settlementOrderPoint } from '../../../../model/settlement/settlementOrderPoint.ts'
import { sum } from '../../../promises/form/aggregate.ts'
import { total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import { TO_BE_PAID_AGAIN } from '../../payment/promises/transferStates.ts'

const { paymentStatus } = statesOf(orderDoctorPayment)
const { unitStatus } = statesOf(tradingManagerInfo)
const { settlementStatus } = statesOf(settlementOrder)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)
const { feeStatus } = statesOf(platServiceFee)

/** Balance of a company's unit. */
const LEFT = minus(
  plus('accounts.amount', 'orders.amount', 'pointOrders.amount', 'payouts.amount', 'passedOn.amount'),
  'taxes.amount',
  'fees.amount',
  'pointFees.amount',
)

/** Late returns of a kind of document that still counts as paid: its unit has it until it is paid again. */
const cameBack = (of: AnyResource, paid: Expression) =>
  total(
    {
      of,
      where: paid,
      with: {
        back: total(
          { of: transferAccount, where: and(equal('bizType', word(of.id)), TO_BE_PAID_AGAIN) },
          { bizId: 'id' },
          { amount: sum('amount') },
        ),
      },
    },
    { entrustedCompanyId: 'holderId' },
    { amount: sum('back.amount') },
  )

/** Promises of sub-units: INV-22. */
export const unitInvariants: readonly Invariant[] = [
  invariant(
    'INV-22.owing',
    ['子单元余额不为负', 'No sub-unit owes'],
    { of: tradingManagerInfo },
    atLeast('balance', 0),
    { unitNo: 'unitNo', balance: 'balance' },
  ),
  invariant(
    'INV-22',
    [
      '企业子单元余额等于预存余额加上已付款而未付出的金额',
      'A unit has what is prepaid, and what was paid for and not yet passed on',
    ],
    {
      of: tradingManagerInfo,
      // a unit that is closed, or being closed, is an earlier one of its company
      where: and(equal('holderType', 1), there('holderId'), equal('unitStatus', unitStatus.normal)),
      with: {
        accounts: total({ of: entrustedAccount }, { entrustedCompanyId: 'holderId' }, { amount: sum('balance') }),
        orders: total(
          { of: settlementOrder, where: among('settlementStatus', [settlementStatus.paid, settlementStatus.settled]) },
          { entrustedCompanyId: 'holderId' },
          { amount: sum(minus('totalAmount', 'refundAmount', 'paidNetAmount')) },
        ),
        pointOrders: total(
          {
            of: settlementOrderPoint,
            where: among('settlementStatus', [settlementStatus.paid, settlementStatus.settled]),
          },
          { entrustedCompanyId: 'holderId' },
          { amount: sum(minus('totalAmount', 'refundAmount')) },
        ),
        taxes: total(
          { of: entrustedTaxPaymentOrder, where: equal('taxPayStatus', taxPayStatus.paid) },
          { entrustedCompanyId: 'holderId' },
          { amount: sum('amount') },
        ),
        fees: total(
          { of: platServiceFee, where: equal('feeStatus', feeStatus.transferred) },
          { entrustedCompanyId: 'holderId' },
          { amount: sum('feeAmount') },
        ),
        pointFees: total(
          { of: platServiceFeePoint, where: equal('feeStatus', feeStatus.transferred) },
          { entrustedCompanyId: 'holderId' },
          { amount: sum('feeAmount') },
        ),
        payouts: cameBack(orderDoctorPayment, equal('paymentStatus', paymentStatus.paid)),
        passedOn: cameBack(entrustedTaxPaymentOrder, equal('taxPayStatus', taxPayStatus.paid)),
      },
    },
    equal('balance', LEFT),
    { unitNo: 'unitNo', balance: 'balance', found: LEFT },
  ),
]
