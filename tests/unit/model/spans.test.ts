import { describe, expect, it } from 'vitest'
import { lifecycles, resources } from '../../../src/model/business.ts'
import { problemOf, problemsOf } from '../../../src/model/language/derived/validate.ts'
import {
  date,
  datetime,
  type Field,
  type Fields,
  isTime,
  list,
  money,
  text,
} from '../../../src/model/language/fields/field.ts'
import { spanFaults, spansOf } from '../../../src/model/language/fields/spans.ts'

const days = {
  name: text('名称', 'Name'),
  from: date('开始日期', 'Start date'),
  until: date('结束日期', 'End date', { notBefore: 'from' }),
}
const times = { from: datetime('开始时间', 'Start'), until: datetime('结束时间', 'End', { notBefore: 'from' }) }

describe('a time that may not be before another', () => {
  const [end, start] = [
    ['结束日期不能早于开始日期', '“End date” may not be before “Start date”'],
    ['开始日期不能晚于结束日期', '“Start date” may not be after “End date”'],
  ]
  it.each<readonly [string, object, readonly string[] | undefined, object[]]>([
    ['ends a day before', { from: '2024-06-15', until: '2024-06-14' }, undefined, [{ field: 'until', message: end }]],
    ['ends the same day', { from: '2024-06-15', until: '2024-06-15' }, undefined, []],
    ['never ends', { from: '2024-06-15', until: '' }, undefined, []],
    ['begins nowhere', { until: '2024-06-15' }, undefined, []],
    [
      'of which one alone is moved, the end',
      { from: '2024-06-15', until: '2024-06-14' },
      ['until'],
      [{ field: 'until', message: end }],
    ],
    [
      'of which one alone is moved, the start',
      { from: '2024-06-15', until: '2024-06-14' },
      ['from'],
      [{ field: 'from', message: start }],
    ],
    ['of which neither is moved', { from: '2024-06-15', until: '2024-06-14' }, ['name'], []],
    [
      'that is none',
      { from: '2024-06-15', until: '2024-02-31' },
      undefined,
      [{ field: 'until', message: ['结束日期须为日期 yyyy-MM-dd', 'End date must be a date yyyy-MM-dd'] }],
    ],
  ])('%s', (_, values, only, found) => expect(problemsOf(days, values as never, only && new Set(only))).toEqual(found))

  it('is compared to the second, however it is written', () => {
    const wrong = (from: string, until: string) => problemsOf(times, { from, until }).length
    expect(wrong('2024-06-15 09:30:00', '2024-06-15 09:30')).toBe(0)
    expect(wrong('2024-06-15 09:30', '2024-06-15 09:29:59')).toBe(1)
  })

  it('stands in rows, too', () => {
    const rows = list('议程', 'Agenda', times)
    const of = (until: string) => problemOf(rows, [{}, { from: '2024-06-15 09:30', until }])
    expect(of('2024-06-15 10:00')).toBeNull()
    expect(of('2024-06-15 09:00')).toEqual([
      '议程第2行：结束时间不能早于开始时间',
      'Agenda, row 2: “End” may not be before “Start”',
    ])
  })

  it('names a time of its kind', () => {
    const faults = (fields: Fields) => spanFaults(fields)
    expect(faults(days)).toEqual([])
    expect(faults({ until: days.until })).toEqual(['until may not be before from, which is no field'])
    const odd = 'until may not be before from: both have to be dates, or both times'
    expect(faults({ ...days, from: times.from })).toEqual([odd])
    const paid = { from: money('起', 'From'), until: money('止', 'Until', { notBefore: 'from' }) }
    expect(faults({ rows: list('行', 'Rows', paid) })).toEqual([`rows: ${odd}`])
  })
})

it('whatever begins and ends in the model says so', () => {
  const BEGINS = /^(.*)(start|begin|from)(.*)$/i
  const ENDS: Readonly<Record<string, string>> = { start: 'end', begin: 'end', from: 'to' }
  const said = [...resources.values()].flatMap((r) => spansOf(r.fields).map(({ start }) => `${r.id}.${start}`))
  // values of partners are stored as received; a view shows those of other resources
  const left = [...resources.values()].flatMap((r) =>
    r.view !== undefined || r.id === 'meetingTencent'
      ? []
      : Object.keys(r.fields)
          .filter((name) => {
            const [, before = '', word = '', after = ''] = BEGINS.exec(name) ?? []
            const end = ENDS[word.toLowerCase()] ?? ''
            const names = Object.keys(r.fields).map((one) => one.toLowerCase())
            return (
              isTime(r.fields[name] as Field) &&
              names.includes(`${before}${end}${after}`.toLowerCase()) &&
              !said.includes(`${r.id}.${name}`)
            )
          })
          .map((name) => `${r.id}.${name}`),
  )
  expect(left).toEqual([])
})

describe('a time that people write', () => {
  const silent = (where: string, fields: Fields): string[] => {
    const all = Object.entries<Field>(fields)
    const starts = new Set(all.map(([, f]) => f.facts.notBefore))
    return all
      .filter(([name, f]) => isTime(f) && !f.facts.readOnly && !f.facts.notBefore && !starts.has(name))
      .flatMap(([name, f]) => (f.facts.past === undefined ? [`${where}.${name}`] : []))
  }

  it('says whether it tells of what has happened, where it is no end of a span', () => {
    const written = [...resources.values()].filter((r) => r.operations.some((o) => o === 'add' || o === 'edit'))
    const asked = [...lifecycles].flatMap(([id, { transitions }]) =>
      Object.entries(transitions).flatMap(([name, { ask = {} }]) => silent(`${id}.${name}`, ask)),
    )
    expect([...written.flatMap((r) => silent(r.id, r.fields)), ...asked]).toEqual([])
  })
})
