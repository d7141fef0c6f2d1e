import { leavesOut, type Operator, takesMany } from '../../model/language/conditions/condition.ts'
import { type Field, searchOf } from '../../model/language/fields/field.ts'
import { kindOf } from '../../model/language/fields/kinds.ts'
import type { Label, Language } from '../../model/values/label.ts'
import { isRelative, relativeWord } from '../../model/values/relativeDays.ts'
import { plainOperator } from './filterFields.ts'
import { type Ends, filterOf, type SizeFilter, type ValueFilter, type Wrong, wrong } from './filterKinds.ts'
import { cut, indexOfSign, type Marked, quote, split } from './filterTokens.ts'

/** Tests of a value: one operator, or two for a range. */
export interface Test {
  readonly op: Operator
  readonly value: string
}
export type Read = { readonly tests: readonly Test[] } | Wrong

/** A ranged value as two ends: a date text spans its days, everything else is a point. */
const endsOf = (filter: SizeFilter, text: string, today: string): Ends | null =>
  filter.ends(text.normalize('NFKC').trim(), today)

function notRanged(field: Field, filter: SizeFilter, text: string): Wrong {
  const [zh, en] = filter.hint
  return wrong(
    `“${text}”不是${field.label[0]}：请写${zh}`,
    `“${text}” is not a value of ${field.label[1]}: write ${en}`,
  )
}

const SIGNS = ['>=', '<=', '!=', '>', '<', '=', '!'] as const

type Sign = (typeof SIGNS)[number] | ''

/** Signs behind a name that has a minus before it: `-公司:康泰` is `公司:!康泰`. */
const LEFT_OUT: Readonly<Partial<Record<Sign, Sign>>> = { '': '!', '=': '!=' }

/** Reads the value of a field. `today` is yyyy-MM-dd. `left`: rows that have it are left out (`-名称:值`). */
export function readValue(field: Field, written: Marked, today: string, left = false): Read {
  const prefix =
    SIGNS.find((s) => written.text.startsWith(s) && !written.quoted[0] && !written.quoted[s.length - 1]) ?? ''
  const rest = cut(written, prefix.length)
  const sign = left ? LEFT_OUT[prefix] : prefix
  if (sign === undefined)
    return wrong(`名称前的“-”不能与“${prefix}”同用`, `“-” before a name does not go with “${prefix}”`)
  if (rest.text === '') return wrong(`请写${field.label[0]}的值`, `Write a value of ${field.label[1]}`)
  const filter = filterOf(field)
  return 'ends' in filter ? readRanged(field, filter, sign, rest, today) : readExact(field, filter, sign, rest, today)
}

/** The two sides of `a..b`, `a~b` and `a至b`; either may be empty. */
function between(rest: Marked): readonly [from: string, to: string] | null {
  for (const sign of ['..', '~', '至']) {
    const at = indexOfSign(rest, sign)
    if (at >= 0) return [rest.text.slice(0, at), rest.text.slice(at + sign.length)]
  }
  return null
}

/** The two sides of `a-b`, where the whole is no value of its own (a day is) and each side is one. */
function dashed(filter: SizeFilter, rest: Marked, today: string): readonly [from: string, to: string] | null {
  if (endsOf(filter, rest.text, today)) return null
  for (const sign of ['-', '–', '—']) {
    for (let at = indexOfSign(rest, sign, 1); at >= 0; at = indexOfSign(rest, sign, at + 1)) {
      const [from, to] = [rest.text.slice(0, at), rest.text.slice(at + 1)]
      if (endsOf(filter, from, today) && endsOf(filter, to, today)) return [from, to]
    }
  }
  return null
}

const onlySingle = (field: Field): Wrong =>
  wrong(
    `${field.label[0]}只能排除单个值：请改写为 >、< 或另一段范围`,
    `Only single values of ${field.label[1]} can be left out: write >, < or another range`,
  )

function readRanged(field: Field, filter: SizeFilter, sign: Sign, rest: Marked, today: string): Read {
  const parts = sign === '' || sign === '!' ? split(rest, ',') : []
  if (parts.length > 1 && filter.listed) {
    const values: string[] = []
    for (const part of parts) {
      const value = endsOf(filter, part.text, today)
      if (!value) return notRanged(field, filter, part.text)
      values.push(value.low)
    }
    return sign === '!' ? onlySingle(field) : { tests: [{ op: 'in', value: values.join(',') }] }
  }
  if (sign === '') {
    const sides = between(rest) ?? dashed(filter, rest, today)
    if (sides) {
      const [from, to] = sides
      const low = from === '' ? null : endsOf(filter, from, today)
      const high = to === '' ? null : endsOf(filter, to, today)
      if ((from !== '' && !low) || (to !== '' && !high)) return notRanged(field, filter, low || from === '' ? to : from)
      if (!low && !high) return notRanged(field, filter, rest.text)
      return {
        tests: [
          ...(low ? [{ op: 'ge' as const, value: low.low }] : []),
          ...(high ? [{ op: 'le' as const, value: high.high }] : []),
        ],
      }
    }
  }
  const value = endsOf(filter, rest.text, today)
  if (!value) return notRanged(field, filter, rest.text)
  switch (sign) {
    case '>':
      return { tests: [{ op: 'gt', value: value.high }] }
    case '>=':
      return { tests: [{ op: 'ge', value: value.low }] }
    case '<':
      return { tests: [{ op: 'lt', value: value.low }] }
    case '<=':
      return { tests: [{ op: 'le', value: value.high }] }
    case '!':
    case '!=':
      return value.low === value.high && (!isRelative(value.low) || /day$/.test(value.low))
        ? { tests: [{ op: 'notequal', value: value.low }] }
        : onlySingle(field)
    default:
      return value.low === value.high && !isRelative(value.low)
        ? { tests: [{ op: 'equal', value: value.low }] }
        : {
            tests: [
              { op: 'ge', value: value.low },
              { op: 'le', value: value.high },
            ],
          }
  }
}

/** Compared whole: closed sets, and texts of machines (a month, a type). Several of them mean any. */
export const isWhole = (field: Field): boolean => kindOf(field).closed || searchOf(field) === 'exact'

/** Values of several are joined by commas. */
export const withComma = (field: Field): Label => [
  `${field.label[0]}含逗号的值须单独写`,
  `A value of ${field.label[1]} with a comma has to stand alone`,
]

/** Several values, or one: what is compared whole, and pieces. */
const several = (one: Operator, many: Operator, values: readonly string[]): Read => ({
  tests: [{ op: values.length > 1 ? many : one, value: values.join(',') }],
})

function readExact(field: Field, filter: ValueFilter, sign: Sign, rest: Marked, today: string): Read {
  if (sign !== '' && sign !== '=' && sign !== '!' && sign !== '!=')
    return wrong(`${field.label[0]}不能比大小：去掉“${sign}”`, `${field.label[1]} has no order: leave out “${sign}”`)
  if (field.facts.masked) {
    const whole = sign === '' || sign === '='
    return whole
      ? { tests: [{ op: 'equal', value: rest.text }] }
      : wrong(`${field.label[0]}只能按完整的值查找`, `${field.label[1]} is found by its whole value only`)
  }
  const last = rest.text.length - 1
  if (sign === '' && !kindOf(field).closed && last > 0 && rest.text[last] === '*' && !rest.quoted[last]) {
    return { tests: [{ op: 'likeright', value: rest.text.slice(0, -1) }] }
  }
  const values: string[] = []
  for (const part of split(rest, ',')) {
    const span = filter.span?.(part.text, today)
    const read = span ? { values: span } : filter.exact(field, part.text)
    if ('wrong' in read) return read
    for (const value of 'values' in read ? read.values : [read.value]) if (!values.includes(value)) values.push(value)
  }
  if (values.length > 1 && values.some((v) => v.includes(','))) return { wrong: withComma(field) }
  const whole = isWhole(field)
  if (sign === '!' && !whole) return several('notlike', 'notlikeany', values)
  if (sign.startsWith('!')) return several('notequal', 'notin', values)
  return whole || sign === '=' ? several('equal', 'in', values) : several('like', 'likeany', values)
}

/** A value at an end of a range, or alone; days that follow the calendar by their words. */
const pointOf = (filter: SizeFilter, value: string, end: 'low' | 'high' | 'exact', language: Language): string =>
  isRelative(value) ? relativeWord(value, language) : filter.point(value, end)

/** A range in its shortest form: `2024-06`, `2024-06-15`, `1..5`. */
function range(filter: SizeFilter, low: string, high: string, language: Language): string {
  if (isRelative(low) || isRelative(high))
    return low === high
      ? relativeWord(low, language)
      : `${pointOf(filter, low, 'low', language)}..${pointOf(filter, high, 'high', language)}`
  if (filter.spans) {
    for (const short of [low.slice(0, 4), low.slice(0, 7), low.slice(0, 10)]) {
      const whole = endsOf(filter, short, '2000-01-01')
      if (whole && whole.low === low && whole.high === high) return short
    }
  } else if (low === high) return filter.point(low, 'low')
  return `${filter.point(low, 'low')}..${filter.point(high, 'high')}`
}

/** A value as it is written behind a name; `left`: with a minus before the name (`-名称:值`). */
export interface Written {
  readonly left: boolean
  readonly text: string
}

/** Writes tests of one field so that `readValue` reads the same tests. One text per piece. */
export function writeTests(field: Field, tests: readonly Test[], language: Language): Written[] {
  const filter = filterOf(field)
  const written = (t: Test, text: string): Written => ({ left: leavesOut(t.op), text })
  if (!('ends' in filter)) return tests.map((t) => written(t, writeExact(field, filter, t, language)))
  const low = tests.findIndex((t) => t.op === 'ge')
  const high = tests.findIndex((t) => t.op === 'le')
  const paired = low >= 0 && high === low + 1 && (filter.spans || tests[low]?.value !== tests[high]?.value)
  return tests.flatMap((t, i): Written[] => {
    if (paired && i === high) return []
    if (paired && i === low) return [written(t, range(filter, t.value, (tests[high] as Test).value, language))]
    return [written(t, writeSize(filter, t, language))]
  })
}

/** Signs and the end of a range at which a value is written, by operator. */
const SIZED: Readonly<Record<Operator, readonly [sign: string, end: 'low' | 'high' | 'exact']>> = {
  ge: ['>=', 'low'],
  gt: ['>', 'high'],
  le: ['<=', 'high'],
  lt: ['<', 'low'],
  notequal: ['', 'exact'],
  equal: ['', 'exact'],
  in: ['', 'exact'],
  notin: ['', 'exact'],
  likeany: ['', 'exact'],
  notlikeany: ['', 'exact'],
  notlike: ['', 'exact'],
  like: ['', 'exact'],
  likeright: ['', 'exact'],
}

function writeSize(filter: SizeFilter, { op, value }: Test, language: Language): string {
  const [sign, end] = SIZED[op]
  return takesMany(op) ? value : `${sign}${pointOf(filter, value, end, language)}`
}

function writeExact(field: Field, filter: ValueFilter, { op, value }: Test, language: Language): string {
  const word = (one: string) => filter.word(field, one, language === 'en' ? 1 : 0)
  const each = takesMany(op) ? value.split(',') : [value]
  const whole = () => filter.listed?.(each) ?? each.map(word).join(',')
  const pieces = () => each.map((one) => quote(one)).join(',')
  if (op === 'in' || op === 'notequal' || op === 'notin') return `${isWhole(field) ? '' : '='}${whole()}`
  if (op === 'likeright') return `${quote(value)}*`
  if (op === 'equal') return `${plainOperator(field) === 'equal' ? '' : '='}${whole()}`
  // pieces, and what no text of this field says (an address may): as it is
  return pieces()
}
