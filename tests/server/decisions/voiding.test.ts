import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancellationRecord } from '../../../src/model/desk/cancellationRecord.ts'
import { entrustedAccount, entrustedAccountRecord } from '../../../src/model/funds/accounts.ts'
import { entrustedAccountPrepay } from '../../../src/model/funds/prepay.ts'
import { dmanInternalTransfer } from '../../../src/model/funds/transfers.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { entrustedTaxPaymentOrder, platServiceFee, servicePaymentOrder } from '../../../src/model/payment/payments.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { resultOrder } from '../../../src/model/settlement/results/resultOrder.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlement, settlementOrderDoctor } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { entrustedInvoice } from '../../../src/model/tax/entrustedInvoice.ts'
import { entrustedInvoiceDetail } from '../../../src/model/tax/entrustedInvoiceParts.ts'
import { fen, yuan } from '../../../src/model/values/money.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { decide, decideAll } from '../../../src/server/deciding/engine.ts'
import { moveUnit } from '../../../src/server/domains/funds/ledger/units.ts'
import { moneySettlement } from '../../../src/server/domains/settlement/moneySettlement.ts'
import { linesPaid, lockOrder } from '../../../src/server/domains/settlement/outcomes.ts'
import { feeStepped } from '../../../src/server/domains/settlement/settling.ts'
import { draftInvoice } from '../../../src/server/domains/tax/draft.ts'
import { moneyInvoicing } from '../../../src/server/domains/tax/moneyInvoicing.ts'
import { broken, checkInvariants, invariants } from '../../../src/server/verification/check.ts'
import { person } from '../../rules/people.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { change, load, order, refusal, rowNow, rowsBy, type World, world } from './fixture.ts'
import { happens, type Line, type Order, payable } from './payoutGround.ts'

const { auditStatus: auditStates } = statesOf(cancellationRecord)
const { cycleStatus } = statesOf(settlementCycle)
const { feeStatus } = statesOf(platServiceFee)
const { invoiceStatus } = statesOf(entrustedInvoice)
const { orderStatus, payType } = statesOf(orderDoctor)
const { payMode, payStatus } = statesOf(servicePaymentOrder)
const { resultStatus } = statesOf(resultOrder)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { settlementStatus } = statesOf(settlementOrder)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)
const { unitStatus } = statesOf(tradingManagerInfo)

/** Lifecycle 3.14 and cancellations: lines and whole orders are void, and what was paid for them goes back. */
let t: TestApp
let w: World
let ops: Client
let fin: Client
let boss: Actor
beforeAll(async () => {
  t = await testApp()
  w = await world('voiding', await t.newTenant())
  await payable(w)
  ops = await t.signIn(w.tenantId, 'ops')
  fin = await t.signIn(w.tenantId, 'finance')
  boss = person(w.tenantId, 'companyAdmin', { company: w.companyId })
  await load(w.context, w.tenantId, async (work) => {
    await work.insert(entrustedAccount, { accountNo: 'PA1', entrustedCompanyId: w.companyId })
    await work.insert(tradingManagerInfo, {
      unitNo: 'DM1',
      holderType: 1,
      holderId: w.companyId,
      unitStatus: unitStatus.normal,
    })
    return work.insert(entrustedAccountPrepay, {
      code: 'PP1',
      entrustedCompanyId: w.companyId,
      chargeType: 1,
      recordAmount: '900000.00',
      bankSerialNo: 'PAID1',
      recordVoucher: '1',
    })
  }).then(({ id }) => step('entrustedAccountPrepay', 'review.pass', id, w.fin))
})
afterAll(() => t.app.close())

const VOID = 'blade-svc/orderDoctorSettlement/applyForVoid'
const AUDIT = 'blade-sys/cancellationRecord/audit'
const SUBMIT = 'blade-sys/cancellationRecord/submit'
const step = (resource: string, transition: string, id: string, actor: Actor, ask: object = {}) =>
  decide(w.context, actor, { resource, transition, id, ask: { ...ask } })
const lineNow = (id: string) => rowNow(w.context, w.tenantId, orderDoctorSettlement, id)
const orderNow = (id: string) => rowNow(w.context, w.tenantId, settlementOrder, id)
const recordNow = (id: string) => rowNow(w.context, w.tenantId, cancellationRecord, id)
const recordOf = async (biz: string) => {
  const [record] = (await rowsBy(w.context, w.tenantId, cancellationRecord, 'biz_id', biz)).slice(-1)
  if (!record) throw new Error(`nothing asks for the void of ${biz}`)
  return record
}
const accountNow = async () =>
  (await rowsBy(w.context, w.tenantId, entrustedAccount, 'entrusted_company_id', w.companyId))[0]
const unitNow = async () =>
  (await rowsBy(w.context, w.tenantId, tradingManagerInfo, 'holder_id', w.companyId))[0]?.balance
const feeOf = async (orderId: string) =>
  (await rowsBy(w.context, w.tenantId, platServiceFee, 'settlement_order_id', orderId))[0]
const less = (amount: string | null | undefined, by: string) => yuan(fen(amount ?? '0') - fen(by))
const plus = (amount: string | null | undefined, by: string) => yuan(fen(amount ?? '0') + fen(by))
const linesOf = async (id: string): Promise<Line[]> =>
  (await rowsBy(w.context, w.tenantId, orderDoctorSettlement, 'settlement_order_id', id)).sort((a, b) =>
    (a.acceptTime ?? '').localeCompare(b.acceptTime ?? ''),
  )
/** An order as its cycle made it: at its review, passed (2) or confirmed (3). */
async function fresh(fees: readonly string[], status: 0 | 2 | 3 = 0): Promise<{ id: string; lines: Line[] }> {
  const { id } = await order(w, { ownCycle: true, fees })
  if (status >= 2) await step('settlementOrder', 'audit.pass', id, w.fin)
  if (status === 3) await step('settlementOrder', 'confim.pass', id, boss)
  return { id, lines: await linesOf(id) }
}
/** An order that the company has paid for from its account. */
async function paid(...fees: readonly string[]): Promise<{ id: string; lines: Line[] }> {
  const { id } = await fresh(fees, 3)
  await step('settlementOrder', 'toSettle', id, w.fin)
  const [payment] = await rowsBy(w.context, w.tenantId, servicePaymentOrder, 'settlement_order_id', id)
  await step('servicePaymentOrder', 'confimPay', payment?.id as string, boss, { payMode: payMode.prepaid })
  await step('servicePaymentOrder', 'submitReview.pass', payment?.id as string, w.fin2)
  return { id, lines: await linesOf(id) }
}
/** Asked for by operations. */
async function asked(line: Line | undefined): Promise<string> {
  const a = await ops.post(VOID, { ids: line?.id, reason: '重复登记' })
  expect([a.status, a.msg]).toEqual([200, '操作成功'])
  return (await recordOf(line?.id as string)).id
}
const audit = (who: Client, ids: string, auditStatus = 1, headers = {}) =>
  who.post(AUDIT, { ids, auditStatus, auditRemark: '同意' }, {}, headers)
const KEPT = invariants
  .map((i) => i.id)
  .filter((id) => /^(INV-([1-7]|10|13|14|15|16|20|21|22|24|25|27|32|34|40|41)\b|3\.)/.test(id))
/** What orders, lines, refunds and balances amount to holds in this tenant. */
async function clean(): Promise<void> {
  const found = await w.context.db.transaction({ tenantId: w.tenantId }, (tx) => checkInvariants(tx, KEPT))
  expect(found.length).toBeGreaterThan(60)
  expect(broken(found)).toEqual([])
}

describe('a line that the company has paid for', () => {
  test('is refunded with the platform’s fee, which the platform does not get', async () => {
    const { id, lines } = await paid('3000.00', '2000.00', '500.00')
    const [line] = lines as [Line]
    const [before, account, unit, fee] = [await orderNow(id), await accountNow(), await unitNow(), await feeOf(id)]
    expect((await (await t.signIn(w.tenantId, 'tax')).post(VOID, { ids: line.id, reason: 'x' })).status).toBe(403)
    const stranger = await t.signIn(w.tenantId, 'ops', { company: '77' })
    expect((await stranger.post(VOID, { ids: line.id, reason: 'x' })).status).toBe(404)
    const mute = await ops.post(VOID, { ids: line.id })
    expect([mute.status, mute.data]).toEqual([400, { reason: '请输入作废原因' }])
    // of several, too, it is said once, and nothing is asked for
    const mutes = await ops.post(VOID, { ids: lines.map((l) => l.id).join(',') })
    expect([mutes.status, mutes.msg, mutes.data]).toEqual([400, '请输入作废原因', { reason: '请输入作废原因' }])
    expect((await lineNow(line.id)).settleStatus).toBe(settleStatus.payable)
    const record = await asked(line)
    expect(await lineNow(line.id)).toMatchObject({ settleStatus: settleStatus.voidRequested })
    expect(await recordNow(record)).toMatchObject({
      auditStatus: auditStates.pending,
      bizType: 'orderDoctorSettlement',
      bizCode: line.code,
      amount: '3000.00',
      prevStatus: 1,
      reason: '重复登记',
      createUser: ops.userId,
    })
    const again = await ops.post(VOID, { ids: line.id, reason: '再来' })
    expect([again.status, again.msg]).toEqual([409, expect.stringContaining('当前状态不允许该操作')])

    const preview = await fin.get<{ what: string; how: string; amount: string }[]>(
      'blade-sys/cancellationRecord/refundSteps',
      { id: record },
    )
    expect(preview.data.map((s) => [s.what, s.amount])).toEqual([
      ['税前劳务费', '3000.00'],
      ['平台服务费', '180.00'],
      ['退款金额', '3180.00'],
      ['退款前余额', account?.balance],
      ['退款后余额', plus(account?.balance, '3180.00')],
    ])
    expect((await audit(ops, record)).status).toBe(403)
    const a = await audit(fin, record)
    expect([a.status, a.msg]).toEqual([200, '操作成功'])

    const after = await accountNow()
    expect(after).toMatchObject({
      balance: plus(account?.balance, '3180.00'),
      totalIn: plus(account?.totalIn, '3180.00'),
    })
    const [posted] = await rowsBy(w.context, w.tenantId, entrustedAccountRecord, 'biz_id', line.id)
    expect(posted).toMatchObject({ recordType: 3, direction: 1, amount: '3180.00', bizCode: line.code })
    expect(await lineNow(line.id)).toMatchObject({
      settleStatus: settleStatus.voided,
      taxFinal: 0,
      iitAmount: '0.00',
      netAmount: '3000.00',
      refundRecordId: posted?.id,
    })
    expect(await recordNow(record)).toMatchObject({
      auditStatus: auditStates.approved,
      auditRemark: '同意',
      refundRecordId: posted?.id,
    })
    expect(await orderNow(id)).toMatchObject({
      refundAmount: '3180.00',
      totalAmount: before.totalAmount,
      doctorAmount: before.doctorAmount,
      settlementStatus: settlementStatus.paid,
    })
    expect(await unitNow()).toBe(unit)
    expect(await feeOf(id)).toMatchObject({
      feeAmount: less(fee?.feeAmount, '180.00'),
      baseAmount: less(fee?.baseAmount, '3000.00'),
    })
    expect(await rowNow(w.context, w.tenantId, orderDoctor, line.orderDoctorId as string)).toMatchObject({
      orderStatus: orderStatus.voided,
    })
    const twice = await audit(fin, record)
    expect([twice.status, twice.msg]).toEqual([409, expect.stringContaining('当前状态不允许该操作')])
    await clean()
  })

  test('is not decided by who asked, and goes back to what it was when that is refused', async () => {
    const { lines } = await paid('900.00', '800.00')
    expect((await fin.post(VOID, { ids: lines[0]?.id, reason: '误录' })).status).toBe(200)
    const own = await audit(fin, (await recordOf(lines[0]?.id as string)).id)
    expect([own.status, own.msg]).toEqual([400, expect.stringContaining('经办与审核不能是同一人')])
    const other = await t.signIn(w.tenantId, 'finance')
    const { id } = await recordOf(lines[0]?.id as string)
    const mute = await other.post(AUDIT, { ids: id, auditStatus: auditStates.rejected })
    expect([mute.status, mute.data]).toEqual([400, { auditRemark: '请输入驳回原因' }])
    expect((await audit(other, id, 2)).status).toBe(200)
    expect(await lineNow(lines[0]?.id as string)).toMatchObject({ settleStatus: settleStatus.payable })
    expect(await recordNow(id)).toMatchObject({ auditStatus: auditStates.rejected, refundRecordId: null })
    await clean()
  })

  test('is refunded without the platform’s fee once that is transferred, and not while it is', async () => {
    const { id, lines } = await paid('1000.00', '2000.00')
    const fee = await feeOf(id)
    await happens(w, async (work) => {
      await lockOrder(work, moneySettlement, id)
      await feeStepped(work, moneySettlement, fee as never, 'transfer')
    })
    const record = await asked(lines[0])
    const early = await audit(fin, record)
    expect([early.status, early.msg]).toEqual([400, `平台服务费 ${fee?.code} 划转中，请在划转结束后审核`])
    await happens(w, async (work) => {
      await lockOrder(work, moneySettlement, id)
      await feeStepped(work, moneySettlement, fee as never, 'succeed')
      const unit = await work.any(tradingManagerInfo, { holderId: w.companyId })
      await work.lock(tradingManagerInfo, [unit?.id as string])
      await moveUnit(work, unit?.id as string, -fen(fee?.feeAmount ?? '0'))
    })
    const account = await accountNow()
    expect((await audit(fin, record)).status).toBe(200)
    expect((await accountNow())?.balance).toBe(plus(account?.balance, '1000.00'))
    expect(await orderNow(id)).toMatchObject({ refundAmount: '1000.00' })
    expect(await feeOf(id)).toMatchObject({ feeAmount: fee?.feeAmount, feeStatus: feeStatus.transferred })
    await clean()
  })

  test('is not void while the order is invoiced; a draft is made up anew', async () => {
    const { id, lines } = await paid('1000.00', '2000.00')
    await change(w.context, w.tenantId, entrustedCompany, w.companyId, { invoiceTaxNo: '91330100MA27XW1234' })
    const { id: invoice } = await load(w.context, w.tenantId, async (work) =>
      draftInvoice(work, moneyInvoicing, (await work.row(settlementOrder, id)) as Order),
    )
    await change(w.context, w.tenantId, entrustedInvoice, invoice, { invoiceStatus: invoiceStatus.issued })
    const late = await ops.post(VOID, { ids: lines[0]?.id, reason: '误录' })
    expect([late.status, late.msg]).toEqual([400, expect.stringContaining('待复核或已开具，请先作废发票')])
    await change(w.context, w.tenantId, entrustedInvoice, invoice, { invoiceStatus: invoiceStatus.draft })
    const record = await asked(lines[0])
    await change(w.context, w.tenantId, entrustedInvoice, invoice, { invoiceStatus: invoiceStatus.pending })
    expect((await audit(fin, record)).status).toBe(400)
    await change(w.context, w.tenantId, entrustedInvoice, invoice, { invoiceStatus: invoiceStatus.draft })
    expect((await audit(fin, record)).status).toBe(200)
    expect(await rowNow(w.context, w.tenantId, entrustedInvoice, invoice)).toMatchObject({ invoiceAmount: '2120.00' })
    await clean()
  })

  /** An invoice of an order that its company asked for, with a file that the tax bureau agreed to. */
  async function invoiced(id: string): Promise<string> {
    await change(w.context, w.tenantId, entrustedCompany, w.companyId, { invoiceTaxNo: '91330100MA27XW1234' })
    const { id: invoice, invoiceAmount } = await load(w.context, w.tenantId, async (work) =>
      draftInvoice(work, moneyInvoicing, (await work.row(settlementOrder, id)) as Order),
    )
    await step('entrustedInvoice', 'request', invoice, boss)
    const amount = invoiceAmount as string
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
    await happens(w, async (work) => {
      await work.step(entrustedInvoiceDetail, file.id, 'check')
      await work.step(entrustedInvoiceDetail, file.id, 'agree')
    })
    return invoice
  }
  const statusOf = async (invoice: string) =>
    (await rowNow(w.context, w.tenantId, entrustedInvoice, invoice)).invoiceStatus

  test('keeps the invoice of its order from being handed over and issued while its void waits, and says which line', async () => {
    const { id, lines } = await paid('1000.00', '2000.00')
    const [line] = lines as [Line]
    const [tax, reviewer] = [await t.signIn(w.tenantId, 'tax'), await t.signIn(w.tenantId, 'finance')]
    const invoice = await invoiced(id)
    const record = await asked(line)
    const handOver = () => tax.post('blade-svc/entrustedInvoice/invoiceSubmit', { id: invoice, status: 2 })
    const pass = () => reviewer.post('blade-svc/entrustedInvoice/submitReview', { id: invoice, status: 1 })
    const told = [400, `结算明细 ${line.code} 的作废待审核，请先审核该作废记录`]
    const early = await handOver()
    expect([early.status, early.msg]).toEqual(told)
    // one that was handed over behind the back of the application is not issued either
    await change(w.context, w.tenantId, entrustedInvoice, invoice, { invoiceStatus: invoiceStatus.pending })
    const issued = await pass()
    expect([issued.status, issued.msg]).toEqual(told)
    const found = await w.context.db.transaction({ tenantId: w.tenantId }, (tx) =>
      checkInvariants(tx, ['3.14.invoiced']),
    )
    expect(broken(found)).toHaveLength(1)
    await change(w.context, w.tenantId, entrustedInvoice, invoice, { invoiceStatus: invoiceStatus.requested })
    expect((await audit(fin, record, 2)).status).toBe(200)
    expect((await handOver()).status).toBe(200)
    const late = await ops.post(VOID, { ids: line.id, reason: '误录' })
    expect([late.status, late.msg]).toEqual([400, expect.stringContaining('待复核或已开具，请先作废发票')])
    expect((await pass()).status).toBe(200)
    await clean()
  })

  test('and its invoice are asked for at the same moment: one of both is done, whichever comes first', async () => {
    const tax = await t.signIn(w.tenantId, 'tax')
    for (const n of [0, 1, 2]) {
      const { id, lines } = await paid('1000.00', '2000.00')
      const invoice = await invoiced(id)
      const handOver = () => tax.post('blade-svc/entrustedInvoice/invoiceSubmit', { id: invoice, status: 2 })
      const ask = () => ops.post(VOID, { ids: lines[0]?.id, reason: '误录' })
      const [a, b] = n % 2 === 0 ? await Promise.all([handOver(), ask()]) : await Promise.all([ask(), handOver()])
      expect([a.status, b.status].sort()).toEqual([200, 400])
      const handedOver = (n % 2 === 0 ? a : b).status === 200
      expect([await statusOf(invoice), (await lineNow(lines[0]?.id as string)).settleStatus]).toEqual(
        handedOver ? [2, 1] : [1, 5],
      )
      await clean()
    }
  })

  test('settles its order where it was the last that was open', async () => {
    const { id, lines } = await paid('1000.00', '2000.00', '600.00')
    const [first, second] = lines as [Line, Line]
    await happens(w, async (work) => {
      await lockOrder(work, moneySettlement, id)
      await linesPaid(work, id, [first.doctorId])
    })
    const net = (await orderNow(id)).paidNetAmount ?? '0'
    await load(w.context, w.tenantId, async (work) => {
      const unit = await work.any(tradingManagerInfo, { holderId: w.companyId })
      await work.lock(tradingManagerInfo, [unit?.id as string])
      await moveUnit(work, unit?.id as string, -fen(net))
    })
    expect((await audit(fin, await asked(second))).status).toBe(200)
    const [tax] = await rowsBy(w.context, w.tenantId, entrustedTaxPaymentOrder, 'settlement_order_id', id)
    expect(tax).toMatchObject({ taxPayStatus: taxPayStatus.toPay })
    expect(await orderNow(id)).toMatchObject({ settlementStatus: settlementStatus.paid, paidNetAmount: net })
    const people = await rowsBy(w.context, w.tenantId, settlementOrderDoctor, 'settlement_order_id', id)
    expect(people.map((p) => [p.doctorId === first.doctorId, p.paidStatus]).sort()).toEqual([
      [false, 0],
      [true, 2],
    ])
    await clean()
  })

  test('asked for many at once answers each for itself; what is decided of them is decided of all or of none', async () => {
    const { lines } = await paid('1000.00', '2000.00', '600.00')
    await asked(lines[0])
    const a = await ops.post<{ success: string[]; fail: { id: string; msg: string }[] }>(VOID, {
      ids: lines.map((l) => l.id).join(','),
      reason: '整批误录',
    })
    expect(a.data.success).toEqual([lines[1]?.id, lines[2]?.id])
    expect(a.data.fail).toEqual([{ id: lines[0]?.id, msg: expect.stringContaining('当前状态不允许该操作') }])
    const records = await Promise.all(lines.map((l) => recordOf(l.id)))
    const ids = records.map((r) => r.id)
    expect((await audit(fin, [...ids, '77'].join(','))).status).toBe(404)
    expect((await Promise.all(lines.map((l) => recordOf(l.id)))).map((r) => r.auditStatus)).toEqual([
      auditStates.pending,
      auditStates.pending,
      auditStates.pending,
    ])
    expect((await audit(fin, ids.join(','))).status).toBe(200)
    expect((await Promise.all(lines.map((l) => lineNow(l.id)))).map((l) => l.settleStatus)).toEqual([
      settleStatus.voided,
      settleStatus.voided,
      settleStatus.voided,
    ])
    await clean()
  })
})

describe('a line of an order that nobody has paid for', () => {
  test('no longer counts; the order waits for its decision', async () => {
    const { id, lines } = await fresh(['3000.00', '2000.00', '500.00'])
    const before = await orderNow(id)
    const record = await asked(lines[1])
    const waits = await refusal(step('settlementOrder', 'audit.pass', id, w.fin))
    expect([waits.code, waits.text]).toEqual([
      400,
      [`明细 ${lines[1]?.code} 作废审核中，请先处理`, `Line ${lines[1]?.code} waits to be voided: decide that first`],
    ])
    expect((await refusal(step('settlementOrder', 'remove', id, w.fin))).code).toBe(400)
    const account = await accountNow()
    expect((await audit(fin, record)).status).toBe(200)
    expect((await accountNow())?.balance).toBe(account?.balance)
    expect(await orderNow(id)).toMatchObject({
      doctorAmount: '3500.00',
      platformAmount: '210.00',
      totalAmount: '3710.00',
      orderCount: 2,
      doctorCount: (before.doctorCount ?? 0) - 1,
      refundAmount: '0.00',
    })
    expect(await lineNow(lines[1]?.id as string)).toMatchObject({
      settleStatus: settleStatus.voided,
      refundRecordId: null,
    })
    await clean()
    // the next one is back to where it was, and goes on with the order
    const kept = await asked(lines[0])
    expect((await audit(fin, kept, 2)).status).toBe(200)
    expect(await lineNow(lines[0]?.id as string)).toMatchObject({ settleStatus: settleStatus.unsettled })
    await clean()
  })

  test('was the last one: the order is deleted and not reviewed, its cycle can be confirmed again', async () => {
    const { id, lines } = await fresh(['700.00'])
    expect((await audit(fin, await asked(lines[0]))).status).toBe(200)
    expect(await orderNow(id)).toMatchObject({ totalAmount: '0.00', orderCount: 0, doctorCount: 0 })
    await clean()
    const r = await refusal(step('settlementOrder', 'audit.pass', id, w.fin))
    expect([r.code, r.text[0]]).toEqual([400, '结算单的明细已全部作废，请删除结算单'])
    await step('settlementOrder', 'remove', id, w.fin)
    const { settlementCycleId } = await orderNow(id)
    expect(await rowNow(w.context, w.tenantId, settlementCycle, settlementCycleId as string)).toMatchObject({
      cycleStatus: cycleStatus.toConfirm,
    })
  })

  test('that is with the company is not void', async () => {
    const { id, lines } = await fresh(['700.00'], 2)
    const r = await ops.post(VOID, { ids: lines[0]?.id, reason: '误录' })
    const { code } = await orderNow(id)
    expect([r.status, r.msg]).toEqual([400, `结算单 ${code} 不在待审核、审核驳回或已付款状态，其明细不能作废`])
  })
})

describe('many at one moment', () => {
  test('either void a line or have it paid', async () => {
    const { lines } = await paid('900.00')
    const id = lines[0]?.id
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0
          ? ops.post(VOID, { ids: id, reason: '误录' })
          : ops.post('blade-svc/orderDoctorSettlement/applyForPayment', { ids: id }),
      ),
    )
    expect(all.map((a) => a.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    await clean()
  })

  test('decide one cancellation once, and the same key answers as the first time', async () => {
    const { lines } = await paid('900.00', '800.00')
    const record = await asked(lines[0])
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, n) => audit(fin, record, 1, { 'idempotency-key': `v${n}-${record}` })),
    )
    expect(all.map((a) => a.status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    const second = await asked(lines[1])
    const key = { 'idempotency-key': `void-${second}` }
    for (let n = 0; n < 2; n++) expect((await audit(fin, second, 1, key)).status).toBe(200)
    expect(await rowsBy(w.context, w.tenantId, entrustedAccountRecord, 'biz_id', lines[1]?.id)).toHaveLength(1)
    await clean()
  })

  test('refund a line and transfer the fee: the platform gets what is left, or nothing is refunded yet', async () => {
    const cashier = await t.signIn(w.tenantId, 'cashier')
    await load(w.context, w.tenantId, (work) =>
      work.insert(tradingManagerInfo, { unitNo: 'DM0', holderType: 2, unitStatus: unitStatus.normal }),
    )
    for (let n = 0; n < 4; n++) {
      const { id, lines } = await paid('900.00', '800.00')
      const record = await asked(lines[0])
      const { id: platServiceFeeId } = (await feeOf(id)) as { id: string }
      const [moved, decided] = await Promise.all([
        cashier.post('blade-cmb/dmanInternalTransfer/transfer', { platServiceFeeId }),
        audit(fin, record),
      ])
      expect(moved.status).toBe(200)
      expect([200, 400]).toContain(decided.status)
      const [sent] = await rowsBy(w.context, w.tenantId, dmanInternalTransfer, 'plat_service_fee_id', platServiceFeeId)
      expect(sent?.amount).toBe(decided.status === 200 ? '48.00' : '102.00')
      expect(await feeOf(id)).toMatchObject({ feeStatus: feeStatus.transferring, feeAmount: sent?.amount })
    }
    await clean()
  })

  test('void a line and review its order: one of them is too late', async () => {
    for (let n = 0; n < 4; n++) {
      const { id, lines } = await fresh(['900.00', '800.00'])
      const [wanted, passed] = await Promise.all([
        ops.post(VOID, { ids: lines[0]?.id, reason: '误录' }),
        fin.post('blade-svc/settlementOrder/audit', { ids: id, status: 1 }),
      ])
      expect([wanted.status, passed.status].sort()).toEqual([200, 400])
    }
    await clean()
  })

  test('twelve refunds into one account are twelve records', async () => {
    const { id, lines } = await paid(...Array.from({ length: 12 }, () => '100.00'))
    const asks = await ops.post(VOID, { ids: lines.map((l) => l.id).join(','), reason: '整单误录' })
    expect((asks.data as { success: string[] }).success).toHaveLength(12)
    const records = await Promise.all(lines.map((l) => recordOf(l.id)))
    const account = await accountNow()
    const all = await Promise.all(records.map((r) => audit(fin, r.id)))
    expect(all.map((a) => a.status)).toEqual(records.map(() => 200))
    expect((await accountNow())?.balance).toBe(plus(account?.balance, '1272.00'))
    expect(await orderNow(id)).toMatchObject({ refundAmount: '1272.00' })
    expect(await feeOf(id)).toMatchObject({ feeAmount: '0.00', feeStatus: feeStatus.transferred })
    await clean()
  })
})

describe('a whole order', () => {
  const apply = (who: Client, bizType: string, bizCode: string | null, reason = '月份有误') =>
    who.post<{ id: string }>(SUBMIT, { bizType, bizCode, reason })

  test('is void while nobody has paid for it: its doctor orders are free again, its cycle can be confirmed anew', async () => {
    const { id, lines } = await fresh(['3000.00', '2000.00'], 3)
    await step('settlementOrder', 'toSettle', id, w.fin)
    const { code, settlementCycleId } = await orderNow(id)
    expect((await apply(await t.signIn(w.tenantId, 'tax'), 'settlementOrder', code)).status).toBe(403)
    const unknown = await apply(ops, 'settlementOrder', 'SO404')
    expect([unknown.status, unknown.msg]).toEqual([400, '没有单号为 SO404 的单据'])
    const line = await apply(ops, 'orderDoctorSettlement', lines[0]?.code ?? '')
    expect([line.status, line.msg]).toEqual([400, '单据类型不是可选的值'])
    const all = await Promise.all(Array.from({ length: 8 }, (_, n) => apply(ops, 'settlementOrder', code, `第${n}次`)))
    expect(all.map((a) => a.status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)])
    const record = await recordOf(id)
    expect(record).toMatchObject({ prevStatus: 4, amount: '5300.00', entrustedCompanyId: w.companyId })
    expect((await audit(fin, record.id)).status).toBe(200)
    expect(await orderNow(id)).toMatchObject({ settlementStatus: settlementStatus.voided })
    const [payment] = await rowsBy(w.context, w.tenantId, servicePaymentOrder, 'settlement_order_id', id)
    expect(payment).toMatchObject({ payStatus: payStatus.voided })
    for (const l of lines)
      expect(await rowNow(w.context, w.tenantId, orderDoctor, l.orderDoctorId as string)).toMatchObject({
        orderStatus: orderStatus.collected,
        settlementOrderId: null,
      })
    expect(await rowNow(w.context, w.tenantId, settlementCycle, settlementCycleId as string)).toMatchObject({
      cycleStatus: cycleStatus.toConfirm,
    })
    await clean()
  })

  test('that its company is paying for is not', async () => {
    const { id } = await fresh(['3000.00'], 3)
    await step('settlementOrder', 'toSettle', id, w.fin)
    const { code } = await orderNow(id)
    const record = (await apply(ops, 'settlementOrder', code)).data.id
    const [payment] = await rowsBy(w.context, w.tenantId, servicePaymentOrder, 'settlement_order_id', id)
    await step('servicePaymentOrder', 'confimPay', payment?.id as string, boss, { payMode: payMode.prepaid })
    const a = await audit(fin, record)
    expect([a.status, a.msg]).toEqual([400, `支付单 ${payment?.code} 待复核或已付款，结算单不能作废`])
    expect((await audit(fin, record, 2)).status).toBe(200)
    expect(await orderNow(id)).toMatchObject({ settlementStatus: settlementStatus.toPay })
    await clean()
  })

  test('of results leaves its cycle while that is not confirmed, and its doctor orders wait for another', async () => {
    const clerk = person(w.tenantId, 'ops')
    const { id: source } = await load(w.context, w.tenantId, (work) =>
      work.insert(orderDoctor, {
        code: 'ODV1',
        entrustedCompanyId: w.companyId,
        baseEmployeeId: w.employeeId,
        planType: 3,
        payType: payType.money,
        doctorId: w.doctors[0] as string,
        taxItemCode: '3040407',
        fiscalTaxId: w.partnerId,
        feeAmount: '800.00',
        platformFee: '48.00',
        acceptTime: '2020-05-10 10:00:00',
        orderStatus: orderStatus.open,
      } as never),
    )
    const ask = { entrustedCompanyId: w.companyId, periodStart: '2020-05-01', periodEnd: '2020-05-31' }
    const [made] = await decideAll(w.context, clerk, { resource: 'resultOrder', transition: 'create', ids: [], ask })
    const id = made?.id as string
    await step('resultOrder', 'submit', id, clerk)
    await step('resultOrder', 'audit.pass', id, w.fin)
    const { code } = await rowNow(w.context, w.tenantId, resultOrder, id)
    const early = await apply(ops, 'resultOrder', code)
    expect([early.status, early.msg]).toEqual([400, `结果单 ${code} 不在已确认状态，不能作废`])
    await step('resultOrder', 'confirm.pass', id, boss)
    const { settlementCycleId } = await rowNow(w.context, w.tenantId, resultOrder, id)
    const cycleNow = () => rowNow(w.context, w.tenantId, settlementCycle, settlementCycleId as string)
    expect(await cycleNow()).toMatchObject({ totalAmount: '848.00', resultOrderCount: 1 })
    const record = (await apply(ops, 'resultOrder', code)).data.id
    expect(await recordNow(record)).toMatchObject({ prevStatus: 4, amount: '848.00' })
    await change(w.context, w.tenantId, settlementCycle, settlementCycleId as string, {
      cycleStatus: cycleStatus.confirmed,
    })
    const late = await audit(fin, record)
    expect([late.status, late.msg]).toEqual([400, `结果单 ${code} 所在的结算周期已确认，不能作废`])
    await change(w.context, w.tenantId, settlementCycle, settlementCycleId as string, { cycleStatus: cycleStatus.open })
    expect((await audit(fin, record)).status).toBe(200)
    expect(await rowNow(w.context, w.tenantId, resultOrder, id)).toMatchObject({
      resultStatus: resultStatus.voided,
      settlementCycleId: null,
    })
    expect(await cycleNow()).toMatchObject({ totalAmount: '0.00', resultOrderCount: 0 })
    expect(await rowNow(w.context, w.tenantId, orderDoctor, source)).toMatchObject({
      orderStatus: orderStatus.open,
      resultOrderId: null,
    })
    const other = await decideAll(w.context, clerk, { resource: 'resultOrder', transition: 'create', ids: [], ask })
    expect(other).toHaveLength(1)
    await clean()
  })
})
