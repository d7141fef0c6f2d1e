import { exportFile } from '../../../model/files/exportFile.ts'
import { statesOf } from '../../../model/language/states.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import type { Tx } from '../../core/database.ts'
import { notify } from '../../database/notify.ts'
import { forget } from '../../files/disk.ts'
import { tableName } from '../../writing/unitOfWork/rows.ts'
import { failIn, keptOf } from './making.ts'

const { exportState } = statesOf(exportFile)
/** Minutes after which an export that no job writes counts as left by a dead process: a request ends long before. */
const LEFT_MINUTES = 10

/** Notification that the file of an export is there, or that there is none. */
const emitMade = (tx: Tx, userId: string, id: string, text: string, ending: 'done' | 'failed'): void =>
  notify(tx, {
    userId,
    kind: 'fileMade',
    resource: '',
    recordId: '',
    params: { export: id, ending, text },
    once: `export ${id} ${ending}`,
  })

/** Has the person of a long export notified that its file is there. @throws AppError 404 where there is no such export */
export async function notifyMade(context: ServerContext, actor: Actor, id: string, ending: 'done'): Promise<void> {
  const { file_name: text } = await keptOf(context, actor, id)
  await context.db.transaction({ tenantId: actor.tenantId }, async (tx) => emitMade(tx, actor.userId, id, text, ending))
}

/** Marks an export that is still running as failed, and has its person notified; what has ended stays as it is. */
export async function failExport(
  context: ServerContext,
  { tenantId, userId }: Pick<Actor, 'tenantId' | 'userId'>,
  id: string,
): Promise<void> {
  await context.db.transaction({ tenantId }, async (tx) => {
    const text = await failIn(tx, id)
    if (text !== null) emitMade(tx, userId, id, text, 'failed')
  })
}

/**
 * Marks exports as failed that no process writes any more: their request died with its process, and no job is left. Several
 * instances may look at once: each export fails once. Returns how many.
 */
export async function failLeftExports(context: ServerContext): Promise<number> {
  const left = await context.db.owner((tx) =>
    tx.query<{ tenant_id: string; id: string; create_user: string }>(
      `select tenant_id, id, create_user from ${tableName(exportFile)} e
       where export_state = ${exportState.running} and is_deleted = 0 and create_time < $1::timestamptz - interval '${LEFT_MINUTES} minutes'
         and not exists (select 1 from "job" j where j.tenant_id = e.tenant_id and j.kind in ('export', 'viewExport')
           and j.state in ('queued', 'running') and e.id::text in (j.payload ->> 'id', j.payload ->> 'export'))`,
      [context.now().toISOString()],
    ),
  )
  for (const { tenant_id: tenantId, id, create_user } of left)
    await failExport(context, { tenantId, userId: String(create_user) }, String(id))
  return left.length
}

/** Takes away exports of more than a day, and those of schedules when their time is over, of all tenants. Returns how many. */
export async function sweepExports(context: ServerContext): Promise<number> {
  let gone = 0
  const tenants = await context.db.owner((tx) => tx.query<{ code: string }>('select code from "tenant" order by code'))
  for (const { code: tenantId } of tenants) {
    const rows = await context.db.transaction({ tenantId }, (tx) =>
      tx.query<{ name: string }>(
        `with over as (delete from "scheduled_file" where tenant_id = $1 and until < $2::timestamptz - interval '1 day')
         delete from ${tableName(exportFile)} e where tenant_id = $1 and create_time < $2::timestamptz - interval '1 day'
           and not exists (select 1 from "scheduled_file" s where s.tenant_id = $1 and s.export_id = e.id and s.until >= $2::timestamptz)
         returning name`,
        [tenantId, context.now().toISOString()],
      ),
    )
    for (const { name } of rows) await forget(context, tenantId, name)
    gone += rows.length
  }
  return gone
}

/** Rows of the scheduled exports of a user within the 24 hours before a moment, of all but one. */
export async function scheduledRows(tx: Tx, userId: string, except: string, at: Date): Promise<number> {
  const [made] = await tx.query<{ rows: string }>(
    `select coalesce(sum(e.total), 0) as rows from "scheduled_file" f join ${tableName(exportFile)} e on e.tenant_id = f.tenant_id and e.id = f.export_id
     where f.tenant_id = $1 and e.create_user = $2 and e.create_time > $4::timestamptz - interval '1 day' and e.id <> $3 and e.export_state <> ${exportState.failed}`,
    [tx.tenantId, userId, except, at.toISOString()],
  )
  return Number(made?.rows ?? 0)
}

/** Ends the time of the files of a schedule but for the newest ones; runs that failed have none. */
export const keepNewest = (tx: Tx, schedule: string, most: number, at: Date): Promise<unknown> =>
  tx.query(
    `update "scheduled_file" set until = $3::timestamptz where tenant_id = $1 and schedule_id = $2 and until > $3::timestamptz and export_id not in
       (select f.export_id from "scheduled_file" f join ${tableName(exportFile)} e on e.tenant_id = f.tenant_id and e.id = f.export_id
        where f.tenant_id = $1 and f.schedule_id = $2 and e.export_state <> ${exportState.failed} order by f.export_id desc limit ${most})`,
    [tx.tenantId, schedule, at.toISOString()],
  )
