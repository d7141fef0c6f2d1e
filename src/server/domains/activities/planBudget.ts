import { activityPlan } from '../../../model/activities/activityPlan.ts'
import { budgetOrder } from '../../../model/activities/budgetOrder.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { fen, readable, yuan } from '../../../model/values/money.ts'
import { AppError } from '../../core/errors.ts'
import { fieldError } from '../../writing/save/sentFields.ts'
import type { Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { exchangeRuleOn } from '../people/exchangeRule.ts'
import type { Belonging, PlanKind } from './kinds.ts'
import { pointCost } from './pointPrice.ts'

const { payType: payTypes } = statesOf(activityPlan)

// Budget that an activity uses (3.3, INV-45): its amount while it is planned and runs, the accepted part after it has
// ended.

const ACTIVE = 2
const ENDED = 2

/** An amount of a row, fen. */
export const amountOf = (value: unknown): bigint => fen(String(value ?? '0'))

/** Amount that an activity has reserved of its budget, fen. */
export const reservedOf = (plan: Readonly<Record<string, unknown>>): bigint =>
  amountOf(plan.budgetAmount) - amountOf(plan.releasedAmount)

/**
 * INV-45: reserves a budget for activities, within its amount, or releases it. Locks the budget.
 * @throws AppError 400 where too little is left.
 */
export async function reserve(work: UnitOfWork, budgetId: string, by: bigint): Promise<void> {
  const [found] = await work.lock(budgetOrder, [budgetId])
  const budget = found as RowOf<typeof budgetOrder> | undefined
  if (!budget || by === 0n) return
  const planned = fen(budget.plannedAmount ?? '0') + by
  if (by > 0n && planned > fen(budget.budgetAmount ?? '0')) {
    const left = readable(yuan(fen(budget.budgetAmount ?? '0') - fen(budget.plannedAmount ?? '0')))
    throw new AppError(400, [
      `预算单 ${budget.code} 剩余 ${left}，不足以增加该活动的预算`,
      `The budget ${budget.code} has ${left} left, too little for this activity`,
    ])
  }
  await work.update(budgetOrder, budgetId, { plannedAmount: yuan(planned) })
}

/** The budget that an activity names is its company's and in force; 400 at the field otherwise. */
export async function refuseBudget(work: UnitOfWork, budgetId: string, companyId: unknown): Promise<void> {
  const budget = await work.row(budgetOrder, budgetId)
  if (!budget) return
  if (budget.entrustedCompanyId !== companyId)
    throw fieldError(work.actor, 'budgetOrderId', [
      `预算单 ${budget.code} 属于其他企业`,
      `The budget ${budget.code} is of another company`,
    ])
  if (budget.budgetStatus !== ACTIVE)
    throw fieldError(work.actor, 'budgetOrderId', [
      `预算单 ${budget.code} 不在执行中，不能用于活动`,
      `The budget ${budget.code} is not active: no activity is planned in it`,
    ])
}

/** Doctors who count: who has refused, or was taken off, costs nothing. */
export const COUNTING = [0, 1]

/** Cost of the doctors of an activity, fen: their fees, or what their points cost at the exchange rule in force. */
async function feesOf(
  work: UnitOfWork,
  { of, plan: by }: Belonging,
  plan: Readonly<Record<string, unknown>>,
  planId: string,
): Promise<bigint> {
  const counting = { [by]: planId, agreementStatus: COUNTING }
  if (plan.payType !== payTypes.points) return fen((await work.sum(of, ['doctorFee'], counting)).doctorFee)
  const all = await work.rows(of, counting)
  if (all.every((d) => !d.doctorPoint)) return 0n
  const { pointsPerYuan } = await exchangeRuleOn(work, String(plan.entrustedCompanyId), work.time.slice(0, 10))
  return all.reduce((sum, d) => sum + fen(pointCost(Number(d.doctorPoint ?? 0), pointsPerYuan)), 0n)
}

/**
 * The budget of an activity as it is planned, yuan: what one costs by how many (of points, what they cost at the exchange rule
 * in force), or the fees of its doctors where all of them come (3.3). `planId`: none of a new one, which has no doctors yet.
 */
export async function budgetOf(
  work: UnitOfWork,
  kind: PlanKind,
  plan: Readonly<Record<string, unknown>>,
  planId: string | null,
): Promise<string> {
  if (!kind.shared && kind.doctors) return yuan(planId ? await feesOf(work, kind.doctors, plan, planId) : 0n)
  const many = BigInt(Number(plan.planSearchNum ?? 0))
  if (plan.payType !== payTypes.points) return yuan(amountOf(plan.unitFee) * many)
  const points = Number(plan.unitPoint ?? 0)
  if (points === 0) return '0.00'
  const { pointsPerYuan } = await exchangeRuleOn(work, String(plan.entrustedCompanyId), work.time.slice(0, 10))
  return yuan(fen(pointCost(points, pointsPerYuan)) * many)
}

/**
 * Adjusts the budget of a locked activity after its doctors changed, where its cost depends on them. An ended activity
 * has settled its budget; a restart counts anew.
 */
export async function followDoctors(work: UnitOfWork, kind: PlanKind, planId: string): Promise<void> {
  if (kind.shared || !kind.doctors) return
  const plan = (await work.row(kind.of, planId)) as Row | null
  if (!plan || plan.planStatus === ENDED) return
  const budgetAmount = yuan(await feesOf(work, kind.doctors, plan, planId))
  const by = fen(budgetAmount) - amountOf(plan.budgetAmount)
  if (by === 0n) return
  if (plan.budgetOrderId) await reserve(work, String(plan.budgetOrderId), by)
  await work.update(kind.of, planId, { budgetAmount } as never)
}
