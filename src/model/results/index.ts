import { defineModule } from '../kernel/module.ts'
import { budgetOrder, budgetOrderActStatistics, budgetOrderLifecycle } from '../settlement/budgetOrder.ts'
import { resultOrder } from '../settlement/resultOrder.ts'
import * as details from '../settlement/resultOrderDetails.ts'
import { resultOrderLifecycle } from '../settlement/resultOrderLifecycle.ts'
import * as points from '../settlement/resultOrderPoint.ts'
import { resultOrderQueue } from '../settlement/resultQueue.ts'

/** Budgets and results, apart from settlement: who works orders loads nothing of them. */
export default defineModule({
  id: 'results',
  resources: [
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
  lifecycles: [budgetOrderLifecycle, resultOrderLifecycle, points.resultOrderPointLifecycle],
  queues: [resultOrderQueue],
})
