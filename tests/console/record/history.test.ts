import { expect, it } from 'vitest'
import { doerOf } from '../../../src/console/record/parts/History.tsx'

it.each([
  ['欧阳敏', '运营审核员', '欧阳敏 · 运营审核员'],
  ['欧阳敏', '', '欧阳敏'],
  ['系统', '系统', '系统'],
  ['', '', ''],
])('a step by %j as %j is told as %j', (name, role, told) => {
  expect(doerOf(name, role)).toBe(told)
})
