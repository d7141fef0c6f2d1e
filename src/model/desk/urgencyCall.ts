import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { type QueueUrgency, URGENCY } from '../wire/urgency.ts'

/** `rounds/urgency`: each view of a queue that the caller works, with how urgent it is. */
export const readUrgency = call('queue.urgency', {
  open: 'session',
  method: 'GET',
  paths: [URGENCY],
  title: ['待办紧急程度', 'Urgency of queues'],
  safe: true,
  answer: answer.typed<readonly QueueUrgency[]>('list'),
})
