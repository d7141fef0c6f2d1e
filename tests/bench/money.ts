import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '../../src/server/core/database.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { realParts } from '../../src/server/parts.ts'
import { client } from '../browser/api.ts'
import { testApp } from '../server/app.ts'
import { newPostgresDatabase, quiet } from '../server/harness.ts'
import { asking, startPostgres } from '../server/postgres.ts'
import { startCompiled } from './compiled.ts'
import { atLeast, atMost } from './goals.ts'
import { line, middleOf, type Run, worked } from './hands.ts'
import { busy } from './load.ts'
import { cpuOf, median, ms, quantile } from './measure.ts'
import { companyId, type Layout, writeLedger } from './moneyGround.ts'

/** Records of the prepaid ledger. BENCH_POSTINGS changes them. */
const POSTINGS = Number(process.env.BENCH_POSTINGS ?? 200_000)
const COMPANIES = 1_000
const RUNS = 3
const PEOPLE = 8
const DECISIONS = 800
const WHERE = [
  { hot: false, where: `spread over ${COMPANIES - 1} accounts` },
  { hot: true, where: 'on one account' },
] as const
const root = fileURLToPath(new URL('../..', import.meta.url))

const layoutOf = (tenantId: string): Layout => ({
  tenantId,
  base: 1_000_000_000_000,
  companies: COMPANIES,
  records: Math.ceil(POSTINGS / COMPANIES),
  // of over HTTP and of bare SQL
  waiting: Math.ceil((2 * RUNS * DECISIONS) / (COMPANIES - 1)),
  waitingHot: 2 * RUNS * DECISIONS,
})

/** Prepayments that wait, of the first company or of all others in turn. */
const waitingOf = async (db: Database, l: Layout, hot: boolean): Promise<string[]> =>
  (
    await db.scoped<{ id: string }>(
      { tenantId: l.tenantId },
      {
        text: `select id::text as id from "entrusted_account_prepay" where tenant_id = $1 and confirm_status = 0 and version = 0
          and entrusted_company_id ${hot ? '=' : '<>'} $2 order by row_number() over (partition by entrusted_company_id order by id), id limit $3`,
        values: [l.tenantId, String(companyId(l, 1)), RUNS * DECISIONS],
      },
    )
  ).map((r) => r.id)

/** What a posting writes at the least: the document, its record, the balances of account and unit, history, trail, event, key. */
const WRITTEN = `
  with p as (update "entrusted_account_prepay" set confirm_status = 1, account_record_id = $3, version = version + 1
      where tenant_id = $1 and id = $2 returning id, version, entrusted_company_id, record_amount),
    a as (update "entrusted_account" x set balance = balance + record_amount, available_amount = available_amount + record_amount,
      total_in = total_in + record_amount, last_record_id = $3, version = x.version + 1 from p where x.tenant_id = $1 and x.id = $4
      returning x.id, x.balance),
    u as (update "trading_manager_info" x set balance = balance + record_amount, version = x.version + 1 from p
      where x.tenant_id = $1 and x.holder_id = p.entrusted_company_id),
    r as (insert into "entrusted_account_record" (tenant_id, id, record_no, account_id, entrusted_company_id, record_type, direction, amount,
        balance_before, balance_after, biz_type, biz_id)
      select $1, $3, 'AR' || $3::text, a.id, entrusted_company_id, 1, 1, record_amount, a.balance - record_amount, a.balance,
        'entrustedAccountPrepay', p.id from p, a),
    h as (insert into "approval_history" (tenant_id, id, biz_type, biz_id, action, from_status, to_status, operator_id, record_version)
      select $1, $3, 'entrustedAccountPrepay', id, 'review.pass', '0', '1', 2, '1' from p),
    t as (insert into "audit_trail" (tenant_id, resource, record_id, version, action) select $1, 'bench', id, version, 'bench' from p),
    k as (insert into "idempotency" (tenant_id, actor_id, key, body_hash) select $1, 0, 'bench-' || id, '' from p)
  insert into "outbox" (tenant_id, resource, record_id, version, transition) select $1, 'bench', id, version, 'bench' from p`

/** The least SQL of confirmed prepayments, eight at once: lock, read the last record, write, commit. */
async function barePostings(db: Database, l: Layout, ids: readonly string[]): Promise<Run[]> {
  let last = Date.now() * 1_000
  const post = (id: string) =>
    db.transaction({ tenantId: l.tenantId }, async (tx) => {
      const [found] = await tx.query<{ company: string }>(
        'select entrusted_company_id::text as company from "entrusted_account_prepay" where tenant_id = $1 and id = $2 for update',
        [l.tenantId, id],
      )
      const account = String(BigInt(found?.company ?? 0) + 1n)
      await tx.query(
        `select r.record_hash from "entrusted_account" a join "entrusted_account_record" r on r.tenant_id = $1 and r.id = a.last_record_id
         where a.tenant_id = $1 and a.id = $2 for update of a`,
        [l.tenantId, account],
      )
      last += 1
      tx.write(WRITTEN, [l.tenantId, id, String(last), account])
    })
  const runs: Run[] = []
  for (let n = 0; n < RUNS; n++) runs.push(await worked(ids.slice(n * DECISIONS, (n + 1) * DECISIONS), PEOPLE, post))
  return runs
}

/** Prepayments confirmed over HTTP by eight people at once. */
async function confirmed(url: string, l: Layout, ids: readonly string[], cpu: () => number, what: string) {
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, n) => client(url, `fin${n}`, `fin${n}`, l.tenantId)),
  )
  const runs: Run[] = []
  const said = new Map<string, number>()
  const before = cpu()
  for (let n = 0; n < RUNS; n++)
    runs.push(
      await worked(ids.slice(n * DECISIONS, (n + 1) * DECISIONS), PEOPLE, async (id, hand) => {
        const a = await people[hand]?.post('blade-pay/entrustedAccountPrepay/submitReview', { id, confirmStatus: 1 })
        const how = a?.code === 200 ? 'accepted' : `${a?.code} ${a?.msg}`
        said.set(how, (said.get(how) ?? 0) + 1)
      }),
    )
  const asked = runs.reduce((n, r) => n + r.took.length, 0)
  const middle = middleOf(runs)
  line(
    what,
    middle,
    `${atLeast(`${what}, a second`, middle.perSecond, 120)}; p99 ${ms(quantile(middle.took, 0.99))}; ${[...said].map(([how, n]) => `${n} ${how}`).join(', ')} of ${asked}; ${ms((cpu() - before) / asked)} ms of the server’s processor each`,
  )
}

/** `npm run verify-ledger` beside one statement that adds up every account, each in a process or on a connection of its own. */
async function verify(db: Database, env: Readonly<Record<string, string>>, records: number): Promise<void> {
  const bare: number[] = []
  for (let n = 0; n < RUNS; n++) {
    const from = performance.now()
    await db.owner((tx) =>
      tx.query(`select a.id from "entrusted_account" a left join (
          select tenant_id, account_id, sum(case direction when 1 then amount else -amount end) as amount
          from "entrusted_account_record" where is_deleted = 0 group by 1, 2) r on r.tenant_id = a.tenant_id and r.account_id = a.id
        where a.balance <> coalesce(r.amount, 0)`),
    )
    bare.push(performance.now() - from)
  }
  console.log(
    `| bare SQL: balances beside the sums of ${records} postings | ${ms(median(bare))} | – | one of its statements |`,
  )
  const from = performance.now()
  const done = spawnSync('npm', ['run', '--silent', 'verify-ledger'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  const seconds = (performance.now() - from) / 1000
  const slowest = [...done.stdout.matchAll(/^(INV-\d+).*?(\d+) ms$/gm)]
    .map((m) => ({ name: m[1] as string, took: Number(m[2]) }))
    .sort((a, b) => b.took - a.took)
    .slice(0, 4)
  console.log(
    `| verify-ledger at ${records} postings: ${seconds.toFixed(1)} s (${atMost('verify-ledger, s', seconds, Math.round(10 + (50 * records) / 1_000_000))}) | – | – | ${done.stdout.trim().split('\n').at(-1)}; slowest ${slowest.map((s) => `${s.name} ${s.took} ms`).join(', ')} |`,
  )
  if (done.status !== 0)
    console.log(
      `${done.stdout
        .split('\n')
        .filter((l) => l.includes('VIOLATIONS'))
        .join('\n')}${done.stderr}`,
    )
}

/** Decisions about money on PostgreSQL, spread over accounts and on one, and the check of the ledger. */
export async function money(): Promise<void> {
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
    const ledger = layoutOf(await t.newTenant())
    for (let n = 0; n < PEOPLE; n++) await t.addUser(ledger.tenantId, { account: `fin${n}`, roles: ['finance'] })
    const records = ledger.companies * ledger.records
    const from = performance.now()
    await asking(url, (client) => writeLedger((text, values) => client.query(text, values as unknown[]), ledger))
    console.log(
      `\n## Money on PostgreSQL: ${records} postings written in ${((performance.now() - from) / 1000).toFixed(0)} s, ${busy()}\n`,
    )
    console.log('| what | p50 ms | p95 ms | note |\n| --- | --- | --- | --- |')
    const server = await startCompiled(env)
    const cpu = () => cpuOf(server.child.pid)
    try {
      for (const { hot, where } of WHERE)
        await confirmed(
          server.url,
          ledger,
          await waitingOf(db, ledger, hot),
          cpu,
          `postings decided ${where}, ${PEOPLE} sessions`,
        )
      // before the bare SQL, which keeps no promise, and lines that come from nowhere
      await verify(db, env, records + 2 * RUNS * DECISIONS)
      for (const { hot, where } of WHERE)
        line(
          `bare SQL of a posting ${where}, ${PEOPLE} hands`,
          middleOf(await barePostings(db, ledger, await waitingOf(db, ledger, hot))),
          'lock, read, write, commit; same driver',
        )
    } finally {
      await server.stop()
    }
    await t.app.close()
    await db.close()
  } finally {
    await cluster?.stop()
    rmSync(home, { recursive: true, force: true })
  }
}
