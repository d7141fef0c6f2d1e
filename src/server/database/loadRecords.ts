import { inheritedOf } from '../../model/business.ts'
import type { Field } from '../../model/language/fields/field.ts'
import { fixedValues } from '../../model/language/resource.ts'
import type { Tx } from '../core/database.ts'
import { type AnyResource, columnsOf } from './codec.ts'
import { typeOf } from './columns.ts'
import { datetime } from './kinds/values.ts'
import { columnOf, isTenant, quoted, tableOf } from './names.ts'
import type { Values } from './records.ts'
import { sealValue } from './sealed.ts'

/** Rows a statement: few enough for one message to the embedded database. */
const CHUNK = 500

/** Column of a played record: its name, what it is read with on the other side, and what is sent for a value. */
interface Place {
  readonly column: string
  readonly sql: (value: string) => string
  readonly sent: (record: Values, tenantId: string) => unknown
}

/** Reads an element of a JSON array as a type of SQL: without length, which the column itself holds it to. */
function reading(type: string): Place['sql'] {
  const [plain = ''] = type.split(/[( ]/)
  if (plain === 'jsonb') return (value) => `nullif(e->${value}, 'null')`
  if (!plain.endsWith('[]')) return (value) => `(e->>${value})::${plain}`
  return (value) =>
    `case jsonb_typeof(e->${value}) when 'array' then array(select jsonb_array_elements_text(e->${value}))::${plain} end`
}

const known = new WeakMap<AnyResource, readonly Place[]>()

/** The columns of a resource in the order in which they are sent, with the owners that its records have from above. */
function placesOf(r: AnyResource): readonly Place[] {
  const there = known.get(r)
  if (there) return there
  const fixed: Readonly<Record<string, unknown>> = fixedValues(r)
  const inherited = inheritedOf(r)
  const own = [...columnsOf(r).values()]
    .filter(({ name }) => !Object.hasOwn(inherited, name))
    .map(({ name, column, field, kind, sealed, empty }): Place => {
      // a time is said with the zone that its clock shows
      const send = kind === datetime ? (value: unknown) => `${String(value)}+08` : kind.write
      const written = (value: unknown): unknown =>
        value === null || value === undefined || value === '' ? empty : send(value)
      const given = (record: Values): unknown => (Object.hasOwn(fixed, name) ? fixed[name] : record[name])
      return {
        column,
        sql: reading(typeOf(field)),
        sent: sealed
          ? (record, tenantId) => sealValue(field, tenantId, written(given(record)))
          : (record) => written(given(record)),
      }
    })
  const owners = Object.entries<Field>(inherited).map(
    ([name, field]): Place => ({
      column: columnOf(name),
      sql: reading(typeOf(field)),
      sent: (record) => record[name],
    }),
  )
  const id: Place = { column: 'id', sql: reading('bigint'), sent: (record) => record.id }
  const places = [id, ...own, ...owners]
  known.set(r, places)
  return places
}

/**
 * Adds records of a play, which are whole: every field has its value, and owners are known (`withoutLookups` sets the
 * triggers aside that look them up). They are sent as arrays: names of columns would be more than what is in them. What
 * fails is told by the next question or COMMIT.
 */
export function loadRecords(tx: Tx, r: AnyResource, records: readonly Values[], tenantId: string): void {
  const places = placesOf(r)
  const [first, given] = isTenant(r) ? ['tenant_id, ', [tenantId]] : ['', []]
  const text = `insert into ${quoted(tableOf(r))} (${first}${places.map((p) => quoted(p.column)).join(', ')})
    select ${first && '$1, '}${places.map((p, n) => p.sql(String(n))).join(', ')} from jsonb_array_elements($${given.length + 1}::jsonb) e`
  for (let at = 0; at < records.length; at += CHUNK) {
    const rows = records.slice(at, at + CHUNK).map((record) => places.map((p) => p.sent(record, tenantId)))
    tx.write(text, [...given, JSON.stringify(rows)])
  }
}
