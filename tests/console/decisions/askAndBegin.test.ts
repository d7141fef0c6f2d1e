import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../src/console/api/error.ts'
import { askAndBegin } from '../../../src/console/decisions/askAndBegin.ts'
import type { DecisionQuestion } from '../../../src/console/forms/dialogs/decisionQuestion.ts'

const dialog = vi.hoisted(() => ({ ask: vi.fn() }))
vi.mock('../../../src/console/forms/dialogs/ask.ts', () => ({ askDecision: dialog.ask }))

const question = { resource: 'settlementOrder', decision: 'audit.pass', count: 2, amount: '1.00', names: [] }
const answer = { remark: 'x' }
/** A person who types these codes, until one is accepted or they have no more; what they were told of each. */
const types = (...codes: string[]) => {
  const told: (string | null | undefined)[] = []
  dialog.ask.mockImplementationOnce(async ({ send }: DecisionQuestion) => {
    for (const code of codes) {
      told.push(await send?.(answer, code))
      if (told.at(-1) === null) return answer
    }
    return codes.length === 0 ? answer : null
  })
  return told
}

describe('what is agreed to', () => {
  it('is begun without a code where none is asked for', async () => {
    types()
    const begin = vi.fn(async () => {})
    expect(await askAndBegin(question, begin)).toBe(true)
    expect(begin.mock.calls).toEqual([[answer, {}]])
  })

  it('is begun once its code is accepted; a wrong one, or too many, leave the question open', async () => {
    const told = types('111111', '222222', '333333')
    const begin = vi
      .fn(async () => {})
      .mockRejectedValueOnce(new ApiError(400, '动态验证码不正确', { oneTimeCode: '动态验证码不正确' }))
      .mockRejectedValueOnce(new ApiError(429, '请稍后再试', null))
    expect(await askAndBegin(question, begin)).toBe(true)
    expect(told).toEqual(['动态验证码不正确', '请稍后再试', null])
    expect(begin.mock.calls.map((call) => (call as unknown[])[1])).toEqual(
      ['111111', '222222', '333333'].map((oneTimeCode) => ({ oneTimeCode })),
    )
  })

  it('is not begun by who turns away after a wrong one', async () => {
    types('111111')
    const begin = vi.fn(async () => {
      throw new ApiError(400, '动态验证码不正确', { oneTimeCode: '动态验证码不正确' })
    })
    expect(await askAndBegin(question, begin)).toBe(false)
    expect(begin).toHaveBeenCalledTimes(1)
  })

  it('is refused for another reason with the question closed', async () => {
    const told = types('111111')
    const refused = new ApiError(400, '与实际合计不符', { typedAmount: '与实际合计不符' })
    await expect(askAndBegin(question, () => Promise.reject(refused))).rejects.toBe(refused)
    expect(told).toEqual([null])
  })
})
