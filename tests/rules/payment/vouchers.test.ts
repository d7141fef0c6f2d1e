import { beforeEach, describe, expect, it } from 'vitest'
import { cancellationRecord } from '../../../src/model/desk/cancellationRecord.ts'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { entrustedAccountPrepay } from '../../../src/model/funds/prepay.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { servicePaymentOrder } from '../../../src/model/payment/payments.ts'
import { servicePaymentOrderDetail } from '../../../src/model/payment/servicePayment.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { World } from '../world.ts'

const { confirmStatus } = statesOf(entrustedAccountPrepay)
const { payMode, payStatus } = statesOf(servicePaymentOrder)

let w: World
beforeEach(async () => {
  w = await World.made()
})

/** An order that waits for its payment, with the voucher of a transfer that came in. */
async function withVoucher() {
  const of = await w.toPay(['3000.00'])
  const { client } = w.people
  const amount = w.row(servicePaymentOrder, of.payment).amount ?? ''
  const voucherUrl = await w.uploaded(client)
  await w.as(client).save(servicePaymentOrderDetail.id, {
    servicePaymentOrderId: of.payment,
    amount,
    payTime: '2024-06-15 09:00:00',
    payerName: '杭州康泰医药有限公司',
    voucherUrl,
    bankSerialNo: 'X1',
  })
  return { ...of, amount, voucherUrl }
}

/** What became of the receipt: a prepayment that finance confirms. */
async function isPrepaid(
  { amount, voucherUrl }: { readonly amount: string; readonly voucherUrl: string },
  checker: Actor,
) {
  expect(w.rows(servicePaymentOrderDetail)).toEqual([])
  const prepaid = w.rows(entrustedAccountPrepay, { bankSerialNo: 'X1' })
  expect(prepaid).toMatchObject([
    {
      recordAmount: amount,
      chargeType: 1,
      confirmStatus: confirmStatus.pending,
      recordVoucher: voucherUrl,
      payerMatch: 1,
    },
  ])
  expect(w.broken()).toEqual([])
  const before = Number(w.rows(entrustedAccount)[0]?.balance)
  await w.decide(checker, entrustedAccountPrepay, 'review.pass', prepaid[0]?.id ?? '')
  expect(Number(w.rows(entrustedAccount)[0]?.balance)).toBeCloseTo(before + Number(amount), 2)
  expect(w.broken()).toEqual([])
}

describe('the receipt of a payment that came to nothing', () => {
  it('is a prepayment once the order is void', async () => {
    const of = await withVoucher()
    const { ops, fin } = w.people
    const bizCode = w.row(settlementOrder, of.id).code
    const asked = { bizType: settlementOrder.id, bizCode, reason: '结算月份有误' }
    const record = await w.begin(ops, cancellationRecord, 'apply', asked)
    await w.decide(fin, cancellationRecord, 'audit.pass', record, { auditRemark: '同意' })
    expect(w.row(servicePaymentOrder, of.payment).payStatus).toBe(9)
    await isPrepaid(of, w.people.fin2)
  })

  it('is a prepayment once the account paid instead, and stays a voucher while the transfer is what is checked', async () => {
    const of = await withVoucher()
    const { client, fin2 } = w.people
    const decide = (transition: string, ask: object = {}) =>
      w.decide(transition === 'confimPay' ? client : fin2, servicePaymentOrder, transition, of.payment, { ...ask })
    await decide('confimPay', { payMode: payMode.transfer })
    await decide('submitReview.reject', { remark: '请用预存账户支付' })
    expect(w.rows(servicePaymentOrderDetail)).toHaveLength(1)
    await w.paidIn(of.amount)
    await decide('confimPay', { payMode: payMode.prepaid })
    await decide('submitReview.pass')
    expect(w.row(servicePaymentOrder, of.payment)).toMatchObject({
      payStatus: payStatus.paid,
      payMode: payMode.prepaid,
    })
    await isPrepaid(of, w.people.fin)
  })

  it('is what paid the order where the transfer was right', async () => {
    const of = await withVoucher()
    const { client, fin2 } = w.people
    await w.decide(client, servicePaymentOrder, 'confimPay', of.payment, { payMode: payMode.transfer })
    await w.decide(fin2, servicePaymentOrder, 'submitReview.pass', of.payment)
    expect(w.rows(servicePaymentOrderDetail)).toHaveLength(1)
    expect(w.rows(entrustedAccountPrepay)).toEqual([])
    expect(w.broken()).toEqual([])
  })
})
