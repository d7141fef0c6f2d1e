import { shareOf, vatOf, withholding } from '../../../../model/values/tax.ts'
import { type Expression, type Term, termOf } from '../../../promises/form/expression.ts'
import type { Value } from '../../../promises/form/value.ts'
import { vatSql, withholdingSql } from './taxSql.ts'

/** Values are millionths, amounts fen. */
const FEN = 10_000n
const asRate = (rate: bigint): string => `${rate / 1_000_000n}.${String(rate % 1_000_000n).padStart(6, '0')}`

/** R-tax over numbers in both forms; nothing where one of them is nothing. */
const reckoned = (
  terms: readonly Term[],
  sql: (...parts: string[]) => string,
  reckon: (...values: bigint[]) => bigint,
): Expression => {
  const parts = terms.map(termOf)
  return {
    sql: (names) => `(${sql(...parts.map((p) => p.sql(names)))})`,
    value: (names): Value => {
      const values = parts.map((p) => p.value(names))
      return values.every((v) => typeof v === 'bigint') ? reckon(...values) : null
    },
  }
}

/** W(b): what is withheld from a month's taxable fees. */
export const withheld = (base: Term): Expression =>
  reckoned([base], withholdingSql, (b = 0n) => withholding(b / FEN) * FEN)

/** V(x): the VAT inside a month's fees. */
export const vat = (fees: Term, rate: Term, threshold: Term): Expression =>
  reckoned(
    [fees, rate, threshold],
    vatSql,
    (x = 0n, vatRate = 0n, limit = 0n) => vatOf(x / FEN, { vatRate, threshold: limit / FEN }) * FEN,
  )

/** A share of an amount, rounded to the fen. */
export const share = (amount: Term, rate: Term): Expression =>
  reckoned(
    [amount, rate],
    (a, r) => `round(${a} * ${r}, 2)`,
    (a = 0n, r = 0n) => shareOf(a / FEN, asRate(r)) * FEN,
  )
