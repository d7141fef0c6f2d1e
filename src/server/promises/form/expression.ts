import { ZONE } from '../../../model/values/dates.ts'
import { halfUp } from '../../../model/values/tax.ts'
import { literal } from '../../database/names.ts'
import { compare, MILLION, type Value } from './value.ts'

/** Where the names of an expression lead: `path` names a lookup of the row, `previous`, `up`, or null for its own. */
export interface Names<T> {
  read(path: string | null, name: string): T
}

/**
 * Expression over a row, in both forms side by side: as SQL, and computed of a row in memory. Comparisons with nothing
 * are false in both, except `same` and `differs`, for which nothing is a value like any other.
 */
export interface Expression {
  sql(names: Names<string>): string
  value(names: Names<Value>): Value
}

/** A field by its name (`amount`), of a lookup (`order.amount`); a number is itself. Texts are said by `word`. */
export type Term = Expression | string | number

/** A field of the row or of one of its lookups. */
export function field(path: string): Expression {
  const at = path.indexOf('.')
  const [from, name] = at < 0 ? [null, path] : [path.slice(0, at), path.slice(at + 1)]
  return { sql: (names) => names.read(from, name), value: (names) => names.read(from, name) }
}

/** A text that stands for itself. */
export const word = (text: string): Expression => ({ sql: () => literal(text), value: () => text })

const whole = (n: number): Expression => {
  if (!Number.isSafeInteger(n)) throw new RangeError(`not a whole number: ${n}`)
  const value = BigInt(n) * MILLION
  return { sql: () => String(n), value: () => value }
}

export const termOf = (term: Term): Expression =>
  typeof term === 'string' ? field(term) : typeof term === 'number' ? whole(term) : term

const comparison = (sign: string, holds: (order: number) => boolean) => {
  return (left: Term, right: Term): Expression => {
    const [a, b] = [termOf(left), termOf(right)]
    return {
      sql: (names) => `${a.sql(names)} ${sign} ${b.sql(names)}`,
      value: (names) => {
        const [x, y] = [a.value(names), b.value(names)]
        return x !== null && y !== null && holds(compare(x, y))
      },
    }
  }
}

export const equal = comparison('=', (order) => order === 0)
export const less = comparison('<', (order) => order < 0)
export const atMost = comparison('<=', (order) => order <= 0)
export const more = comparison('>', (order) => order > 0)
export const atLeast = comparison('>=', (order) => order >= 0)

/** Is it one of these? */
export function among(term: Term, values: readonly Term[]): Expression {
  if (values.length === 0) throw new Error('among needs at least one value')
  return or(...values.map((value) => equal(term, value)))
}

/** The same value, or nothing on both sides. */
export function same(left: Term, right: Term): Expression {
  const [a, b] = [termOf(left), termOf(right)]
  return {
    sql: (names) => `(${a.sql(names)} is not distinct from ${b.sql(names)})`,
    value: (names) => a.value(names) === b.value(names),
  }
}

/** The month of a date, as `yyyyMM`. */
export function month(term: Term): Expression {
  const a = termOf(term)
  return {
    sql: (names) => `to_char(${a.sql(names)}, 'YYYYMM')`,
    value: (names) => {
      const day = a.value(names)
      return day === null ? null : String(day).slice(0, 7).replace('-', '')
    },
  }
}

/** Another value; nothing differs from something. */
export const differs = (left: Term, right: Term): Expression => not(same(left, right))

/** Is there a value? */
export function there(term: Term): Expression {
  const a = termOf(term)
  return { sql: (names) => `(${a.sql(names)} is not null)`, value: (names) => a.value(names) !== null }
}

const joined = (parts: readonly Expression[], sign: string, names: Names<string>): string =>
  `(${parts.map((p) => p.sql(names)).join(` ${sign} `)})`

export const and = (...parts: readonly Expression[]): Expression => ({
  sql: (names) => (parts.length === 0 ? 'true' : joined(parts, 'and', names)),
  value: (names) => parts.every((p) => p.value(names) === true),
})

export const or = (...parts: readonly Expression[]): Expression => ({
  sql: (names) => (parts.length === 0 ? 'false' : joined(parts, 'or', names)),
  value: (names) => parts.some((p) => p.value(names) === true),
})

export const not = (part: Expression): Expression => ({
  sql: (names) => `((${part.sql(names)}) is not true)`,
  value: (names) => part.value(names) !== true,
})

/** Is one condition true exactly when the other one is? */
export const agree = (a: Expression, b: Expression): Expression => or(and(a, b), and(not(a), not(b)))

/** Where the condition holds the first, else the second. */
export function when(condition: Expression, yes: Term, no: Term): Expression {
  const [a, b] = [termOf(yes), termOf(no)]
  return {
    sql: (names) => `case when ${condition.sql(names)} then ${a.sql(names)} else ${b.sql(names)} end`,
    value: (names) => (condition.value(names) === true ? a : b).value(names),
  }
}

const reckoned = (sign: string, reckon: (x: bigint, y: bigint) => bigint) => {
  return (...terms: readonly [Term, ...Term[]]): Expression => {
    const parts = terms.map(termOf)
    return {
      sql: (names) => joined(parts, sign, names),
      value: (names) =>
        parts
          .map((p) => p.value(names))
          .reduce((x, y) => (typeof x === 'bigint' && typeof y === 'bigint' ? reckon(x, y) : null)),
    }
  }
}

/** The day of a time, where the business is. */
export function day(term: Term): Expression {
  const part = termOf(term)
  return {
    sql: (names) => `(${part.sql(names)} at time zone '${ZONE}')::date`,
    value: (names) => {
      const at = part.value(names)
      return typeof at === 'string' ? at.slice(0, 10) : null
    },
  }
}

/** Sum of numbers; nothing where one of them is nothing. */
export const plus = reckoned('+', (x, y) => x + y)
/** The first number less all others. */
export const minus = reckoned('-', (x, y) => x - y)

/** A whole number divided by another one, half up to two places; nothing where that one is nothing or none at all. */
export function quotient(term: Term, by: Term): Expression {
  const [part, whole] = [termOf(term), termOf(by)]
  return {
    sql: (names) => {
      const [a, b] = [`(${part.sql(names)})::numeric`, `nullif(${whole.sql(names)}, 0)`]
      return `(div(200 * ${a} + ${b}, 2 * ${b}) / 100)`
    },
    value: (names) => {
      const [x, y] = [part.value(names), whole.value(names)]
      return typeof x === 'bigint' && typeof y === 'bigint' && y !== 0n ? (halfUp(x * 100n, y) * MILLION) / 100n : null
    },
  }
}

/** Texts and whole numbers as one text with `between`; nothing is an empty text. */
export function text(terms: readonly Term[], between: string): Expression {
  const parts = terms.map(termOf)
  return {
    sql: (names) =>
      `(${parts.map((p) => `coalesce((${p.sql(names)})::text, '')`).join(` || ${literal(between)} || `)})`,
    value: (names) =>
      parts
        .map((p) => p.value(names))
        .map((v) => (v === null ? '' : typeof v === 'bigint' ? String(v / MILLION) : String(v)))
        .join(between),
  }
}

/** Does one list of values come before another, the first that differs deciding? */
export function before(left: readonly Term[], right: readonly Term[]): Expression {
  const [a, b] = [left.map(termOf), right.map(termOf)]
  const tuple = (parts: readonly Expression[], names: Names<string>) => `(${parts.map((p) => p.sql(names)).join(', ')})`
  return {
    sql: (names) => `${tuple(a, names)} < ${tuple(b, names)}`,
    value: (names) => {
      for (const [i, part] of a.entries()) {
        const [x, y] = [part.value(names), b[i]?.value(names) ?? null]
        if (x === null || y === null) return false
        const order = compare(x, y)
        if (order !== 0) return order < 0
      }
      return false
    },
  }
}

/** All pairs of fields have the same values. */
export const allSame = (pairs: readonly (readonly [Term, Term])[]): Expression =>
  and(...pairs.map(([a, b]) => same(a, b)))
