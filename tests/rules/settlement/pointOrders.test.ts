import { beforeEach, describe, expect, it } from 'vitest'
import { apiMessagePool } from '../../../src/model/administration/system/apiMessagePool.ts'
import { integralDetail } from '../../../src/model/funds/integral.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { servicePaymentBill, servicePaymentOrder } from '../../../src/model/payment/payments.ts'
import { platServiceFeePoint } from '../../../src/model/payment/platServiceFeePoint.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../src/model/settlement/settlementOrderPoint.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { person } from '../people.ts'
import { denied, refused, TENANT, World } from '../world.ts'
import { PointOrders } from './pointOrder.ts'

const { cycleStatus } = statesOf(settlementCycle)
const { feeStatus } = statesOf(platServiceFeePoint)
const { messageStatus } = statesOf(apiMessagePool)
const { orderStatus } = statesOf(orderDoctor)
const { payStatus, settlementOrderType } = statesOf(servicePaymentOrder)
const { pushStatus, settlementStatus } = statesOf(settlementOrderPoint)
const { settleStatus } = statesOf(orderDoctorSettlementPoint)

// Settlement in points (3.12, 3.13): from the confirmed cycle to the points that the company gets for its money.

const MAKER = '经办与审核不能是同一人'

let w: World
let orders: PointOrders
beforeEach(async () => {
  w = await World.made()
  orders = new PointOrders(w)
})
const decide = (who: Actor, transition: string, id: string, ask = {}) =>
  w.decide(who, settlementOrderPoint, transition, id, ask)

describe('an order in points', () => {
  it('is reviewed by whoever did not confirm its cycle, confirmed by its company, and put to settling', async () => {
    const { ops, fin, fin2, client } = w.people
    const { id } = await orders.opened([305, 100], fin)
    expect((await refused(decide(ops, 'audit.pass', id))).code).toBe(403)
    expect(await denied(decide(fin, 'audit.pass', id))).toContain(MAKER)
    expect((await refused(decide(fin2, 'audit.reject', id, { remark: '' }))).code).toBe(400)
    await decide(fin2, 'audit.pass', id)
    expect((await refused(decide(fin2, 'audit.pass', id))).code).toBe(409)
    expect((await refused(decide(fin, 'confim.pass', id))).code).toBe(403)
    const stranger = person(TENANT, 'companyAdmin', { company: '77' })
    expect((await refused(decide(stranger, 'confim.pass', id))).code).toBe(404)
    await decide(client, 'confim.pass', id)
    expect((await refused(decide(client, 'toSettle', id))).code).toBe(403)
    await decide(fin2, 'toSettle', id)
    expect((await refused(decide(fin2, 'toSettle', id))).code).toBe(409)

    expect(orders.now(id)).toMatchObject({
      settlementStatus: settlementStatus.toPay,
      pointAmount: 405,
      totalAmount: '42.93',
    })
    const payment = orders.paymentOf(id)
    expect(payment).toMatchObject({
      settlementOrderType: settlementOrderType.points,
      settlementOrderId: null,
      doctorAmount: '40.50',
      platformAmount: '2.43',
      amount: '42.93',
      payStatus: payStatus.toPay,
    })
    const bills = w.rows(servicePaymentBill, { servicePaymentOrderId: payment.id })
    expect(bills.map((b) => [b.billType, b.itemName, b.amount])).toEqual([
      [1, '信息技术咨询服务', '40.50'],
      [2, '平台服务费', '2.43'],
    ])
    // points are bought of the platform: what they cost goes to it with what it takes (INV-38)
    expect(orders.feeOf(id)).toMatchObject({ baseAmount: '40.50', feeAmount: '42.93', feeStatus: feeStatus.pending })
    const sources = w.rows(orderDoctor, { settlementOrderPointId: id })
    expect(sources.map((s) => s.orderStatus)).toEqual([orderStatus.settling, orderStatus.settling])
    expect(w.broken()).toEqual([])
  })

  it('that was rejected is submitted again, or deleted: its cycle waits again', async () => {
    const { fin } = w.people
    const { id, lines } = await orders.opened([100])
    await decide(fin, 'audit.reject', id, { remark: '积分与活动明细不一致' })
    expect(orders.now(id)).toMatchObject({
      settlementStatus: settlementStatus.rejected,
      approvalRemark: '积分与活动明细不一致',
    })
    await decide(fin, 'submit', id)
    expect(orders.now(id)).toMatchObject({ settlementStatus: settlementStatus.pending, approvalRemark: null })
    // the person who submitted it does not review it
    expect(await denied(decide(fin, 'audit.pass', id))).toContain(MAKER)
    await decide(fin, 'remove', id)
    expect(orders.now(id).isDeleted).toBe(1)
    expect(lines.map((l) => orders.line(l).isDeleted)).toEqual([1])
    expect(w.rows(orderDoctor, { settlementOrderPointId: id })).toEqual([])
    expect(w.row(settlementCycle, orders.now(id).settlementCycleId)).toMatchObject({
      cycleStatus: cycleStatus.toConfirm,
    })
  })

  it('whose points do not add up is not approved', async () => {
    const { fin } = w.people
    const { id } = await orders.opened([100, 200])
    await w.write(settlementOrderPoint, id, { pointAmount: 301 })
    expect(await denied(decide(fin, 'audit.pass', id))).toContain('结算单与明细不符：积分为 301')
    await w.write(settlementOrderPoint, id, { pointAmount: 300 })
    await decide(fin, 'audit.pass', id)
    expect(w.broken()).toEqual([])
  })

  it('is pushed once it is confirmed: one message, which says how it fared', async () => {
    const { id } = await orders.confirmed([100])
    for (let n = 0; n < 2; n += 1) await decide(w.people.fin, 'push', id)
    const messages = w.rows(apiMessagePool, { settlementOrderPointId: id })
    expect(messages).toMatchObject([
      { bizCode: orders.now(id).code, bizId: null, messageStatus: messageStatus.received },
    ])
    await w.takes(apiMessagePool, 'process', messages[0]?.id ?? '')
    expect(orders.now(id)).toMatchObject({ pushStatus: pushStatus.pushed })
  })
})

describe('the payment of its client', () => {
  it('issues the points to the company, whose lines become payable', async () => {
    const { fin, fin2, client } = w.people
    const { id, lines } = await orders.toCheck([305, 100])
    const payment = orders.paymentOf(id)
    const review = (who: Actor) => w.decide(who, servicePaymentOrder, 'submitReview.pass', payment.id)
    // the maker of the payment order does not check it
    expect(await denied(review(fin))).toContain(MAKER)
    expect((await refused(review(client))).code).toBe(403)
    await review(fin2)
    expect((await refused(review(fin2))).code).toBe(409)
    expect(orders.now(id)).toMatchObject({ settlementStatus: settlementStatus.paid, paidPoints: 0 })
    expect(lines.map((l) => orders.line(l).settleStatus)).toEqual([settleStatus.payable, settleStatus.payable])
    expect([orders.balanceOf(1), orders.balanceOf(0)]).toEqual([405, -405])
    const moves = w.rows(integralDetail, { bizId: id })
    expect(moves.map((m) => [m.changeType, m.direction, m.points]).sort()).toEqual([
      [1, 1, 405],
      [1, 2, 405],
    ])
    expect(new Set(moves.map((m) => m.txNo)).size).toBe(1)
    expect(w.broken()).toEqual([])
  })
})
