import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { attach } from '../../model/files/attach.ts'
import { exportFile } from '../../model/files/exportFile.ts'
import { importFile } from '../../model/files/importFile.ts'
import type { ServerContext } from '../core/context/context.ts'
import { tableName } from '../writing/unitOfWork/rows.ts'
import { forget, storedBefore } from './disk.ts'

/** Uploads that no record and no draft of their doctor names within a day are deleted; so are deleted attachments after a month. */
const GONE = `(not exists (select 1 from "attach_use" u where u.tenant_id = a.tenant_id and u.attach_id = a.id)
    and not exists (select 1 from "doctor_draft" d where d.tenant_id = a.tenant_id and d.doctor_id = a.create_user and d.content::text like '%"' || a.id || '"%')
    and create_time < $2::timestamptz - interval '1 day')
  or (is_deleted = 1 and update_time < $2::timestamptz - interval '30 days')`
const BITE = 200
/** Resources whose rows name stored files. */
const NAMING = [attach, exportFile, importFile]
const DAY = 86_400_000
/** An upload takes minutes at the longest; what arrived before and has no name was cut off, ms. */
const ARRIVING = 3_600_000

const tenantsOf = async (context: ServerContext): Promise<string[]> =>
  (await context.db.owner((tx) => tx.query<{ code: string }>('select code from "tenant" order by code'))).map(
    (t) => t.code,
  )

/** Deletes unused uploads of all tenants, rows before files. Returns how many. */
export async function sweepFiles(context: ServerContext): Promise<number> {
  let gone = 0
  for (const tenantId of await tenantsOf(context))
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
      for (const { name } of rows) await forget(context, tenantId, name)
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

/** Those of some names that no row has. */
async function unnamed(context: ServerContext, tenantId: string, names: readonly string[]): Promise<string[]> {
  const tables = NAMING.map((r) => `select name from ${tableName(r)} where tenant_id = $1 and name = any($2::text[])`)
  const found = await context.db.scoped<{ name: string }>(
    { tenantId },
    { text: tables.join(' union all '), values: [tenantId, names] },
  )
  const known = new Set(found.map((row) => row.name))
  return names.filter((name) => !known.has(name))
}

/**
 * Deletes files older than a day that no row names: their process died between storing the file and its row. Returns
 * their names by tenant; `dry` deletes nothing.
 */
export async function sweepStrayFiles(context: ServerContext, dry = false): Promise<readonly string[]> {
  const strays: string[] = []
  for (const tenantId of await tenantsOf(context))
    for await (const names of storedBefore(context, tenantId, Date.now() - DAY))
      for (let at = 0; at < names.length; at += BITE)
        for (const name of await unnamed(context, tenantId, names.slice(at, at + BITE))) {
          strays.push(`${tenantId}/${name}`)
          if (!dry) await forget(context, tenantId, name)
        }
  if (strays.length > 0 && !dry) context.log.warn(`${strays.length} stored files that no row names were taken away`)
  return strays
}
