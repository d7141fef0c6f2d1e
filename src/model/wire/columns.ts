import { markFields } from '../language/derived/marks.ts'
import { type Field, isChoice, isRef, isRefs } from '../language/fields/field.ts'
import { auditFields, fieldOf, MAKER_NAME, type Resource } from '../language/resource.ts'
import type { Language } from '../values/label.ts'
import type { Shared, WireRow, WireTable } from './wire.ts'

/** Returns all names a column may have, in the model's order: the id, declared fields, audit columns. */
export const columnNames = (of: Pick<Resource, 'fields'>): string[] => [
  'id',
  ...Object.keys(of.fields),
  ...Object.keys(auditFields),
]

/** Fields that the address of a record's page contains besides its id. */
const inRoute = (of: Resource): string[] =>
  [...`${of.routes?.detail ?? ''}${of.routes?.record ?? ''}`.matchAll(/:(\w+)/g)].map((m) => m[1] as string)

/** Fields without which a value cannot be told: the name of a reference, the resource of a step. */
const namesNeededFor = (f: Field): string[] => {
  const { nodeOf, shows, stepOf, stateOf, changesOf, inEnglish } = f.facts
  return [isRef(f) || isRefs(f) || nodeOf ? shows : undefined, stepOf, stateOf, changesOf, inEnglish].filter(
    (name) => name !== undefined,
  )
}

/** The columns that say what a record is called. */
export const calledBy = (of: Pick<Resource, 'name' | 'fields'>): string[] => {
  const { inEnglish } = fieldOf(of, of.name)?.facts ?? {}
  return [of.name, ...(inEnglish ? [inEnglish] : [])]
}

/** Name of a record in a language; "" where no field gives one. Pure. */
export const calledIn = (
  of: Pick<Resource, 'name' | 'fields'>,
  row: Readonly<Record<string, unknown>>,
  language: Language,
): string => {
  const [name = '', inEnglish = ''] = calledBy(of)
  return String((language === 'en' && row[inEnglish]) || (row[name] ?? ''))
}

/**
 * Returns the columns a list needs to show `shown` (default: the list's own columns) and to offer decisions: besides
 * them the id and version, the record's name and amount, what values are told by, every status (decisions and
 * edits depend on them) and the parts of its page's address. Undeclared names are left out. Pure.
 */
export function listColumns(of: Resource, shown: readonly string[] = of.list.columns): string[] {
  const wanted = new Set<string>(['id', 'version', of.name, ...shown, ...inRoute(of)])
  if (of.list.amount) wanted.add(of.list.amount)
  if (of.list.gross) wanted.add(of.list.gross)
  for (const name of markFields(of)) wanted.add(name)
  for (const [name, f] of Object.entries<Field>(of.fields)) {
    if (isChoice(f)) wanted.add(name)
    if (wanted.has(name)) for (const other of namesNeededFor(f)) wanted.add(other)
  }
  const names = columnNames(of).filter((name) => wanted.has(name))
  return wanted.has('createUser') ? [...names, MAKER_NAME] : names
}

/** Returns whether a list may be asked for a field of this name. Who made a record is named by some lists alone (`showsMaker`). */
export const isColumn = (of: Pick<Resource, 'fields'>, name: string): boolean =>
  name === 'id' || fieldOf(of, name) !== undefined

/**
 * Of these columns the one that names whose a record is, so that a narrow list shows it beside name and amount: what the
 * list says, else the name of an owner, of another record (not its number), a person or an organisation. Undefined where
 * none does. Pure.
 */
export function partyOf(
  of: Pick<Resource, 'fields' | 'name' | 'owner'> & { readonly list?: { readonly party?: string | undefined } },
  names: readonly string[],
): string | undefined {
  const party = of.list?.party
  if (party !== undefined && names.includes(party)) return party
  const owners = new Set(typeof of.owner === 'object' ? Object.values(of.owner) : [])
  const referenceOf = new Map<string, string>()
  for (const [name, f] of Object.entries<Field>(of.fields))
    if (isRef(f)) referenceOf.set(f.facts.shows ?? name, name).set(name, name)
  const others = names.filter((name) => name !== of.name)
  const isNamed = (name: string): boolean => {
    const { means, search } = of.fields[name]?.facts ?? {}
    return means === 'person' || means === 'organisation' || (referenceOf.has(name) && search !== 'code')
  }
  return others.find((name) => owners.has(referenceOf.get(name) ?? '')) ?? others.find(isNamed)
}

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
