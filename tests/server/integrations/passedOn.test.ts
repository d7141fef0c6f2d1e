import { beforeAll, describe, expect, test } from 'vitest'
import { intent } from '../../../src/model/administration/system/intent.ts'
import { reconciliationInfo } from '../../../src/model/funds/reconciliation.ts'
import { dmanInternalTransfer, transferAccount } from '../../../src/model/funds/transfers.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { entrustedTaxPaymentOrder, platServiceFee } from '../../../src/model/payment/payments.ts'
import { thirdPlatform } from '../../../src/model/people/thirdPlatform.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { summaryInvoice } from '../../../src/model/tax/summaryInvoice.ts'
import { fen, sum, yuan } from '../../../src/model/values/money.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { change, refusal, rowNow, rowsBy } from '../decisions/fixture.ts'
import { asked, type BankWorld, balanceOf, bankWorld, batch, carry, less, plain, transfersOf } from './bankWorld.ts'

const { againStatus, transferStatus } = statesOf(transferAccount)
const { cycleStatus } = statesOf(settlementCycle)
const { feeStatus } = statesOf(platServiceFee)
const { intentStatus } = statesOf(intent)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { settlementStatus } = statesOf(settlementOrder)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)

/** What of a paid order does not go to doctors: its taxes and the platform's fee (3.17, 3.18). */
let w: BankWorld
beforeAll(async () => {
  w = await bankWorld()
})

const take = (resource: string, transition: string, id: string, actor = w.cashier) =>
  decide(w.context, actor, { resource, transition, id })
const taxOf = async (orderId: string) => {
  const [tax] = await rowsBy(w.context, w.tenantId, entrustedTaxPaymentOrder, 'settlement_order_id', orderId)
  if (!tax) throw new Error('no tax payment')
  return tax
}
const feeOf = async (orderId: string) => {
  const [fee] = await rowsBy(w.context, w.tenantId, platServiceFee, 'settlement_order_id', orderId)
  if (!fee) throw new Error('no fee')
  return fee
}
const orderNow = (id: string) => rowNow(w.context, w.tenantId, settlementOrder, id)
const taxTransfers = async (id: string) => rowsBy(w.context, w.tenantId, transferAccount, 'biz_id', id)
const movesOf = async (id: string) => rowsBy(w.context, w.tenantId, dmanInternalTransfer, 'plat_service_fee_id', id)

/** An order whose doctors were paid. */
async function paidOrder(...fees: readonly string[]): Promise<string> {
  const b = await batch(
    w,
    fees.map((fee, n) => plain(`622588000000010${n}`, fee)),
  )
  await take('handleApply', 'sponsorHandle', b.id)
  await carry(w)
  for (const t of await transfersOf(w, b.id)) await take('transferAccount', 'payQuery', t.id)
  await carry(w)
  return b.orderId
}
const clean = async () => {
  const found = await w.context.db.transaction({ tenantId: w.tenantId }, (tx) =>
    checkInvariants(tx, [
      ...[
        'INV-14.lines',
        'INV-14.paid',
        'INV-17',
        'INV-17.taxes',
        'INV-19',
        'INV-21',
        'INV-22',
        'INV-23',
        'INV-23.fee',
      ],
      ...['INV-23.unit', 'INV-27'],
      ...['INV-31.details', 'INV-31.doctors', 'INV-31.lines', 'INV-40.chain', 'INV-40.entrustedTaxPaymentOrder'],
    ]),
  )
  expect(broken(found)).toEqual([])
}

describe('taxes', () => {
  test('are fixed with the last line, paid to the fiscal-tax company, and settle the order with the fee', async () => {
    const start = await balanceOf(w)
    const orderId = await paidOrder('5000.00', '3000.00')
    const lines = await rowsBy(w.context, w.tenantId, orderDoctorSettlement, 'settlement_order_id', orderId)
    expect(lines.map((l) => l.settleStatus)).toEqual([settleStatus.paid, settleStatus.paid])
    const taxes = sum(lines.flatMap((l) => [l.vatAmount ?? '0', l.surchargeAmount ?? '0', l.iitAmount ?? '0']))
    const tax = await taxOf(orderId)
    expect(tax).toMatchObject({ taxPayStatus: taxPayStatus.toPay, amount: taxes })
    expect(fen(taxes)).toBeGreaterThan(0n)

    expect((await refusal(take('entrustedTaxPaymentOrder', 'aloneHandle', tax.id, w.fin))).code).toBe(403)
    await take('entrustedTaxPaymentOrder', 'aloneHandle', tax.id)
    expect((await refusal(take('entrustedTaxPaymentOrder', 'aloneHandle', tax.id))).code).toBe(409)
    await carry(w)
    const [transfer] = await taxTransfers(tax.id)
    expect(transfer).toMatchObject({ amount: taxes, payeeName: '州一财税', transferStatus: transferStatus.processing })
    await take('transferAccount', 'payQuery', transfer?.id ?? '')
    await carry(w)
    expect(await taxOf(orderId)).toMatchObject({ taxPayStatus: taxPayStatus.paid, payTime: '2024-06-15 10:00:00' })
    expect(await orderNow(orderId)).toMatchObject({ settlementStatus: settlementStatus.paid })

    const fee = await feeOf(orderId)
    await take('platServiceFee', 'transfer', fee.id)
    expect(await feeOf(orderId)).toMatchObject({ feeStatus: feeStatus.transferring })
    expect((await refusal(take('platServiceFee', 'transfer', fee.id))).code).toBe(409)
    await carry(w)
    expect(await movesOf(fee.id)).toMatchObject([
      { transferStatus: transferStatus.succeeded, outUnitNo: 'DM1001', inUnitNo: 'DM0001' },
    ])
    expect(await feeOf(orderId)).toMatchObject({
      feeStatus: feeStatus.transferred,
      transferTime: '2024-06-15 10:00:00',
    })
    const done = await orderNow(orderId)
    expect(done).toMatchObject({ settlementStatus: settlementStatus.settled })
    expect(await rowNow(w.context, w.tenantId, settlementCycle, done.settlementCycleId ?? '')).toMatchObject({
      cycleStatus: cycleStatus.settled,
    })
    expect(await rowsBy(w.context, w.tenantId, summaryInvoice, 'settlement_order_id', orderId)).toHaveLength(1)
    expect(await balanceOf(w, w.platformId)).toBe(fee.feeAmount)
    // all that the client paid has gone somewhere (INV-21)
    expect(await balanceOf(w)).toBe(less(start, done.totalAmount))
    await clean()
  })

  test('that the bank does not pay may be paid again, under another reference', async () => {
    const orderId = await paidOrder('6000.00')
    const tax = await taxOf(orderId)
    const account = (bankAccount: string | null) =>
      change(w.context, w.tenantId, thirdPlatform, w.partnerId, { bankAccount })
    await account(null)
    expect((await refusal(take('entrustedTaxPaymentOrder', 'aloneHandle', tax.id))).text[0]).toBe(
      '财税公司没有银行账号，请先维护',
    )
    await account('6225880000000109')
    await take('entrustedTaxPaymentOrder', 'aloneHandle', tax.id)
    await carry(w)
    await take('transferAccount', 'payQuery', (await taxTransfers(tax.id))[0]?.id ?? '')
    await carry(w)
    expect(await taxOf(orderId)).toMatchObject({ taxPayStatus: taxPayStatus.failed })
    await account('6225880000000100')
    await take('entrustedTaxPaymentOrder', 'aloneHandle', tax.id)
    const refs = (await taxTransfers(tax.id)).map((t) => t.yurRef)
    expect(new Set(refs).size).toBe(2)
    await carry(w)
    await take('transferAccount', 'payQuery', (await taxTransfers(tax.id))[1]?.id ?? '')
    await carry(w)
    expect(await taxOf(orderId)).toMatchObject({ taxPayStatus: taxPayStatus.paid })
    await clean()
  })

  test('that come back late stay paid and are paid once more', async () => {
    w = await bankWorld()
    const orderId = await paidOrder('6000.00')
    const { id } = await taxOf(orderId)
    const account = (bankAccount: string) => change(w.context, w.tenantId, thirdPlatform, w.partnerId, { bankAccount })
    const ask = async (transfer: string | undefined) => {
      await take('transferAccount', 'payQuery', transfer ?? '')
      await carry(w)
    }
    await account('6225880000000017')
    await take('entrustedTaxPaymentOrder', 'aloneHandle', id)
    await carry(w)
    const [first] = await taxTransfers(id)
    for (let n = 0; n < 3; n++) await ask(first?.id)
    expect(await taxOf(orderId)).toMatchObject({ taxPayStatus: taxPayStatus.paid })
    expect(await taxTransfers(id)).toMatchObject([
      { transferStatus: transferStatus.bounced, againStatus: againStatus.toPay },
    ])
    await clean()
    const [day] = await rowsBy(w.context, w.tenantId, reconciliationInfo, 'account_no', 'DM1001')
    await decide(w.context, w.fin, {
      resource: 'reconciliationInfo',
      transition: 'resolve',
      id: day?.id ?? '',
      ask: { resultDetail: day?.resultDetail?.map((d) => ({ ...d, handle: '重新付款' })) },
    })
    await account('6225880000000100')
    await take('transferAccount', 'payAgain', first?.id ?? '')
    await clean()
    await carry(w)
    await ask((await taxTransfers(id)).at(-1)?.id)
    expect(await taxTransfers(id)).toMatchObject([
      { againStatus: againStatus.paid },
      { transferStatus: transferStatus.succeeded, againOfId: first?.id },
    ])
    await clean()
  })

  test('of nothing are paid by themselves', async () => {
    w = await bankWorld()
    const orderId = await paidOrder('500.00')
    expect(await taxOf(orderId)).toMatchObject({ taxPayStatus: taxPayStatus.paid, amount: '0.00' })
    expect(await orderNow(orderId)).toMatchObject({ settlementStatus: settlementStatus.paid })
    await take('platServiceFee', 'transfer', (await feeOf(orderId)).id)
    await carry(w)
    expect(await orderNow(orderId)).toMatchObject({ settlementStatus: settlementStatus.settled })
    await clean()
  })
})

describe('a fee', () => {
  test('is transferred once its order is paid, as far as the unit has it, and once', async () => {
    const b = await batch(w, [plain('6225880000000100', '700.00')])
    const fee = await feeOf(b.orderId)
    await change(w.context, w.tenantId, settlementOrder, b.orderId, { settlementStatus: settlementStatus.toPay })
    expect((await refusal(take('platServiceFee', 'transfer', fee.id))).text).toEqual([
      '结算单尚未付款，不能划转服务费',
      'The settlement order is not paid: its fee stays where it is',
    ])
    await change(w.context, w.tenantId, settlementOrder, b.orderId, { settlementStatus: settlementStatus.paid })
    const platform = await balanceOf(w, w.platformId)
    const twenty = Array.from({ length: 20 }, () => take('platServiceFee', 'transfer', fee.id))
    const results = await Promise.allSettled(twenty)
    expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(1)
    await Promise.allSettled(Array.from({ length: 5 }, () => carry(w)))
    expect(await movesOf(fee.id)).toHaveLength(1)
    expect(await balanceOf(w, w.platformId)).toBe(yuan(fen(platform) + fen(fee.feeAmount ?? '0')))
    expect((await asked(w)).filter((i) => i.bizType === 'dmanInternalTransfer').map((i) => i.intentStatus)).toEqual([
      intentStatus.done,
      intentStatus.done,
    ])
  })
})
