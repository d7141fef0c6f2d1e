import { activityPlan } from '../../../../model/activities/activityPlan.ts'
import { closePlan, createPlan } from '../../../../model/administration/partner/calls.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { decideIn } from '../../../deciding/decideIn.ts'
import { prepareForSystem } from '../../../deciding/transitions.ts'
import type { DeclaredHandler } from '../../../records/handle.ts'
import { save } from '../../../writing/save/save.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { kindOfPlan, type PlanKind } from '../../activities/kinds.ts'
import { type Made, type Sent, taking } from './sent.ts'

/** The kind of an activity by its number. @throws AppError 400 */
function kindNamed(planType: unknown): PlanKind {
  const kind = kindOfPlan(planType)
  if (!kind) throw new AppError(400, ['活动类型无效', 'This is no type of activity'], { planType: '无效' })
  return kind
}

/** An activity of the client's company and its kind; none of the demonstration. @throws AppError 404 */
export async function planNamed(
  work: UnitOfWork,
  id: string,
): Promise<{ readonly kind: PlanKind; readonly plan: RowOf<typeof activityPlan> }> {
  const plan = await work.row(activityPlan, id)
  const kind = plan && kindOfPlan(plan.planType)
  if (!plan || !kind) throw notFound()
  return { kind, plan }
}

/** Plans an activity as people do by their form: company, budget and service project are looked at there. */
async function create({ work, body }: Sent): Promise<Made> {
  const { messageNumber: _, planType, ...fields } = body
  const { of } = kindNamed(planType)
  const foreign = Object.keys(fields).filter((name) => !Object.hasOwn(of.fields, name))
  if (foreign.length > 0)
    throw new AppError(
      400,
      [
        `${of.title[0]}没有字段 ${foreign.join('、')}，请去掉`,
        `${of.title[1]} have no ${foreign.join(', ')}; please remove it`,
      ],
      Object.fromEntries(foreign.map((name) => [name, '请去掉'])),
    )
  const { company } = work.actor
  const saved = await save(work, of, company ? { ...fields, entrustedCompanyId: company } : fields, 'add')
  return { of, id: saved.id, code: String(saved.code ?? '') }
}

/** 3.3: closes a running activity of the client's company by push; who closes it is the client. */
async function close({ work, body }: Sent): Promise<Made> {
  const { kind, plan } = await planNamed(work, String(body.planId))
  const order = { resource: kind.of.id, transition: 'push', ids: [plan.id] }
  await decideIn(work, prepareForSystem(work.domains, work.actor, order))
  return { of: kind.of, id: plan.id, code: plan.code ?? '' }
}

export const partnerPlanCalls: readonly DeclaredHandler[] = [
  taking(createPlan, { kind: 'plan' }, create),
  taking(closePlan, { kind: 'planClose' }, close),
]
