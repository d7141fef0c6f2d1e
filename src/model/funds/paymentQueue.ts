import { is } from '../kernel/condition.ts'
import type { Queue } from '../kernel/queue.ts'

/** Q17 (domain §6): finance reviews payments to doctors; the frozen ones stand in a view of their own. */
export const orderDoctorPaymentQueue: Queue = {
  code: 'orderDoctorPayment',
  title: ['付款审核', 'Payout review'],
  icon: 'banknote',
  views: [
    {
      code: 'audit',
      title: ['付款审核', 'Payout review'],
      resource: 'orderDoctorPayment',
      where: [is('paymentStatus', 0)],
      permission: 'orderDoctorPayment_auditPass',
      decisions: ['auditPass', 'auditReject'],
      sort: '+createTime',
    },
    {
      code: 'frozen',
      title: ['冻结付款', 'Frozen payouts'],
      resource: 'orderDoctorPayment',
      where: [is('paymentStatus', 6)],
      permission: 'orderDoctorPayment_thaw',
      decisions: ['thaw', 'auditReject'],
      sort: '+createTime',
    },
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
