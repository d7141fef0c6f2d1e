import { defineModule } from '../kernel/module.ts'
import { addEntrustedInvoice } from './invoicing.ts'
import { entrustedTaxPaymentOrder, platServiceFee, servicePaymentBill, servicePaymentOrder } from './payments.ts'
import { settlementOrderQueue } from './queue.ts'
import { closeCycles, settlementCycle, settlementCycleLifecycle, settlementCycleTaxItem } from './settlementCycle.ts'
import { orderDoctorSettlement, settlementOrderDoctor, settlementOrderTaxItem } from './settlementLines.ts'
import { settlementOrder } from './settlementOrder.ts'
import { settlementOrderLifecycle } from './settlementOrderLifecycle.ts'
import { taxItemRate } from './taxItemRate.ts'

export default defineModule({
  id: 'settlement',
  resources: [
    settlementCycle,
    settlementCycleTaxItem,
    settlementOrder,
    settlementOrderTaxItem,
    settlementOrderDoctor,
    orderDoctorSettlement,
    servicePaymentOrder,
    servicePaymentBill,
    platServiceFee,
    entrustedTaxPaymentOrder,
    taxItemRate,
  ],
  lifecycles: [settlementCycleLifecycle, settlementOrderLifecycle],
  calls: [addEntrustedInvoice],
  queues: [settlementOrderQueue],
  every: [closeCycles],
})
