import { type Field, isRanged } from '../../model/language/fields/field.ts'
import type { Language } from '../../model/values/label.ts'
import { displayOf } from './displays.ts'

const DAY = 86_400_000

/** Returns whether a field says when something happened, so that its age can be shown. */
export const hasAge = (field: Field): boolean => isRanged(field) && displayOf(field).group === 'times'

/**
 * How long ago a moment was, in days of the calendar: `3 天`, for today its time of day. `wall`: as its kind is shown,
 * from `yyyy-MM-dd`; `today`: the server's day. Pure.
 */
export function ageText(wall: string, today: string, language: Language): string {
  if (wall === '') return ''
  const days = Math.round((Date.parse(today) - Date.parse(wall.slice(0, 10))) / DAY)
  if (Number.isNaN(days)) return wall
  if (days <= 0) return wall.slice(11, 16) || (language === 'en' ? 'today' : '今天')
  return language === 'en' ? `${days} d` : `${days} 天`
}
