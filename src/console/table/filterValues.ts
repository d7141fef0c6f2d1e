import { type Field, isChoice, isRanged, searchOf } from '../../model/kernel/field.ts'
import type { Label, Language } from '../../model/kernel/label.ts'
import { parseAmount } from '../../model/kernel/money.ts'
import type { Operator } from '../../model/kernel/wire.ts'
import { momentOf, spanOf } from '../data/dates.ts'
import { fold, plainOperator } from './filterFields.ts'
import { cut, indexOfSign, type Marked, quote, split } from './filterTokens.ts'

/** What one value of a field asks for: one operator, or two for a range. */
export interface Test {
  readonly op: Operator
  readonly value: string
}
export type Read = { readonly tests: readonly Test[] } | { readonly wrong: Label }

const wrong = (zh: string, en: string): { wrong: Label } => ({ wrong: [zh, en] })
const YES = ['是', 'yes', 'y', '1', 'true', '启用']
const NO = ['否', 'no', 'n', '0', 'false', '停用']

/** A ranged value as two ends: a date text spans its days, everything else is a point. */
function ends(field: Field, text: string, today: string): { low: string; high: string } | null {
  const plain = text.normalize('NFKC').trim()
  switch (field.kind) {
    case 'money': {
      const many = /^([-\d.,，]+)\s*万$/.exec(plain)
      const amount = many ? parseAmount(tenThousand(many[1] as string)) : parseAmount(plain)
      return amount === null ? null : { low: amount, high: amount }
    }
    case 'rate': {
      const percent = /^(-?\d{1,4})(?:\.(\d{1,4}))?%$/.exec(plain)
      const value = percent ? hundredth(percent[1] as string, percent[2] ?? '') : plain
      return /^-?\d{1,12}(\.\d{1,6})?$/.test(value) ? { low: value, high: value } : null
    }
    case 'date': {
      const found = spanOf(plain, today)
      return found && { low: found.first, high: found.last }
    }
    case 'datetime': {
      const found = spanOf(plain, today)
      if (found) return { low: `${found.first} 00:00:00`, high: `${found.last} 23:59:59` }
      const at = momentOf(plain, today)
      return at === null ? null : { low: at, high: at }
    }
    default: {
      const n = plain.replace(/,/g, '')
      return /^-?\d{1,16}$/.test(n) && Number.isSafeInteger(Number(n))
        ? { low: String(Number(n)), high: String(Number(n)) }
        : null
    }
  }
}

/** "1.5" → "15000": shifts the point, never a float. */
function tenThousand(amount: string): string {
  const [whole = '', part = ''] = amount.replace(/[,，]/g, '').split('.')
  const places = part.padEnd(4, '0')
  const rest = places.slice(4)
  return `${whole}${places.slice(0, 4)}${rest ? `.${rest}` : ''}`
}

/** "6.5" percent → "0.065". */
function hundredth(whole: string, part: string): string {
  const sign = whole.startsWith('-') ? '-' : ''
  const digits = whole.replace('-', '').padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}${part}`
}

const HINT: Partial<Record<Field['kind'], Label>> = {
  money: ['金额，如 10000 或 1.5万', 'an amount, e.g. 10000'],
  date: ['日期，如 2024-06-15、2024-06 或 今天', 'a date, e.g. 2024-06-15, 2024-06 or today'],
  datetime: ['日期，如 2024-06-15、2024-06 或 今天', 'a date, e.g. 2024-06-15, 2024-06 or today'],
  rate: ['比率，如 0.06 或 6%', 'a rate, e.g. 0.06 or 6%'],
}
const notRanged = (field: Field, text: string) => {
  const [zh, en] = HINT[field.kind] ?? ['整数，如 12', 'a whole number, e.g. 12']
  return wrong(
    `“${text}”不是${field.label[0]}：请写${zh}`,
    `“${text}” is not a value of ${field.label[1]}: write ${en}`,
  )
}

/** One exact value of a field that is compared by equality. */
function exact(field: Field, text: string): { value: string } | { wrong: Label } {
  const word = fold(text)
  if (field.kind === 'flag') {
    if (YES.includes(word)) return { value: '1' }
    if (NO.includes(word)) return { value: '0' }
    return wrong(
      `“${text}”不是${field.label[0]}：请写 是 或 否`,
      `“${text}” is not a value of ${field.label[1]}: write yes or no`,
    )
  }
  if (isChoice(field)) {
    const all = Object.entries(field.values)
    const same = all.filter(([key, words]) => key === word || fold(words[0]) === word || fold(words[1]) === word)
    const near =
      same.length > 0 || word === ''
        ? same
        : all.filter(([, words]) => fold(words[0]).includes(word) || fold(words[1]).includes(word))
    if (near.length === 1) return { value: (near[0] as [string, unknown])[0] }
    const list = near.length > 1 ? near : all
    const [zh, en] = [list.map(([, w]) => w[0]).join('、'), list.map(([, w]) => w[1]).join(', ')]
    return near.length > 1
      ? wrong(`“${text}”可指多个值：${zh}，请写全`, `“${text}” may mean ${en}: write it in full`)
      : wrong(`${field.label[0]}没有“${text}”：可用 ${zh}`, `${field.label[1]} has no “${text}”: use ${en}`)
  }
  if (field.kind === 'ref' || field.kind === 'tree') {
    return /^\d{1,19}$/.test(word)
      ? { value: word }
      : wrong(`${field.label[0]}须为编号（数字）`, `${field.label[1]} must be a record id (digits)`)
  }
  return text === '' ? wrong(`请写${field.label[0]}的值`, `Write a value of ${field.label[1]}`) : { value: text }
}

const SIGNS = ['>=', '<=', '!=', '>', '<', '=', '!'] as const

/** Reads the value of a field. `today` is yyyy-MM-dd. */
export function readValue(field: Field, written: Marked, today: string): Read {
  const sign =
    SIGNS.find((s) => written.text.startsWith(s) && !written.quoted[0] && !written.quoted[s.length - 1]) ?? ''
  const rest = cut(written, sign.length)
  if (rest.text === '') return wrong(`请写${field.label[0]}的值`, `Write a value of ${field.label[1]}`)
  return isRanged(field) ? readRanged(field, sign, rest, today) : readExact(field, sign, rest)
}

function readRanged(field: Field, sign: string, rest: Marked, today: string): Read {
  if (sign === '') {
    for (const between of ['..', '~']) {
      const at = indexOfSign(rest, between)
      if (at < 0) continue
      const [from, to] = [rest.text.slice(0, at), rest.text.slice(at + between.length)]
      const low = from === '' ? null : ends(field, from, today)
      const high = to === '' ? null : ends(field, to, today)
      if ((from !== '' && !low) || (to !== '' && !high)) return notRanged(field, low || from === '' ? to : from)
      if (!low && !high) return notRanged(field, rest.text)
      return {
        tests: [
          ...(low ? [{ op: 'ge' as const, value: low.low }] : []),
          ...(high ? [{ op: 'le' as const, value: high.high }] : []),
        ],
      }
    }
    const parts = split(rest, ',')
    if (parts.length > 1 && field.kind !== 'datetime' && field.kind !== 'date' && field.kind !== 'money') {
      const values: string[] = []
      for (const part of parts) {
        const value = ends(field, part.text, today)
        if (!value) return notRanged(field, part.text)
        values.push(value.low)
      }
      return { tests: [{ op: 'in', value: values.join(',') }] }
    }
  }
  const value = ends(field, rest.text, today)
  if (!value) return notRanged(field, rest.text)
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
      return value.low === value.high ? { tests: [{ op: 'notequal', value: value.low }] } : notRanged(field, rest.text)
    default:
      return value.low === value.high
        ? { tests: [{ op: 'equal', value: value.low }] }
        : {
            tests: [
              { op: 'ge', value: value.low },
              { op: 'le', value: value.high },
            ],
          }
  }
}

const closed = (field: Field): boolean => ['choice', 'flag', 'ref', 'tree', 'dict'].includes(field.kind)
/** Compared whole: closed sets, and texts of machines (a month, a type). Several of them mean any. */
export const isWhole = (field: Field): boolean => closed(field) || searchOf(field) === 'exact'

function readExact(field: Field, sign: string, rest: Marked): Read {
  if (sign !== '' && sign !== '=' && sign !== '!' && sign !== '!=')
    return wrong(`${field.label[0]}不能比大小：去掉“${sign}”`, `${field.label[1]} has no order: leave out “${sign}”`)
  if (field.facts.masked) {
    const whole = sign === '' || sign === '='
    return whole
      ? { tests: [{ op: 'equal', value: rest.text }] }
      : wrong(`${field.label[0]}只能按完整的值查找`, `${field.label[1]} is found by its whole value only`)
  }
  const last = rest.text.length - 1
  if (sign === '' && !closed(field) && last > 0 && rest.text[last] === '*' && !rest.quoted[last]) {
    return { tests: [{ op: 'likeright', value: rest.text.slice(0, -1) }] }
  }
  const parts = isWhole(field) || sign === '=' ? split(rest, ',') : [rest]
  const values: string[] = []
  for (const part of parts) {
    const read = exact(field, part.text)
    if ('wrong' in read) return read
    if (!values.includes(read.value)) values.push(read.value)
  }
  const value = values.join(',')
  if (sign.startsWith('!')) {
    return values.length === 1
      ? { tests: [{ op: 'notequal', value }] }
      : wrong(`“!”后只能写一个值`, 'Only one value may follow “!”')
  }
  if (values.length > 1) return { tests: [{ op: 'in', value }] }
  return { tests: [{ op: isWhole(field) || sign === '=' ? 'equal' : 'like', value }] }
}

/** A value in words, as `exact` reads it back. */
function word(field: Field, value: string, language: Language): string {
  const at = language === 'en' ? 1 : 0
  if (field.kind === 'flag') return value === '1' ? (at ? 'yes' : '是') : at ? 'no' : '否'
  if (isChoice(field)) return quote(field.values[Number(value)]?.[at] ?? value)
  return quote(value)
}

/** A point or, for a date, the shortest text that means it. `end`: which end of the day a bare date stands for. */
function point(field: Field, value: string, end: 'low' | 'high' | 'exact'): string {
  if (field.kind === 'money') return value.endsWith('.00') ? value.slice(0, -3) : value
  if (field.kind === 'datetime' && end !== 'exact' && value.endsWith(end === 'low' ? ' 00:00:00' : ' 23:59:59'))
    return value.slice(0, 10)
  return quote(value)
}

/** A range in its shortest form: `2024-06`, `2024-06-15`, `1..5`. */
function range(field: Field, low: string, high: string): string {
  if (field.kind === 'date' || field.kind === 'datetime') {
    const [a, b] = [point(field, low, 'low'), point(field, high, 'high')]
    for (const short of [low.slice(0, 4), low.slice(0, 7), low.slice(0, 10)]) {
      const whole = ends(field, short, '2000-01-01')
      if (whole && whole.low === low && whole.high === high) return short
    }
    return `${a}..${b}`
  }
  return low === high ? point(field, low, 'low') : `${point(field, low, 'low')}..${point(field, high, 'high')}`
}

/** Writes tests of one field so that `readValue` reads the same tests. One text per piece. */
export function writeTests(field: Field, tests: readonly Test[], language: Language): string[] {
  const low = tests.findIndex((t) => t.op === 'ge')
  const high = tests.findIndex((t) => t.op === 'le')
  const paired =
    isRanged(field) &&
    low >= 0 &&
    high === low + 1 &&
    !(field.kind !== 'date' && field.kind !== 'datetime' && tests[low]?.value === tests[high]?.value)
  return tests.flatMap((t, i): string[] => {
    if (paired && i === high) return []
    if (paired && i === low) return [range(field, t.value, (tests[high] as Test).value)]
    return [writeTest(field, t, language)]
  })
}

function writeTest(field: Field, { op, value }: Test, language: Language): string {
  switch (op) {
    case 'ge':
      return `>=${point(field, value, 'low')}`
    case 'gt':
      return `>${point(field, value, 'high')}`
    case 'le':
      return `<=${point(field, value, 'high')}`
    case 'lt':
      return `<${point(field, value, 'low')}`
    case 'notequal':
      return `!${isRanged(field) ? point(field, value, 'exact') : word(field, value, language)}`
    case 'in':
      return `${isWhole(field) || isRanged(field) ? '' : '='}${value
        .split(',')
        .map((v) => (isRanged(field) ? v : word(field, v, language)))
        .join(',')}`
    case 'likeright':
      return `${quote(value)}*`
    case 'equal':
      if (isRanged(field)) return point(field, value, 'exact')
      return `${plainOperator(field) === 'equal' ? '' : '='}${word(field, value, language)}`
    case 'like':
      return quote(value)
  }
}
