import type { ServerContext } from '../core/context.ts'
import type { Tx } from '../core/database.ts'

/** A piece of long work, as whoever leased it sees it. */
export interface Job {
  readonly tenantId: string
  readonly id: string
  readonly kind: string
  readonly payload: Readonly<Record<string, unknown>>
  /** 1 for the first run; more when an earlier runner died or failed. */
  readonly attempts: number
}

/** How long a runner may be silent before another one takes over, seconds. */
export const LEASE = 30

const NOBODY = { tenantId: null }

interface Found {
  readonly tenant_id: string
  readonly id: string
  readonly kind: string
  readonly payload: Record<string, unknown>
  readonly attempts: number
}

/** Puts a job into the queue, inside the transaction that makes it necessary. */
export async function enqueue(
  context: ServerContext,
  tx: Tx,
  kind: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<string> {
  const id = context.id()
  await tx.query('insert into "job" (tenant_id, id, kind, payload) values ($1, $2, $3, $4::jsonb)', [
    tx.tenantId ?? '',
    id,
    kind,
    JSON.stringify(payload),
  ])
  return id
}

/**
 * Leases the oldest job that waits or was left by a dead runner; null when there is none. Two instances never get the
 * same.
 */
export async function claim(context: ServerContext, kinds: readonly string[]): Promise<Job | null> {
  const [found] = await context.db.transaction(NOBODY, (tx) =>
    tx.query<Found>(
      `update "job" set state = 'running', runner = $1, lease_until = now() + make_interval(secs => $2), attempts = attempts + 1, update_time = now()
       where (tenant_id, id) in (
         select tenant_id, id from "job"
         where kind = any($3::text[]) and (state = 'queued' or (state = 'running' and lease_until < now()))
         order by create_time, id limit 1 for update skip locked)
       returning tenant_id, id, kind, payload, attempts`,
      [context.instance, LEASE, kinds],
    ),
  )
  return found
    ? {
        tenantId: found.tenant_id,
        id: String(found.id),
        kind: found.kind,
        payload: found.payload,
        attempts: Number(found.attempts),
      }
    : null
}

/** Says that a job is still being worked on; false when somebody else has it by now. */
export async function renew(context: ServerContext, job: Job): Promise<boolean> {
  const kept = await context.db.transaction(NOBODY, (tx) =>
    tx.query(
      `update "job" set lease_until = now() + make_interval(secs => $5), update_time = now()
       where tenant_id = $1 and id = $2 and runner = $3 and attempts = $4 and state = 'running' returning id`,
      [job.tenantId, job.id, context.instance, job.attempts, LEASE],
    ),
  )
  return kept.length > 0
}

/** Ends a job: done, or failed with its error after three attempts, before that back into the queue. */
export async function finish(context: ServerContext, job: Job, error: string | null): Promise<void> {
  const state = error === null ? 'done' : job.attempts >= 3 ? 'failed' : 'queued'
  await context.db.transaction(NOBODY, (tx) =>
    tx.query(
      `update "job" set state = $5, error = $6, lease_until = null, update_time = now()
       where tenant_id = $1 and id = $2 and runner = $3 and attempts = $4`,
      [job.tenantId, job.id, context.instance, job.attempts, state, (error ?? '').slice(0, 1000)],
    ),
  )
}
