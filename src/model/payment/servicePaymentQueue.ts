import { is } from '../language/conditions/condition.ts'
import type { Queue, QueueView } from '../language/queue.ts'
import { statesOf } from '../language/states.ts'
import { servicePaymentOrder } from './payments.ts'

const { payStatus: payStates } = statesOf(servicePaymentOrder)

const toPay = (payStatus: 0 | 3): Omit<QueueView, 'code' | 'title'> => ({
  resource: 'servicePaymentOrder',
  where: [is('payStatus', payStatus)],
  permission: 'servicePaymentOrder_confimPay',
  decisions: ['confimPay'],
  sort: '+createTime',
})

/** Q14 (domain §6): companies pay, and finance checks what they say they paid. */
export const servicePaymentOrderQueue: Queue = {
  code: 'servicePaymentOrder',
  title: ['服务费复核', 'Service payment check'],
  icon: 'credit-card',
  views: [
    { code: 'pay', title: ['待付服务费', 'Services to pay'], ...toPay(0) },
    { code: 'again', title: ['被驳回待付', 'Refused, to pay again'], ...toPay(3) },
    {
      code: 'submitReview',
      title: ['服务费复核', 'Service payment check'],
      resource: 'servicePaymentOrder',
      where: [is('payStatus', payStates.toCheck)],
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
