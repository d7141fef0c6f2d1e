import { fixedValues } from '../../model/language/resource.ts'
import type { Statement, Tx } from '../core/database.ts'
import { type AnyResource, columnsOf, type Row, rowFrom, sealedColumns } from './codec.ts'
import { typeOf } from './columns.ts'
import { isTenant, quoted, tableOf, variantSql } from './names.ts'

/** Values of a record by field name, with its id. */
export type Values = Readonly<Record<string, unknown>> & { readonly id: string }

/** Rows a statement: enough to make round trips cheap, few enough for one message to the embedded database. */
const CHUNK = 500

/** Column values of records that fill the same columns: they go into one statement. */
interface Shape {
  readonly columns: readonly string[]
  readonly rows: Record<string, unknown>[]
}

/** Column values of records by which columns they fill, in the order in which each shape is met first, in pieces of `CHUNK`. */
function shapesOf(all: Iterable<Record<string, unknown>>): Shape[] {
  const shapes = new Map<string, Shape>()
  for (const row of all) {
    const columns = Object.keys(row).sort()
    const key = columns.join()
    const shape = shapes.get(key) ?? { columns, rows: [] }
    shapes.set(key, shape)
    shape.rows.push(row)
  }
  return [...shapes.values()].flatMap(({ columns, rows }) =>
    Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, n) => ({
      columns,
      rows: rows.slice(n * CHUNK, (n + 1) * CHUNK),
    })),
  )
}

/** The statements that add rows by column, those of one shape in one; `returning`: behind each. */
function insertions(
  r: AnyResource,
  rows: Iterable<Record<string, unknown>>,
  tenantId: string | null,
  returning: string,
): Required<Pick<Statement, 'text' | 'values'>>[] {
  const table = quoted(tableOf(r))
  const [first, given] = isTenant(r) ? ['tenant_id, ', [tenantId]] : ['', []]
  return shapesOf(rows).map(({ columns, rows }) => {
    const list = columns.map(quoted).join(', ')
    const values = [...given, JSON.stringify(rows)]
    return {
      text: `insert into ${table} (${first}${list}) select ${first && '$1, '}${list} from jsonb_populate_recordset(null::${table}, $${values.length}::jsonb)${returning}`,
      values,
    }
  })
}

/** A record by column, as it is added. */
const rowOf = (r: AnyResource, record: Values, tenantId: string | null): Record<string, unknown> =>
  sealedColumns(r, { ...record, ...fixedValues(r) }, tenantId)

/**
 * Adds records; what is not given gets the column's default, and a variant its fixed values. Records that fill the same
 * columns go together. For loads: nothing is answered, and what fails is told by the next question or COMMIT.
 * `tenantId`: whose, where the transaction is the owner's.
 */
export function loadRecords(
  tx: Tx,
  r: AnyResource,
  records: readonly Values[],
  tenantId: string | null = tx.tenantId,
): void {
  const rows = records.map((record) => rowOf(r, record, tenantId))
  for (const { text, values } of insertions(r, rows, tenantId, '')) tx.write(text, values)
}

/** The same; answers the records as they are kept, in the order given. */
export async function insertRecords(tx: Tx, r: AnyResource, records: readonly Values[]): Promise<Row[]> {
  const found: Record<string, unknown>[] = []
  const rows = records.map((record) => rowOf(r, record, tx.tenantId))
  for (const { text, values } of insertions(r, rows, tx.tenantId, ' returning *'))
    found.push(...(await tx.query(text, values)))
  const byId = new Map(found.map((f) => [String(f.id), f]))
  return records.map(({ id }) => {
    const row = byId.get(id)
    if (!row) throw new Error(`${r.id} ${id} was not added`)
    return rowFrom(r, row)
  })
}

const definitions = new WeakMap<AnyResource, ReadonlyMap<string, string>>()

/**
 * Some columns of a resource with their SQL types, as the records of `jsonb_to_recordset`: to fill a whole row of the
 * table for the few columns that change cost more than to change it.
 */
function definitionOf(r: AnyResource, columns: readonly string[]): string {
  let all = definitions.get(r)
  if (!all) {
    all = new Map([...columnsOf(r).values()].map((c) => [c.column, `${quoted(c.column)} ${typeOf(c.field)}`]))
    definitions.set(r, all)
  }
  return columns.map((c) => (c === 'id' ? 'id bigint' : all.get(c))).join(', ')
}

/**
 * Author and time of a change: a change that is stamped makes a new version, one that is not belongs to the version
 * there is.
 */
export interface Stamp {
  readonly userId: string | null
  readonly at: Date
}

/**
 * Changes records, each by its own values: those with the same columns in one statement. Returns the stored records by
 * id; missing are those that do not exist or are not of this variant. A record may appear once only. A version among
 * the values is the last one of several changes.
 */
export async function updateRecords(
  tx: Tx,
  r: AnyResource,
  patches: readonly Values[],
  stamp: Stamp | null,
): Promise<Map<string, Row>> {
  const table = quoted(tableOf(r))
  const byId = new Map<string, Row>()
  if (new Set(patches.map((p) => p.id)).size < patches.length) throw new Error(`one ${r.id} is changed twice at once`)
  for (const { columns, rows } of shapesOf(patches.map((p) => sealedColumns(r, p, tx.tenantId)))) {
    const values: unknown[] = [JSON.stringify(rows)]
    const sets = columns.filter((c) => c !== 'id').map((c) => `${quoted(c)} = v.${quoted(c)}`)
    if (stamp)
      sets.push(
        ...(columns.includes('version') ? [] : ['version = t.version + 1']),
        `update_user = $${values.push(stamp.userId)}`,
        `update_time = $${values.push(stamp.at.toISOString())}`,
      )
    if (sets.length === 0) throw new Error(`nothing of ${r.id} is changed`)
    const where = [
      't.id = v.id',
      // planned once for any number of records, the join alone is taken for a hundred and reads a small table as a
      // whole
      `t.id = any($${values.push(rows.map((row) => row.id))}::bigint[])`,
      ...(isTenant(r) ? [`t.tenant_id = $${values.push(tx.tenantId)}`] : []),
      ...variantSql(r, 't.'),
    ]
    const found = await tx.query(
      `update ${table} t set ${sets.join(', ')} from jsonb_to_recordset($1::jsonb) as v(${definitionOf(r, columns)}) where ${where.join(' and ')} returning t.*`,
      values,
    )
    for (const f of found) byId.set(String(f.id), rowFrom(r, f))
  }
  return byId
}
