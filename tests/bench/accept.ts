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
import { acceptable, reviewed, type Waiting } from '../server/decisions/acceptGround.ts'
import { world } from '../server/decisions/fixture.ts'
import { newPostgresDatabase, quiet } from '../server/harness.ts'
import { startPostgres } from '../server/postgres.ts'
import { startCompiled } from './compiled.ts'
import { atLeast } from './goals.ts'
import { line, middleOf, type Run, worked } from './hands.ts'
import { busy } from './load.ts'
import { cpuOf, ms } from './measure.ts'

/** Reports of each measurement (BENCH_ACCEPTED changes them). */
const REPORTS = Number(process.env.BENCH_ACCEPTED ?? 3_000)
const PEOPLE = 8
const ACTIVITIES = 20

/** What an acceptance writes at the least: order and its place in the company's order, counts of activity, part, order and budget, report, history, trail, event. */
const WRITTEN = `
  with r as (update "case_collection_report" set confirm_status = 1, confirmer = 'bench', version = version + 1
      where tenant_id = $1 and id = $2 returning id, version, doctor_id, doctor_name, fee_amount, entrusted_company_id, base_employee_id),
    p as (update "activity_plan" set finish_num = coalesce(finish_num, 0) + 1, version = version + 1 where tenant_id = $1 and id = $4 returning id),
    d as (update "case_collection_doctor" x set finish_num = coalesce(finish_num, 0) + 1, version = x.version + 1 from r
      where x.tenant_id = $1 and x.case_collection_id = $4 and x.doctor_id = r.doctor_id returning x.id),
    e as (update "order_entrusted" set accepted_amount = coalesce(accepted_amount, 0) + fee_amount, version = "order_entrusted".version + 1 from r
      where tenant_id = $1 and "order_entrusted".id = $5 returning "order_entrusted".id),
    b as (update "budget_order" set accepted_amount = coalesce(accepted_amount, 0) + fee_amount, version = "budget_order".version + 1 from r
      where tenant_id = $1 and "budget_order".id = $6),
    o as (insert into "order_doctor" (tenant_id, id, code, biz_type, biz_id, plan_id, plan_type, entrusted_company_id, base_employee_id, doctor_id, doctor_name, fee_amount)
      select $1, $3::bigint, 'OB' || ($3::bigint)::text, 'bench', r.id, $4, 3, r.entrusted_company_id, r.base_employee_id, r.doctor_id, r.doctor_name, r.fee_amount from r returning id),
    l as (insert into "order_entrusted_rel" (tenant_id, id, order_entrusted_id, order_doctor_id, amount) select $1, $3, e.id, o.id, 100 from e, o),
    h as (insert into "approval_history" (tenant_id, id, biz_type, biz_id, action, from_status, to_status, operator_id, record_version)
      select $1, $3, 'caseCollectionReport', id, 'confirm.pass', '1/0', '1/1', 2, '1' from r),
    t as (insert into "audit_trail" (tenant_id, resource, record_id, version, action) select $1, 'bench', id, version, 'bench' from r)
  insert into "outbox" (tenant_id, resource, record_id, version, transition) select $1, 'bench', id, version, 'bench' from r`

let last = Date.now() * 1_000

/** The least SQL of acceptances, eight hands at once. */
const bare = (db: Database, tenantId: string, list: readonly (readonly [Waiting, string])[]): Promise<Run> =>
  worked(list, PEOPLE, ([of, id]) =>
    db.transaction({ tenantId }, async (tx) => {
      await tx.query('select 1 from "activity_plan" where tenant_id = $1 and id = $2 for update', [tenantId, of.planId])
      last += 1
      tx.write(WRITTEN, [tenantId, id, String(last), of.planId, of.orderId, of.budgetId])
    }),
  )

/** Reports of the activities in turn. */
const inTurn = (all: readonly Waiting[], from: number, count: number): (readonly [Waiting, string])[] =>
  Array.from({ length: count }, (_, n) => {
    const of = all[n % all.length] as Waiting
    return [of, of.reports[from + Math.floor(n / all.length)] as string] as const
  })

/** Accepts reports as one batch of the console. */
async function asBatch(
  c: Awaited<ReturnType<typeof client>>,
  cpu: () => number,
  what: string,
  list: readonly (readonly [Waiting, string])[],
): Promise<number> {
  const asked = { resource: 'caseCollectionReport', transition: 'confirm.pass' }
  const rows = list.map(([, id]) => ({ id, version: 0 }))
  let [done, failed, took] = [0, 0, 0]
  const before = cpu()
  // as a person ticks them: a thousand at once
  for (let n = 0; n < rows.length; n += 1_000) {
    const some = { ...asked, rows: rows.slice(n, n + 1_000) }
    const { data } = await c.post<BatchPreview>('rounds/batch/preview', some)
    const from = performance.now()
    const started = await c.post<BatchState>('rounds/batch', { ...some, typedAmount: data?.toType })
    if (started.code !== 200) throw new Error(`the batch was refused: ${started.msg}`)
    let state = started.data
    while (state.state === 'running') {
      await sleep(20)
      state = (await c.get<BatchState>('rounds/batch/state', { id: state.id })).data
    }
    took += performance.now() - from
    failed += state.failed
    done += state.total - state.failed
  }
  const perSecond = done / (took / 1000)
  console.log(
    `| ${what}, ${done} accepted: ${perSecond.toFixed(0)}/s (${atLeast(`${what}, a second`, perSecond, 300)}) | – | – | ${failed} refused; ${ms((cpu() - before) / rows.length)} ms of the server’s processor each |`,
  )
  return perSecond
}

/** Acceptance of reports on PostgreSQL (3.4): as a batch, and one by one by eight people, of many activities and of one, beside bare SQL. */
export async function accept(): Promise<void> {
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
    for (let n = 0; n < PEOPLE; n++) await t.addUser(tenantId, { account: `ops${n}`, roles: ['administrator'] })
    const each = Math.ceil((3 * REPORTS) / ACTIVITIES)
    const w = await world('bench', tenantId, db)
    const project = await acceptable(w)
    const many = await reviewed(w, project, { activities: ACTIVITIES, count: each })
    const [hot] = await reviewed(w, project, { from: ACTIVITIES, activities: 1, count: 3 * REPORTS })
    await db.owner((tx) => tx.query('analyze'))
    if (!hot) throw new Error('there is no activity')
    const WHERE = [
      { all: many, where: `of ${ACTIVITIES} activities` },
      { all: [hot], where: 'of one activity' },
    ]
    console.log(
      `\n## Acceptance on PostgreSQL, ${busy()}\n\n| what | p50 ms | p95 ms | note |\n| --- | --- | --- | --- |`,
    )
    const server = await startCompiled(env)
    const cpu = () => cpuOf(server.child.pid)
    try {
      const people = await Promise.all(
        Array.from({ length: PEOPLE }, (_, n) => client(server.url, `ops${n}`, `ops${n}`, tenantId)),
      )
      const [first] = people
      if (!first) throw new Error('nobody signed in')
      for (const { all, where } of WHERE) {
        const share = Math.ceil(REPORTS / all.length)
        const perSecond = await asBatch(first, cpu, `batch acceptance ${where}`, inTurn(all, 0, REPORTS))
        const before = cpu()
        const said = new Map<string, number>()
        const run = await worked(inTurn(all, share, REPORTS), PEOPLE, async ([, id], hand) => {
          const a = await people[hand]?.post('blade-act/caseCollectionReport/audit', { id, auditType: 2, status: 1 })
          const how = a?.code === 200 ? 'accepted' : `${a?.code} ${a?.msg}`
          said.set(how, (said.get(how) ?? 0) + 1)
        })
        line(
          `accepted one by one ${where}, ${PEOPLE} sessions`,
          middleOf([run]),
          `${[...said].map(([how, n]) => `${n} ${how}`).join(', ')}; ${ms((cpu() - before) / REPORTS)} ms of the server’s processor each`,
        )
        const plain = await bare(db, tenantId, inTurn(all, 2 * share, REPORTS))
        line(
          `bare SQL of an acceptance ${where}, ${PEOPLE} hands`,
          middleOf([plain]),
          `lock, write, commit; same driver; the batch is ${(perSecond / plain.perSecond).toFixed(2)} of it, ${busy()}`,
        )
      }
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
