import { code, readOnly, ref } from '../language/fields/field.ts'
import { children, history, related, tracePanel } from '../language/section.ts'
import { lifecycleTwin, twin } from '../language/twin.ts'
import { ofPointOrder } from '../settlement/words.ts'
import { entrustedInvoice, invoiceSections } from './entrustedInvoice.ts'
import { entrustedInvoiceLifecycle } from './entrustedInvoiceLifecycle.ts'
import { entrustedInvoiceDetail, entrustedInvoiceDetailLifecycle, removalOf } from './entrustedInvoiceParts.ts'

/** 积分企业开票: the invoice for what points cost, by the platform itself. */
export const entrustedInvoicePoint = twin(entrustedInvoice, 'entrustedInvoicePoint', {
  calls: ['blade-svc/entrustedInvoicePoint'],
  title: ['积分企业开票', 'Points invoices'],
  readers: { finance: 'export', tax: 'manage', companyAdmin: 'manage', fiscalTax: 'manage', auditor: 'export' },
  fields: { code: code('IVP', '开票单号', 'Invoice no.', { short: ['单号', 'No'] }), ...ofPointOrder },
  replies: 'entrustedInvoice',
  children: [
    { resource: 'entrustedInvoiceItem', by: 'entrustedInvoicePointId' },
    { resource: 'entrustedInvoiceDetailPoint', by: 'entrustedInvoiceId' },
  ],
  sections: [
    ...invoiceSections,
    children('entrustedInvoiceItem', ['开票项目', 'Items']),
    children('entrustedInvoiceDetailPoint', ['发票文件', 'Files']),
    tracePanel(),
    history(),
    related(),
  ],
  routes: {
    list: '/svc/entrustedInvoicePoint',
    detail: '/entrustedInvoicePoint/detail/:id',
    edit: '/entrustedInvoicePoint/edit/:id',
  },
})

export const entrustedInvoicePointLifecycle = lifecycleTwin(entrustedInvoiceLifecycle, entrustedInvoicePoint)

/** 积分发票文件 */
export const entrustedInvoiceDetailPoint = twin(entrustedInvoiceDetail, 'entrustedInvoiceDetailPoint', {
  calls: ['blade-svc/entrustedInvoiceDetailPoint'],
  title: ['积分发票文件', 'Points invoice files'],
  readers: { finance: 'view', tax: 'manage', companyAdmin: 'view', fiscalTax: 'manage', auditor: 'view' },
  also: { uploadInvoice: 'add' },
  fields: {
    entrustedInvoiceId: ref('entrustedInvoicePoint', '开票单', 'Invoice', {
      required: '请选择开票单',
      requiredEn: 'Please choose the invoice',
      shows: 'entrustedInvoiceCode',
    }),
    ...readOnly({ entrustedInvoiceCode: entrustedInvoiceDetail.fields.entrustedInvoiceCode }),
  },
})

export const entrustedInvoiceDetailPointLifecycle = lifecycleTwin(
  entrustedInvoiceDetailLifecycle,
  entrustedInvoiceDetailPoint,
)

/** Takes a file off an invoice in points. */
export const removeInvoicePoint = removalOf(entrustedInvoiceDetailPoint)
