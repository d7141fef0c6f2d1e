import type { FactsByResource, TableFacts } from '../../database/tableFacts.ts'

const invoice: TableFacts = {
  sums: { amount_adds_up: ['invoiceAmount', 'amountExTax', 'taxAmount'] },
  // INV-34: a settlement order has at most one invoice that is not void
  indexes: { live_key: '(tenant_id, settlement_order_id) where is_deleted = 0 and invoice_status <> 9' },
}

const file: TableFacts = {
  sums: { amount_adds_up: ['amount', 'amountExTax', 'taxAmount'] },
  // INV-33, for invoices that have no code as well, however they were typed
  indexes: {
    number_key: `(tenant_id, rounds_folded(coalesce(invoice_code, ''), false), rounds_folded(invoice_no, false)) where is_deleted = 0`,
  },
}

/** Sums that every document states (INV-24, INV-29, INV-32), and what there is one of at a time; in points as in money. */
export const taxTables: FactsByResource = {
  entrustedInvoice: invoice,
  entrustedInvoicePoint: invoice,
  entrustedInvoiceItem: { sums: { amount_adds_up: ['amount', 'amountExTax', 'taxAmount'] } },
  entrustedInvoiceDetail: file,
  entrustedInvoiceDetailPoint: file,
  summaryInvoice: { sums: { total_adds_up: ['totalAmount', 'amountExTax', 'vatAmount'] } },
  summaryInvoiceDetail: { sums: { amount_adds_up: ['amount', 'amountExTax', 'vatAmount'] } },
  summaryTaxReturns: { sums: { tax_adds_up: ['taxTotal', 'vatAmount', 'surchargeAmount', 'iitAmount'] } },
  summaryTaxReturnsDetail: {
    sums: { fee_adds_up: ['grossAmount', 'vatAmount', 'surchargeAmount', 'iitAmount', 'netAmount'] },
  },
}
