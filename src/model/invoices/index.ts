import { defineModule } from '../kernel/module.ts'
import {
  downloadIdCard,
  downloadIdCardSeal,
  getSummaryInvoiceDetail,
  summaryInvoiceLink,
  summaryInvoicePage,
} from './calls.ts'
import { entrustedInvoice } from './entrustedInvoice.ts'
import { entrustedInvoiceLifecycle } from './entrustedInvoiceLifecycle.ts'
import { entrustedInvoiceDetail, entrustedInvoiceItem, removeInvoice } from './entrustedInvoiceParts.ts'
import {
  entrustedInvoiceDetailPoint,
  entrustedInvoicePoint,
  entrustedInvoicePointLifecycle,
  removeInvoicePoint,
} from './entrustedInvoicePoint.ts'
import { summaryInvoiceLifecycle, summaryTaxCertLifecycle, summaryTaxReturnsLifecycle } from './lifecycles.ts'
import { invoiceQueue } from './queue.ts'
import { summaryInvoice, summaryInvoiceDetail, summaryInvoiceDetailDoctor } from './summaryInvoice.ts'
import { exportDoctorSummary, summaryTaxCert, summaryTaxCertDetail } from './summaryTaxCert.ts'
import { summaryTaxReturns, summaryTaxReturnsDetail } from './summaryTaxReturns.ts'

export default defineModule({
  id: 'invoices',
  resources: [
    entrustedInvoice,
    entrustedInvoiceItem,
    entrustedInvoiceDetail,
    entrustedInvoicePoint,
    entrustedInvoiceDetailPoint,
    summaryInvoice,
    summaryInvoiceDetail,
    summaryInvoiceDetailDoctor,
    summaryTaxReturns,
    summaryTaxReturnsDetail,
    summaryTaxCert,
    summaryTaxCertDetail,
  ],
  lifecycles: [
    entrustedInvoiceLifecycle,
    entrustedInvoicePointLifecycle,
    summaryInvoiceLifecycle,
    summaryTaxReturnsLifecycle,
    summaryTaxCertLifecycle,
  ],
  calls: [
    removeInvoice,
    removeInvoicePoint,
    downloadIdCard,
    downloadIdCardSeal,
    exportDoctorSummary,
    getSummaryInvoiceDetail,
    summaryInvoiceLink,
  ],
  queues: [invoiceQueue],
  pages: [summaryInvoicePage],
})
