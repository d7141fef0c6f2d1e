import { calculations } from '../../../model/language/conditions/calculations.ts'
import { evaluator } from '../../../model/language/conditions/evaluator.ts'
import type { Expression } from '../../../model/language/conditions/expression.ts'
import type { Value } from '../../../model/language/conditions/value.ts'
import { once } from '../../../model/values/once.ts'

/** Where the names of an expression lead: `path` names a lookup of the row, `previous`, `up`, or null for its own. */
export interface Names<T = Value> {
  read(path: string | null, name: string): T
}

const prepared = once((e: Expression) => evaluator<Names>(e, (of, name, from) => of.read(from, name), calculations))

/** Value of an expression of a promise; prepared once, since it is computed of every row. */
export const computed = (e: Expression, names: Names): Value => prepared(e)(names)

/** Returns whether a condition of a promise holds. */
export const isTrue = (e: Expression, names: Names): boolean => computed(e, names) === true
