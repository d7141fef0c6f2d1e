import { is } from '../language/conditions/condition.ts'
import type { Queue, QueueView } from '../language/queue.ts'
import { statesOf } from '../language/states.ts'
import { handleApply } from './handle.ts'
import { handleApplyInfo } from './handleInfo.ts'
import { transferAccount } from './transfers.ts'

const { handleStatus: handleStates } = statesOf(handleApply)
const { infoStatus } = statesOf(handleApplyInfo)
const { againStatus } = statesOf(transferAccount)

/** Batches that the bank has, of which it is asked. */
const batches = (handleStatus: 1 | 2): Omit<QueueView, 'code' | 'title'> => ({
  resource: 'handleApply',
  where: [is('handleStatus', handleStatus)],
  permission: 'handleApply_queryApplyInfoStatus',
  decisions: [{ call: 'handleApply.queryApplyInfoStatus' }],
  sort: '+createTime',
})

/** Q18 (domain §6): the cashier hands batches to the bank, asks what became of them, and sees to what failed. */
export const handleApplyQueue: Queue = {
  code: 'handleApply',
  title: ['银行经办', 'Bank handling'],
  icon: 'landmark',
  views: [
    {
      code: 'handle',
      title: ['银行经办', 'Bank handling'],
      resource: 'handleApply',
      where: [is('handleStatus', handleStates.pending)],
      permission: 'handleApply_sponsorHandle',
      targetHours: 4,
      words: 'cashier, 出纳',
      decisions: ['sponsorHandleApproval', 'sponsorHandle', 'return'],
      sort: '+createTime',
    },
    { code: 'approving', title: ['银行审批中', 'With the approvers'], ...batches(1) },
    { code: 'ask', title: ['银行处理中', 'With the bank'], ...batches(2) },
    {
      code: 'failed',
      title: ['付款失败明细', 'Failed instructions'],
      resource: 'handleApplyInfo',
      where: [is('infoStatus', infoStatus.failed)],
      permission: 'handleApplyInfo_failHandle',
      decisions: ['fail.resend', 'fail.return'],
      sort: '+createTime',
    },
    {
      code: 'again',
      title: ['退票重付', 'Pay again'],
      resource: 'transferAccount',
      where: [is('againStatus', againStatus.toPay)],
      permission: 'transferAccount_payAgain',
      decisions: ['payAgain', 'toSuspense'],
      sort: '+createTime',
    },
  ],
}
