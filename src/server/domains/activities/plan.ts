import { activityPlan } from '../../../model/activities/activityPlan.ts'
import { budgetOrder } from '../../../model/activities/budgetOrder.ts'
import { activityServiceProject } from '../../../model/activities/projects.ts'
import { resourceOf } from '../../../model/business.ts'
import { statesOf } from '../../../model/language/states.ts'
import { AppError } from '../../core/errors.ts'
import type { Hooks } from '../../writing/hooks.ts'
import { refuseNotAdmitted } from '../../writing/save/admitted.ts'
import { fieldError } from '../../writing/save/sentFields.ts'
import type { Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { doctorFeeProblem, limitProblem } from './feeLimits.ts'
import { type Belonging, isReal, kinds, type PlanKind } from './kinds.ts'
import { amountOf, budgetOf, COUNTING, refuseBudget, reserve, reservedOf } from './planBudget.ts'

const { payType: payTypes } = statesOf(activityPlan)

/** Kinds of real activities with their sharers; no sharers where all doctors attend. */
export const plans: ReadonlyMap<string, readonly Belonging[]> = new Map(
  [...kinds].filter(([, kind]) => isReal(kind)).map(([id, { shared, parts }]) => [id, shared ? parts : []]),
)

type Values = Readonly<Record<string, unknown>>

/** Number allotted to the sharers of an activity; `but`: one sharer left out. */
async function allottedOf(work: UnitOfWork, parts: readonly Belonging[], id: string, but?: string): Promise<number> {
  let allotted = 0
  for (const { of, plan } of parts)
    for (const d of await work.rows(of, { [plan]: id, agreementStatus: COUNTING }))
      if (d.id !== but) allotted += Number(d.planSearchNum ?? 0)
  return allotted
}

/** INV-46: an activity plans no less than its doctors are allotted. */
async function refuseFewer(work: UnitOfWork, parts: readonly Belonging[], id: string, planned: number): Promise<void> {
  const allotted = await allottedOf(work, parts, id)
  if (planned < allotted)
    throw fieldError(work.actor, 'planSearchNum', [
      `计划数量不能少于已分配的 ${allotted}`,
      `Doctors are allotted ${allotted}: plan no less`,
    ])
}

/**
 * 3.3: the price of a plan lies between the lowest and highest price of its enabled service project, whose price is the
 * default.
 */
async function priced(work: UnitOfWork, now: Values): Promise<Record<string, unknown>> {
  const project = await work.row(activityServiceProject, String(now.activityServiceProjectId ?? ''))
  if (!project) return {}
  if (project.enableStatus !== 1)
    throw fieldError(work.actor, 'activityServiceProjectId', [
      `服务项目“${project.name}”已停用`,
      `The service project “${project.name}” is disabled`,
    ])
  const unitFee = now.unitFee ?? project.unitFee
  const problem = now.payType === payTypes.money ? limitProblem(project, unitFee, ['单价', 'The unit fee']) : null
  if (problem) throw fieldError(work.actor, 'unitFee', problem)
  return { unitFee, unitPoint: now.unitPoint ?? project.unitPoint }
}

/** Doctors keep the fees that they were invited at: another service project has to allow them. */
async function refuseUnlikeFees(work: UnitOfWork, { of, plan: by }: Belonging, now: Values, id: string): Promise<void> {
  const doctors = await work.rows(of, { [by]: id, agreementStatus: COUNTING })
  for (const doctor of doctors) {
    const problem = await doctorFeeProblem(work, now, doctor.doctorName as string | null, doctor.doctorFee)
    if (problem) throw fieldError(work.actor, 'activityServiceProjectId', problem)
  }
}

/** Fields that decide the budget of an activity. */
const COSTS = ['planSearchNum', 'unitFee', 'unitPoint', 'payType', 'entrustedCompanyId', 'activityServiceProjectId']

/** Hooks of activities: what they cost is reserved of their budget, and their doctors keep what they were promised. */
export function planHooks(kind: PlanKind): Hooks {
  /** Moves the reservation from the former budget to the present one. */
  const reserved = async (work: UnitOfWork, before: Values | null, now: Values): Promise<void> => {
    const [from, to] = [before?.budgetOrderId ?? null, now.budgetOrderId ?? null] as (string | null)[]
    await work.lock(budgetOrder, [...new Set([from, to].flatMap((id) => id ?? []))])
    if (from && from === to) return reserve(work, from, amountOf(now.budgetAmount) - amountOf(before?.budgetAmount))
    if (from) await reserve(work, from, -amountOf(before?.budgetAmount))
    if (to) await reserve(work, to, amountOf(now.budgetAmount))
  }
  return {
    prepare: async (values, before, work) => {
      const now: Values = { payType: payTypes.money, ...before, ...values }
      if (!before)
        await refuseNotAdmitted(work, values.entrustedCompanyId, 'entrustedCompanyId', [
          '新建活动',
          'it gets no activities yet',
        ])
      if (before && kind.shared && values.planSearchNum !== undefined)
        await refuseFewer(work, kind.parts, String(before.id), Number(values.planSearchNum))
      const moved = before !== null && now.entrustedCompanyId !== before.entrustedCompanyId
      const resettled = before !== null && now.payType !== before.payType
      if (before && kind.doctors && (moved || resettled)) {
        const { of, plan: by } = kind.doctors
        if (await work.any(of, { [by]: String(before.id), agreementStatus: COUNTING }))
          throw fieldError(work.actor, moved ? 'entrustedCompanyId' : 'payType', [
            '已邀请医生，不能修改企业或结算方式',
            'Doctors are invited: company and settlement stay',
          ])
      }
      if (before && kind.doctors && now.activityServiceProjectId !== before.activityServiceProjectId)
        await refuseUnlikeFees(work, kind.doctors, now, String(before.id))
      if (now.budgetOrderId && (moved || now.budgetOrderId !== before?.budgetOrderId))
        await refuseBudget(work, String(now.budgetOrderId), now.entrustedCompanyId)
      const costs = !before || COSTS.some((name) => values[name] !== undefined)
      const own = costs ? await priced(work, now) : {}
      const budgetAmount = costs
        ? await budgetOf(work, kind, { ...now, ...own }, before ? String(before.id) : null)
        : before.budgetAmount
      await reserved(work, before, { ...now, budgetAmount })
      return costs ? { ...own, budgetAmount } : {}
    },
    removed: async (rows, work) => {
      const held = rows.filter((row) => row.budgetOrderId)
      await work.lock(budgetOrder, [...new Set(held.map((row) => String(row.budgetOrderId)))])
      for (const row of held) await reserve(work, String(row.budgetOrderId), -reservedOf(row))
    },
  }
}

/**
 * Hooks of one resource of sharers of an activity (`parts`): together they are allotted no more than the activity has
 * (INV-46).
 */
export function allottedHooks(planId: string, parts: readonly Belonging[], { of, plan: by }: Belonging): Hooks {
  return {
    // two who are added or edited at once wait for each other at their plan
    first: async (ids, work) => {
      const rows = await work.rows(of, { id: [...ids] })
      await work.lock(resourceOf(planId), [...new Set(rows.map((row) => String(row[by])))])
    },
    prepare: async (values, before, work) => {
      if (before && values[by] === undefined && values.planSearchNum === undefined) return {}
      const now = { ...before, ...values }
      const id = now[by]
      if (typeof id !== 'string' || !COUNTING.includes(Number(now.agreementStatus ?? 0))) return {}
      const kind = resourceOf(planId)
      const plan = (before ? await work.row(kind, id) : (await work.lock(kind, [id]))[0]) as Row | null | undefined
      if (plan) await refuseMore(work, parts, plan, Number(now.planSearchNum ?? 1), before?.id as string | undefined)
      return {}
    },
  }
}

/** INV-46: a doctor is allotted no more than the activity has left (`but`: besides their own). @throws AppError 400 */
export async function refuseMore(
  work: UnitOfWork,
  parts: readonly Belonging[],
  plan: Row,
  many: number,
  but?: string,
): Promise<void> {
  const left = Number(plan.planSearchNum ?? 0) - (await allottedOf(work, parts, plan.id, but))
  if (many > left)
    throw new AppError(400, [`该活动仅余 ${left} 份可分配`, `The activity has ${left} left to allot`], {
      planSearchNum: `不能多于 ${left}`,
    })
}
