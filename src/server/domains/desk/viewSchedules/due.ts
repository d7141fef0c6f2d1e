import type { ServerContext } from '../../../core/context/context.ts'
import { enqueue } from '../../../jobs/queue.ts'
import type { JobHandler } from '../../../jobs/runner.ts'
import type { Schedule } from '../../../jobs/schedule.ts'
import { nextRun, type Row, RUN, STATE } from './store.ts'

/** Job that looks for schedules that are due, and job that makes one export of one of them. */
export const DUE_VIEWS = 'dueViews'
export const VIEW_EXPORT = 'viewExport'
/** Schedules that one transaction moves on. */
const SCHEDULES_AT_ONCE = 50

/** Export that is due, as it is queued. */
export interface DueExport {
  readonly schedule: string
  /** Id of the export that this run makes: the same after a crash. */
  readonly export: string
}

/** Looks for due schedules once a minute. */
export const viewScheduleClock: Schedule = {
  id: DUE_VIEWS,
  cron: '* * * * *',
  jobs: async (context, tx) => void (await enqueue(context, tx, DUE_VIEWS, {}, { lane: DUE_VIEWS, key: DUE_VIEWS })),
}

/**
 * Queues the exports of a tenant that are due. A schedule moves on in the transaction that queues its export, so that it is
 * queued once for each time, by whichever instance; times missed while no server ran are one. What still runs of an earlier time
 * is not queued besides. Returns how many moved on.
 */
export async function queueDue(context: ServerContext, tenantId: string): Promise<number> {
  const now = context.now()
  return context.db.transaction({ tenantId }, async (tx) => {
    const due = await tx.query<Pick<Row, 'id' | 'cron'> & { readonly next_time: Date; readonly busy: boolean }>(
      `select s.id, s.cron, s.next_time, exists (select 1 from "job" j where j.tenant_id = s.tenant_id and j.kind = '${VIEW_EXPORT}'
           and j.key = s.id::text and j.state in ('queued', 'running')) as busy
       from "view_schedule" s where s.tenant_id = $1 and s.state = ${STATE.active} and s.next_time <= $2
       order by s.next_time, s.id limit ${SCHEDULES_AT_ONCE} for update skip locked`,
      [tenantId, now.toISOString()],
    )
    for (const { id, cron, next_time, busy } of due) {
      const next = nextRun(cron, now)
      const payload: DueExport = { schedule: String(id), export: context.id() }
      await tx.query(
        `update "view_schedule" set next_time = $3::timestamptz, state = case when $3::timestamptz is null then ${STATE.paused} else state end
           ${busy ? '' : `, last_time = $4, last_state = ${RUN.running}, last_total = 0, last_error = null, export_id = $5`}
         where tenant_id = $1 and id = $2`,
        [tenantId, id, next?.toISOString() ?? null, ...(busy ? [] : [next_time.toISOString(), payload.export])],
      )
      if (!busy) await enqueue(context, tx, VIEW_EXPORT, { ...payload }, { lane: VIEW_EXPORT, key: payload.schedule })
    }
    return due.length
  })
}

/** Queues what is due in every tenant. */
export const runDueViews: JobHandler = async (context) => {
  const tenants = await context.db.owner((tx) =>
    tx.query<{ tenant_id: string }>(
      'select distinct tenant_id from "view_schedule" where next_time <= $1 order by tenant_id',
      [context.now().toISOString()],
    ),
  )
  for (const { tenant_id } of tenants)
    try {
      while ((await queueDue(context, tenant_id)) >= SCHEDULES_AT_ONCE);
    } catch (e) {
      // a fault in one tenant delays no other; its time stays due
      context.log.warn(`scheduled exports of ${tenant_id}: ${e instanceof Error ? e.message : String(e)}`)
    }
}
