import { defineModule } from '../kernel/module.ts'
import { settlementOrderDoctorDetailOut } from './doctorPayouts.ts'
import { addEntrustedInvoice, addEntrustedInvoicePoint } from './invoicing.ts'
import { orderDoctorSettlementLifecycle, settlementOrderDoctorLifecycle } from './lineLifecycles.ts'
import { settlementOrderQueue } from './queue.ts'
import { settlementCycleQueue } from './resultQueue.ts'
import {
  closeCycles,
  settlementCycle,
  settlementCycleLifecycle,
  settlementCycleProjectDetail,
  settlementCycleTaxItem,
} from './settlementCycle.ts'
import { orderDoctorSettlement, settlementOrderDoctor, settlementOrderTaxItem } from './settlementLines.ts'
import { settlementOrder } from './settlementOrder.ts'
import { settlementOrderLifecycle } from './settlementOrderLifecycle.ts'
import * as settlementPoints from './settlementOrderPoint.ts'

export default defineModule({
  id: 'settlement',
  resources: [
    settlementCycle,
    settlementCycleProjectDetail,
    settlementCycleTaxItem,
    settlementOrder,
    settlementOrderTaxItem,
    settlementOrderDoctor,
    settlementOrderDoctorDetailOut,
    orderDoctorSettlement,
    settlementPoints.settlementOrderPoint,
    settlementPoints.settlementOrderTaxItemPoint,
    settlementPoints.settlementOrderDoctorPoint,
    settlementPoints.orderDoctorSettlementPoint,
  ],
  lifecycles: [
    settlementCycleLifecycle,
    settlementOrderLifecycle,
    settlementOrderDoctorLifecycle,
    orderDoctorSettlementLifecycle,
    settlementPoints.settlementOrderPointLifecycle,
    settlementPoints.settlementOrderDoctorPointLifecycle,
    settlementPoints.orderDoctorSettlementPointLifecycle,
  ],
  calls: [addEntrustedInvoice, addEntrustedInvoicePoint],
  queues: [settlementOrderQueue, settlementCycleQueue],
  every: [closeCycles],
})
