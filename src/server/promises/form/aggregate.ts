import { type Expression, type Names, type Term, termOf } from './expression.ts'
import { compare, MILLION, type Value } from './value.ts'

/** A value of several rows, in both forms. */
export interface Aggregate {
  sql(names: Names<string>): string
  value(rows: readonly Names<Value>[]): Value
  /** Value where there are no rows. */
  readonly none: 0 | null
}

const filtered = (sql: string, where: Expression | undefined, names: Names<string>): string =>
  where ? `${sql} filter (where ${where.sql(names)})` : sql

const those = (rows: readonly Names<Value>[], where: Expression | undefined) =>
  where ? rows.filter((row) => where.value(row) === true) : rows

const valuesOf = (rows: readonly Names<Value>[], part: Expression, where?: Expression) =>
  those(rows, where).flatMap((row) => part.value(row) ?? [])

/** How many rows, or how many of which the condition holds. */
export const count = (where?: Expression): Aggregate => ({
  sql: (names) => filtered('count(*)', where, names),
  value: (rows) => BigInt(those(rows, where).length) * MILLION,
  none: 0,
})

/** How many different values. */
export function distinct(term: Term): Aggregate {
  const part = termOf(term)
  return {
    sql: (names) => `count(distinct ${part.sql(names)})`,
    value: (rows) => BigInt(new Set(valuesOf(rows, part)).size) * MILLION,
    none: 0,
  }
}

/** Sum of a number; what is nothing is left out. */
export function sum(term: Term, where?: Expression): Aggregate {
  const part = termOf(term)
  return {
    sql: (names) => `coalesce(${filtered(`sum(${part.sql(names)})`, where, names)}, 0)`,
    value: (rows) => valuesOf(rows, part, where).reduce<bigint>((all, v) => all + (typeof v === 'bigint' ? v : 0n), 0n),
    none: 0,
  }
}

/** The least value; nothing without any. */
export function least(term: Term): Aggregate {
  const part = termOf(term)
  return {
    sql: (names) => `min(${part.sql(names)})`,
    value: (rows) =>
      valuesOf(rows, part).reduce<Value>((a, b) => (a === null || (b !== null && compare(b, a) < 0) ? b : a), null),
    none: null,
  }
}

/** Does the condition hold of any row? */
export const some = (condition: Expression): Aggregate => ({
  sql: (names) => `coalesce(bool_or(${condition.sql(names)}), false)`,
  value: (rows) => rows.some((row) => condition.value(row) === true),
  none: null,
})
