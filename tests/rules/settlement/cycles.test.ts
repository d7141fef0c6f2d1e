import { beforeEach, describe, expect, it } from 'vitest'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { entrustedThirdRel } from '../../../src/model/people/entrustedThirdRel.ts'
import { resultOrder } from '../../../src/model/settlement/results/resultOrder.ts'
import { resultOrderPoint } from '../../../src/model/settlement/results/resultOrderPoint.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../src/model/settlement/settlementOrderPoint.ts'
import { denied, refused, World } from '../world.ts'
import { Results } from './resultGround.ts'

const { auditStatus } = statesOf(entrustedThirdRel)
const { cycleStatus } = statesOf(settlementCycle)
const { orderStatus, payType } = statesOf(orderDoctor)
const { resultStatus } = statesOf(resultOrder)
const { settlementStatus } = statesOf(settlementOrder)

// Lifecycle 3.11: confirmed results come into a cycle, and the cycle into settlement orders.

let w: World
let results: Results
beforeEach(async () => {
  w = await World.made()
  results = new Results(w)
})
const cycleOf = (result: string) => w.row(resultOrder, result).settlementCycleId ?? ''
const cycle = (id: string | null) => w.row(settlementCycle, id)
const closes = (id: string) => w.decide(w.people.fin, settlementCycle, 'close', id)
const confirms = (id: string) => w.decide(w.people.fin, settlementCycle, 'confim', id)
const liveIn = (id: string): RowOf<typeof settlementOrder>[] => w.rows(settlementOrder, { settlementCycleId: id })

describe('a cycle', () => {
  it('takes in what a company confirms, is confirmed into settlement orders, and opens again', async () => {
    const { fin, client } = w.people
    const { ids, month } = await results.paid('3000.00', '1234.56')
    const result = await results.confirmed(month)
    const id = cycleOf(result)
    await closes(id)
    expect(w.row(resultOrder, result)).toMatchObject({
      resultStatus: resultStatus.confirmed,
      cycleMonth: cycle(id).cycleMonth,
    })
    expect(w.broken()).toEqual([])
    await confirms(id)
    const [order] = liveIn(id)
    expect(order).toMatchObject({ settlementStatus: settlementStatus.pending, fiscalTaxId: w.g.partnerId })
    const lines = w.rows(orderDoctorSettlement, { settlementOrderId: order?.id ?? '' })
    expect(lines.map((l) => l.orderDoctorId).sort()).toEqual([...ids].sort())
    // a confirmed cycle is confirmed once, and its results are no longer taken back
    expect((await refused(confirms(id))).code).toBe(409)
    const late = await refused(w.decide(client, resultOrder, 'recall.confirm', result))
    expect([late.code, late.text[0]]).toEqual([400, expect.stringContaining('已确认')])
    // whoever confirmed the cycle does not review what came of it
    expect(await denied(w.decide(fin, settlementOrder, 'audit.pass', order?.id ?? ''))).toContain(
      '经办与审核不能是同一人',
    )
    await w.decide(fin, settlementOrder, 'remove', order?.id ?? '')
    expect(cycle(id)).toMatchObject({ cycleStatus: cycleStatus.toConfirm })
    await confirms(id)
    expect(liveIn(id)).toHaveLength(1)
    expect(w.broken()).toEqual([])
  })

  it('lets a confirmation go that is taken back in time', async () => {
    const result = await results.confirmed((await results.paid('3000.00')).month)
    const id = cycleOf(result)
    await w.decide(w.people.client, resultOrder, 'recall.confirm', result)
    expect(w.row(resultOrder, result)).toMatchObject({
      resultStatus: resultStatus.toConfirm,
      settlementCycleId: null,
      confirmTime: null,
    })
    expect(cycle(id)).toMatchObject({ totalAmount: '0.00', resultOrderCount: 0 })
    expect(w.broken()).toEqual([])
  })

  it('without anything confirmed, before its end, or with a tax item of nobody is not confirmed', async () => {
    const result = await results.confirmed((await results.paid('3000.00')).month)
    const id = cycleOf(result)
    expect(await denied(confirms(id))).toContain('尚未结束')
    await closes(id)
    const [link] = w.rows(entrustedThirdRel, { entrustedId: w.g.companyId })
    const links = (values: object) => w.write(entrustedThirdRel, link?.id ?? '', values)
    await links({ auditStatus: auditStatus.rejected })
    expect(await denied(confirms(id))).toContain('没有唯一生效的财税公司')
    await links({ auditStatus: auditStatus.approved })
    await confirms(id)
    // the next one comes into the month after
    const next = await results.confirmed((await results.paid('200.00')).month)
    expect([w.row(resultOrder, result).cycleMonth, w.row(resultOrder, next).cycleMonth]).toEqual(['202406', '202407'])
    expect(w.broken()).toEqual([])
    const empty = cycleOf(next)
    await w.decide(w.people.client, resultOrder, 'recall.confirm', next)
    await closes(empty)
    expect(await denied(confirms(empty))).toContain('没有已确认的结果单')
  })

  it('counts every result that its company confirms', async () => {
    const all: string[] = []
    for (const fee of ['100.00', '200.00', '300.00', '400.00'])
      all.push(await results.confirmed((await results.paid(fee)).month))
    expect(new Set(all.map(cycleOf)).size).toBe(1)
    expect(cycle(cycleOf(all[0] ?? ''))).toMatchObject({
      resultOrderCount: 4,
      doctorAmount: '1000.00',
      platformAmount: '60.00',
      totalAmount: '1060.00',
    })
    expect(w.broken()).toEqual([])
  })

  it('settles points in an order of their own, nothing withheld', async () => {
    await results.priced()
    const { ids, month } = await results.accepted(
      [100, 205].map((pointAmount) => ({ pointAmount, platformFee: '0.60', payType: payType.points })),
    )
    const point = w.row(resultOrderPoint, await results.confirmed(month, resultOrderPoint))
    expect(point).toMatchObject({
      pointAmount: 305,
      doctorAmount: '30.50',
      platformAmount: '1.83',
      totalAmount: '32.33',
    })
    const id = point.settlementCycleId ?? ''
    await closes(id)
    await confirms(id)
    const [order] = w.rows(settlementOrderPoint, { settlementCycleId: id })
    expect(order).toMatchObject({ pointAmount: 305, totalAmount: '32.33', settlementStatus: settlementStatus.pending })
    const lines = w.rows(orderDoctorSettlementPoint, { settlementOrderId: order?.id ?? '' })
    expect(lines.map((l) => l.orderDoctorId).sort()).toEqual([...ids].sort())
    expect(w.rows(orderDoctor).map((o) => o.orderStatus)).toEqual(ids.map(() => orderStatus.collected))
    expect(w.broken()).toEqual([])
  })
})
