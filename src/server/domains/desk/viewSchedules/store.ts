import { wallClock } from '../../../../model/values/dates.ts'
import { type Label, label } from '../../../../model/values/label.ts'
import {
  SCHEDULE_STATES,
  type ScheduledRun,
  type ScheduleFormat,
  STOP_REASONS,
  type StopReason,
  type ViewSchedule,
} from '../../../../model/wire/viewSchedule.ts'
import type { Actor } from '../../../core/actor.ts'
import { readerRoles } from '../../../core/permissions.ts'
import { DONE_EXPORTS } from '../../../exchange/export/making.ts'
import { runsAfter } from '../../../jobs/schedule.ts'
import { mayShare } from '../savedViewChecks.ts'
import { READABLE, type Reads } from '../savedViewStore.ts'

/** States of a schedule, and of its latest run, as they are kept. */
export const STATE = { active: 0, paused: 1, stopped: 2 } as const
export const RUN = { none: 0, running: 1, done: 2, failed: 3 } as const

const RUNS: Readonly<Record<number, ScheduledRun['state']>> = { 1: 'running', 2: 'done', 3: 'failed' }

/** Schedule as it is kept. */
export interface Row {
  readonly id: string
  readonly user_id: string
  readonly view_id: string
  readonly view_name: string
  readonly list: string
  readonly cron: string
  readonly format: ScheduleFormat
  readonly language: 'zh' | 'en'
  readonly state: number
  readonly why: string
  readonly next_time: Date | null
  readonly last_time: Date | null
  readonly last_state: number
  readonly last_total: number
  readonly last_error: Label | null
  readonly export_id: string | null
  readonly version: number
}

export const COLUMNS = [
  ...['id', 'user_id', 'view_id', 'view_name', 'list', 'cron', 'format', 'language', 'state', 'why', 'next_time'],
  ...['last_time', 'last_state', 'last_total', 'last_error', 'export_id', 'version'],
]
  .map((name) => `s.${name}`)
  .join(', ')

/** First moment of an expression after `now`; null where there is none any more. */
export const nextRun = (cron: string, now: Date): Date | null => runsAfter(cron, 1, now)[0] ?? null

/** Schedules of a person, oldest first, or the one of `id`, as they see them. */
export async function schedulesOf(reads: Reads, actor: Actor, id: string | null = null): Promise<ViewSchedule[]> {
  const rows = await reads.query<Row & { readonly name: string; readonly there: boolean }>(
    // a view that is no longer shared shows no newer name
    `select ${COLUMNS}, case when ${READABLE} then v.name else s.view_name end as name, e.id is not null as there
        from "view_schedule" s left join "saved_view" v on v.tenant_id = s.tenant_id and v.id = s.view_id
          left join ${DONE_EXPORTS} e on e.tenant_id = s.tenant_id and e.id = s.export_id
        where s.tenant_id = $1 and s.user_id = $2 and ($5::bigint is null or s.id = $5) order by s.id`,
    [actor.tenantId, actor.userId, readerRoles(actor), mayShare(actor), id],
  )
  const clock = (time: Date | null) => (time ? wallClock(time) : '')
  return rows.map((row): ViewSchedule => {
    const run = RUNS[row.last_state]
    return {
      id: String(row.id),
      version: row.version,
      view: String(row.view_id),
      name: row.name,
      list: row.list,
      cron: row.cron,
      format: row.format,
      state: SCHEDULE_STATES[row.state] ?? 'stopped',
      why: row.state === STATE.stopped ? label(STOP_REASONS[row.why as StopReason] ?? ['', ''], actor.language) : '',
      next: clock(row.next_time),
      last: run
        ? {
            at: clock(row.last_time),
            state: run,
            total: row.last_total,
            why: run === 'failed' && row.last_error ? label(row.last_error, actor.language) : '',
            file: row.there ? String(row.export_id) : '',
          }
        : null,
    }
  })
}
