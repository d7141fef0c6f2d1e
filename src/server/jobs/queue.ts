import type { ServerContext } from '../core/context/context.ts'
import type { Tx } from '../core/database.ts'
import { kickJobs } from './kick.ts'

/** A job as its runner sees it. */
export interface Job {
  /** "" for work of no tenant. */
  readonly tenantId: string
  readonly id: string
  readonly kind: string
  readonly lane: string
  readonly payload: Readonly<Record<string, unknown>>
  /** 1 for the first run; more when an earlier run failed or its process ended. */
  readonly attempts: number
  /** After so many failed runs it is a dead letter. */
  readonly most: number
}

/** How a job is to be run. */
export interface JobOptions {
  /** Jobs of one lane wait for one another, not for those of another lane. Default: the kind. */
  readonly lane?: string
  /** Key of a job that is open at most once per kind: asking again answers the one that is there. */
  readonly key?: string
  /** Not before so many seconds have passed. */
  readonly after?: number
  /** Runs before it is a dead letter (3). */
  readonly most?: number
}

/** How long a runner may be silent before another one takes over, seconds. */
export const LEASE = 30

const NOBODY = { tenantId: null }
const BACK_OFF_MAX_SECONDS = 3_600

/** Seconds until a job that failed so many times is tried again: 5, 10, 20, … at most an hour. Pure. */
export const backOff = (attempts: number): number => Math.min(BACK_OFF_MAX_SECONDS, 5 * 2 ** Math.max(0, attempts - 1))

interface Found {
  readonly tenant_id: string
  readonly id: string
  readonly kind: string
  readonly lane: string
  readonly payload: Record<string, unknown>
  readonly attempts: number
  readonly most: number
}

const jobFrom = (found: Found): Job => ({
  tenantId: found.tenant_id,
  id: String(found.id),
  kind: found.kind,
  lane: found.lane,
  payload: found.payload,
  attempts: Number(found.attempts),
  most: Number(found.most),
})

/** As `enqueue`; also says whether the job is a new one. */
export async function offer(
  context: ServerContext,
  tx: Tx,
  kind: string,
  payload: Readonly<Record<string, unknown>>,
  options: JobOptions = {},
): Promise<{ readonly id: string; readonly added: boolean }> {
  const tenantId = tx.tenantId ?? ''
  const id = context.id()
  const key = options.key ?? null
  const [added] = await tx.query(
    `insert into "job" (tenant_id, id, kind, lane, key, payload, due, most)
     values ($1, $2, $3, $4, $5, $6::jsonb, now() + make_interval(secs => $7), $8)
     on conflict (tenant_id, kind, key) where key is not null and state in ('queued', 'running') do nothing returning id`,
    [tenantId, id, kind, options.lane ?? kind, key, JSON.stringify(payload), options.after ?? 0, options.most ?? 3],
  )
  // a job that may start now does not wait for the next poll
  if (added && !options.after) tx.committed(() => kickJobs(context))
  if (added) return { id, added: true }
  const [open] = await tx.query<{ id: string }>(
    `select id from "job" where tenant_id = $1 and kind = $2 and key = $3 and state in ('queued', 'running')`,
    [tenantId, kind, key],
  )
  return { id: String(open?.id ?? id), added: false }
}

/**
 * Puts a job into the queue, inside the transaction that makes it necessary. Returns its id, or that of the open job
 * that has the same key.
 */
export const enqueue = async (...job: Parameters<typeof offer>): Promise<string> => (await offer(...job)).id

/** A job of no tenant, in a transaction of its own. */
export const enqueueAlone = (
  context: ServerContext,
  kind: string,
  payload: Readonly<Record<string, unknown>>,
  options?: JobOptions,
): Promise<string> => context.db.transaction(NOBODY, (tx) => enqueue(context, tx, kind, payload, options))

/**
 * Takes the jobs that are due or were left by a dead runner: of each lane the oldest, at most as many as it has free
 * places. Two instances never get the same.
 */
export async function claim(
  context: ServerContext,
  kinds: readonly string[],
  free: Readonly<Record<string, number>>,
): Promise<Job[]> {
  const found = await context.db.transaction(NOBODY, (tx) =>
    tx.query<Found>(
      `update "job" j set state = 'running', runner = $1, due = now() + make_interval(secs => $2), attempts = attempts + 1, update_time = now()
       from (
         select one.tenant_id, one.id from unnest($3::text[], $4::int[]) l (lane, free) cross join lateral (
           select q.tenant_id, q.id from "job" q
           where q.lane = l.lane and q.kind = any($5::text[]) and q.state in ('queued', 'running') and q.due <= now()
           order by q.due, q.id limit l.free for update skip locked) one) found
       where j.tenant_id = found.tenant_id and j.id = found.id
       returning j.tenant_id, j.id, j.kind, j.lane, j.payload, j.attempts, j.most`,
      [context.instance, LEASE, Object.keys(free), Object.values(free), kinds],
    ),
  )
  return found.map(jobFrom)
}

/**
 * Says that a job is still being worked on, and how far it is. `lost`: another runner has it now; `cancel`: it is to
 * stop at the next safe place.
 */
export async function renew(
  context: ServerContext,
  job: Job,
  progress?: { readonly done: number; readonly total: number | null },
): Promise<'kept' | 'cancel' | 'lost'> {
  const [kept] = await context.db.transaction(NOBODY, (tx) =>
    tx.query<{ cancel: boolean }>(
      `update "job" set due = now() + make_interval(secs => $5), update_time = now(), done = coalesce($6, done), total = coalesce($7, total)
       where tenant_id = $1 and id = $2 and runner = $3 and attempts = $4 and state = 'running' returning cancel`,
      [job.tenantId, job.id, context.instance, job.attempts, LEASE, progress?.done ?? null, progress?.total ?? null],
    ),
  )
  return !kept ? 'lost' : kept.cancel ? 'cancel' : 'kept'
}

/** How a run of a job ended. `later`: not an error, it is to go on in so many seconds; the run does not count. */
export type Ending =
  | { readonly state: 'done' }
  | { readonly state: 'later'; readonly after: number }
  | { readonly state: 'error'; readonly error: string; readonly final?: boolean }

/** Whether a job that ends so is given up: a dead letter. Pure. */
export const isDead = (job: Pick<Job, 'attempts' | 'most'>, ending: Ending): boolean =>
  ending.state === 'error' && (ending.final === true || job.attempts >= job.most)

/**
 * Ends a run: done, back into the queue, or failed. An error sends it back after its back-off until it has failed
 * `most` times or the error is final: then it is a dead letter. Who was asked to cancel it gets `cancelled`.
 */
export async function finish(context: ServerContext, job: Job, ending: Ending): Promise<string> {
  const error = ending.state === 'error' ? ending.error : ''
  const state = ending.state === 'done' ? 'done' : isDead(job, ending) ? 'failed' : 'queued'
  const after = ending.state === 'later' ? ending.after : backOff(job.attempts)
  const [ended] = await context.db.transaction(NOBODY, (tx) =>
    tx.query<{ state: string }>(
      `update "job" set state = case when cancel and $5 <> 'done' then 'cancelled' else $5 end, error = $6, runner = '', update_time = now(),
         attempts = attempts - $7, due = now() + make_interval(secs => $8)
       where tenant_id = $1 and id = $2 and runner = $3 and attempts = $4 and state = 'running' returning state`,
      [
        job.tenantId,
        job.id,
        context.instance,
        job.attempts,
        state,
        error.slice(0, 1000),
        ending.state === 'later' ? 1 : 0,
        after,
      ],
    ),
  )
  return ended?.state ?? 'lost'
}
