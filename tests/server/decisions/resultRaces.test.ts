import { beforeAll, describe, expect, test } from 'vitest'
import { budgetOrder } from '../../../src/model/activities/budgetOrder.ts'
import { caseCollection } from '../../../src/model/activities/collections.ts'
import { param } from '../../../src/model/administration/system/param.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { orderEntrusted, orderEntrustedRel } from '../../../src/model/orders/orderEntrusted.ts'
import { platServiceFee } from '../../../src/model/payment/payments.ts'
import { resultOrder } from '../../../src/model/settlement/results/resultOrder.ts'
import { resultOrderPoint } from '../../../src/model/settlement/results/resultOrderPoint.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { sum, yuan } from '../../../src/model/values/money.ts'
import { decideAll, decideAsSystem } from '../../../src/server/deciding/engine.ts'
import { moneySettlement } from '../../../src/server/domains/settlement/moneySettlement.ts'
import { lockOrder } from '../../../src/server/domains/settlement/outcomes.ts'
import { feeStepped } from '../../../src/server/domains/settlement/settling.ts'
import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'
import { load } from './fixture.ts'
import { happens } from './payoutGround.ts'
import { accepted, linked } from './resultGround.ts'
import {
  begins,
  codesOf,
  holds,
  now,
  once,
  paid,
  rows,
  type Settled,
  type Settling,
  settling,
  takes,
  takesAll,
} from './settling.ts'

const { budgetStatus } = statesOf(budgetOrder)
const { orderStatus } = statesOf(orderEntrusted)
const { payType } = statesOf(orderDoctor)
const { planStatus } = statesOf(caseCollection)
const { restStatus } = statesOf(settlementCycle)

/** Lifecycles 3.3, 3.10 and 3.11: results, cycles and company orders that many decide on at one moment. */
let w: Settling
let second: string
beforeAll(async () => {
  w = await settling()
  second = await linked(w)
})

const period = (month: string, more: object = {}) => ({
  entrustedCompanyId: w.companyId,
  periodStart: `${month}-01`,
  periodEnd: `${month}-31`,
  ...more,
})
type Sources = readonly Partial<RowOf<typeof orderDoctor>>[]
const creates = (ask: object, of: AnyResource = resultOrder) => begins(w, w.ops, of, 'create', ask)
const cycleNow = (id: string) => now(w, settlementCycle, id)
/** A result that waits for its company's confirmation. */
async function waiting(sources: Sources, of: AnyResource = resultOrder): Promise<string> {
  const { month } = await accepted(w, sources)
  const id = await creates(period(month), of)
  await takes(w, w.ops, of, 'submit', id)
  await takes(w, w.fin, of, 'audit.pass', id)
  return id
}
const through = (fiscalTaxId: string, taxItemCode: string, fee: bigint) => ({
  fiscalTaxId,
  taxItemCode,
  feeAmount: yuan(fee),
  platformFee: yuan((fee * 6n) / 100n),
})
const first = (fee: bigint) => through(w.partnerId, '3040407', fee)

describe('a result order', () => {
  test('is created by one of many who ask at once; the same asked again is answered as the first time', async () => {
    const { month } = await accepted(w, [first(10_000n), first(20_000n)])
    await once(8, (n) => creates(period(month, { name: `第${n}张` })), 400)
    const again = await accepted(w, [first(10_000n)])
    const order = { resource: 'resultOrder', transition: 'create', ids: [], ask: period(again.month), key: 'twice' }
    const [made] = await decideAll(w.context, w.ops, order)
    expect(await decideAll(w.context, w.ops, order)).toEqual([made])
  })
})

describe('a cycle', () => {
  test('is opened once by many who confirm at one moment', async () => {
    w.context.clock.pass(60 * 24 * 62)
    const results: string[] = []
    for (const fee of [10_000n, 20_000n, 30_000n, 40_000n]) results.push(await waiting([first(fee)]))
    expect(await codesOf(results.map((id) => takes(w, w.ca, resultOrder, 'confirm.pass', id)))).toEqual([
      200, 200, 200, 200,
    ])
    const cycles = new Set(
      (await Promise.all(results.map((id) => now(w, resultOrder, id)))).map((r) => r.settlementCycleId),
    )
    expect(cycles.size).toBe(1)
    expect(await cycleNow([...cycles][0] ?? '')).toMatchObject({
      resultOrderCount: 4,
      doctorAmount: '1000.00',
      platformAmount: '60.00',
      totalAmount: '1060.00',
    })
  })

  /** A cycle that finance has confirmed into its orders: of the first partner, of the other, and in points. */
  async function confirmed(): Promise<{ readonly id: string; readonly orders: readonly [string, string] }> {
    w.context.clock.pass(60 * 24 * 31)
    const result = await waiting([first(100_000n), through(second, '3040603', 200_000n)])
    await takes(w, w.ca, resultOrder, 'confirm.pass', result)
    const points = await waiting(
      [{ payType: payType.points, taxItemCode: '3040407', pointAmount: 100, platformFee: '0.60' }],
      resultOrderPoint,
    )
    await takes(w, w.ca, resultOrderPoint, 'confirm.pass', points)
    const id = (await now(w, resultOrder, result)).settlementCycleId ?? ''
    await takes(w, w.fin, settlementCycle, 'close', id)
    await takes(w, w.fin, settlementCycle, 'confim', id)
    const orders = await rows(w, settlementOrder, 'settlement_cycle_id', id)
    const of = (partner: string) => orders.find((o) => o.fiscalTaxId === partner)?.id ?? ''
    return { id, orders: [of(w.partnerId), of(second)] }
  }
  const confirms = (id: string) => takes(w, w.fin2, settlementCycle, 'confimRest', id)
  const removes = (order: string) => takes(w, w.fin, settlementOrder, 'remove', order)

  test('whose rest eight confirm at once has one order of it', async () => {
    const { id, orders } = await confirmed()
    await removes(orders[0])
    await once(8, () => confirms(id))
    expect(await cycleNow(id)).toMatchObject({ restStatus: restStatus.none })
    const live = (await rows(w, settlementOrder, 'settlement_cycle_id', id)).filter((o) => o.isDeleted === 0)
    expect(live.map((o) => o.totalAmount).sort()).toEqual(['1060.00', '2120.00'])
  })

  test('confirmed again while another order of it is removed has all of its doctor orders in order or waiting', async () => {
    for (let n = 0; n < 4; n += 1) {
      const { id, orders } = await confirmed()
      await removes(orders[0])
      expect(await codesOf([confirms(id), removes(orders[1])])).toEqual([200, 200])
    }
  })

  test('keeps every promise with all of these', () => holds(w))
})

describe('a company order', () => {
  let made = 0
  /** An activity whose settlement orders are paid and have passed on the platform's fee; it has ended. */
  async function activity(orders: readonly (readonly string[])[]) {
    made += 1
    const all: Settled[] = []
    for (const fees of orders) all.push(await paid(w, fees))
    const lines = (
      await Promise.all(all.map((o) => rows(w, orderDoctorSettlement, 'settlement_order_id', o.id)))
    ).flat()
    const total = sum(lines.map((l) => l.grossAmount ?? '0.00'))
    const own = { entrustedCompanyId: w.companyId, entrustedCompanyName: '杭州康泰医药有限公司' }
    const ids = await load(w.context, w.tenantId, async (work) => {
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
    for (const { id } of all)
      await happens(w, async (work) => {
        await lockOrder(work, moneySettlement, id)
        const [fee] = await work.rows(platServiceFee, { settlementOrderId: id })
        await feeStepped(work, moneySettlement, fee as never, 'transfer')
        await feeStepped(work, moneySettlement, fee as never, 'succeed')
      })
    await decideAsSystem(w.context, w.tenantId, { resource: 'caseCollection', transition: 'push', id: ids.plan })
    return { ...ids, all, total }
  }
  const simulates = (lines: readonly string[]) => takesAll(w, w.admin, orderDoctorSettlement, 'simulatedPayment', lines)
  beforeAll(() =>
    load(w.context, w.tenantId, (work) =>
      work.insert(param, { paramName: '模拟付款', paramKey: 'pay.simulated.enabled', paramValue: 'true' }),
    ),
  )

  test('counts a settlement order once that four settle at one moment', async () => {
    const { order, budget, all, total } = await activity([['30.00'], ['40.00']])
    await once(4, () => simulates(all[0]?.lines ?? []))
    expect(await now(w, orderEntrusted, order)).toMatchObject({
      settledAmount: '30.00',
      orderStatus: orderStatus.completed,
    })
    await simulates(all[1]?.lines ?? [])
    expect(await now(w, budgetOrder, budget)).toMatchObject({ settledAmount: total })
  })

  test('counts all that are settled at one moment, and one of them settles it', async () => {
    for (let round = 0; round < 2; round++) {
      const { order, budget, all, total } = await activity([['51.00'], ['32.00'], ['43.00']])
      expect(await codesOf(all.map(({ lines }) => simulates(lines)))).toEqual([200, 200, 200])
      expect(await now(w, orderEntrusted, order)).toMatchObject({
        orderStatus: orderStatus.settled,
        settledAmount: total,
      })
      expect(await now(w, budgetOrder, budget)).toMatchObject({ settledAmount: total })
    }
  })
  test('keeps what is promised of it and of its budget', () =>
    holds(w, /^(INV-45(?!\.planned)|3\.3|3\.12\.(settled|companyOrders))/))
})
