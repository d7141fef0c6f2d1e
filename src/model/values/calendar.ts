/** Days (`yyyy-MM-dd`) and months (`yyyyMM`) as texts; no time zone involved. Pure. */

const two = (n: number): string => String(n).padStart(2, '0')

/** `yyyy-MM-dd` some days later (or earlier). */
export const plusDays = (day: string, n: number): string =>
  new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) + n * 86_400_000).toISOString().slice(0, 10)

/** `yyyyMM` some months later (or earlier). */
export const plusMonths = (month: string, n: number): string => {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(4)) - 1 + n
  return `${Math.floor(at / 12)}${two((at % 12) + 1)}`
}

/** First and last day of a month `yyyyMM`. */
export const daysOf = (month: string): { first: string; last: string } => {
  const first = `${month.slice(0, 4)}-${month.slice(4)}-01`
  return { first, last: plusDays(`${plusMonths(month, 1).slice(0, 4)}-${plusMonths(month, 1).slice(4)}-01`, -1) }
}
