import { instantOf, wallClock, wallDate } from '../../values/dates.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Moments that a hold is offered until; the last two are no moment, and one that is typed. */
export const HOLD_CHOICES = ['twoHours', 'tomorrow', 'monday', 'open', 'own'] as const
export type HoldChoice = (typeof HOLD_CHOICES)[number]

/** Longest a row is held until a moment: a year. */
export const HOLD_MS_MAX = 366 * DAY_MS

const nineOn = (day: number): number => instantOf(`${wallDate(day)} 09:00`) ?? day

/** Returns the moment of a choice, by the calendar of Asia/Shanghai; null for none. Pure. */
export function holdMoment(choice: HoldChoice, now: number): number | null {
  if (choice === 'twoHours') return Math.ceil((now + 2 * HOUR_MS) / 60_000) * 60_000
  if (choice === 'tomorrow') return nineOn(now + DAY_MS)
  if (choice !== 'monday') return null
  const weekday = new Date(`${wallDate(now)}T00:00:00Z`).getUTCDay()
  return nineOn(now + ((8 - weekday) % 7 || 7) * DAY_MS)
}

/** Returns the choices to offer now, each moment once: on a Sunday tomorrow is the Monday. Pure. */
export function holdChoices(now: number): readonly { readonly choice: HoldChoice; readonly at: number | null }[] {
  const offered = new Set<number>()
  return HOLD_CHOICES.map((choice) => ({ choice, at: holdMoment(choice, now) })).filter(({ at }) => {
    if (at === null) return true
    if (offered.has(at)) return false
    offered.add(at)
    return true
  })
}

/** Returns the moment of a typed `yyyy-MM-ddTHH:mm`, Asia/Shanghai; null unless it lies ahead, within a year. Pure. */
export function typedMoment(typed: string, now: number): number | null {
  const at = instantOf(typed)
  return at !== null && at > now && at <= now + HOLD_MS_MAX ? at : null
}

/** Returns a moment as a field for date and time takes it: `yyyy-MM-ddTHH:mm`, Asia/Shanghai. Pure. */
export const momentField = (at: number): string => wallClock(at).slice(0, 16).replace(' ', 'T')
