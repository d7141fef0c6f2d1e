import type { invoiceCheck } from '../../../model/invoices/invoiceCheck.ts'
import type { AdapterOf } from '../adapter.ts'

/** The tax bureau's check of invoices. */
export type InvoiceCheck = AdapterOf<typeof invoiceCheck>
