import type { Field } from '../../../model/kernel/field.ts'
import type { Label } from '../../../model/kernel/label.ts'
import { problemOf } from '../../../model/kernel/validate.ts'

/** How the database keeps the values of one kind of field. Values that are null never get here. */
export interface StoreKind {
  /** SQL type of the column. */
  type(f: Field): string
  /**
   * What the database fills a never-null column with that has no initial value and that nobody must fill in; null for
   * nothing.
   */
  readonly filled: string | null
  /** A condition every value of the column fulfils: suffix of its name and SQL; null for none. */
  check(f: Field, column: string): { readonly name: string; readonly sql: string } | null
  /** From the driver to code and wire, which have one spelling. What is spelt so already stays as it is. */
  read(value: unknown): unknown
  /** From code to what `jsonb_populate_recordset` reads for the column. RangeError for what is no value of the kind. */
  write(value: unknown): unknown
  /** A value in code as `read` would bring it back from the database: one spelling for equal values. */
  spelt(value: unknown): unknown
  /** Digits after the point of what can be added up; null for what is no number of things. */
  readonly scale: number | null
  /** Comparable by `===`: equal for texts that the database prints the same (`1.5` and `1.50`). */
  same(value: unknown): unknown
  /**
   * A value asked for is a stretch of time: a day means all of it. Each value of an `in` is then a condition of its
   * own.
   */
  readonly spans: boolean
  /** What is wrong with a value somebody asks for, in both languages; null when nothing is. */
  asked(f: Field, value: string): Label | null
}

/** The bounds of a field bind what is stored, not what is asked for. */
const asked: StoreKind['asked'] = (f, value) => problemOf({ ...f, facts: { length: f.facts.length } }, value)

/** Kept as it comes, compared as it is. */
export const plain = (type: StoreKind['type']): StoreKind => ({
  type,
  filled: null,
  check: () => null,
  read: (value) => value,
  write: (value) => value,
  spelt: (value) => value,
  scale: null,
  same: (value) => value,
  spans: false,
  asked,
})
