import type { RowOf } from '../../../model/language/resource.ts'
import type { entrustedInvoice } from '../../../model/tax/entrustedInvoice.ts'
import type { entrustedInvoiceLifecycle } from '../../../model/tax/entrustedInvoiceLifecycle.ts'
import type {
  entrustedInvoiceDetail,
  entrustedInvoiceDetailLifecycle,
  entrustedInvoiceItem,
} from '../../../model/tax/entrustedInvoiceParts.ts'
import type {
  entrustedInvoiceDetailPoint,
  entrustedInvoiceDetailPointLifecycle,
  entrustedInvoicePoint,
  entrustedInvoicePointLifecycle,
} from '../../../model/tax/entrustedInvoicePoint.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import type { Settlement, SettlementOrder } from '../settlement/settlement.ts'
import type { Item } from './invoiceItems.ts'

/** Invoices of orders in money or in points: where they stand, and what they are made up of. */
export interface Invoicing {
  readonly invoice: typeof entrustedInvoice | typeof entrustedInvoicePoint
  readonly steps: typeof entrustedInvoiceLifecycle | typeof entrustedInvoicePointLifecycle
  readonly file: typeof entrustedInvoiceDetail | typeof entrustedInvoiceDetailPoint
  readonly fileSteps: typeof entrustedInvoiceDetailLifecycle | typeof entrustedInvoiceDetailPointLifecycle
  readonly order: Settlement['order']
  readonly lines: Settlement['lines']
  /** The field of items that names their invoice. */
  readonly itemBy: 'entrustedInvoiceId' | 'entrustedInvoicePointId'
  /** Fields of an item that say which invoice it is of. Pure. */
  ofInvoice(invoice: Pick<Invoice, 'id' | 'code'>): Partial<RowOf<typeof entrustedInvoiceItem>>

  // Orders that are given to these methods are of its own resource, as in `Settlement`.

  /** Items of an order's invoices: what its doctors get by tax item and the platform's fee, less refunds (INV-34). */
  itemsOf(work: UnitOfWork, order: SettlementOrder): Promise<Item[]>
  /** Issuer of an order's invoices. Pure. */
  sellerOf(order: SettlementOrder): { readonly sellerId: string | null; readonly sellerName: string | null }
}

export type Invoice = RowOf<Invoicing['invoice']>
