import type { Field } from '../fields/field.ts'
import { coversRowsOf, fixedValues, type Resource } from '../resource.ts'

/** Returns whether a field distinguishes the rows of two resources of one table. */
const apart = (a: Resource, b: Resource): boolean => {
  const [x, y] = [fixedValues(a), fixedValues(b)]
  return Object.keys(x).some((name) => Object.hasOwn(y, name) && x[name] !== y[name])
}

const sameColumn = (a: Field, b: Field): boolean =>
  a.kind === b.kind &&
  a.facts.length === b.facts.length &&
  a.facts.initial === b.facts.initial &&
  a.facts.notBefore === b.facts.notBefore

/** Problems of an overview of rows that belong to the other resources of its table. */
function overviewProblems(r: Resource, all: readonly Resource[]): string[] {
  if (!r.overview) return []
  const found: string[] = []
  if (!all.some((other) => coversRowsOf(r, other))) found.push(`${r.id} is an overview of no other resource`)
  for (const operation of r.operations)
    if (operation !== 'view' && operation !== 'export')
      found.push(`${r.id} is an overview and cannot offer ${operation}: its rows are written as what they are`)
  if (r.editable) found.push(`${r.id} is an overview and cannot say editable`)
  if (r.sections?.some((s) => s.kind === 'history')) found.push(`${r.id} is an overview and has no history of its own`)
  return found
}

/** Problems of the variants of a table: `base` and every resource that is a variant of it. Pure. */
export function variantProblems(base: Resource, variants: readonly Resource[]): string[] {
  const all = [base, ...variants]
  const found = all.flatMap((r) => overviewProblems(r, all))
  for (const [n, r] of all.entries()) {
    const fixed = Object.entries(fixedValues(r))
    if (fixed.length === 0 && variants.length > 0 && !r.overview)
      found.push(`${r.id} does not say which rows of the table of ${base.id} are its own`)
    for (const [name] of fixed)
      if (!base.fields[name]) found.push(`${r.id} is told apart by ${name}, which is no field of ${base.id}`)
    for (const other of all.slice(n + 1)) {
      if (fixed.length > 0 && !apart(r, other) && !coversRowsOf(r, other) && !coversRowsOf(other, r))
        found.push(`${r.id} and ${other.id} would have rows of the table in common`)
      for (const [name, f] of Object.entries<Field>(r.fields)) {
        const g = other.fields[name] as Field | undefined
        if (g && !sameColumn(f, g))
          found.push(
            `${r.id}.${name} and ${other.id}.${name} cannot be one column: kind, length, initial value or notBefore differ`,
          )
      }
      if (JSON.stringify(r.owner) !== JSON.stringify(other.owner))
        found.push(`${r.id} and ${other.id} are rows of one table and have different owners`)
      if (Boolean(r.appendOnly) !== Boolean(other.appendOnly))
        found.push(`only one of ${r.id} and ${other.id} is append-only`)
    }
  }
  return found
}
