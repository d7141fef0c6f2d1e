import { type Condition, valuesOf } from '../../../model/language/conditions/condition.ts'
import {
  and,
  atLeast,
  type Expression,
  field,
  less,
  not,
  or,
  there,
  word,
} from '../../../model/language/conditions/expression.ts'
import { conditionExpression } from '../../../model/language/conditions/meets.ts'
import { problemOf, tidy } from '../../../model/language/derived/validate.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import { instantOf } from '../../../model/values/dates.ts'
import { storeKindOf } from '../../database/kinds/kinds.ts'
import { isText } from '../../database/schema/indexes.ts'
import { isKeptSealed } from '../../database/sealed.ts'

const DAY = 86_400_000
/** The end of the year 9999, ms: what comes after has no spelling that PostgreSQL reads. */
const LAST = Date.UTC(10_000, 0, 1) - 1

/** The moments that a typed time means, ms: a day is all of it. */
function spanOf(text: string): readonly [from: number, until: number] {
  const from = instantOf(text) ?? Number.NaN
  return [from, from + (/^\d{4}-\d{2}-\d{2}$/.test(text) ? DAY : 1000)]
}

const instant = (at: number): Expression => word(new Date(Math.min(at, LAST)).toISOString())

/** A moment typed as a day means the whole day; the model asks for what has none by an empty one. */
function momentCondition(c: Condition): Expression {
  const at = field(c.field)
  const within = (text: string): Expression => {
    const [from, until] = spanOf(text)
    return and(atLeast(at, instant(from)), less(at, instant(until)))
  }
  const [first = ''] = valuesOf(c)
  if (c.op === 'equal' && first === '') return not(there(at))
  // a few at most (conditions.ts), each through the index
  if (c.op === 'in') return or(...valuesOf(c).map(within))
  const [from, until] = spanOf(first)
  switch (c.op) {
    case 'ge':
      return atLeast(at, instant(from))
    case 'lt':
      return less(at, instant(from))
    case 'le':
      return less(at, instant(until))
    case 'gt':
      return atLeast(at, instant(until))
    case 'notequal':
      return or(less(at, instant(from)), atLeast(at, instant(until)))
    default:
      return within(first)
  }
}

/** Expression of a condition on a field, as values of its kind are asked for. Pure. */
export function fieldCondition(f: Field, c: Condition): Expression {
  if (isKeptSealed(f)) {
    const spelt = valuesOf(c).map((value) => (problemOf(f, value) ? value : tidy(f, value)))
    return conditionExpression({ ...c, value: spelt.join(',') })
  }
  if (isText(f)) return { is: 'sought', name: c.field, op: c.op, texts: valuesOf(c) }
  return storeKindOf(f).spans ? momentCondition(c) : conditionExpression(c)
}
