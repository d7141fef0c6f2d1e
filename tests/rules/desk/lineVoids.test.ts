import { beforeEach, describe, expect, it } from 'vitest'
import { cancellationRecord } from '../../../src/model/desk/cancellationRecord.ts'
import { entrustedAccountRecord } from '../../../src/model/funds/accounts.ts'
import { dmanInternalTransfer } from '../../../src/model/funds/transfers.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { entrustedTaxPaymentOrder, platServiceFee } from '../../../src/model/payment/payments.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlement, settlementOrderDoctor } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { person } from '../people.ts'
import { denied, refused, TENANT, World } from '../world.ts'
import { less, plus, Voids } from './voids.ts'

const { auditStatus } = statesOf(cancellationRecord)
const { cycleStatus } = statesOf(settlementCycle)
const { feeStatus } = statesOf(platServiceFee)
const { orderStatus } = statesOf(orderDoctor)
const { paidStatus } = statesOf(settlementOrderDoctor)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { settlementStatus } = statesOf(settlementOrder)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)

// Lifecycle 3.14: lines are void, and what was paid for them goes back.

let w: World
let voids: Voids
beforeEach(async () => {
  w = await World.made()
  voids = new Voids(w)
})
const line = (id: string) => w.row(orderDoctorSettlement, id)
const order = (id: string) => w.row(settlementOrder, id)
const feeOf = (settlementOrderId: string): RowOf<typeof platServiceFee> | undefined =>
  w.rows(platServiceFee, { settlementOrderId })[0]
const unit = () => w.rows(tradingManagerInfo, { unitNo: 'DM1' })[0]?.balance

describe('a line that the company has paid for', () => {
  it('is refunded with the platform’s fee, which the platform does not get', async () => {
    const { ops, fin, tax } = w.people
    const { id, lines } = await w.paid(['3000.00', '2000.00', '500.00'])
    const [one = ''] = lines
    const [before, account, held, fee] = [order(id), voids.account(), unit(), feeOf(id)]
    expect((await refused(voids.wants(one, tax))).code).toBe(403)
    expect((await refused(voids.wants(one, person(TENANT, 'ops', { company: '77' })))).code).toBe(404)
    const mute = await refused(voids.wants(one, ops, orderDoctorSettlement, ''))
    expect([mute.code, mute.data]).toEqual([400, { reason: '请输入作废原因' }])
    expect(line(one).settleStatus).toBe(settleStatus.payable)
    const record = await voids.wanted(one)
    expect(line(one)).toMatchObject({ settleStatus: settleStatus.voidRequested })
    expect(voids.record(record)).toMatchObject({
      auditStatus: auditStatus.pending,
      bizType: 'orderDoctorSettlement',
      bizCode: line(one).code,
      amount: '3000.00',
      prevStatus: settleStatus.payable,
      reason: '重复登记',
      createUser: ops.userId,
    })
    const again = await refused(voids.wants(one))
    expect([again.code, again.text[0]]).toEqual([409, expect.stringContaining('当前状态不允许该操作')])
    expect((await refused(voids.agrees(ops, record))).code).toBe(403)
    await voids.agrees(fin, record)

    expect(voids.account()).toMatchObject({
      balance: plus(account?.balance, '3180.00'),
      totalIn: plus(account?.totalIn, '3180.00'),
    })
    const [posted] = w.rows(entrustedAccountRecord, { bizId: one })
    expect(posted).toMatchObject({ recordType: 3, direction: 1, amount: '3180.00', bizCode: line(one).code })
    expect(line(one)).toMatchObject({
      settleStatus: settleStatus.voided,
      taxFinal: 0,
      iitAmount: '0.00',
      netAmount: '3000.00',
      refundRecordId: posted?.id,
    })
    expect(voids.record(record)).toMatchObject({
      auditStatus: auditStatus.approved,
      auditRemark: '同意',
      refundRecordId: posted?.id,
    })
    expect(order(id)).toMatchObject({
      refundAmount: '3180.00',
      totalAmount: before.totalAmount,
      doctorAmount: before.doctorAmount,
      settlementStatus: settlementStatus.paid,
    })
    expect(unit()).toBe(held)
    expect(feeOf(id)).toMatchObject({
      feeAmount: less(fee?.feeAmount, '180.00'),
      baseAmount: less(fee?.baseAmount, '3000.00'),
    })
    expect(w.row(orderDoctor, line(one).orderDoctorId)).toMatchObject({ orderStatus: orderStatus.voided })
    expect((await refused(voids.agrees(fin, record))).code).toBe(409)
    expect(w.broken()).toEqual([])
  })

  it('is not decided by who asked, and goes back to what it was when that is refused', async () => {
    const { fin, fin2 } = w.people
    const { lines } = await w.paid(['900.00', '800.00'])
    const [one = ''] = lines
    const record = await voids.wanted(one, fin)
    expect(await denied(voids.agrees(fin, record))).toContain('经办与审核不能是同一人')
    const mute = await refused(voids.refuses(fin2, record, ''))
    expect([mute.code, mute.data]).toEqual([400, { auditRemark: '请输入驳回原因' }])
    await voids.refuses(fin2, record)
    expect(line(one)).toMatchObject({ settleStatus: settleStatus.payable })
    expect(voids.record(record)).toMatchObject({ auditStatus: auditStatus.rejected, refundRecordId: null })
    expect(w.broken()).toEqual([])
  })

  it('is refunded without the platform’s fee once that is transferred, and not while it is', async () => {
    const { fin, cashier } = w.people
    const { id, lines } = await w.paid(['1000.00', '2000.00'])
    const fee = feeOf(id)
    await w.decide(cashier, platServiceFee, 'transfer', fee?.id ?? '')
    const record = await voids.wanted(lines[0])
    expect(await denied(voids.agrees(fin, record))).toBe(`平台服务费 ${fee?.code} 划转中，请在划转结束后审核`)
    const [move] = w.rows(dmanInternalTransfer, { platServiceFeeId: fee?.id ?? '' })
    await w.told(move?.id ?? '', 'internalTransfer', { serial: 'CMBFEE' })
    const account = voids.account()
    await voids.agrees(fin, record)
    expect(voids.account()?.balance).toBe(plus(account?.balance, '1000.00'))
    expect(order(id)).toMatchObject({ refundAmount: '1000.00' })
    expect(feeOf(id)).toMatchObject({ feeAmount: fee?.feeAmount, feeStatus: feeStatus.transferred })
    expect(w.broken()).toEqual([])
  })

  it('settles its order where it was the last that was open', async () => {
    const { id, lines } = await w.paid(['1000.00', '2000.00', '600.00'])
    const [first = '', second, third = ''] = lines
    for (const l of [first, third]) await w.paidOut(l)
    const net = order(id).paidNetAmount
    await voids.agrees(w.people.fin, await voids.wanted(second))
    expect(w.rows(entrustedTaxPaymentOrder, { settlementOrderId: id })).toMatchObject([
      { taxPayStatus: taxPayStatus.toPay },
    ])
    expect(order(id)).toMatchObject({ settlementStatus: settlementStatus.paid, paidNetAmount: net })
    const people = w.rows(settlementOrderDoctor, { settlementOrderId: id })
    expect(people.map((p) => [p.doctorId === line(first).doctorId, p.paidStatus]).sort()).toEqual([
      [false, paidStatus.unpaid],
      [true, paidStatus.paid],
    ])
    expect(w.broken()).toEqual([])
    await w.passedOn(id)
    expect(order(id)).toMatchObject({ settlementStatus: settlementStatus.settled })
    expect(w.broken()).toEqual([])
  })

  it('is decided together with others, or none of them', async () => {
    const { fin } = w.people
    const { id, lines } = await w.paid(['1000.00', '2000.00', '600.00'])
    const records: string[] = []
    for (const l of lines) records.push(await voids.wanted(l))
    const agrees = (ids: readonly string[]) =>
      w.decideAll(fin, cancellationRecord, 'audit.pass', ids, { auditRemark: '同意' })
    expect((await refused(agrees([...records, '77']))).code).toBe(404)
    expect(records.map((id) => voids.record(id).auditStatus)).toEqual(records.map(() => auditStatus.pending))
    await agrees(records)
    expect(lines.map((l) => line(l).settleStatus)).toEqual(lines.map(() => settleStatus.voided))
    // of nothing the platform gets nothing
    expect(feeOf(id)).toMatchObject({ feeAmount: '0.00', feeStatus: feeStatus.transferred })
    expect(order(id)).toMatchObject({ refundAmount: '3816.00', settlementStatus: settlementStatus.settled })
    expect(w.broken()).toEqual([])
  })
})

describe('a line of an order that nobody has paid for', () => {
  it('no longer counts; the order waits for its decision', async () => {
    const { fin } = w.people
    const { id, lines } = await w.order({ fees: ['3000.00', '2000.00', '500.00'] })
    const [first, second] = lines
    const before = order(id)
    const record = await voids.wanted(second?.id)
    const waits = await refused(w.decide(fin, settlementOrder, 'audit.pass', id))
    expect([waits.code, waits.text]).toEqual([
      400,
      [`明细 ${second?.code} 作废审核中，请先处理`, `Line ${second?.code} waits to be voided: decide that first`],
    ])
    expect((await refused(w.decide(fin, settlementOrder, 'remove', id))).code).toBe(400)
    const account = voids.account()
    await voids.agrees(fin, record)
    expect(voids.account()?.balance).toBe(account?.balance)
    expect(order(id)).toMatchObject({
      doctorAmount: '3500.00',
      platformAmount: '210.00',
      totalAmount: '3710.00',
      orderCount: 2,
      doctorCount: (before.doctorCount ?? 0) - 1,
      refundAmount: '0.00',
    })
    expect(line(second?.id ?? '')).toMatchObject({ settleStatus: settleStatus.voided, refundRecordId: null })
    expect(w.broken()).toEqual([])
    // the next one is back to where it was, and goes on with the order
    await voids.refuses(fin, await voids.wanted(first?.id))
    expect(line(first?.id ?? '')).toMatchObject({ settleStatus: settleStatus.unsettled })
    expect(w.broken()).toEqual([])
  })

  it('was the last one: the order is deleted and not reviewed, its cycle can be confirmed again', async () => {
    const { fin } = w.people
    const { id, lines } = await w.order({ fees: ['700.00'] })
    await voids.agrees(fin, await voids.wanted(lines[0]?.id))
    expect(order(id)).toMatchObject({ totalAmount: '0.00', orderCount: 0, doctorCount: 0 })
    expect(w.broken()).toEqual([])
    expect(await denied(w.decide(fin, settlementOrder, 'audit.pass', id))).toBe('结算单的明细已全部作废，请删除结算单')
    await w.decide(fin, settlementOrder, 'remove', id)
    expect(w.row(settlementCycle, order(id).settlementCycleId)).toMatchObject({ cycleStatus: cycleStatus.toConfirm })
  })

  it('that is with the company is not void', async () => {
    const { id, lines } = await w.order({ fees: ['700.00'] })
    await w.decide(w.people.fin, settlementOrder, 'audit.pass', id)
    expect(await denied(voids.wants(lines[0]?.id ?? ''))).toBe(
      `结算单 ${order(id).code} 不在待审核、审核驳回或已付款状态，其明细不能作废`,
    )
  })
})
