import { budgetOrder } from '../../../model/activities/budgetOrder.ts'
import { meetingTencent } from '../../../model/activities/meetings/meetingTencent.ts'
import { caseInterpretationDoctor } from '../../../model/activities/works.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { orderEntrusted } from '../../../model/orders/orderEntrusted.ts'
import { acceptance, review } from '../../../model/patterns/mixins.ts'
import { yuan } from '../../../model/values/money.ts'
import type { AnyRule } from '../../writing/rules.ts'
import type { Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork, Where } from '../../writing/unitOfWork/unitOfWork.ts'
import type { PlanKind } from './kinds.ts'
import { amountOf, reserve } from './planBudget.ts'

const { approvalStatus, confirmStatus } = statesOf({ fields: { ...review, ...acceptance } })
const { submitStatus } = statesOf(caseInterpretationDoctor)

// Consequences of an activity's end for the order of its company, and for its budget.

const MEETING = 1
const RUNNING = 0
const ENDED = 2
/** How an activity ends that the client refused the contract of. */
const REFUSED = 3
/** Of what is handed in: neither its review nor its acceptance has been refused, and it is not accepted. */
const PENDING = {
  approvalStatus: [approvalStatus.pending, approvalStatus.approved],
  confirmStatus: confirmStatus.pending,
}

/**
 * Order of an activity's company; at most one. The condition lets queries of several plans be sent as one statement.
 */
export const orderOf = async (work: UnitOfWork, planId: string): Promise<RowOf<typeof orderEntrusted> | null> =>
  (await work.rows(orderEntrusted, { planId }))[0] ?? null

/** Locks of `settleEnd` and of all other counts of an activity, by resource: for `lock` of rules. */
export async function locksOfPlan(work: UnitOfWork, plan: Row): Promise<Record<string, string[]>> {
  const order = await orderOf(work, plan.id)
  // an online meeting is cancelled with its meeting
  const online = plan.planType === MEETING ? await work.rows(meetingTencent, { meetingId: plan.id }) : []
  return {
    ...(online.length > 0 ? { [meetingTencent.id]: online.map(({ id }) => id) } : {}),
    ...(order ? { [orderEntrusted.id]: [order.id] } : {}),
    ...(plan.budgetOrderId ? { [budgetOrder.id]: [String(plan.budgetOrderId)] } : {}),
  }
}

/** Does anything of an activity wait for review or acceptance? `also`: only what has come so far. */
export async function hasPending(
  work: UnitOfWork,
  { deliverables }: PlanKind,
  planId: string,
  also: Where = PENDING,
): Promise<boolean> {
  for (const { of, plan } of deliverables) {
    // a meeting is handed in as a whole
    const handedIn: Where = of.fields.submitStatus ? { submitStatus: submitStatus.handedIn } : {}
    if (await work.any(of, { [plan]: planId, ...also, ...handedIn })) return true
  }
  return false
}

/**
 * An activity that has ended, and of which nothing waits any more: its company order is completed, or cancelled where the
 * contract was refused before anything was accepted, and its budget has back what was not accepted (3.3). Everything is locked
 * (`locksOfPlan`). Returns what is to be set of the activity.
 */
export async function settleEnd(work: UnitOfWork, kind: PlanKind, plan: Row): Promise<Record<string, unknown>> {
  if (plan.planStatus !== ENDED || (await hasPending(work, kind, plan.id))) return {}
  const order = await orderOf(work, plan.id)
  if (order?.orderStatus === RUNNING) {
    const nothing = plan.planEndedMark === REFUSED && !(await work.any(orderDoctor, { planId: plan.id }))
    await work.step(orderEntrusted, order.id, nothing ? 'cancel' : 'complete')
  }
  if (!plan.budgetOrderId || amountOf(plan.releasedAmount) > 0n) return {}
  const released = amountOf(plan.budgetAmount) - amountOf(order?.acceptedAmount)
  if (released <= 0n) return {}
  await reserve(work, String(plan.budgetOrderId), -released)
  return { releasedAmount: yuan(released) }
}

/** The rule of whatever ends an activity of a kind. */
export const endRule = (kind: PlanKind): AnyRule => ({
  lock: (plan: Row, work) => locksOfPlan(work, plan),
  effect: async (plan: Row, _ask, work) => settleEnd(work, kind, plan),
})
