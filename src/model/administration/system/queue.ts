import { is } from '../../language/conditions/condition.ts'
import type { Queue } from '../../language/queue.ts'
import { statesOf } from '../../language/states.ts'
import { apiMessagePool } from './apiMessagePool.ts'

const { messageStatus } = statesOf(apiMessagePool)

/** Q24 (domain §6): messages that a company's system did not take, to be sent again. */
export const messageQueue: Queue = {
  code: 'messages',
  title: ['消息失败', 'Failed messages'],
  icon: 'inbox',
  views: [
    {
      code: 'failed',
      title: ['消息失败', 'Failed messages'],
      resource: 'apiMessagePool',
      where: [is('messageStatus', messageStatus.failed)],
      permission: 'apiMessagePool_resend',
      words: 'push, resend, 推送, 重发',
      decisions: ['resend'],
      sort: '+createTime',
    },
  ],
  columns: {
    apiMessagePool: [
      'messageNumber',
      'entrustedName',
      'bizCode',
      'lastError',
      'retryCount',
      'businessScenario',
      'createTime',
    ],
  },
}
