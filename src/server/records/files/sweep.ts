import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ServerContext } from '../../core/context.ts'
import { drop, pathOf } from './disk.ts'

/** Uploads that no record names within a day are deleted; so are deleted attachments after a month. */
const GONE = `(not exists (select 1 from "attach_use" u where u.tenant_id = a.tenant_id and u.attach_id = a.id)
    and create_time < $2::timestamptz - interval '1 day')
  or (is_deleted = 1 and update_time < $2::timestamptz - interval '30 days')`
const BITE = 200
/** An upload takes minutes at the longest; what arrived before and has no name was cut off, ms. */
const ARRIVING = 3_600_000

/** Deletes unused uploads of all tenants, rows before files. Returns how many. */
export async function sweepFiles(context: ServerContext): Promise<number> {
  let gone = 0
  const tenants = await context.db.owner((tx) => tx.query<{ code: string }>('select code from "tenant" order by code'))
  for (const { code: tenantId } of tenants)
    for (let bite = BITE; bite === BITE; gone += bite) {
      const rows = await context.db.transaction({ tenantId }, (tx) =>
        tx.query<{ name: string }>(
          `delete from "attach" where tenant_id = $1 and id in
             (select id from "attach" a where a.tenant_id = $1 and (${GONE}) order by id limit ${BITE} for update skip locked)
           returning name`,
          // the clock of the business, which stamped them
          [tenantId, context.now().toISOString()],
        ),
      )
      for (const { name } of rows) await drop(pathOf(context, tenantId, name))
      bite = rows.length
    }
  const arriving = join(resolve(context.config.dataDir, 'oss'), 'arriving')
  for (const name of await readdir(arriving).catch(() => [])) {
    const path = join(arriving, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtimeMs < Date.now() - ARRIVING) await rm(path, { force: true })
  }
  return gone
}
