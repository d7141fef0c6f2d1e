import { is } from '../language/conditions/condition.ts'
import type { Queue } from '../language/queue.ts'
import { statesOf } from '../language/states.ts'
import { reconciliationInfo } from './reconciliation.ts'

const { reconStatus } = statesOf(reconciliationInfo)

/** Q23 (domain §6): days of units that wait to be compared with the bank, and differences that finance handles. */
export const reconciliationQueue: Queue = {
  code: 'reconciliationInfo',
  title: ['对账差异', 'Reconciliation'],
  icon: 'git-compare',
  views: [
    {
      code: 'resolve',
      title: ['对账差异', 'Differences'],
      resource: 'reconciliationInfo',
      where: [is('reconStatus', reconStatus.differs)],
      permission: 'reconciliationInfo_submitReconciliationInfo',
      words: 'differences, 差异',
      decisions: ['resolve', 'check'],
      sort: '+createTime',
    },
    {
      code: 'check',
      title: ['待对账', 'To be compared'],
      resource: 'reconciliationInfo',
      where: [is('reconStatus', reconStatus.pending)],
      permission: 'reconciliationInfo_accountCheckingResult',
      decisions: ['check'],
      sort: '+createTime',
    },
  ],
  columns: {
    reconciliationInfo: [
      'taskid',
      'diffAmount',
      'createTime',
      'accountNo',
      'reconDate',
      'ourAmount',
      'bankAmount',
      'diffCount',
    ],
  },
}
