import type { Expression, SoughtExpression } from '../../../model/language/conditions/expression.ts'
import type { Scalar } from '../../../model/language/conditions/value.ts'
import { calculationsSql } from './calculationsSql.ts'

/** Place of an expression in a statement: where its names lead, and how its values are written. */
export interface Place {
  /** Column of a field, of the row itself (null) or of something beside it. */
  name(name: string, from: string | null): string
  value(value: Scalar | null): string
  /** Comparison with each of some values, at least one: `= any($1)`. */
  oneOf(values: readonly Scalar[]): string
  /** Comparison with none of them: `<> all($1)`. */
  noneOf(values: readonly Scalar[]): string
  /** A list of ids. */
  ids(ids: readonly string[]): string
  /** Texts that are alike, through the index of the column. */
  alike(name: string, texts: readonly string[]): string
  /** A text condition of a list. */
  sought(condition: SoughtExpression): string
}

/** Parts of a conjunction or disjunction. */
function joined(sign: 'and' | 'or', parts: readonly Expression[], at: Place): string {
  const [first] = parts
  if (!first) return sign === 'and' ? 'true' : 'false'
  return parts.length === 1
    ? expressionSql(first, at)
    : `(${parts.map((part) => expressionSql(part, at)).join(` ${sign} `)})`
}

/** Expressions whose SQL is one operand, whatever stands beside it. */
const OPERANDS: ReadonlySet<Expression['is']> = new Set(['field', 'value', 'when', 'calculated'])

const operand = (part: Expression, at: Place): string =>
  OPERANDS.has(part.is) ? expressionSql(part, at) : `(${expressionSql(part, at)})`

/** Negation: where the part is a plain test its opposite is written, which planner and reader know. */
function notSql(part: Expression, at: Place): string {
  if (part.is === 'there') return `${operand(part.of, at)} is null`
  if (part.is === 'same') return `${operand(part.left, at)} is distinct from ${operand(part.right, at)}`
  if (part.is === 'oneOf') {
    const of = operand(part.of, at)
    return `(${of} is null or ${of} ${at.noneOf(part.values)})`
  }
  return `((${expressionSql(part, at)}) is not true)`
}

/**
 * An expression as SQL, the only writer there is. What holds in memory (`evaluator`) is true here; what does not is
 * false or unknown, which a WHERE and `not` treat alike.
 */
export function expressionSql(e: Expression, at: Place): string {
  const of = (part: Expression) => operand(part, at)
  switch (e.is) {
    case 'field':
      return at.name(e.name, e.from)
    case 'value':
      return at.value(e.value)
    case 'compared':
      return `${of(e.left)} ${e.sign} ${of(e.right)}`
    case 'same':
      return `${of(e.left)} is not distinct from ${of(e.right)}`
    case 'there':
      return `${of(e.of)} is not null`
    case 'oneOf':
      return `${of(e.of)} ${at.oneOf(e.values)}`
    case 'overlaps':
      return `${of(e.of)} && ${at.ids(e.ids)}`
    case 'alike':
      return at.alike(e.of.name, e.texts)
    case 'before': {
      const tuple = (parts: readonly Expression[]) => `(${parts.map(of).join(', ')})`
      return `${tuple(e.left)} < ${tuple(e.right)}`
    }
    case 'and':
    case 'or':
      return joined(e.is, e.parts, at)
    case 'not':
      return notSql(e.part, at)
    case 'when':
      return `case when ${expressionSql(e.condition, at)} then ${of(e.yes)} else ${of(e.no)} end`
    case 'calculated':
      return calculationsSql[e.by](e.of.map(of))
    case 'sought':
      return at.sought(e)
  }
}
