import { readOnly, ref, text } from '../language/fields/field.ts'
import { company, fiscalTax } from '../patterns/mixins.ts'

/** Fields that invoices, tax returns and certificates share (domain §2.8). */

/** The settlement order that a document is for. */
export const settled = readOnly({
  settlementOrderId: ref('settlementOrder', '结算单', 'Settlement order', { shows: 'settlementOrderCode' }),
  settlementOrderCode: text('结算单号', 'Order no.', { search: 'code', length: 32, width: 170 }),
})

/** The client of a document that the server makes. */
export const ofCompany = readOnly(company)

/** The fiscal-tax company of a document that the server makes. */
export const ofFiscalTax = readOnly(fiscalTax)

export const taxMonth = text('税款所属月', 'Tax month', {
  search: 'exact',
  length: 6,
  means: 'month',
  priority: 1,
  width: 90,
  short: ['月份', 'Month'],
})

export const taxItem = readOnly({
  taxItemCode: text('税目编码', 'Tax item code', { search: 'exact', length: 16, width: 110 }),
  taxItemName: text('税目', 'Tax item', { width: 200 }),
})

/** Kinds of certificates: what was paid. */
export const CERT_TYPES = { 1: ['个人所得税', 'Income tax'], 2: ['增值税及附加', 'VAT and surcharge'] } as const

/** Whether an invoice, or a file of it, is what the tax bureau knows. */
export const CHECKED = {
  unchecked: [0, '未查验', 'Not checked', 'off'],
  agrees: [1, '通过', 'Agrees', 'good'],
  differs: [2, '不符', 'Differs', 'bad'],
  timedOut: [3, '超时', 'Timed out', 'wait'],
  checking: [4, '查验中', 'Checking', 'busy'],
} as const
