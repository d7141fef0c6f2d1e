import { futureProblems, isEmpty, type Problem, problemOf, tidy } from '../../../model/language/derived/validate.ts'
import { type Field, type Fields, isRef } from '../../../model/language/fields/field.ts'
import { spanProblems, spansOf } from '../../../model/language/fields/spans.ts'
import { type Label, type Language, label } from '../../../model/values/label.ts'
import { todayNow } from '../../data/today.ts'
import { typingOf } from '../../fields/typings.ts'

/**
 * Typed and sent values. A form holds typed texts only; the wire's values are made from them when they are checked and
 * sent, so that a half-typed amount is never lost. Pure, but for what day `今天` is.
 */
export type Typed = Readonly<Record<string, string>>
export type Values = Readonly<Record<string, unknown>>

/** A value of the wire as the input shows it. */
export const typedOf = (field: Field, value: unknown): string => (isEmpty(value) ? '' : typingOf(field).typed(value))

/** The value of the wire that was typed; what cannot be read is handed on as typed, for `problemOf` to name. */
export const wireOf = (field: Field, typed: string): unknown =>
  typed.trim() === '' ? null : typingOf(field).wire(typed)

/** Problem of a typed text, or null: what its kind says of the text, then the kernel's sentence. */
export const problemIn = (field: Field, typed: string): Label | null =>
  (typed.trim() === '' ? null : typingOf(field).problem(field, typed)) ??
  problemOf(field, wireOf(field, typed)) ??
  futureProblems({ field }, { field: wireOf(field, typed) }, todayNow())[0]?.message ??
  null

/** Everything wrong among these names, in their order; then times that are before others, whichever was typed. */
export function problemsIn(fields: Fields, typed: Typed, names: readonly string[]): Problem[] {
  const found: Problem[] = []
  for (const name of names) {
    const field = fields[name]
    const message = field && problemIn(field, typed[name] ?? '')
    if (message) found.push({ field: name, message })
  }
  return [...found, ...spanProblems(fields, timesIn(fields, typed), new Set(names))]
}

/** The times that are compared with one another, as they were typed. */
const timesIn = (fields: Fields, typed: Typed): Values =>
  Object.fromEntries(
    spansOf(fields).flatMap(({ start, end }) =>
      [start, end].flatMap((name) => (fields[name] ? [[name, wireOf(fields[name], typed[name] ?? '')]] : [])),
    ),
  )

/** A field with those whose times are compared with its own: what was wrong with any of them may be right now. */
export const withCompared = (fields: Fields, name: string): readonly string[] => [
  name,
  ...spansOf(fields).flatMap(({ start, end }) => (start === name ? [end] : end === name ? [start] : [])),
]

/** The values to send, of these names. Call when `problemsIn` found nothing. */
export function valuesOf(fields: Fields, typed: Typed, names: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const name of names) {
    const field = fields[name]
    if (field) values[name] = tidy(field, wireOf(field, typed[name] ?? ''))
  }
  return values
}

/** Names a form shows, in the order of declaration: what only the server sets is left out, on both sides. */
export const formFieldNames = (fields: Fields, mode: 'add' | 'edit'): string[] =>
  Object.entries(fields)
    .filter(([, f]) => f.facts.readOnly !== 'always' && !(mode === 'add' && f.facts.readOnly === 'add'))
    .map(([name]) => name)

/** Why a field cannot be written here, or null. */
export function lockedOf(field: Field, mode: 'add' | 'edit', language: Language): string | null {
  const { closed } = typingOf(field)
  if (closed) return label(closed, language)
  if (mode === 'edit' && field.facts.readOnly === 'edit')
    return label(['保存后不可修改', 'Cannot be changed once saved'], language)
  return null
}

/** First values of a new record, typed. */
export function initialOf(fields: Fields, names: readonly string[], given: Values = {}): Record<string, string> {
  const typed: Record<string, string> = {}
  for (const name of names) {
    const field = fields[name]
    if (field) typed[name] = typedOf(field, given[name] ?? field.facts.initial)
  }
  return typed
}

/** Returns whether two texts of one field mean the same value, as 1,000 and 1000.00 do. */
export const same = (field: Field, a: string, b: string): boolean => {
  if (a === b) return true
  const [x, y] = [a, b].map((typed) => wireOf(field, typed))
  if (JSON.stringify(x) === JSON.stringify(y)) return true
  // as they are kept, where both may be: a chosen `1` is the 1 that the server says
  return (
    !problemOf(field, x) && !problemOf(field, y) && JSON.stringify(tidy(field, x)) === JSON.stringify(tidy(field, y))
  )
}

/** Names whose typed text differs from the text they started with. */
export const changedIn = (fields: Fields, before: Typed, now: Typed, names: readonly string[]): string[] =>
  names.filter((name) => {
    const field = fields[name]
    return field !== undefined && !same(field, before[name] ?? '', now[name] ?? '')
  })

/** The field that shows a referenced record's name, of the same record. */
export const shownBy = (field: Field): string | undefined =>
  isRef(field) || field.facts.nodeOf ? field.facts.shows : undefined
