/** Where the months of a prepaid account are asked for, and what is answered. */
export const ACCOUNT_STATEMENT = 'blade-pay/entrustedAccount/statement'

/** A month of an account: the balance that it began with, what came in and went out by kind, and the balance it ended with. */
export interface WireStatementMonth {
  /** `202411` */
  readonly month: string
  readonly openingAmount: string
  readonly rechargeAmount: string
  readonly receiptAmount: string
  readonly refundAmount: string
  readonly suspenseAmount: string
  readonly paidAmount: string
  readonly withdrawnAmount: string
  readonly closingAmount: string
  readonly recordCount: number
}
