import { beforeAll, describe, expect, test } from 'vitest'
import { param } from '../../../src/model/administration/system/param.ts'
import { handleApplyInfo } from '../../../src/model/funds/handleInfo.ts'
import { integralAccount } from '../../../src/model/funds/integral.ts'
import { dmanInternalTransferPoint } from '../../../src/model/funds/transfers.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctorPayment, orderDoctorPaymentPoint } from '../../../src/model/payment/orderDoctorPayment.ts'
import { servicePaymentOrder } from '../../../src/model/payment/payments.ts'
import { platServiceFeePoint } from '../../../src/model/payment/platServiceFeePoint.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { userBlacklist } from '../../../src/model/people/userBlacklist.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../src/model/settlement/settlementOrderPoint.ts'
import { sum } from '../../../src/model/values/money.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { admitted } from '../../rules/ground.ts'
import { load } from './fixture.ts'
import { payable } from './payoutGround.ts'
import {
  begins,
  codesOf,
  funded,
  holds,
  now,
  once,
  paid,
  paymentOf,
  pointsOpened,
  pointsPaid,
  pointsPays,
  rows,
  type Settling,
  settling,
  takes,
  takesAll,
} from './settling.ts'

const { auditStatus, enableStatus } = statesOf(entrustedCompany)
const { certStatus } = statesOf(authenticationDoctor)
const { feeStatus } = statesOf(platServiceFeePoint)
const { paymentStatus } = statesOf(orderDoctorPayment)
const { settlementStatus } = statesOf(settlementOrderPoint)
const { settleStatus } = statesOf(orderDoctorSettlement)

/** Lifecycles 3.14 and 3.15: many pay the same at one moment. */
let w: Settling
beforeAll(async () => {
  w = await settling()
})

const TIMES = 20
const applies = (line: string, key?: string) => takes(w, w.ops, orderDoctorSettlement, 'applyForPayment', line, {}, key)
const paymentsOf = (line: string) => rows(w, orderDoctorPayment, 'order_doctor_settlement_id', line)
/** Lines put up for payment by operations; their payments. */
async function applied(lines: readonly string[]): Promise<string[]> {
  await takesAll(w, w.ops, orderDoctorSettlement, 'applyForPayment', lines)
  return (await Promise.all(lines.map(paymentsOf))).map((of) => of.at(-1)?.id ?? '')
}
const passes = (payments: readonly string[], who: Actor = w.fin) =>
  takesAll(w, who, orderDoctorPayment, 'auditPass', payments)
let doctors = 0
/** A doctor whom nobody has paid yet. */
async function doctor(): Promise<string> {
  doctors += 1
  const { id } = await load(w.context, w.tenantId, (work) =>
    work.insert(authenticationDoctor, {
      code: `D77${doctors}`,
      doctorName: `并发医生${doctors}`,
      phone: `1990000770${doctors}`,
      certStatus: certStatus.certified,
    }),
  )
  await payable({ ...w, doctors: [id] })
  return id
}

describe('a line', () => {
  test('put up for payment and reviewed by twenty at once has one payment and one instruction', async () => {
    const { lines } = await paid(w, ['900.00', '900.00'])
    const [one = '', other = ''] = lines
    await once(TIMES, () => applies(one))
    const [payment, second] = await paymentsOf(one)
    expect(second).toBeUndefined()
    await once(TIMES, () => passes([payment?.id ?? '']))
    const [info, more] = await rows(w, handleApplyInfo, 'order_doctor_payment_id', payment?.id)
    expect([info?.amount, more]).toEqual([(await now(w, orderDoctorPayment, payment?.id)).netAmount, undefined])
    // the same key answers as the first time
    for (let n = 0; n < 2; n++) await applies(other, `apply-${other}`)
    expect(await paymentsOf(other)).toHaveLength(1)
  })

  test('has at most one payment that is not ended, the database says so', async () => {
    const { lines } = await paid(w, ['900.00'])
    await applied(lines)
    const [payment] = await paymentsOf(lines[0] ?? '')
    const { id: _id, code: _code, ...same } = payment as NonNullable<typeof payment>
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

  test('of two orders of two companies reviewed at one moment is taxed as if one came after the other', async () => {
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
    await funded(w, other.id, '10000.00')
    const own = { doctors: [await doctor()] }
    const lines: string[] = []
    for (const [n, fee] of ['3000.00', '3000.00', '2000.00', '4500.00'].entries())
      lines.push(...(await paid(w, [fee], n % 2 === 0 ? own : { ...own, companyId: other.id })).lines)
    const payments = await applied(lines)
    expect(await codesOf(payments.map((p) => passes([p])))).toEqual([200, 200, 200, 200])
    const after = await Promise.all(lines.map((l) => now(w, orderDoctorSettlement, l)))
    // W(12,500) = 10,000 × 20 %
    expect(sum(after.map((l) => l.iitAmount ?? '0'))).toBe('2000.00')
  })

  test('and the blacklist at one moment: either the payment is frozen, or it was never approved', async () => {
    for (let n = 0; n < 4; n++) {
      const doctorId = await doctor()
      const { lines } = await paid(w, ['3000.00'], { doctors: [doctorId] })
      const [payment = ''] = await applied(lines)
      const [reviewed, listed] = await codesOf([
        passes([payment]),
        begins(w, w.ops, userBlacklist, 'add', { doctorId, blackType: 1, reason: '身份不符' }),
      ])
      expect([200, 400, 409]).toContain(reviewed)
      expect(listed).toBe(200)
      expect(await now(w, orderDoctorPayment, payment)).toMatchObject({ paymentStatus: paymentStatus.frozen })
      expect(await now(w, orderDoctorSettlement, lines[0])).toMatchObject({
        taxFinal: 0,
        settleStatus: settleStatus.paying,
      })
    }
  })

  test('simulated by six at once is paid once', async () => {
    await load(w.context, w.tenantId, (work) =>
      work.insert(param, { paramName: '模拟付款开关', paramKey: 'pay.simulated.enabled', paramValue: 'true' }),
    )
    const { lines } = await paid(w, ['900.00', '700.00'])
    await once(6, () => takesAll(w, w.admin, orderDoctorSettlement, 'simulatedPayment', lines))
    const payments = (await Promise.all(lines.map(paymentsOf))).flat()
    expect(payments.map((p) => p.paymentStatus)).toEqual([paymentStatus.paid, paymentStatus.paid])
  })
})

describe('an order in points', () => {
  const companyPoints = async () => (await rows(w, integralAccount, 'holder_type', 1))[0]?.balance ?? 0
  const appliesFor = (lines: readonly string[]) =>
    takesAll(w, w.fin, orderDoctorSettlementPoint, 'applyForPayment', lines)
  const grantsOf = async (lines: readonly string[]) =>
    (await Promise.all(lines.map((l) => rows(w, orderDoctorPaymentPoint, 'order_doctor_settlement_id', l)))).flat()
  const grants = (payments: readonly string[]) => takesAll(w, w.fin2, orderDoctorPaymentPoint, 'auditPass', payments)

  test('moves its points and its fee once, however many pay for it, put it up, grant it and transfer at once', async () => {
    const of = await pointsOpened(w, [305, 100], 'toSettle')
    await pointsPays(w, of)
    const payment = await paymentOf(w, of, 'settlement_order_point_id')
    await once(TIMES, () => takes(w, w.fin2, servicePaymentOrder, 'submitReview.pass', payment))
    expect(await companyPoints()).toBe(405)
    await once(TIMES, () => appliesFor(of.lines))
    const payments = (await grantsOf(of.lines)).map((p) => p.id)
    expect(payments).toHaveLength(2)
    const [first = '', second = ''] = payments
    await once(TIMES, () => grants([first]))
    expect(await companyPoints()).toBe(100)
    // the same key twice is one
    for (let n = 0; n < 2; n += 1)
      await takes(w, w.fin2, orderDoctorPaymentPoint, 'auditPass', second, {}, `grant-${second}`)
    expect(await companyPoints()).toBe(0)
    const [fee] = await rows(w, platServiceFeePoint, 'settlement_order_id', of.id)
    await once(TIMES, () => takes(w, w.cashier, platServiceFeePoint, 'transfer', fee?.id ?? ''))
    expect(await rows(w, dmanInternalTransferPoint, 'plat_service_fee_id', fee?.id)).toMatchObject([
      { amount: fee?.feeAmount },
    ])
    expect(await now(w, platServiceFeePoint, fee?.id)).toMatchObject({ feeStatus: feeStatus.transferring })
    expect(await now(w, settlementOrderPoint, of.id)).toMatchObject({
      settlementStatus: settlementStatus.paid,
      paidPoints: 405,
    })
  })

  test('beside many of the same company, granted at once, moves its points once each', async () => {
    const all: string[][] = []
    for (let n = 0; n < 8; n += 1) {
      const { lines } = await pointsPaid(w, [11])
      await appliesFor(lines)
      all.push((await grantsOf(lines)).map((p) => p.id))
    }
    const before = await companyPoints()
    expect(await codesOf(all.map(grants))).toEqual(all.map(() => 200))
    expect(await companyPoints()).toBe(before - 88)
  })
})

test('all of these together keep every promise', () => holds(w))
