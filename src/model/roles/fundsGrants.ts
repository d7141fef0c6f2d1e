/** Families of funds that are granted together (domain §5). */

/** What a client company has paid in ahead. */
export const PREPAID = ['entrustedAccount', 'entrustedAccountPrepay', 'entrustedAccountRecord']

/** What the bank has and the books do not. */
export const SUSPENSE = 'suspenseEntry'

/** What the cashier works at the bank. */
export const BANK = [
  'handleApply',
  'handleApplyInfo',
  'transferAccount',
  'tradingManagerInfo',
  'doctorPaymentDetails',
  'reconciliationInfo',
]

/** Payments of doctors, in money and in points. */
export const PAYMENTS = ['orderDoctorPayment', 'orderDoctorPaymentPoint']

/** Funds that cannot be written to a file. */
const LISTED = [
  'handleStatusRecord',
  'dmanInternalTransfer',
  'dmanInternalTransferPoint',
  'integralDetail',
  'integralRule',
]

/** All funds that can be written to a file. */
export const FUNDS_EXPORTED = [...PREPAID, SUSPENSE, ...BANK, ...PAYMENTS, 'integralAccount', 'integralIssue']

/** Everything of funds. */
export const FUNDS = [...FUNDS_EXPORTED, ...LISTED]
