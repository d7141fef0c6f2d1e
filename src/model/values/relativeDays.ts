import { type Label, type Language, label } from './label.ts'

/**
 * Days that follow the calendar, as conditions keep them: `@this-month` is that of the day on which the condition is applied, so
 * that a saved view of this month shows the next one from its first day on. Their ends are found where rows are read.
 */
const WORDS: Readonly<Record<string, { readonly words: Label; readonly also: readonly string[] }>> = {
  '@today': { words: ['今天', 'today'], also: ['今日'] },
  '@yesterday': { words: ['昨天', 'yesterday'], also: ['昨日'] },
  '@this-week': { words: ['本周', 'this-week'], also: ['这周', 'week'] },
  '@last-week': { words: ['上周', 'last-week'], also: [] },
  '@this-month': { words: ['本月', 'this-month'], also: ['这个月', 'month'] },
  '@last-month': { words: ['上月', 'last-month'], also: ['上个月'] },
  '@this-year': { words: ['今年', 'this-year'], also: ['本年', 'year'] },
  '@last-year': { words: ['去年', 'last-year'], also: [] },
}

/** Most days that `@last-N-days` goes back. */
const DAYS_MAX = 999
const LAST = /^@last-(\d{1,3})-days$/

/** Returns whether a value of a condition follows the calendar. Pure. */
export const isRelative = (value: string): boolean => Object.hasOwn(WORDS, value) || LAST.test(value)

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
const joined = (text: string): string => (/^[a-z]/.test(text) ? text.replace(/[\s_-]/g, '') : text)

const spelt: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS).flatMap(([value, { words, also }]) =>
    [...words, ...also].map((word): [string, string] => [joined(word), value]),
  ),
)

/** Value of what people write: 本月, last month, 近7天, last 7 days; null where it follows no calendar. Pure. */
export function relativeIn(text: string): string | null {
  const word = joined(plain(text))
  const days = /^(?:近|最近|过去)(\d{1,3})(?:天|日)$/.exec(word) ?? /^(?:last|past)(\d{1,3})days?$/.exec(word)
  const n = Number(days?.[1] ?? 0)
  if (days) return n > 0 && n <= DAYS_MAX ? `@last-${n}-days` : null
  return spelt.get(word) ?? null
}

/** A value in words, as `relativeIn` reads it. Pure. */
export function relativeWord(value: string, language: Language): string {
  const n = LAST.exec(value)?.[1]
  if (n) return label([`近${n}天`, `last-${n}-days`], language)
  return label(WORDS[value]?.words ?? [value, value], language)
}

const DAY = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** First and last day that a value means on `today` (both yyyy-MM-dd); null where it follows no calendar. Pure. */
export function relativeSpan(value: string, today: string): { readonly first: string; readonly last: string } | null {
  const at = Date.parse(`${today.slice(0, 10)}T00:00:00Z`)
  const days = (from: number, to = from) => ({ first: dayOf(at + from * DAY), last: dayOf(at + to * DAY) })
  const n = LAST.exec(value)?.[1]
  if (n) return days(1 - Number(n), 0)
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1]
  const monday = -((new Date(at).getUTCDay() + 6) % 7)
  const months = (from: number, count: number) => ({
    first: dayOf(Date.UTC(year, from, 1)),
    last: dayOf(Date.UTC(year, from + count, 0)),
  })
  switch (value) {
    case '@today':
      return days(0)
    case '@yesterday':
      return days(-1)
    case '@this-week':
      return days(monday, monday + 6)
    case '@last-week':
      return days(monday - 7, monday - 1)
    case '@this-month':
      return months(month, 1)
    case '@last-month':
      return months(month - 1, 1)
    case '@this-year':
      return months(0, 12)
    case '@last-year':
      return months(-12, 12)
    default:
      return null
  }
}
