import type { dmanInternalTransfer, dmanInternalTransferPoint } from '../../../model/funds/transfers.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import type { orderDoctorPayment, orderDoctorPaymentPoint } from '../../../model/payment/orderDoctorPayment.ts'
import type {
  orderDoctorPaymentLifecycle,
  orderDoctorPaymentPointLifecycle,
} from '../../../model/payment/orderDoctorPaymentLifecycles.ts'
import type { platServiceFeeLifecycle } from '../../../model/payment/paymentLifecycles.ts'
import type { entrustedTaxPaymentOrder, platServiceFee } from '../../../model/payment/payments.ts'
import type { platServiceFeePoint, platServiceFeePointLifecycle } from '../../../model/payment/platServiceFeePoint.ts'
import type {
  orderDoctorSettlementLifecycle,
  settlementOrderDoctorLifecycle,
} from '../../../model/settlement/lineLifecycles.ts'
import type {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../../model/settlement/settlementLines.ts'
import type { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import type {
  orderDoctorSettlementPoint,
  orderDoctorSettlementPointLifecycle,
  settlementOrderDoctorPoint,
  settlementOrderDoctorPointLifecycle,
  settlementOrderPoint,
  settlementOrderTaxItemPoint,
} from '../../../model/settlement/settlementOrderPoint.ts'
import type { entrustedInvoice } from '../../../model/tax/entrustedInvoice.ts'
import type { entrustedInvoicePoint } from '../../../model/tax/entrustedInvoicePoint.ts'
import type { Label } from '../../../model/values/label.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

/** An amount by its names in an order, in the order's breakdowns, and for people. */
export interface Amount {
  readonly inOrder: string
  readonly inParts: string
  readonly title: Label
}

/** An amount of an order that is the sum of other amounts of it. */
export interface Total {
  readonly total: string
  readonly of: readonly string[]
  readonly title: Label
}

/** Worth of a line for its company. */
export interface Worth {
  readonly amount: string | null
  readonly pointAmount?: number | null
}

/**
 * Settlement in money or in points: the resources, and what differs between the two. A resource here is either of the
 * twins, so that its rows have the fields that both have.
 */
export interface Settlement {
  readonly order: typeof settlementOrder | typeof settlementOrderPoint
  readonly lines: typeof orderDoctorSettlement | typeof orderDoctorSettlementPoint
  readonly lineSteps: typeof orderDoctorSettlementLifecycle | typeof orderDoctorSettlementPointLifecycle
  readonly doctors: typeof settlementOrderDoctor | typeof settlementOrderDoctorPoint
  readonly doctorSteps: typeof settlementOrderDoctorLifecycle | typeof settlementOrderDoctorPointLifecycle
  readonly items: typeof settlementOrderTaxItem | typeof settlementOrderTaxItemPoint
  readonly payments: typeof orderDoctorPayment | typeof orderDoctorPaymentPoint
  readonly paymentSteps: typeof orderDoctorPaymentLifecycle | typeof orderDoctorPaymentPointLifecycle
  readonly fee: typeof platServiceFee | typeof platServiceFeePoint
  readonly feeSteps: typeof platServiceFeeLifecycle | typeof platServiceFeePointLifecycle
  readonly move: typeof dmanInternalTransfer | typeof dmanInternalTransferPoint
  readonly invoice: typeof entrustedInvoice | typeof entrustedInvoicePoint
  /** Payments of the taxes that are withheld: one an order, or none. */
  readonly taxes: readonly (typeof entrustedTaxPaymentOrder)[]
  /** The field of doctor orders and of the client's payments that names the order. */
  readonly link: 'settlementOrderId' | 'settlementOrderPointId'
  /** The field of messages that names the order. */
  readonly messageLink: 'bizId' | 'settlementOrderPointId'
  readonly settlementOrderType: 1 | 2
  /** Amounts of an order that its lines, its doctors and its tax items come to. */
  readonly amounts: readonly Amount[]
  readonly totals: readonly Total[]

  // Rows that are given to these methods are of the settlement's own resources: each adapter names the type of its own
  // rows, which have more fields than both have in common.

  /** Worth of a line for its company. Pure. */
  worthOf(line: SettlementLine): Worth
  /** Cost of a tax item for the client besides the platform's fee. Pure. */
  costOf(item: RowOf<Settlement['items']>): string
  /** The part of an order's total that goes to the platform. Pure. */
  feeOf(order: SettlementOrder): string | null
  /** Problem of submitting a rejected order again. */
  submitProblem(work: UnitOfWork, order: SettlementOrder): Promise<Label | null>
  /** Effect of submitting it: returns the order's new amounts. */
  submitted(work: UnitOfWork, order: SettlementOrder): Promise<Partial<SettlementOrder> | undefined>
  /** Locks of `documentsCreated`, by resource. */
  locksOfDocuments(order: SettlementOrder): Readonly<Record<string, readonly string[]>>
  /** Effect of putting an order to settling besides the documents that both sides have. */
  documentsCreated(work: UnitOfWork, order: SettlementOrder, lineCount: number): Promise<void>
  /** Locks of `clientPaid`, by resource. */
  locksOfPayment(work: UnitOfWork, entrustedCompanyId: string | null): Promise<Record<string, string[]>>
  /** Effect of the client's payment of an order besides that its lines become payable. */
  clientPaid(work: UnitOfWork, orderId: string): Promise<void>
  /** Effect of an order whose money or points have all arrived, before it is settled. */
  finished(work: UnitOfWork, order: SettlementOrder): Promise<void>
}

export type SettlementOrder = RowOf<Settlement['order']>
export type SettlementLine = RowOf<Settlement['lines']>
export type SettlementFee = RowOf<Settlement['fee']>

/** The id of the order that a record names (`link`), as a condition finds such records. Pure. */
export const ofOrder = (settlement: Settlement, orderId: string): Readonly<Record<string, string>> => ({
  [settlement.link]: orderId,
})
