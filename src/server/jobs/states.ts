import type { ServerContext } from '../core/context/context.ts'

/** A job as people who look after the server see it. */
export interface JobState {
  readonly id: string
  readonly kind: string
  readonly lane: string
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly attempts: number
  readonly done: number
  /** null while the total is unknown. */
  readonly total: number | null
  readonly error: string
}

const NOBODY = { tenantId: null }
const STATE = 'id, kind, lane, state, attempts, done, total, error'

type Found = Omit<JobState, 'id'> & { readonly id: string }

/** How far a job is; null when there is none (any more). */
export async function jobState(context: ServerContext, tenantId: string, id: string): Promise<JobState | null> {
  const [found] = await context.db.scoped<Found>(NOBODY, {
    text: `select ${STATE} from "job" where tenant_id = $1 and id = $2`,
    values: [tenantId, id],
  })
  return found ? { ...found, id: String(found.id) } : null
}

/** Jobs of a tenant that were given up, newest first; at most 500. */
export async function deadLetters(context: ServerContext, tenantId: string): Promise<JobState[]> {
  const found = await context.db.scoped<Found>(NOBODY, {
    text: `select ${STATE} from "job" where tenant_id = $1 and state = 'failed' order by update_time desc, id desc limit 500`,
    values: [tenantId],
  })
  return found.map((one) => ({ ...one, id: String(one.id) }))
}

/** A dead letter goes back into the queue with all its runs before it; false when it is none. */
export async function revive(context: ServerContext, tenantId: string, id: string): Promise<boolean> {
  const [back] = await context.db.transaction(NOBODY, (tx) =>
    tx.query(
      `update "job" j set state = 'queued', attempts = 0, due = now(), error = '', update_time = now()
       where tenant_id = $1 and id = $2 and state = 'failed' and not exists (select 1 from "job" o
         where o.tenant_id = j.tenant_id and o.kind = j.kind and o.key = j.key and o.state in ('queued', 'running'))
       returning id`,
      [tenantId, id],
    ),
  )
  return back !== undefined
}

/** Cancels a job: a queued job at once, a running one at its next safe point. False when it has ended already. */
export async function cancelJob(context: ServerContext, tenantId: string, id: string): Promise<boolean> {
  const [cancelled] = await context.db.transaction(NOBODY, (tx) =>
    tx.query(
      `update "job" set cancel = true, state = case when state = 'queued' then 'cancelled' else state end, update_time = now()
       where tenant_id = $1 and id = $2 and state in ('queued', 'running') returning id`,
      [tenantId, id],
    ),
  )
  return cancelled !== undefined
}
