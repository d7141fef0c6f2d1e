import { dmanInternalTransfer, dmanInternalTransferPoint, transferAccount } from '../../../../model/funds/transfers.ts'
import {
  and,
  type Expression,
  equal,
  more,
  not,
  or,
  when,
  word,
} from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { entrustedTaxPaymentOrder, platServiceFee } from '../../../../model/payment/payments.ts'
import { platServiceFeePoint } from '../../../../model/payment/platServiceFeePoint.ts'
import type { Label } from '../../../../model/values/label.ts'
import { count, sum } from '../../../promises/form/aggregate.ts'
import { type Total, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import { PAID_BY } from '../../payment/promises/transferStates.ts'

const { feeStatus } = statesOf(platServiceFee)
const { transferStatus } = statesOf(transferAccount)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)

const MADE = { done: count(), amount: sum('amount') }

/**
 * Promise that each share of a paid order that went on has a transfer of its amount, and that other shares have none.
 */
const transferred = (
  id: string,
  title: Label,
  of: AnyResource,
  { done, amount, transfers }: { readonly done: Expression; readonly amount: string; readonly transfers: Total },
): Invariant => {
  // a share of zero is done without a transfer: `fixNothing` of taxes, `nothing` of fees (3.17, 3.18)
  const moved = and(done, more(amount, 0))
  return invariant(
    id,
    title,
    { of, with: { transfers } },
    and(equal('transfers.done', when(moved, 1, 0)), or(not(moved), equal('transfers.amount', amount))),
    { code: 'code', amount, transfers: 'transfers.done', found: 'transfers.amount' },
  )
}

const feeTransferred = (id: string, title: Label, of: AnyResource, move: AnyResource): Invariant =>
  transferred(id, title, of, {
    done: equal('feeStatus', feeStatus.transferred),
    amount: 'feeAmount',
    transfers: total(
      { of: move, where: equal('transferStatus', transferStatus.succeeded) },
      { platServiceFeeId: 'id' },
      MADE,
    ),
  })

/** Promises of the shares of a paid order that do not go to doctors: INV-17, 23. */
export const passedOnInvariants: readonly Invariant[] = [
  transferred(
    'INV-17.taxes',
    [
      '已支付且不为零的税费支付单恰有一笔成功的转账，或一笔待重付、已挂账的退票，金额相同；其他的没有',
      'A tax payment that was made, unless it is of nothing, has one transfer that succeeded, or one that came back late and is to be paid again or in suspense, of its amount; any other has none',
    ],
    entrustedTaxPaymentOrder,
    {
      done: equal('taxPayStatus', taxPayStatus.paid),
      amount: 'amount',
      transfers: total(
        {
          of: transferAccount,
          where: and(equal('bizType', word(entrustedTaxPaymentOrder.id)), PAID_BY),
        },
        { bizId: 'id' },
        MADE,
      ),
    },
  ),
  feeTransferred(
    'INV-23.fee',
    [
      '已划转且不为零的平台服务费恰有一笔成功的内部转账，金额相同；其他的没有',
      'A platform fee that was transferred, unless it is nothing, has one internal transfer that succeeded, of its amount; any other has none',
    ],
    platServiceFee,
    dmanInternalTransfer,
  ),
  feeTransferred(
    'INV-23.pointFee',
    [
      '已划转且不为零的积分平台服务费恰有一笔成功的内部转账，金额相同；其他的没有',
      'A platform fee for points that was transferred, unless it is nothing, has one internal transfer that succeeded, of its amount; any other has none',
    ],
    platServiceFeePoint,
    dmanInternalTransferPoint,
  ),
]
