import type { Expression } from '../../../model/language/conditions/expression.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import type { Aggregate } from './aggregate.ts'

/** Which field of the other side has the value of which field here: `{ settlementOrderId: 'id' }`. Nothing never matches. */
export type Keys = Readonly<Record<string, string>>

/** Lookup of a record by its id, live or not; all its fields are nothing where there is none. */
export interface One {
  readonly kind: 'one'
  readonly of: AnyResource
  /** The field here that has the id. */
  readonly id: string
}

/** Sums and counts over the rows of a relation that have the keys; 0 where there are none. */
export interface Total {
  readonly kind: 'total'
  readonly of: Relation
  readonly by: Keys
  readonly values: Readonly<Record<string, Aggregate>>
  /** Only rows of which this holds, too; fields of the row here are `up.…`. Asked row by row: for keys that few share. */
  readonly only?: Expression
}

/** The last record that has the keys. */
export interface Last {
  readonly kind: 'last'
  readonly of: AnyResource
  readonly by: Keys
  readonly order: readonly string[]
  readonly where?: Expression
  /** As in a total. */
  readonly only?: Expression
}

/** Lookup of a row, by name; each may use those before it. */
export type Lookup = One | Total | Last

/** Rows of a resource, or groups of rows. */
export interface Relation {
  readonly of: AnyResource | Groups
  /** Deleted records count, too. Default: live ones only. */
  readonly deleted?: boolean
  /** Fields of the record before it in an order, as `previous.…`, among those that have the same `by`; live ones only. */
  readonly previous?: {
    readonly by: readonly string[]
    readonly order: readonly string[]
    readonly fields: readonly string[]
  }
  readonly with?: Readonly<Record<string, Lookup>>
  readonly where?: Expression
}

/** The rows of a relation that have the same values in some fields, as one row: these, `id` (the least) and aggregates. */
export interface Groups {
  readonly kind: 'groups'
  readonly of: Relation
  readonly by: readonly string[]
  readonly values: Readonly<Record<string, Aggregate>>
  /** Further common key, computed of each. */
  readonly parts?: readonly Expression[]
}

export const isGroups = (of: AnyResource | Groups): of is Groups => 'kind' in of && of.kind === 'groups'

/** Lookup of a record by the id in a field. */
export const one = (of: AnyResource, id: string): One => ({ kind: 'one', of, id })

/** Sums and counts of related rows. */
export const total = (of: Relation, by: Keys, values: Total['values'], only?: Expression): Total => ({
  kind: 'total',
  of,
  by,
  values,
  ...(only ? { only } : {}),
})

/** The last related record. */
export const last = (
  of: AnyResource,
  by: Keys,
  order: readonly string[],
  more: Pick<Last, 'where' | 'only'> = {},
): Last => ({ kind: 'last', of, by, order, ...more })

/** Rows that have the same values in some fields, and in what `parts` compute of them. */
export const groups = (
  of: Relation,
  by: readonly string[],
  values: Groups['values'],
  parts?: Groups['parts'],
): Groups => ({ kind: 'groups', of, by, values, ...(parts ? { parts } : {}) })

/** Resources that a relation reads. */
export function readBy(relation: Relation): Set<AnyResource> {
  const own = isGroups(relation.of) ? [...readBy(relation.of.of)] : [relation.of]
  const looked = Object.values(relation.with ?? {}).flatMap((l) => (l.kind === 'total' ? [...readBy(l.of)] : [l.of]))
  return new Set([...own, ...looked])
}
