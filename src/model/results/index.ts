import { defineModule } from '../kernel/module.ts'
import { budgetOrder, budgetOrderActStatistics, budgetOrderLifecycle } from '../settlement/budgetOrder.ts'
import { cyclePartners } from '../settlement/cyclePartners.ts'
import { resultOrder } from '../settlement/resultOrder.ts'
import * as details from '../settlement/resultOrderDetails.ts'
import { resultOrderLifecycle } from '../settlement/resultOrderLifecycle.ts'
import * as points from '../settlement/resultOrderPoint.ts'
import { resultOrderQueue, settlementCycleQueue } from '../settlement/resultQueue.ts'
import * as cycles from '../settlement/settlementCycle.ts'

/** Budgets, results and the cycles they come into, apart from settlement: who works orders loads nothing of them. */
export default defineModule({
  id: 'results',
  resources: [
    cycles.settlementCycle,
    cycles.settlementCycleProjectDetail,
    cycles.settlementCycleTaxItem,
    budgetOrder,
    budgetOrderActStatistics,
    resultOrder,
    details.resultOrderProjectDetail,
    details.resultOrderDoctorDetail,
    details.resultOrderPlatformDetail,
    details.resultOrderProductStatistics,
    details.resultOrderDoctorStatistics,
    details.resultOrderActStatistics,
    details.resultOrderActDoctorStatistics,
    details.resultOrderActItems,
    points.resultOrderPoint,
    points.resultOrderProjectDetailPoint,
    points.resultOrderDoctorDetailPoint,
    points.resultOrderPlatformDetailPoint,
  ],
  lifecycles: [
    cycles.settlementCycleLifecycle,
    budgetOrderLifecycle,
    resultOrderLifecycle,
    points.resultOrderPointLifecycle,
  ],
  calls: [cyclePartners],
  queues: [resultOrderQueue, settlementCycleQueue],
  every: [cycles.closeCycles],
})
