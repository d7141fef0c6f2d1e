import { expect, it } from 'vitest'
import { dayOf, momentOf } from '../../../src/console/data/dates.ts'
import { typingOf } from '../../../src/console/fields/typings.ts'
import { futureProblems } from '../../../src/model/language/derived/validate.ts'
import { date } from '../../../src/model/language/fields/field.ts'

const TODAY = '2026-11-27'

it.each([
  ['1224', '2025-12-24'],
  ['12-24', '2025-12-24'],
  ['11-27', '2026-11-27'],
  ['1126', '2026-11-26'],
  ['2026-12-24', '2026-12-24'],
  ['明天', '2026-11-28'],
])('of what has happened %s is %s', (typed, day) => expect(dayOf(typed, TODAY, true)).toBe(day))

it('of what is to come a day without a year is this year’s', () => {
  expect(dayOf('1224', TODAY)).toBe('2026-12-24')
  expect(momentOf('12-24 9:30', TODAY, true)).toBe('2025-12-24 09:30:00')
})

it('what has happened is not in the future', () => {
  const fields = { day: date('开票日期', 'Date', { past: true }), other: date('日期', 'Day', {}) }
  expect(futureProblems(fields, { day: '2026-11-28', other: '2026-11-28' }, `${TODAY} 23:59:59`)).toEqual([
    { field: 'day', message: ['开票日期不能晚于今天', 'Date may not be later than today'] },
  ])
  expect(futureProblems(fields, { day: TODAY }, `${TODAY} 00:00:00`)).toEqual([])
  expect(typingOf(fields.day).wire('12-24')).not.toBe(typingOf(fields.other).wire('12-24'))
})
