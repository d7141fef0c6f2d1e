import { activityPlan } from '../../../model/activities/activityPlan.ts'
import type { budgetOrder, budgetOrderLifecycle } from '../../../model/activities/budgetOrder.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

const { planStatus } = statesOf(activityPlan)

type Budget = RowOf<typeof budgetOrder>

const reviewed = (work: UnitOfWork, remark: string | null): Partial<Budget> => ({
  approvalOfficer: work.actor.name,
  approvalDate: work.time,
  approvalRemark: remark,
})

/** Guards and effects of lifecycle 3.9. */
export const budgetOrderRules: RulesOf<typeof budgetOrder, typeof budgetOrderLifecycle, UnitOfWork> = {
  submit: { set: () => ({ approvalOfficer: null, approvalDate: null, approvalRemark: null }) },
  'audit.pass': { set: (_budget, ask, work) => reviewed(work, ask.remark) },
  'audit.reject': { set: (_budget, ask, work) => reviewed(work, ask.remark) },
  close: {
    guard: async (budget, _ask, work) =>
      (await work.any(activityPlan, {
        budgetOrderId: budget.id,
        planStatus: [planStatus.planning, planStatus.inProgress],
      }))
        ? ['该预算单仍有未结束的活动', 'Activities of this budget have not ended yet']
        : null,
  },
}
