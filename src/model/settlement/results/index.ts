import type { DomainPart } from '../../language/domain/domain.ts'
import { cyclePartners } from './cyclePartners.ts'
import { resultOrder } from './resultOrder.ts'
import * as details from './resultOrderDetails.ts'
import { resultOrderLifecycle } from './resultOrderLifecycle.ts'
import * as points from './resultOrderPoint.ts'
import { resultOrderQueue, settlementCycleQueue } from './resultQueue.ts'
import * as cycles from './settlementCycle.ts'

/** Results and the cycles they come into. */
const part: DomainPart = {
  resources: [
    cycles.settlementCycle,
    cycles.settlementCycleProjectDetail,
    cycles.settlementCycleTaxItem,
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
  lifecycles: [cycles.settlementCycleLifecycle, resultOrderLifecycle, points.resultOrderPointLifecycle],
  calls: [cyclePartners],
  queues: [resultOrderQueue, settlementCycleQueue],
  every: [cycles.closeCycles],
}

export default part
