import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { MY_DAY, type MyDay } from '../wire/myDay.ts'

/** `rounds/my-day`: what of the caller's was refused, and what they decided today. */
export const readMyDay = call('desk.myDay', {
  open: 'session',
  method: 'GET',
  paths: [MY_DAY],
  title: ['我的今天', 'My day'],
  safe: true,
  answer: answer.typed<MyDay>('one'),
})
