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
import { platServiceFeePoint } from '../../../model/payment/platServiceFeePoint.ts'
import { servicePaymentOrderDetail, servicePaymentOrderLifecycle } from '../../../model/payment/servicePayment.ts'
import { taxItemRate } from '../../../model/payment/taxItemRate.ts'
import {
  orderDoctorSettlementLifecycle,
  settlementOrderDoctorLifecycle,
} from '../../../model/settlement/lineLifecycles.ts'
import { budgetOrder, budgetOrderLifecycle } from '../../../model/settlement/results/budgetOrder.ts'
import { resultOrder } from '../../../model/settlement/results/resultOrder.ts'
import { resultOrderLifecycle } from '../../../model/settlement/results/resultOrderLifecycle.ts'
import { resultOrderPoint } from '../../../model/settlement/results/resultOrderPoint.ts'
import { settlementCycle, settlementCycleLifecycle } from '../../../model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlement, settlementOrderDoctor } from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { settlementOrderLifecycle } from '../../../model/settlement/settlementOrderLifecycle.ts'
import {
  orderDoctorSettlementPoint,
  settlementOrderDoctorPoint,
  settlementOrderPoint,
} from '../../../model/settlement/settlementOrderPoint.ts'
import { defineServerDomain } from '../../records/serverDomain.ts'
import { hooks } from '../../writing/hooks.ts'
import { rules, twinRules } from '../../writing/rules.ts'
import { settlementOrderCalls } from '../payment/conservation.ts'
import { orderDoctorPaymentPointRules, orderDoctorPaymentRules } from '../payment/orderDoctorPayment.ts'
import { orderDoctorSettlementPointRules, orderDoctorSettlementRules } from '../payment/orderDoctorSettlement.ts'
import {
  dmanInternalTransferPointRules,
  dmanInternalTransferRules,
  platServiceFeePointRules,
  platServiceFeeRules,
  taxPaymentRules,
} from '../payment/passedOn.ts'
import { servicePaymentOrderRules } from '../payment/servicePayment.ts'
import { voucherAdded, voucherHeld } from '../payment/vouchers.ts'
import { budgetOrderRules } from './budgetOrder.ts'
import { settlementCycleCalls } from './cyclePartners.ts'
import { papers, settlementOrderDoctorPointRules, settlementOrderDoctorRules } from './papers.ts'
import { resultOrderPointRules, resultOrderRules } from './resultOrder.ts'
import { settlementCycleRules } from './settlementCycle.ts'
import { settlementOrderPointRules, settlementOrderRules } from './settlementOrder.ts'
import { taxItemRateHooks } from './taxRates.ts'
import { lineCalls } from './taxSteps.ts'

/** Settlement: cycles, orders and their lines, payments, fees and taxes, results, in money and in points. */
export default defineServerDomain({
  name: 'settlement',
  rules: [
    rules(dmanInternalTransfer, dmanInternalTransferLifecycle, dmanInternalTransferRules),
    rules(dmanInternalTransferPoint, dmanInternalTransferPointLifecycle, dmanInternalTransferPointRules),
    rules(entrustedTaxPaymentOrder, entrustedTaxPaymentOrderLifecycle, taxPaymentRules),
    rules(platServiceFee, platServiceFeeLifecycle, platServiceFeeRules),
    twinRules(platServiceFeePoint, platServiceFee, platServiceFeeLifecycle, platServiceFeePointRules),
    rules(budgetOrder, budgetOrderLifecycle, budgetOrderRules),
    rules(orderDoctorPayment, orderDoctorPaymentLifecycle, orderDoctorPaymentRules),
    rules(orderDoctorPaymentPoint, orderDoctorPaymentPointLifecycle, orderDoctorPaymentPointRules),
    rules(orderDoctorSettlement, orderDoctorSettlementLifecycle, orderDoctorSettlementRules),
    twinRules(
      orderDoctorSettlementPoint,
      orderDoctorSettlement,
      orderDoctorSettlementLifecycle,
      orderDoctorSettlementPointRules,
    ),
    rules(resultOrder, resultOrderLifecycle, resultOrderRules),
    twinRules(resultOrderPoint, resultOrder, resultOrderLifecycle, resultOrderPointRules),
    rules(settlementCycle, settlementCycleLifecycle, settlementCycleRules),
    rules(settlementOrder, settlementOrderLifecycle, settlementOrderRules),
    rules(settlementOrderDoctor, settlementOrderDoctorLifecycle, settlementOrderDoctorRules),
    twinRules(
      settlementOrderDoctorPoint,
      settlementOrderDoctor,
      settlementOrderDoctorLifecycle,
      settlementOrderDoctorPointRules,
    ),
    twinRules(settlementOrderPoint, settlementOrder, settlementOrderLifecycle, settlementOrderPointRules),
    rules(servicePaymentOrder, servicePaymentOrderLifecycle, servicePaymentOrderRules),
  ],
  hooks: [
    hooks(taxItemRate, taxItemRateHooks),
    hooks(servicePaymentOrderDetail, { prepare: voucherAdded, removalProblem: voucherHeld }),
  ],
  calls: [...lineCalls, ...settlementCycleCalls, ...settlementOrderCalls],
  documents: [...papers],
})
