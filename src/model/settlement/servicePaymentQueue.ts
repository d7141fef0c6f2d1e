import { is } from '../kernel/condition.ts'
import type { Queue } from '../kernel/queue.ts'

/** Q14 (domain §6): finance checks what companies say they paid. */
export const servicePaymentOrderQueue: Queue = {
  code: 'servicePaymentOrder',
  title: ['服务费复核', 'Service payment check'],
  icon: 'credit-card',
  views: [
    {
      code: 'submitReview',
      title: ['服务费复核', 'Service payment check'],
      resource: 'servicePaymentOrder',
      where: [is('payStatus', 1)],
      permission: 'servicePaymentOrder_submitReview',
      words: 'check, 复核, 付款',
      decisions: ['submitReview.pass', 'submitReview.reject'],
      sort: '+createTime',
    },
  ],
  columns: {
    servicePaymentOrder: [
      'code',
      'entrustedCompanyName',
      'amount',
      'createTime',
      'payMode',
      'settlementOrderCode',
      'confirmUserName',
      'doctorAmount',
      'platformAmount',
    ],
  },
}
