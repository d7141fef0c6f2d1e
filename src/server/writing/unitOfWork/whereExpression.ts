import {
  and,
  atLeast,
  calculated,
  differs,
  type Expression,
  equal,
  field,
  less,
  never,
  not,
  oneOfValues,
  there,
  value,
} from '../../../model/language/conditions/expression.ts'
import type { Scalar } from '../../../model/language/conditions/value.ts'
import { comparedAs, isFolded, unifiedToo } from './alike.ts'
import type { AnyResource } from './rows.ts'
import type { Where } from './unitOfWork.ts'

/** Spelling of a value as the rows of a table have it. */
type Spelt = (name: string, value: Scalar) => Scalar | null

const asGiven: Spelt = (_name, given) => given

function conditionOn(of: AnyResource, name: string, want: Where[string], spelt: Spelt): Expression {
  const at = field(name)
  const one = (given: Scalar) => value(spelt(name, given))
  const all = (some: readonly Scalar[]) =>
    oneOfValues(
      at,
      some.flatMap((given) => spelt(name, given) ?? []),
    )
  if (want === null) return not(there(at))
  if (typeof want !== 'object') return equal(at, one(want))
  if ('has' in want) return { is: 'overlaps', of: at, ids: want.has.map((id) => String(spelt('id', id))) }
  if ('from' in want) return and(atLeast(at, one(want.from)), less(at, one(want.before)))
  if ('alike' in want) {
    if (!isFolded(of, name)) return oneOfValues(at, unifiedToo(want.alike))
    return want.alike.length === 0 ? never : { is: 'alike', of: at, texts: want.alike }
  }
  if ('same' in want)
    return oneOfValues(
      calculated(isFolded(of, name) ? 'folded' : 'unified', at),
      want.same.map((text) => comparedAs(of, name, text)),
    )
  if (!('not' in want)) return all(want)
  return typeof want.not === 'object' ? not(all(want.not)) : differs(at, one(want.not))
}

/** Conditions of rules as expressions, one a field. `spelt`: how the rows that they are asked of spell values. Pure. */
export const whereExpressions = (of: AnyResource, where: Where, spelt: Spelt = asGiven): Expression[] =>
  Object.entries(where).map(([name, want]) => conditionOn(of, name, want, spelt))
