import type { Calculation } from '../../../model/language/conditions/calculations.ts'
import { ZONE } from '../../../model/values/dates.ts'
import { vatSql, withholdingSql } from './taxSql.ts'

const joined = (sign: string) => (parts: readonly string[]) => `(${parts.join(` ${sign} `)})`

/** The calculations of the language (`model/language/conditions/calculations.ts`) as SQL. */
export const calculationsSql: Readonly<Record<Calculation, (parts: readonly string[]) => string>> = {
  plus: joined('+'),
  minus: joined('-'),
  quotient: ([part, whole]) => {
    const [a, b] = [`(${part})::numeric`, `nullif(${whole}, 0)`]
    return `(div(200 * ${a} + ${b}, 2 * ${b}) / 100)`
  },
  share: ([amount, rate]) => `(round(${amount} * ${rate}, 2))`,
  withheld: ([base = '']) => `(${withholdingSql(base)})`,
  vat: ([fees = '', rate = '', threshold = '']) => `(${vatSql(fees, rate, threshold)})`,
  day: ([time]) => `(${time} at time zone '${ZONE}')::date`,
  month: ([date]) => `to_char(${date}, 'YYYYMM')`,
  folded: ([text]) => `rounds_folded(${text})`,
  unified: ([text]) => `rounds_folded(${text}, false)`,
  text: (parts) => `(${parts.map((part) => `coalesce((${part})::text, '')`).join(' || ')})`,
}
