import { calculated, type Expression, type Term } from '../../../../model/language/conditions/expression.ts'

/** W(b): what is withheld from a month's taxable fees. */
export const withheld = (base: Term): Expression => calculated('withheld', base)

/** V(x): the VAT inside a month's fees. */
export const vat = (fees: Term, rate: Term, threshold: Term): Expression => calculated('vat', fees, rate, threshold)

/** A share of an amount, rounded to the fen. */
export const share = (amount: Term, rate: Term): Expression => calculated('share', amount, rate)
