import type { Calculation } from './calculations.ts'
import type { Operator } from './condition.ts'
import { MILLION, type Scalar } from './value.ts'

/** Comparison of two values by their size. */
export type Sign = '=' | '<' | '<=' | '>' | '>='

/**
 * Field of the row (`from` is null), of one of its lookups, of the row before it (`previous`) or of the row that looks
 * (`up`).
 */
export interface FieldExpression {
  readonly is: 'field'
  readonly from: string | null
  readonly name: string
}

/**
 * Text condition that the database answers through its indexes (`lists/sql/textWhere.ts`). The evaluator has no answer to
 * it: readings of names and folded pieces are found in tables of the database only.
 */
export interface SoughtExpression {
  readonly is: 'sought'
  readonly name: string
  readonly op: Operator
  readonly texts: readonly string[]
}

/**
 * The one language of conditions, as data: filters (`Condition`), conditions of rules (`Where`), states (`From`) and
 * keys (`When` of commands) are translated into it, promises are written in it; `evaluator` computes it of a row in
 * memory and `server/database/conditions` writes it as SQL. A comparison with nothing does not hold, except `same`, for
 * which nothing is a value like any other; `not` holds wherever its part does not.
 */
export type Expression =
  | FieldExpression
  | SoughtExpression
  | { readonly is: 'value'; readonly value: Scalar | null }
  | { readonly is: 'compared'; readonly sign: Sign; readonly left: Expression; readonly right: Expression }
  | { readonly is: 'same'; readonly left: Expression; readonly right: Expression }
  | { readonly is: 'there'; readonly of: Expression }
  /** The value is one of some. */
  | { readonly is: 'oneOf'; readonly of: Expression; readonly values: readonly Scalar[] }
  /** A list of ids has one of some among it. */
  | { readonly is: 'overlaps'; readonly of: FieldExpression; readonly ids: readonly string[] }
  /** A text is one of some, both folded (`values/folding.ts`). */
  | { readonly is: 'alike'; readonly of: FieldExpression; readonly texts: readonly string[] }
  /** A list of values comes before another, the first that differs deciding. */
  | { readonly is: 'before'; readonly left: readonly Expression[]; readonly right: readonly Expression[] }
  | { readonly is: 'and' | 'or'; readonly parts: readonly Expression[] }
  | { readonly is: 'not'; readonly part: Expression }
  | { readonly is: 'when'; readonly condition: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly is: 'calculated'; readonly by: Calculation; readonly of: readonly Expression[] }

/** A field by its name (`amount`), of a lookup (`order.amount`); a number is itself. Texts are written with `word`. */
export type Term = Expression | string | number

/** Splits the name of a field from the lookup that it is of: `order.amount`. */
export function pathOf(path: string): readonly [from: string | null, name: string] {
  const at = path.indexOf('.')
  return at < 0 ? [null, path] : [path.slice(0, at), path.slice(at + 1)]
}

/** A field of the row or of one of its lookups. */
export function field(path: string): FieldExpression {
  const [from, name] = pathOf(path)
  return { is: 'field', from, name }
}

/** A value as the rows have it. */
export const value = (of: Scalar | null): Expression => ({ is: 'value', value: of })

/** A text that stands for itself. */
export const word = (text: string): Expression => value(text)

const whole = (n: number): Expression => {
  if (!Number.isSafeInteger(n)) throw new RangeError(`not a whole number: ${n}`)
  return value(BigInt(n) * MILLION)
}

export const termOf = (term: Term): Expression =>
  typeof term === 'string' ? field(term) : typeof term === 'number' ? whole(term) : term

/** A comparison by size. */
export const compared = (sign: Sign, left: Term, right: Term): Expression => ({
  is: 'compared',
  sign,
  left: termOf(left),
  right: termOf(right),
})

export const equal = (left: Term, right: Term): Expression => compared('=', left, right)
export const less = (left: Term, right: Term): Expression => compared('<', left, right)
export const atMost = (left: Term, right: Term): Expression => compared('<=', left, right)
export const more = (left: Term, right: Term): Expression => compared('>', left, right)
export const atLeast = (left: Term, right: Term): Expression => compared('>=', left, right)

/** Is it one of these? */
export function among(term: Term, terms: readonly Term[]): Expression {
  if (terms.length === 0) throw new Error('among needs at least one value')
  return or(...terms.map((one) => equal(term, one)))
}

/** Is it one of these values, spelt as the rows have them? Of an empty list no row is one. */
export const oneOfValues = (term: Term, values: readonly Scalar[]): Expression =>
  values.length === 0 ? never : { is: 'oneOf', of: termOf(term), values }

/** The same value, or nothing on both sides. */
export const same = (left: Term, right: Term): Expression => ({
  is: 'same',
  left: termOf(left),
  right: termOf(right),
})

/** Another value; a value on one side only differs, too. */
export const differs = (left: Term, right: Term): Expression => not(same(left, right))

/** Is there a value? */
export const there = (term: Term): Expression => ({ is: 'there', of: termOf(term) })

export const and = (...parts: readonly Expression[]): Expression => ({ is: 'and', parts })
export const or = (...parts: readonly Expression[]): Expression => ({ is: 'or', parts })
export const not = (part: Expression): Expression => ({ is: 'not', part })

/** Condition that no row meets. */
export const never: Expression = { is: 'or', parts: [] }

/** Returns whether an expression is the condition that no row meets. */
export const isNever = (e: Expression): boolean => e.is === 'or' && e.parts.length === 0

/** Is one condition true exactly when the other one is? */
export const agree = (a: Expression, b: Expression): Expression => or(and(a, b), and(not(a), not(b)))

/** Where the condition holds the first, else the second. */
export const when = (condition: Expression, yes: Term, no: Term): Expression => ({
  is: 'when',
  condition,
  yes: termOf(yes),
  no: termOf(no),
})

/** A named calculation over values. */
export const calculated = (by: Calculation, ...terms: readonly Term[]): Expression => ({
  is: 'calculated',
  by,
  of: terms.map(termOf),
})

/** The day of a time, where the business is. */
export const day = (term: Term): Expression => calculated('day', term)
/** The month of a date, as `yyyyMM`. */
export const month = (term: Term): Expression => calculated('month', term)
/** Sum of numbers; nothing where one of them is nothing. */
export const plus = (...terms: readonly [Term, ...Term[]]): Expression => calculated('plus', ...terms)
/** The first number less all others. */
export const minus = (...terms: readonly [Term, ...Term[]]): Expression => calculated('minus', ...terms)
/** A whole number divided by another one, half up to two places; no value where the divisor is 0 or missing. */
export const quotient = (term: Term, by: Term): Expression => calculated('quotient', term, by)

/** Texts and whole numbers as one text with `between`; nothing is an empty text. */
export const text = (terms: readonly Term[], between: string): Expression =>
  calculated('text', ...terms.flatMap((term, n) => (n === 0 ? [term] : [word(between), term])))

/** Does one list of values come before another, the first that differs deciding? */
export const before = (left: readonly Term[], right: readonly Term[]): Expression => ({
  is: 'before',
  left: left.map(termOf),
  right: right.map(termOf),
})

/** All pairs of fields have the same values. */
export const allSame = (pairs: readonly (readonly [Term, Term])[]): Expression =>
  and(...pairs.map(([a, b]) => same(a, b)))
