import { setTimeout as sleep } from 'node:timers/promises'
import { wallClock } from '../../../model/values/dates.ts'
import type { Label } from '../../../model/values/label.ts'
import type { BatchOrder, BatchState } from '../../../model/wire/batchWire.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import { AppError, isUnavailable } from '../../core/errors.ts'
import { may } from '../../core/permissions.ts'
import { enqueue, type Job } from '../../jobs/queue.ts'
import type { Run } from '../../jobs/runner.ts'
import { type Accept, withOneTimeCode } from '../../writing/oneTimeCodes.ts'
import { byId } from '../../writing/unitOfWork/rows.ts'
import { once } from '../idempotency.ts'
import { proveTotal } from '../largeBatch.ts'
import { askOf, stepOf } from '../transitions.ts'
import { batchRowsOf, batchStep } from './batchOrder.ts'
import { decideRows, lanesOf, Pace } from './batchRows.ts'
import {
  actorFrom,
  type Batch,
  batchOf,
  cancelStored,
  endBatch,
  holdBatch,
  insertBatch,
  interruptBegun,
  refuseWaiting,
  reopenBatch,
  stateOf,
  waitingRows,
} from './batchStore.ts'

/** Up to here a batch runs in the process that was asked; more is a job any instance may take. */
const INLINE = 1_000
/** Rows read ahead, and the shortest time between two progress events, ms. */
const AHEAD = 1_000
const TOLD_EVERY = 250
/** How long the first answer waits for a batch that ends at once, ms. */
const FIRST_ANSWER_TIMEOUT_MS = 400

/** Waits between tries while the database is away, ms: a restart or failover takes a few seconds. */
const PAUSES = [100, 300, 1_000, 2_000, 4_000]

/** Batches that this process runs, by database, with the way to stop each. */
const running = new WeakMap<object, Map<string, { stop: boolean; done: Promise<void> }>>()
const mine = (context: ServerContext) => {
  const map = running.get(context.db) ?? new Map<string, { stop: boolean; done: Promise<void> }>()
  running.set(context.db, map)
  return map
}

/**
 * Starts a batch: each row succeeds or fails alone. Refusals of the whole batch (permission, closed transition, invalid
 * answers, a missing total or one-time code) are raised at once; the refusal of a row is that row's result. A repeated
 * key answers the batch that it began, whatever code comes with it. `address`: network address of the caller.
 */
export async function startBatch(
  context: ServerContext,
  actor: Actor,
  order: BatchOrder,
  key: string | null,
  address = '',
): Promise<BatchState> {
  const step = batchStep(context, actor, order)
  const ask = askOf(step.transition, order.ask ?? {}, actor)
  const rows = await batchRowsOf(context, actor, order)
  const long = rows.length > INLINE
  const body = {
    batch: order.resource,
    transition: order.transition,
    ask,
    selection: order.selection ?? '',
    rows: order.selection ? [] : rows,
    takesBack: order.takesBack ?? '',
    except: order.except ?? [],
  }
  let fresh = false
  const begin = (accept: Accept | null): Promise<string> =>
    context.db.transaction({ tenantId: actor.tenantId }, (tx) => {
      fresh = false
      return once(tx, actor, key, body, async () => {
        await proveTotal(context, tx, actor, step, order, { ids: rows.map((row) => row.id) }, accept)
        fresh = true
        const made = await insertBatch(
          context,
          tx,
          actor,
          { resource: order.resource, transition: order.transition, ask, rows, takesBack: order.takesBack ?? null },
          long,
        )
        if (long) await enqueue(context, tx, 'batch', { batchId: made })
        return made
      })
    })
  const id = await (order.oneTimeCode ? withOneTimeCode(context, actor, address, begin) : begin(null))
  if (fresh) await setOff(context, actor, id, long)
  return stateOf(context, actor, id)
}

async function setOff(context: ServerContext, actor: Actor, id: string, long: boolean): Promise<void> {
  // a long one is a job by now
  if (long) return
  await Promise.race([run(context, actor, id), sleep(FIRST_ANSWER_TIMEOUT_MS, undefined, { ref: false })])
}

/** How far a batch is. */
export const batchState = (context: ServerContext, actor: Actor, id: string): Promise<BatchState> =>
  stateOf(context, actor, id)

/** Stops a batch after the rows being decided. Rows that were not reached stay unchanged. */
export async function cancelBatch(context: ServerContext, actor: Actor, id: string): Promise<BatchState> {
  await batchOf(context, actor, id)
  await cancelStored(context, actor.tenantId, id)
  const here = mine(context).get(id)
  if (here) {
    here.stop = true
    await here.done
  }
  return stateOf(context, actor, id)
}

/**
 * Continues with the rows that were not reached. A row that was decided before the process ended is not decided again.
 */
export async function resumeBatch(context: ServerContext, actor: Actor, id: string): Promise<BatchState> {
  const batch = await batchOf(context, actor, id)
  if (batch.state === 'cancelled')
    throw new AppError(409, ['批次已取消，不能继续', 'The batch was cancelled and cannot go on'])
  if (batch.state === 'interrupted') {
    const long = batch.total > INLINE
    const held = await context.db.transaction({ tenantId: actor.tenantId }, async (tx) => {
      if (!(await reopenBatch(tx, context, actor, id, long))) return false
      if (long) await enqueue(context, tx, 'batch', { batchId: id })
      return true
    })
    if (held) await setOff(context, actor, id, long)
  }
  return stateOf(context, actor, id)
}

/** Sends the progress of a batch to the user's browsers; they read its rows with `rounds/batch/state`. */
async function tell(context: ServerContext, actor: Actor, id: string): Promise<void> {
  const state = await stateOf(context, actor, id)
  await context.db.transaction({ tenantId: actor.tenantId }, (tx) =>
    tx.query(
      `insert into "outbox" (tenant_id, kind, resource, record_id, transition, actor_id, actor_name, payload) values ($1, 'batch', $2, $3, $4, $5, $6, $7::jsonb)`,
      [
        tx.tenantId,
        state.resource,
        id,
        state.transition,
        actor.userId,
        actor.name.slice(0, 50),
        JSON.stringify({ at: wallClock(context.now()), batch: { ...state, rows: [] } }),
      ],
    ),
  )
}

/** Asks again while the database is away for a moment; after eight seconds the batch stops and can be resumed. */
async function patiently<T>(ask: () => Promise<T>, halt: () => boolean): Promise<T> {
  for (let n = 0; ; n++) {
    try {
      return await ask()
    } catch (e) {
      const pause = PAUSES[n]
      if (!isUnavailable(e) || pause === undefined || halt()) throw e
      await sleep(pause)
    }
  }
}

/** Why the rest of a batch is not decided, as its rows are told. */
const NOT_ALLOWED: Readonly<Record<'gone' | 'stripped', Label>> = {
  gone: ['发起人已停用，未处理', 'Not done: whoever asked for it may not work here any more'],
  stripped: ['发起人已没有该权限，未处理', 'Not done: whoever asked for it has lost the permission'],
}

/**
 * Decides some rows with the grants their person has now: they may have been taken away since the batch was asked for.
 * Then the rest of the batch is refused.
 */
async function decideSome(
  context: ServerContext,
  actor: Actor,
  batch: Batch,
  rows: Parameters<typeof decideRows>[3],
  pace: Pace,
  halt: () => boolean,
): Promise<void> {
  const now = await context.actorNow(actor)
  const { transition: t } = stepOf(context.domains, batch.resource, batch.transition)
  if (now && may(now, t.permission ?? ''))
    return decideRows(context, { ...now, batch: batch.id }, batch, rows, pace, halt)
  const text = NOT_ALLOWED[now ? 'stripped' : 'gone']
  await refuseWaiting(context, actor.tenantId, batch.id, { code: 403, text })
}

/**
 * Runs the waiting rows of a batch in this process until they are done, or the batch is cancelled, taken over by
 * another instance or stopped.
 */
function run(context: ServerContext, actor: Actor, id: string, stopped: () => boolean = () => false): Promise<void> {
  const known = mine(context).get(id)
  if (known) return known.done
  const handle = { stop: false, done: Promise.resolve() }
  const pace = new Pace(context.db.kind)
  const go = async (): Promise<void> => {
    const batch = await batchOf(context, actor, id)
    const lanes = lanesOf(context, batch)
    let reportedAt = 0
    let moved = true
    let telling = Promise.resolve()
    const beatOnce = async (): Promise<void> => {
      if (!(await holdBatch(context, actor.tenantId, id, false))) handle.stop = true
      else await tell(context, actor, id)
    }
    const beat = setInterval(() => {
      const now = Date.now()
      if (!moved && now - reportedAt < 2_000) return
      reportedAt = now
      moved = false
      telling = telling.then(beatOnce).catch((e: unknown) => {
        if (!isUnavailable(e)) context.log.warn(`batch ${id}: ${e instanceof Error ? e.message : String(e)}`)
      })
    }, TOLD_EVERY)
    try {
      const halt = () => handle.stop || stopped()
      while (!halt()) {
        const rows = (await patiently(() => waitingRows(context, actor.tenantId, id, AHEAD), halt)).sort((a, b) =>
          byId(a.id, b.id),
        )
        if (rows.length === 0) break
        const lane = async (): Promise<void> => {
          while (rows.length > 0 && !halt()) {
            const some = rows.splice(0, pace.size)
            await patiently(() => decideSome(context, actor, batch, some, pace, halt), halt)
            moved = true
          }
        }
        await Promise.all(Array.from({ length: lanes }, lane))
      }
    } finally {
      clearInterval(beat)
      await telling
    }
    await patiently(() => endBatch(context, actor.tenantId, id), stopped)
    await patiently(() => tell(context, actor, id), stopped)
  }
  handle.done = go()
    .catch((e: unknown) => context.log.error(`batch ${id} stopped: ${e instanceof Error ? e.message : String(e)}`))
    .finally(() => mine(context).delete(id))
  mine(context).set(id, handle)
  return handle.done
}

/** Runs a long batch as a job. A batch that another process left is not taken over: its person is notified, and resumes it. */
export async function runBatchJob(context: ServerContext, job: Job, { stopped }: Run): Promise<void> {
  const id = String(job.payload.batchId)
  if (job.attempts > 1) return void (await interruptBegun(context, job.tenantId, id))
  if (!(await holdBatch(context, job.tenantId, id, true))) return
  const [found] = await context.db.scoped<{ actor: Record<string, unknown> }>(
    { tenantId: job.tenantId },
    { text: 'select actor from "batch" where tenant_id = $1 and id = $2', values: [job.tenantId, id] },
  )
  if (found) await run(context, actorFrom(found.actor), id, stopped)
}

/** Stops what this process runs, each after its rows in hand; it can be resumed anywhere. */
export async function stopBatches(context: ServerContext): Promise<void> {
  const all = [...mine(context).values()]
  for (const b of all) b.stop = true
  await Promise.all(all.map((b) => b.done))
}
