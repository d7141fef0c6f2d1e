import { beforeEach, describe, expect, it } from 'vitest'
import { budgetOrder } from '../../../src/model/activities/budgetOrder.ts'
import { caseCollection } from '../../../src/model/activities/collections.ts'
import { caseCollectionReport } from '../../../src/model/activities/reports/reports.ts'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { dmanInternalTransfer } from '../../../src/model/funds/transfers.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { orderEntrusted, orderEntrustedRel } from '../../../src/model/orders/orderEntrusted.ts'
import { platServiceFee } from '../../../src/model/payment/payments.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { sum } from '../../../src/model/values/money.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { brokenInMemory } from '../../../src/server/promises/memoryCheck.ts'
import { invariants } from '../../../src/server/verification/check.ts'
import { Voids } from '../desk/voids.ts'
import { payable, simulationOn } from '../payment/payouts.ts'
import { refused, type World } from '../world.ts'

const { accountStatus } = statesOf(entrustedAccount)
const { approvalStatus, confirmStatus } = statesOf(caseCollectionReport)
const { budgetStatus } = statesOf(budgetOrder)
const { orderStatus } = statesOf(orderEntrusted)
const { planStatus } = statesOf(caseCollection)
const { settlementStatus } = statesOf(settlementOrder)

// Company orders and budgets follow what is settled of their activities (3.3, 3.12, INV-45).

let w: World
beforeEach(async () => {
  w = await payable()
  await simulationOn(w)
})
let made = 0
const companyOrder = (id: string) => w.row(orderEntrusted, id)
const budgetNow = (id: string) => w.row(budgetOrder, id)
const simulates = (...lines: (string | undefined)[]) =>
  w.decideAll(
    w.people.admin,
    orderDoctorSettlement,
    'simulatedPayment',
    lines.map((l) => l ?? ''),
  )
const ends = (plan: string, transition = 'expire') => w.takes(caseCollection, transition, plan)
/** Promises about company orders; the plans of these budgets stand for more than is planned here. */
const KEPT = invariants.filter((i) => /^(INV-45|3\.3|3\.12\.(settled|companyOrders))/.test(i.id))
function holds(): void {
  expect(KEPT.length).toBe(9)
  const found = brokenInMemory((of) => w.play.store.table(of).all(of), KEPT).map((f) => f.id)
  expect(found.filter((id) => id !== 'INV-45.planned')).toEqual([])
}

/**
 * Settlement orders of the same activity that are paid, the platform's fee of each transferred. Fees are small: nothing is
 * withheld of what a doctor gets in the month, so that an order is settled with its last line.
 */
async function activity(orders: readonly (readonly string[])[]) {
  made += 1
  const paid: { readonly id: string; readonly lines: readonly string[] }[] = []
  for (const fees of orders) paid.push(await w.paid(fees))
  const lines = paid.flatMap((o) => o.lines.map((l) => w.row(orderDoctorSettlement, l)))
  const total = sum(lines.map((l) => l.grossAmount ?? '0.00'))
  const own = { entrustedCompanyId: w.g.companyId, entrustedCompanyName: '杭州康泰医药有限公司' }
  const employee = { baseEmployeeId: w.g.employeeId, baseEmployeeName: '陈明' }
  const budget = await w.put(budgetOrder, {
    ...own,
    code: `BO${made}`,
    name: '年度预算',
    periodStart: '2024-01-01',
    periodEnd: '2024-12-31',
    budgetAmount: '900000.00',
    plannedAmount: '500000.00',
    acceptedAmount: total,
    budgetStatus: budgetStatus.active,
  })
  const plan = await w.put(caseCollection, {
    ...own,
    ...employee,
    code: `HD${made}`,
    name: '病例征集',
    planType: 3,
    activityServiceProjectId: '1',
    budgetOrderId: budget,
    invitationStartDate: '2024-01-01',
    invitationEndDate: '2024-06-30',
    planSearchNum: 99,
    budgetAmount: '500000.00',
    planStatus: planStatus.inProgress,
  })
  const order = await w.put(orderEntrusted, {
    ...own,
    ...employee,
    code: `OE${made}`,
    planId: plan,
    planType: 3,
    planName: '病例征集',
    budgetAmount: '500000.00',
    acceptedAmount: total,
    startTime: '2024-01-01 09:00:00',
  })
  for (const l of lines) {
    await w.write(orderDoctor, l.orderDoctorId ?? '', { planId: plan })
    await w.put(orderEntrustedRel, { orderEntrustedId: order, orderDoctorId: l.orderDoctorId, amount: l.grossAmount })
  }
  for (const { id } of paid) {
    const [fee] = w.rows(platServiceFee, { settlementOrderId: id })
    await w.decide(w.people.cashier, platServiceFee, 'transfer', fee?.id ?? '')
    const [move] = w.rows(dmanInternalTransfer, { platServiceFeeId: fee?.id ?? '' })
    await w.told(move?.id ?? '', 'internalTransfer', { serial: `CMB${id}` })
  }
  return { budget, plan, order, paid, total }
}

describe('a settlement order that is settled', () => {
  it('settles its part of the company order and of the budget, once; the last one settles the completed order', async () => {
    const { order, budget, plan, paid, total } = await activity([['50.00', '30.00'], ['40.00']])
    const [one, other] = paid
    // the first line of two: nothing is settled yet
    await simulates(one?.lines[0])
    expect(companyOrder(order)).toMatchObject({ settledAmount: '0.00', orderStatus: orderStatus.running })
    await simulates(one?.lines[1])
    expect((await refused(simulates(one?.lines[1]))).code).toBe(409)
    expect(w.row(settlementOrder, one?.id).settlementStatus).toBe(settlementStatus.settled)
    expect(companyOrder(order)).toMatchObject({
      settledAmount: '80.00',
      orderStatus: orderStatus.running,
      endTime: null,
    })
    expect(budgetNow(budget)).toMatchObject({ settledAmount: '80.00' })
    await ends(plan)
    expect(companyOrder(order)).toMatchObject({
      orderStatus: orderStatus.completed,
      settledAmount: '80.00',
      endTime: expect.stringMatching(/^2024-06-15/),
    })
    await simulates(other?.lines[0])
    expect(companyOrder(order)).toMatchObject({
      orderStatus: orderStatus.settled,
      settledAmount: total,
      acceptedAmount: total,
    })
    expect(budgetNow(budget)).toMatchObject({ settledAmount: total })
    holds()
  })

  it('is settled by lines that are paid together', async () => {
    const { order, paid, total } = await activity([['51.00', '22.00', '10.00']])
    await simulates(...(paid[0]?.lines ?? []))
    expect(companyOrder(order)).toMatchObject({ orderStatus: orderStatus.running, settledAmount: total })
    holds()
  })

  it('settles nothing of a line that is void; void, the last one settles the company order', async () => {
    const { fin } = w.people
    const voids = new Voids(w)
    const { order, budget, plan, paid } = await activity([['50.00'], ['70.00']])
    const [one, other] = paid
    await ends(plan)
    await simulates(one?.lines[0])
    expect(companyOrder(order)).toMatchObject({ orderStatus: orderStatus.completed, settledAmount: '50.00' })
    const record = await voids.wanted(other?.lines[0])
    expect(companyOrder(order)).toMatchObject({ orderStatus: orderStatus.completed })
    // no prepaid account could take a refund: nothing has changed
    const account = voids.account()?.id ?? ''
    await w.write(entrustedAccount, account, { accountStatus: accountStatus.closed })
    await expect(voids.agrees(fin, record)).rejects.toThrow(AppError)
    expect(companyOrder(order)).toMatchObject({ orderStatus: orderStatus.completed })
    await w.write(entrustedAccount, account, { accountStatus: accountStatus.normal })
    await voids.agrees(fin, record)
    expect(companyOrder(order)).toMatchObject({ orderStatus: orderStatus.settled, settledAmount: '50.00' })
    expect(budgetNow(budget)).toMatchObject({ settledAmount: '50.00' })
    holds()
  })
})

describe('an activity that ends', () => {
  it('leaves its company order running while something of it waits to be accepted', async () => {
    const { order, plan } = await activity([['50.00']])
    await w.put(caseCollectionReport, {
      caseCollectionId: plan,
      entrustedCompanyId: w.g.companyId,
      baseEmployeeId: w.g.employeeId,
      doctorId: w.g.doctors[0],
      approvalStatus: approvalStatus.approved,
      confirmStatus: confirmStatus.pending,
    })
    await ends(plan, 'complete')
    expect(companyOrder(order)).toMatchObject({ orderStatus: orderStatus.running, endTime: null })
  })

  it('cancels it where its contract was refused before anything was accepted, and completes it else', async () => {
    const [empty, accepted, expired] = [await activity([]), await activity([['60.00']]), await activity([])]
    await ends(empty.plan, 'refuse')
    await ends(accepted.plan, 'refuse')
    await ends(expired.plan, 'expire')
    expect(companyOrder(empty.order)).toMatchObject({ orderStatus: orderStatus.cancelled })
    expect(companyOrder(accepted.order)).toMatchObject({ orderStatus: orderStatus.completed })
    // nothing was accepted: there is nothing to settle
    expect(companyOrder(expired.order)).toMatchObject({ orderStatus: orderStatus.completed })
    expect((await refused(ends(expired.plan, 'expire'))).code).toBe(409)
    holds()
  })
})
