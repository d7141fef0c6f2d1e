import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import { instantOf } from '../../model/values/dates.ts'
import { relativeIn, relativeSpan } from '../../model/values/relativeDays.ts'

dayjs.extend(customParseFormat)

/**
 * Dates as people type them: `2024-6-5`, `2024/06/05`, `20240605`, `2024年6月5日`, without a year `6-5`, `0605`, `6月5日`
 * (this year), `今天`, `昨天`, `3天前`; where a span is meant also `2024-06`, `202406`, `2024`, `本周`, `上月`, `去年`. Input and
 * output are wall-clock texts, so that the machine's time zone has no effect.
 */
export interface Span {
  /** yyyy-MM-dd, both ends included. */
  readonly first: string
  readonly last: string
}

const DAY = 'YYYY-MM-DD'
const DAYS = [DAY, 'YYYY-M-D', 'YYYY-M-DD', 'YYYY-MM-D', 'YYYYMMDD']
const MONTHS = ['YYYY-MM', 'YYYY-M', 'YYYYMM']

/** Days from today, by what people call them. */
const DAYS_FROM_TODAY: Readonly<Record<string, number>> = {
  大前天: -3,
  前天: -2,
  昨天: -1,
  昨日: -1,
  yesterday: -1,
  今天: 0,
  今日: 0,
  today: 0,
  明天: 1,
  明日: 1,
  tomorrow: 1,
  后天: 2,
  大后天: 3,
}

type Unit = 'month' | 'year'

/** Half width, lower case, `/ . 年 月` as hyphens: `２０２４/6/5` and `2024年6月5日` are `2024-6-5`. */
const tidied = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^(\d{1,4}(?:[/.年]\d{1,2})?(?:[/.月]\d{1,2})?)[年月日号]$/, '$1')
    .replace(/(\d)[/.年月](?=\d)/g, '$1-')

const strictly = (text: string, formats: readonly string[]): Dayjs | null => {
  const at = dayjs(text, [...formats], true)
  return at.isValid() ? at : null
}

/** A year, and not a month with a day: 1900 to 2199. */
const isYear = (text: string): boolean => /^(19|20|21)\d\d$/.test(text)

/**
 * The one day that is meant, yyyy-MM-dd; null when the text is none. `today` is yyyy-MM-dd. `past`: it has happened, so that
 * a day without a year is the last one of that name.
 */
export function dayOf(text: string, today: string, past = false): string | null {
  const word = tidied(text)
  const near = DAYS_FROM_TODAY[word]
  if (near !== undefined) return dayjs(today).add(near, 'day').format(DAY)
  const away = /^(\d{1,4})天(前|后)$/.exec(word)
  if (away) {
    const n = Number(away[1])
    return dayjs(today)
      .add(away[2] === '前' ? -n : n, 'day')
      .format(DAY)
  }
  const year = today.slice(0, 4)
  const full = /^\d{1,2}-\d{1,2}$/.test(word)
    ? `${year}-${word}`
    : /^\d{4}$/.test(word) && !isYear(word)
      ? `${year}${word}`
      : word
  const day = strictly(full, DAYS)?.format(DAY) ?? null
  if (!past || full === word || day === null || day <= today) return day
  return dayOf(`${Number(year) - 1}${day.slice(4)}`, today)
}

/** The days that are meant: one day, a week, a month or a year; null when the text is none of them. */
export function spanOf(text: string, today: string): Span | null {
  const day = dayOf(text, today)
  if (day) return { first: day, last: day }
  const word = tidied(text)
  const whole = (at: Dayjs, unit: Unit): Span => ({
    first: at.startOf(unit).format(DAY),
    last: at.endOf(unit).format(DAY),
  })
  const relative = relativeIn(text)
  if (relative) return relativeSpan(relative, today)
  if (isYear(word)) return whole(dayjs(`${word}-01-01`), 'year')
  const here = /^(\d{1,2})月份?$/.exec(text.normalize('NFKC').trim())
  const month = strictly(here ? `${today.slice(0, 4)}-${here[1]}` : word, MONTHS)
  return month && whole(month, 'month')
}

/** A day with a time, `yyyy-MM-dd HH:mm:ss`; a day alone is its start. Null when the text is none. */
export function momentOf(text: string, today: string, past = false): string | null {
  const [first = '', time = '0:0', ...more] = text
    .normalize('NFKC')
    .trim()
    .split(/[\sT]+/)
  const day = dayOf(first, today, past)
  const clock = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?$/.exec(time)
  if (!day || !clock || more.length > 0) return null
  const at = `${day} ${[clock[1], clock[2], clock[3] ?? '0'].map((x) => (x as string).padStart(2, '0')).join(':')}`
  return instantOf(at) === null ? null : at
}
