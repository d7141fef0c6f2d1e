import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budgetOrder } from '../../../src/model/activities/budgetOrder.ts'
import { caseCollection } from '../../../src/model/activities/collections.ts'
import { caseCollectionReport } from '../../../src/model/activities/reports/reports.ts'
import { param } from '../../../src/model/administration/system/param.ts'
import { cancellationRecord } from '../../../src/model/desk/cancellationRecord.ts'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { orderEntrusted, orderEntrustedRel } from '../../../src/model/orders/orderEntrusted.ts'
import { platServiceFee } from '../../../src/model/payment/payments.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { decideAsSystem } from '../../../src/server/deciding/engine.ts'
import { moneySettlement } from '../../../src/server/domains/settlement/moneySettlement.ts'
import { lockOrder } from '../../../src/server/domains/settlement/outcomes.ts'
import { feeStepped } from '../../../src/server/domains/settlement/settling.ts'
import { broken, checkInvariants, invariants } from '../../../src/server/verification/check.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { load, rowNow, rowsBy, type World, world } from './fixture.ts'
import { happens, type Line, paidOrder, payable } from './payoutGround.ts'

const { approvalStatus, confirmStatus } = statesOf(caseCollectionReport)
const { auditStatus } = statesOf(cancellationRecord)
const { budgetStatus } = statesOf(budgetOrder)
const { orderStatus } = statesOf(orderEntrusted)
const { planStatus } = statesOf(caseCollection)
const { unitStatus } = statesOf(tradingManagerInfo)

/** What settlement does to company orders and budgets (3.3, 3.12, INV-45). */
let t: TestApp
let w: World
let admin: Client
let fin: Client
let ops: Client
beforeAll(async () => {
  t = await testApp()
  w = await world('companyOrders', await t.newTenant())
  await payable(w)
  admin = await t.signIn(w.tenantId, 'administrator')
  fin = await t.signIn(w.tenantId, 'finance')
  ops = await t.signIn(w.tenantId, 'ops')
  await load(w.context, w.tenantId, async (work) => {
    const [known] = await work.rows(param, { paramKey: 'pay.simulated.enabled' })
    if (known) {
      await work.lock(param, [known.id])
      await work.update(param, known.id, { paramValue: 'true' })
    } else await work.insert(param, { paramName: '模拟付款', paramKey: 'pay.simulated.enabled', paramValue: 'true' })
    await work.insert(tradingManagerInfo, {
      unitNo: 'DM1',
      holderType: 1,
      holderId: w.companyId,
      unitStatus: unitStatus.normal,
      balance: '900000.00',
    })
  })
})
afterAll(() => t.app.close())

const SIMULATE = 'blade-svc/orderDoctorSettlement/simulatedPayment'
const KEPT = invariants.map((i) => i.id).filter((id) => /^(INV-45|3\.3|3\.12\.(settled|companyOrders))/.test(id))
const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((r) => r.id)
const companyOrderNow = (id: string) => rowNow(w.context, w.tenantId, orderEntrusted, id)
const budgetNow = (id: string) => rowNow(w.context, w.tenantId, budgetOrder, id)
const statusOf = async (id: string) => (await rowNow(w.context, w.tenantId, settlementOrder, id)).settlementStatus
let made = 0

/**
 * Settlement orders of the same activity that are paid, the platform's fee of each transferred. Fees are small: nothing is
 * withheld of what a doctor gets in the month, so that an order is settled with its last line.
 */
async function activity(orders: readonly (readonly string[])[]) {
  made += 1
  const paid: { id: string; lines: readonly Line[] }[] = []
  for (const fees of orders) paid.push(await paidOrder(w, fees))
  const lines = paid.flatMap((o) => o.lines)
  const total = lines.reduce((n, l) => n + Number(l.grossAmount), 0).toFixed(2)
  const ids = await load(w.context, w.tenantId, async (work) => {
    const own = { entrustedCompanyId: w.companyId, entrustedCompanyName: '杭州康泰医药有限公司' }
    const budget = await work.insert(budgetOrder, {
      ...own,
      code: `BO${made}`,
      name: '年度预算',
      periodStart: '2024-01-01',
      periodEnd: '2024-12-31',
      budgetAmount: '900000.00',
      plannedAmount: '500000.00',
      acceptedAmount: total,
      budgetStatus: budgetStatus.active,
    })
    const plan = await work.insert(caseCollection, {
      ...own,
      code: `HD${made}`,
      baseEmployeeId: w.employeeId,
      baseEmployeeName: '陈明',
      name: '病例征集',
      planType: 3,
      activityServiceProjectId: '1',
      budgetOrderId: budget.id,
      invitationStartDate: '2024-01-01',
      invitationEndDate: '2024-06-30',
      planSearchNum: 99,
      budgetAmount: '500000.00',
      planStatus: planStatus.inProgress,
    } as never)
    const order = await work.insert(orderEntrusted, {
      ...own,
      code: `OE${made}`,
      baseEmployeeId: w.employeeId,
      baseEmployeeName: '陈明',
      planId: plan.id,
      planType: 3,
      planName: '病例征集',
      budgetAmount: '500000.00',
      acceptedAmount: total,
      startTime: '2024-01-01 09:00:00',
    })
    const sources = lines.flatMap((l) => l.orderDoctorId ?? [])
    await work.lock(orderDoctor, sources)
    await work.updateAll(
      orderDoctor,
      sources.map((id) => ({ id, planId: plan.id })),
    )
    await work.insertAll(
      orderEntrustedRel,
      lines.map((l) => ({ orderEntrustedId: order.id, orderDoctorId: l.orderDoctorId, amount: l.grossAmount })),
    )
    return { budget: budget.id, plan: plan.id, order: order.id }
  })
  for (const { id } of paid)
    await happens(w, async (work) => {
      await lockOrder(work, moneySettlement, id)
      const [fee] = await work.rows(platServiceFee, { settlementOrderId: id })
      await feeStepped(work, moneySettlement, fee as never, 'transfer')
      await feeStepped(work, moneySettlement, fee as never, 'succeed')
    })
  return { ...ids, paid, total }
}
const ends = (plan: string, transition = 'expire') =>
  decideAsSystem(w.context, w.tenantId, { resource: 'caseCollection', transition, id: plan })
/** What company orders and budgets of this tenant say is what settled orders say. */
async function clean(): Promise<void> {
  const found = await w.context.db.transaction({ tenantId: w.tenantId }, (tx) => checkInvariants(tx, KEPT))
  expect(found.length).toBe(9)
  expect(broken(found).filter((f) => f.id !== 'INV-45.planned')).toEqual([])
}

describe('a settlement order that is settled', () => {
  test('settles its part of the company order and of the budget, once; the last one settles the completed order', async () => {
    const { order, budget, plan, paid, total } = await activity([['50.00', '30.00'], ['40.00']])
    const [one, other] = paid as [(typeof paid)[0], (typeof paid)[0]]
    // the first line of two: nothing is settled yet
    expect((await admin.post(SIMULATE, { ids: one.lines[0]?.id })).status).toBe(200)
    expect(await companyOrderNow(order)).toMatchObject({ settledAmount: '0.00', orderStatus: orderStatus.running })
    const all = await Promise.all(Array.from({ length: 4 }, () => admin.post(SIMULATE, { ids: one.lines[1]?.id })))
    expect(all.map((a) => a.status).sort()).toEqual([200, 409, 409, 409])
    expect(await statusOf(one.id)).toBe(6)
    expect(await companyOrderNow(order)).toMatchObject({
      settledAmount: '80.00',
      orderStatus: orderStatus.running,
      endTime: null,
    })
    expect(await budgetNow(budget)).toMatchObject({ settledAmount: '80.00' })
    await ends(plan)
    expect(await companyOrderNow(order)).toMatchObject({ orderStatus: orderStatus.completed, settledAmount: '80.00' })
    expect((await companyOrderNow(order)).endTime).toMatch(/^2024-06-15/)
    expect((await admin.post(SIMULATE, { ids: other.lines[0]?.id })).status).toBe(200)
    expect(await companyOrderNow(order)).toMatchObject({
      orderStatus: orderStatus.settled,
      settledAmount: total,
      acceptedAmount: total,
    })
    expect(await budgetNow(budget)).toMatchObject({ settledAmount: total })
    const shown = await fin.get<{ records: { settledAmount: string }[] }>('blade-svc/budgetOrderActStatistics/list', {
      budgetOrderId: budget,
    })
    expect(shown.data.records.map((r) => r.settledAmount)).toEqual([total])
    await clean()
  })

  test('two of one company order at once: both count, and one of them settles it', async () => {
    for (let round = 0; round < 2; round++) {
      const { order, budget, plan, paid, total } = await activity([['51.00'], ['32.00'], ['43.00']])
      await ends(plan, 'push')
      const all = await Promise.all(paid.map(({ lines }) => admin.post(SIMULATE, { ids: idsOf(lines).join(',') })))
      expect(all.map((a) => [a.status, a.msg])).toEqual(Array(3).fill([200, '操作成功']))
      expect(await companyOrderNow(order)).toMatchObject({ orderStatus: orderStatus.settled, settledAmount: total })
      expect(await budgetNow(budget)).toMatchObject({ settledAmount: total })
    }
    await clean()
  })

  test('the lines of an order paid together settle it', async () => {
    const { order, paid, total } = await activity([['51.00', '22.00', '10.00']])
    expect((await admin.post(SIMULATE, { ids: idsOf(paid[0]?.lines ?? []).join(',') })).status).toBe(200)
    expect(await companyOrderNow(order)).toMatchObject({ orderStatus: orderStatus.running, settledAmount: total })
    await clean()
  })

  test('a line that is void settles nothing; void, the last one settles the company order', async () => {
    const { order, budget, plan, paid } = await activity([['50.00'], ['70.00']])
    const [one, other] = paid as [(typeof paid)[0], (typeof paid)[0]]
    await ends(plan)
    expect((await admin.post(SIMULATE, { ids: one.lines[0]?.id })).status).toBe(200)
    expect(await companyOrderNow(order)).toMatchObject({ orderStatus: orderStatus.completed, settledAmount: '50.00' })
    const asked = await ops.post('blade-svc/orderDoctorSettlement/applyForVoid', {
      ids: other.lines[0]?.id,
      reason: '重复登记',
    })
    expect(asked.status).toBe(200)
    expect(await companyOrderNow(order)).toMatchObject({ orderStatus: orderStatus.completed })
    const [record] = await rowsBy(w.context, w.tenantId, cancellationRecord, 'biz_id', other.lines[0]?.id)
    const review = { ids: record?.id, auditStatus: auditStatus.approved, auditRemark: '同意' }
    const told = await fin.post('blade-sys/cancellationRecord/audit', review)
    // this company has no prepaid account that could take a refund: nothing has changed
    expect([told.status, (await companyOrderNow(order)).orderStatus]).toEqual([409, orderStatus.completed])
    await load(w.context, w.tenantId, (work) =>
      work.insert(entrustedAccount, { accountNo: 'PA1', entrustedCompanyId: w.companyId }),
    )
    expect((await fin.post('blade-sys/cancellationRecord/audit', review)).status).toBe(200)
    expect(await companyOrderNow(order)).toMatchObject({ orderStatus: orderStatus.settled, settledAmount: '50.00' })
    expect(await budgetNow(budget)).toMatchObject({ settledAmount: '50.00' })
    await clean()
  })
})

describe('an activity that ends', () => {
  test('leaves its company order running while something of it waits to be accepted', async () => {
    const { order, plan } = await activity([['50.00']])
    await load(w.context, w.tenantId, (work) =>
      work.insert(caseCollectionReport, {
        caseCollectionId: plan,
        entrustedCompanyId: w.companyId,
        baseEmployeeId: w.employeeId,
        doctorId: w.doctors[0],
        approvalStatus: approvalStatus.approved,
        confirmStatus: confirmStatus.pending,
      } as never),
    )
    await ends(plan, 'complete')
    expect(await companyOrderNow(order)).toMatchObject({ orderStatus: orderStatus.running, endTime: null })
  })

  test('cancels it where its contract was refused before anything was accepted, and completes it else', async () => {
    const [empty, accepted, expired] = [await activity([]), await activity([['60.00']]), await activity([])]
    await ends(empty.plan, 'refuse')
    await ends(accepted.plan, 'refuse')
    await ends(expired.plan, 'expire')
    expect(await companyOrderNow(empty.order)).toMatchObject({ orderStatus: orderStatus.cancelled })
    expect(await companyOrderNow(accepted.order)).toMatchObject({ orderStatus: orderStatus.completed })
    // nothing was accepted: there is nothing to settle
    expect(await companyOrderNow(expired.order)).toMatchObject({ orderStatus: orderStatus.completed })
    await expect(ends(expired.plan, 'expire')).rejects.toMatchObject({ code: 409 })
    await clean()
  })

  test('brings about what no person does: company orders have no calls of their own', async () => {
    const { order } = await activity([])
    for (const path of ['complete', 'settle', 'cancel', 'reopen'])
      expect((await admin.post(`blade-svc/orderEntrusted/${path}`, { id: order })).status).toBe(404)
    expect((await admin.post('blade-svc/orderEntrusted/submit', { id: order, settledAmount: '1.00' })).status).not.toBe(
      200,
    )
    expect(await companyOrderNow(order)).toMatchObject({ orderStatus: orderStatus.running, settledAmount: '0.00' })
  })
})
