import { expect, it } from 'vitest'
import { argumentsOf, isConfirmedByForm, nextMissing } from '../../../src/console/palette/arguments/plan.ts'
import { file, longText, money, secret, text } from '../../../src/model/language/fields/field.ts'

const must = { required: '请填写', requiredEn: 'Required' }
const plain = { danger: false, result: 'other' } as const

it('the palette asks required answers first, and leaves long or unusual questions to the form', () => {
  const remark = longText('备注', 'Remark')
  const amount = money('金额', 'Amount', must)
  expect(argumentsOf({}, { remark, amount })).toEqual(['amount', 'remark'])
  expect(argumentsOf({}, {})).toBeNull()
  expect(argumentsOf({}, { amount, voucher: file('凭证', 'Voucher') })).toBeNull()
  expect(argumentsOf({}, { key: secret('密钥', 'Key') })).toBeNull()
  expect(argumentsOf({ present: { amount: 'amount' } }, { amount })).toBeNull()
  const five = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`t${n}`, text(`${n}`, `${n}`)]))
  expect(argumentsOf({}, five)).toBeNull()
})

it('what moves money, destroys, is final or was foreseen is agreed to in the form; a rejection is not', () => {
  expect(isConfirmedByForm({}, { ...plain, result: 'reject', money: true })).toBe(false)
  expect(isConfirmedByForm({}, { ...plain, money: true })).toBe(true)
  expect(isConfirmedByForm({}, { ...plain, danger: true })).toBe(true)
  expect(isConfirmedByForm({ final: true }, plain)).toBe(true)
  expect(isConfirmedByForm({ notes: ['x'] }, plain)).toBe(true)
  expect(isConfirmedByForm({ preview: new Promise(() => {}) }, plain)).toBe(true)
})

it('the first missing one comes first, then the next behind it', () => {
  const names = ['a', 'b', 'c']
  expect(nextMissing(names, { a: 'x', b: ' ' })).toBe(1)
  expect(nextMissing(names, { a: 'x', b: ' ' }, 1)).toBe(2)
  expect(nextMissing(names, { a: 'x', b: 'y', c: 'z' })).toBe(3)
})
