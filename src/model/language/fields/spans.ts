import { instantOf } from '../../values/dates.ts'
import type { Label } from '../../values/label.ts'
import { type Field, type Fields, isRows, isTime } from './field.ts'

/** Times of one record that go from one to the other: what begins does not end before (`facts.notBefore`). */

/** Two fields of one record, of which the second may not be before the first. */
export interface Span {
  readonly start: string
  readonly end: string
}

const known = new WeakMap<Fields, readonly Span[]>()

/** The spans among fields, in the order of declaration. */
export function spansOf(fields: Fields): readonly Span[] {
  const there =
    known.get(fields) ??
    Object.entries<Field>(fields).flatMap(([end, { facts }]) =>
      facts.notBefore === undefined ? [] : [{ start: facts.notBefore, end }],
    )
  known.set(fields, there)
  return there
}

const timeIn = (value: unknown): number | null => (typeof value === 'string' ? instantOf(value) : null)

/** Spans whose end is before their start in a record of values. What is empty, or no time, is before nothing. Pure. */
export const wrongSpans = (fields: Fields, values: Readonly<Record<string, unknown>>): readonly Span[] =>
  spansOf(fields).filter(({ start, end }) => {
    const [from, until] = [timeIn(values[start]), timeIn(values[end])]
    return from !== null && until !== null && until < from
  })

/**
 * Problems of the order of times in values of a record: said at the end, and at the start where `only` names that one
 * alone (an edit of some fields, with the other values as they are). Spans of which `only` names neither are not looked
 * at.
 */
export const spanProblems = (
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  only?: ReadonlySet<string>,
): { readonly field: string; readonly message: Label }[] =>
  wrongSpans(fields, values).flatMap(({ start, end }) => {
    const [from, until] = [labelIn(fields, start), labelIn(fields, end)]
    if (!only || only.has(end)) return [{ field: end, message: tooEarly(fields, { start, end }) }]
    return only.has(start)
      ? [{ field: start, message: [`${from[0]}不能晚于${until[0]}`, `“${from[1]}” may not be after “${until[1]}”`] }]
      : []
  })

/** Message for the end of a span that is before its start. */
export function tooEarly(fields: Fields, { start, end }: Span): Label {
  const [from, until] = [labelIn(fields, start), labelIn(fields, end)]
  return [`${until[0]}不能早于${from[0]}`, `“${until[1]}” may not be before “${from[1]}”`]
}

const labelIn = (fields: Fields, name: string): Label => (fields[name] as Field).label

/** Problems of the spans among the fields of a resource or in its rows; empty when there is none. Pure. */
export const spanFaults = (fields: Fields): string[] => [
  ...spansOf(fields).flatMap(({ start, end }) => {
    const [from, until] = [fields[start], fields[end]] as [Field | undefined, Field]
    if (!from) return [`${end} may not be before ${start}, which is no field`]
    return isTime(until) && from.kind === until.kind
      ? []
      : [`${end} may not be before ${start}: both have to be dates, or both times`]
  }),
  ...Object.entries<Field>(fields).flatMap(([name, f]) =>
    isRows(f) ? spanFaults(f.rows).map((what) => `${name}: ${what}`) : [],
  ),
]
