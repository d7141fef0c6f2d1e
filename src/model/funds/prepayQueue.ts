import { is } from '../language/conditions/condition.ts'
import type { Queue } from '../language/queue.ts'
import { statesOf } from '../language/states.ts'
import { entrustedAccount } from './accounts.ts'
import { entrustedAccountPrepay } from './prepay.ts'
import { suspenseEntry } from './suspense.ts'

const { confirmStatus } = statesOf(entrustedAccountPrepay)
const { alertStatus } = statesOf(entrustedAccount)
const { suspenseStatus } = statesOf(suspenseEntry)

/** Accounts in which less is available than their alert amount. */
export const LOW_ACCOUNTS = [is('alertStatus', alertStatus.low)] as const

/**
 * Q15 (domain §6): finance confirms what companies paid in ahead, or want back. Who may pay in is told of accounts in which
 * less is available than their alert amount, the least first. What the bank has and the books do not, finance clears.
 */
export const prepayQueue: Queue = {
  code: 'entrustedAccountPrepay',
  title: ['预付款确认', 'Prepayment confirmation'],
  icon: 'download',
  views: [
    {
      code: 'submitReview',
      title: ['预付款确认', 'Prepayment confirmation'],
      resource: 'entrustedAccountPrepay',
      where: [is('confirmStatus', confirmStatus.pending)],
      permission: 'entrustedAccountPrepay_submitReview',
      words: 'confirm, 确认, 充值',
      decisions: ['review.pass', 'review.reject'],
      sort: '+createTime',
    },
    {
      code: 'recharge',
      title: ['余额预警', 'Low accounts'],
      resource: 'entrustedAccount',
      where: LOW_ACCOUNTS,
      permission: 'entrustedAccount_recharge',
      words: 'alert, recharge, 预警, 充值',
      decisions: [{ call: 'entrustedAccount.recharge' }],
      sort: '+availableAmount',
    },
    {
      code: 'suspense',
      title: ['挂账处理', 'Suspense'],
      resource: 'suspenseEntry',
      where: [is('suspenseStatus', suspenseStatus.pending)],
      permission: 'suspenseEntry_apply',
      decisions: ['apply'],
      sort: '+createTime',
    },
    {
      code: 'audit',
      title: ['挂账复核', 'Suspense checks'],
      resource: 'suspenseEntry',
      where: [is('suspenseStatus', suspenseStatus.toCheck)],
      permission: 'suspenseEntry_audit',
      decisions: ['audit.pass', 'audit.reject'],
      sort: '+createTime',
    },
  ],
  columns: {
    entrustedAccount: [
      'accountNo',
      'entrustedCompanyName',
      'availableAmount',
      'alertAmount',
      'frozenAmount',
      'balance',
      'accountStatus',
    ],
    entrustedAccountPrepay: [
      'code',
      'entrustedCompanyName',
      'recordAmount',
      'createTime',
      'chargeType',
      'paymentType',
      'bankSerialNo',
      'prepayTime',
      'recordVoucher',
    ],
  },
}
