import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchPreview, BatchState } from '../../src/model/wire/batchWire.ts'
import type { Database } from '../../src/server/core/database.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { realParts } from '../../src/server/parts.ts'
import { client } from '../browser/api.ts'
import { testApp } from '../server/app.ts'
import { newPostgresDatabase, quiet } from '../server/harness.ts'
import { startPostgres } from '../server/postgres.ts'
import { tripsOf } from '../server/trips.ts'
import { startCompiled } from './compiled.ts'
import { waitingOrders } from './decideGround.ts'
import { atMost } from './goals.ts'
import { busy } from './load.ts'
import { cpuOf, median, ms } from './measure.ts'
import { bareOf, decisions, PEOPLE, type Todo } from './writes.ts'

/** Rows of a batch, how many batches and how many decisions are measured; as many of both before it, with which the process is compiled. */
const ROWS = 1_000
const BATCHES = 3
const DECISIONS = 1_600
const BARE = 2_400

type Client = Awaited<ReturnType<typeof client>>

/** A batch as a person sends it: its preview, and all of it until its end. */
async function batch(c: Client, cpu: () => number, rows: readonly Todo[]) {
  const order = { resource: 'settlementOrder', transition: 'audit.pass', rows }
  const [from, before] = [performance.now(), cpu()]
  const foreseen = await c.post<BatchPreview>('rounds/batch/preview', order)
  if (foreseen.code !== 200 || foreseen.data.allowed !== rows.length) throw new Error(`foreseen: ${foreseen.msg}`)
  const [looked, between] = [performance.now(), cpu()]
  let { data: state } = await c.post<BatchState>('rounds/batch', order)
  while (state.state === 'running') {
    await sleep(10)
    state = (await c.get<BatchState>('rounds/batch/state', { id: state.id })).data
  }
  if (state.done !== rows.length) throw new Error(`${state.state}: ${state.done} of ${rows.length} rows`)
  return {
    preview: looked - from,
    run: performance.now() - looked,
    previewCpu: between - before,
    runCpu: cpu() - between,
  }
}

/** The least SQL of a batch: all of its rows in one statement. */
async function bareBatch(db: Database, tenantId: string, ids: readonly string[]): Promise<number> {
  const from = performance.now()
  await db.transaction({ tenantId }, (tx) =>
    tx.query(
      `with o as (update "settlement_order" set settlement_status = 1, version = version + 1, update_time = now()
          where tenant_id = $1 and id = any($2::bigint[]) and settlement_status = 0 returning id, version),
        h as (insert into "approval_history" (tenant_id, id, biz_type, biz_id, action)
          select $1, $3::bigint + row_number() over (), 'bench', id::text, 'bench' from o)
       insert into "outbox" (tenant_id, resource, record_id, version, transition) select $1, 'bench', id, version, 'bench' from o`,
      [tenantId, ids, String(Date.now() * 1_000)],
    ),
  )
  return performance.now() - from
}

async function batches(c: Client, cpu: () => number, todo: Todo[]): Promise<void> {
  await batch(c, cpu, todo.splice(0, ROWS))
  const runs: Awaited<ReturnType<typeof batch>>[] = []
  for (let n = 0; n < BATCHES; n++) runs.push(await batch(c, cpu, todo.splice(0, ROWS)))
  const mid = (name: keyof (typeof runs)[number]) => median(runs.map((r) => r[name]))
  const seconds = median(runs.map((r) => r.preview + r.run)) / 1000
  console.log(
    `| batch of ${ROWS}: ${seconds.toFixed(2)} s (${atMost(`batch of ${ROWS}, s`, seconds, 0.53)}) | – | – | preview ${ms(mid('preview'))} ms, then ${ms(mid('run'))} ms; ${ms(mid('previewCpu') / ROWS)} and ${ms(mid('runCpu') / ROWS)} ms of the server’s processor a row |`,
  )
}

/** Decisions one by one and as batches of 1,000 over HTTP on PostgreSQL, by the server that `npm start` runs, beside bare SQL. */
export async function decide(): Promise<void> {
  const cluster = process.env.TEST_DATABASE_URL ? null : await startPostgres()
  const home = mkdtempSync(join(tmpdir(), 'rounds-bench-'))
  try {
    const url = await newPostgresDatabase(process.env.TEST_DATABASE_URL ?? cluster?.url ?? '')
    const env = {
      DATABASE_URL: url,
      DATA_DIR: join(home, 'data'),
      SECRET_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      SEED: 'none',
    }
    const db = await openDatabase({ dataDir: '', databaseUrl: url }, quiet)
    const t = await testApp({ dataDir: env.DATA_DIR }, realParts, db)
    const tenantId = await t.newTenant()
    for (let n = 0; n < PEOPLE; n++) await t.addUser(tenantId, { account: `fin${n}`, roles: ['administrator'] })
    const todo = await waitingOrders(tenantId, db, BARE + 2 * DECISIONS + (BATCHES + 2) * ROWS + 2)
    console.log(
      `\n## Decisions on PostgreSQL, ${busy()}\n\n| what | p50 ms | p95 ms | note |\n| --- | --- | --- | --- |`,
    )
    const asked = await t.signInAs(tenantId, 'fin0')
    const decided = (o: Todo | undefined) =>
      asked.post('blade-svc/settlementOrder/audit', { ...o, status: 1 }, {}, { 'idempotency-key': `b${o?.id}` })
    // the first call of a session reads what its person may do
    await decided(todo.shift())
    const { trips } = await tripsOf(() => decided(todo.shift()))
    console.log(`| round trips of a decision: ${trips} (${atMost('round trips of a decision', trips, 5)}) | – | – | |`)
    const running = await startCompiled(env)
    const cpu = () => cpuOf(running.child.pid)
    try {
      const people = await Promise.all(
        Array.from({ length: PEOPLE }, (_, n) => client(running.url, `fin${n}`, `fin${n}`, tenantId)),
      )
      await decisions(people, todo.splice(0, DECISIONS), cpu, 0)
      await decisions(people, todo.splice(0, DECISIONS), cpu, 600)
      await batches(people[0] as Client, cpu, todo)
    } finally {
      await running.stop()
    }
    const floor = await bareBatch(
      db,
      tenantId,
      todo.splice(0, ROWS).map((o) => o.id),
    )
    console.log(
      `| bare SQL of a batch of ${ROWS}: ${(floor / 1000).toFixed(2)} s | – | – | one statement; same driver |`,
    )
    await bareOf(
      db,
      tenantId,
      todo.splice(0, BARE).map((o) => o.id),
    )
    await t.app.close()
    await db.close()
  } finally {
    await cluster?.stop()
    rmSync(home, { recursive: true, force: true })
  }
}
