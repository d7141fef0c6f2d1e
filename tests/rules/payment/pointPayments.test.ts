import { beforeEach, describe, expect, it } from 'vitest'
import { integralAccount, integralDetail } from '../../../src/model/funds/integral.ts'
import { dmanInternalTransferPoint } from '../../../src/model/funds/transfers.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctorPaymentPoint } from '../../../src/model/payment/orderDoctorPayment.ts'
import { platServiceFeePoint } from '../../../src/model/payment/platServiceFeePoint.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { userBlacklist } from '../../../src/model/people/userBlacklist.ts'
import { pointsAccount, yuanbaoDetail } from '../../../src/model/points/account.ts'
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
import { simulationOn } from './payouts.ts'

const { accountStatus } = statesOf(integralAccount)
const { cycleStatus } = statesOf(settlementCycle)
const { faceStatus } = statesOf(authenticationDoctor)
const { feeStatus } = statesOf(platServiceFeePoint)
const { paidStatus } = statesOf(settlementOrderDoctorPoint)
const { paymentStatus } = statesOf(orderDoctorPaymentPoint)
const { settlementStatus } = statesOf(settlementOrderPoint)
const { settleStatus } = statesOf(orderDoctorSettlementPoint)
const { transferStatus } = statesOf(dmanInternalTransferPoint)

// Points of paid orders reach their doctors (3.14, 3.15, 3.18): no bank stands between.

const MAKER = '经办与审核不能是同一人'

let w: World
let orders: PointOrders
beforeEach(async () => {
  w = await World.made()
  orders = new PointOrders(w)
})
const applies = (who: Actor, lines: readonly string[]) =>
  w.decideAll(who, orderDoctorSettlementPoint, 'applyForPayment', lines)
const passes = (who: Actor, payments: readonly string[]) =>
  w.decideAll(who, orderDoctorPaymentPoint, 'auditPass', payments)
/** The fee of an order leaves the unit of its company; `moved`: the bank says so. */
async function transferred(order: string, moved = true): Promise<void> {
  const fee = orders.feeOf(order)
  await w.decide(w.people.cashier, platServiceFeePoint, 'transfer', fee?.id ?? '')
  const [move] = w.rows(dmanInternalTransferPoint, { platServiceFeeId: fee?.id ?? '' })
  if (moved) await w.told(move?.id ?? '', 'internalTransfer', { serial: 'CMBFEE' })
}

describe('a line in points', () => {
  it('is put up once, by finance, for a doctor who may have them', async () => {
    const { ops, fin } = w.people
    const { lines } = await orders.paid([50])
    expect((await refused(applies(ops, lines))).code).toBe(403)
    const doctor = w.g.doctors[0] ?? ''
    await w.write(authenticationDoctor, doctor, { faceStatus: faceStatus.failed })
    expect(await denied(applies(fin, lines))).toContain('未通过人脸核验，不能申请付款')
    // points need no bank
    await w.write(authenticationDoctor, doctor, { faceStatus: faceStatus.passed, bankAccount: null })
    await applies(fin, lines)
    expect((await refused(applies(fin, lines))).code).toBe(409)
    expect(orders.paymentsOf(lines[0] ?? '')).toMatchObject([
      {
        paymentStatus: paymentStatus.pending,
        channel: 3,
        pointAmount: 50,
        pointCost: '5.00',
        applyUserName: fin.name,
      },
    ])
    expect(orders.line(lines[0])).toMatchObject({ settleStatus: settleStatus.paying })
    expect(w.broken()).toEqual([])
  })

  it('of an order that the client has not paid is not', async () => {
    const { lines } = await orders.toCheck([50])
    await w.write(orderDoctorSettlementPoint, lines[0] ?? '', { settleStatus: settleStatus.payable })
    expect(await denied(applies(w.people.fin, lines))).toContain('不在已付款状态')
  })
})

describe('a payment of points', () => {
  it('that finance approves is granted at once: from the company to the doctor, and the order is settled', async () => {
    const { fin, fin2, cashier } = w.people
    const { id, lines, payments } = await orders.applied([305, 100, 7])
    const [first = '', ...rest] = payments
    expect(await denied(passes(fin, [first]))).toContain(MAKER)
    expect((await refused(passes(cashier, [first]))).code).toBe(403)
    expect((await refused(passes(person(TENANT, 'finance', { company: '77' }), [first]))).code).toBe(404)
    await passes(fin2, [first])
    expect((await refused(passes(fin2, payments))).code).toBe(409)
    expect(orders.balanceOf(1)).toBe(107)
    expect(orders.now(id)).toMatchObject({ settlementStatus: settlementStatus.paid, paidPoints: 305 })
    expect(w.broken()).toEqual([])
    await passes(fin2, rest)
    expect(orders.balanceOf(1)).toBe(0)
    expect(lines.flatMap((l) => orders.paymentsOf(l)).map((p) => [p.paymentStatus, p.payTime !== null])).toEqual(
      lines.map(() => [paymentStatus.paid, true]),
    )
    expect(lines.map((l) => orders.line(l).settleStatus)).toEqual(lines.map(() => settleStatus.paid))
    const [moves, theirs] = [w.rows(integralDetail, { bizId: first }), w.rows(yuanbaoDetail, { bizId: first })]
    expect([moves, theirs]).toMatchObject([
      [{ changeType: 2, direction: 2, points: 305, counterpartType: 3 }],
      [{ changeType: 10, direction: 1, points: 305, txNo: moves[0]?.txNo }],
    ])
    const has = (n: number) => w.rows(pointsAccount, { doctorId: w.g.doctors[n] ?? '' })[0]?.points
    expect([has(0), has(1)]).toEqual([312, 100])
    const people = w.rows(settlementOrderDoctorPoint, { settlementOrderId: id })
    expect(people.map((p) => p.paidStatus)).toEqual([paidStatus.paid, paidStatus.paid])
    // the fee is still to be transferred
    expect(orders.now(id)).toMatchObject({ settlementStatus: settlementStatus.paid, paidPoints: 412 })
    expect(w.broken()).toEqual([])

    const fee = orders.feeOf(id)
    expect((await refused(w.decide(fin, platServiceFeePoint, 'transfer', fee?.id ?? ''))).code).toBe(403)
    await transferred(id)
    expect((await refused(w.decide(cashier, platServiceFeePoint, 'transfer', fee?.id ?? ''))).code).toBe(409)
    expect(orders.feeOf(id)).toMatchObject({ feeStatus: feeStatus.transferred, feeAmount: '43.67' })
    expect(w.rows(dmanInternalTransferPoint, { platServiceFeeId: fee?.id ?? '' })).toMatchObject([
      { transferStatus: transferStatus.succeeded, amount: '43.67', inUnitNo: 'DM0' },
    ])
    expect(w.rows(tradingManagerInfo, { unitNo: 'DM0' })).toMatchObject([{ balance: '43.67' }])
    expect(orders.now(id)).toMatchObject({ settlementStatus: settlementStatus.settled })
    expect(w.row(settlementCycle, orders.now(id).settlementCycleId)).toMatchObject({ cycleStatus: cycleStatus.settled })
    expect(w.broken()).toEqual([])
  })

  it('settles the order with its last line where the fee went before', async () => {
    const { id, payments } = await orders.applied([60])
    await transferred(id)
    expect(orders.now(id)).toMatchObject({ settlementStatus: settlementStatus.paid })
    await passes(w.people.fin2, payments)
    expect(orders.now(id)).toMatchObject({ settlementStatus: settlementStatus.settled })
    expect(w.broken()).toEqual([])
  })

  it('that is rejected leaves its line payable', async () => {
    const { fin2 } = w.people
    const { lines, payments } = await orders.applied([60])
    const reject = (reason: string) => w.decideAll(fin2, orderDoctorPaymentPoint, 'auditReject', payments, { reason })
    expect((await refused(reject(''))).code).toBe(400)
    await reject('活动验收材料不完整')
    const [line = ''] = lines
    expect(orders.paymentsOf(line)).toMatchObject([
      { paymentStatus: paymentStatus.rejected, approvalRemark: '活动验收材料不完整' },
    ])
    expect(orders.line(line)).toMatchObject({ settleStatus: settleStatus.payable })
    await orders.appliedFor(lines)
    expect(orders.paymentsOf(line).map((p) => p.paymentStatus)).toEqual([paymentStatus.rejected, paymentStatus.pending])
    expect(w.broken()).toEqual([])
  })

  it('is not granted out of nothing: all together or none', async () => {
    const { fin2 } = w.people
    const { payments } = await orders.applied([40, 50])
    const [account] = w.rows(integralAccount, { holderType: 1 })
    const change = (values: object) => w.write(integralAccount, account?.id ?? '', values)
    await change({ balance: 60 })
    expect(await denied(passes(fin2, payments))).toContain('企业积分余额 20')
    expect(orders.balanceOf(1)).toBe(60)
    await change({ balance: 90, accountStatus: accountStatus.frozen })
    expect(await denied(passes(fin2, payments))).toContain('企业积分账户已冻结或销户，不能发放')
    await change({ accountStatus: accountStatus.normal })
    await passes(fin2, payments)
    expect(w.broken()).toEqual([])
  })

  it('of a listed doctor is frozen, and granted once thawed', async () => {
    const { ops, fin, fin2 } = w.people
    const { lines, payments } = await orders.applied([20])
    const listing = { doctorId: w.g.doctors[0], blackType: 1, reason: '资料存疑' }
    const listed = await w.begin(ops, userBlacklist, 'add', listing)
    const [line = ''] = lines
    expect(orders.paymentsOf(line)).toMatchObject([
      { paymentStatus: paymentStatus.frozen, freezeReason: '医生在黑名单中' },
    ])
    expect(orders.line(line)).toMatchObject({ blackFlag: 1 })
    const thaws = (ids: readonly string[]) => w.decideAll(fin, orderDoctorPaymentPoint, 'thaw', ids)
    expect((await refused(passes(fin2, payments))).code).toBe(409)
    expect(await denied(thaws(payments))).toContain('仍在黑名单中，不能解冻')
    // a later application is frozen at once
    const later = await orders.applied([20])
    expect(orders.paymentsOf(later.lines[0] ?? '')).toMatchObject([{ paymentStatus: paymentStatus.frozen }])
    await w.decide(ops, userBlacklist, 'lift', listed)
    expect(orders.line(line)).toMatchObject({ blackFlag: 0 })
    const all = [...payments, ...later.payments]
    await thaws(all)
    // neither who applied for it nor who thawed it
    expect(await denied(passes(fin, all))).toContain(MAKER)
    await passes(fin2, all)
    expect(w.broken()).toEqual([])
  })

  it('is simulated without a review, where a parameter allows it', async () => {
    const { id, lines } = await orders.paid([33])
    const simulates = () => w.decideAll(w.people.admin, orderDoctorSettlementPoint, 'simulatedPayment', lines)
    expect(await denied(simulates())).toContain('未开启模拟付款')
    await simulationOn(w)
    await simulates()
    expect(orders.paymentsOf(lines[0] ?? '')).toMatchObject([
      { paymentStatus: paymentStatus.paid, channel: 2, payTime: expect.any(String) },
    ])
    expect(orders.line(lines[0])).toMatchObject({ settleStatus: settleStatus.paid })
    expect(orders.now(id)).toMatchObject({ paidPoints: 33 })
    expect(orders.balanceOf(1)).toBe(0)
    expect(w.broken()).toEqual([])
  })
})
