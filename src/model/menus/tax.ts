import { leaf, type TopMenu } from '../language/menu.ts'
import { entrustedTaxPaymentOrder } from '../payment/payments.ts'
import { taxItemRate } from '../payment/taxItemRate.ts'
import { entrustedInvoice } from '../tax/entrustedInvoice.ts'
import { entrustedInvoiceItem } from '../tax/entrustedInvoiceParts.ts'
import { summaryInvoice, summaryInvoiceDetail } from '../tax/summaryInvoice.ts'
import { summaryTaxCert, summaryTaxCertDetail } from '../tax/summaryTaxCert.ts'
import { summaryTaxReturns } from '../tax/summaryTaxReturns.ts'

/** T6 票税管理 (domain §1). */
export const taxMenu: TopMenu = {
  code: 'tax',
  title: ['票税管理', 'Invoices & tax'],
  icon: 'receipt-text',
  groups: [
    {
      code: 'taxInvoices',
      title: ['发票', 'Invoices'],
      icon: 'receipt',
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
      code: 'taxReturns',
      title: ['完税', 'Taxes'],
      icon: 'landmark',
      leaves: [
        leaf(summaryTaxReturns, {
          icon: 'landmark',
          with: ['summaryTaxReturnsDetail'],
          words: 'filing, 报税',
        }),
        leaf(summaryTaxCert, { icon: 'badge-check' }),
        leaf(summaryTaxCertDetail, { icon: 'list' }),
        leaf(entrustedTaxPaymentOrder, { icon: 'building-2', words: '缴税, 报税, 完税, 个税' }),
        leaf(taxItemRate, { icon: 'percent', words: 'tax rate, vat, 增值税' }),
      ],
    },
  ],
}
