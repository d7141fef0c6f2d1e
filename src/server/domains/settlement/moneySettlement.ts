import { dmanInternalTransfer } from '../../../model/funds/transfers.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctorPayment } from '../../../model/payment/orderDoctorPayment.ts'
import { orderDoctorPaymentLifecycle } from '../../../model/payment/orderDoctorPaymentLifecycles.ts'
import { platServiceFeeLifecycle } from '../../../model/payment/paymentLifecycles.ts'
import { entrustedTaxPaymentOrder, platServiceFee, servicePaymentOrder } from '../../../model/payment/payments.ts'
import {
  orderDoctorSettlementLifecycle,
  settlementOrderDoctorLifecycle,
} from '../../../model/settlement/lineLifecycles.ts'
import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { entrustedInvoice } from '../../../model/tax/entrustedInvoice.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { requote } from './requote.ts'
import type { Settlement } from './settlement.ts'
import { createTaxPayment } from './taxPayments.ts'

const { settlementOrderType } = statesOf(servicePaymentOrder)

type Order = RowOf<typeof settlementOrder>

/** Settlement in money: taxes are withheld, the bank pays. */
export const moneySettlement = {
  order: settlementOrder,
  lines: orderDoctorSettlement,
  lineSteps: orderDoctorSettlementLifecycle,
  doctors: settlementOrderDoctor,
  doctorSteps: settlementOrderDoctorLifecycle,
  items: settlementOrderTaxItem,
  payments: orderDoctorPayment,
  paymentSteps: orderDoctorPaymentLifecycle,
  fee: platServiceFee,
  feeSteps: platServiceFeeLifecycle,
  move: dmanInternalTransfer,
  invoice: entrustedInvoice,
  taxes: [entrustedTaxPaymentOrder],
  link: 'settlementOrderId',
  messageLink: 'bizId',
  settlementOrderType: settlementOrderType.cash,
  amounts: [
    { inOrder: 'doctorAmount', inParts: 'grossAmount', title: ['医生劳务费', 'doctor fees'] },
    { inOrder: 'vatAmount', inParts: 'vatAmount', title: ['增值税', 'VAT'] },
    { inOrder: 'surchargeAmount', inParts: 'surchargeAmount', title: ['附加税', 'surcharge'] },
    { inOrder: 'iitAmount', inParts: 'iitAmount', title: ['个人所得税', 'income tax'] },
    { inOrder: 'netAmount', inParts: 'netAmount', title: ['税后金额', 'net'] },
    { inOrder: 'platformAmount', inParts: 'platformFee', title: ['平台服务费', 'platform fee'] },
  ],
  totals: [
    { total: 'taxAmount', of: ['vatAmount', 'surchargeAmount', 'iitAmount'], title: ['税额合计', 'taxes'] },
    {
      total: 'doctorAmount',
      of: ['vatAmount', 'surchargeAmount', 'iitAmount', 'netAmount'],
      title: ['医生劳务费', 'doctor fees'],
    },
    { total: 'totalAmount', of: ['doctorAmount', 'platformAmount'], title: ['结算总额', 'total'] },
  ],
  worthOf: (line: RowOf<typeof orderDoctorSettlement>) => ({ amount: line.grossAmount }),
  costOf: (item: RowOf<typeof settlementOrderTaxItem>) => item.grossAmount ?? '0.00',
  feeOf: (order: Order) => order.platformAmount,
  submitProblem: async () => null,
  submitted: (work: UnitOfWork, order: Order) => requote(work, order),
  locksOfDocuments: () => ({}),
  documentsCreated: createTaxPayment,
  locksOfPayment: async () => ({}),
  clientPaid: async () => {},
  finished: async (work: UnitOfWork, order: Order) => {
    await work.domains.services.tax.summarize(work, order)
  },
} as const satisfies Settlement
