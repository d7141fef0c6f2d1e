import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { param } from '../../../src/model/administration/system/param.ts'
import { handleApply } from '../../../src/model/funds/handle.ts'
import { handleApplyInfo } from '../../../src/model/funds/handleInfo.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctorPayment } from '../../../src/model/payment/orderDoctorPayment.ts'
import { orderDoctorPaymentLifecycle } from '../../../src/model/payment/orderDoctorPaymentLifecycles.ts'
import { entrustedTaxPaymentOrder } from '../../../src/model/payment/payments.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { summaryTaxReturns } from '../../../src/model/tax/summaryTaxReturns.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { decideAll } from '../../../src/server/deciding/engine.ts'
import { linesReleased, lockOrder } from '../../../src/server/domains/settlement/outcomes.ts'
import { broken, checkInvariants, invariants } from '../../../src/server/verification/check.ts'
import { stepEach } from '../../../src/server/writing/unitOfWork/caused.ts'
import { admitted } from '../../rules/ground.ts'
import { person } from '../../rules/people.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { change, load, order, refusal, rowNow, rowsBy, untyped, type World, world } from './fixture.ts'
import { happens, type Line, paidOrder, payable } from './payoutGround.ts'

const { approvalStatus, paymentStatus } = statesOf(orderDoctorPayment)
const { auditStatus, enableStatus } = statesOf(entrustedCompany)
const { certStatus, faceStatus, protocolStatus } = statesOf(authenticationDoctor)
const { handleStatus } = statesOf(handleApply)
const { returnsStatus } = statesOf(summaryTaxReturns)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { settlementStatus } = statesOf(settlementOrder)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)

/** Lifecycles 3.14 and 3.15: lines are put up for payment and reviewed, taxes are fixed, batches are put together. */
let t: TestApp
let w: World
let ops: Client
let fin: Client
beforeAll(async () => {
  t = await testApp()
  w = await world('payments', await t.newTenant())
  await payable(w)
  await untyped(w)
  ops = await t.signIn(w.tenantId, 'ops')
  fin = await t.signIn(w.tenantId, 'finance')
})
afterAll(() => t.app.close())

type Payment = RowOf<typeof orderDoctorPayment>
const APPLY = 'blade-svc/orderDoctorSettlement/applyForPayment'
const PAYMENT = 'blade-svc/orderDoctorPayment/'
const idsOf = (rows: readonly { id: string }[]) => rows.map((r) => r.id).join(',')
const lineNow = (id: string) => rowNow(w.context, w.tenantId, orderDoctorSettlement, id)
const paymentNow = (id: string) => rowNow(w.context, w.tenantId, orderDoctorPayment, id)
const batchNow = (id: string | null) => rowNow(w.context, w.tenantId, handleApply, id as string)
const paymentsOf = async (lines: readonly Line[]): Promise<Payment[]> =>
  (
    await Promise.all(
      lines.map((l) => rowsBy(w.context, w.tenantId, orderDoctorPayment, 'order_doctor_settlement_id', l.id)),
    )
  ).flat()
/** Applied for by operations. */
async function applied(lines: readonly Line[]): Promise<Payment[]> {
  const a = await ops.post(APPLY, { ids: idsOf(lines) })
  expect([a.status, a.msg]).toEqual([200, '操作成功'])
  return paymentsOf(lines)
}
const pass = (who: Client, payments: readonly { id: string }[], headers = {}) =>
  who.post(`${PAYMENT}auditPass`, { ids: idsOf(payments) }, {}, headers)
let nth = 0
/** Through the engine, at the world's own clock. */
const step = (resource: string, transition: string, rows: readonly { id: string }[], actor: Actor, ask = {}) => {
  nth += 1
  return decideAll(
    w.context,
    { ...actor, requestId: `r${nth}` },
    { resource, transition, ids: rows.map((r) => r.id), ask },
  )
}
const applyNow = async (lines: readonly Line[]): Promise<Payment[]> => {
  await step('orderDoctorSettlement', 'applyForPayment', lines, person(w.tenantId, 'ops'))
  return paymentsOf(lines)
}
const KEPT = invariants
  .map((i) => i.id)
  .filter((id) => /^INV-(14|15|17|18|19|20|24|25|27|40|41)\b/.test(id) && !id.includes('settlementCycle'))
/** What lines, payments, batches and taxes amount to holds in this tenant. */
async function clean(): Promise<void> {
  const found = await w.context.db.transaction({ tenantId: w.tenantId }, (tx) => checkInvariants(tx, KEPT))
  expect(found.length).toBeGreaterThan(20)
  expect(broken(found)).toEqual([])
}

describe('a line', () => {
  test('is put up for payment once, by whoever may', async () => {
    const { lines } = await paidOrder(w, ['3000.00', '2000.00', '500.00'])
    const [one, two] = lines as [Line, Line, Line]
    expect((await (await t.signIn(w.tenantId, 'tax')).post(APPLY, { ids: one.id })).status).toBe(403)
    const stranger = await t.signIn(w.tenantId, 'ops', { company: '77' })
    expect((await stranger.post(APPLY, { ids: one.id })).status).toBe(404)
    const [payment] = await applied([one])
    expect(payment).toMatchObject({
      paymentStatus: paymentStatus.pending,
      channel: 1,
      orderDoctorSettlementCode: one.code,
      bankName: '招商银行',
      netAmount: one.netAmount,
      createUser: ops.userId,
    })
    expect(await lineNow(one.id)).toMatchObject({
      settleStatus: settleStatus.paying,
      paymentId: payment?.id,
      taxFinal: 0,
    })
    // all or nothing: the first is on its way already
    const again = await ops.post(APPLY, { ids: idsOf([one, two]) })
    expect([again.status, again.msg]).toEqual([409, expect.stringContaining('当前状态不允许该操作')])
    expect(await lineNow(two.id)).toMatchObject({ settleStatus: settleStatus.payable })
    await clean()
  })

  test.each([
    [{ certStatus: certStatus.inProgress }, '未通过认证，不能申请付款', 'is not certified'],
    [{ faceStatus: faceStatus.failed }, '未通过人脸核验，不能申请付款', 'is not verified'],
    [{ protocolStatus: protocolStatus.toSign }, '未签署框架协议，不能申请付款', 'has not signed the protocol'],
    [{ bankAccount: null }, '没有银行账号，不能申请付款', 'has no bank account'],
  ] as const)('of a doctor with %j is not', async (wrong, zh, en) => {
    const { lines } = await paidOrder(w, ['900.00'])
    const doctor = w.doctors[0] as string
    const before = await rowNow(w.context, w.tenantId, authenticationDoctor, doctor)
    await change(w.context, w.tenantId, authenticationDoctor, doctor, wrong as never)
    const r = await refusal(step('orderDoctorSettlement', 'applyForPayment', lines, person(w.tenantId, 'ops')))
    const back = Object.fromEntries(Object.keys(wrong).map((k) => [k, before[k as 'certStatus']]))
    await change(w.context, w.tenantId, authenticationDoctor, doctor, back as never)
    expect(r.code).toBe(400)
    expect(r.text[0]).toContain(zh)
    expect(r.text[1]).toContain(en)
    expect(await paymentsOf(lines)).toEqual([])
  })

  test('of an order that the client has not paid is not', async () => {
    const { id } = await order(w, { status: 3, ownCycle: true, fees: ['900.00'] })
    await step('settlementOrder', 'toSettle', [{ id }], w.fin)
    const [line] = await rowsBy(w.context, w.tenantId, orderDoctorSettlement, 'settlement_order_id', id)
    await change(w.context, w.tenantId, orderDoctorSettlement, line?.id as string, {
      settleStatus: settleStatus.payable,
    })
    const r = await ops.post(APPLY, { ids: line?.id })
    await change(w.context, w.tenantId, orderDoctorSettlement, line?.id as string, {
      settleStatus: settleStatus.unsettled,
    })
    expect([r.status, r.msg]).toEqual([400, expect.stringContaining('不在已付款状态')])
  })

  test('asked for twenty times at once has one payment; the same key answers as the first time', async () => {
    const { lines } = await paidOrder(w, ['900.00'])
    const all = await Promise.all(Array.from({ length: 20 }, () => ops.post(APPLY, { ids: lines[0]?.id })))
    expect(all.map((a) => a.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    expect(await paymentsOf(lines)).toHaveLength(1)
    const more = await paidOrder(w, ['900.00'])
    const key = { 'idempotency-key': `apply-${more.id}` }
    for (let n = 0; n < 2; n++) expect((await ops.post(APPLY, { ids: more.lines[0]?.id }, {}, key)).status).toBe(200)
    expect(await paymentsOf(more.lines)).toHaveLength(1)
    await clean()
  })

  test('has at most one payment that is not ended, the database says so', async () => {
    const { lines } = await paidOrder(w, ['900.00'])
    const [payment] = await applied(lines)
    const { id: _id, code: _code, ...same } = payment as Payment
    const second = load(w.context, w.tenantId, (work) =>
      work.insert(orderDoctorPayment, {
        ...same,
        code: 'DP2',
        yurRef: null,
        paymentStatus: paymentStatus.frozen,
      } as never),
    )
    await expect(second).rejects.toThrow(/one_live_key/)
  })
})

describe('the money of an order', () => {
  interface Told {
    readonly said: string
    readonly broken: number
    readonly total: string
    readonly terms: readonly { what: string; amount: string; resource: string; filter: string }[]
  }
  const asked = async (id: string, who = fin, more = {}) =>
    (await who.get<Told>('blade-svc/settlementOrder/conservation', { id }, more)).data

  test('is accounted for term by term, each leading to what it counts', async () => {
    const { id, lines } = await paidOrder(w, ['1000.00', '2000.00'])
    const before = await rowNow(w.context, w.tenantId, settlementOrder, id)
    const open = await asked(id)
    expect(open.terms.map((t) => [t.what, t.amount])).toEqual([
      ['已付医生净额', '0.00'],
      ['已付明细的税费', '0.00'],
      ['平台服务费', before.platformAmount],
      ['作废明细退款', '0.00'],
      ['未付明细（税前）', '3000.00'],
    ])
    expect(open).toMatchObject({ broken: 0, total: before.totalAmount, said: expect.stringMatching(/^资金守恒/) })
    // what the last term leads to is what it counts
    const last = open.terms.at(-1)
    const listed = await fin.get<{ records: { id: string }[] }>(`blade-svc/${last?.resource}/list?${last?.filter}`)
    expect(listed.data.records.map((r) => r.id).sort()).toEqual(lines.map((l) => l.id).sort())
    // where it does not add up that is said plainly, in both languages
    await change(w.context, w.tenantId, settlementOrder, id, { refundAmount: '100.00' })
    expect(await asked(id)).toMatchObject({ broken: 1, said: expect.stringContaining('相差 100.00') })
    const english = await asked(id, fin, { 'accept-language': 'en' })
    expect(english.said).toMatch(/^The money does not add up: .* off by 100\.00$/)
    const found = await w.context.db.transaction({ tenantId: w.tenantId }, (tx) => checkInvariants(tx, ['INV-21']))
    expect(broken(found)[0]?.violations.map((v) => String(v.id))).toEqual([id])
    await change(w.context, w.tenantId, settlementOrder, id, { refundAmount: '0.00' })
    // a settled order has nothing open
    await change(w.context, w.tenantId, settlementOrder, id, { settlementStatus: settlementStatus.settled })
    expect(await asked(id)).toMatchObject({ broken: 1, said: expect.stringContaining('仍有未付明细 3,000.00') })
    await change(w.context, w.tenantId, settlementOrder, id, { settlementStatus: settlementStatus.paid })
    await clean()
  })

  test('is not there before the order is paid, and not told to others', async () => {
    const { id } = await order(w, { status: 3, ownCycle: true, fees: ['900.00'] })
    await step('settlementOrder', 'toSettle', [{ id }], w.fin)
    expect(await asked(id)).toEqual({ said: '结算单付款后才有资金可核对', broken: 0, terms: [], total: '0.00' })
    const path = 'blade-svc/settlementOrder/conservation'
    expect((await (await t.signIn(w.tenantId, 'content')).get(path, { id })).status).toBe(403)
    const other = await t.signIn(w.tenantId, 'companyAdmin', { company: '77' })
    expect((await other.get(path, { id })).status).toBe(404)
  })
})

describe('a review', () => {
  test('fixes taxes, and puts what is approved together into one batch of company and partner', async () => {
    const { id, lines } = await paidOrder(w, ['3000.00', '120000.00', '3000.00'])
    const payments = await applied(lines)
    const a = await pass(fin, payments)
    expect([a.status, a.msg]).toEqual([200, '操作成功'])
    const after = await Promise.all(payments.map((p) => paymentNow(p.id)))
    expect(after.map((p) => [p.vatAmount, p.surchargeAmount, p.iitAmount, p.netAmount])).toEqual([
      ['0.00', '0.00', '440.00', '2560.00'],
      ['1188.12', '71.29', '31019.80', '87720.79'],
      ['0.00', '0.00', '520.00', '2480.00'],
    ])
    for (const [n, l] of (await Promise.all(lines.map((l) => lineNow(l.id)))).entries())
      expect(l).toMatchObject({
        taxFinal: 1,
        taxMonth: '202406',
        settleStatus: settleStatus.paying,
        netAmount: after[n]?.netAmount,
      })
    expect(new Set(after.map((p) => p.handleApplyId)).size).toBe(1)
    const batch = await batchNow(after[0]?.handleApplyId ?? null)
    expect(batch).toMatchObject({
      handleStatus: handleStatus.pending,
      totalCount: 3,
      totalAmount: '92760.79',
      entrustedCompanyId: w.companyId,
      fiscalTaxId: w.partnerId,
    })
    const infos = await rowsBy(w.context, w.tenantId, handleApplyInfo, 'handle_apply_id', batch.id)
    expect(infos.map((i) => [i.infoStatus, i.amount, i.payeeAccount]).sort()).toEqual(
      after.map((p) => [0, p.netAmount, p.bankAccount]).sort(),
    )
    expect(new Set(infos.map((i) => i.yurRef)).size).toBe(3)
    expect(await rowNow(w.context, w.tenantId, settlementOrder, id)).toMatchObject({
      vatAmount: '1188.12',
      iitAmount: '31979.80',
      netAmount: '92760.79',
    })
    await clean()
  })

  test('can be reckoned by hand, before and after: the steps of the taxes', async () => {
    const fresh = await load(w.context, w.tenantId, (work) =>
      work.insert(authenticationDoctor, {
        code: 'D7700',
        doctorName: '步骤医生',
        phone: '19900007700',
        certStatus: certStatus.certified,
      }),
    )
    const g = { ...w, doctors: [fresh.id, ...w.doctors.slice(1)] }
    await payable(g)
    const { lines } = await paidOrder(g, ['3000.00', '100.00', '3000.00'])
    const [one, , two] = lines as [Line, Line, Line]
    const [first, second] = await applied([one, two])
    const steps = async (line: Line) =>
      (
        await fin.get<{ what: string; how: string; amount: string }[]>('blade-svc/orderDoctorSettlement/taxSteps', {
          id: line.id,
        })
      ).data.map((s) => [s.what, s.how, s.amount])
    expect((await pass(fin, [first as Payment])).status).toBe(200)
    const seen = await steps(two)
    expect(seen).toEqual([
      [`本月已核定 ${one.code}`, '3,000.00 − 0.00 − 0.00 − 440.00 = 2,560.00', '3000.00'],
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
    const other = await t.signIn(w.tenantId, 'companyAdmin', { company: w.companyId })
    expect((await other.get('blade-svc/orderDoctorSettlement/taxSteps', { id: two.id })).status).toBe(200)
    await change(w.context, w.tenantId, orderDoctorSettlement, one.id, { entrustedCompanyId: '77' })
    expect((await other.get('blade-svc/orderDoctorSettlement/taxSteps', { id: two.id })).status).toBe(403)
    await change(w.context, w.tenantId, orderDoctorSettlement, one.id, { entrustedCompanyId: w.companyId })
    expect((await pass(fin, [second as Payment])).status).toBe(200)
    // as it was fixed, whatever is fixed after it
    expect(await steps(two)).toEqual(seen)
    expect((await steps(one)).at(0)).toEqual(['本月累计税前（此前 + 本笔）', '0.00 + 3,000.00', '3000.00'])
  })

  test('is not by who applied, not by others than finance, not twice', async () => {
    const { lines } = await paidOrder(w, ['900.00'])
    expect((await fin.post(APPLY, { ids: lines[0]?.id })).status).toBe(200)
    const payments = await paymentsOf(lines)
    const own = await pass(fin, payments)
    expect([own.status, own.msg]).toEqual([400, expect.stringContaining('经办与审核不能是同一人')])
    expect((await pass(ops, payments)).status).toBe(403)
    const fin2 = await t.signIn(w.tenantId, 'finance')
    const all = await Promise.all(Array.from({ length: 20 }, () => pass(fin2, payments)))
    expect(all.map((a) => a.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    const [info, second] = await rowsBy(
      w.context,
      w.tenantId,
      handleApplyInfo,
      'order_doctor_payment_id',
      payments[0]?.id,
    )
    expect([info?.amount, second]).toEqual([(await paymentNow(payments[0]?.id as string)).netAmount, undefined])
    await clean()
  })

  test('rejects with a reason, and the line is payable again', async () => {
    const { lines } = await paidOrder(w, ['900.00'])
    const [payment] = await applied(lines)
    const mute = await fin.post(`${PAYMENT}auditReject`, { ids: payment?.id })
    expect([mute.status, mute.data]).toEqual([400, { reason: expect.any(String) }])
    expect((await fin.post(`${PAYMENT}auditReject`, { ids: payment?.id, reason: '账号待核实' })).status).toBe(200)
    expect(await paymentNow(payment?.id as string)).toMatchObject({
      paymentStatus: paymentStatus.rejected,
      approvalStatus: approvalStatus.rejected,
      approvalRemark: '账号待核实',
    })
    expect(await lineNow(lines[0]?.id as string)).toMatchObject({ settleStatus: settleStatus.payable })
    expect((await applied(lines)).map((p) => p.paymentStatus).sort()).toEqual([0, 2])
    await clean()
  })

  test('of a month that is declared is refused', async () => {
    const { lines } = await paidOrder(w, ['900.00'])
    const payments = await applied(lines)
    const declared = await load(w.context, w.tenantId, (work) =>
      work.insert(summaryTaxReturns, {
        code: 'TR1',
        fiscalTaxId: w.partnerId,
        taxMonth: '202406',
        returnsStatus: returnsStatus.declared,
      }),
    )
    const r = await pass(fin, payments)
    expect([r.status, r.msg]).toEqual([400, '202406 的申报单 TR1 已申报，本月不能再付款'])
    await change(w.context, w.tenantId, summaryTaxReturns, declared.id, { returnsStatus: returnsStatus.generated })
    expect((await pass(fin, payments)).status).toBe(200)
    await change(w.context, w.tenantId, summaryTaxReturns, declared.id, { isDeleted: 1 } as never)
  })

  test('of two orders of two companies at one moment taxes a doctor as if one after the other', async () => {
    const other = await load(w.context, w.tenantId, async (work) => {
      const company = await work.insert(entrustedCompany, {
        code: 'C0777',
        name: '宁波安平医药有限公司',
        socialCreditCode: '91330200MA27XW7777',
        legalPerson: '安平',
        platformFeeRate: '0.060000',
        auditStatus: auditStatus.approved,
        enableStatus: enableStatus.enabled,
      })
      await admitted(work, company, w.fin)
      return company
    })
    const fresh = await load(w.context, w.tenantId, (work) =>
      work.insert(authenticationDoctor, {
        code: 'D7777',
        doctorName: '并发医生',
        phone: '19900007777',
        certStatus: certStatus.certified,
      }),
    )
    const g = { ...w, doctors: [fresh.id, ...w.doctors.slice(1)] }
    await payable(g)
    const lines: Line[] = []
    for (const [n, fee] of ['3000.00', '3000.00', '2000.00', '4500.00'].entries())
      lines.push(...(await paidOrder(g, [fee], n % 2 === 0 ? {} : { companyId: other.id })).lines)
    const payments = await applied(lines)
    for (const a of await Promise.all(payments.map((p) => pass(fin, [p])))) expect(a.status).toBe(200)
    const after = await Promise.all(lines.map((l) => lineNow(l.id)))
    const withheld = after.reduce((n, l) => n + Number(l.iitAmount), 0)
    // W(12,500) = 10,000 × 20 %
    expect(withheld).toBeCloseTo(2000, 2)
    await clean()
  })

  test('whose taxes leave nothing freezes the payment, which thaws when its cause is gone', async () => {
    const fresh = await load(w.context, w.tenantId, (work) =>
      work.insert(authenticationDoctor, {
        code: 'D7778',
        doctorName: '税超医生',
        phone: '19900007778',
        certStatus: certStatus.certified,
      }),
    )
    const g = { ...w, doctors: [w.doctors[0] as string, fresh.id, fresh.id] }
    await payable(g)
    // the second line crosses the month's threshold of VAT, which is more than its fee
    const big = await paidOrder(g, ['900.00', '100000.00'])
    const small = await paidOrder(g, ['900.00', '0.50'])
    const [, first] = await applied(big.lines)
    const [, second] = await applied(small.lines)
    await pass(fin, [first as Payment])
    const a = await pass(fin, [second as Payment])
    expect([a.status, (a.data as { patch?: object }).patch]).toEqual([
      200,
      expect.objectContaining({ paymentStatus: paymentStatus.frozen }),
    ])
    const frozen = await paymentNow(second?.id as string)
    expect(frozen).toMatchObject({
      paymentStatus: paymentStatus.frozen,
      approvalStatus: approvalStatus.pending,
      handleApplyId: null,
    })
    expect(frozen.freezeReason).toContain('TAX_EXCEEDS')
    expect(await lineNow(small.lines[1]?.id as string)).toMatchObject({
      settleStatus: settleStatus.paying,
      taxFinal: 0,
    })
    const still = await fin.post(`${PAYMENT}thaw`, { ids: second?.id })
    expect([still.status, still.msg]).toEqual([400, expect.stringContaining('税额仍超过劳务费')])
    // what was approved comes back, and its taxes with it; the server's clock is ahead of the world's
    w.context.clock.pass(180)
    const id = (await lineNow(big.lines[1]?.id as string)).paymentId as string
    await happens(w, async (work) => {
      await work.lock(orderDoctorPayment, [id])
      for (const step of ['handle', 'fail', 'close'])
        await stepEach(work, orderDoctorPayment, orderDoctorPaymentLifecycle, step, [{ id }])
    })
    await happens(w, async (work) => {
      await lockOrder(work, big.id)
      const [, line] = await work.rows(orderDoctorSettlement, { settlementOrderId: big.id })
      await linesReleased(work, big.id, [line as Line], 'fail')
    })
    w.context.clock.pass(-180)
    expect(await lineNow(big.lines[1]?.id as string)).toMatchObject({
      settleStatus: settleStatus.failed,
      taxFinal: 0,
      releasedMonth: '202406',
    })
    expect((await fin.post(`${PAYMENT}thaw`, { ids: second?.id })).status).toBe(200)
    expect(await paymentNow(second?.id as string)).toMatchObject({
      paymentStatus: paymentStatus.pending,
      freezeReason: null,
    })
    // a rejected frozen payment lets its line go
    expect((await fin.post(`${PAYMENT}auditReject`, { ids: second?.id, reason: '不付' })).status).toBe(200)
    expect(await lineNow(small.lines[1]?.id as string)).toMatchObject({ settleStatus: settleStatus.payable })
  })
})

describe('a simulated payment', () => {
  const SIMULATE = 'blade-svc/orderDoctorSettlement/simulatedPayment'
  test('is made by the administrator where it is switched on, and is a real one but for the bank', async () => {
    const admin = await t.signIn(w.tenantId, 'administrator')
    const { id, lines } = await paidOrder(w, ['900.00', '700.00'])
    const off = await admin.post(SIMULATE, { ids: idsOf(lines) })
    expect([off.status, off.msg]).toEqual([400, expect.stringContaining('未开启模拟付款')])
    expect((await fin.post(SIMULATE, { ids: idsOf(lines) })).status).toBe(403)
    const unit = await load(w.context, w.tenantId, async (work) => {
      const [known] = await work.rows(param, { paramKey: 'pay.simulated.enabled' })
      if (known) {
        await work.lock(param, [known.id])
        await work.update(param, known.id, { paramValue: 'true' })
      } else
        await work.insert(param, {
          paramName: '模拟付款开关',
          paramKey: 'pay.simulated.enabled',
          paramValue: 'true',
        })
      return work.insert(tradingManagerInfo, {
        unitNo: 'DM777001',
        unitName: '康泰子单元',
        holderType: 1,
        holderId: w.companyId,
        balance: '10.00',
      })
    })
    const poor = await admin.post(SIMULATE, { ids: idsOf(lines) })
    expect([poor.status, poor.msg]).toEqual([400, expect.stringContaining('子单元可用余额')])
    await change(w.context, w.tenantId, tradingManagerInfo, unit.id, { balance: '2000.00' })
    const all = await Promise.all(Array.from({ length: 6 }, () => admin.post(SIMULATE, { ids: idsOf(lines) })))
    expect(all.map((a) => a.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const after = await Promise.all(lines.map((l) => lineNow(l.id)))
    for (const l of after) expect(l).toMatchObject({ settleStatus: settleStatus.paid, taxFinal: 1, taxMonth: '202406' })
    const payments = await paymentsOf(lines)
    expect(payments.map((p) => [p.paymentStatus, p.channel, p.yurRef?.slice(0, 3)])).toEqual([
      [paymentStatus.paid, 2, 'SIM'],
      [paymentStatus.paid, 2, 'SIM'],
    ])
    const net = after.reduce((n, l) => n + Number(l.netAmount), 0)
    const left = await rowNow(w.context, w.tenantId, tradingManagerInfo, unit.id)
    expect(Number(left.balance)).toBeCloseTo(2000 - net, 2)
    expect(Number((await rowNow(w.context, w.tenantId, settlementOrder, id)).paidNetAmount)).toBeCloseTo(net, 2)
    const [tax] = await rowsBy(w.context, w.tenantId, entrustedTaxPaymentOrder, 'settlement_order_id', id)
    expect(tax?.taxPayStatus).toBe(taxPayStatus.toPay)
    await clean()
    await change(w.context, w.tenantId, tradingManagerInfo, unit.id, { isDeleted: 1 } as never)
  })
})

describe('the blacklist', () => {
  const LIST = 'blade-userBlacklist/'
  const doctorOf = async (n: number): Promise<World> => {
    const fresh = await load(w.context, w.tenantId, (work) =>
      work.insert(authenticationDoctor, {
        code: `D8${n}`,
        doctorName: `名单医生${n}`,
        phone: `1990000880${n}`,
        certStatus: certStatus.certified,
      }),
    )
    const g = { ...w, doctors: [fresh.id, fresh.id, fresh.id] }
    await payable(g)
    return g
  }

  test('freezes what is not at the bank yet, takes it out of its batch and releases its taxes', async () => {
    const g = await doctorOf(1)
    const [doctorId] = g.doctors
    const { lines } = await paidOrder(g, ['3000.00', '2000.00', '3000.00', '700.00'])
    const others = await paidOrder(w, ['900.00'])
    const payments = await applied(lines.slice(0, 3))
    const [other] = await applied(others.lines)
    // two of the doctor and one of another are approved together
    expect((await pass(fin, [payments[0] as Payment, payments[2] as Payment, other as Payment])).status).toBe(200)
    const batch = (await paymentNow(other?.id as string)).handleApplyId
    expect(await batchNow(batch)).toMatchObject({ totalCount: 3 })
    const listed = await ops.post<{ id: string }>(`${LIST}submit`, { doctorId, blackType: 1, reason: '重复病例' })
    expect([listed.status, listed.msg]).toEqual([200, '操作成功'])
    for (const p of payments)
      expect(await paymentNow(p.id)).toMatchObject({
        paymentStatus: paymentStatus.frozen,
        freezeReason: '医生在黑名单中',
        approvalStatus: approvalStatus.pending,
        handleApplyId: null,
        handleApplyInfoId: null,
        yurRef: null,
      })
    for (const l of await Promise.all(lines.map((l) => lineNow(l.id))))
      expect(l).toMatchObject({ taxFinal: 0, blackFlag: 1 })
    const rest = await paymentNow(other?.id as string)
    expect(await batchNow(batch)).toMatchObject({ totalCount: 1, totalAmount: rest.netAmount, isDeleted: 0 })
    expect(await rowNow(w.context, w.tenantId, authenticationDoctor, doctorId as string)).toMatchObject({
      blackStatus: 1,
    })
    await clean()
    // what is put up for payment now is frozen from the beginning
    expect((await applied([lines[3] as Line])).map((p) => p.paymentStatus)).toEqual([paymentStatus.frozen])
    const twice = await ops.post(`${LIST}submit`, { doctorId, blackType: 1, reason: '再次发现' })
    expect([twice.status, twice.msg]).toEqual([400, '该医生已在黑名单中'])
    const cold = await fin.post(`${PAYMENT}thaw`, { ids: payments[0]?.id })
    expect([cold.status, cold.msg]).toEqual([400, expect.stringContaining('仍在黑名单中，不能解冻')])
    expect((await fin.post(`${LIST}remove`, { ids: listed.data.id })).status).toBe(403)
    expect((await ops.post(`${LIST}remove`, { ids: listed.data.id })).status).toBe(200)
    expect(await lineNow(lines[0]?.id as string)).toMatchObject({ blackFlag: 0, settleStatus: settleStatus.paying })
    expect(await paymentNow(payments[0]?.id as string)).toMatchObject({ paymentStatus: paymentStatus.frozen })
    expect((await fin.post(`${PAYMENT}thaw`, { ids: idsOf(payments) })).status).toBe(200)
    // whoever thawed a payment does not approve it
    expect((await pass(fin, payments)).msg).toContain('经办与审核不能是同一人')
    expect((await pass(await t.signIn(w.tenantId, 'finance'), payments)).status).toBe(200)
    await clean()
  })

  test('lists several at once, one of a company only; a batch with nothing left is gone', async () => {
    const [a, b] = [await doctorOf(2), await doctorOf(3)]
    const { lines } = await paidOrder(a, ['3000.00'])
    const [payment] = await applied(lines)
    await pass(fin, [payment as Payment])
    const batch = (await paymentNow(payment?.id as string)).handleApplyId
    const many = await ops.post(`${LIST}submitList`, [
      { doctorId: a.doctors[0], reason: '身份不符' },
      { doctorId: b.doctors[0], reason: '身份不符' },
    ])
    expect([many.status, many.msg]).toEqual([200, '操作成功'])
    expect(await paymentNow(payment?.id as string)).toMatchObject({ paymentStatus: paymentStatus.frozen })
    expect(await batchNow(batch)).toMatchObject({ isDeleted: 1 })
    const c = await doctorOf(4)
    const [doctorId] = c.doctors
    const mute = await ops.post(`${LIST}submit`, { doctorId, blackType: 2, reason: '违反承诺' })
    expect([mute.status, mute.msg]).toEqual([400, '请选择指定企业'])
    const one = { doctorId, blackType: 2, entrustedCompanyId: w.companyId, reason: '违反承诺' }
    expect((await ops.post(`${LIST}submit`, one)).status).toBe(200)
    expect(await rowNow(w.context, w.tenantId, authenticationDoctor, doctorId as string)).toMatchObject({
      blackStatus: 0,
    })
    const { lines: stopped } = await paidOrder(c, ['3000.00'])
    expect((await applied(stopped)).map((p) => p.paymentStatus)).toEqual([paymentStatus.frozen])
    await clean()
  })

  test('and a review at one moment: either the payment is frozen, or it was never approved', async () => {
    for (let n = 5; n < 9; n++) {
      const g = await doctorOf(n)
      const { lines } = await paidOrder(g, ['3000.00'])
      const [payment] = await applied(lines)
      const [reviewed, listed] = await Promise.all([
        pass(fin, [payment as Payment]),
        ops.post(`${LIST}submit`, { doctorId: g.doctors[0], blackType: 1, reason: '身份不符' }),
      ])
      expect([200, 400, 409]).toContain(reviewed.status)
      expect(listed.status).toBe(200)
      expect(await paymentNow(payment?.id as string)).toMatchObject({ paymentStatus: paymentStatus.frozen })
      expect(await lineNow(lines[0]?.id as string)).toMatchObject({ taxFinal: 0, settleStatus: settleStatus.paying })
    }
    await clean()
  })
})

// last, because it lets the world's clock run ahead of the server's
describe('a fee', () => {
  test.each([
    ['800', '0.00'],
    ['801', '0.20'],
    ['4000', '640.00'],
    ['5000', '800.00'],
    ['25000', '4000.00'],
    ['30000', '5200.00'],
    ['62500', '13000.00'],
    ['100000', '25000.00'],
  ])('of %s in a month of its own withholds %s', async (fee, tax) => {
    w.context.clock.pass(60 * 24 * 31)
    const { lines } = await paidOrder(w, [`${fee}.00`])
    const [payment] = await applyNow(lines)
    await step('orderDoctorPayment', 'auditPass', [payment as Payment], w.fin)
    expect(await lineNow(lines[0]?.id as string)).toMatchObject({ iitAmount: tax, vatAmount: '0.00', taxFinal: 1 })
  })
})
