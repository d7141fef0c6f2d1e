import { beforeEach, describe, expect, it } from 'vitest'
import { cancellationRecord } from '../../../src/model/desk/cancellationRecord.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { entrustedThirdRel } from '../../../src/model/people/entrustedThirdRel.ts'
import { resultOrder } from '../../../src/model/settlement/results/resultOrder.ts'
import { resultOrderPoint } from '../../../src/model/settlement/results/resultOrderPoint.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { settlementOrderPoint } from '../../../src/model/settlement/settlementOrderPoint.ts'
import { partnersOf } from '../../../src/server/domains/settlement/partnersOf.ts'
import { loader, person } from '../people.ts'
import { denied, refused, TENANT, type World } from '../world.ts'
import { Cycles } from './cycleGround.ts'

const { auditStatus } = statesOf(entrustedThirdRel)
const { cycleStatus, restStatus } = statesOf(settlementCycle)
const { orderStatus, payType } = statesOf(orderDoctor)
const { resultStatus } = statesOf(resultOrder)
const { settlementStatus } = statesOf(settlementOrder)

// Lifecycle 3.11: some of the orders of a confirmed cycle are removed or void while others live.

let cycles: Cycles
let w: World
beforeEach(async () => {
  cycles = await Cycles.made()
  w = cycles.w
})
const rest = { cycleStatus: cycleStatus.confirmed, restStatus: restStatus.toConfirm }
const MAKER = '经办与审核不能是同一人'
/** A whole document is void: finance asks for it, and another person agrees. */
async function voided(bizType: string, bizCode: string | null): Promise<void> {
  const { fin, fin2 } = w.people
  const id = await w.begin(fin, cancellationRecord, 'apply', { bizType, bizCode, reason: '月份有误' })
  await w.decide(fin2, cancellationRecord, 'audit.pass', id)
}
/** An order is handed to its company, paid, paid out and passed on. */
async function settled(id: string, reviewer = w.people.fin2): Promise<void> {
  await w.paidFor(await w.handedOn(id, reviewer))
  for (const line of w.rows(orderDoctorSettlement, { settlementOrderId: id })) await w.paidOut(line.id)
  await w.passedOn(id)
}

describe('a cycle that waits to be confirmed', () => {
  it('marks by whom each tax item would be taxed, and is refused in the same words', async () => {
    const id = await cycles.closed()
    const sources = w.rows(orderDoctor, { payType: payType.money })
    const judged = () => w.as(loader(TENANT)).load((work) => partnersOf(work, cycles.now(id), sources))
    expect((await judged()).map((m) => [m.sources.length, m.mark[0], m.problem])).toEqual([
      [1, '生效中', null],
      [2, '生效中', null],
    ])
    /** Mark of the first tax item with a link changed; confirming is refused for the same reason. */
    const changed = async (values: object, n: 0 | 1 = 0) => {
      const before = w.row(entrustedThirdRel, cycles.links[n])
      await cycles.link(n, values)
      const [first] = await judged()
      const { code, text } = await refused(cycles.confirms(id))
      expect([code, text]).toEqual([400, first?.problem])
      const names = Object.keys(values) as (keyof typeof before)[]
      await cycles.link(n, Object.fromEntries(names.map((name) => [name, before[name]])))
      return first?.mark[0]
    }
    for (const values of [
      { auditStatus: auditStatus.pending },
      { endDate: '2024-01-31' },
      { startDate: '2999-01-01' },
      { taxItemCodes: '30404070' },
    ])
      expect(await changed(values)).toBe('无生效的财税公司')
    expect(await changed({ taxItemCodes: '3040603,3040407' }, 1)).toBe('多家财税公司生效')
    expect(await changed({ thirdPlatformId: cycles.second, thirdPlatformName: '州二财税' })).toBe('现行为 州二财税')
    await cycles.confirms(id)
    expect(w.broken()).toEqual([])
  })
})

describe('a cycle one of whose orders is gone', () => {
  it('waits for the confirmation of the rest, which comes into an order of its own', async () => {
    const { ops, fin, fin2 } = w.people
    const { id, first, other } = await cycles.confirmed()
    // nothing is left of it to confirm
    expect((await refused(cycles.confirms(id))).code).toBe(409)
    expect((await refused(cycles.confirmsRest(id))).code).toBe(409)
    expect(w.broken()).toEqual([])
    await cycles.removes(first, settlementOrder)
    expect(cycles.now(id)).toMatchObject(rest)
    expect(w.broken()).toEqual([])
    expect((await refused(cycles.confirmsRest(id, ops))).code).toBe(403)
    // the same checks as of the cycle: a partner in force
    await cycles.link(0, { auditStatus: auditStatus.rejected })
    expect(await denied(cycles.confirmsRest(id))).toContain('没有唯一生效的财税公司')
    await cycles.link(0, { auditStatus: auditStatus.approved })
    await cycles.confirmsRest(id)
    expect((await refused(cycles.confirmsRest(id))).code).toBe(409)

    expect(cycles.now(id)).toMatchObject({
      cycleStatus: cycleStatus.confirmed,
      restStatus: restStatus.none,
      confirmUser: fin.userId,
    })
    const orders = cycles.ordersIn(id)
    expect(orders.map((o) => [o.fiscalTaxId, o.totalAmount]).sort()).toEqual(
      [
        [w.g.partnerId, '1060.00'],
        [cycles.second, '4240.00'],
      ].sort(),
    )
    expect(w.broken()).toEqual([])
    // neither who confirmed the cycle nor who confirmed the rest reviews it
    const again = orders.find((o) => o.id !== other.id)?.id ?? ''
    const passes = (who: typeof fin) => w.decide(who, settlementOrder, 'audit.pass', again)
    for (const maker of [fin, fin2]) expect(await denied(passes(maker))).toContain(MAKER)
    await passes(person(TENANT, 'finance'))
    expect(w.broken()).toEqual([])
  })

  it('goes through the partner that it was confirmed with, where the company has another one now', async () => {
    const { id, first } = await cycles.confirmed()
    await cycles.removes(first, settlementOrder)
    await w.write(settlementCycle, id, { confirmTime: '2024-05-20 10:00:00' })
    await cycles.link(0, { endDate: '2024-05-31' })
    await cycles.linked('3040407', '2024-06-01')
    await cycles.confirmsRest(id)
    expect(
      cycles
        .ordersIn(id)
        .map((o) => o.fiscalTaxId)
        .sort(),
    ).toEqual([w.g.partnerId, cycles.second].sort())
    expect(w.broken()).toEqual([])
  })

  it('that was void, in money or in points, is confirmed with everything that waits', async () => {
    const { fin2, client } = w.people
    const { id, other, points } = await cycles.confirmed()
    for (const [of, order] of [
      [settlementOrder, other],
      [settlementOrderPoint, points],
    ] as const) {
      await w.decide(fin2, of, 'audit.pass', order.id)
      await w.decide(client, of, 'confim.pass', order.id)
      await voided(of.id, order.code)
      expect(cycles.now(id)).toMatchObject(rest)
      expect(w.broken()).toEqual([])
    }
    await cycles.confirmsRest(id)
    expect(
      cycles
        .ordersIn(id)
        .map((o) => o.totalAmount)
        .sort(),
    ).toEqual(['1060.00', '4240.00'])
    expect(cycles.pointsIn(id)).toMatchObject([
      { pointAmount: 100, totalAmount: '10.60', settlementStatus: settlementStatus.pending },
    ])
    expect(w.broken()).toEqual([])
  })

  it('is not settled while anything waits', async () => {
    const { id, first, other, points } = await cycles.confirmed()
    await cycles.removes(first, settlementOrder)
    await cycles.removes(points, settlementOrderPoint)
    await settled(other.id)
    expect(w.row(settlementOrder, other.id).settlementStatus).toBe(settlementStatus.settled)
    expect(cycles.now(id)).toMatchObject(rest)
    expect(w.broken()).toEqual([])
    await cycles.confirmsRest(id)
    const again = cycles.ordersIn(id).find((o) => o.id !== other.id)
    await settled(again?.id ?? '', person(TENANT, 'finance'))
    // the last of them is removed: what is settled is not confirmed again with it
    await cycles.removes(cycles.pointsIn(id)[0], settlementOrderPoint)
    expect(cycles.now(id)).toMatchObject(rest)
    expect(w.broken()).toEqual([])
  })

  it('opens whole where none is left', async () => {
    const { id, first, other, points } = await cycles.confirmed()
    for (const order of [first, other]) await cycles.removes(order, settlementOrder)
    expect(cycles.now(id)).toMatchObject(rest)
    await cycles.removes(points, settlementOrderPoint)
    expect(cycles.now(id)).toMatchObject({ cycleStatus: cycleStatus.toConfirm, restStatus: restStatus.none })
    expect(w.broken()).toEqual([])
    await cycles.confirms(id)
    expect([cycles.ordersIn(id).length, cycles.pointsIn(id).length]).toEqual([2, 1])
    expect(w.broken()).toEqual([])
  })

  it('is told of by the invariants where it is silent, or one of its doctor orders is lost', async () => {
    const { id, first } = await cycles.confirmed()
    await cycles.removes(first, settlementOrder)
    await w.write(settlementCycle, id, { restStatus: restStatus.none })
    expect(w.broken().sort()).toEqual(['3.11.rest', 'INV-40.settlementCycle'])
    await w.write(settlementCycle, id, { restStatus: restStatus.toConfirm })
    expect(w.broken()).toEqual([])
    const [lost] = w.rows(orderDoctor, { fiscalTaxId: w.g.partnerId })
    await w.write(orderDoctor, lost?.id ?? '', { orderStatus: orderStatus.voided })
    expect(w.broken()).toContain('INV-13')
  })
})

describe('a result order in points', () => {
  it('leaves its cycle while that is not confirmed, and its doctor orders wait for another', async () => {
    const { fin } = w.people
    const id = await cycles.waiting()
    const [result] = w.rows(resultOrderPoint, { settlementCycleId: id })
    expect(cycles.now(id)).toMatchObject({ totalAmount: '5310.60', resultOrderCount: 2 })
    await voided('resultOrderPoint', result?.code ?? null)
    expect(w.row(resultOrderPoint, result?.id)).toMatchObject({
      resultStatus: resultStatus.voided,
      settlementCycleId: null,
    })
    expect(cycles.now(id)).toMatchObject({ totalAmount: '5300.00', resultOrderCount: 1 })
    expect(w.rows(orderDoctor, { payType: payType.points })).toMatchObject([{ orderStatus: orderStatus.open }])
    expect(w.broken()).toEqual([])
    await w.decide(fin, settlementCycle, 'close', id)
    await cycles.confirms(id)
    expect(cycles.pointsIn(id)).toEqual([])
    const [kept] = w.rows(resultOrder, { settlementCycleId: id })
    expect(await denied(voided('resultOrder', kept?.code ?? null))).toContain('所在的结算周期已确认，不能作废')
    expect(w.broken()).toEqual([])
  })
})
