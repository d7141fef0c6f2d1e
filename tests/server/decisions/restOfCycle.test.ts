import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { integralRule } from '../../../src/model/funds/integral.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { entrustedThirdRel } from '../../../src/model/people/entrustedThirdRel.ts'
import { thirdPlatform } from '../../../src/model/people/thirdPlatform.ts'
import type { WirePartners } from '../../../src/model/settlement/results/partnersWire.ts'
import { resultOrder } from '../../../src/model/settlement/results/resultOrder.ts'
import { resultOrderPoint } from '../../../src/model/settlement/results/resultOrderPoint.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { settlementOrderPoint } from '../../../src/model/settlement/settlementOrderPoint.ts'
import { taxItemRate } from '../../../src/model/settlement/taxItemRate.ts'
import { sum } from '../../../src/model/values/money.ts'
import { moneySettlement } from '../../../src/server/domains/settlement/moneySettlement.ts'
import { linesPaid, lockOrder, orderPaid, orderSettled } from '../../../src/server/domains/settlement/outcomes.ts'
import { broken, checkInvariants, invariants } from '../../../src/server/verification/check.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { change, load, rowNow, rowsBy, untyped, type World, world } from './fixture.ts'
import { happens } from './payoutGround.ts'

const { auditStatus } = statesOf(entrustedThirdRel)
const { cycleStatus, restStatus } = statesOf(settlementCycle)
const { orderStatus, payType } = statesOf(orderDoctor)
const { resultStatus } = statesOf(resultOrderPoint)
const { settlementStatus } = statesOf(settlementOrder)

/** Lifecycle 3.11: some of the orders of a confirmed cycle are removed or void while others live. Over HTTP. */
let t: TestApp
let w: World
let second: string
let [ops, fin, fin2, fin3, boss]: Client[] = []
beforeAll(async () => {
  t = await testApp()
  w = await world('restOfCycle', await t.newTenant())
  await untyped(w)
  // behind the clock of the server, whose decisions come first
  w.context.clock.pass(300)
  second = await load(w.context, w.tenantId, async (work) => {
    const partner = await work.insert(thirdPlatform, { code: 'FT2', name: '州二财税', thirdType: 1 })
    await work.insert(taxItemRate, {
      taxItemCode: '3040603',
      taxItemName: '会议展览服务',
      vatRate: '0.010000',
      vatMonthThreshold: '100000.00',
      fiscalTaxId: partner.id,
      fiscalTaxName: partner.name,
      urbanRate: '0.070000',
      eduRate: '0.030000',
      localEduRate: '0.020000',
      reductionRate: '0.500000',
      iitMethod: 1,
      enableStatus: 1,
    })
    await work.insert(integralRule, { ruleName: '通用', pointsPerYuan: 10, enableStatus: 1 })
    const link = (thirdPlatformId: string, taxItemCodes: string) => ({
      entrustedId: w.companyId,
      thirdPlatformId,
      thirdType: 1 as const,
      taxItemCodes,
      startDate: '2024-01-01',
      auditStatus: auditStatus.approved,
    })
    await work.insertAll(entrustedThirdRel, [link(w.partnerId, '3040407'), link(partner.id, '3040603')])
    return partner.id
  })
  ops = await t.signIn(w.tenantId, 'ops')
  fin = await t.signIn(w.tenantId, 'finance')
  fin2 = await t.signIn(w.tenantId, 'finance')
  fin3 = await t.signIn(w.tenantId, 'finance')
  boss = await t.signIn(w.tenantId, 'companyAdmin', { company: w.companyId })
})
afterAll(() => t.app.close())

const CYCLE = 'blade-svc/settlementCycle/'
const ORDER = 'blade-svc/settlementOrder/'
const POINT = 'blade-svc/settlementOrderPoint/'
const STATE = '当前状态不允许该操作'
const who = (client: Client | undefined): Client => {
  if (!client) throw new Error('nobody')
  return client
}
const done = (a: { status: number; msg: string }) => expect([a.status, a.msg]).toEqual([200, '操作成功'])
const refused = (a: { status: number; msg: string }, status: number, zh: string) =>
  expect([a.status, a.msg]).toEqual([status, expect.stringContaining(zh)])

type Order = RowOf<typeof settlementOrder>
let nth = 0
/** What two doctors delivered: for one fiscal-tax company, for the other, and for points; confirmed by the company. */
async function results(): Promise<string> {
  nth += 1
  const period = `${2000 + nth}-05`
  const source = (n: number, of: Partial<RowOf<typeof orderDoctor>>) => ({
    code: `ODR${String(nth).padStart(4, '0')}${n}`,
    entrustedCompanyId: w.companyId,
    entrustedCompanyName: '杭州康泰医药有限公司',
    baseEmployeeId: w.employeeId,
    baseEmployeeName: '陈明',
    planName: '病例征集',
    planType: 3 as const,
    payType: payType.money,
    doctorId: w.doctors[n % 2] as string,
    doctorName: `医生${n % 2}`,
    acceptTime: `${period}-1${n} 10:00:00`,
    orderStatus: orderStatus.open,
    ...of,
  })
  const first = { taxItemCode: '3040407', fiscalTaxId: w.partnerId, feeAmount: '1000.00', platformFee: '60.00' }
  const other = { taxItemCode: '3040603', fiscalTaxId: second, feeAmount: '2000.00', platformFee: '120.00' }
  const points = { taxItemCode: '3040407', payType: payType.points, pointAmount: 100, platformFee: '0.60' }
  await load(w.context, w.tenantId, (work) =>
    work.insertAll(orderDoctor, [first, other, other, points].map((of, n) => source(n, of)) as never),
  )
  let cycle = ''
  for (const kind of ['resultOrder', 'resultOrderPoint'] as const) {
    const made = await who(ops).post<{ id: string }>(`blade-svc/${kind}/create`, {
      entrustedCompanyId: w.companyId,
      periodStart: `${period}-01`,
      periodEnd: `${period}-31`,
    })
    done(made)
    const { id } = made.data
    done(await who(ops).post(`blade-svc/${kind}/submit`, { id }))
    done(await who(fin).post(`blade-svc/${kind}/audit`, { id, status: 1 }))
    done(await who(boss).post(`blade-svc/${kind}/confirm`, { id, status: 1 }))
    if (kind === 'resultOrder') cycle = (await rowNow(w.context, w.tenantId, resultOrder, id)).settlementCycleId ?? ''
  }
  return cycle
}
interface Confirmed {
  readonly id: string
  readonly first: Order
  readonly other: Order
  readonly points: RowOf<typeof settlementOrderPoint>
}
const ordersIn = async (id: string) =>
  (await rowsBy(w.context, w.tenantId, settlementOrder, 'settlement_cycle_id', id)).filter(
    (o) => o.isDeleted === 0 && o.settlementStatus !== settlementStatus.voided,
  )
const pointsIn = async (id: string) =>
  (await rowsBy(w.context, w.tenantId, settlementOrderPoint, 'settlement_cycle_id', id)).filter(
    (o) => o.isDeleted === 0 && o.settlementStatus !== settlementStatus.voided,
  )
/** A cycle that finance has confirmed into its three orders. */
async function confirmed(): Promise<Confirmed> {
  const id = await results()
  done(await who(fin).post(`${CYCLE}close`, { ids: id }))
  done(await who(fin).post(`${CYCLE}confim`, { ids: id }))
  const orders = await ordersIn(id)
  const [first, other] = [w.partnerId, second].map((partner) => orders.find((o) => o.fiscalTaxId === partner))
  const [points] = await pointsIn(id)
  if (!first || !other || !points) throw new Error('an order is missing')
  return { id, first, other, points }
}
interface Item {
  readonly fiscalTaxId: string | null
  readonly payType: number
  readonly orderCount: number
  readonly waitingCount: number
  readonly doctorAmount: string
  readonly platformAmount: string
}
/** The tax items of a cycle as who confirms it sees them; they come to what the cycle does. */
async function itemsOf(id: string): Promise<readonly (readonly unknown[])[]> {
  const { records } = (
    await who(fin2).get<{ records: Item[] }>('blade-svc/settlementCycleTaxItem/list', { settlementCycleId: id })
  ).data
  const cycle = await cycleNow(id)
  expect(sum(records.map((r) => r.doctorAmount))).toBe(cycle.doctorAmount)
  expect(sum(records.map((r) => r.platformAmount))).toBe(cycle.platformAmount)
  const nameOf = (r: Item) =>
    r.payType === payType.points ? 'points' : r.fiscalTaxId === w.partnerId ? 'first' : 'other'
  return records.map((r) => [nameOf(r), r.orderCount, r.waitingCount, r.doctorAmount, r.platformAmount]).sort()
}
const cycleNow = (id: string) => rowNow(w.context, w.tenantId, settlementCycle, id)
/** An order goes on to its company's confirmation. */
async function handed(path: string, id: string, reviewer = fin2): Promise<void> {
  done(await who(reviewer).post(`${path}audit`, { id, status: 1 }))
  done(await who(boss).post(`${path}confim`, { ids: id }))
}
/** A whole document is void: finance asks for it, and another person agrees. */
async function voided(bizType: string, bizCode: string | null): Promise<void> {
  const asked = await who(fin).post<{ id: string }>('blade-sys/cancellationRecord/submit', {
    bizType,
    bizCode,
    reason: '月份有误',
  })
  done(asked)
  done(
    await who(fin2).post('blade-sys/cancellationRecord/audit', {
      ids: asked.data.id,
      auditStatus: auditStatus.approved,
    }),
  )
}
/** What the bank and its company do at once: the order is paid and settled. */
async function settled(id: string): Promise<void> {
  done(await who(fin).get(`${ORDER}toSettle`, { id }))
  await happens(w, async (work) => {
    await lockOrder(work, moneySettlement, id)
    await orderPaid(work, moneySettlement, id)
    await linesPaid(work, id, w.doctors)
    await orderSettled(work, moneySettlement, id)
  })
}
const KEPT = invariants
  .map((i) => i.id)
  .filter(
    (id) =>
      /^(INV-(10|11|12|13|14|16|40|41)\b|3\.1[12]|uniq)/.test(id) &&
      !['3.12.paid', 'INV-40.entrustedThirdRel'].includes(id),
  )
async function found(): Promise<readonly string[]> {
  const all = await w.context.db.transaction({ tenantId: w.tenantId }, (tx) => checkInvariants(tx, KEPT))
  expect(all.length).toBeGreaterThan(60)
  return broken(all)
    .map((f) => f.id)
    .sort()
}
const clean = async () => expect(await found()).toEqual([])

describe('a cycle', () => {
  test('shows its tax items, points among them, and who taxes each before it is confirmed and after', async () => {
    const id = await results()
    const waiting = [
      ['first', 1, 1, '1000.00', '60.00'],
      ['other', 2, 2, '4000.00', '240.00'],
      ['points', 1, 1, '10.00', '0.60'],
    ]
    expect(await itemsOf(id)).toEqual(waiting)
    done(await who(fin).post(`${CYCLE}close`, { ids: id }))
    expect(await itemsOf(id)).toEqual(waiting)
    done(await who(fin).post(`${CYCLE}confim`, { ids: id }))
    const inOrders = waiting.map(([name, all, , ...amounts]) => [name, all, 0, ...amounts])
    expect(await itemsOf(id)).toEqual(inOrders)
    // what its order lets go of waits again
    const first = (await ordersIn(id)).find((o) => o.fiscalTaxId === w.partnerId)
    done(await who(fin).post(`${ORDER}remove`, { id: first?.id }))
    expect(await itemsOf(id)).toEqual([waiting[0], ...inOrders.slice(1)])
    await clean()
    done(await who(fin).post(`${CYCLE}confim`, { ids: id }))
  })

  test('shows by whom each tax item would be taxed, and marks what confirming would refuse', async () => {
    const id = await results()
    done(await who(fin).post(`${CYCLE}close`, { ids: id }))
    const path = 'blade-svc/settlementCycle/partners'
    const asked = async (client = fin, more = {}) => (await who(client).get<WirePartners>(path, { id }, more)).data
    const marks = async () => (await asked()).items.map((i) => [i.mark, i.broken, i.orderCount, i.amount])
    const [first, other, points] = [
      ['生效中', 0, 1, '1000.00'],
      ['生效中', 0, 2, '4000.00'],
      ['积分不计税', 0, 1, '10.00'],
    ]
    expect(await marks()).toEqual([first, other, points])
    expect(await asked()).toMatchObject({ broken: 0, said: '每个税目都有唯一生效的财税公司' })
    const [link] = await rowsBy(w.context, w.tenantId, entrustedThirdRel, 'third_platform_id', w.partnerId)
    const [own] = await rowsBy(w.context, w.tenantId, entrustedThirdRel, 'third_platform_id', second)
    /** What is said of the first tax item with a link changed, by the marks and, in the same words, by confirming. */
    const changed = async (values: Readonly<Record<string, unknown>>, of = link) => {
      const kept = await rowNow(w.context, w.tenantId, entrustedThirdRel, of?.id as string)
      await change(w.context, w.tenantId, entrustedThirdRel, kept.id, values)
      const [told, said] = [await asked(), await who(fin).post(`${CYCLE}confim`, { ids: id })]
      const before = Object.keys(values).map((name) => [name, kept[name as keyof typeof kept]])
      await change(w.context, w.tenantId, entrustedThirdRel, kept.id, Object.fromEntries(before))
      expect([told.broken, said.status, said.msg]).toEqual([1, 400, expect.stringContaining(told.said)])
      return [told.items[0]?.mark, told.items[0]?.broken]
    }
    for (const values of [
      { auditStatus: auditStatus.pending },
      { endDate: '2024-01-31' },
      { startDate: '2999-01-01' },
      { taxItemCodes: '30404070' },
    ])
      expect(await changed(values)).toEqual(['无生效的财税公司', 1])
    expect(await changed({ taxItemCodes: '3040603,3040407' }, own)).toEqual(['多家财税公司生效', 1])
    expect(await changed({ thirdPlatformId: second, thirdPlatformName: '州二财税' })).toEqual(['现行为 州二财税', 1])

    expect((await asked(fin, { 'accept-language': 'en' })).said).toMatch(/^Each tax item has exactly one/)
    expect((await who(await t.signIn(w.tenantId, 'content')).get(path, { id })).status).toBe(403)
    const stranger = await t.signIn(w.tenantId, 'companyAdmin', { company: '77' })
    expect((await stranger.get(path, { id })).status).toBe(404)
    done(await who(fin).post(`${CYCLE}confim`, { ids: id }))
    expect(await asked()).toEqual({ said: '没有待确认的医生订单', broken: 0, items: [] })
  })
})

describe('a cycle one of whose orders is gone', () => {
  test('waits for the confirmation of the rest, which comes into an order of its own', async () => {
    const { id, first, other } = await confirmed()
    // nothing is left of it to confirm
    refused(await who(fin).post(`${CYCLE}confim`, { ids: id }), 409, STATE)
    await clean()
    done(await who(fin).post(`${ORDER}remove`, { id: first.id }))
    expect(await cycleNow(id)).toMatchObject({ cycleStatus: cycleStatus.confirmed, restStatus: restStatus.toConfirm })
    await clean()
    // what finance's queue asks for
    const waits = await who(fin).get<{ records: { id: string }[] }>(`${CYCLE}list`, {
      cycleStatus: cycleStatus.confirmed,
      restStatus: restStatus.toConfirm,
    })
    expect(waits.data.records.map((r) => r.id)).toEqual([id])
    refused(await who(ops).post(`${CYCLE}confim`, { ids: id }), 403, '')

    // the same checks as of the cycle: a partner in force
    const [link] = await rowsBy(w.context, w.tenantId, entrustedThirdRel, 'third_platform_id', w.partnerId)
    await change(w.context, w.tenantId, entrustedThirdRel, link?.id as string, { auditStatus: auditStatus.rejected })
    refused(await who(fin2).post(`${CYCLE}confim`, { ids: id }), 400, '没有唯一生效的财税公司')
    await change(w.context, w.tenantId, entrustedThirdRel, link?.id as string, { auditStatus: auditStatus.approved })
    const all = await Promise.all(Array.from({ length: 8 }, () => who(fin2).post(`${CYCLE}confim`, { ids: id })))
    expect(all.map((a) => a.status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])

    expect(await cycleNow(id)).toMatchObject({
      cycleStatus: cycleStatus.confirmed,
      restStatus: restStatus.none,
      confirmUser: who(fin).userId,
    })
    const orders = await ordersIn(id)
    expect(orders.map((o) => [o.fiscalTaxId, o.totalAmount]).sort()).toEqual(
      [
        [w.partnerId, '1060.00'],
        [second, '4240.00'],
      ].sort(),
    )
    await clean()
    // neither who confirmed the cycle nor who confirmed the rest reviews it
    const again = orders.find((o) => o.id !== other.id) as Order
    for (const maker of [fin, fin2])
      refused(await who(maker).post(`${ORDER}audit`, { id: again.id, status: 1 }), 400, '经办与审核不能是同一人')
    done(await who(fin3).post(`${ORDER}audit`, { id: again.id, status: 1 }))
    await clean()
  })

  test('goes through the partner that it was confirmed with, where the company has another one now', async () => {
    const { id, first } = await confirmed()
    done(await who(fin).post(`${ORDER}remove`, { id: first.id }))
    const [link] = await rowsBy(w.context, w.tenantId, entrustedThirdRel, 'third_platform_id', w.partnerId)
    await change(w.context, w.tenantId, settlementCycle, id, { confirmTime: '2024-05-20 10:00:00' })
    await change(w.context, w.tenantId, entrustedThirdRel, link?.id as string, { endDate: '2024-05-31' })
    const now = await load(w.context, w.tenantId, (work) =>
      work.insert(entrustedThirdRel, {
        entrustedId: w.companyId,
        thirdPlatformId: second,
        thirdType: 1,
        taxItemCodes: '3040407',
        startDate: '2024-06-01',
        auditStatus: auditStatus.approved,
      }),
    )
    done(await who(fin2).post(`${CYCLE}confim`, { ids: id }))
    expect((await ordersIn(id)).map((o) => o.fiscalTaxId).sort()).toEqual([w.partnerId, second].sort())
    await clean()
    await change(w.context, w.tenantId, entrustedThirdRel, now.id, { auditStatus: auditStatus.rejected })
    await change(w.context, w.tenantId, entrustedThirdRel, link?.id as string, { endDate: null })
  })

  test('that was void, in money or in points, is confirmed with everything that waits', async () => {
    const { id, other, points } = await confirmed()
    await handed(ORDER, other.id)
    await voided('settlementOrder', other.code)
    expect(await cycleNow(id)).toMatchObject({ cycleStatus: cycleStatus.confirmed, restStatus: restStatus.toConfirm })
    await clean()
    await handed(POINT, points.id)
    await voided('settlementOrderPoint', points.code)
    await clean()
    done(await who(fin2).post(`${CYCLE}confim`, { ids: id }))
    expect((await ordersIn(id)).map((o) => o.totalAmount).sort()).toEqual(['1060.00', '4240.00'])
    expect(await pointsIn(id)).toMatchObject([
      { pointAmount: 100, totalAmount: '10.60', settlementStatus: settlementStatus.pending },
    ])
    await clean()
  })

  test('is not settled while anything waits, and opens whole where none is left', async () => {
    const { id, first, other, points } = await confirmed()
    done(await who(fin).post(`${ORDER}remove`, { id: first.id }))
    done(await who(fin).post(`${POINT}remove`, { id: points.id }))
    await handed(ORDER, other.id)
    await settled(other.id)
    expect(await cycleNow(id)).toMatchObject({ cycleStatus: cycleStatus.confirmed, restStatus: restStatus.toConfirm })
    await clean()
    done(await who(fin2).post(`${CYCLE}confim`, { ids: id }))
    const [again] = (await ordersIn(id)).filter((o) => o.id !== other.id)
    const [granted] = await pointsIn(id)
    await handed(ORDER, again?.id as string, fin3)
    await settled(again?.id as string)
    // the last of them is removed: what is settled is not confirmed again with it
    done(await who(fin).post(`${POINT}remove`, { id: granted?.id }))
    expect(await cycleNow(id)).toMatchObject({ cycleStatus: cycleStatus.confirmed, restStatus: restStatus.toConfirm })
    await clean()

    const whole = await confirmed()
    for (const order of [whole.first, whole.other]) done(await who(fin).post(`${ORDER}remove`, { id: order.id }))
    expect(await cycleNow(whole.id)).toMatchObject({
      cycleStatus: cycleStatus.confirmed,
      restStatus: restStatus.toConfirm,
    })
    done(await who(fin).post(`${POINT}remove`, { id: whole.points.id }))
    expect(await cycleNow(whole.id)).toMatchObject({ cycleStatus: cycleStatus.toConfirm, restStatus: restStatus.none })
    await clean()
    done(await who(fin).post(`${CYCLE}confim`, { ids: whole.id }))
    expect([(await ordersIn(whole.id)).length, (await pointsIn(whole.id)).length]).toEqual([2, 1])
    await clean()
  })

  test('confirmed again while another order of it is removed has all of its doctor orders in order or waiting', async () => {
    for (let n = 0; n < 4; n += 1) {
      const { id, first, other } = await confirmed()
      done(await who(fin).post(`${ORDER}remove`, { id: first.id }))
      const [again, removed] = await Promise.all([
        who(fin2).post(`${CYCLE}confim`, { ids: id }),
        who(fin).post(`${ORDER}remove`, { id: other.id }),
      ])
      expect([again.status, removed.status]).toEqual([200, 200])
      await clean()
    }
  })

  test('is told of by the invariants where it is silent, or one of its doctor orders is lost', async () => {
    const { id, first } = await confirmed()
    done(await who(fin).post(`${ORDER}remove`, { id: first.id }))
    await change(w.context, w.tenantId, settlementCycle, id, { restStatus: restStatus.none })
    expect(await found()).toEqual(['3.11.rest', 'INV-40.settlementCycle'])
    await change(w.context, w.tenantId, settlementCycle, id, { restStatus: restStatus.toConfirm })
    await clean()
    const [lost] = (await rowsBy(w.context, w.tenantId, orderDoctor, 'fiscal_tax_id', w.partnerId)).filter(
      (o) => o.settlementOrderId === null && o.orderStatus === orderStatus.collected && o.isDeleted === 0,
    )
    await change(w.context, w.tenantId, orderDoctor, lost?.id as string, { orderStatus: orderStatus.voided })
    expect(await found()).toEqual(expect.arrayContaining(['INV-13']))
    await change(w.context, w.tenantId, orderDoctor, lost?.id as string, { orderStatus: orderStatus.collected })
    await clean()
  })
})

test('a result order in points leaves its cycle while that is not confirmed, and its doctor orders wait for another', async () => {
  const id = await results()
  const [result] = await rowsBy(w.context, w.tenantId, resultOrderPoint, 'settlement_cycle_id', id)
  const before = await cycleNow(id)
  await voided('resultOrderPoint', result?.code ?? null)
  expect(await rowNow(w.context, w.tenantId, resultOrderPoint, result?.id as string)).toMatchObject({
    resultStatus: resultStatus.voided,
    settlementCycleId: null,
  })
  expect(before).toMatchObject({ totalAmount: '5310.60', resultOrderCount: 2 })
  expect(await cycleNow(id)).toMatchObject({ totalAmount: '5300.00', resultOrderCount: 1 })
  await clean()
  done(await who(fin).post(`${CYCLE}close`, { ids: id }))
  done(await who(fin).post(`${CYCLE}confim`, { ids: id }))
  expect(await pointsIn(id)).toEqual([])
  const [kept] = await rowsBy(w.context, w.tenantId, resultOrder, 'settlement_cycle_id', id)
  const late = await who(fin).post('blade-sys/cancellationRecord/submit', {
    bizType: 'resultOrder',
    bizCode: kept?.code,
    reason: '月份有误',
  })
  refused(late, 400, '所在的结算周期已确认，不能作废')
  await clean()
})
