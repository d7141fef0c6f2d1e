import { isId } from '../../../model/language/derived/validate.ts'
import { wallClock } from '../../../model/values/dates.ts'
import { type Label, label } from '../../../model/values/label.ts'
import type { BatchRow, BatchState } from '../../../model/wire/batchWire.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import type { Tx } from '../../core/database.ts'
import { AppError } from '../../core/errors.ts'

/** How long a batch counts as running without a sign of life, seconds. */
const BATCH_LEASE = 10

/** A process that was silent for so long after its lease is dead: one that only could not reach the database for a moment goes on. */
const BATCH_DEAD_SECONDS = 60

/** Up to this many rows every row is reported; beyond it only failed ones, and no more of them. */
const TOLD = 1_000

/** A batch as it is kept. `state` says interrupted when its lease ran out. */
export interface Batch {
  readonly id: string
  readonly actorId: string
  readonly actor: Record<string, unknown>
  readonly resource: string
  readonly transition: string
  readonly ask: Record<string, unknown>
  readonly state: BatchState['state']
  readonly total: number
}

export interface NewBatch {
  readonly resource: string
  readonly transition: string
  readonly ask: Readonly<Record<string, unknown>>
  readonly rows: readonly { readonly id: string; readonly version: number | null }[]
  /** The batch that is taken back. */
  readonly takesBack?: string | null
}

const EFFECTIVE = `case when state = 'running' and lease_until < now() then 'interrupted' else state end`

/** The actor as far as a later process needs it to go on. */
export const actorData = (actor: Actor): Record<string, unknown> => ({ ...actor, permissions: [...actor.permissions] })

/** The other way round. */
export const actorFrom = (data: Readonly<Record<string, unknown>>): Actor =>
  ({ ...data, permissions: new Set((data.permissions as string[] | undefined) ?? []) }) as unknown as Actor

/** How long a batch may wait for a runner before it counts as interrupted, seconds. */
const QUEUED = 3_600

/** Writes a batch with its rows, leased to this process, or `queued` for whichever runner takes it. */
export async function insertBatch(
  context: ServerContext,
  tx: Tx,
  actor: Actor,
  order: NewBatch,
  queued: boolean,
): Promise<string> {
  const id = context.id()
  await tx.query(
    `insert into "batch" (tenant_id, id, actor_id, actor, resource, transition, ask, request_id, state, total, runner, lease_until, takes_back)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7::jsonb, $8, 'running', $9, $10, now() + make_interval(secs => $11), $12)`,
    [
      tx.tenantId,
      id,
      actor.userId,
      JSON.stringify(actorData(actor)),
      order.resource,
      order.transition,
      JSON.stringify(order.ask),
      actor.requestId.slice(0, 64),
      order.rows.length,
      queued ? '' : context.instance,
      queued ? QUEUED : BATCH_LEASE,
      order.takesBack ?? null,
    ],
  )
  await tx.query(
    `insert into "batch_row" (tenant_id, batch_id, record_id, seq, asked_version)
     select $1, $2, u.id, u.seq, u.version from unnest($3::bigint[], $4::int[]) with ordinality as u (id, version, seq)`,
    [tx.tenantId, id, order.rows.map((r) => r.id), order.rows.map((r) => r.version)],
  )
  return id
}

/** Returns a batch of the user; batches of others are 404. */
export async function batchOf(context: ServerContext, actor: Actor, id: string): Promise<Batch> {
  const found = isId(id)
    ? await context.db.scoped<Record<string, unknown>>(
        { tenantId: actor.tenantId },
        {
          text: `select id, actor_id, actor, resource, transition, ask, total, ${EFFECTIVE} as state from "batch" where tenant_id = $1 and id = $2`,
          values: [actor.tenantId, id],
        },
      )
    : []
  const b = found[0]
  if (!b || String(b.actor_id) !== actor.userId) throw new AppError(404, ['批次不存在', 'There is no such batch'])
  return {
    id: String(b.id),
    actorId: String(b.actor_id),
    actor: b.actor as Record<string, unknown>,
    resource: String(b.resource),
    transition: String(b.transition),
    ask: b.ask as Record<string, unknown>,
    state: b.state as Batch['state'],
    total: Number(b.total),
  }
}

/** How far a batch is, with the rows that failed (and those done, up to a thousand). */
export async function stateOf(context: ServerContext, actor: Actor, id: string): Promise<BatchState> {
  const batch = await batchOf(context, actor, id)
  const scope = { tenantId: actor.tenantId }
  const whole = batch.total <= TOLD
  const [counted, rows] = await Promise.all([
    // Rows that are all loaded are counted here: a running batch is queried again and again.
    whole
      ? []
      : context.db.scoped<{ done: string; failed: string }>(scope, {
          text: `select count(*) filter (where state = 1) as done, count(*) filter (where state = 2) as failed
           from "batch_row" where tenant_id = $1 and batch_id = $2`,
          values: [actor.tenantId, id],
        }),
    context.db.scoped<Record<string, unknown>>(scope, {
      text: `select record_id, state, code, msg_zh, msg_en, version from "batch_row"
           where tenant_id = $1 and batch_id = $2 and state in (${whole ? '1, 2' : '2'}) order by seq limit ${TOLD}`,
      values: [actor.tenantId, id],
    }),
  ])
  const failed = rows.filter((r) => Number(r.state) === 2).length
  const [counts] = whole ? [{ done: rows.length - failed, failed }] : counted
  return {
    id,
    resource: batch.resource,
    transition: batch.transition,
    state: batch.state,
    total: batch.total,
    done: Number(counts?.done ?? 0),
    failed: Number(counts?.failed ?? 0),
    rows: rows.map((r): BatchRow => {
      const msg = label([String(r.msg_zh), String(r.msg_en)], actor.language)
      return {
        id: String(r.record_id),
        ok: Number(r.state) === 1,
        code: Number(r.code),
        msg,
        ...(r.version === null ? {} : { version: Number(r.version) }),
      }
    }),
  }
}

/** Takes (or keeps) a batch for this process; false when it is ended or another process has it. */
export async function holdBatch(context: ServerContext, tenantId: string, id: string, take: boolean): Promise<boolean> {
  const free = take
    ? `(runner in ($3, '') or state = 'interrupted' or lease_until < now()) and state in ('running', 'interrupted')`
    : `runner = $3 and state = 'running'`
  const held = await context.db.transaction({ tenantId }, (tx) =>
    tx.query(
      `update "batch" set state = 'running', runner = $3, lease_until = now() + make_interval(secs => $4)
       where tenant_id = $1 and id = $2 and ${free} returning id`,
      [tenantId, id, context.instance, BATCH_LEASE],
    ),
  )
  return held.length > 0
}

/** Continues an interrupted batch in the name of the user who resumes it; false when another one already does. */
export async function reopenBatch(
  tx: Tx,
  context: ServerContext,
  actor: Actor,
  id: string,
  queued: boolean,
): Promise<boolean> {
  const held = await tx.query(
    `update "batch" set state = 'running', done = null, runner = $3, lease_until = now() + make_interval(secs => $4), actor = $5::jsonb
     where tenant_id = $1 and id = $2 and (state = 'interrupted' or (state = 'running' and lease_until < now())) returning id`,
    [tx.tenantId, id, queued ? '' : context.instance, queued ? QUEUED : BATCH_LEASE, JSON.stringify(actorData(actor))],
  )
  return held.length > 0
}

/** Ends a batch of this process: done when no row waits, else interrupted; a cancelled one stays so. */
export async function endBatch(context: ServerContext, tenantId: string, id: string): Promise<void> {
  await context.db.transaction({ tenantId }, (tx) =>
    tx.query(
      `update "batch" b set state = case when exists (select 1 from "batch_row" r where r.tenant_id = b.tenant_id and r.batch_id = b.id and r.state = 0)
         then 'interrupted' else 'done' end,
         done = (select count(*) from "batch_row" r where r.tenant_id = b.tenant_id and r.batch_id = b.id and r.state = 1)
       where tenant_id = $1 and id = $2 and runner = $3 and state = 'running'`,
      [tenantId, id, context.instance],
    ),
  )
}

/** Refuses the rows that were not reached yet, all with the same words. */
export async function refuseWaiting(
  context: ServerContext,
  tenantId: string,
  id: string,
  { code, text }: Pick<RowResult, 'code' | 'text'>,
): Promise<void> {
  await context.db.transaction({ tenantId }, (tx) =>
    tx.query(
      `update "batch_row" set state = 2, code = $3, msg_zh = $4, msg_en = $5 where tenant_id = $1 and batch_id = $2 and state = 0`,
      [tenantId, id, code, ...text],
    ),
  )
}

/** Cancels a batch. Returns false when it had ended already. */
export async function cancelStored(context: ServerContext, tenantId: string, id: string): Promise<boolean> {
  const stopped = await context.db.transaction({ tenantId }, (tx) =>
    tx.query(
      `update "batch" set state = 'cancelled' where tenant_id = $1 and id = $2 and state in ('running', 'interrupted') returning id`,
      [tenantId, id],
    ),
  )
  return stopped.length > 0
}

/** Rows that were not reached yet, in order. */
export async function waitingRows(
  context: ServerContext,
  tenantId: string,
  id: string,
  limit: number,
): Promise<{ id: string; version: number | null }[]> {
  const rows = await context.db.scoped<Record<string, unknown>>(
    { tenantId },
    {
      text: `select record_id, asked_version from "batch_row" where tenant_id = $1 and batch_id = $2 and state = 0 order by seq limit ${Number(limit)}`,
      values: [tenantId, id],
    },
  )
  return rows.map((r) => ({
    id: String(r.record_id),
    version: r.asked_version === null ? null : Number(r.asked_version),
  }))
}

/** The rows that a batch decided, with the versions it left, in their order. */
export async function decidedRows(
  context: ServerContext,
  tenantId: string,
  id: string,
): Promise<{ id: string; version: number }[]> {
  const rows = await context.db.scoped<Record<string, unknown>>(
    { tenantId },
    {
      text: `select record_id, version from "batch_row" where tenant_id = $1 and batch_id = $2 and state = 1 order by seq`,
      values: [tenantId, id],
    },
  )
  return rows.map((r) => ({ id: String(r.record_id), version: Number(r.version) }))
}

/** Result of a row. `code` and `text` as the call would have answered for it alone. */
export interface RowResult {
  readonly id: string
  readonly state: 1 | 2
  readonly code: number
  readonly text: Label
  readonly version: number | null
}

/**
 * Those of some rows that still wait, locked until this transaction ends: whoever else runs the batch waits, and then
 * finds them done. So a row is decided once, and needs no key of its own.
 */
export async function takeRows(tx: Tx, batchId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await tx.query<{ record_id: string }>(
    `select record_id from "batch_row" where tenant_id = $1 and batch_id = $2 and record_id = any($3::bigint[]) and state = 0
     order by record_id for update`,
    [tx.tenantId, batchId, ids],
  )
  return new Set(found.map((f) => String(f.record_id)))
}

/** Writes results of rows, in the transaction that decided them. */
export function writeResults(tx: Tx, batchId: string, results: readonly RowResult[]): void {
  tx.write(
    `update "batch_row" b set state = v.state, code = v.code, msg_zh = v.msg_zh, msg_en = v.msg_en, version = v.version
     from jsonb_to_recordset($3::jsonb) v (id bigint, state smallint, code smallint, msg_zh text, msg_en text, version integer)
     where b.tenant_id = $1 and b.batch_id = $2 and b.record_id = v.id and b.record_id = any($4::bigint[])`,
    [
      tx.tenantId,
      batchId,
      JSON.stringify(
        results.map(({ text, ...r }) => ({ ...r, msg_zh: text[0].slice(0, 1000), msg_en: text[1].slice(0, 1000) })),
      ),
      // the join alone would read the whole batch for some rows of it
      results.map((r) => r.id),
    ],
  )
}

/**
 * Marks running batches as interrupted that nobody runs any more, and emits the event of each, of which its person is notified:
 * once, since the one statement that marks a batch emits it. What waits in the queue is no such batch.
 */
async function interrupt(context: ServerContext, gone: string, values: readonly unknown[]): Promise<number> {
  const at = wallClock(context.now())
  const left = await context.db.owner((tx) =>
    tx.query(
      `with left_batch as (
         update "batch" b set state = 'interrupted' where b.state = 'running' and ${gone}
           and not (b.runner = '' and exists (select 1 from "job" j where j.tenant_id = b.tenant_id and j.kind = 'batch'
             and j.payload ->> 'batchId' = b.id::text and j.state = 'queued'))
         returning b.tenant_id, b.id, b.resource, b.transition, b.actor_id, b.actor, b.total),
       counted as (
         select b.*, (select count(*)::int from "batch_row" r where r.tenant_id = b.tenant_id and r.batch_id = b.id and r.state = 1) as rows_done,
           (select count(*)::int from "batch_row" r where r.tenant_id = b.tenant_id and r.batch_id = b.id and r.state = 2) as rows_failed
         from left_batch b)
       insert into "outbox" (tenant_id, kind, resource, record_id, transition, actor_id, actor_name, payload)
       select tenant_id, 'batch', resource, id, transition, actor_id, left(coalesce(actor ->> 'name', ''), 50),
         jsonb_build_object('at', $1::text, 'batch', jsonb_build_object('id', id::text, 'resource', resource, 'transition', transition,
           'state', 'interrupted', 'total', total, 'done', rows_done, 'failed', rows_failed, 'rows', '[]'::jsonb))
       from counted returning 1 as one`,
      [at, ...values],
    ),
  )
  return left.length
}

/**
 * At start: batches that are recorded as running without a process. The embedded database belongs to one process, so there all
 * of them; on PostgreSQL those of an instance of the same name and those whose lease has expired. Returns how many.
 */
export const interruptLeft = (context: ServerContext): Promise<number> =>
  context.db.kind === 'embedded'
    ? interrupt(context, 'true', [])
    : interrupt(context, '(b.runner = $2 or b.lease_until < now())', [context.instance])

/** While the server runs: batches whose process has given no sign of life for `BATCH_DEAD_SECONDS`. Returns how many. */
export const interruptDead = (context: ServerContext): Promise<number> =>
  interrupt(context, 'b.lease_until < now() - make_interval(secs => $2)', [BATCH_DEAD_SECONDS])

/** A batch whose job was begun by a runner that died: at once, unless somebody runs it. */
export const interruptBegun = (context: ServerContext, tenantId: string, id: string): Promise<number> =>
  interrupt(context, `b.tenant_id = $2 and b.id = $3 and (b.runner = '' or b.lease_until < now())`, [tenantId, id])
