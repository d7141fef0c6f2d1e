import { beforeEach, describe, expect, it } from 'vitest'
import { cancellationRecord } from '../../../src/model/desk/cancellationRecord.ts'
import { entrustedAccountRecord } from '../../../src/model/funds/accounts.ts'
import { integralDetail } from '../../../src/model/funds/integral.ts'
import { dmanInternalTransferPoint } from '../../../src/model/funds/transfers.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { servicePaymentOrder } from '../../../src/model/payment/payments.ts'
import { platServiceFeePoint } from '../../../src/model/payment/platServiceFeePoint.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import {
  orderDoctorSettlementPoint,
  settlementOrderDoctorPoint,
  settlementOrderPoint,
} from '../../../src/model/settlement/settlementOrderPoint.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { person } from '../people.ts'
import { PointOrders } from '../settlement/pointOrder.ts'
import { denied, refused, TENANT, World } from '../world.ts'
import { plus, Voids } from './voids.ts'

const { auditStatus } = statesOf(cancellationRecord)
const { cycleStatus } = statesOf(settlementCycle)
const { feeStatus } = statesOf(platServiceFeePoint)
const { orderStatus } = statesOf(orderDoctor)
const { payStatus } = statesOf(servicePaymentOrder)
const { settlementStatus } = statesOf(settlementOrderPoint)
const { settleStatus } = statesOf(orderDoctorSettlementPoint)

// Orders in points and their lines are void (3.12, 3.14): points and what they cost go back once.

const MAKER = '经办与审核不能是同一人'

let w: World
let orders: PointOrders
let voids: Voids
beforeEach(async () => {
  w = await World.made()
  orders = new PointOrders(w)
  voids = new Voids(w)
})

describe('the void of a whole order in points', () => {
  const apply = (who: Actor, code: string | null) => voids.apply(who, 'settlementOrderPoint', code)

  it('lets its doctor orders go, with everything that was made of it', async () => {
    const { ops, fin, fin2, client } = w.people
    const { id, lines } = await orders.toPay([305, 100])
    const { code, settlementCycleId } = orders.now(id)
    const [payment, fee] = [orders.paymentOf(id), orders.feeOf(id)]
    const sources = lines.map((l) => orders.line(l).orderDoctorId)
    // operations see no points of orders, and another company's people none of these
    expect(await denied(apply(ops, code))).toContain('没有单号为')
    expect((await refused(apply(client, code))).code).toBe(403)
    const record = await apply(fin, code)
    expect(await denied(apply(fin2, code))).toContain('已申请作废')
    expect(voids.record(record)).toMatchObject({
      bizType: 'settlementOrderPoint',
      bizId: id,
      prevStatus: settlementStatus.toPay,
      amount: '42.93',
      pointAmount: 405,
    })
    expect(await denied(voids.agrees(fin, record))).toContain(MAKER)
    await voids.agrees(fin2, record)
    expect((await refused(voids.agrees(fin2, record))).code).toBe(409)
    expect(orders.now(id)).toMatchObject({ settlementStatus: settlementStatus.voided })
    expect(w.row(servicePaymentOrder, payment.id)).toMatchObject({ payStatus: payStatus.voided })
    expect(w.row(platServiceFeePoint, fee?.id)).toMatchObject({ isDeleted: 1 })
    expect(lines.map((l) => orders.line(l).isDeleted)).toEqual([1, 1])
    for (const source of sources)
      expect(w.row(orderDoctor, source)).toMatchObject({
        orderStatus: orderStatus.collected,
        settlementOrderPointId: null,
      })
    expect(w.row(settlementCycle, settlementCycleId)).toMatchObject({ cycleStatus: cycleStatus.toConfirm })
    expect(w.broken()).toEqual([])
  })

  it('is refused before its company has it, and once that is paying for it', async () => {
    const { fin, fin2 } = w.people
    const early = await orders.opened([100])
    expect(await denied(apply(fin, orders.now(early.id).code))).toContain('不能作废')
    const { id } = await orders.toPay([100])
    const record = await apply(fin, orders.now(id).code)
    await orders.pays(id)
    expect(await denied(voids.agrees(fin2, record))).toContain('待复核或已付款，结算单不能作废')
    expect(orders.now(id)).toMatchObject({ settlementStatus: settlementStatus.toPay })
    expect(w.broken()).toEqual([])
  })
})

describe('the void of a line in points', () => {
  const wanted = (line: string | undefined) => voids.wanted(line, w.people.fin, orderDoctorSettlementPoint)
  const wants = (who: Actor, line: string | undefined, reason = '医生放弃') =>
    voids.wants(line ?? '', who, orderDoctorSettlementPoint, reason)
  const returnedOf = (bizId: string | undefined) =>
    w.rows(integralDetail, { bizId: bizId ?? '' }).map((m) => [m.changeType, m.points])

  it('is asked for by finance with a reason, and reviewed by somebody else: points and money go back once', async () => {
    const { ops, fin, fin2, cashier } = w.people
    const { id, lines } = await orders.paid([300, 100])
    const [one = ''] = lines
    expect((await refused(wants(ops, one))).code).toBe(403)
    expect((await refused(wants(fin, one, ''))).data).toEqual({ reason: '请输入作废原因' })
    expect((await refused(wants(person(TENANT, 'finance', { company: '77' }), one))).code).toBe(404)
    const record = await wanted(one)
    expect((await refused(wants(fin, one))).code).toBe(409)
    expect(voids.record(record)).toMatchObject({
      bizType: 'orderDoctorSettlementPoint',
      bizCode: orders.line(one).code,
      amount: '30.00',
      pointAmount: 300,
      prevStatus: settleStatus.payable,
    })
    expect(await denied(voids.agrees(fin, record))).toContain(MAKER)
    expect((await refused(voids.agrees(cashier, record))).code).toBe(403)
    const before = voids.account()?.balance
    await voids.agrees(fin2, record)
    expect((await refused(voids.agrees(fin2, record))).code).toBe(409)
    expect(voids.account()?.balance).toBe(plus(before, '31.80'))
    expect(orders.balanceOf(1)).toBe(100)
    expect(returnedOf(one)).toEqual([
      [3, 300],
      [3, 300],
    ])
    const line = orders.line(one)
    expect(w.row(entrustedAccountRecord, line.refundRecordId)).toMatchObject({
      recordType: 3,
      amount: '31.80',
      bizCode: line.code,
    })
    expect(line).toMatchObject({ settleStatus: settleStatus.voided })
    expect(orders.feeOf(id)).toMatchObject({ baseAmount: '10.00', feeAmount: '10.60' })
    expect(orders.now(id)).toMatchObject({
      refundAmount: '31.80',
      pointAmount: 400,
      settlementStatus: settlementStatus.paid,
    })
    expect(w.row(orderDoctor, line.orderDoctorId)).toMatchObject({ orderStatus: orderStatus.voided })
    expect(w.broken()).toEqual([])
  })

  it('once the fee is transferred takes the points back alone, and settles the order with its last line', async () => {
    const { fin2, cashier } = w.people
    const { id, lines } = await orders.paid([60])
    const fee = orders.feeOf(id)
    await w.decide(cashier, platServiceFeePoint, 'transfer', fee?.id ?? '')
    const record = await wanted(lines[0])
    expect(await denied(voids.agrees(fin2, record))).toContain('划转中')
    const [move] = w.rows(dmanInternalTransferPoint, { platServiceFeeId: fee?.id ?? '' })
    await w.told(move?.id ?? '', 'internalTransfer', { serial: 'CMBFEE' })
    const before = voids.account()?.balance
    await voids.agrees(fin2, record)
    expect([voids.account()?.balance, orders.balanceOf(1)]).toEqual([before, 0])
    expect(orders.now(id)).toMatchObject({ refundAmount: '0.00', settlementStatus: settlementStatus.settled })
    expect(orders.feeOf(id)).toMatchObject({ feeAmount: '6.36', feeStatus: feeStatus.transferred })
    expect(w.broken()).toEqual([])
  })

  it('before the client has paid only counts the order anew; the last line of a doctor takes the doctor with it', async () => {
    const { fin, fin2 } = w.people
    const { id, lines } = await orders.opened([100, 50, 70])
    const [first, second] = lines
    await voids.agrees(fin2, await wanted(second))
    expect(orders.now(id)).toMatchObject({
      orderCount: 2,
      doctorCount: 1,
      pointAmount: 170,
      doctorAmount: '17.00',
      platformAmount: '1.02',
      totalAmount: '18.02',
      refundAmount: '0.00',
    })
    const people = w.rows(settlementOrderDoctorPoint, { settlementOrderId: id })
    expect(people.map((p) => p.pointAmount)).toEqual([170])
    expect(returnedOf(second)).toEqual([])
    expect(w.broken()).toEqual([])
    await w.decide(fin, settlementOrderPoint, 'audit.pass', id)
    // with its company nothing of it is voided
    expect(await denied(wants(fin, first, '放弃'))).toContain('其明细不能作废')
  })

  it('that is refused leaves the line as it was', async () => {
    const { fin2 } = w.people
    const { lines } = await orders.paid([80])
    const record = await wanted(lines[0])
    expect((await refused(orders.appliedFor(lines))).code).toBe(409)
    await voids.refuses(fin2, record)
    expect(voids.record(record)).toMatchObject({ auditStatus: auditStatus.rejected })
    expect(orders.line(lines[0])).toMatchObject({ settleStatus: settleStatus.payable })
    expect(returnedOf(lines[0])).toEqual([])
    await orders.appliedFor(lines)
    expect(w.broken()).toEqual([])
  })
})
