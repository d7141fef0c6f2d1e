import { defineDomain } from '../language/domain.ts'
import { passedOnQueue } from './passedOnQueue.ts'
import { entrustedTaxPaymentOrderLifecycle, platServiceFeeLifecycle } from './paymentLifecycles.ts'
import { entrustedTaxPaymentOrder, platServiceFee, servicePaymentBill, servicePaymentOrder } from './payments.ts'
import { platServiceFeePoint, platServiceFeePointLifecycle } from './platServiceFeePoint.ts'
import { servicePaymentOrderDetail, servicePaymentOrderLifecycle } from './servicePayment.ts'
import { servicePaymentOrderQueue } from './servicePaymentQueue.ts'
import { taxItemRate } from './taxItemRate.ts'

export default defineDomain('payment', {
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
