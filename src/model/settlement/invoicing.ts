import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { settlementOrder } from './settlementOrder.ts'
import { settlementOrderPoint } from './settlementOrderPoint.ts'

const invoicing = {
  method: 'GET',
  title: ['开票', 'Invoice it'],
  roles: ['companyAdmin', 'finance'],
  key: 'settlementOrderId',
  safe: false,
  command: {},
} as const

/** 3.20: makes the invoice of a paid settlement order, or returns the existing one. */
export const addEntrustedInvoice = call('settlementOrder.addEntrustedInvoice', {
  ...invoicing,
  paths: ['blade-svc/entrustedInvoice/addEntrustedInvoice'],
  permission: 'entrustedInvoice_addEntrustedInvoice',
  on: settlementOrder,
  from: { settlementStatus: ['paid', 'settled'] },
  answer: answer.one('entrustedInvoice'),
})

/** The same of an order in points. */
export const addEntrustedInvoicePoint = call('settlementOrderPoint.addEntrustedInvoice', {
  ...invoicing,
  paths: ['blade-svc/entrustedInvoicePoint/addEntrustedInvoice'],
  permission: 'entrustedInvoicePoint_addEntrustedInvoice',
  on: settlementOrderPoint,
  from: { settlementStatus: ['paid', 'settled'] },
  answer: answer.one('entrustedInvoicePoint'),
})
