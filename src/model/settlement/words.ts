import { longText, readOnly, ref, text } from '../language/fields/field.ts'
import type { Readers } from '../language/role.ts'

/** Fields that several documents of the settlement share. */

/** Remark of an approval. */
export const remark = longText('审核意见', 'Remark', { length: 500 })

/** The settlement order that a record is of. */
export const ofOrder = readOnly({
  settlementOrderId: ref('settlementOrder', '结算单', 'Settlement order', { shows: 'settlementOrderCode' }),
  settlementOrderCode: text('结算单号', 'Order no.', { search: 'code', length: 32, width: 170 }),
})

/** Readers of what a settlement order pays to doctors. */
export const lineReaders: Readers = {
  ops: 'export',
  finance: 'export',
  tax: 'view',
  companyAdmin: 'view',
  fiscalTax: 'view',
  auditor: 'export',
}

/** The points settlement order that a record is of, in the place of `ofOrder`. */
export const ofPointOrder = readOnly({
  settlementOrderId: ref('settlementOrderPoint', '积分结算单', 'Points order', { shows: 'settlementOrderCode' }),
})
