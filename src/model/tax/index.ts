import { defineDomain } from '../language/domain/domain.ts'
import {
  downloadIdCard,
  downloadIdCardSeal,
  exportDeclare,
  getSummaryInvoiceDetail,
  summaryInvoiceLink,
  summaryInvoicePage,
} from './calls.ts'
import { entrustedInvoice } from './entrustedInvoice.ts'
import { entrustedInvoiceLifecycle } from './entrustedInvoiceLifecycle.ts'
import {
  entrustedInvoiceDetail,
  entrustedInvoiceDetailLifecycle,
  entrustedInvoiceItem,
  removeInvoice,
} from './entrustedInvoiceParts.ts'
import {
  entrustedInvoiceDetailPoint,
  entrustedInvoiceDetailPointLifecycle,
  entrustedInvoicePoint,
  entrustedInvoicePointLifecycle,
  removeInvoicePoint,
} from './entrustedInvoicePoint.ts'
import { invoiceCheck } from './invoiceCheck.ts'
import { summaryInvoiceLifecycle, summaryTaxCertLifecycle, summaryTaxReturnsLifecycle } from './lifecycles.ts'
import { invoiceQueue } from './queue.ts'
import { summaryInvoice, summaryInvoiceDetail, summaryInvoiceDetailDoctor } from './summaryInvoice.ts'
import { exportDoctorSummary, summaryTaxCert, summaryTaxCertDetail } from './summaryTaxCert.ts'
import { summaryTaxReturns, summaryTaxReturnsDetail } from './summaryTaxReturns.ts'

export default defineDomain('tax', {
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
    entrustedInvoiceDetailLifecycle,
    entrustedInvoiceDetailPointLifecycle,
    summaryInvoiceLifecycle,
    summaryTaxReturnsLifecycle,
    summaryTaxCertLifecycle,
  ],
  calls: [
    removeInvoice,
    removeInvoicePoint,
    downloadIdCard,
    downloadIdCardSeal,
    exportDeclare,
    exportDoctorSummary,
    getSummaryInvoiceDetail,
    summaryInvoiceLink,
  ],
  queues: [invoiceQueue],
  pages: [summaryInvoicePage],
  ports: [invoiceCheck],
})
