import { defineModule } from '../kernel/module.ts'
import { passedOnQueue } from '../settlement/passedOnQueue.ts'
import { entrustedTaxPaymentOrderLifecycle, platServiceFeeLifecycle } from '../settlement/paymentLifecycles.ts'
import {
  entrustedTaxPaymentOrder,
  platServiceFee,
  servicePaymentBill,
  servicePaymentOrder,
} from '../settlement/payments.ts'
import { platServiceFeePoint, platServiceFeePointLifecycle } from '../settlement/platServiceFeePoint.ts'
import { servicePaymentOrderDetail, servicePaymentOrderLifecycle } from '../settlement/servicePayment.ts'
import { servicePaymentOrderQueue } from '../settlement/servicePaymentQueue.ts'
import { taxItemRate } from '../settlement/taxItemRate.ts'

/** What is paid for settlement orders, apart from them: who works orders loads nothing of it. */
export default defineModule({
  id: 'payments',
  resources: [
    servicePaymentOrder,
    servicePaymentOrderDetail,
    servicePaymentBill,
    platServiceFee,
    platServiceFeePoint,
    entrustedTaxPaymentOrder,
    taxItemRate,
  ],
  lifecycles: [
    servicePaymentOrderLifecycle,
    platServiceFeeLifecycle,
    platServiceFeePointLifecycle,
    entrustedTaxPaymentOrderLifecycle,
  ],
  queues: [servicePaymentOrderQueue, passedOnQueue],
})
