import { Cron } from 'croner'
import type { ServerContext } from '../core/context/context.ts'
import type { Tx } from '../core/database.ts'
import { isUnavailable } from '../core/errors.ts'
import { kickJobs } from './kick.ts'
import { enqueue } from './queue.ts'

/** Work that is due at certain times of the business clock. */
export interface Schedule {
  readonly id: string
  /** Five fields (minute hour day month weekday), Asia/Shanghai. */
  readonly cron: string
  /** Puts the jobs of one moment into the queue. Runs in the transaction that notes the moment as served. */
  jobs(context: ServerContext, tx: Tx, slot: Date): Promise<void>
}

/** A job of each tenant at the same moments: one of a tenant for each `key`, whichever instance asks. */
export const inEachTenant = (
  of: Pick<Schedule, 'id' | 'cron'>,
  kind: string,
  job: (slot: Date) => {
    readonly payload?: Readonly<Record<string, unknown>>
    readonly lane?: string
    readonly key: string
  },
): Schedule => ({
  ...of,
  jobs: async (context, tx, slot) => {
    const { payload = {}, ...how } = job(slot)
    const tenants = await tx.query<{ code: string }>('select code from "tenant" where is_deleted = 0 order by code')
    for (const { code } of tenants) await enqueue(context, { ...tx, tenantId: code }, kind, payload, how)
  },
})

const ZONE = 'Asia/Shanghai'
const EVERY = 1_000

const crons = new Map<string, Cron>()

/** Moments of an expression of five fields after a moment, at most `n`, in order. @throws when the expression is none. */
export const runsAfter = (expression: string, n: number, after: Date): Date[] => parsed(expression).nextRuns(n, after)

const parsed = (expression: string): Cron => new Cron(expression, { timezone: ZONE, paused: true, mode: '5-part' })

/** An expression of the product's own, which is parsed once. @throws when the expression is none. */
export function cronOf(expression: string): Cron {
  const known = crons.get(expression) ?? parsed(expression)
  crons.set(expression, known)
  return known
}

const MINUTE = 60_000
/** Minute of the last evaluation of each schedule with its result: no schedule is due twice within one minute. */
const found = new Map<string, { readonly minute: number; readonly slot: Date | null }>()

/** The latest moment a schedule was due, at or before `now`; null when there was none. Pure. */
export function slotBefore(expression: string, now: Date): Date | null {
  const minute = Math.floor(now.getTime() / MINUTE)
  const known = found.get(expression)
  if (known?.minute === minute) return known.slot
  // looked for strictly before the given moment
  const [slot = null] = cronOf(expression).previousRuns(1, new Date((minute + 1) * MINUTE))
  found.set(expression, { minute, slot })
  return slot
}

/**
 * Serves one schedule up to now. Several instances may ask at once: one of them moves the row on and adds the jobs in
 * the same transaction. Moments missed while no server ran are served once, by the latest. A schedule that is seen for
 * the first time has missed nothing. Returns whether this call served it.
 */
export async function serve(context: ServerContext, s: Schedule): Promise<boolean> {
  const slot = slotBefore(s.cron, context.now())
  if (!slot) return false
  return context.db.transaction({ tenantId: null }, async (tx) => {
    const [added] = await tx.query(
      'insert into "schedule" (id, slot) values ($1, $2) on conflict (id) do nothing returning id',
      [s.id, slot],
    )
    if (added) return false
    const [moved] = await tx.query('update "schedule" set slot = $2 where id = $1 and slot < $2 returning id', [
      s.id,
      slot,
    ])
    if (!moved) return false
    await s.jobs(context, tx, slot)
    return true
  })
}

/**
 * Runs schedules as they become due, reading the database only then. Returns how to end it, after the run under way.
 */
export function startSchedules(
  context: ServerContext,
  schedules: readonly Schedule[],
  every = EVERY,
): () => Promise<void> {
  const served = new Map<string, number>()
  let hand: Promise<void> | null = null
  const tick = async (): Promise<void> => {
    for (const s of schedules) {
      const slot = slotBefore(s.cron, context.now())?.getTime() ?? 0
      if (slot <= (served.get(s.id) ?? -1)) continue
      if (await serve(context, s)) kickJobs(context)
      served.set(s.id, slot)
    }
  }
  const ask = (): void => {
    hand ??= tick()
      .catch((e: unknown) => {
        if (!isUnavailable(e)) context.log.warn(`schedules: ${e instanceof Error ? e.message : String(e)}`)
      })
      .finally(() => {
        hand = null
      })
  }
  ask()
  const timer = setInterval(ask, every)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await hand
  }
}
