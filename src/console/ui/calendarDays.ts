/** Days of a calendar as `yyyy-MM-dd` texts, so that no machine's time zone has a part in them. Pure. */
const DAY = 86_400_000
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The day so many days later. */
export const daysFrom = (day: string, days: number): string => dayAt(timeOf(day) + days * DAY)

/** The same day so many months later; the last one of a month that is shorter. */
export function sameDayOf(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return dayAt(first.getTime() + (Math.min(date, last) - 1) * DAY)
}

/** The weeks, from Monday, that a day's month stands in. */
export function monthPage(day: string): readonly (readonly string[])[] {
  const first = `${day.slice(0, 7)}-01`
  const weekday = (new Date(timeOf(first)).getUTCDay() + 6) % 7
  const start = daysFrom(first, -weekday)
  const next = sameDayOf(first, 1)
  const weeks: string[][] = []
  for (let at = start; at < next; at = daysFrom(at, 7)) weeks.push(Array.from({ length: 7 }, (_, i) => daysFrom(at, i)))
  return weeks
}
