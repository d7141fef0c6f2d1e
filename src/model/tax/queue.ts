import { is } from '../language/conditions/condition.ts'
import type { Queue } from '../language/queue.ts'
import { statesOf } from '../language/states.ts'
import { entrustedInvoice } from './entrustedInvoice.ts'
import { summaryInvoice } from './summaryInvoice.ts'
import { summaryTaxCert } from './summaryTaxCert.ts'
import { summaryTaxReturns } from './summaryTaxReturns.ts'

const { invoiceStatus } = statesOf(entrustedInvoice)
const { invoiceStatus: invoiceStates } = statesOf(summaryInvoice)
const { returnsStatus } = statesOf(summaryTaxReturns)
const { certStatus } = statesOf(summaryTaxCert)

/**
 * Q20 and Q22 (domain §6): invoices to issue and to review, summary invoices to upload, returns to collect, declare and
 * certify, certificates to upload.
 */
export const invoiceQueue: Queue = {
  code: 'invoices',
  title: ['开票与完税', 'Invoices and taxes'],
  icon: 'receipt',
  views: [
    {
      code: 'issue',
      title: ['待开票', 'Invoices to issue'],
      resource: 'entrustedInvoice',
      where: [is('invoiceStatus', invoiceStatus.requested)],
      permission: 'entrustedInvoice_issue',
      decisions: ['issue', 'invoiceCheck'],
      sort: '+createTime',
    },
    {
      code: 'review',
      title: ['发票复核', 'Invoices to review'],
      resource: 'entrustedInvoice',
      where: [is('invoiceStatus', invoiceStatus.pending)],
      permission: 'entrustedInvoice_submitReview',
      decisions: ['submitReview.pass', 'submitReview.reject'],
      sort: '+createTime',
    },
    {
      code: 'issuePoint',
      title: ['待开积分发票', 'Points invoices to issue'],
      resource: 'entrustedInvoicePoint',
      where: [is('invoiceStatus', invoiceStatus.requested)],
      permission: 'entrustedInvoicePoint_issue',
      decisions: ['issue', 'invoiceCheck'],
      sort: '+createTime',
    },
    {
      code: 'reviewPoint',
      title: ['积分发票复核', 'Points invoices to review'],
      resource: 'entrustedInvoicePoint',
      where: [is('invoiceStatus', invoiceStatus.pending)],
      permission: 'entrustedInvoicePoint_submitReview',
      decisions: ['submitReview.pass', 'submitReview.reject'],
      sort: '+createTime',
    },
    {
      code: 'upload',
      title: ['汇总发票', 'Summary invoices'],
      resource: 'summaryInvoice',
      where: [is('invoiceStatus', invoiceStates.toIssue)],
      permission: 'summaryInvoice_summaryInvoiceUpload',
      decisions: ['upload'],
      sort: '+createTime',
    },
    {
      code: 'collect',
      title: ['待生成申报', 'Returns to collect'],
      resource: 'summaryTaxReturns',
      where: [is('returnsStatus', returnsStatus.draft)],
      permission: 'summaryTaxReturns_create',
      decisions: ['create'],
      sort: '+createTime',
    },
    {
      code: 'declare',
      title: ['待申报', 'Returns to declare'],
      resource: 'summaryTaxReturns',
      where: [is('returnsStatus', returnsStatus.generated)],
      permission: 'summaryTaxReturns_submit',
      decisions: ['create', 'submit'],
      sort: '+createTime',
    },
    {
      code: 'certify',
      title: ['待出证', 'Returns to certify'],
      resource: 'summaryTaxReturns',
      where: [is('returnsStatus', returnsStatus.declared)],
      permission: 'summaryTaxReturns_updateTaxCertStatus',
      decisions: ['certify', 'importReceipt'],
      sort: '+createTime',
    },
    {
      code: 'certs',
      title: ['完税证明', 'Certificates'],
      resource: 'summaryTaxCert',
      where: [is('certStatus', certStatus.toUpload)],
      permission: 'summaryTaxCert_summaryTaxCertUpload',
      decisions: ['upload'],
      sort: '+createTime',
    },
  ],
  columns: {
    entrustedInvoice: ['code', 'entrustedCompanyName', 'invoiceAmount', 'createTime', 'checkStatus', 'invoiceType'],
    entrustedInvoicePoint: [
      'code',
      'entrustedCompanyName',
      'invoiceAmount',
      'createTime',
      'checkStatus',
      'invoiceType',
    ],
  },
}
