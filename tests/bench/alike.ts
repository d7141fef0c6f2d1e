import { likenessTo } from '../../src/model/language/derived/alike.ts'
import { type Print, printOf } from '../../src/server/core/text/minHash.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { alikeStatement } from '../../src/server/files/alike.ts'
import { newPostgresDatabase, quiet } from '../server/harness.ts'
import { startPostgres } from '../server/postgres.ts'
import { atMost } from './goals.ts'
import { busy } from './load.ts'
import { median, ms, quantile } from './measure.ts'

const TENANT = '100001'
/** Prints of which the first number is the same: of a text that very many hand in. */
const POPULAR = 50_000
const ASKED = 300
/** Candidates of one question, most: twenty of each of six bands. */
const CANDIDATES = 120

const said = (n: number): string =>
  Array.from(
    { length: 12 },
    (_, i) => `第${n * 31 + i * 7}例患者随访${(n * 13 + i) % 97}天后症状${'甲乙丙丁戊'[(n + i) % 5]}级`,
  ).join('，')

/**
 * Who handed in nearly the same, among so many reports (BENCH_REPORTS, 1,200,000): candidates by their prints, as the role that
 * serves requests, and what comparing them costs.
 */
export async function alike(): Promise<void> {
  const reports = Number(process.env.BENCH_REPORTS ?? 1_200_000)
  console.log(`\n## Near-duplicates among ${reports.toLocaleString('en-US')} reports, PostgreSQL`)
  const cluster = process.env.TEST_DATABASE_URL ? null : await startPostgres()
  const url = await newPostgresDatabase(process.env.TEST_DATABASE_URL ?? cluster?.url ?? '')
  const db = await openDatabase({ databaseUrl: url, dataDir: '' }, quiet)
  try {
    const from = performance.now()
    const band = () => '(random() * 4294967295 - 2147483648)::bigint::int'
    await db.owner(async (tx) => {
      await tx.query(
        `insert into "text_print" (tenant_id, id, resource, record_id, b0, b1, b2, b3, b4, b5)
         select '${TENANT}', n, 'caseCollectionReport', n::text, case when n <= ${POPULAR} then 7 else ${band()} end, ${Array(5).fill(band()).join(', ')}
         from generate_series(1, ${reports}) n`,
      )
    })
    await db.owner((tx) => tx.query('analyze "text_print"'))
    console.log(`made in ${((performance.now() - from) / 1000).toFixed(0)} s, ${busy()}`)
    const rows = await db.scoped<Record<keyof Print, number>>(
      { tenantId: TENANT },
      {
        text: `select b0, b1, b2, b3, b4, b5 from "text_print" where tenant_id = $1 and id % 4001 = 0`,
        values: [TENANT],
      },
    )
    const times: Record<'of one' | 'of many', number[]> = { 'of one': [], 'of many': [] }
    for (let n = 0; n < ASKED; n++) {
      const print = { ...(rows[n % rows.length] as Print), ...(n % 2 === 0 ? {} : { b0: 7 }) }
      const began = performance.now()
      await db.scoped({ tenantId: TENANT }, alikeStatement(TENANT, print))
      times[n % 2 === 0 ? 'of one' : 'of many'].push(performance.now() - began)
    }
    const texts = Array.from({ length: CANDIDATES }, (_, n) => said(n))
    const began = performance.now()
    const likeness = likenessTo(texts[0] as string)
    const found = texts.filter((text) => likeness(text) !== null).length
    const compared = performance.now() - began
    const printing = performance.now()
    for (const text of texts) printOf(text)
    const printed = (performance.now() - printing) / texts.length
    const all = [...times['of one'], ...times['of many']]
    console.log('| candidates of a print | median ms | p95 ms |\n| --- | --- | --- |')
    for (const [what, list] of Object.entries(times))
      console.log(
        `| ${what === 'of one' ? 'like no other' : `of a text that ${POPULAR.toLocaleString('en-US')} handed in`} | ${ms(median(list))} | ${ms(quantile(list, 0.95))} |`,
      )
    console.log(
      `${CANDIDATES} candidates compared in ${ms(compared)} ms (${found} alike); a print made in ${ms(printed)} ms; together p95 ${ms(quantile(all, 0.95) + compared)} ms (${atMost('near-duplicates, p95 ms', quantile(all, 0.95) + compared, 50)})`,
    )
    const { text, values } = alikeStatement(TENANT, { ...(rows[0] as Print), b0: 7 })
    const plan = await db.scoped<{ 'QUERY PLAN': string }>(
      { tenantId: TENANT },
      { text: `explain (analyze, costs off, summary off) ${text}`, values },
    )
    console.log(plan.map((line) => line['QUERY PLAN']).join('\n'))
    if (plan.some((line) => /Seq Scan/.test(line['QUERY PLAN'])))
      throw new Error('the prints are read without their index')
  } finally {
    await db.close()
    await cluster?.stop()
  }
}
