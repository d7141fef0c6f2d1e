import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { integer, money, text } from '../language/fields/field.ts'
import { ACCOUNT_STATEMENT } from './accountStatementWire.ts'
import { entrustedAccount } from './accounts.ts'

const summed = (zh: string, en: string) => money(zh, en, { required: '-' })

/**
 * 对账单: the months of a prepaid account, newest first, each with the balances that it began and ended with and what was
 * posted in between by kind. A month without a record is not told: it ended as it began.
 */
export const accountStatement = call('entrustedAccount.statement', {
  method: 'GET',
  paths: [ACCOUNT_STATEMENT],
  title: ['对账单', 'Statement'],
  permission: 'entrustedAccountRecord_view',
  on: entrustedAccount,
  safe: true,
  answer: answer.list({
    month: text('月份', 'Month', { length: 6, required: '-' }),
    openingAmount: summed('期初余额', 'Opening'),
    rechargeAmount: summed('充值', 'Recharged'),
    receiptAmount: summed('线下收款', 'Offline receipts'),
    refundAmount: summed('作废退款', 'Refunded'),
    suspenseAmount: summed('挂账转入', 'From suspense'),
    paidAmount: summed('服务费支付', 'Services paid'),
    withdrawnAmount: summed('支出提现', 'Withdrawn'),
    closingAmount: summed('期末余额', 'Closing'),
    recordCount: integer('笔数', 'Records', { required: '-' }),
  }),
})
