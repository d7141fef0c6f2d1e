import { entrustedInvoice } from '../invoices/entrustedInvoice.ts'
import { entrustedInvoiceItem } from '../invoices/entrustedInvoiceParts.ts'
import { summaryInvoice, summaryInvoiceDetail } from '../invoices/summaryInvoice.ts'
import { summaryTaxCert, summaryTaxCertDetail } from '../invoices/summaryTaxCert.ts'
import { summaryTaxReturns } from '../invoices/summaryTaxReturns.ts'
import { leaf, type TopMenu } from '../kernel/menu.ts'
import { entrustedTaxPaymentOrder } from '../settlement/payments.ts'
import { taxItemRate } from '../settlement/taxItemRate.ts'

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
          words: 'invoice, bill, 发票, 专票, 普票, 开票',
        }),
        leaf(entrustedInvoiceItem, { icon: 'list', words: 'invoice line, 开票明细' }),
        leaf(summaryInvoice, {
          icon: 'file-spreadsheet',
          with: ['summaryInvoiceDetailDoctor'],
          words: 'invoice on behalf, 代开, 汇总开票',
        }),
        leaf(summaryInvoiceDetail, { icon: 'list-tree', words: 'invoice by tax item, 代开明细' }),
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
          words: 'declaration, filing, 报税, 个税申报, 汇总申报',
        }),
        leaf(summaryTaxCert, { icon: 'badge-check', words: 'proof of payment, 完税凭证' }),
        leaf(summaryTaxCertDetail, { icon: 'list', words: 'certificate line, 完税明细' }),
        leaf(entrustedTaxPaymentOrder, { icon: 'building-2', words: '缴税, 报税, 完税, 个税' }),
        leaf(taxItemRate, { icon: 'percent', words: 'tax rate, vat, 增值税' }),
      ],
    },
  ],
}
