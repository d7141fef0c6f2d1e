import { type Label, type Language, label } from '../../values/label.ts'
import { isEmpty, problemBy } from '../fields/check.ts'
import { checks } from '../fields/checks.ts'
import type { Field, Fields } from '../fields/field.ts'
import { spanProblems } from '../fields/spans.ts'

export { isId } from '../../values/ids.ts'
export { isEmpty } from '../fields/check.ts'

/** A problem of a field, in both languages: names the field and the remedy. */
export interface Problem {
  readonly field: string
  readonly message: Label
}

/** Problem of a value of a field, or null. Never throws. Messages: specification §5 where it gives one. */
export const problemOf = (f: Field, value: unknown): Label | null => problemBy(checks[f.kind], f, value)

/**
 * Everything wrong with a record of values. `only` limits the check to those names (an edit of some fields); the values of
 * the others are what their times are compared with.
 */
export function problemsOf(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  only?: ReadonlySet<string>,
): Problem[] {
  const found: Problem[] = []
  for (const [name, f] of Object.entries(fields)) {
    if (f.facts.readOnly === 'always' || (only && !only.has(name))) continue
    const message = problemOf(f, values[name])
    if (message) found.push({ field: name, message })
  }
  return [...found, ...spanProblems(fields, values, only)]
}

/**
 * The value as it is kept: numbers from numeric texts, trimmed text, null for empty. Call after `problemOf` said null.
 */
export const tidy = (f: Field, value: unknown): unknown => (isEmpty(value) ? null : checks[f.kind].kept(value, f))

/** The message of the first problem, and all of them by field, in one language. */
export const inWords = (
  problems: readonly Problem[],
  language: Language,
): { msg: string; fields: Record<string, string> } => ({
  msg: problems.map((p) => label(p.message, language)).join('；'),
  fields: Object.fromEntries(problems.map((p) => [p.field, label(p.message, language)])),
})

/**
 * Times in a record of values that tell of what has happened (`past`) and are in the future. `now`: wall clock,
 * yyyy-MM-dd[ HH:mm:ss]; a day is compared with its day. Pure.
 */
export const futureProblems = (fields: Fields, values: Readonly<Record<string, unknown>>, now: string): Problem[] =>
  Object.entries(fields).flatMap(([name, f]) => {
    const value = values[name]
    if (!f.facts.past || typeof value !== 'string' || value.slice(0, 10) <= now.slice(0, 10)) return []
    const { label } = f
    return [{ field: name, message: [`${label[0]}不能晚于今天`, `${label[1]} may not be later than today`] }]
  })
