/** A decimal text or whole number in units of its last digit; nothing counts as 0. */
export const unitsOf = (value: unknown): bigint =>
  value === null || value === undefined ? 0n : BigInt(String(value).replace('.', ''))

/** Units as a decimal text with as many digits after the point. */
export function decimalOf(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Sum of decimal texts (or whole numbers, null left out) with the same number of digits after the point. */
export const added = (values: readonly unknown[], scale: number): string =>
  decimalOf(
    values.reduce<bigint>((total, value) => total + unitsOf(value), 0n),
    scale,
  )
