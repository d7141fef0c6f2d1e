import { activityPlan } from '../../../model/activities/activityPlan.ts'
import type { RulesOf } from '../../../model/kernel/lifecycle.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import type { budgetOrder, budgetOrderLifecycle } from '../../../model/settlement/budgetOrder.ts'
import { AppError } from '../../core/errors.ts'
import type { Prepare } from '../../writes/hooks.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'

type Budget = RowOf<typeof budgetOrder>

const reviewed = (work: UnitOfWork, remark: string | null): Partial<Budget> => ({
  approvalOfficer: work.actor.name,
  approvalDate: work.time,
  approvalRemark: remark,
})

/** A period ends on or after its first day. */
export const periodOf: Prepare = async (values, before) => {
  const [start, end] = [values.periodStart ?? before?.periodStart, values.periodEnd ?? before?.periodEnd]
  if (start && end && String(end) < String(start))
    throw new AppError(400, ['结束日期不能早于开始日期', 'The last day is before the first'], {
      periodEnd: '结束日期不能早于开始日期',
    })
  return {}
}

/** Guards and effects of lifecycle 3.9. */
export const budgetOrderRules: RulesOf<typeof budgetOrder, typeof budgetOrderLifecycle, UnitOfWork> = {
  submit: { set: () => ({ approvalOfficer: null, approvalDate: null, approvalRemark: null }) },
  'audit.pass': { set: (_budget, ask, work) => reviewed(work, ask.remark) },
  'audit.reject': { set: (_budget, ask, work) => reviewed(work, ask.remark) },
  close: {
    guard: async (budget, _ask, work) =>
      (await work.any(activityPlan, { budgetOrderId: budget.id, planStatus: [0, 1] }))
        ? ['该预算单仍有未结束的活动', 'Activities of this budget have not ended yet']
        : null,
  },
}
