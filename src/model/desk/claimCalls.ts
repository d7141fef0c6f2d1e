import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { integer, text } from '../language/fields/field.ts'
import { CLAIMS, type Claim, type ClaimAnswer } from '../wire/claim.ts'

// A session is all they ask for: the handler asks for a queue that the person works, and for the record in it.
const own = { open: 'session' } as const

const of = {
  resource: text('数据类型', 'Kind of record', { length: 64, required: '请输入数据类型' }),
  id: text('记录编号', 'Record id', { length: 19, required: '请输入记录编号' }),
}

/** `rounds/claims`: records of a resource that somebody has in hand. */
export const readClaims = call('claim.read', {
  ...own,
  method: 'GET',
  paths: [CLAIMS.read],
  title: ['处理中的记录', 'Records in hand'],
  query: { resource: text('数据类型', 'Kind of record', { length: 64, required: '请输入数据类型' }) },
  safe: true,
  answer: answer.typed<readonly Claim[]>('list'),
})

/** Takes a record of a queue in hand, or renews that it is. */
export const takeClaim = call('claim.take', {
  ...own,
  method: 'POST',
  paths: [CLAIMS.take],
  title: ['占用记录', 'Take a record in hand'],
  body: {
    ...of,
    takeOver: integer('接手', 'Take over', { initial: 0 }),
    leaves: text('放开的记录', 'Record that is given up', { length: 90 }),
  },
  safe: false,
  answer: answer.typed<ClaimAnswer>('one'),
})

/** Gives a record up. */
export const releaseClaim = call('claim.release', {
  ...own,
  method: 'POST',
  paths: [CLAIMS.release],
  title: ['放开记录', 'Give a record up'],
  body: of,
  safe: false,
  answer: answer.nothing,
})

export const claimCalls = [readClaims, takeClaim, releaseClaim] as const
