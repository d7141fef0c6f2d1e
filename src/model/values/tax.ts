/**
 * R-tax: what is withheld from a doctor's fee (domain §3.0). Pure; amounts are bigint fen, rates millionths
 * (numeric(8,6)), every rounding is half-up to the fen and happens once per line. Taxes are cumulative within a key:
 * one doctor × fiscal-tax company × tax item × tax month, its lines taken in the order (acceptTime, id).
 */
import { fen } from './money.ts'

const MILLION = 1_000_000n

/** `n / d` to the nearest whole, halves away from zero; `d` > 0. */
export const halfUp = (n: bigint, d: bigint): bigint => (n < 0n ? -((-n * 2n + d) / (d * 2n)) : (n * 2n + d) / (d * 2n))

/** "0.0312" → 31200n millionths. Throws RangeError on anything that is not a decimal with at most six places. */
export const millionths = (rate: string): bigint => {
  const m = /^(-?)(\d{1,9})(?:\.(\d{1,6}))?$/.exec(rate.trim())
  if (!m) throw new RangeError(`not a rate: ${rate}`)
  const value = BigInt(m[2] as string) * MILLION + BigInt((m[3] ?? '').padEnd(6, '0'))
  return m[1] ? -value : value
}

/** `amount × rate` in fen, half-up: R-gross's platform fee P = round(G × platformFeeRate, 2). */
export const shareOf = (amount: bigint, rate: string): bigint => halfUp(amount * millionths(rate), MILLION)

/** A row of `taxItemRate` as far as it taxes: rates and amounts are decimal strings. */
export interface RateRow {
  readonly vatRate: string | null
  readonly vatMonthThreshold: string | null
  readonly urbanRate: string | null
  readonly eduRate: string | null
  readonly localEduRate: string | null
  readonly reductionRate: string | null
  /** 1 withholding scale, 2 fixed rate. */
  readonly iitMethod: 1 | 2 | null
  readonly iitFixedRate: string | null
}

/** The same, ready to compute with. */
export interface TaxRates {
  readonly vatRate: bigint
  /** fen a month, inclusive: x ≤ threshold bears no VAT. */
  readonly threshold: bigint
  /** urban + education + local education, millionths of the VAT. */
  readonly surcharge: bigint
  readonly reduction: bigint
  readonly iitMethod: 1 | 2
  readonly iitFixedRate: bigint
}

/** Rates of a `taxItemRate` row; missing ones are 0, a missing method is 1. Throws RangeError on malformed numbers. */
export const taxRates = (row: RateRow): TaxRates => ({
  vatRate: millionths(row.vatRate ?? '0'),
  threshold: fen(row.vatMonthThreshold ?? '0'),
  surcharge: millionths(row.urbanRate ?? '0') + millionths(row.eduRate ?? '0') + millionths(row.localEduRate ?? '0'),
  reduction: millionths(row.reductionRate ?? '0'),
  iitMethod: row.iitMethod ?? 1,
  iitFixedRate: millionths(row.iitFixedRate ?? '0'),
})

/** V(x): the VAT inside a month's VAT-inclusive fees of `x` fen; nothing up to the monthly threshold. */
export const vatOf = (x: bigint, rates: Pick<TaxRates, 'vatRate' | 'threshold'>): bigint =>
  x <= rates.threshold ? 0n : halfUp(x * rates.vatRate, MILLION + rates.vatRate)

/**
 * W(b): 劳务报酬预扣 on `base` fen. ≤ 800 yuan nothing; ≤ 4000 yuan 20 % of what is above 800; beyond, 80 % of the base
 * at 20 % (to 20,000), 30 % − 2,000 (to 50,000), 40 % − 7,000.
 */
export const withholding = (base: bigint): bigint => {
  if (base <= 800_00n) return 0n
  if (base <= 4000_00n) return halfUp(base - 800_00n, 5n)
  if (base <= 25_000_00n) return halfUp(base * 16n, 100n)
  if (base <= 62_500_00n) return halfUp(base * 24n, 100n) - 2000_00n
  return halfUp(base * 32n, 100n) - 7000_00n
}

/**
 * How W(b) comes about, for who reads it: the taxable income (fen, half-up), the rate of its bracket (a decimal string)
 * and what is deducted (fen).
 */
export function bracketOf(base: bigint): {
  readonly income: bigint
  readonly rate: string
  readonly deduction: bigint
} {
  if (base <= 800_00n) return { income: 0n, rate: '0.200000', deduction: 0n }
  if (base <= 4000_00n) return { income: base - 800_00n, rate: '0.200000', deduction: 0n }
  const income = halfUp(base * 8n, 10n)
  if (base <= 25_000_00n) return { income, rate: '0.200000', deduction: 0n }
  if (base <= 62_500_00n) return { income, rate: '0.300000', deduction: 2000_00n }
  return { income, rate: '0.400000', deduction: 7000_00n }
}

/** The amount without tax inside `amount` fen that includes it at `rate`, half-up. */
export const withoutTax = (amount: bigint, rate: string): bigint => halfUp(amount * MILLION, MILLION + millionths(rate))

/** Sums of the earlier lines of the key, fen. `taxableSum` = Σ (gross − vat). */
export interface Before {
  readonly grossSum: bigint
  readonly vatSum: bigint
  readonly iitSum: bigint
  readonly taxableSum: bigint
}

/** A key without earlier lines. */
export const NOTHING_BEFORE: Before = { grossSum: 0n, vatSum: 0n, iitSum: 0n, taxableSum: 0n }

/** Taxes of one line, fen: gross = vat + surcharge + iit + net (INV-24). */
export interface Quote {
  readonly vat: bigint
  readonly surcharge: bigint
  readonly iit: bigint
  /**
   * Net amount of the doctor. Not above 0: the taxes eat the fee, the line has to be frozen with reason TAX_EXCEEDS.
   */
  readonly net: bigint
}

/** R-tax of one line of `gross` ≥ 0 fen after the lines `before` it in its key. */
export function quoteLine({ gross, rates, before }: { gross: bigint; rates: TaxRates; before: Before }): Quote {
  if (gross < 0n) throw new RangeError(`a fee is not negative: ${gross}`)
  const due = vatOf(before.grossSum + gross, rates) - before.vatSum
  const vat = due < 0n ? 0n : due > gross ? gross : due
  const surcharge = halfUp(vat * rates.surcharge * (MILLION - rates.reduction), MILLION * MILLION)
  const taxable = gross - vat
  const owed =
    rates.iitMethod === 2
      ? halfUp(taxable * rates.iitFixedRate, MILLION)
      : withholding(before.taxableSum + taxable) - before.iitSum
  const iit = owed < 0n ? 0n : owed
  return { vat, surcharge, iit, net: gross - vat - surcharge - iit }
}

/** The key after one more line: what the next line finds before it. */
export const afterLine = (before: Before, gross: bigint, quote: Pick<Quote, 'vat' | 'iit'>): Before => ({
  grossSum: before.grossSum + gross,
  vatSum: before.vatSum + quote.vat,
  iitSum: before.iitSum + quote.iit,
  taxableSum: before.taxableSum + gross - quote.vat,
})
