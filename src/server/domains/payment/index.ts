import {
  dmanInternalTransfer,
  dmanInternalTransferLifecycle,
  dmanInternalTransferPoint,
  dmanInternalTransferPointLifecycle,
} from '../../../model/funds/transfers.ts'
import { orderDoctorPayment, orderDoctorPaymentPoint } from '../../../model/payment/orderDoctorPayment.ts'
import {
  orderDoctorPaymentLifecycle,
  orderDoctorPaymentPointLifecycle,
} from '../../../model/payment/orderDoctorPaymentLifecycles.ts'
import { entrustedTaxPaymentOrderLifecycle, platServiceFeeLifecycle } from '../../../model/payment/paymentLifecycles.ts'
import { entrustedTaxPaymentOrder, platServiceFee, servicePaymentOrder } from '../../../model/payment/payments.ts'
import { platServiceFeePoint, platServiceFeePointLifecycle } from '../../../model/payment/platServiceFeePoint.ts'
import { servicePaymentOrderDetail, servicePaymentOrderLifecycle } from '../../../model/payment/servicePayment.ts'
import { orderDoctorSettlementLifecycle } from '../../../model/settlement/lineLifecycles.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import {
  orderDoctorSettlementPoint,
  orderDoctorSettlementPointLifecycle,
} from '../../../model/settlement/settlementOrderPoint.ts'
import { hooks } from '../../writing/hooks.ts'
import { rules } from '../../writing/rules.ts'
import { defineServerDomain } from '../serverDomain.ts'
import { settlementOrderCalls } from './conservation.ts'
import { orderDoctorPaymentPointRules, orderDoctorPaymentRules } from './orderDoctorPayment.ts'
import { orderDoctorSettlementPointRules, orderDoctorSettlementRules } from './orderDoctorSettlement.ts'
import {
  dmanInternalTransferPointRules,
  dmanInternalTransferRules,
  platServiceFeePointRules,
  platServiceFeeRules,
  taxPaymentRules,
} from './passedOn.ts'
import { paymentInvariants } from './promises/payments.ts'
import { servicePaymentOrderRules } from './servicePayment.ts'
import services from './services.ts'
import { paymentTables } from './tables.ts'
import { paymentViews } from './views.ts'
import { voucherAdded, voucherHeld } from './vouchers.ts'

/** The server half of payment. */
export default defineServerDomain({
  name: 'payment',
  tables: paymentTables,
  views: paymentViews,
  rules: [
    rules(dmanInternalTransfer, dmanInternalTransferLifecycle, dmanInternalTransferRules),
    rules(dmanInternalTransferPoint, dmanInternalTransferPointLifecycle, dmanInternalTransferPointRules),
    rules(entrustedTaxPaymentOrder, entrustedTaxPaymentOrderLifecycle, taxPaymentRules),
    rules(platServiceFee, platServiceFeeLifecycle, platServiceFeeRules),
    rules(platServiceFeePoint, platServiceFeePointLifecycle, platServiceFeePointRules),
    rules(orderDoctorPayment, orderDoctorPaymentLifecycle, orderDoctorPaymentRules),
    rules(orderDoctorPaymentPoint, orderDoctorPaymentPointLifecycle, orderDoctorPaymentPointRules),
    rules(orderDoctorSettlement, orderDoctorSettlementLifecycle, orderDoctorSettlementRules),
    rules(orderDoctorSettlementPoint, orderDoctorSettlementPointLifecycle, orderDoctorSettlementPointRules),
    rules(servicePaymentOrder, servicePaymentOrderLifecycle, servicePaymentOrderRules),
  ],
  hooks: [hooks(servicePaymentOrderDetail, { prepare: voucherAdded, removalProblem: voucherHeld })],
  calls: [...settlementOrderCalls],
  promises: paymentInvariants,
  services: { payment: services },
})
