import type { ServerContext } from '../core/context.ts'

/** How long things are kept. Keys outlive any client's retry; events outlive any browser's sleep over a weekend. */
const KEPT = {
  idempotency: ['create_time', '7 days'],
  selection: ['expires', '1 hour'],
  outbox: ['create_time', '3 days'],
  batch_row: [null, '30 days'],
  batch: ['create_time', '30 days'],
  job: ['update_time', '30 days'],
} as const

/** Deletes what has expired, of all tenants, in small bites. One instance at a time. Answers how many rows went. */
export async function sweep(context: ServerContext): Promise<number> {
  let gone = 0
  for (const [table, [column, age]] of Object.entries(KEPT)) {
    const old =
      column === null
        ? `(tenant_id, batch_id) in (select tenant_id, id from "batch" where create_time < now() - interval '${age}' and state <> 'running')`
        : `${column} < now() - interval '${age}'`
    const open =
      table === 'job' ? ` and state in ('done', 'failed')` : table === 'batch' ? ` and state <> 'running'` : ''
    for (let bite = 0; bite < 100; bite++) {
      const rows = await context.db.owner(async (tx) => {
        const [lock] = await tx.query<{ got: boolean }>(`select pg_try_advisory_xact_lock(727001) as got`)
        if (!lock?.got) return []
        return tx.query(
          `delete from "${table}" where ctid in (select ctid from "${table}" where ${old}${open} limit 2000) returning 1`,
        )
      })
      gone += rows.length
      if (rows.length < 2000) break
    }
  }
  return gone
}
