import { entrustedAccountPrepay } from '../../../model/funds/prepay.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { servicePaymentOrder } from '../../../model/payment/payments.ts'
import { servicePaymentOrderDetail } from '../../../model/payment/servicePayment.ts'
import type { Label } from '../../../model/values/label.ts'
import { AppError } from '../../core/errors.ts'
import type { Prepare, RemovalProblem } from '../../writing/hooks.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

const { payStatus } = statesOf(servicePaymentOrder)

const PAID_OFF: Label = [
  '支付单已提交复核或已付款，不能再修改凭证',
  'The payment is being checked or done: its vouchers stay as they are',
]

/** May the vouchers of none of these payment orders change any more (3.13: while it is to be paid, or was refused)? */
const past = (orders: readonly { readonly payStatus: unknown }[]): boolean =>
  orders.some((o) => o.payStatus !== payStatus.toPay && o.payStatus !== payStatus.refused)

/** A voucher is added while its payment order is to be paid or was refused. */
export const voucherAdded: Prepare = async (values, _before, work) => {
  const orders = await work.lock(servicePaymentOrder, [String(values.servicePaymentOrderId)])
  if (past(orders as never)) throw new AppError(409, PAID_OFF)
  return {
    ...(await work.domains.services.funds.serialKept(work, values.bankSerialNo)),
    payerMatch: await work.domains.services.funds.payerMatched(work, values.payerName, orders[0]?.entrustedCompanyId),
  }
}

/** And taken away again only then. The order is not locked: its vouchers are, which come after it. */
export const voucherHeld: RemovalProblem = async (rows, work) => {
  const ids = [...new Set(rows.map((r) => String(r.servicePaymentOrderId)))]
  return past(await work.rows(servicePaymentOrder, { id: ids })) ? PAID_OFF : null
}

/** The vouchers of payment orders. */
export const vouchersOf = (
  work: UnitOfWork,
  payments: readonly { readonly id: string }[],
): Promise<RowOf<typeof servicePaymentOrderDetail>[]> =>
  work.rows(servicePaymentOrderDetail, { servicePaymentOrderId: payments.map((p) => p.id) })

/**
 * A payment order came to nothing, or the account paid it: what its vouchers prove came in all the same. Each becomes a
 * prepayment that waits for finance, under the serial no. that the voucher had, so that the receipt can be booked. The
 * vouchers are locked by the caller.
 */
export async function vouchersFreed(work: UnitOfWork, payment: RowOf<typeof servicePaymentOrder>): Promise<void> {
  const vouchers = await vouchersOf(work, [payment])
  // a serial no. has one holder at a time (INV-8)
  await work.remove(
    servicePaymentOrderDetail,
    vouchers.map((v) => v.id),
  )
  for (const v of vouchers)
    await work.insert(entrustedAccountPrepay, {
      code: await work.code(entrustedAccountPrepay),
      entrustedCompanyId: payment.entrustedCompanyId,
      entrustedCompanyName: payment.entrustedCompanyName,
      socialCreditCode: payment.socialCreditCode,
      paymentType: 1,
      chargeType: 1,
      recordAmount: v.amount,
      prepayTime: v.payTime,
      recordVoucher: v.voucherUrl,
      payerName: v.payerName,
      payerMatch: v.payerMatch,
      payerAccount: v.payerAccount,
      bankSerialNo: v.bankSerialNo,
    })
}
