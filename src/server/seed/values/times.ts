import { plusDays } from '../../../model/values/calendar.ts'
import type { Prng } from './prng.ts'

export { daysOf, plusDays, plusMonths } from '../../../model/values/calendar.ts'

/** Days and times of demo data: wall-clock texts, no time zone involved. */

const two = (n: number): string => String(n).padStart(2, '0')

/** A moment of a day. */
export const atTime = (day: string, h: number, m = 0, s = 0): string =>
  `${day.slice(0, 10)} ${two(h)}:${two(m)}:${two(s)}`

/** Some moment in the working hours of a day. */
export const working = (prng: Prng, day: string): string =>
  atTime(day, prng.int(9, 17), prng.int(0, 59), prng.int(0, 59))

/** `yyyyMM` of a day. */
export const monthOfDay = (day: string): string => day.slice(0, 7).replace('-', '')

const weekday = (day: string): number => new Date(`${day.slice(0, 10)}T00:00:00Z`).getUTCDay()

/** The day itself where people work on it, else the Friday before. */
export const workdayBefore = (day: string): string =>
  weekday(day) === 0 ? plusDays(day, -2) : weekday(day) === 6 ? plusDays(day, -1) : day.slice(0, 10)

/** The day itself where people work on it, else the Monday after. */
export const workdayAfter = (day: string): string =>
  weekday(day) === 0 ? plusDays(day, 1) : weekday(day) === 6 ? plusDays(day, 2) : day.slice(0, 10)

/** Some seconds later on the wall clock. */
export const plusSeconds = (at: string, n: number): string =>
  new Date(Date.parse(`${at.replace(' ', 'T')}Z`) + n * 1000).toISOString().slice(0, 19).replace('T', ' ')
