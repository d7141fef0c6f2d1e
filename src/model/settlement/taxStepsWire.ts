import type { Label } from '../values/label.ts'
import { fen, readable, yuan } from '../values/money.ts'
import {
  type Before,
  bracketOf,
  millionths,
  type Quote,
  quoteLine,
  type TaxRates,
  vatOf,
  withholding,
} from '../values/tax.ts'

/** Where the steps of a line's taxes are asked for, and one of them on the wire. */
export const TAX_STEPS = 'blade-svc/orderDoctorSettlement/taxSteps'
export interface WireTaxStep {
  readonly what: string
  readonly how: string
  readonly amount: string
}

/** A step of R-tax: what is computed, how in numbers, and what it comes to (fen). */
export interface TaxStep {
  readonly what: Label
  readonly how: string
  readonly amount: bigint
}

const money = (amount: bigint): string => readable(yuan(amount))

/** Millionths as a percentage: 31200n → "3.12%". */
function percent(rate: bigint): string {
  const digits = String(rate % 10_000n)
    .padStart(4, '0')
    .replace(/0+$/, '')
  return `${rate / 10_000n}${digits && `.${digits}`}%`
}

/** How W(b) comes about, as a person reckons it. */
function scaled(base: bigint): string {
  if (base <= fen('800')) return `${money(base)} ≤ 800.00`
  const { income, rate, deduction } = bracketOf(base)
  const taxable =
    base <= fen('4000') ? `(${money(base)} − 800.00)` : `${money(base)} × 80% = ${money(income)};  ${money(income)}`
  return `${taxable} × ${percent(millionths(rate))}${deduction > 0n ? ` − ${money(deduction)}` : ''}`
}

/**
 * The taxes of one line, step by step, so that a person can reckon them by hand: what the month's earlier lines came to,
 * VAT, surcharge, income tax, and what the doctor gets. Every amount is that of `quoteLine`. Pure.
 */
export function taxStepsOf(gross: bigint, before: Before, rates: TaxRates): readonly TaxStep[] {
  const quote: Quote = quoteLine({ gross, rates, before })
  const month = before.grossSum + gross
  const due = vatOf(month, rates)
  const taxable = gross - quote.vat
  const base = before.taxableSum + taxable
  const surcharge = `${percent(rates.surcharge)} × (1 − ${percent(rates.reduction)})`
  const income: readonly TaxStep[] =
    rates.iitMethod === 2
      ? [
          {
            what: ['个人所得税（固定比例）', 'Income tax (fixed rate)'],
            how: `${money(taxable)} × ${percent(rates.iitFixedRate)}`,
            amount: quote.iit,
          },
        ]
      : [
          {
            what: ['本月累计计税收入', 'Taxable in the month'],
            how: `${money(before.taxableSum)} + (${money(gross)} − ${money(quote.vat)})`,
            amount: base,
          },
          { what: ['累计应预扣个税', 'Income tax of the month'], how: scaled(base), amount: withholding(base) },
          {
            what: ['个人所得税', 'Income tax'],
            how: `${money(withholding(base))} − ${money(before.iitSum)}`,
            amount: quote.iit,
          },
        ]
  return [
    {
      what: ['本月累计税前（此前 + 本笔）', 'Gross in the month (earlier + this)'],
      how: `${money(before.grossSum)} + ${money(gross)}`,
      amount: month,
    },
    {
      what: ['累计应纳增值税', 'VAT of the month'],
      how:
        month <= rates.threshold
          ? `${money(month)} ≤ ${money(rates.threshold)}`
          : `${money(month)} − ${money(month)} ÷ (1 + ${percent(rates.vatRate)})`,
      amount: due,
    },
    {
      what: ['增值税', 'VAT'],
      how: `${money(due)} − ${money(before.vatSum)} (0.00 … ${money(gross)})`,
      amount: quote.vat,
    },
    { what: ['附加税', 'Surcharge'], how: `${money(quote.vat)} × ${surcharge}`, amount: quote.surcharge },
    ...income,
    {
      what: ['税后实付', 'Net'],
      how: `${money(gross)} − ${money(quote.vat)} − ${money(quote.surcharge)} − ${money(quote.iit)}`,
      amount: quote.net,
    },
  ]
}
