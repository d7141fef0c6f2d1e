/**
 * Money in code is bigint fen; on the wire and in the database a decimal string with two places. No floats anywhere.
 */

/** "1234.5" → 123450n. Throws RangeError on anything that is not a decimal with at most two places. */
export const fen = (amount: string): bigint => {
  const m = /^(-?)(\d{1,16})(?:\.(\d{1,2}))?$/.exec(amount.trim())
  if (!m) throw new RangeError(`not an amount: ${amount}`)
  const value = BigInt(m[2] as string) * 100n + BigInt((m[3] ?? '').padEnd(2, '0'))
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

/** What a person types as an amount: "1,234.5", "￥1234", full-width digits; null when it is none. */
export const parseAmount = (typed: string): string | null => {
  const plain = typed.normalize('NFKC').replace(/[,\s¥￥元]/g, '')
  try {
    return yuan(fen(plain))
  } catch {
    return null
  }
}
