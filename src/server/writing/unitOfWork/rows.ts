import type { AnyResource, Row } from '../../database/codec.ts'
import { columnOf, quoted, tableOf } from '../../database/names.ts'

/** Order of ids: the second half of the global lock order. */
export { byId } from '../../../model/values/ids.ts'
export type { AnyResource, Row }

/**
 * The first half of the global lock order: variants of a resource share its table, and so its place; `lockedLast` comes
 * behind every other name.
 */
export const lockName = (r: AnyResource): string => (r.lockedLast ? `~${r.id}` : (r.variantOf?.resource ?? r.id))

/** Returns the quoted table of a resource; a variant is stored in the table of its base. */
export const tableName = (r: AnyResource): string => quoted(tableOf(r))

/** Returns the quoted column of a field. Names come from the model only, not from a client. */
export const columnName = (name: string): string => quoted(columnOf(name))

/** Changed field with its old and new value. */
export interface Change {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** Bookkeeping columns that change with every write and say nothing to a person. */
const BOOKKEEPING = new Set<string>(['version', 'createUser', 'createDept', 'createTime', 'updateUser', 'updateTime'])

const auditedOf = new WeakMap<AnyResource, readonly string[]>()

/** The fields of a resource whose changes are told. */
function auditedFields(r: AnyResource): readonly string[] {
  const there = auditedOf.get(r) ?? [...Object.keys(r.fields), 'isDeleted'].filter((name) => !BOOKKEEPING.has(name))
  auditedOf.set(r, there)
  return there
}

/** Changes of a write, by field; a new record changes everything that is set. */
export function changesOf(r: AnyResource, before: Row | null, after: Row): Change[] {
  const changes: Change[] = []
  for (const name of auditedFields(r)) {
    const from = before ? (before[name] ?? null) : null
    const to = after[name] ?? null
    if (before === null && (to === null || name === 'isDeleted')) continue
    if (from !== to && JSON.stringify(from) !== JSON.stringify(to)) changes.push({ field: name, from, to })
  }
  return changes
}
