import { type Field, isChoice, isRef, isRefs } from './field.ts'
import { auditFields, fieldOf, type Resource } from './resource.ts'
import type { Shared, WireRow, WireTable } from './wire.ts'

/** Returns all names a column may have, in the model's order: the id, declared fields, audit columns. */
export const columnNames = (of: Pick<Resource, 'fields'>): string[] => [
  'id',
  ...Object.keys(of.fields),
  ...Object.keys(auditFields),
]

/** Fields that the address of a record's page contains besides its id. */
const inRoute = (of: Resource): string[] =>
  [...(of.routes?.detail ?? '').matchAll(/:(\w+)/g)].map((m) => m[1] as string)

/**
 * Returns the columns a list needs to show `shown` (default: the list's own columns) and to offer decisions: besides
 * them the id and version, the record's name and amount, names stored beside references, every status (decisions and
 * edits depend on them) and the parts of its page's address. Undeclared names are left out. Pure.
 */
export function listColumns(of: Resource, shown: readonly string[] = of.list.columns): string[] {
  const wanted = new Set<string>(['id', 'version', of.name, ...shown, ...inRoute(of)])
  if (of.list.amount) wanted.add(of.list.amount)
  for (const [name, f] of Object.entries<Field>(of.fields)) {
    if (isChoice(f)) wanted.add(name)
    if ((isRef(f) || isRefs(f)) && f.facts.shows && wanted.has(name)) wanted.add(f.facts.shows)
  }
  return columnNames(of).filter((name) => wanted.has(name))
}

/** Returns whether a list may be asked for a field of this name. */
export const isColumn = (of: Pick<Resource, 'fields'>, name: string): boolean =>
  name === 'id' || fieldOf(of, name) !== undefined

/** The values of a column, one a row. */
const unshared = (values: readonly unknown[] | Shared): readonly unknown[] =>
  'words' in values ? values.at.map((i) => values.words[i]) : values

/** The rows of a table, in order. */
export function rowsOf({ columns, values }: WireTable): WireRow[] {
  const plain = values.map(unshared)
  return Array.from({ length: plain[0]?.length ?? 0 }, (_, r) => {
    const row: Record<string, unknown> = {}
    for (let c = 0; c < columns.length; c++) row[columns[c] as string] = plain[c]?.[r]
    return row as WireRow
  })
}
