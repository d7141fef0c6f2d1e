import { inheritedOf } from '../../model/all.ts'
import { instantOf, wallClock } from '../../model/kernel/dates.ts'
import type { Field } from '../../model/kernel/field.ts'
import { auditFields, fieldOf, type Resource } from '../../model/kernel/resource.ts'
import { columnOf, quoted, tableOf } from '../store/names.ts'

/** Any resource of the model. */
// biome-ignore lint/suspicious/noExplicitAny: resources of any shape
export type AnyResource = Resource<string, any>

/** A record in code: camelCase names, money and ids as texts, times as wall clock, null for nothing. */
export type Row = Record<string, unknown> & { id: string; tenantId: string; version: number }

/** The quoted table of a resource; a variant lives in the table of what it is a variant of. */
export const tableName = (r: AnyResource): string => quoted(tableOf(r))

/** The quoted column of a field. Names come from the model only, never from a client. */
export const columnName = (name: string): string => quoted(columnOf(name))

const decoded = (f: Field, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  switch (f.kind) {
    case 'datetime':
      return value instanceof Date ? wallClock(value) : value
    case 'integer':
    case 'points':
    case 'epochSeconds':
    case 'epochMillis':
    case 'flag':
    case 'choice':
      return Number(value)
    case 'ref':
    case 'tree':
      return String(value)
    default:
      return value
  }
}

const encoded = (f: Field, value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return null
  if (f.kind === 'datetime' && typeof value === 'string') {
    const at = instantOf(value)
    if (at === null) throw new RangeError(`not a time: ${value}`)
    return new Date(at).toISOString()
  }
  return value
}

/** A row of the database → a record in code. */
export function rowFrom(r: AnyResource, found: Readonly<Record<string, unknown>>): Row {
  const row: Row = { id: String(found.id), tenantId: String(found.tenant_id ?? ''), version: 0 }
  for (const [name, f] of Object.entries<Field>(r.fields)) row[name] = decoded(f, found[columnOf(name)])
  for (const [name, f] of Object.entries<Field>(auditFields)) row[name] = decoded(f, found[columnOf(name)])
  // row scope asks for them; they never reach the wire
  for (const [name, f] of Object.entries<Field>(inheritedOf(r))) row[name] = decoded(f, found[columnOf(name)])
  return row
}

/**
 * Values in code → column values that `jsonb_populate_recordset` reads. Undefined is left out; unknown names are a
 * mistake.
 */
export function columnsFrom(r: AnyResource, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    const f = fieldOf(r, name)
    if (!f) {
      if (name === 'id') columns.id = value
      else if (name !== 'tenantId') throw new Error(`${r.id} has no field ${name}`)
      continue
    }
    columns[columnOf(name)] = encoded(f, value)
  }
  return columns
}

/** One changed field: what it was and what it is. */
export interface Change {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** Bookkeeping columns that change with every write and say nothing to a person. */
const QUIET = new Set<string>(['version', 'createUser', 'createDept', 'createTime', 'updateUser', 'updateTime'])

/** What a write changed, by field; a new record changes everything that is set. */
export function changesOf(r: AnyResource, before: Row | null, after: Row): Change[] {
  const changes: Change[] = []
  for (const name of [...Object.keys(r.fields), 'isDeleted']) {
    if (QUIET.has(name)) continue
    const from = before ? (before[name] ?? null) : null
    const to = after[name] ?? null
    if (before === null && (to === null || name === 'isDeleted')) continue
    if (from !== to && JSON.stringify(from) !== JSON.stringify(to)) changes.push({ field: name, from, to })
  }
  return changes
}
