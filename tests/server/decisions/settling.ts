import { expect } from 'vitest'
import { cancellationRecord } from '../../../src/model/desk/cancellationRecord.ts'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { entrustedAccountPrepay } from '../../../src/model/funds/prepay.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { servicePaymentOrder } from '../../../src/model/payment/payments.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../src/model/settlement/settlementOrderPoint.ts'
import type { Decided } from '../../../src/model/wire/wire.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { decide, decideAll } from '../../../src/server/deciding/engine.ts'
import { broken, checkInvariants, invariants } from '../../../src/server/verification/check.ts'
import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'
import type { OrderMore } from '../../rules/ground.ts'
import { person } from '../../rules/people.ts'
import { pointOrderIn } from '../../rules/settlement/pointOrder.ts'
import { load, order, rowNow, rowsBy, type World, world } from './fixture.ts'
import { payable } from './payoutGround.ts'

const { payMode } = statesOf(servicePaymentOrder)
const { unitStatus } = statesOf(tradingManagerInfo)

// Settlement over SQL for tests about many who decide at one moment; what one alone brings about is tested in memory (tests/rules).

/** A company with an account that pays whatever comes, and the people around it. */
export interface Settling extends World {
  readonly ops: Actor
  readonly cashier: Actor
  readonly tax: Actor
}

let accounts = 0
/** An account of a company at the platform and at the bank, with what the company has paid in. */
export async function funded(w: World, entrustedCompanyId: string, prepaid: string): Promise<void> {
  accounts += 1
  const { id } = await load(w.context, w.tenantId, async (work) => {
    await work.insert(entrustedAccount, { accountNo: `PA${accounts}`, entrustedCompanyId })
    await work.insert(tradingManagerInfo, {
      unitNo: `DM${accounts}`,
      holderType: 1,
      holderId: entrustedCompanyId,
      unitStatus: unitStatus.normal,
    })
    return work.insert(entrustedAccountPrepay, {
      code: `PP${accounts}`,
      entrustedCompanyId,
      chargeType: 1,
      recordAmount: prepaid,
      bankSerialNo: `PAID${accounts}`,
      recordVoucher: '1',
    })
  })
  await decide(w.context, w.fin, { resource: entrustedAccountPrepay.id, transition: 'review.pass', id })
}

/** `tenant`: one where people sign in, else a new one. `prepaid`: what the company has paid in. */
export async function settling(tenant?: string, prepaid = '900000.00'): Promise<Settling> {
  const w = await world(undefined, tenant)
  await payable(w)
  await funded(w, w.companyId, prepaid)
  await load(w.context, w.tenantId, (work) =>
    work.insert(tradingManagerInfo, { unitNo: 'DM0', holderType: 2, unitStatus: unitStatus.normal }),
  )
  return {
    ...w,
    ops: person(w.tenantId, 'ops'),
    cashier: person(w.tenantId, 'cashier'),
    tax: person(w.tenantId, 'tax'),
  }
}

/** A decision on one record. */
export const takes = (w: World, who: Actor, of: AnyResource, transition: string, id: string, ask = {}, key?: string) =>
  decide(w.context, who, { resource: of.id, transition, id, ask, key: key ?? null })

/** The same on several, all or none. */
export const takesAll = (w: World, who: Actor, of: AnyResource, transition: string, ids: readonly string[], ask = {}) =>
  decideAll(w.context, who, { resource: of.id, transition, ids, ask })

/** A transition that makes its record. */
export const begins = async (w: World, who: Actor, of: AnyResource, transition: string, ask: object): Promise<string> =>
  (await decideAll(w.context, who, { resource: of.id, transition, ids: [], ask: { ...ask } }))[0]?.id ?? ''

/** How calls ended that were made at one moment: 200, or the code of the refusal. */
export const codesOf = async (calls: readonly Promise<unknown>[]): Promise<number[]> =>
  (await Promise.allSettled(calls)).map((e) => {
    if (e.status === 'fulfilled') return 200
    if (e.reason instanceof AppError) return e.reason.code
    throw e.reason
  })

/** A call that is made so many times at one moment is taken once. */
export async function once(times: number, call: (n: number) => Promise<unknown>, late = 409): Promise<void> {
  const codes = await codesOf(Array.from({ length: times }, (_, n) => call(n)))
  expect(codes.sort()).toEqual([200, ...Array.from({ length: times - 1 }, () => late)])
}

/** An order with its lines, by ids. */
export interface Settled {
  readonly id: string
  readonly lines: readonly string[]
}

const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map((r) => r.id)

/** The payment of an order by its company. */
export const paymentOf = async (w: World, of: Settled, column = 'settlement_order_id') =>
  (await rowsBy(w.context, w.tenantId, servicePaymentOrder, column, of.id))[0]?.id ?? ''

/** An order as its cycle made it. */
export async function opened(w: World, fees: readonly string[], more: OrderMore = {}): Promise<Settled> {
  const { id } = await order(w, { ownCycle: true, ...more, fees })
  return { id, lines: ids(await rowsBy(w.context, w.tenantId, orderDoctorSettlement, 'settlement_order_id', id)) }
}

/** An order that its company has paid for from its account. */
export async function paid(w: World, fees: readonly string[], more: OrderMore = {}): Promise<Settled> {
  const of = await opened(w, fees, { ...more, status: 3 })
  await decide(w.context, w.fin, { resource: 'settlementOrder', transition: 'toSettle', id: of.id })
  const payment = await paymentOf(w, of)
  const payer = more.companyId ? w.admin : w.ca
  await takes(w, payer, servicePaymentOrder, 'confimPay', payment, { payMode: payMode.prepaid })
  await takes(w, w.fin2, servicePaymentOrder, 'submitReview.pass', payment)
  return of
}

let points = 0
const POINT_STEPS = ['audit.pass', 'confim.pass', 'toSettle'] as const

/** An order in points that has taken the steps up to one of these, none unless said. */
export async function pointsOpened(
  w: World,
  amounts: readonly number[],
  upTo?: (typeof POINT_STEPS)[number],
): Promise<Settled> {
  points += 1
  const id = await load(w.context, w.tenantId, (work) => pointOrderIn(work, w, points, amounts))
  for (const step of POINT_STEPS.slice(0, upTo ? POINT_STEPS.indexOf(upTo) + 1 : 0))
    await takes(w, step === 'confim.pass' ? w.ca : w.fin, settlementOrderPoint, step, id)
  return { id, lines: ids(await rowsBy(w.context, w.tenantId, orderDoctorSettlementPoint, 'settlement_order_id', id)) }
}

/** The company pays for an order in points from its account. */
export async function pointsPays(w: World, of: Settled): Promise<Decided> {
  const payment = await paymentOf(w, of, 'settlement_order_point_id')
  return takes(w, w.ca, servicePaymentOrder, 'confimPay', payment, { payMode: payMode.prepaid })
}

/** An order in points that its company has paid for. */
export async function pointsPaid(w: World, amounts: readonly number[]): Promise<Settled> {
  const of = await pointsOpened(w, amounts, 'toSettle')
  await pointsPays(w, of)
  const payment = await paymentOf(w, of, 'settlement_order_point_id')
  await takes(w, w.fin2, servicePaymentOrder, 'submitReview.pass', payment)
  return of
}

/** Somebody asks for the void of a line. Answers its cancellation. */
export async function voidWanted(w: World, who: Actor, line: string, of: AnyResource = orderDoctorSettlement) {
  await takes(w, who, of, 'applyForVoid', line, { reason: '误录' })
  return (await rowsBy(w.context, w.tenantId, cancellationRecord, 'biz_id', line)).at(-1)?.id ?? ''
}

export const agrees = (w: World, who: Actor, record: string, key?: string) =>
  takes(w, who, cancellationRecord, 'audit.pass', record, { auditRemark: '同意' }, key)

export const now = <R extends AnyResource>(w: World, of: R, id: string | null | undefined) =>
  rowNow(w.context, w.tenantId, of, id ?? '')
export const rows = <R extends AnyResource>(w: World, of: R, column: string, value: unknown) =>
  rowsBy(w.context, w.tenantId, of, column, value)

/** Everything holds that a tenant promises, or what is named: once a file, for it costs more than a race. */
export async function holds(w: World, named = /./): Promise<void> {
  const kept = invariants.map((i) => i.id).filter((id) => named.test(id))
  const found = await w.context.db.transaction({ tenantId: w.tenantId }, (tx) => checkInvariants(tx, kept))
  expect(broken(found).map((f) => f.id)).toEqual([])
}
