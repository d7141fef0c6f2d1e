import { expect, it } from 'vitest'
import { MACRO_STEPS_MAX, readMacro, writeStep } from '../../../commands/macros/steps.ts'

const steps = (text: string) =>
  readMacro(text).steps.map(({ line, name, text: one, answers }) => [line, name, one, answers])
const wrong = (text: string) => readMacro(text).problems.map(({ line, is }) => [line, is])

it('a macro is one decision a line, with one answer or named ones, and `next` at its end', () => {
  expect(steps('# 说明\napprove\n\nreject：材料不全\npay: way=1；日期 = 今天\nnext\n# end')).toEqual([
    [2, 'approve', '', {}],
    [4, 'reject', '材料不全', {}],
    [5, 'pay', '', { way: '1', 日期: '今天' }],
  ])
  // a text with a sign of equality in it is a text where not every part names a field
  expect(steps('reject: see a=b; then c')).toEqual([[1, 'reject', 'see a=b; then c', {}]])
})

it('a line that cannot be read is named; a macro runs no macro', () => {
  expect(wrong('')).toEqual([[1, 'empty']])
  expect(wrong('approve\nnext\nreject')).toEqual([[3, 'nextNotLast']])
  expect(wrong(': text')).toEqual([[1, 'noName']])
  expect(wrong('macro · mine\n宏: x\nmacros')).toEqual([
    [1, 'macro'],
    [2, 'macro'],
  ])
  expect(wrong('approve\n'.repeat(MACRO_STEPS_MAX + 1))).toEqual([[MACRO_STEPS_MAX + 1, 'tooMany']])
})

it('what is recorded is read as it was', () => {
  for (const [answers, read] of [
    [{}, ['', {}]],
    [{ reason: '材料不全', other: '' }, ['材料不全', {}]],
    [{ reason: 'a=b; c' }, ['', { reason: 'a=b， c' }]],
    [{ reason: 'two\nlines', way: '1' }, ['', { reason: 'two lines', way: '1' }]],
  ] as const)
    expect(steps(writeStep('审核驳回', answers))).toEqual([[1, '审核驳回', ...read]])
})
