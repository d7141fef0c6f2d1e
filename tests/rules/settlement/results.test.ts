import { beforeEach, describe, expect, it } from 'vitest'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { resultOrder } from '../../../src/model/settlement/results/resultOrder.ts'
import {
  resultOrderDoctorDetail,
  resultOrderPlatformDetail,
  resultOrderProjectDetail,
} from '../../../src/model/settlement/results/resultOrderDetails.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { person } from '../people.ts'
import { denied, refused, TENANT, World } from '../world.ts'
import { Results } from './resultGround.ts'

const { orderStatus } = statesOf(orderDoctor)
const { resultStatus } = statesOf(resultOrder)

// Lifecycle 3.10: doctor orders become a result order.

let w: World
let results: Results
beforeEach(async () => {
  w = await World.made()
  results = new Results(w)
})
const now = (id: string) => w.row(resultOrder, id)
const sources = (ids: readonly string[]) => ids.map((id) => w.row(orderDoctor, id))
const decide = (who: Actor, transition: string, id: string, ask = {}) => w.decide(who, resultOrder, transition, id, ask)

describe('a result order', () => {
  it('is put together of what waits in its period, and amounts to it', async () => {
    const { ids, month } = await results.paid('3000.00', '1234.56', '500.00')
    const id = await results.create(results.period(month))
    expect(now(id)).toMatchObject({
      resultStatus: resultStatus.draft,
      orderCount: 3,
      doctorCount: 2,
      doctorAmount: '4734.56',
      platformAmount: '284.07',
      totalAmount: '5018.63',
      entrustedCompanyName: '杭州康泰医药有限公司',
    })
    expect(sources(ids).map((o) => [o.orderStatus, o.resultOrderId])).toEqual(
      ids.map(() => [orderStatus.collected, id]),
    )
    const parts = [resultOrderDoctorDetail, resultOrderProjectDetail, resultOrderPlatformDetail]
    expect(parts.map((of) => w.rows(of, { resultOrderId: id }).length)).toEqual([3, 1, 1])
    // a doctor order in one is in no other
    const again = await refused(results.create(results.period(month, { name: '再来一张' })))
    expect([again.code, again.text[0]]).toEqual([400, expect.stringContaining('没有待出结果的医生订单')])
    expect(w.broken()).toEqual([])
  })

  it('takes the named ones only, of an earlier month as well, and says which does not fit', async () => {
    const forgotten = await results.paid('300.00')
    const { ids, month } = await results.paid('100.00', '200.00')
    const named = (...orderDoctorIds: (string | undefined)[]) => results.period(month, { orderDoctorIds })
    const id = await results.create(named(ids[1], forgotten.ids[0]))
    expect(sources([...ids, ...forgotten.ids]).map((o) => o.orderStatus)).toEqual([
      orderStatus.open,
      orderStatus.collected,
      orderStatus.collected,
    ])
    expect(now(id)).toMatchObject({ doctorAmount: '500.00', orderCount: 2 })
    const wrong = await refused(results.create(named(ids[0], ids[1])))
    expect([wrong.code, wrong.text[0]]).toEqual([400, expect.stringContaining('ODR')])
    expect(sources(ids).map((o) => o.orderStatus)).toEqual([orderStatus.open, orderStatus.collected])
    expect(w.broken()).toEqual([])
  })

  it('of more than one may hold is not put together', async () => {
    const { month } = await results.paid(...Array.from({ length: 5_001 }, () => '10.00'))
    const { code, text } = await refused(results.create(results.period(month)))
    expect([code, text[0]]).toEqual([400, expect.stringContaining('最多 5000 个')])
  })

  it('is reviewed by somebody else than who submitted it, and taken back', async () => {
    const { admin, fin } = w.people
    const id = await results.create(results.period((await results.paid('100.00')).month))
    await decide(admin, 'submit', id)
    expect(await denied(decide(admin, 'audit.pass', id))).toContain('经办与审核不能是同一人')
    await decide(fin, 'audit.pass', id)
    expect(now(id)).toMatchObject({ resultStatus: resultStatus.toConfirm, approvalOfficer: fin.name })
    await decide(fin, 'recall.audit', id)
    expect(now(id)).toMatchObject({ resultStatus: resultStatus.pending, approvalOfficer: null })
    await decide(fin, 'audit.reject', id, { remark: '资料不全' })
    expect(now(id)).toMatchObject({ resultStatus: resultStatus.rejected, approvalRemark: '资料不全' })
    expect(w.broken()).toEqual([])
  })

  it('lets go of its doctor orders when it is deleted', async () => {
    const { ids, month } = await results.paid('100.00', '200.00')
    const id = await results.create(results.period(month))
    await decide(w.people.ops, 'remove', id)
    expect(now(id).isDeleted).toBe(1)
    expect(sources(ids).map((o) => [o.orderStatus, o.resultOrderId])).toEqual(ids.map(() => [orderStatus.open, null]))
    await results.create(results.period(month, { name: '重新汇总' }))
    expect(w.broken()).toEqual([])
  })

  it('whose amount is not that of its parts is not reviewed', async () => {
    const { ops, fin } = w.people
    const id = await results.create(results.period((await results.paid('100.00')).month))
    await decide(ops, 'submit', id)
    const [line] = w.rows(resultOrderDoctorDetail, { resultOrderId: id })
    await w.write(resultOrderDoctorDetail, line?.id ?? '', { feeAmount: '99.99' })
    const { code, text } = await refused(decide(fin, 'audit.pass', id))
    expect([code, text[0]]).toEqual([400, expect.stringContaining('医生明细')])
    await w.write(resultOrderDoctorDetail, line?.id ?? '', { feeAmount: '100.00' })
    await decide(fin, 'audit.pass', id)
  })

  it('of another company is none of a company, nor of its result orders', async () => {
    const { ops, fin, client } = w.people
    const { month } = await results.paid('100.00')
    const id = await results.create(results.period(month))
    await decide(ops, 'submit', id)
    await decide(fin, 'audit.pass', id)
    expect((await refused(decide(person(TENANT, 'companyAdmin', { company: '1' }), 'confirm.pass', id))).code).toBe(404)
    expect((await refused(results.create(results.period(month), resultOrder, client))).code).toBe(403)
  })
})
