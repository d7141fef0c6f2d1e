import { type GroupLeaves, leaf } from '../language/menu.ts'
import { entrustedInvoice } from './entrustedInvoice.ts'
import { entrustedInvoiceItem } from './entrustedInvoiceParts.ts'
import { entrustedInvoicePoint } from './entrustedInvoicePoint.ts'
import { summaryInvoice, summaryInvoiceDetail } from './summaryInvoice.ts'
import { summaryTaxCert, summaryTaxCertDetail } from './summaryTaxCert.ts'
import { summaryTaxReturns } from './summaryTaxReturns.ts'

/** Leaves of the menu tree that lead to screens of this domain. */
export const taxMenu: readonly GroupLeaves[] = [
  {
    group: 'taxInvoices',
    leaves: [
      leaf(entrustedInvoice, {
        icon: 'receipt',
        with: ['entrustedInvoiceDetail'],
        words: 'bill, 专票, 普票',
      }),
      leaf(entrustedInvoiceItem, { icon: 'list' }),
      leaf(summaryInvoice, {
        icon: 'file-spreadsheet',
        with: ['summaryInvoiceDetailDoctor'],
        words: '代开',
      }),
      leaf(summaryInvoiceDetail, { icon: 'list-tree' }),
    ],
  },
  {
    group: 'taxReturns',
    leaves: [
      leaf(summaryTaxReturns, {
        icon: 'landmark',
        with: ['summaryTaxReturnsDetail'],
        words: 'filing, 报税',
      }),
      leaf(summaryTaxCert, { icon: 'badge-check' }),
      leaf(summaryTaxCertDetail, { icon: 'list' }),
    ],
  },
  {
    group: 'pointSettle',
    leaves: [
      leaf(entrustedInvoicePoint, {
        icon: 'receipt',
        with: ['entrustedInvoiceDetailPoint'],
      }),
    ],
  },
]
