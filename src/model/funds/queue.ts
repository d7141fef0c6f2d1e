import { is, oneOf } from '../kernel/condition.ts'
import type { Queue } from '../kernel/queue.ts'

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
      where: [is('handleStatus', 0)],
      permission: 'handleApply_sponsorHandle',
      words: 'cashier, 出纳',
      decisions: ['sponsorHandle', 'sponsorHandleApproval', 'return'],
      sort: '+createTime',
    },
    {
      code: 'ask',
      title: ['银行处理中', 'With the bank'],
      resource: 'handleApply',
      where: [oneOf('handleStatus', [1, 2])],
      permission: 'handleApply_queryApplyInfoStatus',
      decisions: [{ call: 'handleApply.queryApplyInfoStatus' }],
      sort: '+createTime',
    },
    {
      code: 'failed',
      title: ['付款失败明细', 'Failed instructions'],
      resource: 'handleApplyInfo',
      where: [is('infoStatus', 3)],
      permission: 'handleApplyInfo_failHandle',
      decisions: ['fail.resend', 'fail.return'],
      sort: '+createTime',
    },
  ],
}
