import { beforeAll, describe, expect, test } from 'vitest'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { entrustedAccountPrepay } from '../../../src/model/funds/prepay.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import type { WireRow } from '../../../src/model/wire/wire.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'
import { change, load, rowNow, world } from '../decisions/fixture.ts'
import { asked, type BankWorld, balanceOf, carry, withBank } from './bankWorld.ts'

const { accountStatus } = statesOf(entrustedAccount)
const { confirmStatus } = statesOf(entrustedAccountPrepay)
const { unitStatus } = statesOf(tradingManagerInfo)

/** 3.23 and 3.19 over HTTP: the bank collects what a company pays in, and closes units that are empty. */
let t: TestApp
let w: BankWorld
let boss: Client
let cashier: Client
let fin: Client
let admin: Client
beforeAll(async () => {
  t = await testApp()
  const tenantId = await t.newTenant()
  w = await withBank(await world('http', tenantId), '1000000.00')
  boss = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: w.companyId })
  cashier = await t.signIn(tenantId, 'cashier')
  fin = await t.signIn(tenantId, 'finance')
  admin = await t.signIn(tenantId, 'administrator')
})

const PREPAY = 'blade-pay/entrustedAccountPrepay'
const UNIT = 'blade-tradingManager/tradingManagerInfo'
const refused = (answer: Answer, status: number, msg: string) =>
  expect([answer.status, answer.msg]).toEqual([status, expect.stringContaining(msg)])
const recharge = (amount: string, key = '') =>
  boss.post<WireRow>(
    'blade-pay/entrustedAccount/recharge',
    { entrustedCompanyId: w.companyId, amount, paymentType: 2 },
    undefined,
    key ? { 'idempotency-key': key } : {},
  )
const prepay = (id: unknown) => rowNow(w.context, w.tenantId, entrustedAccountPrepay, String(id))
const account = async (): Promise<string> => {
  const { data } = await fin.get<{ records: WireRow[] }>('blade-pay/entrustedAccount/page', {
    entrustedCompanyId: w.companyId,
  })
  return String(data.records[0]?.balance)
}
const clean = async () => {
  const found = await t.db.transaction({ tenantId: w.tenantId }, (tx) =>
    checkInvariants(tx, ['INV-6', 'INV-8', 'INV-18', 'INV-40.entrustedAccountPrepay', 'INV-40.tradingManagerInfo']),
  )
  expect(broken(found)).toEqual([])
}

describe('online', () => {
  test('the bank collects it once: the account and the unit have more, and nobody decides meanwhile', async () => {
    const before = [await account(), await balanceOf(w)]
    const answers = await Promise.all(Array.from({ length: 50 }, () => recharge('500.00', 'pay-in-1')))
    const ids = new Set(answers.filter((a) => a.status === 200).map((a) => a.data.id))
    expect(ids.size).toBe(1)
    const [id] = ids
    expect(await prepay(id)).toMatchObject({ confirmStatus: confirmStatus.pending, paymentType: 2 })
    // what the bank is told says nothing of the person
    expect((await asked(w)).filter((one) => one.portCall === 'collect')).toHaveLength(1)
    refused(
      await fin.post(`${PREPAY}/submitReview`, { id, confirmStatus: confirmStatus.confirmed }),
      400,
      '正在等待银行扣款结果',
    )
    refused(
      await fin.post(`${PREPAY}/submitReview`, { id, confirmStatus: confirmStatus.rejected, remark: '不符' }),
      400,
      '正在等待银行扣款结果',
    )
    refused(await admin.post(`${PREPAY}/submit`, { id, recordAmount: '5000.00' }), 409, '正在等待银行扣款结果')
    refused(await admin.post(`${PREPAY}/remove`, undefined, { ids: id }), 409, '正在等待银行扣款结果')
    await carry(w, undefined, t.context)
    await carry(w, undefined, t.context)
    expect(await prepay(id)).toMatchObject({
      confirmStatus: confirmStatus.confirmed,
      bankSerialNo: expect.stringMatching(/^CMBYC/),
    })
    expect([await account(), await balanceOf(w)]).toEqual(before.map((b) => (Number(b) + 500).toFixed(2)))
    await clean()
  })

  test('what the bank refuses is rejected with its reason, and may be asked for anew', async () => {
    const before = [await account(), await balanceOf(w)]
    const { data } = await recharge('7.66')
    await carry(w, undefined, t.context)
    expect(await prepay(data.id)).toMatchObject({
      confirmStatus: confirmStatus.rejected,
      reviewRemark: expect.stringContaining('拒绝扣款'),
    })
    expect([await account(), await balanceOf(w)]).toEqual(before)
    await clean()
  })

  test('where nothing can be paid in, nothing is asked of the bank', async () => {
    const found = await t.db.owner((tx) =>
      tx.query<{ id: string }>('select id::text from "entrusted_account" where tenant_id = $1', [w.tenantId]),
    )
    const id = found[0]?.id ?? ''
    const before = (await asked(w)).length
    await change(w.context, w.tenantId, entrustedAccount, id, { accountStatus: accountStatus.closed })
    refused(await recharge('1.00'), 409, '当前状态不允许该操作')
    await change(w.context, w.tenantId, entrustedAccount, id, { accountStatus: accountStatus.normal })
    await change(w.context, w.tenantId, tradingManagerInfo, w.unitId, { unitStatus: unitStatus.closing })
    refused(await recharge('1.00'), 409, '没有正常的交易管家子单元')
    await change(w.context, w.tenantId, tradingManagerInfo, w.unitId, { unitStatus: unitStatus.normal })
    expect((await asked(w)).length).toBe(before)
  })
})

describe('a unit is closed', () => {
  const close = (id: string, who = cashier) => who.post(`${UNIT}/close`, { id, reason: '不再合作' })
  const unit = (id: string) => rowNow(w.context, w.tenantId, tradingManagerInfo, id)
  const another = async (unitNo: string, balance: string): Promise<string> => {
    const made = await load(w.context, w.tenantId, (work) =>
      work.insert(tradingManagerInfo, { unitNo, holderType: 3, holderName: '某财税', balance }),
    )
    return made.id
  }

  test('only by the cashier, empty, and with nothing of its company open', async () => {
    refused(await close(w.unitId, fin), 403, '')
    refused(await close(w.unitId, boss), 403, '')
    refused(await close(w.unitId), 400, '余额为零方可关闭')
    refused(await close(w.platformId), 400, '平台子单元')
    const before = (await unit(w.unitId)).balance ?? ''
    await change(w.context, w.tenantId, tradingManagerInfo, w.unitId, { balance: '0.00' })
    refused(await close(w.unitId), 400, '预存账户余额')
    await change(w.context, w.tenantId, tradingManagerInfo, w.unitId, { balance: before })
    refused(await cashier.post(`${UNIT}/close`, { id: w.unitId }), 400, '请输入关闭原因')
  })

  test('by the bank, once; a unit that it refuses is open again', async () => {
    const id = await another('DM0102', '0.00')
    const answers = await Promise.all(Array.from({ length: 10 }, () => close(id)))
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
    expect((await unit(id)).unitStatus).toBe(unitStatus.closing)
    await carry(w, undefined, t.context)
    expect(await unit(id)).toMatchObject({ unitStatus: unitStatus.closed, closeReason: '不再合作' })
    expect((await unit(id)).closeTime).toBeTruthy()
    refused(await close(id), 409, '')
    const kept = await another('DM0109', '0.00')
    expect((await close(kept)).status).toBe(200)
    await carry(w, undefined, t.context)
    expect(await unit(kept)).toMatchObject({ unitStatus: unitStatus.normal, closeReason: null })
    await clean()
  })
})
