import type { invoiceCheck } from '../../../model/tax/invoiceCheck.ts'
import type { AdapterOf } from '../adapter.ts'

/** The tax bureau's check of invoices. */
export type InvoiceCheck = AdapterOf<typeof invoiceCheck>
