import type { Label } from '../../../../model/values/label.ts'
import {
  SCHEDULED_FILE_DAYS,
  SCHEDULED_FILES_MAX,
  SCHEDULED_ROWS_PER_DAY_MAX,
  type StopReason,
} from '../../../../model/wire/viewSchedule.ts'
import { actorsNow } from '../../../auth/who.ts'
import type { Actor } from '../../../core/actor.ts'
import type { ServerContext } from '../../../core/context/context.ts'
import type { Tx } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import { notify } from '../../../database/notify.ts'
import { keepNewest, scheduledRows } from '../../../exchange/export/ending.ts'
import { beginExport, failIn, frozen, NotAllowed, write } from '../../../exchange/export/making.ts'
import type { Job } from '../../../jobs/queue.ts'
import type { GivenUp, JobHandler } from '../../../jobs/runner.ts'
import { emitStopped } from '../endedSchedules.ts'
import { emitViews, readsOf } from '../savedViewStore.ts'
import type { DueExport } from './due.ts'
import { type Exportable, exportable, wantedOf } from './scheduledView.ts'
import { COLUMNS, type Row, RUN, STATE } from './store.ts'

const GAVE_UP: Label = [
  '多次尝试后仍未完成，下次按时重新导出',
  'It was not finished after several attempts; the next one is made on time',
]
/** Characters that no file name has everywhere. */
const NOT_IN_NAMES = /[\\/:*?"<>|\p{Cc}]/gu

/** A run of a schedule. */
interface Running {
  readonly context: ServerContext
  readonly tenantId: string
  readonly row: Row
  /** Id of its export. */
  readonly id: string
}

/** The schedule whose latest run this job is; null where it was removed, or a later time is served. */
async function runningOf(context: ServerContext, job: Pick<Job, 'tenantId' | 'payload'>): Promise<Running | null> {
  const { tenantId } = job
  const due = job.payload as unknown as DueExport
  const [row] = await readsOf(context, tenantId).query<Row>(
    `select ${COLUMNS} from "view_schedule" s where s.tenant_id = $1 and s.id = $2 and s.export_id = $3 and s.last_state = ${RUN.running}`,
    [tenantId, due.schedule, due.export],
  )
  return row ? { context, tenantId, row, id: due.export } : null
}

/** Person of a schedule as of now; null where they, their company or their tenant are disabled, gone or over. */
async function personOf({ context, tenantId, row }: Running): Promise<Actor | null> {
  const [found] = await actorsNow(context, tenantId, [String(row.user_id)])
  return found ? { ...found, language: row.language, requestId: `viewExport ${row.id}`.slice(0, 64) } : null
}

/** Ends a run: once, also where two runners believe to have it. Returns whether this call did. */
async function end(
  tx: Tx,
  { tenantId, row, id }: Running,
  state: number,
  more: { readonly total?: number; readonly error?: Label } = {},
): Promise<boolean> {
  const [ended] = await tx.query(
    `update "view_schedule" set last_state = $4, last_total = $5, last_error = $6::jsonb, update_time = now()
     where tenant_id = $1 and id = $2 and export_id = $3 and last_state = ${RUN.running} returning 1 as one`,
    [tenantId, row.id, id, state, more.total ?? 0, more.error ? JSON.stringify(more.error) : null],
  )
  return ended !== undefined
}

/** Stops a schedule without a file: its person is notified of why, and sets it anew where they may. */
async function stop(running: Running, why: StopReason): Promise<void> {
  const { context, tenantId, row } = running
  await context.db.transaction({ tenantId }, async (tx) => {
    await failIn(tx, running.id)
    if (!(await end(tx, running, RUN.none))) return
    const [stopped] = await tx.query<{ version: number }>(
      `update "view_schedule" set state = ${STATE.stopped}, why = $3, next_time = null, version = version + 1
       where tenant_id = $1 and id = $2 and state <> ${STATE.stopped} returning version`,
      [tenantId, row.id, why],
    )
    if (stopped) emitStopped(tx, { ...row, version: stopped.version }, why, context.now())
  })
}

/** Ends a run with its file, or without one: the schedule goes on with its next time. */
async function finish(
  running: Running,
  ending: 'scheduled' | 'scheduleFailed',
  of: { total?: number; error?: Label; text: string },
): Promise<void> {
  const { context, tenantId, row, id } = running
  const userId = String(row.user_id)
  const done = ending === 'scheduled'
  await context.db.transaction({ tenantId }, async (tx) => {
    if (!done) await failIn(tx, id)
    if (!(await end(tx, running, done ? RUN.done : RUN.failed, of))) return
    notify(tx, {
      userId,
      kind: 'fileMade',
      resource: '',
      recordId: '',
      params: { schedule: String(row.id), ending, text: of.text, ...(done ? { export: id } : {}) },
      once: `viewExport ${id}`,
    })
    emitViews(tx, { userId, name: '' }, context.now(), [])
  })
}

/**
 * Refuses a run whose rows are more than its person has left of a day.
 * @throws AppError 400
 */
async function refuseTooMany(
  tx: Tx,
  userId: string,
  { id, total, at }: { readonly id: string; readonly total: number; readonly at: Date },
): Promise<void> {
  const n = SCHEDULED_ROWS_PER_DAY_MAX
  if ((await scheduledRows(tx, userId, id, at)) + total > n)
    throw new AppError(400, [
      `24 小时内定时导出合计不能超过 ${n} 行，请缩小视图的条件或降低频率`,
      `Scheduled exports take ${n} rows within 24 hours: narrow the view or make it less often`,
    ])
}

/** Adds the row of the export of this run, once; what its person saw of the view last is kept with the schedule. */
async function beginRun(
  { context, tenantId, row, id }: Running,
  actor: Actor,
  { view, list }: Exportable,
  total: number,
): Promise<'open' | 'written'> {
  return context.db.transaction({ tenantId }, async (tx) => {
    await tx.query(`update "view_schedule" set view_name = $3, list = $4 where tenant_id = $1 and id = $2`, [
      ...[tenantId, row.id, view.name, view.list],
    ])
    const at = context.now()
    const title = view.name.replace(NOT_IN_NAMES, '_')
    const begun = await beginExport(tx, context, actor, { id, title, resource: list.of, format: row.format, total })
    if (begun === 'written') return begun
    await refuseTooMany(tx, String(row.user_id), { id, total, at })
    const until = new Date(at.getTime() + SCHEDULED_FILE_DAYS * 86_400_000).toISOString()
    await tx.query(
      'insert into "scheduled_file" (tenant_id, export_id, schedule_id, until) values ($1, $2, $3, $4) on conflict do nothing',
      [tenantId, id, row.id, until],
    )
    await keepNewest(tx, String(row.id), SCHEDULED_FILES_MAX, at)
    return begun
  })
}

/** Whether an error is the person's or the list's matter: trying again at once would not help. */
const isRefusal = (e: unknown): e is AppError => e instanceof AppError && e.code >= 400 && e.code < 429

/**
 * Scheduled export, made as its person and with what they may do at this moment: who may no longer read the view, see its list or
 * export it gets no file, and the schedule stops and says why. After a crash it begins anew under the same id.
 */
export const runViewExport: JobHandler = async (context, job, run) => {
  const running = await runningOf(context, job)
  if (!running) {
    // of a schedule that is gone: an attempt before this one may have begun its file
    await context.db.transaction({ tenantId: job.tenantId }, (tx) =>
      failIn(tx, (job.payload as unknown as DueExport).export),
    )
    return
  }
  const { row, id } = running
  const actor = await personOf(running)
  if (!actor) return stop(running, 'account')
  const found = await exportable(readsOf(context, job.tenantId), actor, String(row.view_id))
  if (typeof found === 'string') return stop(running, found)
  const { of } = found.list
  const { format } = row
  let total = 0
  try {
    const { conditions, sort, columns } = wantedOf(actor, found, context.now())
    const rows = await frozen(context, actor, { resource: of, format, sort, conditions })
    total = rows.total
    if ((await beginRun(running, actor, found, total)) === 'open')
      await write(
        context,
        actor,
        id,
        { resource: of, pages: rows.pages, columns, format },
        { who: () => personOf(running), progress: (done) => run.progress(done, total), stopped: run.stopped },
      )
  } catch (e) {
    // rights that were taken away meanwhile: the next attempt finds out which
    if (!isRefusal(e) || e instanceof NotAllowed) throw e
    return finish(running, 'scheduleFailed', { error: e.text, text: found.view.name })
  }
  return finish(running, 'scheduled', { total, text: found.view.name })
}

/** Ends a run that was given up, also one whose runner died each time, and has its person notified. */
export const giveUpViewExport: GivenUp = async (context, job) => {
  const running = await runningOf(context, job)
  if (running) await finish(running, 'scheduleFailed', { error: GAVE_UP, text: running.row.view_name })
}
