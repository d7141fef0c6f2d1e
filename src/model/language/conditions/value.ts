import { byId } from '../../values/ids.ts'

/**
 * A value of a row in memory. Sizes are compared of numbers as millionths (`numberOf`), of times as wall clocks and of ids as
 * texts; what is compared for equality alone may be spelt in any way, the same on both sides.
 */
export type Value = bigint | number | string | boolean | null | readonly string[]

/** A value that a field is compared with. */
export type Scalar = bigint | number | string | boolean

export const MILLION = 1_000_000n

/** "12.5" → 12500000n. RangeError on what is no decimal with at most six places. */
export function numberOf(value: string | number): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value) * MILLION
  const m = /^(-?)(\d{1,18})(?:\.(\d{1,6}))?$/.exec(String(value))
  if (!m) throw new RangeError(`not a number: ${value}`)
  const whole = BigInt(m[2] as string) * MILLION + BigInt((m[3] ?? '').padEnd(6, '0'))
  return m[1] ? -whole : whole
}

const isId = (value: string): boolean => /^\d+$/.test(value)

/** Negative where the first comes before the second; ids by number, as the database has them. */
export function compare(a: Exclude<Value, null>, b: Exclude<Value, null>): number {
  if (typeof a === 'string' && typeof b === 'string' && isId(a) && isId(b)) return byId(a, b)
  return a < b ? -1 : a > b ? 1 : 0
}
