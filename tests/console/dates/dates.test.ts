import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf, momentOf, spanOf } from '../../../src/console/data/dates.ts'
import { instantOf, wallDate } from '../../../src/model/values/dates.ts'

const TODAY = '2024-06-15' // a Saturday

describe('a day', () => {
  it.each([
    ['2024-06-05', '2024-06-05'],
    ['2024-6-5', '2024-06-05'],
    ['2024/06/05', '2024-06-05'],
    ['2024.6.5', '2024-06-05'],
    ['20240605', '2024-06-05'],
    ['2024年6月5日', '2024-06-05'],
    ['２０２４／６／５', '2024-06-05'],
    [' 2024-6-5 ', '2024-06-05'],
    ['6-5', '2024-06-05'],
    ['06-05', '2024-06-05'],
    ['6/5', '2024-06-05'],
    ['0605', '2024-06-05'],
    ['1231', '2024-12-31'],
    ['6月5日', '2024-06-05'],
    ['6月5号', '2024-06-05'],
    ['2-29', '2024-02-29'],
    ['今天', '2024-06-15'],
    ['Today', '2024-06-15'],
    ['昨天', '2024-06-14'],
    ['yesterday', '2024-06-14'],
    ['前天', '2024-06-13'],
    ['明天', '2024-06-16'],
    ['后天', '2024-06-17'],
    ['15天前', '2024-05-31'],
    ['20天后', '2024-07-05'],
  ])('%s is %s', (text, day) => expect(dayOf(text, TODAY)).toBe(day))

  it.each([
    '',
    'soon',
    '2024',
    '2024-06',
    '202406',
    '2024-02-30',
    '2-30',
    '0230',
    '1332',
    '20240631',
    '2024-6-5-1',
    '5',
    '今',
    '6月',
    '2024-6-5 9:30',
  ])('“%s” is none', (text) => expect(dayOf(text, TODAY)).toBeNull())

  it('of the last year, where the year is a leap year and this one is not', () => {
    expect(dayOf('2-29', '2023-03-01')).toBeNull()
    expect(dayOf('昨天', '2024-03-01')).toBe('2024-02-29')
    expect(dayOf('明天', '2023-12-31')).toBe('2024-01-01')
  })
})

describe('a span of days', () => {
  it.each([
    ['2024-06-05', '2024-06-05', '2024-06-05'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2024/2', '2024-02-01', '2024-02-29'],
    ['202402', '2024-02-01', '2024-02-29'],
    ['2024年2月', '2024-02-01', '2024-02-29'],
    ['2月', '2024-02-01', '2024-02-29'],
    ['2024', '2024-01-01', '2024-12-31'],
    ['2023年', '2023-01-01', '2023-12-31'],
    ['本周', '2024-06-10', '2024-06-16'],
    ['上周', '2024-06-03', '2024-06-09'],
    ['本月', '2024-06-01', '2024-06-30'],
    ['month', '2024-06-01', '2024-06-30'],
    ['上月', '2024-05-01', '2024-05-31'],
    ['今年', '2024-01-01', '2024-12-31'],
    ['去年', '2023-01-01', '2023-12-31'],
  ])('%s is %s to %s', (text, first, last) => expect(spanOf(text, TODAY)).toEqual({ first, last }))

  it.each(['', '2024-13', '202413', '13月', '1234567', 'x'])('“%s” is none', (text) =>
    expect(spanOf(text, TODAY)).toBeNull(),
  )
})

describe('a moment', () => {
  it.each([
    ['2024/6/5 9:30', '2024-06-05 09:30:00'],
    ['2024-06-05T09:30:15', '2024-06-05 09:30:15'],
    ['昨天 18:00', '2024-06-14 18:00:00'],
    ['0605', '2024-06-05 00:00:00'],
  ])('%s is %s', (text, at) => expect(momentOf(text, TODAY)).toBe(at))

  it.each(['', '9:30', '2024-06-05 25:00', '2024-06-05 9', '2024-06-05 9:30 x'])('“%s” is none', (text) =>
    expect(momentOf(text, TODAY)).toBeNull(),
  )
})

describe('every day', () => {
  const day = fc.integer({ min: -10_000, max: 40_000 }).map((n) => wallDate(n * 86_400_000))
  it('is read back from each way to write it', () => {
    fc.assert(
      fc.property(day, (d) => {
        const [y, m, dd] = d.split('-').map(Number)
        for (const text of [d, d.replaceAll('-', ''), `${y}/${m}/${dd}`, `${y}年${m}月${dd}日`])
          expect(dayOf(text, TODAY)).toBe(d)
        for (const text of [`${m}-${dd}`, d.slice(5).replace('-', ''), `${m}月${dd}日`])
          expect(dayOf(text, `${y}-01-01`)).toBe(d)
      }),
    )
  })
  it('has neighbours one day away, and lies in its month', () => {
    fc.assert(
      fc.property(day, (d) => {
        const [before, after] = [dayOf('昨天', d) as string, dayOf('明天', d) as string]
        expect((instantOf(after) as number) - (instantOf(before) as number)).toBe(2 * 86_400_000)
        const month = spanOf('本月', d)
        expect(month && month.first <= d && d <= month.last && month.first.slice(0, 7) === month.last.slice(0, 7)).toBe(
          true,
        )
      }),
    )
  })
  it('never throws on what people type', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const span = spanOf(text, TODAY)
        expect(span === null || span.first <= span.last).toBe(true)
      }),
    )
  })
})
