import { beforeEach, describe, expect, it } from 'vitest'
import { handleApply } from '../../../src/model/funds/handle.ts'
import { handleApplyInfo } from '../../../src/model/funds/handleInfo.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctorPayment } from '../../../src/model/payment/orderDoctorPayment.ts'
import { orderDoctorPaymentLifecycle } from '../../../src/model/payment/orderDoctorPaymentLifecycles.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { summaryTaxReturns } from '../../../src/model/tax/summaryTaxReturns.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { moneySettlement } from '../../../src/server/domains/settlement/moneySettlement.ts'
import { linesReleased, lockOrder } from '../../../src/server/domains/settlement/outcomes.ts'
import { stepEach } from '../../../src/server/writing/unitOfWork/caused.ts'
import { refused, type World } from '../world.ts'
import { applied, payable, paymentsOf } from './payouts.ts'

const { approvalStatus, paymentStatus } = statesOf(orderDoctorPayment)
const { handleStatus } = statesOf(handleApply)
const { infoStatus } = statesOf(handleApplyInfo)
const { returnsStatus } = statesOf(summaryTaxReturns)
const { settleStatus } = statesOf(orderDoctorSettlement)

// Lifecycle 3.15: payments are reviewed, taxes are fixed, batches are put together.

let w: World
beforeEach(async () => {
  w = await payable()
})
const line = (id: string) => w.row(orderDoctorSettlement, id)
const payment = (id: string) => w.row(orderDoctorPayment, id)
const passes = (who: Actor, ...ids: string[]) => w.decideAll(who, orderDoctorPayment, 'auditPass', ids)
const rejects = (id: string, ask = {}) => w.decide(w.people.fin, orderDoctorPayment, 'auditReject', id, ask)
const thaws = (id: string) => w.decide(w.people.fin, orderDoctorPayment, 'thaw', id)

describe('a review', () => {
  it('fixes taxes, and puts what is approved together into one batch of company and partner', async () => {
    const { id, lines } = await w.paid(['3000.00', '120000.00', '3000.00'])
    const payments = await applied(w, lines)
    await passes(w.people.fin, ...payments)
    const after = payments.map(payment)
    expect(after.map((p) => [p.vatAmount, p.surchargeAmount, p.iitAmount, p.netAmount])).toEqual([
      ['0.00', '0.00', '440.00', '2560.00'],
      ['1188.12', '71.29', '31019.80', '87720.79'],
      ['0.00', '0.00', '520.00', '2480.00'],
    ])
    for (const [n, l] of lines.entries())
      expect(line(l)).toMatchObject({
        taxFinal: 1,
        taxMonth: '202406',
        settleStatus: settleStatus.paying,
        netAmount: after[n]?.netAmount,
      })
    expect(new Set(after.map((p) => p.handleApplyId)).size).toBe(1)
    const batch = w.row(handleApply, after[0]?.handleApplyId)
    expect(batch).toMatchObject({
      handleStatus: handleStatus.pending,
      totalCount: 3,
      totalAmount: '92760.79',
      entrustedCompanyId: w.g.companyId,
      fiscalTaxId: w.g.partnerId,
    })
    const infos = w.rows(handleApplyInfo, { handleApplyId: batch.id })
    expect(infos.map((i) => [i.infoStatus, i.amount, i.payeeAccount]).sort()).toEqual(
      after.map((p) => [infoStatus.pending, p.netAmount, p.bankAccount]).sort(),
    )
    expect(new Set(infos.map((i) => i.yurRef)).size).toBe(3)
    expect(w.row(settlementOrder, id)).toMatchObject({
      vatAmount: '1188.12',
      iitAmount: '31979.80',
      netAmount: '92760.79',
    })
    expect(w.broken()).toEqual([])
  })

  it('is not by who applied, not by others than finance, not twice', async () => {
    const { fin, fin2, ops } = w.people
    const { lines } = await w.paid(['900.00'])
    const [id = ''] = await applied(w, lines, fin)
    const own = await refused(passes(fin, id))
    expect([own.code, own.text[0]]).toEqual([400, expect.stringContaining('经办与审核不能是同一人')])
    expect((await refused(passes(ops, id))).code).toBe(403)
    await passes(fin2, id)
    expect((await refused(passes(fin2, id))).code).toBe(409)
    expect(w.rows(handleApplyInfo, { orderDoctorPaymentId: id })).toMatchObject([{ amount: payment(id).netAmount }])
    expect(w.broken()).toEqual([])
  })

  it('rejects with a reason, and the line is payable again', async () => {
    const { lines } = await w.paid(['900.00'])
    const [id = ''] = await applied(w, lines)
    const mute = await refused(rejects(id))
    expect([mute.code, mute.data]).toEqual([400, { reason: expect.any(String) }])
    await rejects(id, { reason: '账号待核实' })
    expect(payment(id)).toMatchObject({
      paymentStatus: paymentStatus.rejected,
      approvalStatus: approvalStatus.rejected,
      approvalRemark: '账号待核实',
    })
    expect(line(lines[0] ?? '')).toMatchObject({ settleStatus: settleStatus.payable })
    await applied(w, lines)
    expect(paymentsOf(w, lines[0] ?? '').map((p) => p.paymentStatus)).toEqual([
      paymentStatus.rejected,
      paymentStatus.pending,
    ])
    expect(w.broken()).toEqual([])
  })

  it('of a month that is declared is refused', async () => {
    const { lines } = await w.paid(['900.00'])
    const [id = ''] = await applied(w, lines)
    const returns = await w.put(summaryTaxReturns, {
      code: 'TR1',
      fiscalTaxId: w.g.partnerId,
      taxMonth: '202406',
      returnsStatus: returnsStatus.declared,
    })
    const { code, text } = await refused(passes(w.people.fin, id))
    expect([code, text[0]]).toEqual([400, '202406 的申报单 TR1 已申报，本月不能再付款'])
    await w.write(summaryTaxReturns, returns, { returnsStatus: returnsStatus.generated })
    await passes(w.people.fin, id)
    expect(payment(id).paymentStatus).toBe(paymentStatus.approved)
  })
})

describe('a payment whose taxes leave nothing', () => {
  it('is frozen, and thaws when its cause is gone; rejected, it lets its line go', async () => {
    const { fin } = w.people
    // the second line crosses the month's threshold of VAT, which is more than its fee
    const big = await w.paid(['900.00', '100000.00'])
    const small = await w.paid(['900.00', '0.50'])
    const [, first = ''] = await applied(w, big.lines)
    const [, second = ''] = await applied(w, small.lines)
    await passes(fin, first)
    expect(await passes(fin, second)).toMatchObject([{ patch: { paymentStatus: paymentStatus.frozen } }])
    expect(payment(second)).toMatchObject({
      paymentStatus: paymentStatus.frozen,
      freezeReason: expect.stringContaining('TAX_EXCEEDS'),
      approvalStatus: approvalStatus.pending,
      handleApplyId: null,
    })
    expect(line(small.lines[1] ?? '')).toMatchObject({ settleStatus: settleStatus.paying, taxFinal: 0 })
    expect(w.broken()).toEqual([])
    const still = await refused(thaws(second))
    expect([still.code, still.text[0]]).toEqual([400, expect.stringContaining('税额仍超过劳务费')])
    // the approved payment comes back, and its taxes with it
    await w.happens(async (work) => {
      await work.lock(orderDoctorPayment, [first])
      for (const step of ['handle', 'fail', 'close'] as const)
        await stepEach(work, orderDoctorPayment, orderDoctorPaymentLifecycle, step, [{ id: first }])
    })
    await w.happens(async (work) => {
      await lockOrder(work, moneySettlement, big.id)
      const [, of] = await work.rows(orderDoctorSettlement, { settlementOrderId: big.id })
      await linesReleased(work, big.id, [of as RowOf<typeof orderDoctorSettlement>], 'fail')
    })
    expect(line(big.lines[1] ?? '')).toMatchObject({
      settleStatus: settleStatus.failed,
      taxFinal: 0,
      releasedMonth: '202406',
    })
    await thaws(second)
    expect(payment(second)).toMatchObject({ paymentStatus: paymentStatus.pending, freezeReason: null })
    await rejects(second, { reason: '不付' })
    expect(line(small.lines[1] ?? '')).toMatchObject({ settleStatus: settleStatus.payable })
  })

  it('is rejected while it is frozen, too', async () => {
    const big = await w.paid(['900.00', '100000.00'])
    const small = await w.paid(['900.00', '0.50'])
    await passes(w.people.fin, (await applied(w, big.lines))[1] ?? '')
    const [, id = ''] = await applied(w, small.lines)
    await passes(w.people.fin, id)
    await rejects(id, { reason: '不付' })
    expect(payment(id)).toMatchObject({ paymentStatus: paymentStatus.rejected })
    expect(line(small.lines[1] ?? '')).toMatchObject({ settleStatus: settleStatus.payable })
    expect(w.broken()).toEqual([])
  })
})

describe('a fee', () => {
  it.each([
    ['800', '0.00'],
    ['801', '0.20'],
    ['4000', '640.00'],
    ['5000', '800.00'],
    ['25000', '4000.00'],
    ['30000', '5200.00'],
    ['62500', '13000.00'],
    ['100000', '25000.00'],
  ])('of %s in a month of its own withholds %s', async (fee, tax) => {
    const { lines } = await w.paid([`${fee}.00`])
    await passes(w.people.fin, ...(await applied(w, lines)))
    expect(line(lines[0] ?? '')).toMatchObject({ iitAmount: tax, vatAmount: '0.00', taxFinal: 1 })
  })
})
