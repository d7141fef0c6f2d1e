import type { Tx } from '../core/database.ts'
import { loadRecords } from '../store/records.ts'
import { type AnyResource, tableName } from '../writes/rows.ts'
import type { Story } from './story.ts'

/** Loads everything of a story. Returns how many rows. */
export async function loadStory(tx: Tx, story: Story): Promise<number> {
  let count = 0
  for (const [of, rows] of story.rows) {
    await loadRecords(tx, of, rows, story.tenantId)
    count += rows.length
  }
  for (const v of story.requestValues)
    await tx.query(
      'insert into "change_request_values" (tenant_id, id, old_values, new_values) values ($1, $2, $3::jsonb, $4::jsonb)',
      [story.tenantId, v.id, JSON.stringify(v.old), JSON.stringify(v.new)],
    )
  return count
}

/** Fresh statistics of every table a story filled, so that the first plans are good ones. */
export async function analyse(tx: Tx, resources: Iterable<AnyResource>): Promise<void> {
  for (const of of resources) await tx.query(`analyze ${tableName(of)}`)
}
