import { resources } from '../../../model/all.ts'
import type { Field } from '../../../model/kernel/field.ts'
import { sortsOf } from '../../../model/kernel/listing.ts'
import { auditFields, type Resource } from '../../../model/kernel/resource.ts'
import { storeKindOf } from '../kinds/kinds.ts'
import { baseOf, columnOf, quoted } from '../names.ts'

/** Every resource that lives in the table of `base`, itself first. */
export const sharersOf = (base: Resource): Resource[] => [
  base,
  ...[...resources.values()].filter((r) => r.variantOf && baseOf(r).id === base.id),
]

/** Fields of the table, with those only a variant declares. */
export function tableFields(base: Resource): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const r of sharersOf(base))
    for (const [name, f] of Object.entries(r.fields)) if (!fields.has(name)) fields.set(name, f as Field)
  return fields
}

/** SQL type of a field. */
export const typeOf = (f: Field): string => storeKindOf(f).type(f)

/**
 * Is the column never null? Required fields, what the server keeps with an initial value, and whatever rows are ordered
 * by (keysets know no null).
 */
export const isNotNull = (base: Resource, name: string, f: Field): boolean =>
  f.facts.required !== undefined ||
  (f.facts.readOnly === 'always' && f.facts.initial !== undefined) ||
  sharersOf(base).some((r) => sortsOf(r).includes(name))

/** A literal of an initial value. */
const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`

/** The initial value the database fills in, as SQL; undefined when it has none. */
export function defaultOf(base: Resource, name: string, f: Field): string | undefined {
  if (f.facts.initial !== undefined) return literal(f.facts.initial)
  if (!isNotNull(base, name, f) || f.facts.required !== undefined) return undefined
  return storeKindOf(f).filled ?? undefined
}

/** The lines of CREATE TABLE for the model's fields. */
export function columnLines(base: Resource): string[] {
  return [...tableFields(base)].map(([name, f]) => {
    const value = defaultOf(base, name, f)
    return [
      quoted(columnOf(name)),
      typeOf(f),
      value === undefined ? '' : `default ${value}`,
      isNotNull(base, name, f) ? 'not null' : '',
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

/** CHECK conditions that the model implies: no negative money unless it says so. */
export function moneyChecks(base: Resource): Record<string, string> {
  return Object.fromEntries(
    [...tableFields(base)].flatMap(([name, f]) => {
      const check = storeKindOf(f).check(f, columnOf(name))
      return check ? [[check.name, check.sql]] : []
    }),
  )
}
