import { inheritedOf } from '../../model/business.ts'
import type { Field } from '../../model/language/fields/field.ts'
import { nothingOf } from '../../model/language/fields/kinds.ts'
import { masked } from '../../model/language/fields/shapes.ts'
import { auditFields, type RowOf } from '../../model/language/resource.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { type AnyResource, type Row, recordOf } from '../core/records.ts'
import { neverMissing } from './columns.ts'
import type { StoreKind } from './kinds/kind.ts'
import { storeKindOf } from './kinds/kinds.ts'
import { columnOf } from './names.ts'
import { isKeptSealed, openValue, sealValue } from './sealed.ts'

export type { AnyResource, Row }

/** A row as the driver brings it (under the names of its columns or of the model's fields), or a record in code. */
type Found = Readonly<Record<string, unknown>>

/** Codec of a field between driver, code and wire: looked up once a resource, not once a row. */
export interface Column {
  /** Name of the field. */
  readonly name: string
  /** Name of its column, unquoted. */
  readonly column: string
  readonly field: Field
  readonly kind: StoreKind
  /** The column keeps it encrypted. */
  readonly sealed: boolean
  /** Written form of an empty value: null, or the initial value where the column has no nulls. */
  readonly empty: string | number | null
}

const known = new WeakMap<AnyResource, ReadonlyMap<string, Column>>()

/** Fields and audit columns of a resource, by name, in the order in which records have them. */
export function columnsOf(r: AnyResource): ReadonlyMap<string, Column> {
  const there = known.get(r)
  if (there) return there
  const columns = new Map(
    Object.entries<Field>({ ...r.fields, ...auditFields }).map(([name, field]): [string, Column] => [
      name,
      {
        name,
        column: columnOf(name),
        field,
        kind: storeKindOf(field),
        sealed: isKeptSealed(field),
        empty: neverMissing(r, name) ? (field.facts.initial ?? null) : null,
      },
    ]),
  )
  known.set(r, columns)
  return columns
}

const valueIn = (c: Column, found: Found): unknown => {
  const value = found[c.name] === undefined ? found[c.column] : found[c.name]
  if (value === null || value === undefined) return null
  return c.kind.read(c.sealed ? openValue(c.field, tenantOf(found), value) : value)
}
const tenantOf = (found: Found): string => String(found.tenantId ?? found.tenant_id ?? '')

/** Facts of a resource that `rowFrom` needs, looked up once. */
interface Form {
  readonly columns: readonly Column[]
  /** Owner columns copied from the parent: row scope asks for them, they never reach the wire. */
  readonly inherited: readonly Pick<Column, 'name' | 'column' | 'kind'>[]
  /** A record with every field, in the order in which records have them: copies of one are made and copied again many times faster. */
  readonly blank: Row
}

const forms = new WeakMap<AnyResource, Form>()

function formOf(r: AnyResource): Form {
  const there = forms.get(r)
  if (there) return there
  const columns = [...columnsOf(r).values()]
  const inherited = Object.entries<Field>(inheritedOf(r)).map(([name, f]) => ({
    name,
    column: columnOf(name),
    kind: storeKindOf(f),
  }))
  const names = [...columns, ...inherited].map((c) => c.name)
  // JSON, since an object that is filled name by name becomes a dictionary
  const blank: Row = JSON.parse(
    JSON.stringify({ id: '', tenantId: '', version: 0, ...Object.fromEntries(names.map((name) => [name, null])) }),
  )
  const form = { columns, inherited, blank }
  forms.set(r, form)
  return form
}

/** A row of the database → a record in code. */
export function rowFrom<R extends AnyResource>(r: R, found: Found): RowOf<R> {
  const { columns, inherited, blank } = formOf(r)
  const row: Row = { ...blank, id: String(found.id), tenantId: tenantOf(found) }
  for (const c of columns) row[c.name] = valueIn(c, found)
  for (const c of inherited) {
    const value = found[c.name] === undefined ? found[c.column] : found[c.name]
    if (value !== null && value !== undefined) row[c.name] = c.kind.read(value)
  }
  return recordOf(r, row)
}

/**
 * A row of the database or a record in code → the wire. Only the model's fields and the audit columns get through.
 * Masked fields are masked unless the asker may see them whole; `without`: fields that the asker does not see at all.
 */
export function toWire(
  r: AnyResource,
  found: Found,
  { unmask = false, without = [] }: { readonly unmask?: boolean; readonly without?: readonly string[] } = {},
): WireRow {
  const wire: Record<string, unknown> = { id: String(found.id) }
  const tenant = found.tenantId ?? found.tenant_id
  if (tenant !== undefined) wire.tenantId = tenant
  for (const c of columnsOf(r).values()) {
    const value = valueIn(c, found) ?? nothingOf(c.field)
    wire[c.name] = c.field.facts.masked && !unmask ? masked(c.field, String(value)) : value
  }
  for (const name of without) wire[name] = null
  return wire as WireRow
}

/** Wire value of a field: null texts, dates and ids are "", null objects {}, null numbers null. */
export const wireValue = (f: Field, value: unknown): unknown =>
  value === null || value === undefined ? nothingOf(f) : storeKindOf(f).read(value)

/**
 * Tells each value of a record with its column, as it is written: what `jsonb_populate_recordset` reads. Undefined and
 * the tenant are left out, empty is null or the initial value of a column without nulls; a name the resource does not
 * have is an error. No column is told of the id.
 */
export function eachWritten(r: AnyResource, values: Found, visit: (written: unknown, c: Column | null) => void): void {
  const all = columnsOf(r)
  for (const name of Object.keys(values)) {
    const value = values[name]
    if (value === undefined || name === 'tenantId') continue
    const c = all.get(name)
    if (c) visit(value === null || value === '' ? c.empty : c.kind.write(value), c)
    else if (name === 'id') visit(value, null)
    else throw new Error(`${r.id} has no field ${name}`)
  }
}

/** Values by field name → column values that `jsonb_populate_recordset` reads. */
export function columnsFrom(r: AnyResource, values: Found): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  eachWritten(r, values, (written, c) => {
    columns[c?.column ?? 'id'] = written
  })
  return columns
}

/** The same for the database: what its columns keep encrypted is. `tenantId`: whose records they are. */
export function sealedColumns(r: AnyResource, values: Found, tenantId: string | null): Record<string, unknown> {
  const columns = columnsFrom(r, values)
  for (const c of columnsOf(r).values())
    if (c.sealed && columns[c.column] !== undefined) columns[c.column] = sealValue(c.field, tenantId, columns[c.column])
  return columns
}

/**
 * A value of a record as the database will answer it once it is written: `0.08` of a rate is `0.080000`. NotKept for
 * what its column would refuse.
 */
export function keptValue(r: AnyResource, name: string, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null
  const c = columnsOf(r).get(name)
  if (!c) throw new Error(`${r.id} has no field ${name}`)
  return c.kind.keep(c.field, c.kind.write(value))
}
