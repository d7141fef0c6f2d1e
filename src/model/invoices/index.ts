import { defineModule } from '../kernel/module.ts'
import { downloadIdCard, downloadIdCardSeal, getSummaryInvoiceDetail, summaryInvoicePage } from './calls.ts'
import { entrustedInvoice } from './entrustedInvoice.ts'
import { entrustedInvoiceLifecycle } from './entrustedInvoiceLifecycle.ts'
import { entrustedInvoiceDetail, entrustedInvoiceItem, removeInvoice } from './entrustedInvoiceParts.ts'
import { summaryInvoiceLifecycle, summaryTaxCertLifecycle, summaryTaxReturnsLifecycle } from './lifecycles.ts'
import { summaryInvoice, summaryInvoiceDetail, summaryInvoiceDetailDoctor } from './summaryInvoice.ts'
import { exportDoctorSummary, summaryTaxCert, summaryTaxCertDetail } from './summaryTaxCert.ts'
import { summaryTaxReturns, summaryTaxReturnsDetail } from './summaryTaxReturns.ts'

export default defineModule({
  id: 'invoices',
  resources: [
    entrustedInvoice,
    entrustedInvoiceItem,
    entrustedInvoiceDetail,
    summaryInvoice,
    summaryInvoiceDetail,
    summaryInvoiceDetailDoctor,
    summaryTaxReturns,
    summaryTaxReturnsDetail,
    summaryTaxCert,
    summaryTaxCertDetail,
  ],
  lifecycles: [entrustedInvoiceLifecycle, summaryInvoiceLifecycle, summaryTaxReturnsLifecycle, summaryTaxCertLifecycle],
  calls: [removeInvoice, downloadIdCard, downloadIdCardSeal, exportDoctorSummary, getSummaryInvoiceDetail],
  pages: [summaryInvoicePage],
})
