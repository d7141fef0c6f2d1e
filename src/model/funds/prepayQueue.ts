import { is } from '../kernel/condition.ts'
import type { Queue } from '../kernel/queue.ts'

/** Q15 (domain §6): finance confirms what companies paid in ahead, or want back. */
export const prepayQueue: Queue = {
  code: 'entrustedAccountPrepay',
  title: ['预付款确认', 'Prepayment confirmation'],
  icon: 'download',
  views: [
    {
      code: 'submitReview',
      title: ['预付款确认', 'Prepayment confirmation'],
      resource: 'entrustedAccountPrepay',
      where: [is('confirmStatus', 0)],
      permission: 'entrustedAccountPrepay_submitReview',
      words: 'confirm, 确认, 充值',
      decisions: ['review.pass', 'review.reject'],
      sort: '+createTime',
    },
  ],
  columns: {
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
