import { is } from '../language/conditions/condition.ts'
import type { Queue, QueueView } from '../language/queue.ts'

const toReview = (resource: string): Omit<QueueView, 'code' | 'title'> => ({
  resource,
  where: [is('paymentStatus', 0)],
  permission: `${resource}_auditPass`,
  decisions: ['auditPass', 'auditReject'],
  sort: '+createTime',
})
const stopped = (resource: string): Omit<QueueView, 'code' | 'title'> => ({
  resource,
  where: [is('paymentStatus', 6)],
  permission: `${resource}_thaw`,
  decisions: ['thaw', 'auditReject'],
  sort: '+createTime',
})

/** Q17 (domain §6): finance reviews payments to doctors, in money and in points; the frozen ones stand in views of their own. */
export const orderDoctorPaymentQueue: Queue = {
  code: 'orderDoctorPayment',
  title: ['付款审核', 'Payout review'],
  icon: 'banknote',
  views: [
    { code: 'audit', title: ['付款审核', 'Payout review'], ...toReview('orderDoctorPayment') },
    { code: 'frozen', title: ['冻结付款', 'Frozen payouts'], ...stopped('orderDoctorPayment') },
    { code: 'auditPoint', title: ['积分付款审核', 'Points payout review'], ...toReview('orderDoctorPaymentPoint') },
    { code: 'frozenPoint', title: ['冻结积分付款', 'Frozen points payouts'], ...stopped('orderDoctorPaymentPoint') },
  ],
  columns: {
    orderDoctorPayment: [
      'code',
      'doctorName',
      'netAmount',
      'createTime',
      'entrustedCompanyName',
      'grossAmount',
      'iitAmount',
      'bankName',
      'freezeReason',
      'createUser',
    ],
  },
}
