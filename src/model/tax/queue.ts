import { is } from '../language/condition.ts'
import type { Queue } from '../language/queue.ts'

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
      where: [is('invoiceStatus', 1)],
      permission: 'entrustedInvoice_issue',
      decisions: ['issue', 'invoiceCheck'],
      sort: '+createTime',
    },
    {
      code: 'review',
      title: ['发票复核', 'Invoices to review'],
      resource: 'entrustedInvoice',
      where: [is('invoiceStatus', 2)],
      permission: 'entrustedInvoice_submitReview',
      decisions: ['submitReview.pass', 'submitReview.reject'],
      sort: '+createTime',
    },
    {
      code: 'issuePoint',
      title: ['待开积分发票', 'Points invoices to issue'],
      resource: 'entrustedInvoicePoint',
      where: [is('invoiceStatus', 1)],
      permission: 'entrustedInvoicePoint_issue',
      decisions: ['issue', 'invoiceCheck'],
      sort: '+createTime',
    },
    {
      code: 'reviewPoint',
      title: ['积分发票复核', 'Points invoices to review'],
      resource: 'entrustedInvoicePoint',
      where: [is('invoiceStatus', 2)],
      permission: 'entrustedInvoicePoint_submitReview',
      decisions: ['submitReview.pass', 'submitReview.reject'],
      sort: '+createTime',
    },
    {
      code: 'upload',
      title: ['汇总发票', 'Summary invoices'],
      resource: 'summaryInvoice',
      where: [is('invoiceStatus', 0)],
      permission: 'summaryInvoice_summaryInvoiceUpload',
      decisions: ['upload'],
      sort: '+createTime',
    },
    {
      code: 'collect',
      title: ['待生成申报', 'Returns to collect'],
      resource: 'summaryTaxReturns',
      where: [is('returnsStatus', 0)],
      permission: 'summaryTaxReturns_create',
      decisions: ['create'],
      sort: '+createTime',
    },
    {
      code: 'declare',
      title: ['待申报', 'Returns to declare'],
      resource: 'summaryTaxReturns',
      where: [is('returnsStatus', 1)],
      permission: 'summaryTaxReturns_submit',
      decisions: ['create', 'submit'],
      sort: '+createTime',
    },
    {
      code: 'certify',
      title: ['待出证', 'Returns to certify'],
      resource: 'summaryTaxReturns',
      where: [is('returnsStatus', 2)],
      permission: 'summaryTaxReturns_updateTaxCertStatus',
      decisions: ['certify', 'importReceipt'],
      sort: '+createTime',
    },
    {
      code: 'certs',
      title: ['完税证明', 'Certificates'],
      resource: 'summaryTaxCert',
      where: [is('certStatus', 0)],
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
