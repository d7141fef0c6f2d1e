import type { RulesOf } from '../../../model/kernel/lifecycle.ts'
import type { settlementCycle, settlementCycleLifecycle } from '../../../model/settlement/settlementCycle.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'

/** Guards and effects of lifecycle 3.11. */
export const settlementCycleRules: RulesOf<typeof settlementCycle, typeof settlementCycleLifecycle, UnitOfWork> = {
  close: 'none',
}
