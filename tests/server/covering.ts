import { lifecycles, scopeOf } from '../../src/model/business.ts'
import type { Field } from '../../src/model/language/fields/field.ts'
import type { Party } from '../../src/model/language/owner.ts'
import { throughOf } from '../../src/model/language/owner.ts'
import type { Resource } from '../../src/model/language/resource.ts'

/**
 * Some of the items that have every feature of all of them: each that has one which those before it lack. What is asked of
 * every family at night is asked of these by day: families of the same features differ by names of tables and columns alone.
 */
export function covering<T>(items: readonly T[], featuresOf: (item: T) => Iterable<string>): T[] {
  const met = new Set<string>()
  return items.filter((item) => {
    const before = met.size
    for (const feature of featuresOf(item)) met.add(feature)
    return met.size > before
  })
}

/** What decides how the table of a resource is read and written: its sort, and how its list is asked. */
export const tableSort = (r: Resource): string =>
  [
    r.scope ?? 'tenant',
    r.view !== undefined && 'view',
    r.variantOf !== undefined && 'variant',
    r.where !== undefined && 'shared',
    r.overview === true && 'overview',
    r.appendOnly === true && 'ledger',
    r.tree !== undefined && 'tree',
    r.list.method,
    r.list.pageMethod,
  ]
    .filter(Boolean)
    .join()

/** How a party reaches the rows of a resource: openly, never, by an owner column, through another record. */
export function reachOf(r: Resource, party: Party): string {
  const scope = scopeOf(r)[party]
  if (typeof scope !== 'object') return `${party} ${scope}`
  return `${party} ${throughOf(r) ? 'through' : 'own'} ${Object.keys(scope).sort().join()}`
}

/** What a family is made of: the sort of its table, its operations, the kinds of its fields, who reaches it. */
export const familyFeatures = (r: Resource, parties: readonly Party[]): string[] => [
  tableSort(r),
  ...r.operations.map((operation) => `${operation} ${lifecycles.has(r.id)} ${r.variantOf !== undefined}`),
  ...Object.values<Field>(r.fields).map((f) => `kind ${f.kind} ${f.facts.masked === true} ${f.facts.readOnly ?? ''}`),
  ...parties.map((party) => reachOf(r, party)),
]
