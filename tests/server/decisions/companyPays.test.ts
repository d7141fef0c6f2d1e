import { beforeAll, describe, expect, test } from 'vitest'
import { entrustedAccount, entrustedAccountRecord } from '../../../src/model/funds/accounts.ts'
import { entrustedAccountPrepay } from '../../../src/model/funds/prepay.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { servicePaymentOrder } from '../../../src/model/payment/payments.ts'
import { servicePaymentOrderDetail } from '../../../src/model/payment/servicePayment.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { batchState, startBatch } from '../../../src/server/deciding/batch/batch.ts'
import { previewBatch } from '../../../src/server/deciding/batch/batchPreview.ts'
import { decide, decideAll } from '../../../src/server/deciding/engine.ts'
import { brokenAt } from '../../../src/server/domains/funds/ledger/chain.ts'
import { post } from '../../../src/server/domains/funds/ledger/ledger.ts'
import { broken, checkInvariants, invariants } from '../../../src/server/verification/check.ts'
import { person } from '../../rules/people.ts'
import { change, count, load, order, refusal, rowNow, rowsBy, type World, world } from './fixture.ts'

const { accountStatus } = statesOf(entrustedAccount)
const { payMode: payModeStates, payStatus } = statesOf(servicePaymentOrder)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { settlementStatus } = statesOf(settlementOrder)
const { unitStatus } = statesOf(tradingManagerInfo)

/** Lifecycles 3.13 and 3.23: a company pays for its settlement orders, and finance checks it. */
let w: World
let boss: Actor
let checker: Actor
beforeAll(async () => {
  w = await world()
  boss = person(w.tenantId, 'companyAdmin', { company: w.companyId, name: '康管理' })
  checker = person(w.tenantId, 'finance', { name: '孙复核' })
})

let nth = 0
/** The company's account with so much in it, by a prepayment that was confirmed, and its unit at the bank. */
async function funded(of: World, yuan: string): Promise<string> {
  nth += 1
  const { account, prepay } = await load(of.context, of.tenantId, async (work) => {
    const account = await work.insert(entrustedAccount, {
      accountNo: `PA${nth}`,
      entrustedCompanyId: of.companyId,
      entrustedCompanyName: '杭州康泰医药有限公司',
    })
    await work.insert(tradingManagerInfo, {
      unitNo: `DM${nth}`,
      holderType: 1,
      holderId: of.companyId,
      unitStatus: unitStatus.normal,
    })
    const prepay = await work.insert(entrustedAccountPrepay, {
      code: `PP${nth}`,
      entrustedCompanyId: of.companyId,
      chargeType: 1,
      recordAmount: yuan,
      bankSerialNo: `PAID${nth}`,
      recordVoucher: '1',
    })
    return { account, prepay }
  })
  await step(of, 'review.pass', prepay.id, of.fin, {}, 'entrustedAccountPrepay')
  return account.id
}

/** A payment order of a settlement order of these fees, as toSettle makes it. */
async function toPay(of: World = w, fees: readonly string[] = ['1000.00']): Promise<string> {
  const row = await order(of, { status: 3, fees })
  await decide(of.context, of.fin, { resource: 'settlementOrder', transition: 'toSettle', id: row.id })
  const [payment] = await rowsBy(of.context, of.tenantId, servicePaymentOrder, 'settlement_order_id', row.id)
  return payment?.id as string
}
async function voucher(of: World, paymentId: string, amount: string, serial: string): Promise<string> {
  const { id } = await load(of.context, of.tenantId, (work) =>
    work.insert(servicePaymentOrderDetail, {
      servicePaymentOrderId: paymentId,
      amount,
      payTime: '2024-06-10 10:00:00',
      voucherUrl: '1',
      bankSerialNo: serial,
    }),
  )
  return id
}
const step = (
  of: World,
  transition: string,
  id: string,
  actor: Actor,
  ask: object = {},
  resource = 'servicePaymentOrder',
) => decide(of.context, actor, { resource, transition, id, ask: { ...ask } })
const pays = (id: string, payMode: 1 | 2 = 1, of = w, actor = boss) => step(of, 'confimPay', id, actor, { payMode })
const passes = (id: string, of = w, actor = checker) => step(of, 'submitReview.pass', id, actor, { remark: '无误' })
const paymentNow = (id: string, of = w) => rowNow(of.context, of.tenantId, servicePaymentOrder, id)
const accountNow = (id: string, of = w) => rowNow(of.context, of.tenantId, entrustedAccount, id)
const recordsOf = (id: string, of = w) => rowsBy(of.context, of.tenantId, entrustedAccountRecord, 'account_id', id)
const unitBalance = async (of = w) =>
  (await rowsBy(of.context, of.tenantId, tradingManagerInfo, 'holder_id', of.companyId))[0]?.balance

const AMOUNTS = invariants
  .map((i) => i.id)
  .filter((id) => /^(INV-([1-8]|15|16)\b|INV-4[01]\.(servicePaymentOrder|entrustedAccountPrepay)|3\.12\.paid)/.test(id))
/** What accounts, payments and records amount to holds in this tenant, and no record was changed. */
async function clean(of = w): Promise<void> {
  const found = await of.context.db.transaction({ tenantId: of.tenantId }, (tx) => checkInvariants(tx, AMOUNTS))
  expect(found.length).toBeGreaterThan(10)
  expect(broken(found)).toEqual([])
  await load(of.context, of.tenantId, async (work) => {
    for (const account of await work.rows(entrustedAccount, {})) expect(await brokenAt(work, account.id)).toBeNull()
  })
}

describe('a payment from the prepaid account', () => {
  let account: string
  beforeAll(async () => {
    account = await funded(w, '5000.00')
  })

  test('freezes its amount, and is posted when finance has checked it: the lines become payable', async () => {
    const id = await toPay()
    await pays(id)
    expect(await paymentNow(id)).toMatchObject({
      payStatus: payStatus.toCheck,
      payMode: payModeStates.prepaid,
      frozenAmount: '1060.00',
      confirmUserName: '康管理',
    })
    expect(await accountNow(account)).toMatchObject({
      balance: '5000.00',
      frozenAmount: '1060.00',
      availableAmount: '3940.00',
    })
    await clean()
    await passes(id)
    const paid = await paymentNow(id)
    expect(paid).toMatchObject({
      payStatus: payStatus.paid,
      frozenAmount: '0.00',
      reviewUserName: '孙复核',
      reviewRemark: '无误',
    })
    expect(paid.payTime).toBe(paid.reviewTime)
    expect(await accountNow(account)).toMatchObject({
      balance: '3940.00',
      frozenAmount: '0.00',
      availableAmount: '3940.00',
      totalIn: '5000.00',
      totalOut: '1060.00',
      lastRecordId: paid.accountRecordId,
    })
    const [, record] = await recordsOf(account)
    expect(record).toMatchObject({
      id: paid.accountRecordId,
      recordType: 2,
      direction: 2,
      amount: '1060.00',
      balanceBefore: '5000.00',
      balanceAfter: '3940.00',
      bizType: 'servicePaymentOrder',
      bizId: id,
    })
    // nothing left the bank
    expect(await unitBalance()).toBe('5000.00')
    const orderId = paid.settlementOrderId as string
    expect((await rowNow(w.context, w.tenantId, settlementOrder, orderId)).settlementStatus).toBe(settlementStatus.paid)
    const lines = await rowsBy(w.context, w.tenantId, orderDoctorSettlement, 'settlement_order_id', orderId)
    expect(lines.map((l) => l.settleStatus)).toEqual([settleStatus.payable])
    await clean()
  })

  test('that is refused is no longer frozen, and may be paid again in another way', async () => {
    const id = await toPay()
    await pays(id)
    await step(w, 'submitReview.reject', id, checker, { remark: '请改用转账' })
    expect(await paymentNow(id)).toMatchObject({
      payStatus: payStatus.refused,
      frozenAmount: '0.00',
      reviewRemark: '请改用转账',
    })
    expect(await accountNow(account)).toMatchObject({ frozenAmount: '0.00', availableAmount: '3940.00' })
    await voucher(w, id, '1060.00', 'RE1')
    await pays(id, 2)
    expect(await paymentNow(id)).toMatchObject({
      payStatus: payStatus.toCheck,
      payMode: payModeStates.transfer,
      reviewUserName: null,
      frozenAmount: '0.00',
    })
    await clean()
  })

  test('is refused with the reason where the account has too little, is frozen or is not there', async () => {
    const dear = await toPay(w, ['9000.00'])
    const poor = await refusal(pays(dear))
    expect([poor.code, ...poor.text]).toEqual([
      400,
      '可用余额 3,940.00，不足以支付 9,540.00',
      'Only 3,940.00 is available of 9,540.00 to be paid',
    ])
    const id = await toPay()
    await change(w.context, w.tenantId, entrustedAccount, account, { accountStatus: accountStatus.frozen })
    expect((await refusal(pays(id))).text).toEqual([
      '账户已冻结或销户，不能支出',
      'The account is frozen or closed: nothing is taken out',
    ])
    await change(w.context, w.tenantId, entrustedAccount, account, { accountStatus: accountStatus.normal })
    await pays(id)
    // frozen since: finance cannot pass it either
    await change(w.context, w.tenantId, entrustedAccount, account, { accountStatus: accountStatus.frozen })
    expect((await refusal(passes(id))).text[0]).toBe('账户已冻结或销户，不能支出')
    await change(w.context, w.tenantId, entrustedAccount, account, { accountStatus: accountStatus.normal })
    await passes(id)
    const other = await world()
    const mine = person(other.tenantId, 'companyAdmin', { company: other.companyId })
    expect((await refusal(pays(await toPay(other), 1, other, mine))).text).toEqual([
      '该企业没有预存账户',
      'This company has no prepaid account',
    ])
    await clean()
  })

  test('in a wrong state, by a wrong role, of another company, or checked by who paid, is refused', async () => {
    const id = await toPay()
    expect((await refusal(passes(id))).code).toBe(409)
    expect((await refusal(pays(id, 1, w, checker))).code).toBe(403)
    expect((await refusal(pays(id, 1, w, person(w.tenantId, 'companyAdmin', { company: '1' })))).code).toBe(404)
    await pays(id, 1, w, w.admin)
    expect((await refusal(pays(id))).code).toBe(409)
    expect((await refusal(passes(id, w, boss))).code).toBe(403)
    // who paid, and who made the payment order (toSettle)
    for (const maker of [w.admin, w.fin]) {
      const own = await refusal(passes(id, w, maker))
      expect([own.code, own.text[0]]).toEqual([400, expect.stringContaining('经办与审核不能是同一人')])
    }
    await passes(id)
    expect((await refusal(passes(id))).code).toBe(409)
    expect((await refusal(step(w, 'submitReview.reject', id, checker, { remark: 'x' }))).code).toBe(409)
    await clean()
  })
})

describe('a payment by bank transfer', () => {
  test('needs vouchers of its amount, and goes through the account and the unit', async () => {
    const of = await world()
    const [mine, second] = [
      person(of.tenantId, 'companyAdmin', { company: of.companyId }),
      person(of.tenantId, 'finance'),
    ]
    const account = await funded(of, '100.00')
    const id = await toPay(of)
    expect((await refusal(pays(id, 2, of, mine))).text[0]).toBe('请先上传付款凭证')
    await voucher(of, id, '1000.00', 'BT1')
    expect((await refusal(pays(id, 2, of, mine))).text).toEqual([
      '凭证合计 1,000.00 与支付金额 1,060.00 不符',
      'The vouchers come to 1,000.00, not to 1,060.00',
    ])
    await voucher(of, id, '60.00', 'BT2')
    await pays(id, 2, of, mine)
    expect(await accountNow(account, of)).toMatchObject({ frozenAmount: '0.00', balance: '100.00' })
    await passes(id, of, second)
    expect((await recordsOf(account, of)).map((r) => [r.recordType, r.amount, r.balanceAfter])).toEqual([
      [1, '100.00', '100.00'],
      [5, '1060.00', '1160.00'],
      [2, '1060.00', '100.00'],
    ])
    expect(await accountNow(account, of)).toMatchObject({ balance: '100.00', totalIn: '1160.00', totalOut: '1060.00' })
    expect(await unitBalance(of)).toBe('1160.00')
    await clean(of)
  })

  test('is checked by itself: in a batch, or with another one, it is refused and says why (Q14)', async () => {
    const of = await world()
    const [mine, second] = [
      person(of.tenantId, 'companyAdmin', { company: of.companyId }),
      person(of.tenantId, 'finance'),
    ]
    await funded(of, '5000.00')
    const [prepaid, transfer] = [await toPay(of), await toPay(of)]
    await voucher(of, transfer, '1060.00', 'ALONE1')
    await pays(prepaid, 1, of, mine)
    await pays(transfer, 2, of, mine)
    const ofPayments = { resource: 'servicePaymentOrder', transition: 'submitReview.pass', ask: { remark: '无误' } }
    const why = '线下转账须逐笔复核凭证'
    const both = await refusal(decideAll(of.context, second, { ...ofPayments, ids: [prepaid, transfer] }))
    expect([both.code, both.text[0].endsWith(why)]).toEqual([400, true])
    const rows = [prepaid, transfer].map((id) => ({ id, version: null }))
    expect(await previewBatch(of.context, second, { ...ofPayments, rows } as never)).toMatchObject({
      allowed: 1,
      refused: [{ msg: why, count: 1 }],
      refusedIds: [transfer],
    })
    const { id } = await startBatch(of.context, second, { ...ofPayments, rows } as never, null)
    await expect.poll(() => batchState(of.context, second, id), { timeout: 20_000 }).toMatchObject({ state: 'done' })
    expect((await batchState(of.context, second, id)).rows.map((r) => [r.id, r.ok])).toEqual([
      [prepaid, true],
      [transfer, false],
    ])
    expect(await paymentNow(transfer, of)).toMatchObject({ payStatus: payStatus.toCheck })
    await passes(transfer, of, second)
    expect(await paymentNow(transfer, of)).toMatchObject({ payStatus: payStatus.paid })
    await clean(of)
  })

  test('names a receipt of the bank that nothing else names (INV-8)', async () => {
    const of = await world()
    const id = await toPay(of)
    await voucher(of, id, '1060.00', 'ONE')
    const again = load(of.context, of.tenantId, (work) =>
      work.insert(entrustedAccountPrepay, {
        code: 'PPX',
        entrustedCompanyId: of.companyId,
        chargeType: 1,
        recordAmount: '1.00',
        bankSerialNo: 'ONE',
      }),
    )
    await expect(again).rejects.toMatchObject({ code: '23505' })
    // however it is typed
    await voucher(of, await toPay(of), '1060.00', 'ser-1')
    for (const [n, typed] of ['SER-1', 'ser-1', 'ＳＥＲ-1', 'S E R\u3000-1', 'sEr－1'].entries()) {
      const same = load(of.context, of.tenantId, (work) =>
        work.insert(entrustedAccountPrepay, {
          code: `PPY${n}`,
          entrustedCompanyId: of.companyId,
          chargeType: 1,
          recordAmount: '1.00',
          bankSerialNo: typed,
        }),
      )
      await expect(same, typed).rejects.toMatchObject({ code: '23505' })
    }
  })
})

describe('many at once', () => {
  test('twelve payments of one account, checked at one moment: exact, never below nothing', async () => {
    const of = await world()
    const mine = person(of.tenantId, 'companyAdmin', { company: of.companyId })
    const account = await funded(of, '2544.00')
    const ids: string[] = []
    for (let n = 0; n < 12; n += 1) ids.push(await toPay(of, ['200.00']))
    await Promise.all(ids.map((id) => pays(id, 1, of, mine)))
    expect(await accountNow(account, of)).toMatchObject({ frozenAmount: '2544.00', availableAmount: '0.00' })
    // twelve different checkers, each of another payment
    const ended = await Promise.allSettled(ids.map((id) => passes(id, of, person(of.tenantId, 'finance'))))
    expect(ended.flatMap((e) => (e.status === 'rejected' ? [e.reason] : []))).toEqual([])
    expect(await accountNow(account, of)).toMatchObject({
      balance: '0.00',
      frozenAmount: '0.00',
      availableAmount: '0.00',
      totalOut: '2544.00',
    })
    const records = await recordsOf(account, of)
    expect(records).toHaveLength(13)
    expect(records.every((r) => !r.balanceAfter?.startsWith('-'))).toBe(true)
    await clean(of)
  }, 240_000)

  test('payments asked for at once freeze no more than there is', async () => {
    const of = await world()
    const mine = person(of.tenantId, 'companyAdmin', { company: of.companyId })
    const account = await funded(of, '650.00')
    const ids: string[] = []
    for (let n = 0; n < 8; n += 1) ids.push(await toPay(of, ['200.00']))
    const ended = await Promise.allSettled(ids.map((id) => pays(id, 1, of, mine)))
    expect(ended.filter((e) => e.status === 'fulfilled')).toHaveLength(3)
    for (const e of ended) if (e.status === 'rejected') expect(e.reason).toBeInstanceOf(AppError)
    expect(await accountNow(account, of)).toMatchObject({ frozenAmount: '636.00', availableAmount: '14.00' })
    await clean(of)
  })

  test('one payment, checked twelve times at once, is posted once; the same key answers the same', async () => {
    const of = await world()
    const mine = person(of.tenantId, 'companyAdmin', { company: of.companyId })
    const account = await funded(of, '1060.00')
    const id = await toPay(of)
    await pays(id, 1, of, mine)
    const who = person(of.tenantId, 'finance')
    const ask = { resource: 'servicePaymentOrder', transition: 'submitReview.pass', id, key: `k-${id}` }
    const others = Array.from({ length: 8 }, () => passes(id, of, person(of.tenantId, 'finance')))
    const same = Array.from({ length: 4 }, () => decide(of.context, who, ask))
    const ended = await Promise.allSettled([...others, ...same])
    for (const e of ended) if (e.status === 'rejected') expect(e.reason).toMatchObject({ code: 409 })
    expect(ended.slice(0, 8).filter((e) => e.status === 'fulfilled').length).toBeLessThan(2)
    expect(await recordsOf(account, of)).toHaveLength(2)
    expect(await accountNow(account, of)).toMatchObject({ balance: '0.00', totalOut: '1060.00' })
    expect(
      await count(of.context, of.tenantId, 'approval_history', `biz_id = $2 and action = 'submitReview.pass'`, [id]),
    ).toBe(1)
    await clean(of)
  })

  test('several are checked together, or none of them', async () => {
    const of = await world()
    const mine = person(of.tenantId, 'companyAdmin', { company: of.companyId })
    await funded(of, '5000.00')
    const ids = [await toPay(of), await toPay(of), await toPay(of)]
    for (const id of ids.slice(0, 2)) await pays(id, 1, of, mine)
    const all = (some: readonly string[]) =>
      decideAll(of.context, person(of.tenantId, 'finance'), {
        resource: 'servicePaymentOrder',
        transition: 'submitReview.pass',
        ids: some,
        ask: {},
      })
    expect((await refusal(all(ids))).code).toBe(409)
    expect((await paymentNow(ids[0] as string, of)).payStatus).toBe(payStatus.toCheck)
    await all(ids.slice(0, 2))
    expect((await paymentNow(ids[1] as string, of)).payStatus).toBe(payStatus.paid)
    await clean(of)
  })
})

describe('the ledger', () => {
  test('is only ever added to: the application may change or delete no record', async () => {
    const of = await world()
    const account = await funded(of, '100.00')
    for (const text of [
      'update "entrusted_account_record" set amount = 1 where tenant_id = $1',
      'update "entrusted_account_record" set is_deleted = 1 where tenant_id = $1',
      'delete from "entrusted_account_record" where tenant_id = $1',
    ])
      await expect(
        of.context.db.transaction({ tenantId: of.tenantId }, (tx) => tx.query(text, [of.tenantId])),
      ).rejects.toMatchObject({ code: '42501' })
    await expect(
      of.context.db.transaction({ tenantId: of.tenantId }, (tx) => tx.query('truncate "entrusted_account_record"')),
    ).rejects.toMatchObject({ code: '42501' })
    expect(await recordsOf(account, of)).toHaveLength(1)
  })

  test('shows who changes it with other rights, by its fingerprints', async () => {
    const of = await world()
    const account = await funded(of, '100.00')
    const more = (n: number) =>
      load(of.context, of.tenantId, (work) =>
        post(work, of.companyId, [{ recordType: 3, amount: 5n, biz: { type: 'x', id: String(n), code: `X${n}` } }]),
      )
    const records = [...(await more(1)), ...(await more(2)), ...(await more(3))]
    const found = () => load(of.context, of.tenantId, (work) => brokenAt(work, account))
    expect(await found()).toBeNull()
    const second = records[1]
    const as = (text: string) => of.context.db.owner((tx) => tx.query(text, [of.tenantId, second?.id]))
    await as(`update "entrusted_account_record" set biz_code = 'X9' where tenant_id = $1 and id = $2`)
    expect(await found()).toBe(second?.recordNo)
    await as(`update "entrusted_account_record" set biz_code = 'X2' where tenant_id = $1 and id = $2`)
    expect(await found()).toBeNull()
    // taken out: the one behind it follows nothing
    await as('update "entrusted_account_record" set is_deleted = 1 where tenant_id = $1 and id = $2')
    expect(await found()).toBe(records[2]?.recordNo)
    await as('update "entrusted_account_record" set is_deleted = 0 where tenant_id = $1 and id = $2')
    // and at its end
    await of.context.db.owner((tx) =>
      tx.query('update "entrusted_account_record" set is_deleted = 1 where tenant_id = $1 and id = $2', [
        of.tenantId,
        records[2]?.id,
      ]),
    )
    expect(await found()).toBe('')
  })
})
