import { problemOf } from '../../../model/language/derived/validate.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import type { Label } from '../../../model/values/label.ts'

/** Error for a value that a column refuses, with the SQLSTATE the database would answer. */
export class NotKept extends Error {
  readonly code: '22001' | '22003' | '22007' | '22P02' | '23502' | '23505' | '23514'
  /** Name of the index or check. */
  readonly constraint?: string

  constructor(
    code: '22001' | '22003' | '22007' | '22P02' | '23502' | '23505' | '23514',
    text: string,
    constraint?: string,
  ) {
    super(text)
    this.code = code
    this.constraint = constraint
    this.name = 'NotKept'
  }
}

/** A condition that every value of a column fulfils. */
export interface ColumnCheck {
  /** Its name, without that of the table. */
  readonly name: string
  readonly sql: string
  /** A value that does not, and that the form refuses too; none where what does not is a fault of the server. */
  readonly refused?: unknown
}

/** How the database keeps the values of one kind of field. Values that are null never get here. */
export interface StoreKind {
  /** SQL type of the column. */
  type(f: Field): string
  /** The database default of a column without nulls that has no initial value and is not required; null for nothing. */
  readonly filled: string | null
  /** A condition every value of the column fulfils; null for none. */
  check(f: Field, column: string): ColumnCheck | null
  /** Returns whether a stored value meets that condition, for rows in memory. */
  holds(f: Field, value: unknown): boolean
  /** From the driver to code and wire, which have one spelling. What is spelt so already stays as it is. */
  read(value: unknown): unknown
  /** From code to what `jsonb_populate_recordset` reads for the column. RangeError for what is no value of the kind. */
  write(value: unknown): unknown
  /**
   * Stored value of `write`'s result, as `read` returns it: rounded, padded, in one spelling. For rows in memory.
   * NotKept with the database's own code for what the column would refuse.
   */
  keep(f: Field, written: unknown): unknown
  /** Digits after the point of what can be added up; null for what is no number of things. */
  readonly scale: number | null
  /** Comparable by `===`: equal for texts that the database prints the same (`1.5` and `1.50`). */
  same(value: unknown): unknown
  /**
   * A value asked for is a stretch of time: a day means all of it. Each value of an `in` is then a condition of its
   * own.
   */
  readonly spans: boolean
  /** Returns the problem of a value in a filter, in both languages; null when there is none. */
  filterProblem(f: Field, value: string): Label | null
}

/** The bounds of a field bind what is stored, not what is asked for. */
const filterProblem: StoreKind['filterProblem'] = (f, value) =>
  problemOf({ ...f, facts: { length: f.facts.length } }, value)

/** Kept as it comes, compared as it is. */
export const plain = (type: StoreKind['type']): StoreKind => ({
  type,
  filled: null,
  check: () => null,
  holds: () => true,
  read: (value) => value,
  write: (value) => value,
  keep: (_f, written) => written,
  scale: null,
  same: (value) => value,
  spans: false,
  filterProblem,
})
