import { beforeAll, describe, expect, test } from 'vitest'
import { integralRule } from '../../../src/model/funds/integral.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { entrustedThirdRel } from '../../../src/model/people/entrustedThirdRel.ts'
import { resultOrder } from '../../../src/model/settlement/results/resultOrder.ts'
import {
  resultOrderDoctorDetail,
  resultOrderPlatformDetail,
  resultOrderProjectDetail,
} from '../../../src/model/settlement/results/resultOrderDetails.ts'
import { resultOrderPoint } from '../../../src/model/settlement/results/resultOrderPoint.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../src/model/settlement/settlementOrderPoint.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { decide, decideAll } from '../../../src/server/deciding/engine.ts'
import { broken, checkInvariants, invariants } from '../../../src/server/verification/check.ts'
import { person } from '../../rules/people.ts'
import { change, load, refusal, rowNow, rowsBy, type World, world } from './fixture.ts'

const { auditStatus } = statesOf(entrustedThirdRel)
const { cycleStatus } = statesOf(settlementCycle)
const { orderStatus } = statesOf(orderDoctor)
const { resultStatus } = statesOf(resultOrder)
const { settlementStatus } = statesOf(settlementOrder)

/** Lifecycles 3.10 and 3.11: doctor orders become a result order, a cycle, and settlement orders. */
let w: World
let ops: Actor
let boss: Actor
beforeAll(async () => {
  w = await world()
  ops = person(w.tenantId, 'ops')
  boss = person(w.tenantId, 'companyAdmin', { company: w.companyId })
  await load(w.context, w.tenantId, async (work) => {
    await work.insert(integralRule, { ruleName: '通用', pointsPerYuan: 10, enableStatus: 1 })
    await work.insert(entrustedThirdRel, {
      entrustedId: w.companyId,
      thirdPlatformId: w.partnerId,
      thirdType: 1,
      taxItemCodes: '3040407,3040603',
      startDate: '2024-01-01',
      auditStatus: auditStatus.approved,
    })
  })
})

let nth = 0
/** Accepted doctor orders in a month of their own, fees in yuan (or points). */
async function accepted(fees: readonly string[], points = false): Promise<{ ids: string[]; month: string }> {
  nth += 1
  const month = `${2000 + nth}-05`
  const ids = await load(w.context, w.tenantId, async (work) => {
    const made = await work.insertAll(
      orderDoctor,
      fees.map((fee, n) => ({
        code: `ODR${String(nth).padStart(4, '0')}${n}`,
        entrustedCompanyId: w.companyId,
        entrustedCompanyName: '杭州康泰医药有限公司',
        baseEmployeeId: w.employeeId,
        baseEmployeeName: '陈明',
        planName: '病例征集',
        planType: 3 as const,
        payType: points ? (1 as const) : (2 as const),
        doctorId: w.doctors[n % 2] as string,
        doctorName: `医生${n % 2}`,
        taxItemCode: '3040407',
        fiscalTaxId: points ? null : w.partnerId,
        ...(points
          ? { pointAmount: Number(fee), platformFee: '0.60' }
          : { feeAmount: fee, platformFee: (Number(fee) * 0.06).toFixed(2) }),
        acceptTime: `${month}-${10 + (n % 20)} 10:00:00`,
        orderStatus: orderStatus.open,
      })) as never,
    )
    return made.map((o) => o.id)
  })
  return { ids, month }
}

type Of = 'resultOrder' | 'resultOrderPoint'
const asked = (month: string, more: object = {}) => ({
  entrustedCompanyId: w.companyId,
  periodStart: `${month}-01`,
  periodEnd: `${month}-31`,
  ...more,
})
const create = async (ask: object, of: Of = 'resultOrder', actor = ops) =>
  (await decideAll(w.context, actor, { resource: of, transition: 'create', ids: [], ask: { ...ask } }))[0] as {
    id: string
  }
const step = (transition: string, id: string, actor: Actor, of: string = 'resultOrder', ask: object = {}) =>
  decide(w.context, actor, { resource: of, transition, id, ask: { remark: '资料不全', ...ask } })
const now = (id: string) => rowNow(w.context, w.tenantId, resultOrder, id)
const orders = (ids: readonly string[]) => Promise.all(ids.map((id) => rowNow(w.context, w.tenantId, orderDoctor, id)))
/** To the company's confirmation. */
async function confirmed(month: string, of: Of = 'resultOrder'): Promise<string> {
  const { id } = await create(asked(month), of)
  await step('submit', id, ops, of)
  await step('audit.pass', id, w.fin, of)
  await step('confirm.pass', id, boss, of)
  return id
}
/** A cycle that waits for confirmation, of a month that no other test has. */
async function ended(result: string): Promise<RowOf<typeof settlementCycle>> {
  const { settlementCycleId } = await now(result)
  return change(w.context, w.tenantId, settlementCycle, settlementCycleId as string, {
    cycleStatus: cycleStatus.toConfirm,
  })
}
const AMOUNTS = invariants.map((i) => i.id).filter((id) => /^INV-(10|11|12)\b/.test(id))
/** What doctor orders, result orders and cycles amount to holds in this tenant. */
const clean = async () => {
  const found = await w.context.db.transaction({ tenantId: w.tenantId }, (tx) => checkInvariants(tx, AMOUNTS))
  expect(found.length).toBeGreaterThan(5)
  expect(broken(found)).toEqual([])
}

describe('a result order', () => {
  test('is put together of what waits in its period, and amounts to it', async () => {
    const { ids, month } = await accepted(['3000.00', '1234.56', '500.00'])
    const { id } = await create(asked(month))
    expect(await now(id)).toMatchObject({
      resultStatus: resultStatus.draft,
      orderCount: 3,
      doctorCount: 2,
      doctorAmount: '4734.56',
      platformAmount: '284.07',
      totalAmount: '5018.63',
      entrustedCompanyName: '杭州康泰医药有限公司',
    })
    expect((await orders(ids)).map((o) => [o.orderStatus, o.resultOrderId])).toEqual(ids.map(() => [1, id]))
    const parts = await Promise.all(
      [resultOrderDoctorDetail, resultOrderProjectDetail, resultOrderPlatformDetail].map((of) =>
        rowsBy(w.context, w.tenantId, of as typeof resultOrderDoctorDetail, 'result_order_id', id),
      ),
    )
    expect(parts.map((rows) => rows.length)).toEqual([3, 1, 1])
    // what is in one is in no other
    const again = await refusal(create(asked(month, { name: '再来一张' })))
    expect([again.code, again.text[0]]).toEqual([400, expect.stringContaining('没有待出结果的医生订单')])
    await clean()
  })

  test('takes the named ones only, of an earlier month as well, and says which does not fit', async () => {
    const forgotten = await accepted(['300.00'])
    const { ids, month } = await accepted(['100.00', '200.00'])
    const { id } = await create(asked(month, { orderDoctorIds: [ids[1], forgotten.ids[0]] }))
    expect((await orders([...ids, ...forgotten.ids])).map((o) => o.orderStatus)).toEqual([0, 1, 1])
    expect(await now(id)).toMatchObject({ doctorAmount: '500.00', orderCount: 2 })
    const wrong = await refusal(create(asked(month, { orderDoctorIds: [ids[0], ids[1]] })))
    expect([wrong.code, wrong.text[0]]).toEqual([400, expect.stringContaining('ODR')])
    expect((await orders(ids)).map((o) => o.orderStatus)).toEqual([0, 1])
    await clean()
  })

  test('of more than one may hold is not put together', async () => {
    const { month } = await accepted(Array.from({ length: 5_001 }, () => '10.00'))
    const r = await refusal(create(asked(month)))
    expect([r.code, r.text[0]]).toEqual([400, expect.stringContaining('最多 5000 个')])
  })

  test('is created by one of many who ask at once', async () => {
    const { month } = await accepted(['100.00', '200.00'])
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => create(asked(month, { name: `第${n}张` }))),
    )
    expect(all.filter((r) => r.status === 'fulfilled')).toHaveLength(1)
    // the same asked again is answered as the first time
    const once = await accepted(['100.00'])
    const order = { resource: 'resultOrder', transition: 'create', ids: [], ask: asked(once.month), key: 'asked-twice' }
    const [first] = await decideAll(w.context, ops, order)
    expect(await decideAll(w.context, ops, order)).toEqual([first])
    await clean()
  })

  test('is reviewed by somebody else than who submitted it, and taken back', async () => {
    const { month } = await accepted(['100.00'])
    const { id } = await create(asked(month))
    await step('submit', id, w.admin)
    expect((await refusal(step('audit.pass', id, w.admin))).text[0]).toContain('经办与审核不能是同一人')
    await step('audit.pass', id, w.fin)
    expect(await now(id)).toMatchObject({ resultStatus: resultStatus.toConfirm, approvalOfficer: w.fin.name })
    await step('recall.audit', id, w.fin)
    expect(await now(id)).toMatchObject({ resultStatus: resultStatus.pending, approvalOfficer: null })
    await step('audit.reject', id, w.fin)
    expect(await now(id)).toMatchObject({ resultStatus: resultStatus.rejected, approvalRemark: '资料不全' })
  })

  test('lets go of its doctor orders when it is deleted', async () => {
    const { ids, month } = await accepted(['100.00', '200.00'])
    const { id } = await create(asked(month))
    await step('remove', id, ops)
    expect((await now(id)).isDeleted).toBe(1)
    expect((await orders(ids)).map((o) => [o.orderStatus, o.resultOrderId])).toEqual(ids.map(() => [0, null]))
    await create(asked(month, { name: '重新汇总' }))
    await clean()
  })

  test('whose amount is not that of its parts is not reviewed', async () => {
    const { month } = await accepted(['100.00'])
    const { id } = await create(asked(month))
    await step('submit', id, ops)
    const [line] = await rowsBy(w.context, w.tenantId, resultOrderDoctorDetail, 'result_order_id', id)
    await change(w.context, w.tenantId, resultOrderDoctorDetail, line?.id as string, { feeAmount: '99.99' })
    const r = await refusal(step('audit.pass', id, w.fin))
    expect([r.code, r.text[0]]).toEqual([400, expect.stringContaining('医生明细')])
    await change(w.context, w.tenantId, resultOrderDoctorDetail, line?.id as string, { feeAmount: '100.00' })
  })

  test('of another company is none of a company, nor of its result orders', async () => {
    const { month } = await accepted(['100.00'])
    const { id } = await create(asked(month))
    await step('submit', id, ops)
    await step('audit.pass', id, w.fin)
    const stranger = person(w.tenantId, 'companyAdmin', { company: '1' })
    expect((await refusal(step('confirm.pass', id, stranger))).code).toBe(404)
    expect((await refusal(create(asked(month), 'resultOrder', boss))).code).toBe(403)
  })
})

describe('a cycle', () => {
  test('takes in what a company confirms, is confirmed into settlement orders, and opens again', async () => {
    const { ids, month } = await accepted(['3000.00', '1234.56'])
    const result = await confirmed(month)
    const cycle = await ended(result)
    expect(await now(result)).toMatchObject({ resultStatus: resultStatus.confirmed, cycleMonth: cycle.cycleMonth })
    await clean()
    await step('confim', cycle.id, w.fin, 'settlementCycle')
    const [order] = (await rowsBy(w.context, w.tenantId, settlementOrder, 'settlement_cycle_id', cycle.id)).filter(
      (o) => o.isDeleted === 0,
    )
    expect(order).toMatchObject({ settlementStatus: settlementStatus.pending, fiscalTaxId: w.partnerId })
    const lines = await rowsBy(w.context, w.tenantId, orderDoctorSettlement, 'settlement_order_id', order?.id)
    expect(lines.map((l) => l.orderDoctorId)).toEqual(expect.arrayContaining(ids))
    // what was confirmed is confirmed once, and no longer taken back
    expect((await refusal(step('confim', cycle.id, w.fin, 'settlementCycle'))).code).toBe(409)
    const late = await refusal(step('recall.confirm', result, boss))
    expect([late.code, late.text[0]]).toEqual([400, expect.stringContaining('已确认')])
    // whoever confirmed the cycle does not review what came of it
    expect((await refusal(step('audit.pass', order?.id as string, w.fin, 'settlementOrder'))).text[0]).toContain(
      '经办与审核不能是同一人',
    )
    await step('remove', order?.id as string, w.fin, 'settlementOrder')
    expect(await rowNow(w.context, w.tenantId, settlementCycle, cycle.id)).toMatchObject({
      cycleStatus: cycleStatus.toConfirm,
    })
    await step('confim', cycle.id, w.fin, 'settlementCycle')
    await clean()
  })

  test('lets a confirmation go that is taken back in time', async () => {
    w.context.clock.pass(60 * 24 * 31)
    const { month } = await accepted(['3000.00'])
    const result = await confirmed(month)
    const { settlementCycleId } = await now(result)
    await step('recall.confirm', result, boss)
    expect(await now(result)).toMatchObject({
      resultStatus: resultStatus.toConfirm,
      settlementCycleId: null,
      confirmTime: null,
    })
    expect(await rowNow(w.context, w.tenantId, settlementCycle, settlementCycleId as string)).toMatchObject({
      totalAmount: '0.00',
      resultOrderCount: 0,
    })
    await clean()
  })

  test('without anything confirmed, before its end, or with a tax item of nobody is not confirmed', async () => {
    w.context.clock.pass(60 * 24 * 31)
    const { month } = await accepted(['3000.00'])
    const result = await confirmed(month)
    const id = (await now(result)).settlementCycleId as string
    const confim = () => refusal(step('confim', id, w.fin, 'settlementCycle'))
    expect((await confim()).text[0]).toContain('尚未结束')
    await ended(result)
    const [link] = await rowsBy(w.context, w.tenantId, entrustedThirdRel, 'entrusted_id', w.companyId)
    await change(w.context, w.tenantId, entrustedThirdRel, link?.id as string, { auditStatus: auditStatus.rejected })
    expect((await confim()).text[0]).toContain('没有唯一生效的财税公司')
    await change(w.context, w.tenantId, entrustedThirdRel, link?.id as string, { auditStatus: auditStatus.approved })
    await step('confim', id, w.fin, 'settlementCycle')
    // the next one comes into the month after
    const next = await confirmed((await accepted(['200.00'])).month)
    expect((await now(next)).cycleMonth).not.toBe((await now(result)).cycleMonth)
    await clean()
  })

  test('is opened once by many who confirm at one moment', async () => {
    w.context.clock.pass(60 * 24 * 62)
    const waiting: string[] = []
    for (const fee of ['100.00', '200.00', '300.00', '400.00']) {
      const { id } = await create(asked((await accepted([fee])).month))
      await step('submit', id, ops)
      await step('audit.pass', id, w.fin)
      waiting.push(id)
    }
    await Promise.all(waiting.map((id) => step('confirm.pass', id, boss)))
    const cycles = new Set((await Promise.all(waiting.map(now))).map((r) => r.settlementCycleId))
    expect(cycles.size).toBe(1)
    expect(await rowNow(w.context, w.tenantId, settlementCycle, [...cycles][0] as string)).toMatchObject({
      resultOrderCount: 4,
      doctorAmount: '1000.00',
      platformAmount: '60.00',
      totalAmount: '1060.00',
    })
    await clean()
  })

  test('settles points in an order of their own, nothing withheld', async () => {
    w.context.clock.pass(60 * 24 * 31)
    const { ids, month } = await accepted(['100', '205'], true)
    const result = await confirmed(month, 'resultOrderPoint')
    const point = await rowNow(w.context, w.tenantId, resultOrderPoint, result)
    expect(point).toMatchObject({
      pointAmount: 305,
      doctorAmount: '30.50',
      platformAmount: '1.83',
      totalAmount: '32.33',
    })
    const id = point.settlementCycleId as string
    await change(w.context, w.tenantId, settlementCycle, id, { cycleStatus: cycleStatus.toConfirm })
    await step('confim', id, w.fin, 'settlementCycle')
    const [order] = await rowsBy(w.context, w.tenantId, settlementOrderPoint, 'settlement_cycle_id', id)
    expect(order).toMatchObject({ pointAmount: 305, totalAmount: '32.33', settlementStatus: settlementStatus.pending })
    const lines = await rowsBy(w.context, w.tenantId, orderDoctorSettlementPoint, 'settlement_order_id', order?.id)
    expect(lines.map((l) => l.orderDoctorId).sort()).toEqual([...ids].sort())
    await clean()
  })
})
