import { isRelative, relativeSpan } from '../../values/relativeDays.ts'
import { type Field, isTime } from '../fields/field.ts'
import type { Condition } from './condition.ts'

/** Months (yyyyMM) from that of one day to that of another. */
function monthsBetween(first: string, last: string): string[] {
  const [from, to] = [first, last].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1)
  return Array.from({ length: (to ?? 0) - (from ?? 0) + 1 }, (_, n) => {
    const month = (from ?? 0) + n
    return `${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`
  })
}

/**
 * A condition with the days that its value means on `today` (yyyy-MM-dd), each operator with the end that it asks for. Values that
 * follow no calendar, and fields that are no times, stay as they are. Pure.
 */
export function resolved(f: Field | undefined, c: Condition, today: string): Condition {
  if (!f || !c.value.includes('@')) return c
  if (f.facts.means === 'month') {
    const values = c.value.split(',').flatMap((value) => {
      const span = relativeSpan(value.trim(), today)
      return span ? monthsBetween(span.first, span.last) : [value]
    })
    const several = values.length > 1
    const op = c.op === 'equal' && several ? 'in' : c.op === 'notequal' && several ? 'notin' : c.op
    return { ...c, op, value: values.join(',') }
  }
  if (!isTime(f) || !isRelative(c.value)) return c
  const span = relativeSpan(c.value, today)
  if (!span) return c
  if (c.op === 'ge' || c.op === 'lt') return { ...c, value: span.first }
  if (c.op === 'le' || c.op === 'gt') return { ...c, value: span.last }
  return span.first === span.last ? { ...c, value: span.first } : c
}
