import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchPreview, BatchState } from '../../src/model/wire/batchWire.ts'
import { rowsOf } from '../../src/model/wire/columns.ts'
import type { Slice } from '../../src/model/wire/wire.ts'
import type { Database } from '../../src/server/core/database.ts'
import { client } from '../browser/api.ts'
import { untyped } from '../browser/untyped.ts'
import { atLeast, atMost } from './goals.ts'
import { line, middleOf, type Run, worked } from './hands.ts'
import { median, ms, quantile } from './measure.ts'

const tenantId = '000000'

/** Runs of each kind, and how many people decide at once. */
const RUNS = 3
export const PEOPLE = 8
/** Decisions of a run, rows of all batches: as many as there are, at most. */
const DECISIONS = 800
const ROWS = 10_000

export interface Todo {
  readonly id: string
  readonly version: number
}

/** What waits for its audit, oldest first. */
async function waiting(c: Awaited<ReturnType<typeof client>>, most: number): Promise<Todo[]> {
  const ask = { resource: 'settlementOrder', columns: 'id', settlementStatus_equal: 0, sort: '+createTime' }
  const rows: Todo[] = []
  while (rows.length < most) {
    const found = rowsOf((await c.get<Slice>('rounds/window', { ...ask, offset: rows.length, size: 500 })).data)
    rows.push(...found.map(({ id, version }) => ({ id, version })))
    if (found.length < 500) break
  }
  return rows.slice(0, most)
}

/** What a decision writes at the least: a record whose indexes change, its history, its trail, its event, its key. */
const written = (records: string) => `
  with o as (update "settlement_order" set create_time = create_time + interval '1 microsecond', version = version + 1
      where tenant_id = $1 and ${records} returning id, version),
    h as (insert into "approval_history" (tenant_id, id, biz_type, biz_id, action)
      select $1, $3::bigint + row_number() over (), 'bench', id::text, 'bench' from o),
    a as (insert into "audit_trail" (tenant_id, resource, record_id, version, action)
      select $1, 'bench', id, version, 'bench' from o),
    k as (insert into "idempotency" (tenant_id, actor_id, key, body_hash)
      select $1, 0, 'bench-' || id || '-' || $3::text, '' from o)
  insert into "outbox" (tenant_id, resource, record_id, version, transition) select $1, 'bench', id, version, 'bench' from o`

/**
 * The least SQL of decisions and of batches through the same driver: lock, write, commit; one record a transaction by
 * eight workers, then 64.
 */
export async function bareWrites(db: Database): Promise<void> {
  const found = await db.scoped<{ id: string }>(
    { tenantId },
    {
      text: `select id from "settlement_order" where tenant_id = $1 and is_deleted = 0 and settlement_status = 6 limit $2`,
      values: [tenantId, RUNS * DECISIONS],
    },
  )
  await bareOf(
    db,
    tenantId,
    found.map((f) => f.id),
  )
}

/** The same of these records of a tenant. */
export async function bareOf(db: Database, tenantId: string, ids: readonly string[]): Promise<void> {
  const scope = { tenantId }
  let last = Date.now() * 1_000
  const nextIds = () => {
    last += 1_000
    return String(last)
  }
  const locked = (which: string) =>
    `select * from "settlement_order" where tenant_id = $1 and ${which} order by id for update`
  const one = (id: string) =>
    db.transaction(scope, async (tx) => {
      await tx.query(locked('id = $2'), [tenantId, id])
      tx.write(written('id = $2'), [tenantId, id, nextIds()])
    })
  const some = (all: readonly string[]) =>
    db.transaction(scope, async (tx) => {
      await tx.query(locked('id = any($2::bigint[])'), [tenantId, all])
      tx.write(written('id = any($2::bigint[])'), [tenantId, all, nextIds()])
    })
  const part = Math.ceil(ids.length / RUNS)
  const runs: Run[] = []
  const bulk: number[] = []
  for (let n = 0; n < RUNS; n++) {
    const mine = ids.slice(n * part, (n + 1) * part)
    runs.push(await worked(mine, PEOPLE, one))
    const parts = Array.from({ length: Math.ceil(mine.length / 64) }, (_, k) => mine.slice(k * 64, (k + 1) * 64))
    const { took } = await worked(parts, 2, some)
    bulk.push((mine.length / took.reduce((a, b) => a + b, 0)) * 2_000)
  }
  line(`bare SQL of a decision, ${PEOPLE} hands`, middleOf(runs), 'lock, write, commit; same driver')
  console.log(
    `| bare SQL of a batch, 64 a transaction: ${median(bulk).toFixed(0)} rows/s | – | – | runs ${bulk.map((n) => n.toFixed(0)).join(', ')} |`,
  )
}

/** Decisions over HTTP by several people at once, each in a session of their own and with a key each, as the console sends them. */
export async function decisions(
  people: readonly Awaited<ReturnType<typeof client>>[],
  todo: readonly Todo[],
  cpu: () => number,
  goal: number,
): Promise<void> {
  const part = Math.floor(todo.length / RUNS)
  const runs: Run[] = []
  let accepted = 0
  const before = cpu()
  for (let n = 0; n < RUNS; n++)
    runs.push(
      await worked(todo.slice(n * part, (n + 1) * part), PEOPLE, async ({ id, version }, hand) => {
        const asked = { id, status: 1, version }
        const a = await people[hand]?.post(
          'blade-svc/settlementOrder/audit',
          asked,
          {},
          { 'idempotency-key': `b${id}` },
        )
        if (a?.code === 200) accepted += 1
      }),
    )
  const asked = runs.reduce((n, r) => n + r.took.length, 0)
  const note = `${accepted} of ${asked} accepted; ${ms((cpu() - before) / asked)} ms of the server’s processor each`
  const middle = middleOf(runs)
  line(`decisions, ${PEOPLE} sessions`, middle, `${atLeast('decisions a second', middle.perSecond, goal)}; ${note}`)
}

/** Batches while another reads lists: rows a second, and how long the lists took. */
async function batches(url: string, todo: readonly Todo[], cpu: () => number): Promise<void> {
  const c = await client(url, 'admin')
  const reader = await client(url, 'fin')
  const read = () => reader.get('rounds/window', { resource: 'settlementOrder', offset: 0, size: 100 })
  const alone = await worked(Array.from({ length: 100 }), 1, async () => void (await read()))
  const part = Math.floor(todo.length / RUNS)
  const perSecond: number[] = []
  const reads: number[] = []
  let [refused, rows] = [0, 0]
  const before = cpu()
  for (let n = 0; n < RUNS; n++) {
    const order = { resource: 'settlementOrder', transition: 'audit.pass', rows: todo.slice(n * part, (n + 1) * part) }
    // what a person types once it is foreseen
    const typedAmount = (await c.post<BatchPreview>('rounds/batch/preview', order)).data.toType
    const from = performance.now()
    // the other one reads all the while: a batch of few rows is done when it is answered
    const isUnderWay = { is: true }
    const reading = (async () => {
      while (isUnderWay.is && performance.now() - from < 300_000) {
        const began = performance.now()
        await read()
        reads.push(performance.now() - began)
        await sleep(20)
      }
    })()
    const started = await c.post<BatchState>('rounds/batch', { ...order, typedAmount })
    let state = started.data
    while (started.code === 200 && state.state === 'running' && performance.now() - from < 300_000) {
      await sleep(100)
      state = (await c.get<BatchState>('rounds/batch/state', { id: state.id })).data
    }
    const seconds = (performance.now() - from) / 1000
    isUnderWay.is = false
    await reading
    if (started.code !== 200) throw new Error(`the batch was refused: ${started.msg}`)
    if (state.state !== 'done') throw new Error(`the batch is ${state.state} after ${seconds.toFixed(0)} s`)
    perSecond.push(state.total / seconds)
    refused += state.failed
    rows += state.total
  }
  const note = `${refused} of ${rows} rows refused; ${ms((cpu() - before) / rows)} ms of the server’s processor each, lists included`
  console.log(
    `| batch, ${part} rows: ${median(perSecond).toFixed(0)} rows/s (${atLeast('rows of a batch a second', median(perSecond), 1_500)}) | – | – | runs ${perSecond.map((x) => x.toFixed(0)).join(', ')}; ${note} |`,
  )
  console.log(
    `| lists of another meanwhile (alone p50 ${ms(median(alone.took))}, p99 ${ms(quantile(alone.took, 0.99))}) | ${ms(median(reads))} | ${ms(quantile(reads, 0.95))} | p99 ${ms(quantile(reads, 0.99))} (${atMost('lists beside a batch, p99 ms', quantile(reads, 0.99), 100)}), ${reads.length} lists |`,
  )
}

/** Decisions and batches over HTTP, beside the least SQL of both where a connection is given. */
export async function writes(url: string, db: Database | null, cpu: () => number): Promise<void> {
  if (db) await bareWrites(db)
  await untyped(url)
  const todo = await waiting(await client(url, 'admin'), RUNS * DECISIONS + ROWS)
  const alone = Math.min(RUNS * DECISIONS, Math.floor(todo.length / 3))
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => client(url, 'admin')))
  await decisions(people, todo.slice(0, alone), cpu, db ? 600 : 300)
  await batches(url, todo.slice(alone), cpu)
}
