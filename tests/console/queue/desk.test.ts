import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../src/console/api/error.ts'
import { deadlineOf, failureOf } from '../../../src/console/decisions/outbox/pendingDecisions.ts'
import type { Conflict, Decided } from '../../../src/model/wire/wire.ts'

const conflict = (reason: Conflict['reason']): Conflict => ({
  id: '1',
  reason,
  version: 2,
  by: '李四',
  at: '',
  action: '',
  transition: '',
  fields: [],
  row: null,
})

describe('what an error means for a decision', () => {
  it.each([
    ['a lost network', new ApiError(0, '', null, true), { is: 'again', network: true }],
    ['the same write on its way', new ApiError(-1, '重复点击'), { is: 'again', network: false }],
    ['a server out of breath', new ApiError(429, '请求过于频繁'), { is: 'again', network: false }],
    [
      'a decision that took too long',
      new ApiError(503, '审核超时请稍后重试'),
      { is: 'again', network: false, message: '审核超时请稍后重试' },
    ],
    ['a broken server', new ApiError(500, '服务器异常'), { is: 'again', network: false }],
    ['still being processed', new ApiError(409, '正在处理中', conflict('busy')), { is: 'again', network: false }],
    [
      'somebody faster',
      new ApiError(409, '已被修改', conflict('stale')),
      { is: 'conflict', message: '已被修改', conflict: conflict('stale') },
    ],
    [
      'another state',
      new ApiError(409, '当前状态不允许该操作', conflict('illegal')),
      { is: 'conflict', message: '当前状态不允许该操作', conflict: conflict('illegal') },
    ],
    [
      'a total that is not typed',
      new ApiError(400, '请输入合计金额后提交', { typedAmount: '请输入合计金额' }),
      { is: 'unproved', message: '请输入合计金额后提交' },
    ],
    ['a refusal', new ApiError(400, '经办与审核不能是同一人'), { is: 'refused', message: '经办与审核不能是同一人' }],
    ['no permission', new ApiError(403, '没有权限'), { is: 'refused', message: '没有权限' }],
    ['our own mistake', new TypeError('x is not a function'), { is: 'refused', message: 'x is not a function' }],
  ])('%s', (_, error, meaning) => {
    expect(failureOf(error)).toEqual(meaning)
  })
})

describe('until when a decision may be taken back', () => {
  const decided = (undoUntil: string, updateTime?: string): Decided => ({
    id: '1',
    version: 1,
    transition: 'x',
    patch: updateTime ? { updateTime } : {},
    undo: 'y',
    undoUntil,
  })
  it('counts from now by the distance of the server’s own times, whatever day its clock shows', () => {
    expect(deadlineOf(decided('2024-06-15 10:10:00', '2024-06-15 10:00:00'), 5_000)).toBe(605_000)
  })
  it('leaves it to the server where that cannot be determined', () => {
    expect(deadlineOf(decided('', '2024-06-15 10:00:00'), 0)).toBeNull()
    expect(deadlineOf(decided('2024-06-15 10:10:00'), 0)).toBeNull()
  })
})
