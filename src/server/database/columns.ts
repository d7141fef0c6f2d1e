import { inheritedOf, sharersOf } from '../../model/business.ts'
import { type Problem, problemOf } from '../../model/language/derived/validate.ts'
import type { Field } from '../../model/language/fields/field.ts'
import { spansOf, tooEarly } from '../../model/language/fields/spans.ts'
import { sortsOf } from '../../model/language/listing.ts'
import { auditFields, fieldOf, fixedValues, type Resource } from '../../model/language/resource.ts'
import { storeKindOf } from './kinds/kinds.ts'
import { columnOf, literal, quoted, snake, variantSql } from './names.ts'
import type { TableFacts } from './tableFacts.ts'

/** Fields of the table, with those only a variant declares and the owner columns it inherits. */
export function tableFields(base: Resource): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const r of sharersOf(base))
    for (const [name, f] of Object.entries({ ...r.fields, ...inheritedOf(r) }))
      if (!fields.has(name)) fields.set(name, f as Field)
  return fields
}

/** SQL type of a field. */
export const typeOf = (f: Field): string => storeKindOf(f).type(f)

/**
 * Is the value never missing in a row of this resource? Required fields, what the server keeps with an initial value,
 * whatever rows are ordered by (keysets have no nulls), and what distinguishes variants.
 */
export function neverMissing(r: Resource, name: string): boolean {
  const f = fieldOf(r, name)
  if (!f) return false
  return (
    f.facts.required !== undefined ||
    (f.facts.readOnly === 'always' && f.facts.initial !== undefined) ||
    sortsOf(r).includes(name) ||
    Object.hasOwn(fixedValues(r), name)
  )
}

/**
 * Is the column never null? The rows of an overview are those of the others. Where one resource of the table may leave it out, a CHECK by variant holds the others to
 * it. `sharers`: the resources of the table; pass them when many columns are needed, so that they are found once.
 */
export const isNotNull = (base: Resource, name: string, sharers = sharersOf(base)): boolean =>
  sharers.every((r) => r.overview || neverMissing(r, name))

/** The initial value the database fills in, as SQL; undefined when it has none. */
export function defaultOf(base: Resource, name: string, f: Field, sharers = sharersOf(base)): string | undefined {
  if (f.facts.initial !== undefined) return literal(f.facts.initial)
  if (!sharers.some((r) => neverMissing(r, name)) || f.facts.required !== undefined) return undefined
  return storeKindOf(f).filled ?? undefined
}

/** The lines of CREATE TABLE for the model's fields. */
export function columnLines(base: Resource): string[] {
  const sharers = sharersOf(base)
  return [...tableFields(base)].map(([name, f]) => {
    const value = defaultOf(base, name, f, sharers)
    return [
      quoted(columnOf(name)),
      typeOf(f),
      value === undefined ? '' : `default ${value}`,
      isNotNull(base, name, sharers) ? 'not null' : '',
    ]
      .filter(Boolean)
      .join(' ')
  })
}

/** The audit columns that every table has; what the database fills in is never null. */
export const AUDIT_LINES: readonly string[] = Object.entries<Field>(auditFields).map(([name, f]) => {
  const value = f.facts.initial === undefined ? storeKindOf(f).filled : literal(f.facts.initial)
  return `${quoted(columnOf(name))} ${typeOf(f)}${value === null ? '' : ` default ${value} not null`}`
})

/** Returns CHECK conditions that follow from the model, such as no negative money unless declared. */
export function moneyChecks(base: Resource): Record<string, string> {
  return Object.fromEntries(
    [...tableFields(base)].flatMap(([name, f]) => {
      const check = storeKindOf(f).check(f, columnOf(name))
      return check ? [[check.name, check.sql]] : []
    }),
  )
}

/** CHECK conditions of times that may not be before others. Where one is empty, they hold. */
export const spanChecks = (base: Resource): Record<string, string> =>
  Object.fromEntries(
    spansOf(Object.fromEntries(tableFields(base))).map(({ start, end }) => [
      spanCheckOf(end),
      `${quoted(columnOf(end))} >= ${quoted(columnOf(start))}`,
    ]),
  )

/** Problems that forms show for values that these CHECKs refuse, by the name of the CHECK. */
export function problemsOfChecks(base: Resource): Map<string, Problem> {
  const fields = tableFields(base)
  const problems = new Map<string, Problem>()
  for (const [field, f] of fields) {
    const check = storeKindOf(f).check(f, columnOf(field))
    const message = check?.refused === undefined ? null : problemOf(f, check.refused)
    if (check && message) problems.set(check.name, { field, message })
  }
  const all = Object.fromEntries(fields)
  for (const span of spansOf(all))
    problems.set(spanCheckOf(span.end), { field: span.end, message: tooEarly(all, span) })
  return problems
}

/** The name of the check that a time is not before another, without that of its table. */
export const spanCheckOf = (end: string): string => `${columnOf(end)}_not_before`

/**
 * CHECK conditions of a table with variants: every row belongs to one of its resources, and what a resource never
 * misses is held in its own rows alone.
 */
export function variantChecks(base: Resource): Record<string, string> {
  const sharers = sharersOf(base)
  if (sharers.length < 2) return {}
  const own = (r: Resource): string => `(${variantSql(r).join(' and ')})`
  // a row of an overview is of one of the others
  const owners = sharers.filter((r) => !r.overview)
  const checks: Record<string, string> = { one_resource: owners.map(own).join(' or ') }
  for (const r of owners) {
    const held = Object.keys(r.fields).filter((name) => neverMissing(r, name) && !isNotNull(base, name, sharers))
    if (held.length === 0) continue
    checks[`${snake(r.id)}_required`] =
      `not ${own(r)} or (${held.map((name) => `${quoted(columnOf(name))} is not null`).join(' and ')})`
  }
  return checks
}

/** CHECK conditions of amounts that add up. */
export const sumChecks = (facts: TableFacts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facts.sums ?? {}).map(([name, [total, ...parts]]) => [
      name,
      `${columnOf(total)} = ${parts.map(columnOf).join(' + ')}`,
    ]),
  )
