import type { Label } from './label.ts'

/**
 * Money in code is bigint fen; on the wire and in the database a decimal string with two places. No floats anywhere.
 */

/** "1234.5" → 123450n. Throws RangeError on anything that is not a decimal with at most two places. */
export const fen = (amount: string): bigint => {
  const m = /^(-?)(\d{1,16})(?:\.(\d{1,2}))?$/.exec(amount.trim())
  if (!m) throw new RangeError(`not an amount: ${amount}`)
  const value = BigInt(`${m[2]}${(m[3] ?? '').padEnd(2, '0')}`)
  return m[1] ? -value : value
}

/** 123450n → "1234.50". */
export const yuan = (amount: bigint): string => {
  const sign = amount < 0n ? '-' : ''
  const abs = amount < 0n ? -amount : amount
  return `${sign}${abs / 100n}.${String(abs % 100n).padStart(2, '0')}`
}

/** Sum of amounts, as an amount. */
export const sum = (amounts: Iterable<string>): string => {
  let total = 0n
  for (const a of amounts) total += fen(a)
  return yuan(total)
}

/** "1234567.50" → "1,234,567.50": how people read it. Empty and null become "". */
export const readable = (amount: string | null | undefined): string => {
  if (amount === null || amount === undefined || amount === '') return ''
  const [whole = '', rest] = amount.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return rest === undefined ? grouped : `${grouped}.${rest}`
}

/**
 * A number as it is typed, without its grouping: "1,234.5" and "1 234.5" → "1234.5", full-width digits folded. null where a
 * comma or blank stands elsewhere than at thousands: "1,5" and "12,34" are other numbers elsewhere, and nobody may guess.
 */
export const ungrouped = (typed: string): string | null => {
  const plain = typed.normalize('NFKC').trim()
  if (!/[,\s]/.test(plain)) return plain
  return /^-?\d{1,3}([,\s])\d{3}(?:\1\d{3})*(?:\.\d*)?$/.test(plain) ? plain.replace(/[,\s]/g, '') : null
}

/** Message for a number that `ungrouped` refuses. */
export const GROUPED_WRONG: Label = [
  '逗号和空格只能在千分位，如 12,345.00；小数点用“.”',
  'commas and blanks stand at thousands only, as in 12,345.00; decimals follow a point',
]

/** Signs of large amounts, by the zeros they stand for. */
const UNITS: Readonly<Record<string, number>> = { 万: 4, 亿: 8 }

/** "1.5" with four zeros → "15000": the point is shifted, without floats. */
const shifted = (amount: string, zeros: number): string => {
  const [head = '', part = ''] = amount.split('.')
  const rest = part.slice(zeros).replace(/0+$/, '')
  return `${head}${part.slice(0, zeros).padEnd(zeros, '0')}${rest ? `.${rest}` : ''}`
}

/** Amount typed by a person: "1,234.5", "￥1234", "1.5万", full-width digits; null when it is none. */
export const parseAmount = (typed: string): string | null => {
  const [, number = '', unit = ''] = /^[¥￥]?\s*(.*?)\s*([万亿]?)元?$/s.exec(typed.normalize('NFKC').trim()) ?? []
  const plain = ungrouped(number)
  if (plain === null || (unit && !/^-?\d+(\.\d+)?$/.test(plain))) return null
  try {
    return yuan(fen(unit ? shifted(plain, UNITS[unit] as number) : plain))
  } catch {
    return null
  }
}
