import { beforeAll, describe, expect, test } from 'vitest'
import { cancellationRecord } from '../../../src/model/desk/cancellationRecord.ts'
import { entrustedAccount, entrustedAccountRecord } from '../../../src/model/funds/accounts.ts'
import { integralAccount, integralDetail } from '../../../src/model/funds/integral.ts'
import { dmanInternalTransfer } from '../../../src/model/funds/transfers.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { platServiceFee, servicePaymentOrder } from '../../../src/model/payment/payments.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../src/model/settlement/settlementOrderPoint.ts'
import { entrustedInvoice } from '../../../src/model/tax/entrustedInvoice.ts'
import { entrustedInvoiceDetail } from '../../../src/model/tax/entrustedInvoiceParts.ts'
import { fen, yuan } from '../../../src/model/values/money.ts'
import { draftInvoice } from '../../../src/server/domains/tax/draft.ts'
import { moneyInvoicing } from '../../../src/server/domains/tax/moneyInvoicing.ts'
import { change, load } from './fixture.ts'
import { happens, type Order } from './payoutGround.ts'
import {
  agrees,
  begins,
  codesOf,
  holds,
  now,
  once,
  opened,
  paid,
  paymentOf,
  pointsOpened,
  pointsPaid,
  pointsPays,
  rows,
  type Settling,
  settling,
  takes,
  voidWanted,
} from './settling.ts'

const { feeStatus } = statesOf(platServiceFee)
const { invoiceStatus } = statesOf(entrustedInvoice)
const { payStatus } = statesOf(servicePaymentOrder)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { settlementStatus } = statesOf(settlementOrder)

/** Lifecycle 3.14 and cancellations: lines and whole orders are void while somebody else decides on them. */
let w: Settling
beforeAll(async () => {
  w = await settling()
})

const balance = async () => (await rows(w, entrustedAccount, 'entrusted_company_id', w.companyId))[0]?.balance ?? '0'
const feeOf = async (order: string) => (await rows(w, platServiceFee, 'settlement_order_id', order))[0]
const wants = (line: string) => takes(w, w.ops, orderDoctorSettlement, 'applyForVoid', line, { reason: '误录' })
const apply = (bizType: string, bizCode: string | null, reason = '月份有误', who = w.fin) =>
  begins(w, who, cancellationRecord, 'apply', { bizType, bizCode, reason })

describe('a line', () => {
  test('is either void or paid', async () => {
    const { lines } = await paid(w, ['900.00'])
    const [line = ''] = lines
    await once(20, (n) => (n % 2 === 0 ? wants(line) : takes(w, w.ops, orderDoctorSettlement, 'applyForPayment', line)))
  })

  test('is refunded once, however often its void is decided, and the same key answers as the first time', async () => {
    const { lines } = await paid(w, ['900.00', '800.00'])
    const [one = '', other = ''] = lines
    const record = await voidWanted(w, w.ops, one)
    await once(8, (n) => agrees(w, w.fin, record, `v${n}-${record}`))
    const second = await voidWanted(w, w.ops, other)
    for (let n = 0; n < 2; n++) await agrees(w, w.fin, second, `void-${second}`)
    expect(await rows(w, entrustedAccountRecord, 'biz_id', other)).toHaveLength(1)
  })

  test('beside the fee of its order: the platform gets what is left, or nothing is refunded yet', async () => {
    for (let n = 0; n < 4; n++) {
      const { id, lines } = await paid(w, ['900.00', '800.00'])
      const record = await voidWanted(w, w.ops, lines[0] ?? '')
      const fee = (await feeOf(id))?.id ?? ''
      const [moved, decided] = await codesOf([
        takes(w, w.cashier, platServiceFee, 'transfer', fee),
        agrees(w, w.fin, record),
      ])
      expect(moved).toBe(200)
      expect([200, 400]).toContain(decided)
      const [sent] = await rows(w, dmanInternalTransfer, 'plat_service_fee_id', fee)
      expect(sent?.amount).toBe(decided === 200 ? '48.00' : '102.00')
      expect(await feeOf(id)).toMatchObject({ feeStatus: feeStatus.transferring, feeAmount: sent?.amount })
    }
  })

  test('beside the review of its order: one of them is too late', async () => {
    for (let n = 0; n < 4; n++) {
      const { id, lines } = await opened(w, ['900.00', '800.00'])
      const codes = await codesOf([wants(lines[0] ?? ''), takes(w, w.fin, settlementOrder, 'audit.pass', id)])
      expect(codes.sort()).toEqual([200, 400])
    }
  })

  test('beside eleven others into one account: twelve refunds are twelve records', async () => {
    const { id, lines } = await paid(
      w,
      Array.from({ length: 12 }, () => '100.00'),
    )
    const records: string[] = []
    for (const line of lines) records.push(await voidWanted(w, w.ops, line))
    const before = await balance()
    expect(await codesOf(records.map((r) => agrees(w, w.fin, r)))).toEqual(records.map(() => 200))
    expect(await balance()).toBe(yuan(fen(before) + fen('1272.00')))
    expect(await now(w, settlementOrder, id)).toMatchObject({ refundAmount: '1272.00' })
    expect(await feeOf(id)).toMatchObject({ feeAmount: '0.00', feeStatus: feeStatus.transferred })
  })

  test('beside the invoice of its order: one of both is done, whichever comes first', async () => {
    await change(w.context, w.tenantId, entrustedCompany, w.companyId, { invoiceTaxNo: '91330100MA27XW1234' })
    for (const n of [0, 1, 2]) {
      const { id, lines } = await paid(w, ['1000.00', '2000.00'])
      const { id: invoice, invoiceAmount } = await load(w.context, w.tenantId, async (work) =>
        draftInvoice(work, moneyInvoicing, (await work.row(settlementOrder, id)) as Order),
      )
      await takes(w, w.ca, entrustedInvoice, 'request', invoice)
      const amount = invoiceAmount ?? ''
      const file = await load(w.context, w.tenantId, (work) =>
        work.insert(entrustedInvoiceDetail, {
          entrustedInvoiceId: invoice,
          invoiceNo: invoice.slice(-12),
          invoiceDate: '2024-06-10',
          amountExTax: amount,
          taxAmount: '0.00',
          amount,
        }),
      )
      await change(w.context, w.tenantId, entrustedInvoice, invoice, { filesAmount: amount, filesExTax: amount })
      await happens(w, async (work) => {
        await work.step(entrustedInvoiceDetail, file.id, 'check')
        await work.step(entrustedInvoiceDetail, file.id, 'agree')
      })
      const handsOver = () => takes(w, w.tax, entrustedInvoice, 'issue', invoice)
      const asks = () => wants(lines[0] ?? '')
      const codes = await codesOf(n % 2 === 0 ? [handsOver(), asks()] : [asks(), handsOver()])
      expect([...codes].sort()).toEqual([200, 400])
      const handedOver = codes[n % 2 === 0 ? 0 : 1] === 200
      expect([
        (await now(w, entrustedInvoice, invoice)).invoiceStatus,
        (await now(w, orderDoctorSettlement, lines[0])).settleStatus,
      ]).toEqual(
        handedOver
          ? [invoiceStatus.pending, settleStatus.payable]
          : [invoiceStatus.requested, settleStatus.voidRequested],
      )
    }
  })
})

describe('a whole order', () => {
  test('is asked for by one of many', async () => {
    const { id } = await opened(w, ['3000.00', '2000.00'])
    await takes(w, w.fin, settlementOrder, 'audit.pass', id)
    const { code } = await now(w, settlementOrder, id)
    await once(8, (n) => apply('settlementOrder', code, `第${n}次`), 400)
    expect(await rows(w, cancellationRecord, 'biz_id', id)).toHaveLength(1)
  })
})

describe('in points', () => {
  test('a line whose void twenty decide at once gives its points and its money back once', async () => {
    const { lines } = await pointsPaid(w, [300, 100])
    const [line = ''] = lines
    const record = await voidWanted(w, w.fin, line, orderDoctorSettlementPoint)
    const [money, has] = [await balance(), (await rows(w, integralAccount, 'holder_type', 1))[0]?.balance ?? 0]
    await once(20, () => agrees(w, w.fin2, record))
    expect(await balance()).toBe(yuan(fen(money) + fen('31.80')))
    expect((await rows(w, integralAccount, 'holder_type', 1))[0]?.balance).toBe(has - 300)
    expect(await rows(w, integralDetail, 'biz_id', line)).toHaveLength(2)
  })

  test('a whole order and the payment of its company: one of them is too late', async () => {
    for (let n = 0; n < 4; n += 1) {
      const of = await pointsOpened(w, [100], 'toSettle')
      const record = await apply('settlementOrderPoint', (await now(w, settlementOrderPoint, of.id)).code)
      const payment = await paymentOf(w, of, 'settlement_order_point_id')
      const calls = [() => agrees(w, w.fin2, record), () => pointsPays(w, of)]
      const codes = await codesOf((n % 2 === 0 ? calls : [...calls].reverse()).map((call) => call()))
      const [voided, paying] = n % 2 === 0 ? codes : [...codes].reverse()
      expect([
        [200, 409],
        [400, 200],
      ]).toContainEqual([voided, paying])
      expect([
        (await now(w, settlementOrderPoint, of.id)).settlementStatus,
        (await now(w, servicePaymentOrder, payment)).payStatus,
      ]).toEqual(
        voided === 200 ? [settlementStatus.voided, payStatus.voided] : [settlementStatus.toPay, payStatus.toCheck],
      )
    }
  })

  test('a whole order and its settling leave no documents of a void order', async () => {
    for (let n = 0; n < 4; n += 1) {
      const { id } = await pointsOpened(w, [100], 'confim.pass')
      const record = await apply('settlementOrderPoint', (await now(w, settlementOrderPoint, id)).code)
      const [settles, voided] = await codesOf([
        takes(w, w.fin, settlementOrderPoint, 'toSettle', id),
        agrees(w, w.fin2, record),
      ])
      expect(voided).toBe(200)
      expect([200, 409]).toContain(settles)
      expect(await now(w, settlementOrderPoint, id)).toMatchObject({ settlementStatus: settlementStatus.voided })
    }
  })
})

test('all of these together keep every promise', () => holds(w))
