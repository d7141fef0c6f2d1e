import { activityPlan } from '../../../model/activities/activityPlan.ts'
import { activityServiceProject } from '../../../model/activities/projects.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import type { Label } from '../../../model/values/label.ts'
import { fen, readable } from '../../../model/values/money.ts'
import { AppError } from '../../core/errors.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { amountOf } from './planBudget.ts'

const { payType: payTypes } = statesOf(activityPlan)

// The lowest and the highest fee of a service project (3.3) hold for whatever fee an activity in money names.

type Project = RowOf<typeof activityServiceProject>
type Values = Readonly<Record<string, unknown>>

/**
 * Reason why a fee is outside the limits of a service project; a project without a highest fee has no limits. `what`:
 * label of the fee.
 */
export function limitProblem(project: Project, fee: unknown, what: Label): Label | null {
  const [least, most] = [fen(project.feeMin ?? '0'), fen(project.feeMax ?? '0')]
  const amount = amountOf(fee)
  if (most === 0n || (amount >= least && amount <= most)) return null
  const [from, to] = [readable(project.feeMin ?? '0'), readable(project.feeMax ?? '0')]
  return [
    `${what[0]}应在 ${from} 与 ${to} 之间（服务项目“${project.name}”）`,
    `${what[1]} is between ${from} and ${to} (service project “${project.name}”)`,
  ]
}

/** The same of what one doctor of an activity is paid; null of an activity in points, which pays no fee. */
export async function doctorFeeProblem(
  work: UnitOfWork,
  plan: Values,
  doctorName: string | null | undefined,
  fee: unknown,
): Promise<Label | null> {
  if (plan.payType !== payTypes.money) return null
  const project = await work.row(activityServiceProject, plan.activityServiceProjectId as string | null)
  const whose: Label = doctorName
    ? [`医生 ${doctorName} 的劳务费`, `The fee of doctor ${doctorName}`]
    : ['劳务费', 'The fee']
  return project && limitProblem(project, fee, whose)
}

/** Refuses a fee of one doctor outside the limits. @throws AppError 400 at the fee */
export async function refuseDoctorFee(
  work: UnitOfWork,
  plan: Values,
  doctorName: string | null | undefined,
  fee: unknown,
): Promise<void> {
  const problem = await doctorFeeProblem(work, plan, doctorName, fee)
  if (problem) throw new AppError(400, problem, { doctorFee: problem[0] })
}
