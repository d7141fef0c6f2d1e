import { answer } from '../kernel/answer.ts'
import { call } from '../kernel/call.ts'
import { settlementOrder } from './settlementOrder.ts'

/** 3.20: the invoice of a settlement order that was paid; the one there is, where there is one. */
export const addEntrustedInvoice = call('settlementOrder.addEntrustedInvoice', {
  method: 'GET',
  paths: ['blade-svc/entrustedInvoice/addEntrustedInvoice'],
  title: ['开票', 'Invoice it'],
  permission: 'entrustedInvoice_addEntrustedInvoice',
  roles: ['companyAdmin', 'finance'],
  on: settlementOrder,
  key: 'settlementOrderId',
  from: { settlementStatus: [5, 6] },
  safe: false,
  answer: answer.one('entrustedInvoice'),
  command: {},
})
