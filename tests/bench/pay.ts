import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchPreview, BatchState } from '../../src/model/wire/batchWire.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { realParts } from '../../src/server/parts.ts'
import { client } from '../browser/api.ts'
import { testApp } from '../server/app.ts'
import { newPostgresDatabase, quiet } from '../server/harness.ts'
import { startPostgres } from '../server/postgres.ts'
import { startCompiled } from './compiled.ts'
import { atMost } from './goals.ts'
import { busy } from './load.ts'
import { cpuOf, ms, quantile } from './measure.ts'
import { bareBatch, linesToPay } from './payGround.ts'

/** Lines that are paid as one batch on PostgreSQL (BENCH_LINES changes them), and of the other steps and on the embedded database. */
const LINES = Number(process.env.BENCH_LINES ?? 2_000)
const FEWER = Math.min(LINES, 500)

/** Refusals of a question to the bank in a row that are taken for the server's own question having been faster. */
const REFUSED = 10

type Session = Awaited<ReturnType<typeof client>>

/** Somebody else meanwhile: reads a list and writes a record, over and over, until it is told to stop. */
function another(c: Session, what: string) {
  const took = { reads: [] as number[], writes: [] as number[] }
  let [stopped, n] = [false, 0]
  const timed = async (into: number[], call: () => Promise<unknown>): Promise<void> => {
    const from = performance.now()
    await call()
    into.push(performance.now() - from)
  }
  const run = (async () => {
    while (!stopped) {
      await timed(took.reads, () => c.get('rounds/window', { resource: 'settlementOrder', offset: 0, size: 100 }))
      n += 1
      const content = `收到 ${n} ${performance.now()}`
      await timed(took.writes, () => c.post('blade-sys/quickReply/submit', { moduleCode: 'public', content }))
      await sleep(50)
    }
  })()
  return {
    stop: async () => {
      stopped = true
      await run
      return (['reads', 'writes'] as const)
        .map((kind) => {
          const slowest = quantile(took[kind], 0.99)
          return `${kind} p50 ${ms(quantile(took[kind], 0.5))}, p99 ${ms(slowest)} (${atMost(`${kind} beside a ${what}, p99 ms`, slowest, 100)})`
        })
        .join('; ')
    },
  }
}

/** Decides everything that waits in a state as one batch of the console. */
async function decidedAll(
  c: Session,
  other: Session,
  cpu: () => number,
  what: string,
  order: { readonly resource: string; readonly transition: string },
  [field, value]: readonly [string, string],
): Promise<void> {
  const { data: chosen } = await c.post<{ id: string }>('rounds/selection', {
    resource: order.resource,
    conditions: [{ field, op: 'equal', value }],
  })
  const asked = { ...order, selection: chosen.id }
  const typedAmount = (await c.post<BatchPreview>('rounds/batch/preview', asked)).data.toType
  const meanwhile = another(other, what)
  const [from, before] = [performance.now(), cpu()]
  const started = await c.post<BatchState>('rounds/batch', { ...asked, typedAmount })
  if (started.code !== 200) throw new Error(`the batch was refused: ${started.msg}`)
  let state = started.data
  while (state.state === 'running') {
    await sleep(100)
    state = (await c.get<BatchState>('rounds/batch/state', { id: state.id })).data
  }
  const seconds = (performance.now() - from) / 1000
  const spent = ms((cpu() - before) / state.total)
  console.log(
    `| ${what}, ${state.total} lines: ${(state.total / seconds).toFixed(0)} lines/s, ${seconds.toFixed(1)} s | – | – | ${state.failed} refused; ${spent} ms of the server’s processor each, with another's; another meanwhile: ${await meanwhile.stop()} |`,
  )
}

interface AtBank {
  readonly id: string
  readonly totalCount: number
  readonly handleStatus: number
  readonly successCount: number
  readonly failCount: number
}

/** The newest batch of the bank is handed to it, asked about, and watched until all its lines are paid. */
async function paidByBank(cashier: Session, cpu: () => number): Promise<void> {
  const list = () =>
    cashier.get<{ records: AtBank[] }>('blade-handleApply/list', { current: 1, size: 1, descs: 'create_time' })
  const timed = async (what: string, lines: number, run: () => Promise<unknown>): Promise<void> => {
    const [from, before] = [performance.now(), cpu()]
    await run()
    const seconds = (performance.now() - from) / 1000
    console.log(
      `| ${what}, ${lines} lines: ${(lines / seconds).toFixed(0)} lines/s, ${seconds.toFixed(1)} s | – | – | ${ms((cpu() - before) / lines)} ms of the server’s processor each |`,
    )
  }
  const [batch] = (await list()).data.records
  if (!batch) throw new Error('there is no batch for the bank')
  const accepted = ({ code, msg }: { code: number; msg: string }): void => {
    if (code !== 200) throw new Error(msg)
  }
  await timed('a batch handed to the bank (one decision)', batch.totalCount, async () =>
    accepted(await cashier.post('blade-handleApply/sponsorHandle', { handleIds: batch.id })),
  )
  await timed(
    'the bank taking it, asked and answering (sandbox; a line is some ten transactions)',
    batch.totalCount,
    async () => {
      for (let refused = 0; ; ) {
        const [now] = (await list()).data.records
        if (now && now.successCount + now.failCount >= batch.totalCount) return
        const asked = await cashier.get('blade-handleApply/queryApplyInfoStatus', { handleApplyId: batch.id })
        // the poller of the server may have taken the last answer since the list was read
        if (asked.code === 200) refused = 0
        else if (++refused > REFUSED) accepted(asked)
        await sleep(1_000)
      }
    },
  )
}

/** Payments of doctors on one database, from lines of paid orders to the bank. */
async function payOn(name: string, databaseUrl: string | null, lines: number): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'rounds-bench-'))
  try {
    const env = {
      DATABASE_URL: databaseUrl ?? '',
      DATA_DIR: join(home, 'data'),
      SECRET_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      SEED: 'none',
    }
    const db = await openDatabase({ dataDir: databaseUrl ? '' : env.DATA_DIR, databaseUrl }, quiet)
    const t = await testApp({ dataDir: env.DATA_DIR }, realParts, db)
    const tenantId = await t.newTenant()
    for (const [account, role] of [
      ['fin', 'finance'],
      ['cash', 'cashier'],
      ['ops', 'ops'],
      ['other', 'administrator'],
    ] as const)
      await t.addUser(tenantId, { account, roles: [role] })
    await linesToPay(tenantId, db, lines, FEWER)
    console.log(`\n## Payments on ${name}, ${busy()}\n\n| what | p50 ms | p95 ms | note |\n| --- | --- | --- | --- |`)
    if (databaseUrl) await bareBatch(db, tenantId)
    await t.app.close()
    await db.close()
    const server = await startCompiled(env)
    const cpu = () => cpuOf(server.child.pid)
    try {
      const [fin, ops, other, cash] = await Promise.all(
        ['fin', 'ops', 'other', 'cash'].map((account) => client(server.url, account, account, tenantId)),
      )
      if (!fin || !ops || !other || !cash) throw new Error('nobody signed in')
      const pass = { resource: 'orderDoctorPayment', transition: 'auditPass' }
      await decidedAll(fin, other, cpu, 'batch payment', pass, ['paymentStatus', '0'])
      const apply = { resource: 'orderDoctorSettlement', transition: 'applyForPayment' }
      await decidedAll(ops, other, cpu, 'batch of lines put up for payment', apply, ['settleStatus', '1'])
      await decidedAll(fin, other, cpu, 'batch payment of these', pass, ['paymentStatus', '0'])
      await paidByBank(cash, cpu)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Payments of doctors as batches, on PostgreSQL beside bare SQL and on the embedded database. */
export async function pay(): Promise<void> {
  const { TEST_DATABASE_URL, BENCH_ON } = process.env
  const cluster = TEST_DATABASE_URL || BENCH_ON === 'embedded' ? null : await startPostgres()
  try {
    if (BENCH_ON !== 'embedded')
      await payOn('PostgreSQL', await newPostgresDatabase(TEST_DATABASE_URL ?? cluster?.url ?? ''), LINES)
  } finally {
    await cluster?.stop()
  }
  if (BENCH_ON !== 'postgres') await payOn('the embedded database', null, FEWER)
}
