import type { Label } from '../../../model/kernel/label.ts'
import { servicePaymentOrder } from '../../../model/settlement/payments.ts'
import { AppError } from '../../core/errors.ts'
import type { Prepare, RemovalProblem } from '../../writes/hooks.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'

const PAID_OFF: Label = [
  '支付单已提交复核或已付款，不能再修改凭证',
  'The payment is being checked or done: its vouchers stay as they are',
]

/** Is one of these payment orders past the states in which its vouchers may change (3.13: to be paid, refused)? Locks them. */
async function past(work: UnitOfWork, ids: readonly string[]): Promise<boolean> {
  const orders = await work.lock(servicePaymentOrder, [...new Set(ids)].sort())
  return orders.some((o) => o.payStatus !== 0 && o.payStatus !== 3)
}

/** A voucher is added while its payment order is to be paid or was refused. */
export const voucherAdded: Prepare = async (values, _before, work) => {
  if (await past(work, [String(values.servicePaymentOrderId)])) throw new AppError(409, PAID_OFF)
  return {}
}

/** And taken away again only then. */
export const voucherHeld: RemovalProblem = async (rows, work) =>
  (await past(
    work,
    rows.map((r) => String(r.servicePaymentOrderId)),
  ))
    ? PAID_OFF
    : null
