import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budgetOrder } from '../../../src/model/activities/budgetOrder.ts'
import { caseCollection } from '../../../src/model/activities/collections.ts'
import { handleApply } from '../../../src/model/funds/handle.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { orderEntrusted } from '../../../src/model/orders/orderEntrusted.ts'
import { orderDoctorPayment } from '../../../src/model/payment/orderDoctorPayment.ts'
import { entrustedThirdRel } from '../../../src/model/people/entrustedThirdRel.ts'
import type { WirePartners } from '../../../src/model/settlement/results/partnersWire.ts'
import { resultOrder } from '../../../src/model/settlement/results/resultOrder.ts'
import { resultOrderPoint } from '../../../src/model/settlement/results/resultOrderPoint.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { sum } from '../../../src/model/values/money.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { change, load } from './fixture.ts'
import { accepted, linked } from './resultGround.ts'
import { begins, now, opened, paid, rows, type Settling, settling, takes, takesAll, voidWanted } from './settling.ts'

const { auditStatus } = statesOf(entrustedThirdRel)
const { budgetStatus } = statesOf(budgetOrder)
const { cycleStatus, restStatus } = statesOf(settlementCycle)
const { orderStatus } = statesOf(orderEntrusted)
const { payType } = statesOf(orderDoctor)
const { paymentStatus } = statesOf(orderDoctorPayment)
const { planStatus } = statesOf(caseCollection)
const { settleStatus } = statesOf(orderDoctorSettlement)

/** Calls and lists about settlement that only HTTP has: several lines at once, whom a cycle goes through, what is counted. */
let t: TestApp
let w: Settling
let ops: Client
let fin: Client
beforeAll(async () => {
  t = await testApp()
  w = await settling(await t.newTenant())
  ops = await t.signIn(w.tenantId, 'ops')
  fin = await t.signIn(w.tenantId, 'finance')
})
afterAll(() => t.app.close())

describe('the void of several lines', () => {
  const VOID = 'blade-svc/orderDoctorSettlement/applyForVoid'
  const statusesOf = async (lines: readonly string[]) =>
    (await Promise.all(lines.map((l) => now(w, orderDoctorSettlement, l)))).map((l) => l.settleStatus)

  test('answers each for itself; without a reason it is said once, and nothing is asked for', async () => {
    const { lines } = await paid(w, ['1000.00', '2000.00', '600.00'])
    const mute = await ops.post(VOID, { ids: lines.join(',') })
    expect([mute.status, mute.msg, mute.data]).toEqual([400, '请输入作废原因', { reason: '请输入作废原因' }])
    expect(await statusesOf(lines)).toEqual(lines.map(() => settleStatus.payable))
    await voidWanted(w, w.ops, lines[0] ?? '')
    const a = await ops.post<{ success: string[]; fail: { id: string; msg: string }[] }>(VOID, {
      ids: lines.join(','),
      reason: '整批误录',
    })
    expect(a.data.success).toEqual([lines[1], lines[2]])
    expect(a.data.fail).toEqual([{ id: lines[0], msg: expect.stringContaining('当前状态不允许该操作') }])
    expect(await statusesOf(lines)).toEqual(lines.map(() => settleStatus.voidRequested))
  })

  test('is asked for by no application, which names whole documents', async () => {
    const { lines } = await opened(w, ['700.00'])
    const { code } = await now(w, orderDoctorSettlement, lines[0])
    const bizType = 'orderDoctorSettlement'
    const a = await ops.post('blade-sys/cancellationRecord/submit', { bizType, bizCode: code, reason: '误录' })
    expect([a.status, a.msg]).toEqual([400, '单据类型不是可选的值'])
  })
})

describe('the blacklist', () => {
  test('takes several doctors at once; a batch with nothing left is gone', async () => {
    const { lines } = await paid(w, ['3000.00'], { doctors: [w.doctors[2] ?? ''] })
    await takesAll(w, w.ops, orderDoctorSettlement, 'applyForPayment', lines)
    const payment = async () => (await rows(w, orderDoctorPayment, 'order_doctor_settlement_id', lines[0]))[0]
    await takes(w, w.fin, orderDoctorPayment, 'auditPass', (await payment())?.id ?? '')
    const batch = (await payment())?.handleApplyId
    const path = 'blade-userBlacklist/submitList'
    const many = await ops.post(path, [
      { doctorId: w.doctors[2], reason: '身份不符' },
      { doctorId: w.doctors[1], reason: '身份不符' },
    ])
    expect([many.status, many.msg]).toEqual([200, '操作成功'])
    expect(await payment()).toMatchObject({ paymentStatus: paymentStatus.frozen })
    expect(await now(w, handleApply, batch)).toMatchObject({ isDeleted: 1 })
    // all or none
    const again = await ops.post(path, [
      { doctorId: w.doctors[0], reason: '身份不符' },
      { doctorId: w.doctors[1], reason: '身份不符' },
    ])
    expect([again.status, again.msg]).toEqual([400, '该医生已在黑名单中'])
    const free = await paid(w, ['900.00'])
    await takesAll(w, w.ops, orderDoctorSettlement, 'applyForPayment', free.lines)
    const [put] = await rows(w, orderDoctorPayment, 'order_doctor_settlement_id', free.lines[0])
    expect(put).toMatchObject({ paymentStatus: paymentStatus.pending })
  })
})

describe('a cycle', () => {
  const PATH = 'blade-svc/settlementCycle/partners'
  interface Item {
    readonly fiscalTaxId: string | null
    readonly payType: number
    readonly orderCount: number
    readonly waitingCount: number
    readonly doctorAmount: string
    readonly platformAmount: string
  }
  let second: string
  let id: string
  beforeAll(async () => {
    second = await linked(w)
    const first = { taxItemCode: '3040407', fiscalTaxId: w.partnerId, feeAmount: '1000.00', platformFee: '60.00' }
    const other = { taxItemCode: '3040603', fiscalTaxId: second, feeAmount: '2000.00', platformFee: '120.00' }
    const points = { taxItemCode: '3040407', payType: payType.points, pointAmount: 100, platformFee: '0.60' }
    const { month } = await accepted(w, [first, other, other, points] as Partial<RowOf<typeof orderDoctor>>[])
    for (const of of [resultOrder, resultOrderPoint]) {
      const period = { entrustedCompanyId: w.companyId, periodStart: `${month}-01`, periodEnd: `${month}-31` }
      const result = await begins(w, w.ops, of, 'create', period)
      await takes(w, w.ops, of, 'submit', result)
      await takes(w, w.fin, of, 'audit.pass', result)
      await takes(w, w.ca, of, 'confirm.pass', result)
      if (of === resultOrder) id = (await now(w, resultOrder, result)).settlementCycleId ?? ''
    }
  })
  /** The tax items as who confirms the cycle sees them; they come to what the cycle does. */
  async function items(): Promise<readonly (readonly unknown[])[]> {
    const path = 'blade-svc/settlementCycleTaxItem/list'
    const { records } = (await fin.get<{ records: Item[] }>(path, { settlementCycleId: id })).data
    const cycle = await now(w, settlementCycle, id)
    expect(sum(records.map((r) => r.doctorAmount))).toBe(cycle.doctorAmount)
    expect(sum(records.map((r) => r.platformAmount))).toBe(cycle.platformAmount)
    const nameOf = (r: Item) =>
      r.payType === payType.points ? 'points' : r.fiscalTaxId === w.partnerId ? 'first' : 'other'
    return records.map((r) => [nameOf(r), r.orderCount, r.waitingCount, r.doctorAmount, r.platformAmount]).sort()
  }

  test('shows its tax items, points among them, by whom each would be taxed, and what confirming would refuse', async () => {
    const waiting = [
      ['first', 1, 1, '1000.00', '60.00'],
      ['other', 2, 2, '4000.00', '240.00'],
      ['points', 1, 1, '10.00', '0.60'],
    ]
    expect(await items()).toEqual(waiting)
    await takes(w, w.fin, settlementCycle, 'close', id)
    expect(await items()).toEqual(waiting)

    const partners = async (more = {}) => (await fin.get<WirePartners>(PATH, { id }, more)).data
    const seen = await partners()
    expect(seen.items.map((i) => [i.mark, i.broken, i.orderCount, i.amount])).toEqual([
      ['生效中', 0, 1, '1000.00'],
      ['生效中', 0, 2, '4000.00'],
      ['积分不计税', 0, 1, '10.00'],
    ])
    expect(seen).toMatchObject({ broken: 0, said: '每个税目都有唯一生效的财税公司' })
    expect((await partners({ 'accept-language': 'en' })).said).toMatch(/^Each tax item has exactly one/)
    // a link that is not in force is marked, and confirming says the same
    const [link] = await rows(w, entrustedThirdRel, 'third_platform_id', w.partnerId)
    const links = (status: 0 | 1) =>
      change(w.context, w.tenantId, entrustedThirdRel, link?.id ?? '', { auditStatus: status })
    await links(auditStatus.pending)
    const marked = await partners()
    const confirming = await fin.post('blade-svc/settlementCycle/confim', { ids: id })
    expect([marked.broken, marked.items[0]?.mark, marked.items[0]?.broken]).toEqual([1, '无生效的财税公司', 1])
    expect([confirming.status, confirming.msg]).toEqual([400, expect.stringContaining(marked.said)])
    await links(auditStatus.approved)

    expect((await (await t.signIn(w.tenantId, 'content')).get(PATH, { id })).status).toBe(403)
    const stranger = await t.signIn(w.tenantId, 'companyAdmin', { company: '77' })
    expect((await stranger.get(PATH, { id })).status).toBe(404)
    expect((await fin.post('blade-svc/settlementCycle/confim', { ids: id })).status).toBe(200)
    expect(await partners()).toEqual({ said: '没有待确认的医生订单', broken: 0, items: [] })
    const inOrders = waiting.map(([name, all, , ...amounts]) => [name, all, 0, ...amounts])
    expect(await items()).toEqual(inOrders)

    // doctor orders that a settlement order lets go of wait again, and the queue of finance shows their cycle
    const order = (await rows(w, settlementOrder, 'settlement_cycle_id', id)).find((o) => o.fiscalTaxId === w.partnerId)
    expect((await fin.post('blade-svc/settlementOrder/remove', { id: order?.id })).status).toBe(200)
    expect(await items()).toEqual([waiting[0], ...inOrders.slice(1)])
    const queue = { cycleStatus: cycleStatus.confirmed, restStatus: restStatus.toConfirm }
    const waits = await fin.get<{ records: { id: string }[] }>('blade-svc/settlementCycle/list', queue)
    expect(waits.data.records.map((r) => r.id)).toEqual([id])
  })
})

describe('a company order', () => {
  test('has no calls of its own; a budget shows what is settled of its activities', async () => {
    const admin = await t.signIn(w.tenantId, 'administrator')
    const own = { entrustedCompanyId: w.companyId, entrustedCompanyName: '杭州康泰医药有限公司' }
    const { budget, order } = await load(w.context, w.tenantId, async (work) => {
      const budget = await work.insert(budgetOrder, {
        ...own,
        code: 'BO1',
        name: '年度预算',
        periodStart: '2024-01-01',
        periodEnd: '2024-12-31',
        budgetAmount: '900000.00',
        plannedAmount: '500000.00',
        budgetStatus: budgetStatus.active,
      })
      const plan = await work.insert(caseCollection, {
        ...own,
        code: 'HD1',
        baseEmployeeId: w.employeeId,
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
        code: 'OE1',
        baseEmployeeId: w.employeeId,
        planId: plan.id,
        planType: 3,
        planName: '病例征集',
        budgetAmount: '500000.00',
        acceptedAmount: '120.00',
        settledAmount: '80.00',
        startTime: '2024-01-01 09:00:00',
      })
      return { budget: budget.id, order: order.id }
    })
    for (const path of ['complete', 'settle', 'cancel', 'reopen'])
      expect((await admin.post(`blade-svc/orderEntrusted/${path}`, { id: order })).status).toBe(404)
    const edit = { id: order, settledAmount: '1.00' }
    expect((await admin.post('blade-svc/orderEntrusted/submit', edit)).status).not.toBe(200)
    expect(await now(w, orderEntrusted, order)).toMatchObject({
      orderStatus: orderStatus.running,
      settledAmount: '80.00',
    })
    const path = 'blade-svc/budgetOrderActStatistics/list'
    const shown = await fin.get<{ records: { settledAmount: string }[] }>(path, { budgetOrderId: budget })
    expect(shown.data.records.map((r) => r.settledAmount)).toEqual(['80.00'])
  })
})
