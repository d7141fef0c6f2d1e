import { activityPlan } from '../../../model/activities/activityPlan.ts'
import { budgetOrder } from '../../../model/activities/budgetOrder.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import {
  orderEntrusted,
  type orderEntrustedLifecycle,
  orderEntrustedRel,
} from '../../../model/orders/orderEntrusted.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { settlementOrderPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import { fen, yuan } from '../../../model/values/money.ts'
import { hold, holds } from '../../writing/save/held.ts'
import { LocksMoved } from '../../writing/unitOfWork/locksMoved.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

// Settlement on the company's side of an activity (3.3, 3.12): how much of its order and of its budget is settled, and
// that the order is settled with the last of what was accepted.

type CompanyOrder = RowOf<typeof orderEntrusted>

const COMPLETED = 1
const SETTLED = 6
/** Of doctor orders: paid, taxed, void. Others are still to be settled. */
const [PAID, TAXED, VOID] = [3, 4, 9]

const idsIn = (ids: Iterable<string | null | undefined>): string[] => [...new Set([...ids].flatMap((id) => id ?? []))]

/** The company orders that doctor orders belong to, and the budgets of their activities. */
async function countedIn(work: UnitOfWork, doctorOrders: readonly string[]) {
  const rels = await work.rows(orderEntrustedRel, { orderDoctorId: doctorOrders })
  const orders = await work.rows(orderEntrusted, { id: idsIn(rels.map((r) => r.orderEntrustedId)) })
  const plans = await work.rows(activityPlan, { id: idsIn(orders.map((o) => o.planId)) })
  return { rels, orders, plans }
}

/** Locks of `acceptedVoid`, by resource: for `lock` of rules. */
export async function locksOfCompanyOrders(
  work: UnitOfWork,
  doctorOrders: readonly string[],
): Promise<Record<string, string[]>> {
  const rels = await work.rows(orderEntrustedRel, { orderDoctorId: doctorOrders })
  return { [orderEntrusted.id]: [...hold(work, idsIn(rels.map((r) => r.orderEntrustedId)))] }
}

/** Locks of `acceptedSettled`, by resource: for `lock` of rules. */
export async function locksOfSettled(
  work: UnitOfWork,
  doctorOrders: readonly string[],
): Promise<Record<string, string[]>> {
  const { orders, plans } = await countedIn(work, doctorOrders)
  return {
    [orderEntrusted.id]: [...hold(work, idsIn(orders.map((o) => o.id)))],
    [budgetOrder.id]: [...hold(work, idsIn(plans.map((p) => p.budgetOrderId)))],
  }
}

/** Sums by key, fen. */
function added(entries: Iterable<readonly [key: string | null | undefined, amount: bigint]>): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const [key, amount] of entries) if (key) sums.set(key, (sums.get(key) ?? 0n) + amount)
  return sums
}

/** More of locked records is settled. */
async function settledMore(
  work: UnitOfWork,
  of: typeof orderEntrusted | typeof budgetOrder,
  sums: ReadonlyMap<string, bigint>,
): Promise<void> {
  const more = [...sums].filter(([, amount]) => amount > 0n)
  const rows = new Map(
    (
      await work.lock(
        of,
        more.map(([id]) => id),
      )
    ).map((row) => [row.id, row]),
  )
  await work.updateAll(
    of,
    more.map(([id, amount]) => ({
      id,
      settledAmount: yuan(fen(String(rows.get(id)?.settledAmount ?? '0')) + amount),
    })),
  )
}

/**
 * A settlement order that paid these doctor orders is settled (`worth`: fen, by doctor order): their company orders and the
 * budgets of their activities say so, and a completed company order follows with the last of it. They are locked
 * (`locksOfSettled`); where others were to be, the transaction is repeated.
 */
export async function acceptedSettled(work: UnitOfWork, worth: ReadonlyMap<string, bigint>): Promise<void> {
  const { rels, orders, plans } = await countedIn(work, [...worth.keys()])
  const budgets = idsIn(plans.map((p) => p.budgetOrderId))
  if (!holds(work, [...orders.map((o) => o.id), ...budgets]))
    throw new LocksMoved('the order came to its end meanwhile')
  const ofOrders = added(rels.map((r) => [r.orderEntrustedId, worth.get(r.orderDoctorId ?? '') ?? 0n]))
  const budgetOf = new Map(plans.map((p) => [p.id, p.budgetOrderId]))
  await settledMore(
    work,
    budgetOrder,
    added(orders.map((o) => [budgetOf.get(o.planId ?? ''), ofOrders.get(o.id) ?? 0n])),
  )
  await settledMore(work, orderEntrusted, ofOrders)
  await settledFollow(work, orders)
}

/** A doctor order is void: its company order, which is locked (`locksOfCompanyOrders`), may have nothing left to settle. */
export async function acceptedVoid(work: UnitOfWork, doctorOrderId: string | null): Promise<void> {
  const { orders } = await countedIn(work, doctorOrderId ? [doctorOrderId] : [])
  if (!holds(work, idsIn(orders.map((o) => o.id)))) throw new LocksMoved('the doctor order was entered meanwhile')
  await settledFollow(work, orders)
}

/** Completed company orders of which nothing is left to settle are settled. They are locked. */
async function settledFollow(work: UnitOfWork, orders: readonly CompanyOrder[]): Promise<void> {
  const done: string[] = []
  for (const { id, planId } of orders) {
    const now = await work.row(orderEntrusted, id)
    if (now?.orderStatus === COMPLETED && (await allSettled(work, planId))) done.push(id)
  }
  await work.step(orderEntrusted, done, 'settle')
}

/** Was something accepted of an activity, and is each of it void, or paid by a settlement order that is settled? */
async function allSettled(work: UnitOfWork, planId: string | null): Promise<boolean> {
  if (!planId) return false
  const groups = await work.groupBy(orderDoctor, ['orderStatus', 'settlementOrderId', 'settlementOrderPointId'], [], {
    planId,
  })
  const live = groups.filter(({ key }) => Number(key.orderStatus) !== VOID)
  if (groups.length === 0 || live.some(({ key }) => ![PAID, TAXED].includes(Number(key.orderStatus)))) return false
  const named = (field: string) => idsIn(live.map(({ key }) => key[field] as string | null))
  const open = { settlementStatus: { not: SETTLED } }
  const unsettled = await Promise.all([
    work.any(settlementOrder, { id: named('settlementOrderId'), ...open }),
    work.any(settlementOrderPoint, { id: named('settlementOrderPointId'), ...open }),
  ])
  return unsettled.every((order) => order === null)
}

/** The activity of a company order has ended: it is completed, and settled at once where nothing is left to settle. */
export const companyOrderRules: RulesOf<typeof orderEntrusted, typeof orderEntrustedLifecycle, UnitOfWork> = {
  complete: {
    set: (_order, _ask, work) => ({ endTime: work.time }),
    effect: async (order, _ask, work) => {
      await settledFollow(work, [order])
      return undefined
    },
  },
  cancel: { set: (_order, _ask, work) => ({ endTime: work.time }) },
  reopen: { set: () => ({ endTime: null }) },
}
