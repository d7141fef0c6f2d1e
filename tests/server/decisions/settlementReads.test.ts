import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancellationRecord } from '../../../src/model/desk/cancellationRecord.ts'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctorPayment } from '../../../src/model/payment/orderDoctorPayment.ts'
import { platServiceFeePoint } from '../../../src/model/payment/platServiceFeePoint.ts'
import type { WireConservation } from '../../../src/model/settlement/conservationWire.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../src/model/settlement/settlementOrderPoint.ts'
import { fen, yuan } from '../../../src/model/values/money.ts'
import { moneySettlement } from '../../../src/server/domains/settlement/moneySettlement.ts'
import { lockOrder } from '../../../src/server/domains/settlement/outcomes.ts'
import { pointsSettlement } from '../../../src/server/domains/settlement/pointsSettlement.ts'
import { feeStepped } from '../../../src/server/domains/settlement/settling.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { change } from './fixture.ts'
import { happens } from './payoutGround.ts'
import {
  now,
  opened,
  paid,
  pointsOpened,
  pointsPaid,
  rows,
  type Settling,
  settling,
  takes,
  takesAll,
  voidWanted,
} from './settling.ts'

const { settlementStatus } = statesOf(settlementOrder)
const { settleStatus } = statesOf(orderDoctorSettlementPoint)

/** Reads about settlement over HTTP: how money is accounted for, how taxes and refunds are reckoned. */
let t: TestApp
let w: Settling
let fin: Client
let stranger: Client
let writer: Client
beforeAll(async () => {
  t = await testApp()
  w = await settling(await t.newTenant())
  fin = await t.signIn(w.tenantId, 'finance')
  stranger = await t.signIn(w.tenantId, 'companyAdmin', { company: '77' })
  writer = await t.signIn(w.tenantId, 'content')
})
afterAll(() => t.app.close())

const changed = (of: AnyResource, id: string | undefined, values: object) =>
  change(w.context, w.tenantId, of, id ?? '', values)
const accountOf = async (of: AnyResource, id: string, more = {}) =>
  (await fin.get<WireConservation>(`blade-svc/${of.id}/conservation`, { id }, more)).data
const listed = async (term: { readonly resource: string; readonly filter: string } | undefined) =>
  (await fin.get<{ records: { id: string }[] }>(`blade-svc/${term?.resource}/list?${term?.filter}`)).data.records
    .map((r) => r.id)
    .sort()
const brokenIn = async (invariant: string) => {
  const found = await w.context.db.transaction({ tenantId: w.tenantId }, (tx) => checkInvariants(tx, [invariant]))
  return broken(found).flatMap((f) => f.violations.map((v) => String(v.id)))
}
const NOTHING = { said: '结算单付款后才有资金可核对', broken: 0, terms: [], total: '0.00' }

describe('the money of an order', () => {
  test('is accounted for term by term, each leading to what it counts', async () => {
    const { id, lines } = await paid(w, ['1000.00', '2000.00'])
    const before = await now(w, settlementOrder, id)
    const open = await accountOf(settlementOrder, id)
    expect(open.terms.map((term) => [term.what, term.amount])).toEqual([
      ['已付医生净额', '0.00'],
      ['已付明细的税费', '0.00'],
      ['平台服务费', before.platformAmount],
      ['作废明细退款', '0.00'],
      ['未付明细（税前）', '3000.00'],
    ])
    expect(open).toMatchObject({ broken: 0, total: before.totalAmount, said: expect.stringMatching(/^资金守恒/) })
    // the last term leads to the lines that it counts
    expect(await listed(open.terms.at(-1))).toEqual([...lines].sort())
    // where it does not add up that is said plainly, in both languages
    await changed(settlementOrder, id, { refundAmount: '100.00' })
    expect(await accountOf(settlementOrder, id)).toMatchObject({
      broken: 1,
      said: expect.stringContaining('相差 100.00'),
    })
    const english = await accountOf(settlementOrder, id, { 'accept-language': 'en' })
    expect(english.said).toMatch(/^The money does not add up: .* off by 100\.00$/)
    expect(await brokenIn('INV-21')).toEqual([id])
    // a settled order has nothing open
    await changed(settlementOrder, id, { refundAmount: '0.00', settlementStatus: settlementStatus.settled })
    expect(await accountOf(settlementOrder, id)).toMatchObject({
      broken: 1,
      said: expect.stringContaining('仍有未付明细 3,000.00'),
    })
  })

  test('in points is accounted for term by term, too', async () => {
    const { id, lines } = await pointsPaid(w, [305, 100])
    const answer = await accountOf(settlementOrderPoint, id)
    expect(answer.terms.map((term) => [term.what, term.amount, term.within])).toEqual([
      ['平台服务费（含积分成本）', '42.93', 0],
      ['其中：已发放积分的成本', '0.00', 1],
      ['其中：未发放积分的成本', '40.50', 1],
      ['作废明细退款', '0.00', 0],
    ])
    expect(answer).toMatchObject({ broken: 0, total: '42.93', said: expect.stringMatching(/^资金守恒/) })
    const [fee, , open] = answer.terms
    expect(await listed(open)).toEqual([...lines].sort())
    expect(await listed(fee)).toEqual((await rows(w, platServiceFeePoint, 'settlement_order_id', id)).map((f) => f.id))
    // after one was granted
    await changed(orderDoctorSettlementPoint, lines[0], { settleStatus: settleStatus.paid })
    expect((await accountOf(settlementOrderPoint, id)).terms.map((term) => term.amount)).toEqual([
      '42.93',
      '30.50',
      '10.00',
      '0.00',
    ])
    await changed(orderDoctorSettlementPoint, lines[0], { settleStatus: settleStatus.payable })
    // a sum that is off is told of in both languages, where the check finds it
    await changed(settlementOrderPoint, id, { refundAmount: '1.00' })
    expect(await accountOf(settlementOrderPoint, id)).toMatchObject({
      broken: 1,
      said: expect.stringContaining('相差 1.00'),
    })
    expect((await accountOf(settlementOrderPoint, id, { 'accept-language': 'en' })).said).toMatch(/off by 1\.00$/)
    expect(await brokenIn('INV-21.points')).toEqual([id])
    // of a settled order nothing is left, be it worth nothing
    await changed(settlementOrderPoint, id, { refundAmount: '0.00', settlementStatus: settlementStatus.settled })
    expect(await accountOf(settlementOrderPoint, id)).toMatchObject({
      broken: 1,
      said: expect.stringContaining('仍有未发放积分的明细 40.50'),
    })
    expect(await brokenIn('INV-21.points')).toEqual([id])
  })

  test('is not there before it is paid, and not told to others', async () => {
    for (const [of, { id }] of [
      [settlementOrder, await opened(w, ['900.00'], { status: 3 })],
      [settlementOrderPoint, await pointsOpened(w, [100], 'toSettle')],
    ] as const) {
      expect(await accountOf(of, id)).toEqual(NOTHING)
      const path = `blade-svc/${of.id}/conservation`
      expect((await writer.get(path, { id })).status).toBe(403)
      expect((await stranger.get(path, { id })).status).toBe(404)
    }
  })
})

describe('the steps of the taxes of a line', () => {
  test('can be reckoned by hand, before its review and after', async () => {
    const { lines } = await paid(w, ['3000.00', '100.00', '3000.00'])
    const [one = '', , two = ''] = lines
    const { code } = await now(w, orderDoctorSettlement, one)
    await takesAll(w, w.ops, orderDoctorSettlement, 'applyForPayment', [one, two])
    const passes = async (line: string) => {
      const [payment] = await rows(w, orderDoctorPayment, 'order_doctor_settlement_id', line)
      await takes(w, w.fin, orderDoctorPayment, 'auditPass', payment?.id ?? '')
    }
    const path = 'blade-svc/orderDoctorSettlement/taxSteps'
    const steps = async (id: string) =>
      (await fin.get<{ what: string; how: string; amount: string }[]>(path, { id })).data.map((s) => [
        s.what,
        s.how,
        s.amount,
      ])
    await passes(one)
    const seen = await steps(two)
    expect(seen).toEqual([
      [`本月已核定 ${code}`, '3,000.00 − 0.00 − 0.00 − 440.00 = 2,560.00', '3000.00'],
      ['本月累计税前（此前 + 本笔）', '3,000.00 + 3,000.00', '6000.00'],
      ['累计应纳增值税', '6,000.00 − 6,000.00 ÷ (1 + 0%)', '0.00'],
      ['增值税', '0.00 − 0.00 (0.00 … 3,000.00)', '0.00'],
      ['附加税', '0.00 × 12% × (1 − 50%)', '0.00'],
      ['本月累计计税收入', '3,000.00 + (3,000.00 − 0.00)', '6000.00'],
      ['累计应预扣个税', '6,000.00 × 80% = 4,800.00;  4,800.00 × 20%', '960.00'],
      ['个人所得税', '960.00 − 440.00', '520.00'],
      ['税后实付', '3,000.00 − 0.00 − 0.00 − 520.00', '2480.00'],
    ])
    // a company is not told what others pay the doctor
    const company = await t.signIn(w.tenantId, 'companyAdmin', { company: w.companyId })
    expect((await company.get(path, { id: two })).status).toBe(200)
    await changed(orderDoctorSettlement, one, { entrustedCompanyId: '77' })
    expect((await company.get(path, { id: two })).status).toBe(403)
    await changed(orderDoctorSettlement, one, { entrustedCompanyId: w.companyId })
    await passes(two)
    // as it was fixed, whatever is fixed after it
    expect(await steps(two)).toEqual(seen)
    expect((await steps(one)).at(0)).toEqual(['本月累计税前（此前 + 本笔）', '0.00 + 3,000.00', '3000.00'])
  })
})

describe('the steps of a refund', () => {
  const stepsOf = async (id: string) =>
    (await fin.get<{ what: string; amount: string }[]>('blade-sys/cancellationRecord/refundSteps', { id })).data.map(
      (s) => [s.what, s.amount],
    )
  const balance = async () => (await rows(w, entrustedAccount, 'entrusted_company_id', w.companyId))[0]?.balance ?? ''
  const plus = (amount: string, by: string) => yuan(fen(amount) + fen(by))

  test('are the fee, the platform’s, and the account before and after; none once it is decided', async () => {
    const { id, lines } = await paid(w, ['3000.00', '2000.00'])
    const record = await voidWanted(w, w.ops, lines[0] ?? '')
    const has = await balance()
    expect(await stepsOf(record)).toEqual([
      ['税前劳务费', '3000.00'],
      ['平台服务费', '180.00'],
      ['退款金额', '3180.00'],
      ['退款前余额', has],
      ['退款后余额', plus(has, '3180.00')],
    ])
    await happens(w, async (work) => {
      await lockOrder(work, moneySettlement, id)
      const [fee] = await work.rows(moneySettlement.fee, { settlementOrderId: id })
      await feeStepped(work, moneySettlement, fee as never, 'transfer')
      await feeStepped(work, moneySettlement, fee as never, 'succeed')
    })
    expect((await stepsOf(record)).slice(0, 3)).toEqual([
      ['税前劳务费', '3000.00'],
      ['平台服务费（已划转，不退）', '0.00'],
      ['退款金额', '3000.00'],
    ])
    await takes(w, w.fin, cancellationRecord, 'audit.reject', record, { auditRemark: '不同意' })
    expect(await stepsOf(record)).toEqual([])
  })

  test('of a line in points are what they cost, nothing once the platform has it', async () => {
    const { id, lines } = await pointsPaid(w, [300, 100])
    const record = await voidWanted(w, w.fin, lines[0] ?? '', orderDoctorSettlementPoint)
    expect((await stepsOf(record)).slice(0, 3)).toEqual([
      ['积分成本', '30.00'],
      ['平台服务费', '1.80'],
      ['退款金额', '31.80'],
    ])
    await happens(w, async (work) => {
      await lockOrder(work, pointsSettlement, id)
      const [fee] = await work.rows(pointsSettlement.fee, { settlementOrderId: id })
      await feeStepped(work, pointsSettlement, fee as never, 'transfer')
      await feeStepped(work, pointsSettlement, fee as never, 'succeed')
    })
    expect((await stepsOf(record)).slice(0, 3).map(([, amount]) => amount)).toEqual(['0.00', '0.00', '0.00'])
  })
})
