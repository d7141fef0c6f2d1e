import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiMessagePool } from '../../../src/model/administration/system/apiMessagePool.ts'
import { param } from '../../../src/model/administration/system/param.ts'
import { cancellationRecord } from '../../../src/model/desk/cancellationRecord.ts'
import { entrustedAccount, entrustedAccountRecord } from '../../../src/model/funds/accounts.ts'
import { integralAccount, integralDetail } from '../../../src/model/funds/integral.ts'
import { dmanInternalTransferPoint } from '../../../src/model/funds/transfers.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { orderDoctorPaymentPoint } from '../../../src/model/payment/orderDoctorPayment.ts'
import { servicePaymentBill, servicePaymentOrder } from '../../../src/model/payment/payments.ts'
import { platServiceFeePoint } from '../../../src/model/payment/platServiceFeePoint.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { pointsAccount, yuanbaoDetail } from '../../../src/model/points/account.ts'
import type { WireConservation } from '../../../src/model/settlement/conservationWire.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import {
  orderDoctorSettlementPoint,
  settlementOrderDoctorPoint,
  settlementOrderPoint,
} from '../../../src/model/settlement/settlementOrderPoint.ts'
import { openPointOrder } from '../../../src/server/domains/settlement/openPointOrder.ts'
import { broken, checkInvariants, invariants } from '../../../src/server/verification/check.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { type BankWorld, balanceOf, carry, withBank } from '../integrations/bankWorld.ts'
import { change, load, rowNow, rowsBy, world } from './fixture.ts'
import { happens, payable } from './payoutGround.ts'

const { accountStatus } = statesOf(integralAccount)
const { auditStatus: auditStates } = statesOf(cancellationRecord)
const { cycleStatus } = statesOf(settlementCycle)
const { faceStatus } = statesOf(authenticationDoctor)
const { feeStatus } = statesOf(platServiceFeePoint)
const { orderStatus, payType } = statesOf(orderDoctor)
const { paidStatus } = statesOf(settlementOrderDoctorPoint)
const { payMode, payStatus, settlementOrderType } = statesOf(servicePaymentOrder)
const { paymentStatus } = statesOf(orderDoctorPaymentPoint)
const { pushStatus, settlementStatus } = statesOf(settlementOrderPoint)
const { settleStatus } = statesOf(orderDoctorSettlementPoint)
const { transferStatus } = statesOf(dmanInternalTransferPoint)

/** Settlement in points, from the order to the doctor's account (3.12 to 3.15, 3.18): over HTTP. */
let t: TestApp
let w: BankWorld
let [ops, fin, fin2, boss, cashier]: Client[] = []
beforeAll(async () => {
  t = await testApp()
  w = await withBank(await world('points', await t.newTenant()))
  await payable(w)
  // behind the clock of the server, whose decisions come first
  w.context.clock.pass(300)
  fin = await t.signIn(w.tenantId, 'finance')
  fin2 = await t.signIn(w.tenantId, 'finance')
  ops = await t.signIn(w.tenantId, 'ops')
  boss = await t.signIn(w.tenantId, 'companyAdmin', { company: w.companyId })
  cashier = await t.signIn(w.tenantId, 'cashier')
})
afterAll(() => t.app.close())

const who = (client: Client | undefined): Client => {
  if (!client) throw new Error('nobody')
  return client
}
type Order = RowOf<typeof settlementOrderPoint>
type Line = RowOf<typeof orderDoctorSettlementPoint>
const ORDER = 'blade-svc/settlementOrderPoint/'
const LINE = 'blade-svc/orderDoctorSettlementPoint/'
const PAYMENT = 'blade-svc/orderDoctorPaymentPoint/'
const SERVICE = 'blade-svc/servicePaymentOrder/'
const FEE = 'blade-cmb/dmanInternalTransferPoint/transfer'
const MAKER = '经办与审核不能是同一人'
const STATE = '当前状态不允许该操作'

let nth = 0
/** A points settlement order of a confirmed cycle, as confirming it makes it: points a line, doctors in turn. */
async function opened(points: readonly number[], confirmedBy = w.fin2.userId): Promise<Order> {
  nth += 1
  const own = nth
  const cost = points.reduce((n, p) => n + p, 0) / 10
  const id = await load(w.context, w.tenantId, async (work) => {
    const sources = await work.insertAll(
      orderDoctor,
      points.map((pointAmount, n) => ({
        code: `ODP${String(own).padStart(4, '0')}${n}`,
        entrustedCompanyId: w.companyId,
        baseEmployeeId: w.employeeId,
        baseEmployeeName: '陈明',
        planName: '患者教育',
        planType: 3 as const,
        payType: payType.points,
        doctorId: w.doctors[n % 2] as string,
        doctorName: `医生${n % 2}`,
        taxItemCode: '3040407',
        taxItemName: '信息技术咨询服务',
        pointAmount,
        pointsPerYuan: 10,
        pointCost: (pointAmount / 10).toFixed(2),
        feeAmount: '0.00',
        platformFee: (pointAmount * 0.006).toFixed(2),
        acceptTime: `2024-05-${10 + n} 10:00:00`,
        orderStatus: orderStatus.collected,
      })) as never,
    )
    const platformAmount = points.reduce((n, p) => n + Number((p * 0.006).toFixed(2)), 0)
    const cycle = await work.insert(settlementCycle, {
      code: `SCP${String(own).padStart(6, '0')}`,
      entrustedCompanyId: w.companyId,
      entrustedCompanyName: '杭州康泰医药有限公司',
      cycleMonth: `${1500 + own}06`,
      cycleStatus: cycleStatus.confirmed,
      doctorAmount: cost.toFixed(2),
      platformAmount: platformAmount.toFixed(2),
      totalAmount: (cost + platformAmount).toFixed(2),
      confirmUser: confirmedBy,
      confirmTime: '2024-06-01 09:00:00',
    })
    return openPointOrder(work, cycle, sources as never)
  })
  return orderNow(id)
}
const orderNow = (id: string) => rowNow(w.context, w.tenantId, settlementOrderPoint, id)
const linesOf = (id: string) => rowsBy(w.context, w.tenantId, orderDoctorSettlementPoint, 'settlement_order_id', id)
const lineNow = (id: string) => rowNow(w.context, w.tenantId, orderDoctorSettlementPoint, id)
const paymentsOf = async (lines: readonly Line[]) =>
  (
    await Promise.all(
      lines.map((l) => rowsBy(w.context, w.tenantId, orderDoctorPaymentPoint, 'order_doctor_settlement_id', l.id)),
    )
  ).flat()
const feeOf = async (id: string) =>
  (await rowsBy(w.context, w.tenantId, platServiceFeePoint, 'settlement_order_id', id))[0]
const servicePaymentOf = async (id: string) =>
  (await rowsBy(w.context, w.tenantId, servicePaymentOrder, 'settlement_order_point_id', id))[0]
const accountsOf = async (holderType: number) =>
  rowsBy(w.context, w.tenantId, integralAccount, 'holder_type', holderType)
const companyPoints = async () => (await accountsOf(1))[0]?.balance ?? 0
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map((r) => r.id).join(',')
const done = (a: { status: number; msg: string }) => expect([a.status, a.msg]).toEqual([200, '操作成功'])
const refused = (a: { status: number; msg: string }, status: number, zh: string) =>
  expect([a.status, a.msg]).toEqual([status, expect.stringContaining(zh)])

/** Up to the client's confirmation. */
async function confirmed(points: readonly number[]): Promise<Order> {
  const order = await opened(points)
  done(await who(fin).post(`${ORDER}audit`, { id: order.id, status: 1 }))
  done(await who(boss).post(`${ORDER}confim`, { ids: order.id }))
  return order
}
/** With the client's payment waiting to be checked. */
async function asked(points: readonly number[]): Promise<Order> {
  const order = await confirmed(points)
  done(await who(fin).get(`${ORDER}toSettle`, { id: order.id }))
  const payment = await servicePaymentOf(order.id)
  done(await who(boss).get(`${SERVICE}confimPay`, { id: payment?.id, payMode: payMode.prepaid }))
  return order
}
/** Paid by the client: its lines are payable. */
async function paid(points: readonly number[]): Promise<{ order: Order; lines: Line[] }> {
  const order = await asked(points)
  const payment = await servicePaymentOf(order.id)
  done(await who(fin2).post(`${SERVICE}submitReview`, { id: payment?.id, status: 1 }))
  return { order, lines: await linesOf(order.id) }
}
async function applied(points: readonly number[]) {
  const { order, lines } = await paid(points)
  done(await who(fin).post(`${LINE}applyForPayment`, { ids: idsOf(lines) }))
  return { order, lines, payments: await paymentsOf(lines) }
}
const KEPT = invariants
  .map((i) => i.id)
  .filter(
    (id) =>
      /^(INV-(13|14|15|16|17|18|20|21|22|23|35|36|37|38|40|41)\b|3\.1[12])/.test(id) &&
      !/settlementCycle|orderDoctor$/.test(id),
  )
/** What orders, payments and accounts of points amount to holds in this tenant. */
async function clean(): Promise<void> {
  const found = await w.context.db.transaction({ tenantId: w.tenantId }, (tx) => checkInvariants(tx, KEPT))
  expect(found.length).toBeGreaterThan(30)
  expect(broken(found)).toEqual([])
}

describe('an order in points', () => {
  test('is reviewed by whoever did not confirm its cycle, confirmed by its company, and put to settling', async () => {
    const order = await opened([305, 100], who(fin).userId)
    const audit = (client: Client | undefined, status = 1, more = {}) =>
      who(client).post(`${ORDER}audit`, { id: order.id, status, ...more })
    refused(await audit(ops), 403, '')
    refused(await audit(fin), 400, MAKER)
    refused(await audit(fin2, 2, { remark: '' }), 400, '')
    done(await audit(fin2))
    refused(await audit(fin2), 409, STATE)
    const confim = (client: Client) => client.post(`${ORDER}confim`, { ids: order.id })
    refused(await confim(who(fin)), 403, '')
    const stranger = await t.signIn(w.tenantId, 'companyAdmin', { company: '77' })
    expect((await confim(stranger)).status).toBe(404)
    expect((await stranger.get<{ total: number }>(`${ORDER}list`)).data.total).toBe(0)
    done(await confim(who(boss)))
    refused(await who(boss).get(`${ORDER}toSettle`, { id: order.id }), 403, '')
    done(await who(fin2).get(`${ORDER}toSettle`, { id: order.id }))
    refused(await who(fin2).get(`${ORDER}toSettle`, { id: order.id }), 409, STATE)

    expect(await orderNow(order.id)).toMatchObject({
      settlementStatus: settlementStatus.toPay,
      pointAmount: 405,
      totalAmount: '42.93',
    })
    const payment = await servicePaymentOf(order.id)
    expect(payment).toMatchObject({
      settlementOrderType: settlementOrderType.points,
      settlementOrderId: null,
      doctorAmount: '40.50',
      platformAmount: '2.43',
      amount: '42.93',
      payStatus: payStatus.toPay,
    })
    const bills = await rowsBy(w.context, w.tenantId, servicePaymentBill, 'service_payment_order_id', payment?.id)
    expect(bills.map((b) => [b.billType, b.itemName, b.amount])).toEqual([
      [1, '信息技术咨询服务', '40.50'],
      [2, '平台服务费', '2.43'],
    ])
    // points are bought of the platform: what they cost goes to it with what it takes (INV-38)
    expect(await feeOf(order.id)).toMatchObject({
      baseAmount: '40.50',
      feeAmount: '42.93',
      feeStatus: feeStatus.pending,
    })
    const sources = await rowsBy(w.context, w.tenantId, orderDoctor, 'settlement_order_point_id', order.id)
    expect(sources.map((s) => s.orderStatus)).toEqual([2, 2])
    await clean()
  })

  test('that was rejected is submitted again, taken back, or deleted: its cycle waits again', async () => {
    const order = await opened([100])
    done(await who(fin).post(`${ORDER}audit`, { id: order.id, status: 2, remark: '积分与活动明细不一致' }))
    expect(await orderNow(order.id)).toMatchObject({
      settlementStatus: settlementStatus.rejected,
      approvalRemark: '积分与活动明细不一致',
    })
    done(await who(fin).post(`${ORDER}submit`, { id: order.id }))
    expect(await orderNow(order.id)).toMatchObject({ settlementStatus: settlementStatus.pending, approvalRemark: null })
    // who submitted it does not review it
    refused(await who(fin).post(`${ORDER}audit`, { id: order.id, status: 1 }), 400, MAKER)
    done(await who(fin).post(`${ORDER}remove`, { id: order.id }))
    expect((await orderNow(order.id)).isDeleted).toBe(1)
    expect((await linesOf(order.id)).every((l) => l.isDeleted === 1)).toBe(true)
    expect(await rowsBy(w.context, w.tenantId, orderDoctor, 'settlement_order_point_id', order.id)).toEqual([])
    expect(await rowNow(w.context, w.tenantId, settlementCycle, order.settlementCycleId ?? '')).toMatchObject({
      cycleStatus: cycleStatus.toConfirm,
    })
  })

  test('whose points do not add up is not approved', async () => {
    const order = await opened([100, 200])
    await change(w.context, w.tenantId, settlementOrderPoint, order.id, { pointAmount: 301 })
    refused(await who(fin).post(`${ORDER}audit`, { id: order.id, status: 1 }), 400, '结算单与明细不符：积分为 301')
    await change(w.context, w.tenantId, settlementOrderPoint, order.id, { pointAmount: 300 })
    done(await who(fin).post(`${ORDER}audit`, { id: order.id, status: 1 }))
  })

  test('is pushed once it is confirmed: one message, which says how it fared', async () => {
    const order = await confirmed([100])
    for (let n = 0; n < 2; n += 1) done(await who(fin).post(`${ORDER}confimMsgPool`, { id: order.id }))
    const messages = await rowsBy(w.context, w.tenantId, apiMessagePool, 'settlement_order_point_id', order.id)
    expect(messages).toMatchObject([{ bizCode: order.code, bizId: null, messageStatus: 'RECEIVED' }])
    const about = { of: apiMessagePool, id: messages[0]?.id as string }
    await happens(w, async (work) => {
      await work.lock(apiMessagePool, [about.id])
      await work.lock(settlementOrderPoint, [order.id])
      await work.step(about.of, about.id, 'process')
    })
    expect(await orderNow(order.id)).toMatchObject({ pushStatus: pushStatus.pushed })
  })
})

describe('the void of a whole order in points', () => {
  const VOID = 'blade-sys/cancellationRecord/'
  const apply = (client: Client | undefined, bizCode: string | null) =>
    who(client).post<{ id: string }>(`${VOID}submit`, {
      bizType: 'settlementOrderPoint',
      bizCode,
      reason: '积分与活动明细不一致',
    })
  const agree = (client: Client | undefined, ids: string) =>
    who(client).post(`${VOID}audit`, { ids, auditStatus: auditStates.approved })

  test('lets its doctor orders go, with everything that was made of it', async () => {
    const order = await confirmed([305, 100])
    done(await who(fin).get(`${ORDER}toSettle`, { id: order.id }))
    const lines = await linesOf(order.id)
    // operations see no points of orders, and another company's people none of these
    refused(await apply(ops, order.code), 400, '没有单号为')
    refused(await apply(boss, order.code), 403, '')
    const wanted = await apply(fin, order.code)
    done(wanted)
    refused(await apply(fin2, order.code), 400, '已申请作废')
    const { id } = wanted.data
    expect(await rowNow(w.context, w.tenantId, cancellationRecord, id)).toMatchObject({
      bizType: 'settlementOrderPoint',
      bizId: order.id,
      prevStatus: 4,
      amount: '42.93',
      pointAmount: 405,
    })
    refused(await agree(fin, id), 400, MAKER)
    done(await agree(fin2, id))
    refused(await agree(fin2, id), 409, STATE)
    expect(await orderNow(order.id)).toMatchObject({ settlementStatus: settlementStatus.voided })
    expect(await servicePaymentOf(order.id)).toMatchObject({ payStatus: payStatus.voided })
    expect(await feeOf(order.id)).toMatchObject({ isDeleted: 1 })
    expect((await linesOf(order.id)).every((l) => l.isDeleted === 1)).toBe(true)
    for (const l of lines)
      expect(await rowNow(w.context, w.tenantId, orderDoctor, l.orderDoctorId as string)).toMatchObject({
        orderStatus: orderStatus.collected,
        settlementOrderPointId: null,
      })
    expect(await rowNow(w.context, w.tenantId, settlementCycle, order.settlementCycleId ?? '')).toMatchObject({
      cycleStatus: cycleStatus.toConfirm,
    })
    await clean()
  })

  test('is refused before its company has it, and once that is paying for it', async () => {
    const early = await opened([100])
    refused(await apply(fin, early.code), 400, '不能作废')
    const order = await confirmed([100])
    done(await who(fin).get(`${ORDER}toSettle`, { id: order.id }))
    const { id } = (await apply(fin, order.code)).data
    const payment = await servicePaymentOf(order.id)
    done(await who(boss).get(`${SERVICE}confimPay`, { id: payment?.id, payMode: payMode.prepaid }))
    refused(await agree(fin2, id), 400, '待复核或已付款，结算单不能作废')
    expect(await orderNow(order.id)).toMatchObject({ settlementStatus: settlementStatus.toPay })
    await clean()
  })

  test('and the payment of its company at one moment: one of them is too late', async () => {
    for (let n = 0; n < 4; n += 1) {
      const order = await confirmed([100])
      done(await who(fin).get(`${ORDER}toSettle`, { id: order.id }))
      const { id } = (await apply(fin, order.code)).data
      const payment = await servicePaymentOf(order.id)
      const pay = () => who(boss).get(`${SERVICE}confimPay`, { id: payment?.id, payMode: payMode.prepaid })
      const [voided, paying] =
        n % 2 === 0
          ? await Promise.all([agree(fin2, id), pay()])
          : (await Promise.all([pay(), agree(fin2, id)])).reverse()
      expect([
        [200, 409],
        [400, 200],
      ]).toContainEqual([voided?.status, paying?.status])
      const status = voided?.status === 200 ? [9, 9] : [4, 1]
      expect([(await orderNow(order.id)).settlementStatus, (await servicePaymentOf(order.id))?.payStatus]).toEqual(
        status,
      )
    }
    await clean()
  })

  test('and its settling at one moment leave no documents of a void order', async () => {
    for (let n = 0; n < 4; n += 1) {
      const order = await confirmed([100])
      const { id } = (await apply(fin, order.code)).data
      const [settles, voided] = await Promise.all([who(fin).get(`${ORDER}toSettle`, { id: order.id }), agree(fin2, id)])
      expect(voided.status).toBe(200)
      expect([200, 409]).toContain(settles.status)
      expect(await orderNow(order.id)).toMatchObject({ settlementStatus: settlementStatus.voided })
      await clean()
    }
  })
})

describe('the payment of its client', () => {
  test('issues the points to the company, whose lines become payable', async () => {
    const order = await asked([305, 100])
    const before = await companyPoints()
    const payment = await servicePaymentOf(order.id)
    const review = (client: Client | undefined, more = {}) =>
      who(client).post(`${SERVICE}submitReview`, { id: payment?.id, status: 1 }, {}, more)
    // who made the payment order does not check it
    refused(await review(fin), 400, MAKER)
    refused(await review(boss), 403, '')
    const twenty = await Promise.all(Array.from({ length: 20 }, () => review(fin2)))
    expect(twenty.map((a) => a.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    expect(await orderNow(order.id)).toMatchObject({ settlementStatus: settlementStatus.paid, paidPoints: 0 })
    expect((await linesOf(order.id)).map((l) => l.settleStatus)).toEqual([settleStatus.payable, settleStatus.payable])
    expect(await companyPoints()).toBe(before + 405)
    const moves = await rowsBy(w.context, w.tenantId, integralDetail, 'biz_id', order.id)
    expect(moves.map((m) => [m.changeType, m.direction, m.points]).sort()).toEqual([
      [1, 1, 405],
      [1, 2, 405],
    ])
    expect(new Set(moves.map((m) => m.txNo)).size).toBe(1)
    expect(await accountsOf(0)).toMatchObject([{ balance: -(await companyPoints()) - (await grantedSoFar()) }])
    await clean()
  })
})

/** What doctors have of points. */
async function grantedSoFar(): Promise<number> {
  const all = await Promise.all(w.doctors.map((id) => rowsBy(w.context, w.tenantId, pointsAccount, 'doctor_id', id)))
  return all.flat().reduce((n, a) => n + (a.points ?? 0), 0)
}

describe('the money of an order in points', () => {
  const path = 'blade-svc/settlementOrderPoint/conservation'
  const told = async (id: string, more = {}) => (await who(fin).get<WireConservation>(path, { id }, more)).data
  const broken21 = async () => {
    const found = await w.context.db.transaction({ tenantId: w.tenantId }, (tx) =>
      checkInvariants(tx, ['INV-21.points']),
    )
    return broken(found).flatMap((f) => f.violations.map((v) => String(v.id)))
  }

  test('is accounted for term by term, each leading to what it counts', async () => {
    const { order, lines } = await paid([305, 100])
    const now = await told(order.id)
    expect(now.terms.map((t) => [t.what, t.amount, t.within])).toEqual([
      ['平台服务费（含积分成本）', '42.93', 0],
      ['其中：已发放积分的成本', '0.00', 1],
      ['其中：未发放积分的成本', '40.50', 1],
      ['作废明细退款', '0.00', 0],
    ])
    expect(now).toMatchObject({ broken: 0, total: '42.93', said: expect.stringMatching(/^资金守恒/) })
    const [fee, , open] = now.terms
    const listed = async (t = fee) =>
      (await who(fin).get<{ records: { id: string }[] }>(`blade-svc/${t?.resource}/list?${t?.filter}`)).data.records
    expect((await listed(open)).map((r) => r.id).sort()).toEqual(lines.map((l) => l.id).sort())
    expect((await listed()).map((r) => r.id)).toEqual([(await feeOf(order.id))?.id])
    // one granted
    const [first] = lines
    await change(w.context, w.tenantId, orderDoctorSettlementPoint, first?.id as string, {
      settleStatus: settleStatus.paid,
    })
    expect((await told(order.id)).terms.map((t) => t.amount)).toEqual([
      '42.93',
      first?.pointCost,
      lines[1]?.pointCost,
      '0.00',
    ])
    await change(w.context, w.tenantId, orderDoctorSettlementPoint, first?.id as string, {
      settleStatus: settleStatus.payable,
    })
    // what does not add up is said, in both languages, where the check finds it
    await change(w.context, w.tenantId, settlementOrderPoint, order.id, { refundAmount: '1.00' })
    expect(await told(order.id)).toMatchObject({ broken: 1, said: expect.stringContaining('相差 1.00') })
    expect((await told(order.id, { 'accept-language': 'en' })).said).toMatch(/off by 1\.00$/)
    expect(await broken21()).toEqual([order.id])
    await change(w.context, w.tenantId, settlementOrderPoint, order.id, { refundAmount: '0.00' })
    // of a settled order nothing is left, be it worth nothing
    await change(w.context, w.tenantId, settlementOrderPoint, order.id, { settlementStatus: settlementStatus.settled })
    expect(await told(order.id)).toMatchObject({
      broken: 1,
      said: expect.stringContaining('仍有未发放积分的明细 40.50'),
    })
    expect(await broken21()).toEqual([order.id])
    await change(w.context, w.tenantId, settlementOrderPoint, order.id, { settlementStatus: settlementStatus.paid })
    await clean()
  })

  test('is not there before it is paid, and not told to others', async () => {
    const order = await asked([100])
    expect(await told(order.id)).toEqual({ said: '结算单付款后才有资金可核对', broken: 0, terms: [], total: '0.00' })
    expect((await who(await t.signIn(w.tenantId, 'content')).get(path, { id: order.id })).status).toBe(403)
    const stranger = await t.signIn(w.tenantId, 'companyAdmin', { company: '77' })
    expect((await stranger.get(path, { id: order.id })).status).toBe(404)
  })
})

describe('a line in points', () => {
  test('is put up once, by finance, for a doctor who may have them', async () => {
    const { lines } = await paid([50])
    const apply = (client: Client | undefined, headers = {}) =>
      who(client).post(`${LINE}applyForPayment`, { ids: idsOf(lines) }, {}, headers)
    refused(await apply(ops), 403, '')
    const doctor = w.doctors[0] as string
    await change(w.context, w.tenantId, authenticationDoctor, doctor, { faceStatus: faceStatus.failed })
    refused(await apply(fin), 400, '未通过人脸核验，不能申请付款')
    // points need no bank
    await change(w.context, w.tenantId, authenticationDoctor, doctor, {
      faceStatus: faceStatus.passed,
      bankAccount: null,
    })
    const all = await Promise.all(Array.from({ length: 20 }, () => apply(fin)))
    expect(all.map((a) => a.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    await change(w.context, w.tenantId, authenticationDoctor, doctor, { bankAccount: '6214830000000001' })
    expect(await paymentsOf(lines)).toMatchObject([
      {
        paymentStatus: paymentStatus.pending,
        channel: 3,
        pointAmount: 50,
        pointCost: '5.00',
        applyUserName: expect.any(String),
      },
    ])
    expect(await lineNow(lines[0]?.id as string)).toMatchObject({ settleStatus: settleStatus.paying })
  })

  test('of an order that the client has not paid is not', async () => {
    const order = await asked([50])
    const [line] = await linesOf(order.id)
    await change(w.context, w.tenantId, orderDoctorSettlementPoint, line?.id as string, {
      settleStatus: settleStatus.payable,
    })
    refused(await who(fin).post(`${LINE}applyForPayment`, { ids: line?.id }), 400, '不在已付款状态')
    await change(w.context, w.tenantId, orderDoctorSettlementPoint, line?.id as string, {
      settleStatus: settleStatus.unsettled,
    })
  })
})

describe('the void of a line in points', () => {
  const AUDIT = 'blade-sys/cancellationRecord/audit'
  const audit = (client: Client | undefined, id: string, auditStatus: 1 | 2 = 1, headers = {}) =>
    who(client).post(AUDIT, { ids: id, auditStatus, auditRemark: '同意' }, {}, headers)
  const recordsOf = (lineId: string) => rowsBy(w.context, w.tenantId, cancellationRecord, 'biz_id', lineId)
  /** Asked for by finance: the id of what waits for its review. */
  async function asksVoid(line: Line | undefined): Promise<string> {
    done(await who(fin).post(`${LINE}applyForVoid`, { ids: line?.id, reason: '医生放弃' }))
    const [record] = (await recordsOf(line?.id ?? '')).slice(-1)
    return record?.id ?? ''
  }
  const money = async () =>
    (await rowsBy(w.context, w.tenantId, entrustedAccount, 'entrusted_company_id', w.companyId))[0]?.balance ?? ''
  const returnedOf = async (line: Line) =>
    (await rowsBy(w.context, w.tenantId, integralDetail, 'biz_id', line.id)).map((m) => [m.changeType, m.points])
  const steps = (id: string) =>
    who(fin2).get<{ what: string; amount: string }[]>('blade-sys/cancellationRecord/refundSteps', { id })

  test('is asked for by finance with a reason, and reviewed by somebody else: points and money go back once', async () => {
    const { order, lines } = await paid([300, 100])
    const [line] = lines as [Line]
    const ask = (client: Client | undefined, more: object = { reason: '医生放弃' }) =>
      who(client).post(`${LINE}applyForVoid`, { ids: line.id, ...more })
    refused(await ask(ops), 403, '')
    expect((await ask(fin, {})).data).toEqual({ reason: '请输入作废原因' })
    const stranger = await t.signIn(w.tenantId, 'finance', { company: '77' })
    expect((await ask(stranger)).status).toBe(404)
    const record = await asksVoid(line)
    refused(await ask(fin), 409, STATE)
    expect(await recordsOf(line.id)).toMatchObject([
      { bizType: 'orderDoctorSettlementPoint', bizCode: line.code, amount: '30.00', pointAmount: 300, prevStatus: 1 },
    ])
    expect((await steps(record)).data.map((s) => [s.what, s.amount]).slice(0, 3)).toEqual([
      ['积分成本', '30.00'],
      ['平台服务费', '1.80'],
      ['退款金额', '31.80'],
    ])
    refused(await audit(fin, record), 400, MAKER)
    refused(await audit(cashier, record), 403, '')
    const [before, points] = [Number(await money()), await companyPoints()]
    const twenty = await Promise.all(Array.from({ length: 20 }, () => audit(fin2, record)))
    expect(twenty.map((a) => a.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    expect(Number(await money()) - before).toBeCloseTo(31.8, 2)
    expect(await companyPoints()).toBe(points - 300)
    expect(await returnedOf(line)).toEqual([
      [3, 300],
      [3, 300],
    ])
    const refundRecordId = (await lineNow(line.id)).refundRecordId ?? ''
    expect(await rowNow(w.context, w.tenantId, entrustedAccountRecord, refundRecordId)).toMatchObject({
      recordType: 3,
      amount: '31.80',
      bizCode: line.code,
    })
    expect(await lineNow(line.id)).toMatchObject({ settleStatus: settleStatus.voided })
    expect(await feeOf(order.id)).toMatchObject({ baseAmount: '10.00', feeAmount: '10.60' })
    expect(await orderNow(order.id)).toMatchObject({
      refundAmount: '31.80',
      pointAmount: 400,
      settlementStatus: settlementStatus.paid,
    })
    expect(await rowNow(w.context, w.tenantId, orderDoctor, line.orderDoctorId ?? '')).toMatchObject({
      orderStatus: orderStatus.voided,
    })
    await clean()
  })

  test('once the fee is transferred takes the points back alone, and settles the order with its last line', async () => {
    const { order, lines } = await paid([60])
    const fee = await feeOf(order.id)
    done(await who(cashier).post(FEE, {}, { platServiceFeeId: fee?.id }))
    const record = await asksVoid(lines[0])
    refused(await audit(fin2, record), 400, '划转中')
    await carry(w)
    const [before, points] = [await money(), await companyPoints()]
    expect((await steps(record)).data.map((s) => s.amount).slice(0, 3)).toEqual(['0.00', '0.00', '0.00'])
    done(await audit(fin2, record))
    expect([await money(), await companyPoints()]).toEqual([before, points - 60])
    expect(await orderNow(order.id)).toMatchObject({ refundAmount: '0.00', settlementStatus: settlementStatus.settled })
    expect(await feeOf(order.id)).toMatchObject({ feeAmount: '6.36', feeStatus: feeStatus.transferred })
    await clean()
  })

  test('before the client has paid only counts the order anew; the last line of a doctor takes the doctor with it', async () => {
    const order = await opened([100, 50, 70])
    const lines = await linesOf(order.id)
    const second = lines.find((l) => l.pointAmount === 50) as Line
    done(await audit(fin2, await asksVoid(second)))
    expect(await orderNow(order.id)).toMatchObject({
      orderCount: 2,
      doctorCount: 1,
      pointAmount: 170,
      doctorAmount: '17.00',
      platformAmount: '1.02',
      totalAmount: '18.02',
      refundAmount: '0.00',
    })
    const people = await rowsBy(w.context, w.tenantId, settlementOrderDoctorPoint, 'settlement_order_id', order.id)
    expect(people.filter((p) => p.isDeleted === 0).map((p) => p.pointAmount)).toEqual([170])
    expect(await returnedOf(second)).toEqual([])
    await clean()
    done(await who(fin).post(`${ORDER}audit`, { id: order.id, status: 1 }))
    // with its company nothing of it is voided
    refused(await who(fin).post(`${LINE}applyForVoid`, { ids: lines[0]?.id, reason: '放弃' }), 400, '其明细不能作废')
  })

  test('that is refused leaves the line as it was', async () => {
    const { lines } = await paid([80])
    const record = await asksVoid(lines[0])
    refused(await who(fin).post(`${LINE}applyForPayment`, { ids: idsOf(lines) }), 409, STATE)
    done(await audit(fin2, record, 2))
    expect(await lineNow(lines[0]?.id as string)).toMatchObject({ settleStatus: settleStatus.payable })
    expect(await returnedOf(lines[0] as Line)).toEqual([])
    done(await who(fin).post(`${LINE}applyForPayment`, { ids: idsOf(lines) }))
    await clean()
  })
})

describe('a payment of points', () => {
  test('that finance approves is granted at once: from the company to the doctor, and the order is settled', async () => {
    const { order, lines, payments } = await applied([305, 100, 7])
    const before = await companyPoints()
    const pass = (client: Client | undefined, list = payments, headers = {}) =>
      who(client).post(`${PAYMENT}auditPass`, { ids: idsOf(list) }, {}, headers)
    refused(await pass(fin), 400, MAKER)
    refused(await pass(cashier), 403, '')
    const stranger = await t.signIn(w.tenantId, 'finance', { company: '77' })
    expect((await pass(stranger)).status).toBe(404)
    const [first, ...rest] = payments
    const twenty = await Promise.all(Array.from({ length: 20 }, () => pass(fin2, first ? [first] : [])))
    expect(twenty.map((a) => a.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    expect(await companyPoints()).toBe(before - 305)
    expect(await orderNow(order.id)).toMatchObject({ settlementStatus: settlementStatus.paid, paidPoints: 305 })
    await clean()
    // the same key twice is one
    const key = { 'idempotency-key': `grant-${order.id}` }
    for (let n = 0; n < 2; n += 1) done(await pass(fin2, rest, key))
    expect(await companyPoints()).toBe(before - 412)
    expect((await paymentsOf(lines)).map((p) => [p.paymentStatus, p.payTime !== null])).toEqual(
      lines.map(() => [4, true]),
    )
    expect((await linesOf(order.id)).map((l) => l.settleStatus)).toEqual([
      settleStatus.paid,
      settleStatus.paid,
      settleStatus.paid,
    ])
    const moves = await rowsBy(w.context, w.tenantId, integralDetail, 'biz_id', first?.id)
    const theirs = await rowsBy(w.context, w.tenantId, yuanbaoDetail, 'biz_id', first?.id)
    expect([moves, theirs]).toMatchObject([
      [{ changeType: 2, direction: 2, points: 305, counterpartType: 3 }],
      [{ changeType: 10, direction: 1, points: 305, txNo: moves[0]?.txNo }],
    ])
    const people = await rowsBy(w.context, w.tenantId, settlementOrderDoctorPoint, 'settlement_order_id', order.id)
    expect(people.map((p) => p.paidStatus)).toEqual([paidStatus.paid, paidStatus.paid])
    // the fee is still to be transferred
    expect(await orderNow(order.id)).toMatchObject({ settlementStatus: settlementStatus.paid, paidPoints: 412 })
    await clean()

    const fee = await feeOf(order.id)
    const platform = Number(await balanceOf(w, w.platformId))
    const transfer = (client: Client | undefined) => who(client).post(FEE, {}, { platServiceFeeId: fee?.id })
    refused(await transfer(fin), 403, '')
    const many = await Promise.all(Array.from({ length: 20 }, () => transfer(cashier)))
    expect(many.map((a) => a.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    await carry(w)
    expect(await feeOf(order.id)).toMatchObject({ feeStatus: feeStatus.transferred, feeAmount: '43.67' })
    const transfers = await rowsBy(w.context, w.tenantId, dmanInternalTransferPoint, 'plat_service_fee_id', fee?.id)
    expect(transfers).toMatchObject([{ transferStatus: transferStatus.succeeded, amount: '43.67', inUnitNo: 'DM0001' }])
    expect(Number(await balanceOf(w, w.platformId)) - platform).toBeCloseTo(43.67, 2)
    expect(await orderNow(order.id)).toMatchObject({ settlementStatus: settlementStatus.settled })
    expect(await rowNow(w.context, w.tenantId, settlementCycle, order.settlementCycleId ?? '')).toMatchObject({
      cycleStatus: cycleStatus.settled,
    })
    await clean()
  })

  test('is settled by its last line where the fee went before', async () => {
    const { order, payments } = await applied([60])
    const fee = await feeOf(order.id)
    done(await who(cashier).post(FEE, {}, { platServiceFeeId: fee?.id }))
    await carry(w)
    expect(await orderNow(order.id)).toMatchObject({ settlementStatus: settlementStatus.paid })
    done(await who(fin2).post(`${PAYMENT}auditPass`, { ids: idsOf(payments) }))
    expect(await orderNow(order.id)).toMatchObject({ settlementStatus: settlementStatus.settled })
    await clean()
  })

  test('that is rejected leaves its line payable', async () => {
    const { lines, payments } = await applied([60])
    const reject = (reason: string) => who(fin2).post(`${PAYMENT}auditReject`, { ids: idsOf(payments), reason })
    expect((await reject('')).status).toBe(400)
    done(await reject('活动验收材料不完整'))
    expect(await paymentsOf(lines)).toMatchObject([
      { paymentStatus: paymentStatus.rejected, approvalRemark: '活动验收材料不完整' },
    ])
    expect(await lineNow(lines[0]?.id as string)).toMatchObject({ settleStatus: settleStatus.payable })
    done(await who(fin).post(`${LINE}applyForPayment`, { ids: idsOf(lines) }))
    expect((await paymentsOf(lines)).map((p) => p.paymentStatus)).toEqual([
      paymentStatus.rejected,
      paymentStatus.pending,
    ])
    await clean()
  })

  test('is not granted out of nothing: all together or none', async () => {
    const { payments } = await applied([40, 50])
    const [account] = await accountsOf(1)
    const has = await companyPoints()
    await change(w.context, w.tenantId, integralAccount, account?.id as string, { balance: 60 })
    const a = await who(fin2).post(`${PAYMENT}auditPass`, { ids: idsOf(payments) })
    refused(a, 400, '积分余额')
    expect((await rowNow(w.context, w.tenantId, integralAccount, account?.id as string)).balance).toBe(60)
    await change(w.context, w.tenantId, integralAccount, account?.id as string, {
      balance: has,
      accountStatus: accountStatus.frozen,
    })
    refused(
      await who(fin2).post(`${PAYMENT}auditPass`, { ids: idsOf(payments) }),
      400,
      '企业积分账户已冻结或销户，不能发放',
    )
    await change(w.context, w.tenantId, integralAccount, account?.id as string, { accountStatus: accountStatus.normal })
    done(await who(fin2).post(`${PAYMENT}auditPass`, { ids: idsOf(payments) }))
    await clean()
  })

  test('many at once of one company move its points once each', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => applied([11])))
    const before = await companyPoints()
    const answers = await Promise.all(
      all.map(({ payments }) => who(fin2).post(`${PAYMENT}auditPass`, { ids: idsOf(payments) })),
    )
    expect(answers.map((a) => a.status)).toEqual(all.map(() => 200))
    expect(await companyPoints()).toBe(before - 88)
    await clean()
  })

  test('of a listed doctor is frozen, and granted once thawed', async () => {
    const { lines, payments } = await applied([20])
    const doctor = w.doctors[0] as string
    const BLACK = 'blade-userBlacklist/userBlacklist/'
    done(await who(ops).post(`${BLACK}submit`, { doctorId: doctor, blackType: 1, reason: '资料存疑' }))
    expect(await paymentsOf(lines)).toMatchObject([
      { paymentStatus: paymentStatus.frozen, freezeReason: '医生在黑名单中' },
    ])
    expect(await lineNow(lines[0]?.id as string)).toMatchObject({ blackFlag: 1 })
    refused(await who(fin2).post(`${PAYMENT}auditPass`, { ids: idsOf(payments) }), 409, STATE)
    refused(await who(fin2).post(`${PAYMENT}thaw`, { ids: idsOf(payments) }), 400, '仍在黑名单中，不能解冻')
    // what is applied for now is frozen at once
    const later = await applied([20])
    expect(later.payments).toMatchObject([{ paymentStatus: paymentStatus.frozen }])
    const [entry] = (await who(ops).get<{ records: { id: string }[] }>(`${BLACK}list`)).data.records
    done(await who(ops).post(`${BLACK}remove`, { ids: entry?.id }))
    expect(await lineNow(lines[0]?.id as string)).toMatchObject({ blackFlag: 0 })
    done(await who(fin).post(`${PAYMENT}thaw`, { ids: idsOf([...payments, ...later.payments]) }))
    // neither who applied for it nor who thawed it
    refused(await who(fin).post(`${PAYMENT}auditPass`, { ids: idsOf(payments) }), 400, MAKER)
    done(await who(fin2).post(`${PAYMENT}auditPass`, { ids: idsOf([...payments, ...later.payments]) }))
    await clean()
  })
})

test('a simulated payment grants points without a review, where a parameter allows it', async () => {
  const { order, lines } = await paid([33])
  const admin = await t.signIn(w.tenantId, 'administrator')
  const simulate = () => admin.post(`${LINE}simulatedPayment`, { ids: idsOf(lines) })
  refused(await simulate(), 400, '未开启模拟付款')
  await load(w.context, w.tenantId, async (work) => {
    const [own] = await work.rows(param, { paramKey: 'pay.simulated.enabled' })
    if (!own)
      return work.insert(param, { paramName: '模拟付款', paramKey: 'pay.simulated.enabled', paramValue: 'true' })
    await work.lock(param, [own.id])
    return work.update(param, own.id, { paramValue: 'true' })
  })
  const before = await companyPoints()
  done(await simulate())
  expect(await paymentsOf(lines)).toMatchObject([
    { paymentStatus: paymentStatus.paid, channel: 2, payTime: expect.any(String) },
  ])
  expect(await lineNow(lines[0]?.id as string)).toMatchObject({ settleStatus: settleStatus.paid })
  expect(await orderNow(order.id)).toMatchObject({ paidPoints: 33 })
  expect(await companyPoints()).toBe(before - 33)
  await clean()
})
