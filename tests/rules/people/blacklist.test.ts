import { beforeEach, describe, expect, it } from 'vitest'
import { handleApply } from '../../../src/model/funds/handle.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctorPayment } from '../../../src/model/payment/orderDoctorPayment.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { userBlacklist } from '../../../src/model/people/userBlacklist.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { applied, payable } from '../payment/payouts.ts'
import { person } from '../people.ts'
import { denied, refused, TENANT, type World } from '../world.ts'

const { approvalStatus, paymentStatus } = statesOf(orderDoctorPayment)
const { blackStatus } = statesOf(userBlacklist)
const { settleStatus } = statesOf(orderDoctorSettlement)

// Lifecycle 3.8 and INV-47: who is listed is not paid.

let w: World
let doctorId: string
beforeEach(async () => {
  w = await payable()
  doctorId = w.g.doctors[0] ?? ''
})
const line = (id: string) => w.row(orderDoctorSettlement, id)
const payment = (id: string) => w.row(orderDoctorPayment, id)
const passes = (who: Actor, ...ids: string[]) => w.decideAll(who, orderDoctorPayment, 'auditPass', ids)
const thaws = (...ids: string[]) => w.decideAll(w.people.fin, orderDoctorPayment, 'thaw', ids)
const lists = (more: object) => w.begin(w.people.ops, userBlacklist, 'add', { doctorId, blackType: 1, ...more })
/** A paid order of one doctor alone. */
const paidTo = (id: string | undefined, ...fees: string[]) => w.paid(fees, { doctors: [id ?? ''] })

describe('the blacklist', () => {
  it('freezes what is not at the bank yet, takes it out of its batch and releases its taxes', async () => {
    const { fin, ops } = w.people
    const { lines } = await paidTo(doctorId, '3000.00', '2000.00', '3000.00', '700.00')
    const others = await paidTo(w.g.doctors[1], '900.00')
    const payments = await applied(w, lines.slice(0, 3))
    const [other = ''] = await applied(w, others.lines)
    // two of the doctor and one of another are approved together
    await passes(fin, payments[0] ?? '', payments[2] ?? '', other)
    const batch = payment(other).handleApplyId
    expect(w.row(handleApply, batch)).toMatchObject({ totalCount: 3 })
    const listed = await lists({ reason: '重复病例' })
    for (const id of payments)
      expect(payment(id)).toMatchObject({
        paymentStatus: paymentStatus.frozen,
        freezeReason: '医生在黑名单中',
        approvalStatus: approvalStatus.pending,
        handleApplyId: null,
        handleApplyInfoId: null,
        yurRef: null,
      })
    for (const id of lines) expect(line(id)).toMatchObject({ taxFinal: 0, blackFlag: 1 })
    expect(w.row(handleApply, batch)).toMatchObject({
      totalCount: 1,
      totalAmount: payment(other).netAmount,
      isDeleted: 0,
    })
    expect(w.row(authenticationDoctor, doctorId)).toMatchObject({ blackStatus: 1 })
    expect(w.broken()).toEqual([])
    // a line that is put up for payment now is frozen from the beginning
    const [late = ''] = await applied(w, lines.slice(3))
    expect(payment(late).paymentStatus).toBe(paymentStatus.frozen)
    expect(await denied(lists({ reason: '再次发现' }))).toBe('该医生已在黑名单中')
    const cold = await refused(thaws(payments[0] ?? ''))
    expect([cold.code, cold.text[0]]).toEqual([400, expect.stringContaining('仍在黑名单中，不能解冻')])
    expect((await refused(w.decide(fin, userBlacklist, 'lift', listed))).code).toBe(403)
    await w.decide(ops, userBlacklist, 'lift', listed)
    expect(w.row(userBlacklist, listed)).toMatchObject({ blackStatus: blackStatus.lifted, endTime: expect.any(String) })
    expect(line(lines[0] ?? '')).toMatchObject({ blackFlag: 0, settleStatus: settleStatus.paying })
    expect(payment(payments[0] ?? '')).toMatchObject({ paymentStatus: paymentStatus.frozen })
    await thaws(...payments)
    // whoever thawed a payment does not approve it
    expect(await denied(passes(fin, ...payments))).toContain('经办与审核不能是同一人')
    await passes(person(TENANT, 'finance'), ...payments)
    expect(w.broken()).toEqual([])
  })

  it('leaves nothing of a batch that it empties', async () => {
    const { lines } = await paidTo(doctorId, '3000.00')
    const [id = ''] = await applied(w, lines)
    await passes(w.people.fin, id)
    const batch = payment(id).handleApplyId
    await lists({ reason: '身份不符' })
    expect(payment(id)).toMatchObject({ paymentStatus: paymentStatus.frozen })
    expect(w.row(handleApply, batch)).toMatchObject({ isDeleted: 1 })
    expect(w.broken()).toEqual([])
  })

  it('of one company stops what that company pays, and does not list the doctor elsewhere', async () => {
    const mute = await refused(lists({ blackType: 2, reason: '违反承诺' }))
    expect([mute.code, mute.text[0]]).toEqual([400, '请选择指定企业'])
    await lists({ blackType: 2, entrustedCompanyId: w.g.companyId, reason: '违反承诺' })
    expect(w.row(authenticationDoctor, doctorId)).toMatchObject({ blackStatus: 0 })
    const { lines } = await paidTo(doctorId, '3000.00')
    expect((await applied(w, lines)).map((id) => payment(id).paymentStatus)).toEqual([paymentStatus.frozen])
    expect(w.broken()).toEqual([])
  })
})
