import { folded, unified } from '../../values/folding.ts'
import { halfUp, vatOf, withholding } from '../../values/tax.ts'
import { MILLION, type Value } from './value.ts'

/** A value of other values; nothing where one that it needs is nothing. Pure. */
export type Calculate = (values: readonly Value[]) => Value

/** Numbers are millionths, amounts of money fen. */
const FEN = 10_000n

const ofNumbers =
  (reckon: (...numbers: bigint[]) => bigint | null): Calculate =>
  (values) =>
    values.every((v) => typeof v === 'bigint') ? reckon(...values) : null

const ofText =
  (change: (text: string) => string): Calculate =>
  ([of = null]) =>
    typeof of === 'string' ? change(of) : null

/**
 * Named calculations of the language (`calculated`). `server/database/conditions/calculationsSql.ts` has the SQL of each. The
 * browser computes none, so they stand apart from the evaluator.
 */
export const calculations = {
  plus: ofNumbers((...numbers) => numbers.reduce((a, b) => a + b)),
  minus: ofNumbers((...numbers) => numbers.reduce((a, b) => a - b)),
  quotient: ofNumbers((a = 0n, b = 0n) => (b === 0n ? null : (halfUp(a * 100n, b) * MILLION) / 100n)),
  /** A share of an amount, rounded to the fen. */
  share: ofNumbers((amount = 0n, rate = 0n) => halfUp((amount / FEN) * rate, MILLION) * FEN),
  /** W(b) of R-tax: what is withheld from a month's taxable fees. */
  withheld: ofNumbers((base = 0n) => withholding(base / FEN) * FEN),
  /** V(x) of R-tax: the VAT inside a month's fees. */
  vat: ofNumbers((fees = 0n, vatRate = 0n, limit = 0n) => vatOf(fees / FEN, { vatRate, threshold: limit / FEN }) * FEN),
  day: ofText((time) => time.slice(0, 10)),
  month: ofText((date) => date.slice(0, 7).replace('-', '')),
  folded: ofText(folded),
  unified: ofText(unified),
  text: (values) =>
    values.map((v) => (v === null ? '' : typeof v === 'bigint' ? String(v / MILLION) : String(v))).join(''),
} as const satisfies Readonly<Record<string, Calculate>>

export type Calculation = keyof typeof calculations
export type Calculations = Readonly<Record<Calculation, Calculate>>
