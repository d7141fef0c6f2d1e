/**
 * R-tax (src/model/values/tax.ts) as SQL over numeric: arguments are SQL expressions, yuan. `round` of numeric takes
 * halves away from zero, as the engine does. A property test holds both to each other.
 */

/** W(b): what is withheld from a month's taxable fees. */
export const withholdingSql = (b: string): string =>
  `case when ${b} <= 800 then 0 when ${b} <= 4000 then round((${b} - 800) * 0.2, 2)
     when ${b} <= 25000 then round(${b} * 0.16, 2) when ${b} <= 62500 then round(${b} * 0.24, 2) - 2000
     else round(${b} * 0.32, 2) - 7000 end`

/** V(x): the VAT inside a month's fees. */
export const vatSql = (x: string, rate: string, threshold: string): string =>
  `case when ${x} <= ${threshold} then 0 else round(${x} * ${rate} / (1 + ${rate}), 2) end`
