import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import {
  entrustedInvoiceDetailPoint,
  entrustedInvoiceDetailPointLifecycle,
  entrustedInvoicePoint,
  entrustedInvoicePointLifecycle,
} from '../../../model/tax/entrustedInvoicePoint.ts'
import { fen } from '../../../model/values/money.ts'
import { openLines } from '../settlement/requote.ts'
import { itemOf, PLATFORM_RATE, withPlatform } from './invoiceItems.ts'
import type { Invoicing } from './invoicing.ts'

/** Invoices of orders in points, by the platform itself: what the points of each tax item cost that were not voided. */
export const pointsInvoicing: Invoicing = {
  invoice: entrustedInvoicePoint,
  steps: entrustedInvoicePointLifecycle,
  file: entrustedInvoiceDetailPoint,
  fileSteps: entrustedInvoiceDetailPointLifecycle,
  order: settlementOrderPoint,
  lines: orderDoctorSettlementPoint,
  itemBy: 'entrustedInvoicePointId',
  ofInvoice: ({ id, code }) => ({ pointFlag: 1, entrustedInvoicePointId: id, entrustedInvoicePointCode: code }),
  itemsOf: async (work, order) => {
    const lines = await openLines(work, orderDoctorSettlementPoint, order.id)
    const costs = [...new Set(lines.map((l) => l.taxItemCode))].map((code) => {
      const those = lines.filter((l) => l.taxItemCode === code)
      const cost = those.reduce((total, l) => total + fen(l.pointCost ?? '0'), 0n)
      return itemOf(those[0]?.taxItemName ?? code ?? '', code, PLATFORM_RATE, cost)
    })
    return withPlatform(order, costs)
  },
  sellerOf: () => ({ sellerId: null, sellerName: '平台' }),
}
