import { fixedValues } from '../../model/kernel/resource.ts'
import type { Tx } from '../core/database.ts'
import { type AnyResource, columnsFrom, type Row, tableName } from '../decisions/rows.ts'
import type { Story } from './story.ts'

/** Rows a statement: enough to make round trips cheap, few enough for one message to the embedded database. */
const CHUNK = 500

/** Inserts records of a resource, all columns given. */
export async function insertRows(tx: Tx, of: AnyResource, rows: readonly Row[]): Promise<void> {
  const first = rows[0]
  if (!first) return
  const { id: _id, tenantId: _tenant, ...fields } = first
  const own = fixedValues(of)
  const columns = ['id', ...Object.keys(columnsFrom(of, { ...fields, ...own }))].map((c) => `"${c}"`).join(', ')
  for (let at = 0; at < rows.length; at += CHUNK) {
    const chunk = rows.slice(at, at + CHUNK).map((r) => columnsFrom(of, { ...r, ...own }))
    await tx.query(
      `insert into ${tableName(of)} (tenant_id, ${columns}) select $1, ${columns} from jsonb_populate_recordset(null::${tableName(of)}, $2::jsonb)`,
      [first.tenantId, JSON.stringify(chunk)],
    )
  }
}

/** Loads everything of a story. Returns how many rows. */
export async function loadStory(tx: Tx, story: Story): Promise<number> {
  let count = 0
  for (const [of, rows] of story.rows) {
    await insertRows(tx, of, rows)
    count += rows.length
  }
  return count
}

/** Fresh statistics of every table a story filled, so that the first plans are good ones. */
export async function analyse(tx: Tx, resources: Iterable<AnyResource>): Promise<void> {
  for (const of of resources) await tx.query(`analyze ${tableName(of)}`)
}
