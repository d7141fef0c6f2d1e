import {
  pauseViewSchedule,
  readViewSchedules,
  removeViewSchedule,
  saveViewSchedule,
} from '../../../../model/desk/viewScheduleCalls.ts'
import { isId } from '../../../../model/language/derived/validate.ts'
import type { Label } from '../../../../model/values/label.ts'
import {
  SCHEDULE_FORMATS,
  SCHEDULE_GAP_MIN_MINUTES,
  SCHEDULES_PER_USER_MAX,
  type ScheduleFormat,
  type StopReason,
  type ViewSchedule,
} from '../../../../model/wire/viewSchedule.ts'
import type { Conflict } from '../../../../model/wire/wire.ts'
import type { Actor } from '../../../core/actor.ts'
import type { Tx } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { refuseOthers } from '../../../core/side.ts'
import { runsAfter } from '../../../jobs/schedule.ts'
import { handle, handleOwnTables } from '../../../records/handle.ts'
import { refused } from '../savedViewChecks.ts'
import { emitViews, inTurn, type Reads, readsOf } from '../savedViewStore.ts'
import { type Exportable, exportable } from './scheduledView.ts'
import { COLUMNS, nextRun, type Row, STATE, schedulesOf } from './store.ts'

/** Moments whose distance is looked at: more than a day can have. */
const RUNS_COMPARED = 30
/** Characters of a cron expression; names such as `@daily` and `MON` are none. */
const CRON = /^[\d*,\-/L#W]+( [\d*,\-/L#W]+){4}$/

/** A cron expression as it is kept. @throws AppError 400: it is none, never comes, or comes too often */
function cronIn(actor: Actor, sent: string, now: Date): string {
  const cron = sent.trim().split(/\s+/).join(' ')
  let runs: readonly Date[] | null = null
  try {
    if (CRON.test(cron)) runs = runsAfter(cron, RUNS_COMPARED, now)
  } catch {
    // the message of the parser is English and about its own terms
  }
  if (!runs)
    throw refused(
      actor,
      'cron',
      '时间表达式无效，须为五段：分 时 日 月 周，如 0 8 * * 1',
      'The expression is not valid: five fields, minute hour day month weekday, as in 0 8 * * 1',
    )
  if (runs.length === 0)
    throw refused(actor, 'cron', '该时间不会到来，请改用其他时间', 'This time never comes: choose another one')
  const gap = Math.min(...runs.slice(1).map((run, n) => run.getTime() - (runs[n] as Date).getTime()))
  if (gap < SCHEDULE_GAP_MIN_MINUTES * 60_000)
    throw refused(
      actor,
      'cron',
      `两次导出至少间隔 ${SCHEDULE_GAP_MIN_MINUTES} 分钟，请减少次数`,
      `Two exports are at least ${SCHEDULE_GAP_MIN_MINUTES} minutes apart: choose fewer`,
    )
  return cron
}

function formatIn(actor: Actor, sent: string | null | undefined): ScheduleFormat {
  const format = SCHEDULE_FORMATS.find((one) => one === (sent || 'xlsx'))
  if (!format) throw refused(actor, 'format', '格式须为 xlsx 或 csv', 'The format is xlsx or csv')
  return format
}

const NOT_NOW: Readonly<Record<Exclude<StopReason, 'account'>, AppError['code']>> = {
  viewGone: 404,
  notShared: 404,
  list: 404,
  noExport: 403,
}

/** The view, where this person may have it exported. @throws AppError 404, and 403 where they may see it and not export it */
async function viewFor(reads: Reads, actor: Actor, id: string): Promise<Exportable> {
  const found = isId(id) ? await exportable(reads, actor, id) : 'viewGone'
  if (typeof found !== 'string') return found
  const text: Label =
    found === 'noExport'
      ? ['您没有导出此列表的权限', 'You may not export this list']
      : ['视图不存在，或不再共享给您', 'There is no such view, or it is no longer shared with you']
  throw new AppError(NOT_NOW[found], text)
}

const stale = ({ id, version }: Row, { name }: Actor): AppError =>
  new AppError(409, ['定时导出已在别处更改，请重新打开', 'The schedule was changed elsewhere; open it anew'], {
    ...{ id: String(id), reason: 'stale', version, by: name, at: '', action: '' },
    ...{ transition: '', fields: [], row: null },
  } satisfies Conflict)

/** The caller's own schedule, locked, at the version they saw. @throws AppError 404, 409 */
async function ownRow(tx: Tx, actor: Actor, id: string, version: number): Promise<Row> {
  const [row] = isId(id)
    ? await tx.query<Row>(
        `select ${COLUMNS} from "view_schedule" s where s.tenant_id = $1 and s.user_id = $2 and s.id = $3 for update`,
        [actor.tenantId, actor.userId, id],
      )
    : []
  if (!row) throw notFound()
  if (row.version !== version) throw stale(row, actor)
  return row
}

/** Has a schedule go on, from the next time after now; a run that its person no longer may make was refused before. */
const goOn = `state = ${STATE.active}, why = ''`

async function one(reads: Reads, actor: Actor, id: string): Promise<ViewSchedule> {
  const [found] = await schedulesOf(reads, actor, id)
  if (!found) throw notFound()
  return found
}

/** Line of the audit trail: schedules let data out. */
function record(tx: Tx, actor: Actor, id: string, version: number, action: 'add' | 'edit' | 'remove'): void {
  tx.write(
    `insert into "audit_trail" (tenant_id, resource, record_id, version, action, actor_id, actor_name, request_id)
     values ($1, 'viewSchedule', $2, $3, $4, $5, $6, $7)`,
    [
      ...[actor.tenantId, id, version, action, actor.userId],
      ...[actor.name.slice(0, 50), actor.requestId.slice(0, 64)],
    ],
  )
}

/** Scheduled exports of whoever is signed in. */
export const viewScheduleHandlers = [
  handle(readViewSchedules, async ({ actor, context }) => {
    refuseOthers(actor)
    return schedulesOf(readsOf(context, actor.tenantId), actor)
  }),
  handleOwnTables(saveViewSchedule, async ({ body, actor, tx, context }) => {
    refuseOthers(actor)
    const now = context.now()
    const cron = cronIn(actor, body.cron, now)
    const format = formatIn(actor, body.format)
    const { view } = await viewFor(tx, actor, body.view)
    await inTurn(tx, actor)
    const all = await tx.query<Row>(
      `select ${COLUMNS} from "view_schedule" s where s.tenant_id = $1 and s.user_id = $2 for update`,
      [actor.tenantId, actor.userId],
    )
    const before = all.find((row) => String(row.view_id) === view.id)
    if ((before?.version ?? 0) !== (body.version ?? 0)) {
      if (before) throw stale(before, actor)
      throw notFound()
    }
    if (!before && all.length >= SCHEDULES_PER_USER_MAX)
      throw refused(
        actor,
        'cron',
        `定时导出过多（最多 ${SCHEDULES_PER_USER_MAX} 个），请先删除不用的`,
        `There are too many schedules (${SCHEDULES_PER_USER_MAX} at most): delete some first`,
      )
    const id = before ? String(before.id) : context.id()
    const next = nextRun(cron, now)?.toISOString() ?? null
    const values = [actor.tenantId, id, view.name, view.list, cron, format, actor.language, next]
    const [kept] = await tx.query<{ version: number }>(
      before
        ? `update "view_schedule" set view_name = $3, list = $4, cron = $5, format = $6, language = $7, next_time = $8, ${goOn},
             version = version + 1, update_time = now() where tenant_id = $1 and id = $2 returning version`
        : `insert into "view_schedule" (tenant_id, id, view_name, list, cron, format, language, next_time, user_id, view_id)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning version`,
      before ? values : [...values, actor.userId, view.id],
    )
    record(tx, actor, id, kept?.version ?? 1, before ? 'edit' : 'add')
    emitViews(tx, actor, now, [])
    return one(tx, actor, id)
  }),
  handleOwnTables(pauseViewSchedule, async ({ body, actor, tx, context }) => {
    refuseOthers(actor)
    if (body.paused !== 0 && body.paused !== 1) throw refused(actor, 'paused', '须为 0 或 1', 'It is 0 or 1')
    const now = context.now()
    const row = await ownRow(tx, actor, body.id, body.version)
    // nothing goes on that its person may not set anew
    if (body.paused === 0) await viewFor(tx, actor, String(row.view_id))
    const active = row.state === STATE.active
    if (active === (body.paused === 1)) {
      const next = body.paused === 1 ? null : (nextRun(row.cron, now)?.toISOString() ?? null)
      await tx.query(
        `update "view_schedule" set ${body.paused === 1 ? `state = ${STATE.paused}` : goOn}, next_time = $3, version = version + 1, update_time = now()
         where tenant_id = $1 and id = $2`,
        [actor.tenantId, row.id, next],
      )
      record(tx, actor, String(row.id), row.version + 1, 'edit')
      emitViews(tx, actor, now, [])
    }
    return one(tx, actor, String(row.id))
  }),
  handleOwnTables(removeViewSchedule, async ({ body, actor, tx, context }) => {
    refuseOthers(actor)
    const row = await ownRow(tx, actor, body.id, body.version)
    await tx.query('delete from "view_schedule" where tenant_id = $1 and id = $2', [actor.tenantId, row.id])
    record(tx, actor, String(row.id), row.version + 1, 'remove')
    emitViews(tx, actor, context.now(), [])
    return null
  }),
]
