/** Times are wall-clock texts of Asia/Shanghai (no summer time since 1991: a fixed +08:00). */

/** The time zone of all times. */
export const ZONE = 'Asia/Shanghai'
const OFFSET = 8 * 3600_000

/** An instant → `yyyy-MM-dd HH:mm:ss` in Shanghai. */
export const wallClock = (instant: Date | number): string =>
  new Date(Number(instant) + OFFSET).toISOString().slice(0, 19).replace('T', ' ')

/** An instant → `yyyy-MM-dd` in Shanghai. */
export const wallDate = (instant: Date | number): string => wallClock(instant).slice(0, 10)

/** `yyyy-MM-dd[ HH:mm[:ss]]` in Shanghai → instant in ms; null when the text is no such time. */
export const instantOf = (wall: string): number | null => {
  const m = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(wall.trim())
  if (!m) return null
  const [, y, mo, d, h = '00', mi = '00', s = '00'] = m
  const at = Date.UTC(Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi), Number(s))
  const back = new Date(at).toISOString()
  const written = `${y}-${mo}-${d}T${h}:${mi}:${s}`
  return back.startsWith(written) ? at - OFFSET : null
}

/** A month as it is kept (`yyyyMM`) the way people read it: `2025-12`. Any other text is left as it is. Pure. */
export const monthWord = (kept: string): string => (kept.length === 6 ? `${kept.slice(0, 4)}-${kept.slice(4)}` : kept)

/** The month `yyyyMM` of an instant in Shanghai: tax months and cycles. */
export const monthOf = (instant: Date | number): string => wallClock(instant).slice(0, 7).replace('-', '')

/** First and last day of a month `yyyy-MM`; null where the text is none. Pure. */
export function monthDays(month: string): { readonly first: string; readonly last: string } | null {
  const first = `${month}-01`
  if (instantOf(first) === null) return null
  const end = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate()
  return { first, last: `${month}-${end}` }
}
