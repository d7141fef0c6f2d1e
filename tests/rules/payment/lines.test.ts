import { beforeEach, describe, expect, it } from 'vitest'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctorPayment } from '../../../src/model/payment/orderDoctorPayment.ts'
import { entrustedTaxPaymentOrder } from '../../../src/model/payment/payments.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { fen, yuan } from '../../../src/model/values/money.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { person } from '../people.ts'
import { refused, TENANT, type World } from '../world.ts'
import { applied, payable, paymentsOf, simulationOn } from './payouts.ts'

const { certStatus, faceStatus, protocolStatus } = statesOf(authenticationDoctor)
const { paymentStatus } = statesOf(orderDoctorPayment)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)

// Lifecycle 3.14: lines are put up for payment.

let w: World
beforeEach(async () => {
  w = await payable()
})
const line = (id: string) => w.row(orderDoctorSettlement, id)
const applies = (who: Actor, ...ids: string[]) => w.decideAll(who, orderDoctorSettlement, 'applyForPayment', ids)

describe('a line', () => {
  it('is put up for payment once, by whoever may', async () => {
    const { ops, tax } = w.people
    const { lines } = await w.paid(['3000.00', '2000.00', '500.00'])
    const [one = '', two = ''] = lines
    expect((await refused(applies(tax, one))).code).toBe(403)
    expect((await refused(applies(person(TENANT, 'ops', { company: '77' }), one))).code).toBe(404)
    const [payment] = await applied(w, [one])
    expect(w.row(orderDoctorPayment, payment)).toMatchObject({
      paymentStatus: paymentStatus.pending,
      channel: 1,
      orderDoctorSettlementCode: line(one).code,
      bankName: '招商银行',
      netAmount: line(one).netAmount,
      createUser: ops.userId,
    })
    expect(line(one)).toMatchObject({ settleStatus: settleStatus.paying, paymentId: payment, taxFinal: 0 })
    // all or nothing: the first is on its way already
    const again = await refused(applies(ops, one, two))
    expect([again.code, again.text[0]]).toEqual([409, expect.stringContaining('当前状态不允许该操作')])
    expect(line(two)).toMatchObject({ settleStatus: settleStatus.payable })
    expect(w.broken()).toEqual([])
  })

  it.each([
    [{ certStatus: certStatus.inProgress }, '未通过认证，不能申请付款', 'is not certified'],
    [{ faceStatus: faceStatus.failed }, '未通过人脸核验，不能申请付款', 'is not verified'],
    [{ protocolStatus: protocolStatus.toSign }, '未签署框架协议，不能申请付款', 'has not signed the protocol'],
    [{ bankAccount: null }, '没有银行账号，不能申请付款', 'has no bank account'],
  ] as const)('of a doctor with %j is not', async (wrong, zh, en) => {
    const { lines } = await w.paid(['900.00'])
    await w.write(authenticationDoctor, w.g.doctors[0] ?? '', wrong)
    const { code, text } = await refused(applies(w.people.ops, ...lines))
    expect([code, ...text]).toEqual([400, expect.stringContaining(zh), expect.stringContaining(en)])
    expect(paymentsOf(w, lines[0] ?? '')).toEqual([])
  })

  it('of an order that the client has not paid is not', async () => {
    const { lines } = await w.toPay(['900.00'])
    await w.write(orderDoctorSettlement, lines[0] ?? '', { settleStatus: settleStatus.payable })
    const { code, text } = await refused(applies(w.people.ops, ...lines))
    expect([code, text[0]]).toEqual([400, expect.stringContaining('不在已付款状态')])
  })
})

describe('a simulated payment', () => {
  it('is made by the administrator where it is switched on, and is a real one but for the bank', async () => {
    const { admin, fin } = w.people
    const { id, lines } = await w.paid(['900.00', '700.00'])
    const simulates = (who: Actor) => w.decideAll(who, orderDoctorSettlement, 'simulatedPayment', lines)
    const off = await refused(simulates(admin))
    expect([off.code, off.text[0]]).toEqual([400, expect.stringContaining('未开启模拟付款')])
    await simulationOn(w)
    expect((await refused(simulates(fin))).code).toBe(403)
    const unit = () => w.row(tradingManagerInfo, w.rows(tradingManagerInfo, { unitNo: 'DM1' })[0]?.id)
    const { balance } = unit()
    await w.write(tradingManagerInfo, unit().id, { balance: '10.00' })
    const poor = await refused(simulates(admin))
    expect([poor.code, poor.text[0]]).toEqual([400, expect.stringContaining('子单元可用余额')])
    expect(lines.flatMap((l) => paymentsOf(w, l))).toEqual([])
    await w.write(tradingManagerInfo, unit().id, { balance })
    await simulates(admin)
    for (const l of lines)
      expect(line(l)).toMatchObject({ settleStatus: settleStatus.paid, taxFinal: 1, taxMonth: '202406' })
    expect(
      lines.flatMap((l) => paymentsOf(w, l)).map((p) => [p.paymentStatus, p.channel, p.yurRef?.slice(0, 3)]),
    ).toEqual(lines.map(() => [paymentStatus.paid, 2, 'SIM']))
    const net = lines.reduce((n, l) => n + fen(line(l).netAmount ?? '0'), 0n)
    expect(unit().balance).toBe(yuan(fen(balance ?? '0') - net))
    expect(w.row(settlementOrder, id).paidNetAmount).toBe(yuan(net))
    expect(w.rows(entrustedTaxPaymentOrder, { settlementOrderId: id })).toMatchObject([
      { taxPayStatus: taxPayStatus.toPay },
    ])
    expect((await refused(simulates(admin))).code).toBe(409)
    expect(w.broken()).toEqual([])
  })
})
