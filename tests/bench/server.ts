import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { queues, resourceOf } from '../../src/model/all.ts'
import { listColumns, rowsOf } from '../../src/model/kernel/columns.ts'
import type { BatchState, Slice } from '../../src/model/kernel/wire.ts'
import type { Database } from '../../src/server/core/database.ts'
import { openDatabase } from '../../src/server/store/open.ts'
import { windowTable } from '../../src/server/store/sql/table.ts'
import { client } from '../e2e/api.ts'
import { startServer } from '../e2e/server.ts'
import { newPostgresDatabase, quiet } from '../server/harness.ts'
import { startPostgres } from '../server/postgres.ts'
import { busy, loadLine, sessions } from './load.ts'
import { median, ms, quantile } from './measure.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const tenantId = '000000'

async function times(n: number, run: (i: number) => Promise<unknown>): Promise<number[]> {
  const out: number[] = []
  for (let i = -10; i < n; i++) {
    const from = performance.now()
    await run(i)
    if (i >= 0) out.push(performance.now() - from)
  }
  return out
}
const row = (name: string, t: readonly number[], more = '') =>
  console.log(`| ${name} | ${ms(median(t))} | ${ms(quantile(t, 0.95))} | ${more} |`)

function fill(env: Record<string, string>, rows: number): number {
  const from = performance.now()
  const done = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'src/server/seed/main.ts', '--size', 'large', '--rows', String(rows)],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEMO_TODAY: '2024-06-15', ...env },
    },
  )
  if (done.status !== 0) throw new Error('the large demo could not be made')
  return (performance.now() - from) / 1000
}

/** Rows of the batch: the most that may be named one by one. */
const BATCH = 10_000
const order = resourceOf('settlementOrder')
/** What the queue shows of an order. */
const columns = listColumns(order, queues.get('settlementOrder')?.columns?.settlementOrder)
const shown = { resource: 'settlementOrder', columns: columns.join(',') } as const
const waiting = { resource: 'settlementOrder', columns: 'id', settlementStatus_equal: 0, sort: '+createTime' } as const
const filter = { ...shown, settlementStatus_equal: 6, sort: 'createTime' } as const
/** Windows a person takes, in the load. */
const USERS = 200
/** The statement of `filter`, as the server asks it. */
const bareTable = () =>
  windowTable(
    {
      resource: order,
      reach: { tenantId },
      conditions: [{ field: 'settlementStatus', op: 'equal', value: '6' }],
      sort: 'createTime',
    },
    columns,
    {
      skip: 0,
      limit: 100,
    },
  ).statement

/**
 * The list over HTTP beside its SQL through the same driver, alternating; several rounds. Then deep windows, totals,
 * texts.
 */
async function lists(url: string, db: Database): Promise<void> {
  const c = await client(url, 'fin')
  const statement = bareTable()
  const rounds: { http: number[]; bare: number[] }[] = []
  const alternate = async (n: number) => {
    const http: number[] = []
    const bare: number[] = []
    for (let i = 0; i < n; i++) {
      bare.push(...(await times1(() => db.scoped({ tenantId }, statement))))
      http.push(...(await times1(() => c.get('rounds/window', { ...filter, offset: 0, size: 100 }))))
    }
    return { http, bare }
  }
  await alternate(100)
  for (let n = 0; n < 5; n++) rounds.push(await alternate(100))
  const over = rounds.map(({ http, bare }) => median(http) - median(bare))
  const [http, bare] = [rounds.flatMap((r) => r.http), rounds.flatMap((r) => r.bare)]
  const answer = JSON.stringify((await c.get('rounds/window', { ...filter, offset: 0, size: 100 })).data)
  console.log('| what | p50 ms | p95 ms | note |\n| --- | --- | --- | --- |')
  row('bare SQL of a filtered list of 100, same driver', bare)
  row(
    'the same over HTTP: session, permission, row security, JSON',
    http,
    `p50 − bare = ${ms(median(over))} ms, median of ${over.map(ms).join(', ')} (goal 2.5); ${(Buffer.byteLength(answer) / 1000).toFixed(1)} kB`,
  )
  const total = (await c.get<{ total: number; exact: boolean }>('rounds/total', { resource: 'settlementOrder' })).data
  const all = { ...shown, sort: 'createTime' }
  await c.get('rounds/window', { ...all, offset: 20_000, size: 100 })
  const first = await times(100, () => c.get('rounds/window', { ...all, offset: 0, size: 100 }))
  row('first window of all rows', first, `${total.exact ? '' : '约 '}${total.total} rows`)
  for (const share of [0.5, 0.9]) {
    const deep = await times(60, (i) =>
      c.get('rounds/window', { ...all, offset: Math.floor(total.total * share) + i * 137, size: 100 }),
    )
    row(`window at ${share * 100} % (thumb drag)`, deep, `${(median(deep) / median(first)).toFixed(1)} × first`)
  }
  row(
    'total of a filter, exact',
    await times(30, (i) =>
      c.get('rounds/total', { resource: 'settlementOrder', settlementStatus_equal: 0, totalAmount_ge: i }),
    ),
  )
  row(
    'total of everything, estimated',
    await times(30, (i) => c.get('rounds/total', { resource: 'settlementOrder', totalAmount_ge: i })),
  )
  row(
    '公司 contains 康泰 (two characters)',
    await times(40, () => c.get('rounds/window', { ...all, entrustedCompanyName_like: '康泰', offset: 0, size: 100 })),
  )
  row(
    'code contains 000123',
    await times(40, () => c.get('rounds/window', { ...all, code_like: '000123', offset: 0, size: 100 })),
  )
  row(
    'amount over 100,000, largest first',
    await times(40, () =>
      c.get('rounds/window', { ...shown, totalAmount_ge: '100000', sort: 'totalAmount', offset: 0, size: 100 }),
    ),
  )
}
async function times1(run: () => Promise<unknown>): Promise<number[]> {
  const from = performance.now()
  await run()
  return [performance.now() - from]
}

/** A window of 100 rows as the queue asks for it. */
function windowAddress(url: string): URL {
  const address = new URL('/api/rounds/window', url)
  for (const [name, value] of Object.entries({ ...filter, offset: 0, size: 100 }))
    address.searchParams.set(name, String(value))
  return address
}

/**
 * Windows a second taken by many, and decisions a second spread over orders. Each works in an own session, as people
 * do.
 */
async function load(url: string): Promise<void> {
  const tokens = await sessions(url, USERS)
  console.log(await loadLine('windows of 100 rows', windowAddress(url), tokens, 20))
  const admins = await Promise.all(Array.from({ length: 8 }, () => client(url, 'admin')))
  const todo = (
    await Promise.all(
      [0, 500, 1000, 1500].map(
        async (offset) => (await admins[0]?.get<Slice>('rounds/window', { ...waiting, offset, size: 500 }))?.data,
      ),
    )
  ).flatMap((slice) => (slice ? rowsOf(slice) : []))
  const from = performance.now()
  let ok = 0
  const decided: number[] = []
  const next = todo[Symbol.iterator]()
  await Promise.all(
    admins.map(async (admin) => {
      for (const o of next) {
        const one = performance.now()
        const a = await admin.post('blade-svc/settlementOrder/audit', { id: o.id, status: 1, version: o.version })
        decided.push(performance.now() - one)
        if (a.code === 200) ok += 1
      }
    }),
  )
  const seconds = (performance.now() - from) / 1000
  console.log(
    `| decisions, 8 connections: ${(ok / seconds).toFixed(0)}/s | ${ms(median(decided))} | ${ms(quantile(decided, 0.95))} | ${ok} of ${todo.length} accepted |`,
  )
}

/** Ten thousand rows as a batch, row by row, while others read. */
async function batch(url: string): Promise<void> {
  const c = await client(url, 'admin')
  const reader = await client(url, 'fin')
  const rows: { id: string; version: number }[] = []
  while (rows.length < BATCH) {
    const found = rowsOf((await c.get<Slice>('rounds/window', { ...waiting, offset: rows.length, size: 500 })).data)
    rows.push(...found.map(({ id, version }) => ({ id, version })))
    if (found.length < 500) break
  }
  const alone = await times(100, () => reader.get('rounds/window', { ...filter, offset: 0, size: 100 }))
  const from = performance.now()
  const order = { resource: 'settlementOrder', transition: 'audit.pass', rows: rows.slice(0, BATCH) }
  const started = await c.post<BatchState>('rounds/batch', order)
  if (started.code !== 200) throw new Error(`the batch was refused: ${started.msg}`)
  let state = started.data
  const reads: number[] = []
  const answers = (async () => {
    while (state.state === 'running') {
      await sleep(500)
      state = (await c.get<BatchState>('rounds/batch/state', { id: state.id })).data
    }
  })()
  while (state.state === 'running' && performance.now() - from < 300_000) {
    reads.push(...(await times1(() => reader.get('rounds/window', { ...filter, offset: 0, size: 100 }))))
    await sleep(20)
  }
  await answers
  const seconds = (performance.now() - from) / 1000
  row('a list of 100 alone', alone)
  console.log(
    `| batch of ${state.total}, row by row: ${seconds.toFixed(1)} s, ${(state.done / seconds).toFixed(0)} rows/s | ${ms(median(reads))} | ${ms(quantile(reads, 0.95))} | others’ lists meanwhile; p99 ${ms(quantile(reads, 0.99))}; ${state.failed} refused (${state.state}) |`,
  )
}

async function on(name: string, env: Record<string, string>, rows: number): Promise<void> {
  console.log(`\n## Server on ${name}, ${busy()}`)
  if (rows > 0) console.log(`large demo of about ${rows} settlement orders made in ${fill(env, rows).toFixed(0)} s`)
  const server = await startServer({ ...env, SEED: 'none' })
  try {
    // The embedded database has one process: its bare SQL is measured after the server has let go of it.
    if (env.DATABASE_URL) {
      const db = await openDatabase({ dataDir: '', databaseUrl: env.DATABASE_URL }, quiet)
      await lists(server.url, db)
      await db.close()
      await load(server.url)
      await batch(server.url)
      console.log(busy())
    } else {
      console.log('| what | p50 ms | p95 ms | note |\n| --- | --- | --- | --- |')
      const c = await client(server.url, 'fin')
      row(
        'filtered list of 100 over HTTP',
        await times(200, () => c.get('rounds/window', { ...filter, offset: 0, size: 100 })),
      )
      await load(server.url)
    }
  } finally {
    await server.stop()
  }
  if (env.DATA_DIR) {
    const db = await openDatabase({ dataDir: env.DATA_DIR, databaseUrl: null }, quiet)
    row('bare SQL of that list, same driver', await times(200, () => db.scoped({ tenantId }, bareTable())))
    await db.close()
  }
}

/**
 * Both databases. BENCH_ROWS changes the 1,000,000 of PostgreSQL, BENCH_ROWS_EMBEDDED the 200,000 of the embedded one.
 * BENCH_DATABASE_URL or BENCH_DATA_DIR measure a large demo that is there already (decisions are made in it).
 */
export async function server(): Promise<void> {
  const { BENCH_DATABASE_URL, BENCH_DATA_DIR } = process.env
  if (BENCH_DATABASE_URL) await on('PostgreSQL', { DATABASE_URL: BENCH_DATABASE_URL }, 0)
  if (BENCH_DATA_DIR) await on('the embedded database', { DATA_DIR: BENCH_DATA_DIR }, 0)
  if (BENCH_DATABASE_URL || BENCH_DATA_DIR) return
  const cluster = process.env.TEST_DATABASE_URL ? null : await startPostgres()
  try {
    const database = await newPostgresDatabase(process.env.TEST_DATABASE_URL ?? cluster?.url ?? '')
    await on('PostgreSQL', { DATABASE_URL: database }, Number(process.env.BENCH_ROWS ?? 1_000_000))
  } finally {
    await cluster?.stop()
  }
  const home = mkdtempSync(join(tmpdir(), 'rounds-bench-'))
  try {
    await on(
      'the embedded database',
      { DATA_DIR: join(home, 'data') },
      Number(process.env.BENCH_ROWS_EMBEDDED ?? 200_000),
    )
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
