import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import { entrustedInvoice } from '../../../model/tax/entrustedInvoice.ts'
import { entrustedInvoiceDetail } from '../../../model/tax/entrustedInvoiceParts.ts'
import { entrustedInvoiceDetailPoint, entrustedInvoicePoint } from '../../../model/tax/entrustedInvoicePoint.ts'

/** Where an invoice stands: its files, its order with its lines, and the field by which its items name it. */
export interface Families {
  readonly invoice: typeof entrustedInvoice
  readonly file: typeof entrustedInvoiceDetail
  readonly order: typeof settlementOrder
  readonly lines: typeof orderDoctorSettlement
  readonly itemBy: 'entrustedInvoiceId' | 'entrustedInvoicePointId'
}

/** Invoices of settlement orders in money. */
export const CASH: Families = {
  invoice: entrustedInvoice,
  file: entrustedInvoiceDetail,
  order: settlementOrder,
  lines: orderDoctorSettlement,
  itemBy: 'entrustedInvoiceId',
}

/** Those of orders in points: the twins have the fields that these rules read and write. */
export const POINTS = {
  invoice: entrustedInvoicePoint,
  file: entrustedInvoiceDetailPoint,
  order: settlementOrderPoint,
  lines: orderDoctorSettlementPoint,
  itemBy: 'entrustedInvoicePointId',
} as unknown as Families
