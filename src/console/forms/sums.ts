import type { Fields } from '../../model/language/fields/field.ts'
import { fen, parseAmount, readable, yuan } from '../../model/values/money.ts'
import type { Typed } from './base/values.ts'

/** Amount that follows from the others of its sum, as it would be typed; "" where it cannot be known. */
export interface Reckoned {
  readonly name: string
  readonly value: string
}

const amountOf = (typed: Typed, name: string): bigint | null => {
  const amount = parseAmount(typed[name] ?? '')
  return amount === null ? null : fen(amount)
}

/** The one unknown of `total = parts`, from all others; null where one of them cannot be read or less than nothing would be left. */
function solved(total: string, parts: readonly string[], unknown: string, typed: Typed): string | null {
  const signed = [total, ...parts].filter((n) => n !== unknown).map((n) => [n, amountOf(typed, n)] as const)
  if (signed.some(([, amount]) => amount === null)) return null
  const sum = signed.reduce((all, [n, amount]) => all + (n === total ? (amount ?? 0n) : -(amount ?? 0n)), 0n)
  const value = unknown === total ? -sum : sum
  return value < 0n ? null : readable(yuan(value))
}

/**
 * Amounts of the sums (`facts.sumOf`) that a changed field is part of, reckoned from the others: the only one that nobody typed.
 * `filled`: names reckoned before, which follow again until a person types them. Pure.
 */
export function reckoned(
  fields: Fields,
  typed: Typed,
  changed: string,
  filled: ReadonlySet<string>,
): readonly Reckoned[] {
  return Object.entries(fields).flatMap(([total, { facts, kind }]) => {
    const parts = facts.sumOf ?? []
    const all = [total, ...parts]
    if (parts.length === 0 || kind !== 'money' || !all.includes(changed)) return []
    const open = all.filter((n) => n !== changed && (filled.has(n) || (typed[n] ?? '').trim() === ''))
    const [unknown] = open
    if (unknown === undefined || open.length > 1) return []
    const value = solved(total, parts, unknown, typed)
    if (value !== null) return [{ name: unknown, value }]
    return filled.has(unknown) ? [{ name: unknown, value: '' }] : []
  })
}
