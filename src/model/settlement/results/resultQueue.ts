import { is } from '../../language/conditions/condition.ts'
import type { Queue, QueueView } from '../../language/queue.ts'
import { statesOf } from '../../language/states.ts'
import { resultOrder } from './resultOrder.ts'
import { settlementCycle } from './settlementCycle.ts'

const { resultStatus } = statesOf(resultOrder)
const { cycleStatus, restStatus } = statesOf(settlementCycle)

const LISTED = [
  'code',
  'entrustedCompanyName',
  'totalAmount',
  'createTime',
  'orderCount',
  'doctorCount',
  'doctorAmount',
  'platformAmount',
  'periodStart',
  'periodEnd',
]

const audit = (resource: string): Omit<QueueView, 'code' | 'title'> => ({
  resource,
  where: [is('resultStatus', resultStatus.pending)],
  permission: `${resource}_audit`,
  decisions: ['audit.pass', 'audit.reject'],
  sort: '+createTime',
})
const confirm = (resource: string): Omit<QueueView, 'code' | 'title'> => ({
  resource,
  where: [is('resultStatus', resultStatus.toConfirm)],
  permission: `${resource}_confirm`,
  decisions: ['confirm.pass', 'confirm.reject'],
  sort: '+createTime',
})

/** Q11 (domain §6): finance reviews result orders, the company confirms them; the same in points. */
export const resultOrderQueue: Queue = {
  code: 'resultOrder',
  title: ['结果单审核', 'Result order review'],
  icon: 'clipboard-list',
  views: [
    { code: 'audit', title: ['结果单审核', 'Result order review'], ...audit('resultOrder') },
    { code: 'confirm', title: ['结果单确认', 'Result order confirmation'], ...confirm('resultOrder') },
    { code: 'auditPoint', title: ['积分结果单审核', 'Points result order review'], ...audit('resultOrderPoint') },
    {
      code: 'confirmPoint',
      title: ['积分结果单确认', 'Points result order confirmation'],
      ...confirm('resultOrderPoint'),
    },
  ],
  columns: { resultOrder: LISTED, resultOrderPoint: [...LISTED.slice(0, 3), 'pointAmount', ...LISTED.slice(3)] },
}

/** Q12: finance confirms the cycles that have ended, and what of confirmed ones lost its settlement order. */
export const settlementCycleQueue: Queue = {
  code: 'settlementCycle',
  title: ['周期确认', 'Cycle confirmation'],
  icon: 'calendar',
  views: [
    {
      code: 'confim',
      title: ['周期确认', 'Cycle confirmation'],
      resource: 'settlementCycle',
      where: [is('cycleStatus', cycleStatus.toConfirm)],
      permission: 'settlementCycle_confim',
      decisions: ['confim'],
      sort: '+createTime',
    },
    {
      code: 'confimRest',
      title: ['周期补充确认', 'Rests of cycles to confirm'],
      resource: 'settlementCycle',
      where: [is('cycleStatus', cycleStatus.confirmed), is('restStatus', restStatus.toConfirm)],
      permission: 'settlementCycle_confim',
      decisions: ['confimRest'],
      sort: '+createTime',
    },
  ],
}
