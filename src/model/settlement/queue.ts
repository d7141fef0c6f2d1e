import { is } from '../kernel/condition.ts'
import type { Queue, QueueView } from '../kernel/queue.ts'

/** Q13 (domain §6): finance audits and settles, the company confirms. */
export const settlementOrderQueue: Queue = {
  code: 'settlementOrder',
  title: ['结算单审核', 'Settlement order review'],
  icon: 'file-spreadsheet',
  go: 'g s',
  views: [
    {
      code: 'audit',
      title: ['结算单审核', 'Settlement order review'],
      resource: 'settlementOrder',
      where: [is('settlementStatus', 0)],
      permission: 'settlementOrder_audit',
      words: 'audit, approve, 审核, 审批, 待审',
      decisions: ['audit.pass', 'audit.reject'],
      sort: '+createTime',
    },
    {
      code: 'confim',
      title: ['结算单确认', 'Settlement order confirmation'],
      resource: 'settlementOrder',
      where: [is('settlementStatus', 2)],
      permission: 'settlementOrder_confim',
      decisions: ['confim.pass', 'confim.reject'],
      sort: '+createTime',
    },
    {
      code: 'toSettle',
      title: ['结算单转结算', 'Settlement orders to settle'],
      resource: 'settlementOrder',
      where: [is('settlementStatus', 3)],
      permission: 'settlementOrder_toSettle',
      words: 'release, 放款',
      decisions: ['toSettle', 'push'],
      sort: '+createTime',
    },
  ],
  columns: {
    settlementOrder: [
      'code',
      'entrustedCompanyName',
      'totalAmount',
      'createTime',
      'orderCount',
      'doctorCount',
      'taxAmount',
      'createUser',
      'doctorAmount',
      'platformAmount',
      'fiscalTaxName',
      'cycleMonth',
    ],
  },
}

const toPay = (settleStatus: 1 | 4): Omit<QueueView, 'code' | 'title'> => ({
  resource: 'orderDoctorSettlement',
  where: [is('settleStatus', settleStatus)],
  permission: 'orderDoctorSettlement_applyForPayment',
  decisions: ['applyForPayment', 'applyForVoid'],
  sort: '+createTime',
})

/** Q16: lines that may be paid are put up for payment. */
export const payableQueue: Queue = {
  code: 'orderDoctorSettlement',
  title: ['医生待付款', 'Doctors to be paid'],
  icon: 'wallet',
  views: [
    { code: 'apply', title: ['医生待付款', 'Doctors to be paid'], ...toPay(1) },
    { code: 'again', title: ['付款失败待重付', 'Failed payouts'], ...toPay(4) },
  ],
  columns: {
    orderDoctorSettlement: [
      'code',
      'doctorName',
      'netAmount',
      'createTime',
      'entrustedCompanyName',
      'grossAmount',
      'iitAmount',
      'settleStatus',
      'planName',
      'settlementOrderCode',
    ],
  },
}
