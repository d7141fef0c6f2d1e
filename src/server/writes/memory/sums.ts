/** Sum of decimal texts (or whole numbers, null left out) with the same number of digits after the point. */
export function added(values: readonly unknown[], scale: number): string {
  let total = 0n
  for (const value of values) if (value !== null && value !== undefined) total += BigInt(String(value).replace('.', ''))
  const sign = total < 0n ? '-' : ''
  const digits = String(total < 0n ? -total : total).padStart(scale + 1, '0')
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
