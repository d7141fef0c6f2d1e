import { defineDomain } from '../language/domain/domain.ts'
import { doctorPaymentDetails } from './doctorPaymentDetails.ts'
import { orderDoctorPayment, orderDoctorPaymentPoint } from './orderDoctorPayment.ts'
import { orderDoctorPaymentLifecycle, orderDoctorPaymentPointLifecycle } from './orderDoctorPaymentLifecycles.ts'
import { orderDoctorPaymentQueue } from './orderDoctorPaymentQueue.ts'
import { passedOnQueue } from './passedOnQueue.ts'
import { entrustedTaxPaymentOrderLifecycle, platServiceFeeLifecycle } from './paymentLifecycles.ts'
import { entrustedTaxPaymentOrder, platServiceFee, servicePaymentBill, servicePaymentOrder } from './payments.ts'
import { platServiceFeePoint, platServiceFeePointLifecycle } from './platServiceFeePoint.ts'
import { servicePaymentOrderDetail, servicePaymentOrderLifecycle } from './servicePayment.ts'
import { servicePaymentOrderQueue } from './servicePaymentQueue.ts'

export default defineDomain('payment', {
  resources: [
    servicePaymentOrder,
    servicePaymentOrderDetail,
    servicePaymentBill,
    platServiceFee,
    platServiceFeePoint,
    entrustedTaxPaymentOrder,
    orderDoctorPayment,
    orderDoctorPaymentPoint,
    doctorPaymentDetails,
  ],
  lifecycles: [
    servicePaymentOrderLifecycle,
    platServiceFeeLifecycle,
    platServiceFeePointLifecycle,
    entrustedTaxPaymentOrderLifecycle,
    orderDoctorPaymentLifecycle,
    orderDoctorPaymentPointLifecycle,
  ],
  queues: [servicePaymentOrderQueue, passedOnQueue, orderDoctorPaymentQueue],
})
