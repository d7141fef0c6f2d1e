import { beforeEach, describe, expect, it } from 'vitest'
import { cancellationRecord } from '../../../src/model/desk/cancellationRecord.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { servicePaymentOrder } from '../../../src/model/payment/payments.ts'
import { resultOrder } from '../../../src/model/settlement/results/resultOrder.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { denied, refused, World } from '../world.ts'
import { Voids } from './voids.ts'

const { auditStatus } = statesOf(cancellationRecord)
const { cycleStatus } = statesOf(settlementCycle)
const { orderStatus, payType } = statesOf(orderDoctor)
const { payMode, payStatus } = statesOf(servicePaymentOrder)
const { resultStatus } = statesOf(resultOrder)
const { settlementStatus } = statesOf(settlementOrder)

// Whole documents are void (3.10, 3.12): orders that nobody has paid for, and results.

let w: World
let voids: Voids
beforeEach(async () => {
  w = await World.made()
  voids = new Voids(w)
})
const order = (id: string) => w.row(settlementOrder, id)

describe('a whole order', () => {
  it('is void while nobody has paid for it: its doctor orders are free again, its cycle can be confirmed anew', async () => {
    const { ops, fin, tax } = w.people
    const { id, payment, lines } = await w.toPay(['3000.00', '2000.00'])
    const { code, settlementCycleId } = order(id)
    const sources = lines.map((l) => w.row(orderDoctorSettlement, l).orderDoctorId)
    expect((await refused(voids.apply(tax, 'settlementOrder', code))).code).toBe(403)
    expect(await denied(voids.apply(ops, 'settlementOrder', 'SO404'))).toBe('没有单号为 SO404 的单据')
    const { code: lineCode } = w.row(orderDoctorSettlement, lines[0])
    expect((await refused(voids.apply(ops, 'orderDoctorSettlement', lineCode))).code).toBe(400)
    const record = await voids.apply(ops, 'settlementOrder', code)
    expect(await denied(voids.apply(ops, 'settlementOrder', code))).toContain('已申请作废')
    expect(voids.record(record)).toMatchObject({
      auditStatus: auditStatus.pending,
      prevStatus: settlementStatus.toPay,
      amount: '5300.00',
      entrustedCompanyId: w.g.companyId,
    })
    await voids.agrees(fin, record)
    expect(order(id)).toMatchObject({ settlementStatus: settlementStatus.voided })
    expect(w.row(servicePaymentOrder, payment)).toMatchObject({ payStatus: payStatus.voided })
    for (const source of sources)
      expect(w.row(orderDoctor, source)).toMatchObject({
        orderStatus: orderStatus.collected,
        settlementOrderId: null,
      })
    expect(w.row(settlementCycle, settlementCycleId)).toMatchObject({ cycleStatus: cycleStatus.toConfirm })
    expect(w.broken()).toEqual([])
  })

  it('that its company is paying for is not', async () => {
    const { ops, fin, client } = w.people
    const { id, payment } = await w.toPay(['3000.00'])
    const record = await voids.apply(ops, 'settlementOrder', order(id).code)
    const { amount, code } = w.row(servicePaymentOrder, payment)
    await w.paidIn(amount ?? '')
    await w.decide(client, servicePaymentOrder, 'confimPay', payment, { payMode: payMode.prepaid })
    expect(await denied(voids.agrees(fin, record))).toBe(`支付单 ${code} 待复核或已付款，结算单不能作废`)
    await voids.refuses(fin, record)
    expect(order(id)).toMatchObject({ settlementStatus: settlementStatus.toPay })
    expect(w.broken()).toEqual([])
  })
})

describe('a result order', () => {
  it('leaves its cycle while that is not confirmed, and its doctor orders wait for another', async () => {
    const { ops, fin, client } = w.people
    const source = await w.put(orderDoctor, {
      code: 'ODV1',
      entrustedCompanyId: w.g.companyId,
      baseEmployeeId: w.g.employeeId,
      planType: 3,
      payType: payType.money,
      doctorId: w.g.doctors[0],
      taxItemCode: '3040407',
      fiscalTaxId: w.g.partnerId,
      feeAmount: '800.00',
      platformFee: '48.00',
      acceptTime: '2024-05-10 10:00:00',
      orderStatus: orderStatus.open,
    })
    const period = { entrustedCompanyId: w.g.companyId, periodStart: '2024-05-01', periodEnd: '2024-05-31' }
    const id = await w.begin(ops, resultOrder, 'create', period)
    await w.decide(ops, resultOrder, 'submit', id)
    await w.decide(fin, resultOrder, 'audit.pass', id)
    const { code } = w.row(resultOrder, id)
    expect(await denied(voids.apply(ops, 'resultOrder', code))).toBe(`结果单 ${code} 不在已确认状态，不能作废`)
    await w.decide(client, resultOrder, 'confirm.pass', id)
    const cycle = w.row(resultOrder, id).settlementCycleId ?? ''
    expect(w.row(settlementCycle, cycle)).toMatchObject({ totalAmount: '848.00', resultOrderCount: 1 })
    const record = await voids.apply(ops, 'resultOrder', code)
    expect(voids.record(record)).toMatchObject({ prevStatus: resultStatus.confirmed, amount: '848.00' })
    await w.write(settlementCycle, cycle, { cycleStatus: cycleStatus.confirmed })
    expect(await denied(voids.agrees(fin, record))).toBe(`结果单 ${code} 所在的结算周期已确认，不能作废`)
    await w.write(settlementCycle, cycle, { cycleStatus: cycleStatus.open })
    await voids.agrees(fin, record)
    expect(w.row(resultOrder, id)).toMatchObject({ resultStatus: resultStatus.voided, settlementCycleId: null })
    expect(w.row(settlementCycle, cycle)).toMatchObject({ totalAmount: '0.00', resultOrderCount: 0 })
    expect(w.row(orderDoctor, source)).toMatchObject({ orderStatus: orderStatus.open, resultOrderId: null })
    expect(w.broken()).toEqual([])
    await w.begin(ops, resultOrder, 'create', period)
    expect(w.row(orderDoctor, source)).toMatchObject({ orderStatus: orderStatus.collected })
  })
})
