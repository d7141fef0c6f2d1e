import { once } from '../../values/once.ts'
import { type Condition, DECLARED, valuesOf } from './condition.ts'
import { tester } from './evaluator.ts'
import {
  and,
  compared,
  differs,
  type Expression,
  equal,
  never,
  not,
  oneOfValues,
  type Sign,
  word,
} from './expression.ts'

const SIGNS: Readonly<Partial<Record<Condition['op'], Sign>>> = { ge: '>=', gt: '>', le: '<=', lt: '<' }

/**
 * Expression of a condition whose field is compared by whole values: texts as they are spelt on the wire. Conditions on texts
 * and moments have forms of their own (`server/lists/sql/fieldCondition.ts`). Pure.
 */
export function conditionExpression({ field, op, value }: Condition): Expression {
  const values = valuesOf({ field, op, value })
  const one = word(values[0] ?? '')
  const sign = SIGNS[op]
  if (sign) return compared(sign, field, one)
  if (op === 'notin') return not(oneOfValues(field, values))
  if (op === 'notequal') return differs(field, one)
  // equality with a single value keeps the order of an index, a list does not
  return op === 'in' && values.length !== 1 ? oneOfValues(field, values) : equal(field, one)
}

type WireRow = Readonly<Record<string, unknown>>

const testOf = once((conditions: readonly Condition[]) => {
  const all = conditions.map((c) => (DECLARED.some((op) => op === c.op) ? conditionExpression(c) : never))
  return tester<WireRow>(and(...all), (of, name) => String(of[name] ?? ''))
})

/**
 * Returns whether a row meets declared conditions (`DECLARED`). Values are compared as they are spelt on the wire. Any
 * other operator is not met, because only the database can compare by it. Pure.
 */
export const meets = (conditions: readonly Condition[], row: WireRow): boolean => testOf(conditions)(row)
