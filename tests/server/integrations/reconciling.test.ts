import { beforeAll, describe, expect, test } from 'vitest'
import { entrustedAccountPrepay } from '../../../src/model/funds/prepay.ts'
import { reconciliationInfo } from '../../../src/model/funds/reconciliation.ts'
import { dmanInternalTransfer, transferAccount } from '../../../src/model/funds/transfers.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import type { WireRow } from '../../../src/model/wire/wire.ts'
import { decideAsSystem } from '../../../src/server/deciding/engine.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'
import { count, load, rowNow, rowsBy, world } from '../decisions/fixture.ts'
import { asked, type BankWorld, carry, withBank } from './bankWorld.ts'

const { confirmStatus } = statesOf(entrustedAccountPrepay)
const { reconStatus } = statesOf(reconciliationInfo)
const { transferStatus } = statesOf(transferAccount)
const { transferStatus: dmanInternalTransferTransferStatus } = statesOf(dmanInternalTransfer)

/** 3.24 over HTTP: what is known of a day is compared with the bank's statement, and differences are handled. */
let t: TestApp
let w: BankWorld
let boss: Client
let cashier: Client
let fin: Client
let english: Readonly<Record<string, string>>
beforeAll(async () => {
  t = await testApp()
  const tenantId = await t.newTenant()
  w = await withBank(await world('http', tenantId), '1000000.00')
  boss = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: w.companyId })
  cashier = await t.signIn(tenantId, 'cashier')
  fin = await t.signIn(tenantId, 'finance')
  english = { 'accept-language': 'en' }
})

const RECON = 'blade-reconciliationInfo'
const refused = (answer: Answer, status: number, msg: string) =>
  expect([answer.status, answer.msg]).toEqual([status, expect.stringContaining(msg)])
const now = (id: string) => rowNow(w.context, w.tenantId, reconciliationInfo, id)
const clean = async () => {
  const found = await t.db.transaction({ tenantId: w.tenantId }, (tx) =>
    checkInvariants(tx, ['INV-48', 'INV-18', 'INV-40.reconciliationInfo', 'INV-40.chain']),
  )
  expect(broken(found)).toEqual([])
}

let nth = 0
/** Transfers that succeeded on a day, with these ends of their serial numbers. */
const paid = (day: string, ends: readonly string[], amount = '100.00') =>
  load(w.context, w.tenantId, (work) =>
    work.insertAll(
      transferAccount,
      ends.map((end) => {
        nth += 1
        return {
          yurRef: `YR${nth}`,
          bizType: 'orderDoctorPayment',
          bizId: '1',
          payAccount: '6225880000000001',
          payeeName: '某医生',
          payeeAccount: '6225880000000010',
          amount,
          transferStatus: transferStatus.succeeded,
          bankSerialNo: `CMB${nth}${end}`,
          finishTime: `${day} 15:00:00`,
        }
      }),
    ),
  )
const add = async (reconDate: string, accountNo = 'DM1001'): Promise<{ id: string; taskid: string }> => {
  const { data } = await fin.post<{ id: string }>(`${RECON}/submit`, { accountNo, reconDate })
  const { taskid } = await now(data.id)
  return { id: data.id, taskid: taskid ?? '' }
}
const check = (taskid: string, who = cashier, headers = {}) =>
  who.post(`${RECON}/accountCheckingResult`, undefined, { taskid }, headers)
const answered = () => carry(w, undefined, t.context)
type Line = Readonly<Record<string, unknown>>
const handledAs = (task: { resultDetail?: unknown }, handle: string) =>
  (task.resultDetail as readonly Line[]).map((d) => ({ ...d, handle }))

describe('a day', () => {
  test('without differences is balanced: transfers, fees and what was paid in; others of another day or unit are not counted', async () => {
    const day = '2024-06-10'
    const [first] = await paid(day, ['01', '02'])
    await paid('2024-06-11', ['01'])
    await load(w.context, w.tenantId, async (work) => {
      await work.insert(dmanInternalTransfer, {
        code: 'DT1',
        yurRef: 'YD1',
        platServiceFeeId: '1',
        outUnitNo: 'DM1001',
        inUnitNo: 'DM0001',
        amount: '6.00',
        transferStatus: dmanInternalTransferTransferStatus.succeeded,
        finishTime: `${day} 16:00:00`,
      })
      await work.insert(entrustedAccountPrepay, {
        code: 'PP1',
        entrustedCompanyId: w.companyId,
        paymentType: 1,
        chargeType: 1,
        recordAmount: '5000.00',
        bankSerialNo: 'IN1',
        confirmStatus: confirmStatus.confirmed,
        reviewTime: `${day} 09:00:00`,
      })
    })
    const task = await add(day)
    expect((await check(task.taskid)).status).toBe(200)
    expect(await now(task.id)).toMatchObject({ reconStatus: reconStatus.running })
    refused(await check(task.taskid), 409, '')
    await answered()
    expect(await now(task.id)).toMatchObject({
      reconStatus: reconStatus.balanced,
      ourCount: 4,
      ourAmount: '5206.00',
      bankCount: 4,
      bankAmount: '5206.00',
      matchedCount: 4,
      diffCount: 0,
      diffAmount: '0.00',
    })
    expect((await rowNow(w.context, w.tenantId, transferAccount, first?.id ?? '')).reconciliationId).toBe(task.id)
    // the platform has its side of the fee
    const other = await add(day, 'DM0001')
    await check(other.taskid, fin)
    await answered()
    expect(await now(other.id)).toMatchObject({ reconStatus: reconStatus.balanced, ourCount: 1, ourAmount: '6.00' })
    refused(await check(other.taskid), 409, '')
    await clean()
  })

  test('is compared by cashier and finance only, when it is over, of a unit that there is', async () => {
    const task = await add('2024-06-12')
    refused(await check(task.taskid, boss), 403, '')
    const today = await add('2024-06-15')
    refused(await check(today.taskid), 400, '对账日期尚未结束，请次日再对账')
    refused(await check(today.taskid, cashier, english), 400, 'The day is not over: compare it tomorrow')
    const nowhere = await add('2024-06-12', 'DM4711')
    refused(await check(nowhere.taskid), 400, '没有子单元 DM4711，请核对编号')
    const { data } = await boss.get<{ records?: WireRow[] }>(`${RECON}/list`)
    expect(data?.records ?? []).toEqual([])
    await fin.post(`${RECON}/remove`, undefined, { ids: `${task.id},${today.id},${nowhere.id}` })
  })

  test('asked for 20 times at once is asked of the bank once', async () => {
    const task = await add('2024-06-09')
    const before = (await asked(w)).length
    const answers = await Promise.all(Array.from({ length: 20 }, () => check(task.taskid)))
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
    expect(answers.filter((a) => a.status === 409)).toHaveLength(19)
    expect((await asked(w)).length).toBe(before + 1)
    await answered()
    expect(await now(task.id)).toMatchObject({ reconStatus: reconStatus.balanced, ourCount: 0 })
    await clean()
  })

  test('is compared by itself in the morning after, once', async () => {
    const step = () =>
      decideAsSystem(t.context, w.tenantId, { resource: 'tradingManagerInfo', transition: 'reconcile', id: w.unitId })
    await step()
    const [task] = await rowsBy(w.context, w.tenantId, reconciliationInfo, 'recon_date', '2024-06-14')
    expect(task).toMatchObject({
      accountNo: 'DM1001',
      reconStatus: reconStatus.running,
      taskid: expect.stringMatching(/^RC/),
    })
    await answered()
    expect(await now(task?.id ?? '')).toMatchObject({ reconStatus: reconStatus.balanced })
    await step()
    expect(await count(w.context, w.tenantId, 'reconciliation_info', `recon_date = '2024-06-14'`)).toBe(1)
    expect(await now(task?.id ?? '')).toMatchObject({ reconStatus: reconStatus.balanced })
    await clean()
  })
})

describe('differences', () => {
  const settle = (id: string, resultDetail: unknown, who = fin, headers = {}) =>
    who.post(`${RECON}/submitReconciliationInfo`, { id, resultDetail, remark: '已核对' }, undefined, headers)

  test('of each kind are found, and handled by finance one by one', async () => {
    const day = '2024-06-05'
    const [missing, other, returned] = await paid(day, ['77', '76', '75', '74', '01'])
    const task = await add(day)
    await check(task.taskid)
    await answered()
    const found = await now(task.id)
    expect(found).toMatchObject({
      reconStatus: reconStatus.differs,
      ourCount: 5,
      bankCount: 5,
      matchedCount: 2,
      diffCount: 4,
      bankOnlyCount: 1,
      diffAmount: '200.02',
    })
    expect(found.resultDetail).toMatchObject([
      { yurRef: missing?.yurRef, our: '100.00', bank: null, diffType: 1, handle: '' },
      { yurRef: other?.yurRef, our: '100.00', bank: '100.01', diffType: 3 },
      { yurRef: returned?.yurRef, our: '100.00', bank: '100.00', diffType: 4 },
      { our: null, bank: '0.01', diffType: 2 },
    ])
    await clean()

    refused(await settle(task.id, handledAs(found, '次日到账'), cashier), 403, '')
    refused(await settle(task.id, handledAs(found, '')), 400, '请填写处理方式')
    refused(await settle(task.id, undefined), 400, '请填写每笔差异的处理方式')
    refused(await settle(task.id, undefined, fin, english), 400, 'Please say how each difference is handled')
    const some = handledAs(found, '次日到账').slice(1)
    refused(await settle(task.id, some), 400, '差异明细与当前记录不符，请刷新后重新填写')
    refused(
      await settle(task.id, some, fin, english),
      400,
      'The differences are not those of the record now: look again',
    )
    // compared again, what was found and said stays
    await check(task.taskid)
    await answered()
    expect((await now(task.id)).resultDetail).toEqual(found.resultDetail)

    // what the bank and we say is not what somebody sends
    const changed = handledAs(found, '次日到账，已核对').map((d) => ({ ...d, our: '1.00', bank: '1.00' }))
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => settle(task.id, changed, fin, { 'idempotency-key': 'same' })),
    )
    expect(new Set([200, 409, ...answers.map((a) => a.status)])).toEqual(new Set([200, 409]))
    expect((await settle(task.id, changed, fin, { 'idempotency-key': 'same' })).status).toBe(200)
    expect(
      await count(w.context, w.tenantId, 'approval_history', `action = 'resolve' and biz_id = $2`, [task.id]),
    ).toBe(1)
    const done = await now(task.id)
    expect(done).toMatchObject({ reconStatus: reconStatus.resolved, diffCount: 4, submitUserName: expect.any(String) })
    expect(done.resultDetail).toEqual(handledAs(found, '次日到账，已核对'))
    expect(done.submitTime).toBeTruthy()
    refused(await settle(task.id, changed), 409, '')
    refused(await check(task.taskid), 409, '')
    await clean()
  })

  test('are still there where the bank gives no statement; a day that waits is asked about anew', async () => {
    const day = '2024-06-04'
    await paid(day, ['77'])
    const [one, two] = [await add(day), await add('2024-06-03')]
    for (const task of [one, two]) await check(task.taskid)
    await answered()
    expect([(await now(one.id)).reconStatus, (await now(two.id)).reconStatus]).toEqual([
      reconStatus.differs,
      reconStatus.balanced,
    ])
    const three = await add('2024-06-02')
    for (const task of [one, three]) {
      await check(task.taskid)
      await decideAsSystem(t.context, w.tenantId, {
        resource: 'reconciliationInfo',
        transition: 'unanswered',
        id: task.id,
      })
    }
    expect(await now(one.id)).toMatchObject({ reconStatus: reconStatus.differs, diffCount: 1 })
    expect(await now(three.id)).toMatchObject({ reconStatus: reconStatus.pending, diffCount: 0 })
    await check(three.taskid)
    expect((await asked(w)).filter((i) => i.bizId === three.id && i.portCall === 'statement')).toHaveLength(2)
    await clean()
  })
})
