import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { BACKLOG, type QueueBacklog } from '../wire/backlog.ts'

/** `rounds/backlog`: how each view of a queue that the caller works stood at the end of the last days, for who reaches all of its rows. */
export const readBacklog = call('queue.backlog', {
  open: 'session',
  method: 'GET',
  paths: [BACKLOG],
  title: ['待办积压趋势', 'Backlog of queues'],
  safe: true,
  answer: answer.typed<readonly QueueBacklog[]>('list'),
})
