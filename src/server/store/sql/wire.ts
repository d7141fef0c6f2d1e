import { instantOf, wallClock } from '../../../model/kernel/dates.ts'
import type { Field } from '../../../model/kernel/field.ts'
import { auditFields, fieldOf, type Resource } from '../../../model/kernel/resource.ts'
import type { WireRow } from '../../../model/kernel/wire.ts'
import { columnOf } from '../names.ts'
import { neverMissing } from '../schema/columns.ts'

/** Personal data as a stranger may see it: enough to tell two apart, too little to use. */
export function masked(f: Field, value: string): string {
  if (value === '') return ''
  if (f.kind === 'phone') return value.length === 11 ? `${value.slice(0, 3)}****${value.slice(-4)}` : '****'
  if (f.kind === 'idCard')
    return value.length >= 15 ? `${value.slice(0, 3)}${'*'.repeat(value.length - 7)}${value.slice(-4)}` : '****'
  return value.length > 8 ? `****${value.slice(-4)}` : '****'
}

/** One value of a row as the wire wants it: null texts, dates and ids are "", null objects {}, null numbers null. */
export function wireValue(f: Field, value: unknown): unknown {
  switch (f.kind) {
    case 'integer':
    case 'choice':
    case 'flag':
      return value ?? null
    case 'points':
    case 'epochSeconds':
    case 'epochMillis':
      return value === null || value === undefined ? null : Number(value)
    case 'money':
    case 'rate':
      return value === null || value === undefined ? null : String(value)
    case 'datetime':
      return value instanceof Date ? wallClock(value) : (value ?? '')
    case 'json':
      return value ?? {}
    default:
      return value === null || value === undefined ? '' : String(value)
  }
}

/** One field of a resource on its way to the wire: looked up once a resource, not once a row. */
interface Way {
  readonly name: string
  readonly column: string
  readonly field: Field
  readonly masked: boolean
}
const ways = new WeakMap<Resource, readonly Way[]>()
const waysOf = (r: Resource): readonly Way[] => {
  const known = ways.get(r)
  if (known) return known
  const all = [r.fields, auditFields].flatMap((fields) =>
    Object.entries(fields).map(
      ([name, field]: [string, Field]): Way => ({
        name,
        column: columnOf(name),
        field,
        masked: field.facts.masked === true,
      }),
    ),
  )
  ways.set(r, all)
  return all
}

/**
 * A row of the database (columns under the model's names or their own) → the wire. Only the model's fields and the
 * audit columns get through. Masked fields are masked unless the asker may see them whole.
 */
export function toWire(
  r: Resource,
  row: Readonly<Record<string, unknown>>,
  { unmask = false }: { readonly unmask?: boolean } = {},
): WireRow {
  const wire: Record<string, unknown> = { id: String(row.id) }
  const tenant = row.tenantId ?? row.tenant_id
  if (tenant !== undefined) wire.tenantId = tenant
  for (const way of waysOf(r)) {
    const found = row[way.name]
    const value = wireValue(way.field, found === undefined ? row[way.column] : found)
    wire[way.name] = way.masked && !unmask ? masked(way.field, String(value)) : value
  }
  return wire as WireRow
}

/** One value on its way into its column. Empty means null, or the initial value where the column knows no null. */
export function columnValue(r: Resource, name: string, f: Field, value: unknown): unknown {
  if (value === undefined || value === null || value === '') {
    return neverMissing(r, name) && f.facts.initial !== undefined ? f.facts.initial : null
  }
  if (f.kind === 'datetime' && typeof value === 'string') {
    const instant = instantOf(value)
    if (instant === null) throw new RangeError(`${r.id}.${name}: not a time: ${value}`)
    return new Date(instant).toISOString()
  }
  return f.kind === 'json' ? JSON.stringify(value) : value
}

/** Values by field name → values by column name, ready as parameters. Unknown names are a programming error. */
export function toColumns(r: Resource, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    if (name === 'id' || name === 'tenantId') {
      columns[columnOf(name)] = value
      continue
    }
    const f = fieldOf(r, name)
    if (!f) throw new Error(`${r.id} has no field ${name}`)
    columns[columnOf(name)] = columnValue(r, name, f, value)
  }
  return columns
}
