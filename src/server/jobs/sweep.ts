import { NOTIFICATION_DAYS } from '../../model/wire/notifications/notifications.ts'
import type { ServerContext } from '../core/context/context.ts'
import { placeOfNow } from '../database/outbox.ts'

/** How long things are kept. Keys outlive any client's retry; events outlive any browser's sleep over a weekend. */
const KEPT = {
  idempotency: ['create_time', '7 days'],
  selection: ['expires', '1 hour'],
  outbox: ['create_time', '3 days'],
  notification: ['create_time', `${NOTIFICATION_DAYS} days`],
  batch_row: [null, '30 days'],
  batch: ['create_time', '30 days'],
  job: ['update_time', '30 days'],
  doctor_draft: ['saved_time', '30 days'],
  doctor_code: ['sent_time', '1 day'],
  claim: ['until', '1 minute'],
} as const

/**
 * Of what has expired, the rows that may go. An event goes only when it has its place and a later one has, too: what is
 * missing then shows as a gap of numbers, and the last number given is never forgotten.
 */
const MAY_GO: Partial<Record<keyof typeof KEPT, string>> = {
  // numbers of partners' messages are theirs for good; no key that comes in a header has a blank
  idempotency: `position(' ' in key) = 0`,
  job: `state in ('done', 'failed', 'cancelled')`,
  batch: `state <> 'running'`,
  outbox: `exists (select 1 from "outbox" later where later.tenant_id = "outbox".tenant_id and later.place > "outbox".place)`,
}

/** Events of tenants without open streams have no places yet and would never be deleted. */
async function placeAllEvents(context: ServerContext): Promise<void> {
  const tenants = await context.db.owner((tx) => tx.query<{ code: string }>('select code from "tenant" order by code'))
  for (const { code } of tenants) await placeOfNow(context.db, code)
}

/** Deletes expired rows of all tenants, in small batches. One instance at a time. Returns how many rows went. */
export async function sweep(context: ServerContext): Promise<number> {
  let gone = 0
  await placeAllEvents(context)
  for (const [table, [column, age]] of Object.entries(KEPT)) {
    const old =
      column === null
        ? `(tenant_id, batch_id) in (select tenant_id, id from "batch" where create_time < now() - interval '${age}' and state <> 'running')`
        : `${column} < now() - interval '${age}'`
    const mayGo = MAY_GO[table as keyof typeof KEPT]
    const open = mayGo ? ` and ${mayGo}` : ''
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
