import type { RowOf } from '../../../model/language/resource.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { entrustedInvoice } from '../../../model/tax/entrustedInvoice.ts'
import { entrustedInvoiceLifecycle } from '../../../model/tax/entrustedInvoiceLifecycle.ts'
import { entrustedInvoiceDetail, entrustedInvoiceDetailLifecycle } from '../../../model/tax/entrustedInvoiceParts.ts'
import { fen } from '../../../model/values/money.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { feesBy, openLines } from '../settlement/requote.ts'
import { ratesIn } from '../settlement/taxRates.ts'
import { itemOf, PLATFORM_RATE, withPlatform } from './invoiceItems.ts'
import type { Invoicing } from './invoicing.ts'

type Order = RowOf<typeof settlementOrder>

/** Invoices of orders in money, by the fiscal-tax company: fees by tax item. */
export const moneyInvoicing: Invoicing = {
  invoice: entrustedInvoice,
  steps: entrustedInvoiceLifecycle,
  file: entrustedInvoiceDetail,
  fileSteps: entrustedInvoiceDetailLifecycle,
  order: settlementOrder,
  lines: orderDoctorSettlement,
  itemBy: 'entrustedInvoiceId',
  ofInvoice: ({ id, code }) => ({ entrustedInvoiceId: id, entrustedInvoiceCode: code }),
  itemsOf: async (work: UnitOfWork, order: Order) => {
    const lines = await openLines(work, orderDoctorSettlement, order.id)
    const names = new Map(lines.map((l) => [l.taxItemCode ?? '', l.taxItemName ?? '']))
    const rates = await ratesIn(work, order)
    const fees = [...feesBy(lines, (l) => l.taxItemCode ?? '')].map(([code, fee]) => {
      const rate = rates.get(code)
      const name = rate?.invoiceItemName || names.get(code) || code
      return itemOf(name, code, rate?.invoiceTaxRate ?? PLATFORM_RATE, fen(fee.grossAmount))
    })
    return withPlatform(order, fees)
  },
  sellerOf: (order: Order) => ({ sellerId: order.fiscalTaxId, sellerName: order.fiscalTaxName }),
}
