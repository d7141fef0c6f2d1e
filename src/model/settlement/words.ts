import { longText, readOnly, ref, text } from '../kernel/field.ts'
import type { Label } from '../kernel/label.ts'

/** What several documents of the settlement share. */

/**
 * Why nobody moves a document of the settlement yet: what its steps bring about (payments, refunds, ledgers) does not
 * exist. Separation of duties (INV-41) is declared with those rules.
 */
export const MONEY_NOT_YET: Label = ['资金流程尚未开放', 'Money is not moved here yet']

/** What whoever approves may say. */
export const remark = longText('审核意见', 'Remark', { length: 500 })

/** The settlement order that a record is of. */
export const ofOrder = readOnly({
  settlementOrderId: ref('settlementOrder', '结算单', 'Settlement order', { shows: 'settlementOrderCode' }),
  settlementOrderCode: text('结算单号', 'Order no.', { search: 'code', length: 32, width: 170 }),
})

/** The points settlement order that a record is of, in the place of `ofOrder`. */
export const ofPointOrder = readOnly({
  settlementOrderId: ref('settlementOrderPoint', '积分结算单', 'Points order', { shows: 'settlementOrderCode' }),
})
