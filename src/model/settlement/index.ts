import { type DomainPart, defineDomain } from '../language/domain/domain.ts'
import { conservationOf, pointConservationOf } from './conservation.ts'
import { settlementOrderDoctorDetailOut } from './doctorPayouts.ts'
import { addEntrustedInvoice, addEntrustedInvoicePoint } from './invoicing.ts'
import { orderDoctorSettlementLifecycle, pollConfirmations, settlementOrderDoctorLifecycle } from './lineLifecycles.ts'
import { budgetQueue, payableQueue, settlementOrderQueue } from './queue.ts'
import results from './results/index.ts'
import { orderDoctorSettlement, settlementOrderDoctor, settlementOrderTaxItem } from './settlementLines.ts'
import { settlementOrder } from './settlementOrder.ts'
import { settlementOrderLifecycle } from './settlementOrderLifecycle.ts'
import * as settlementPoints from './settlementOrderPoint.ts'
import { taxItemRate } from './taxItemRate.ts'
import { taxSteps } from './taxSteps.ts'

const own: DomainPart = {
  resources: [
    settlementOrder,
    settlementOrderTaxItem,
    settlementOrderDoctor,
    settlementOrderDoctorDetailOut,
    orderDoctorSettlement,
    settlementPoints.settlementOrderPoint,
    settlementPoints.settlementOrderTaxItemPoint,
    settlementPoints.settlementOrderDoctorPoint,
    settlementPoints.orderDoctorSettlementPoint,
    taxItemRate,
  ],
  lifecycles: [
    settlementOrderLifecycle,
    settlementOrderDoctorLifecycle,
    orderDoctorSettlementLifecycle,
    settlementPoints.settlementOrderPointLifecycle,
    settlementPoints.settlementOrderDoctorPointLifecycle,
    settlementPoints.orderDoctorSettlementPointLifecycle,
  ],
  calls: [addEntrustedInvoice, addEntrustedInvoicePoint, conservationOf, pointConservationOf, taxSteps],
  queues: [budgetQueue, settlementOrderQueue, payableQueue],
  every: [pollConfirmations, settlementPoints.pollPointConfirmations],
}

export default defineDomain('settlement', results, own)
