import { budgetOrder } from '../activities/budgetOrder.ts'
import { is } from '../language/conditions/condition.ts'
import type { Queue, QueueView } from '../language/queue.ts'
import { statesOf } from '../language/states.ts'

const { budgetStatus } = statesOf(budgetOrder)

const order = (
  resource: string,
  settlementStatus: 0 | 2 | 3,
  transition: 'audit' | 'confim' | 'toSettle',
): Omit<QueueView, 'code' | 'title'> => ({
  resource,
  where: [is('settlementStatus', settlementStatus)],
  permission: `${resource}_${transition}`,
  decisions: transition === 'toSettle' ? ['toSettle', 'push'] : [`${transition}.pass`, `${transition}.reject`],
  sort: '+createTime',
})

/** Q13 (domain §6): finance audits and settles, the company confirms; the same in points. */
export const settlementOrderQueue: Queue = {
  code: 'settlementOrder',
  title: ['结算单审核', 'Settlement order review'],
  icon: 'file-spreadsheet',
  go: 'g s',
  views: [
    {
      code: 'audit',
      title: ['结算单审核', 'Settlement order review'],
      words: 'audit, approve, 审核, 审批, 待审',
      ...order('settlementOrder', 0, 'audit'),
    },
    {
      code: 'confim',
      title: ['结算单确认', 'Settlement order confirmation'],
      ...order('settlementOrder', 2, 'confim'),
    },
    {
      code: 'toSettle',
      title: ['结算单转结算', 'Settlement orders to settle'],
      words: 'release, 放款',
      ...order('settlementOrder', 3, 'toSettle'),
    },
    {
      code: 'auditPoint',
      title: ['积分结算单审核', 'Points settlement order review'],
      ...order('settlementOrderPoint', 0, 'audit'),
    },
    {
      code: 'confimPoint',
      title: ['积分结算单确认', 'Points settlement order confirmation'],
      ...order('settlementOrderPoint', 2, 'confim'),
    },
    {
      code: 'toSettlePoint',
      title: ['积分结算单转结算', 'Points settlement orders to settle'],
      ...order('settlementOrderPoint', 3, 'toSettle'),
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

const toPay = (resource: string, settleStatus: 1 | 4): Omit<QueueView, 'code' | 'title'> => ({
  resource,
  where: [is('settleStatus', settleStatus)],
  permission: `${resource}_applyForPayment`,
  decisions: ['applyForPayment', 'applyForVoid'],
  sort: '+createTime',
})

/** Q16: lines that may be paid are put up for payment. In points none fails: no bank pays them. */
export const payableQueue: Queue = {
  code: 'orderDoctorSettlement',
  title: ['医生待付款', 'Doctors to be paid'],
  icon: 'wallet',
  views: [
    { code: 'apply', title: ['医生待付款', 'Doctors to be paid'], ...toPay('orderDoctorSettlement', 1) },
    { code: 'again', title: ['付款失败待重付', 'Failed payouts'], ...toPay('orderDoctorSettlement', 4) },
    { code: 'applyPoint', title: ['医生待发积分', 'Points to be granted'], ...toPay('orderDoctorSettlementPoint', 1) },
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

/** Q25 (domain §6): finance reviews budgets. */
export const budgetQueue: Queue = {
  code: 'budgetOrder',
  title: ['预算审核', 'Budget review'],
  icon: 'calculator',
  views: [
    {
      code: 'audit',
      title: ['预算审核', 'Budget review'],
      resource: 'budgetOrder',
      where: [is('budgetStatus', budgetStatus.pending)],
      permission: 'budgetOrder_audit',
      decisions: ['audit.pass', 'audit.reject'],
      sort: '+createTime',
    },
  ],
  columns: {
    budgetOrder: ['code', 'name', 'entrustedCompanyName', 'budgetAmount', 'periodStart', 'periodEnd', 'createTime'],
  },
}
