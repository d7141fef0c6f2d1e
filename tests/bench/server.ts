import { queues, resourceOf } from '../../src/model/business.ts'
import { listColumns } from '../../src/model/wire/columns.ts'
import type { Database } from '../../src/server/core/database.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { business } from '../../src/server/domains/domains.ts'
import { windowTable } from '../../src/server/lists/sql/table.ts'
import { client } from '../browser/api.ts'
import { quiet } from '../server/harness.ts'
import { startCompiled } from './compiled.ts'
import { atMost } from './goals.ts'
import type { LargeEnv } from './large.ts'
import { busy, loadLine, sessions } from './load.ts'
import { cpuOf, median, ms, quantile } from './measure.ts'
import { bareWrites, writes } from './writes.ts'

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

const order = resourceOf('settlementOrder')
/** What the queue shows of an order. */
const columns = listColumns(order, queues.get('settlementOrder')?.columns?.settlementOrder)
const shown = { resource: 'settlementOrder', columns: columns.join(',') } as const
const filter = { ...shown, settlementStatus_equal: 6, sort: 'createTime' } as const
/** Windows a person takes, in the load. */
const USERS = 200
/** The statement of `filter`, as the server asks it. */
const bareTable = () =>
  windowTable(
    {
      resource: order,
      reach: { tenantId, domains: business },
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
    `p50 − bare = ${ms(median(over))} ms, median of ${over.map(ms).join(', ')} (${atMost('a list over HTTP, p50 over bare SQL, ms', median(over), 2.5)}); ${(Buffer.byteLength(answer) / 1000).toFixed(1)} kB`,
  )
  const total = (await c.get<{ total: number; exact: boolean }>('rounds/total', { resource: 'settlementOrder' })).data
  const all = { ...shown, sort: 'createTime' }
  // keys to walk from are remembered from now on; they are there before the next lines are measured
  await c.get('rounds/window', { ...all, offset: Math.floor(total.total / 2), size: 100 })
  await times(20, () => c.get('rounds/window', { ...all, offset: Math.floor(total.total / 2), size: 100 }))
  const first = await times(100, () => c.get('rounds/window', { ...all, offset: 0, size: 100 }))
  row('first window of all rows', first, `${total.exact ? '' : '约 '}${total.total} rows`)
  // one place after the other, all of them within the rows there are
  const from = (share: number) => (i: number) =>
    Math.floor(total.total * share) + ((i * 137) % Math.floor(total.total * 0.09))
  const places: readonly [string, (i: number) => number][] = [
    ['window at 50 % (thumb drag)', from(0.5)],
    ['window at 90 % (thumb drag)', from(0.9)],
    ['window behind the end: counted, then read', (i) => total.total + i * 137],
  ]
  for (const [name, place] of places) {
    const deep = await times(60, (i) => c.get('rounds/window', { ...all, offset: place(i + 10), size: 100 }))
    const ratio = median(deep) / median(first)
    const goal = name.includes('thumb') ? ` (${atMost(`${name}, × first`, ratio, 3)})` : ''
    row(name, deep, `${ratio.toFixed(1)} × first${goal}`)
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

/** Reads, writes and load on a large demo. Decisions are made in it. */
export async function server(name: string, env: LargeEnv): Promise<void> {
  console.log(`\n## Server on ${name}, ${busy()}`)
  const running = await startCompiled({ ...env, SEED: 'none' })
  const cpu = () => cpuOf(running.child.pid)
  try {
    // The embedded database has one process: its bare SQL is measured after the server has let go of it.
    if (env.DATABASE_URL) {
      const db = await openDatabase({ dataDir: '', databaseUrl: env.DATABASE_URL }, quiet)
      await lists(running.url, db)
      console.log(
        await loadLine(
          'windows of 100 rows',
          windowAddress(running.url),
          await sessions(running.url, USERS),
          20,
          cpu,
          1_000,
        ),
      )
      await writes(running.url, db, cpu)
      await db.close()
      console.log(busy())
    } else {
      console.log('| what | p50 ms | p95 ms | note |\n| --- | --- | --- | --- |')
      const c = await client(running.url, 'fin')
      row(
        'filtered list of 100 over HTTP',
        await times(200, () => c.get('rounds/window', { ...filter, offset: 0, size: 100 })),
      )
      console.log(
        await loadLine('windows of 100 rows', windowAddress(running.url), await sessions(running.url, USERS), 20, cpu),
      )
      await writes(running.url, null, cpu)
    }
  } finally {
    await running.stop()
  }
  if (!env.DATABASE_URL) {
    const db = await openDatabase({ dataDir: env.DATA_DIR ?? '', databaseUrl: null }, quiet)
    row('bare SQL of that list, same driver', await times(200, () => db.scoped({ tenantId }, bareTable())))
    await bareWrites(db)
    await db.close()
  }
}
