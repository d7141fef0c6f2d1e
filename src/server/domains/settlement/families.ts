import { dmanInternalTransfer, dmanInternalTransferPoint } from '../../../model/funds/transfers.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctorPayment, orderDoctorPaymentPoint } from '../../../model/payment/orderDoctorPayment.ts'
import {
  orderDoctorPaymentLifecycle,
  orderDoctorPaymentPointLifecycle,
} from '../../../model/payment/orderDoctorPaymentLifecycles.ts'
import { platServiceFeeLifecycle } from '../../../model/payment/paymentLifecycles.ts'
import { platServiceFee, servicePaymentOrder } from '../../../model/payment/payments.ts'
import { platServiceFeePoint, platServiceFeePointLifecycle } from '../../../model/payment/platServiceFeePoint.ts'
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
import {
  orderDoctorSettlementPoint,
  orderDoctorSettlementPointLifecycle,
  settlementOrderDoctorPoint,
  settlementOrderDoctorPointLifecycle,
  settlementOrderPoint,
  settlementOrderTaxItemPoint,
} from '../../../model/settlement/settlementOrderPoint.ts'

const { settlementOrderType } = statesOf(servicePaymentOrder)

/**
 * Resources of settlement in money or in points: the order, its parts, the payments of its doctors and the platform's
 * fee.
 */
export interface Families {
  readonly order: typeof settlementOrder
  readonly lines: typeof orderDoctorSettlement
  readonly lineSteps: typeof orderDoctorSettlementLifecycle
  readonly doctors: typeof settlementOrderDoctor
  readonly doctorSteps: typeof settlementOrderDoctorLifecycle
  readonly items: typeof settlementOrderTaxItem
  readonly payments: typeof orderDoctorPayment
  readonly paymentSteps: typeof orderDoctorPaymentLifecycle
  readonly fee: typeof platServiceFee
  readonly feeSteps: typeof platServiceFeeLifecycle
  readonly move: typeof dmanInternalTransfer
  /** The field of doctor orders, of the client's payments and of messages that names the order. */
  readonly link: 'settlementOrderId' | 'settlementOrderPointId'
  readonly settlementOrderType: 1 | 2
}

/** Settlement in money: taxes are withheld, the bank pays. */
export const CASH: Families = {
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
  link: 'settlementOrderId',
  settlementOrderType: settlementOrderType.cash,
}

/** Settlement in points, granted whole and without a bank: the twins have the fields that rules for both read and write. */
export const POINTS = {
  order: settlementOrderPoint,
  lines: orderDoctorSettlementPoint,
  lineSteps: orderDoctorSettlementPointLifecycle,
  doctors: settlementOrderDoctorPoint,
  doctorSteps: settlementOrderDoctorPointLifecycle,
  items: settlementOrderTaxItemPoint,
  payments: orderDoctorPaymentPoint,
  paymentSteps: orderDoctorPaymentPointLifecycle,
  fee: platServiceFeePoint,
  feeSteps: platServiceFeePointLifecycle,
  move: dmanInternalTransferPoint,
  link: 'settlementOrderPointId',
  settlementOrderType: settlementOrderType.points,
} as unknown as Families

type PointLine = RowOf<typeof orderDoctorSettlementPoint>

/** Worth of a line for its company: its fee before taxes, or in points what these cost. Pure. */
export function worthOf(
  line: RowOf<typeof orderDoctorSettlement>,
  f: Families,
): Partial<Pick<PointLine, 'pointAmount'>> & { readonly amount: string | null } {
  const { pointAmount, pointCost } = line as unknown as PointLine
  return f === POINTS ? { amount: pointCost, pointAmount } : { amount: line.grossAmount }
}

/** The families that a client's payment is of. Pure. */
export const familiesOf = (payment: { readonly settlementOrderType: number | null }): Families =>
  payment.settlementOrderType === POINTS.settlementOrderType ? POINTS : CASH

/** The id of the order that a record names (`link`), as a condition finds such records. Pure. */
export const inOrder = (f: Families, orderId: string): Readonly<Record<string, string>> => ({ [f.link]: orderId })
