import { choiceWords, type Field, isChoice } from '../../model/language/fields/field.ts'
import type { Kind, kinds } from '../../model/language/fields/kinds.ts'
import { monthWord } from '../../model/values/dates.ts'
import { joinedLabels, type Label } from '../../model/values/label.ts'
import { parseAmount, ungrouped } from '../../model/values/money.ts'
import { isRelative, relativeIn, relativeWord } from '../../model/values/relativeDays.ts'
import { momentOf, spanOf } from '../data/dates.ts'
import { fold } from './filterFields.ts'
import { quote } from './filterTokens.ts'

/** A value that cannot be meant, and what to write instead. */
export interface Wrong {
  readonly wrong: Label
}
/** Both ends of what a text means: a month spans its days, a number is a point. */
export interface Ends {
  readonly low: string
  readonly high: string
}

/** How a kind that is compared by size is written in a filter. */
export interface SizeFilter {
  /** A text (half-width, trimmed) as two ends; null when it is none. `today`: yyyy-MM-dd. */
  ends(text: string, today: string): Ends | null
  /** Description of the syntax, with an example. */
  readonly hint: Label
  /** `a,b` means any of them (times are asked for by ranges, and amounts have commas). */
  readonly listed: boolean
  /** Texts may span days: a range is written as the shortest text that means it (`2024-06`). */
  readonly spans: boolean
  /** Texts worth offering while people write. */
  readonly offered?: (field: Field, language: 0 | 1) => readonly string[]
  /** The shortest text of a value at this end of a range, or alone. */
  point(value: string, end: 'low' | 'high' | 'exact'): string
}

/** How a kind that is compared whole or by a piece is written in a filter. */
export interface ValueFilter {
  /** The value a text means, or what is wrong with it. */
  exact(field: Field, text: string): { readonly value: string } | Wrong
  /** Texts worth offering while people write: all there are, where they are few. */
  readonly offered?: (field: Field, language: 0 | 1) => readonly string[]
  /** The values a text means that stands for several (a year of months); null for other texts. */
  readonly span?: (text: string, today: string) => readonly string[] | null
  /** Several values in their shortest form, where there is one. */
  readonly listed?: (values: readonly string[]) => string | null
  /** A value in words, as `exact` reads it back. */
  word(field: Field, value: string, language: 0 | 1): string
}

/** The result of reading a text that is no value, with its message. */
export const wrong = (zh: string, en: string): Wrong => ({ wrong: [zh, en] })

const points = (value: string | null): Ends | null => (value === null ? null : { low: value, high: value })

const whole: SizeFilter = {
  ends: (text) => {
    const n = ungrouped(text) ?? ''
    return points(/^-?\d{1,16}$/.test(n) && Number.isSafeInteger(Number(n)) ? String(Number(n)) : null)
  },
  hint: ['整数，如 12', 'a whole number, e.g. 12'],
  listed: true,
  spans: false,
  point: (value) => quote(value),
}

const money: SizeFilter = {
  ends: (text) => points(parseAmount(text)),
  hint: ['金额，如 10000 或 1.5万', 'an amount, e.g. 10000'],
  listed: false,
  spans: false,
  point: (value) => (value.endsWith('.00') ? value.slice(0, -3) : value),
}

/** "6.5" percent → "0.065". */
function hundredth(head: string, part: string): string {
  const sign = head.startsWith('-') ? '-' : ''
  const digits = head.replace('-', '').padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}${part}`
}

const rate: SizeFilter = {
  ends: (text) => {
    const percent = /^(-?\d{1,4})(?:\.(\d{1,4}))?%$/.exec(text)
    const value = percent ? hundredth(percent[1] as string, percent[2] ?? '') : text
    return points(/^-?\d{1,12}(\.\d{1,6})?$/.test(value) ? value : null)
  },
  hint: ['比率，如 0.06 或 6%', 'a rate, e.g. 0.06 or 6%'],
  listed: true,
  spans: false,
  point: (value) => quote(value),
}

/** Days as people call them. */
const DAYS = [
  ['今天', '昨天', '近7天', '本周', '上周', '本月', '上月', '今年'],
  ['today', 'yesterday', 'last-7-days', 'this-week', 'last-week', 'this-month', 'last-month', 'this-year'],
] as const

/** Days that follow the calendar stay what was typed: a view of this month shows the next one when it has begun. */
const calendarEnds = (text: string): Ends | null => points(relativeIn(text))

const date: SizeFilter = {
  offered: (_, language) => DAYS[language],
  ends: (text, today) => {
    const relative = calendarEnds(text)
    if (relative) return relative
    const found = spanOf(text, today)
    return found && { low: found.first, high: found.last }
  },
  hint: ['日期，如 2024-06-15、2024-06 或 今天', 'a date, e.g. 2024-06-15, 2024-06 or today'],
  listed: false,
  spans: true,
  point: (value) => quote(value),
}

const datetime: SizeFilter = {
  ...date,
  ends: (text, today) => {
    const relative = calendarEnds(text)
    if (relative) return relative
    const found = spanOf(text, today)
    return found ? { low: `${found.first} 00:00:00`, high: `${found.last} 23:59:59` } : points(momentOf(text, today))
  },
  // a bare date means that end of its day
  point: (value, end) =>
    end !== 'exact' && value.endsWith(end === 'low' ? ' 00:00:00' : ' 23:59:59') ? value.slice(0, 10) : quote(value),
}

const text: ValueFilter = {
  exact: (field, typed) =>
    typed === '' ? wrong(`请写${field.label[0]}的值`, `Write a value of ${field.label[1]}`) : { value: typed },
  word: (_, value) => quote(value),
}

/** Months that one filter names, at most: five years. */
const MONTHS = 60
const afterMonth = (month: string): string =>
  month.endsWith('12') ? `${Number(month.slice(0, 4)) + 1}01` : String(Number(month) + 1)

/** Every month from one to the other (yyyyMM); null where they are too many or none. */
function monthsFrom(first: string, last: string): string[] | null {
  const found: string[] = []
  for (let at = first; at <= last; at = afterMonth(at)) if (found.push(at) > MONTHS) return null
  return found.length > 0 ? found : null
}

/** The months of a text that means whole months: `上月`, `2026-05`, `2026`; with `..` from one to the other. */
function monthsOf(text: string, today: string): readonly string[] | null {
  const relative = relativeIn(text)
  if (relative && /month|year/.test(relative)) return [relative]
  const [from = '', to = from, more] = text.split(/\.\.|~|至/)
  const [low, high] = [spanOf(from, today), spanOf(to, today)]
  const isWhole = low?.first.endsWith('-01') && high && spanOf(high.last.slice(0, 7), today)?.last === high.last
  if (!low || !high || more !== undefined || !isWhole) return null
  const month = (day: string) => day.slice(0, 7).replace('-', '')
  return monthsFrom(month(low.first), month(high.last))
}

/** A month that a machine writes as yyyyMM. */
const month: ValueFilter = {
  offered: (_, language) =>
    (
      [
        ['本月', '上月', '今年'],
        ['this-month', 'last-month', 'this-year'],
      ] as const
    )[language],
  span: monthsOf,
  exact: (field, typed) =>
    wrong(
      `“${typed}”不是${field.label[0]}：请写月份，如 2024-06、上月 或 2024-01..2024-06`,
      `“${typed}” is not a value of ${field.label[1]}: write a month, e.g. 2024-06, last-month or 2024-01..2024-06`,
    ),
  listed: (values) => {
    const [first = '', last = ''] = [values[0], values.at(-1)]
    if (values.length < 3 || monthsFrom(first, last)?.join() !== values.join()) return null
    const isYear = first.endsWith('01') && last === `${first.slice(0, 4)}12`
    return isYear ? first.slice(0, 4) : `${monthWord(first)}..${monthWord(last)}`
  },
  word: (_, value, language) =>
    isRelative(value)
      ? relativeWord(value, language === 1 ? 'en' : 'zh')
      : /^\d{6}$/.test(value)
        ? monthWord(value)
        : quote(value),
}

const YES = ['是', 'yes', 'y', '1', 'true', '启用']
const NO = ['否', 'no', 'n', '0', 'false', '停用']
const flag: ValueFilter = {
  offered: (_, language) =>
    (
      [
        ['是', '否'],
        ['yes', 'no'],
      ] as const
    )[language],
  exact: (field, typed) => {
    const folded = fold(typed)
    if (YES.includes(folded)) return { value: '1' }
    if (NO.includes(folded)) return { value: '0' }
    return wrong(
      `“${typed}”不是${field.label[0]}：请写 是 或 否`,
      `“${typed}” is not a value of ${field.label[1]}: write yes or no`,
    )
  },
  word: (_, value, language) => (value === '1' ? (['是', 'yes'] as const) : (['否', 'no'] as const))[language],
}

const choice: ValueFilter = {
  offered: (field, language) => (isChoice(field) ? Object.values(field.values).map((w) => w[language]) : []),
  exact: (field, typed) => {
    if (!isChoice(field)) return text.exact(field, typed)
    const folded = fold(typed)
    const all = Object.entries(field.values)
    const same = all.filter(
      ([key, words]) => fold(key) === folded || fold(words[0]) === folded || fold(words[1]) === folded,
    )
    const holding = (piece: string) =>
      piece === '' ? [] : all.filter(([, [zh, en]]) => fold(zh).includes(piece) || fold(en).includes(piece))
    let near = same.length > 0 ? same : holding(folded)
    // 已驳回 of 审核驳回: what happened is said with and without it
    if (near.length === 0 && folded.startsWith('已')) near = holding(folded.slice(1))
    if (near.length === 1) return { value: (near[0] as [string, unknown])[0] }
    const list = near.length > 1 ? near : all
    const [zh, en] = joinedLabels(list.map(([, [zh, en]]) => [zh, en]))
    return near.length > 1
      ? wrong(`“${typed}”可指多个值：${zh}，请写全`, `“${typed}” may mean ${en}: write it in full`)
      : wrong(`${field.label[0]}没有“${typed}”：可用 ${zh}`, `${field.label[1]} has no “${typed}”: use ${en}`)
  },
  word: (field, value, language) => quote(choiceWords(field, value)?.[language] ?? value),
}

const id: ValueFilter = {
  exact: (field, typed) => {
    const folded = fold(typed)
    return /^\d{1,19}$/.test(folded)
      ? { value: folded }
      : wrong(`${field.label[0]}须为编号（数字）`, `${field.label[1]} must be a record id (digits)`)
  },
  word: text.word,
}

/** How every kind is written in a filter. */
export const filters = {
  text,
  longText: text,
  html: text,
  file: text,
  image: text,
  phone: text,
  idCard: text,
  sealed: text,
  integer: whole,
  money,
  rate,
  points: whole,
  date,
  datetime,
  epochSeconds: whole,
  epochMillis: whole,
  flag,
  choice,
  word: choice,
  dict: text,
  ref: id,
  tree: id,
  refs: id,
  rows: text,
  json: text,
  secret: text,
} as const satisfies { readonly [K in Kind]: (typeof kinds)[K]['compared'] extends 'size' ? SizeFilter : ValueFilter }

/** How a field is written in a filter; one compared by size has `ends`. */
export const filterOf = (field: Pick<Field, 'kind' | 'facts'>): SizeFilter | ValueFilter =>
  field.facts.means === 'month' ? month : filters[field.kind]
