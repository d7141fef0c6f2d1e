import { type Condition, conditionKey } from '../../src/model/language/conditions/condition.ts'
import type { Resource } from '../../src/model/language/resource.ts'
import { rowsOf } from '../../src/model/wire/columns.ts'
import { ROUNDS, type WireRow, type WireTable } from '../../src/model/wire/wire.ts'
import { actorNow, actorOf } from '../../src/server/auth/who.ts'
import type { Actor } from '../../src/server/core/actor.ts'
import type { ServerContext } from '../../src/server/core/context/context.ts'
import { createServerContext } from '../../src/server/core/context/createContext.ts'
import { makeLog } from '../../src/server/core/context/log.ts'
import type { Database } from '../../src/server/core/database.ts'
import { readConfig } from '../../src/server/core/settings/config.ts'
import { keysOf, setKeys } from '../../src/server/core/settings/secrets.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { domains } from '../../src/server/domains.ts'
import { buildApp } from '../../src/server/http/app.ts'
import { resolveNames } from '../../src/server/lists/resolve.ts'
import { totalQuery } from '../../src/server/lists/sql/query.ts'
import { reachIn } from '../../src/server/lists/sql/reach.ts'
import { windowTable } from '../../src/server/lists/sql/table.ts'
import { realParts } from '../../src/server/parts.ts'
import { client } from '../browser/api.ts'
import { quiet } from '../server/harness.ts'
import { answersOf } from './answers.ts'
import { miss } from './goals.ts'
import type { LargeEnv } from './large.ts'
import { casesOf, columnsOf, type ListCase, listed, parentOf, valueColumns } from './listCases.ts'
import { busy } from './load.ts'
import { median, ms, quantile } from './measure.ts'

/** Over bare SQL at the median, and at the 95th percentile, ms. */
const GOAL = { over: 3, p95: 100 } as const
/** Times every list is asked, then those that missed a goal, and again: machines are noisy. */
const TIMES = [1, 5, 40] as const
/** Tables so large that reading all of one for a page is a fault. */
const LARGE = 50_000
const WORST = 10
/** Sessions taking turns: the limits of the product count by session. */
const SESSIONS = 8
/** The families asked, by id, where not all are: to measure again what was mended. */
const ONLY = new Set((process.env.BENCH_LISTS ?? '').split(',').filter(Boolean))
/** Who opens lists: everything there is, and one company's part of it. */
const ACCOUNTS = ['admin', 'ca001'] as const

type Client = Awaited<ReturnType<typeof client>>
type Answers = ReturnType<typeof answersOf>

/** What is asked of a list: its rows, and how many there are. */
type What = 'rows' | 'total'

/** One question over HTTP and as the SQL behind it. */
interface Asked {
  readonly name: string
  readonly what: What
  http(): Promise<void>
  bare(db: Database): Promise<void>
  readonly list: ListCase
  readonly actor: Actor
}

interface Measured {
  readonly asked: Asked
  readonly http: number[]
  readonly bare: number[]
  /** What was answered instead of rows, or that a large table is read whole. */
  fault?: string
}

const over = ({ http, bare }: Measured): number => median(http) - median(bare)
const missed = (m: Measured): boolean =>
  m.fault !== undefined || over(m) > GOAL.over || quantile(m.http, 0.95) > GOAL.p95

async function timed(run: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await run()
  return performance.now() - from
}

/** The statements of a question, as the server asks them of the database: names are looked up first. */
async function askBare(db: Database, { resource, conditions, sort }: ListCase, what: What, actor: Actor) {
  const asked = { resource, reach: reachIn({ domains }, actor), conditions, ...(sort ? { sort } : {}) }
  const q = await resolveNames(db, asked)
  const statement =
    what === 'total' ? totalQuery(q) : windowTable(q, columnsOf(resource), { skip: 0, limit: 100 }).statement
  return { scope: { tenantId: actor.tenantId }, statement }
}

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'One-Time Filter'?: string
  readonly Plans?: readonly Node[]
}
/** A node and those below that can run: below a condition that is known to be false nothing does. */
const nodes = (n: Node): Node[] => [n, ...(n['One-Time Filter'] === 'false' ? [] : (n.Plans ?? [])).flatMap(nodes)]

/** The large table that a list reads whole as the application's role; null where it uses an index. */
async function readWhole(db: Database, { list, what, actor }: Asked, large: ReadonlySet<string>) {
  if (what === 'total') return null
  const { scope, statement } = await askBare(db, list, what, actor)
  const [row] = await db.scoped<{ 'QUERY PLAN': readonly { Plan: Node }[] }>(scope, {
    text: `explain (format json) ${statement.text}`,
    values: statement.values ?? [],
  })
  const plan = nodes(row?.['QUERY PLAN'][0]?.Plan as Node)
  return (
    plan.find((n) => n['Node Type'] === 'Seq Scan' && large.has(n['Relation Name'] ?? ''))?.['Relation Name'] ?? null
  )
}

const paramsOf = (conditions: readonly Condition[]): Record<string, string> =>
  Object.fromEntries(conditions.map((c) => [conditionKey(c), c.value]))

/** Everything one account may ask, with values that are there. */
async function questions(clients: readonly Client[], answers: Answers, actor: Actor): Promise<Asked[]> {
  let turn = 0
  const get = <T>(path: string, params: Record<string, string | number>) =>
    (clients[turn++ % clients.length] as Client).get<T>(path, params)
  const rowsIn = async (r: Resource, within: readonly Condition[] = []): Promise<readonly WireRow[] | null> => {
    const columns = valueColumns(r).join()
    const asked = { resource: r.id, columns, offset: 0, size: 100, ...paramsOf(within) }
    const { status, data } = await get<WireTable>(ROUNDS.window, asked)
    return status === 403 ? null : status === 200 ? rowsOf(data) : []
  }
  /** The conditions that a list is always asked with: of what is shown beside a record alone, one that has some of it. */
  const withinOf = async (r: Resource): Promise<readonly Condition[]> => {
    const shown = parentOf(r)
    let within: readonly Condition[] = []
    for (const { id } of (shown && (await rowsIn(shown.parent))) ?? []) {
      within = [{ field: shown?.by ?? '', op: 'equal', value: String(id) }]
      if ((await rowsIn(r, within))?.length) break
    }
    return within
  }
  const all: Asked[] = []
  for (const r of listed) {
    if (ONLY.size > 0 && !ONLY.has(r.id)) continue
    const within = await withinOf(r)
    const rows = await rowsIn(r, within)
    // who is bound to a company opens the same lists: their first pages say what the bound costs
    const cases = rows === null ? [] : casesOf(r, rows, within).slice(0, actor.company === null ? undefined : 1)
    for (const list of cases)
      for (const what of ['rows', 'total'] as const) {
        const params = {
          resource: r.id,
          ...paramsOf(list.conditions),
          ...(what === 'total' ? {} : { offset: 0, size: 100, ...(list.sort ? { sort: list.sort } : {}) }),
        }
        // how many there are does not depend on their order
        if (what === 'total' && list.sort) continue
        all.push({
          name: `${list.name} (${actor.account})`,
          what,
          list,
          actor,
          http: () =>
            answers.get(
              what === 'total' ? ROUNDS.total : ROUNDS.window,
              params,
              (clients[turn++ % clients.length] as Client).token,
            ),
          bare: async (db) => {
            const { scope, statement } = await askBare(db, list, what, actor)
            await db.scoped(scope, statement)
          },
        })
      }
  }
  return all
}

/** Asks so often, over HTTP and bare in turn, and forgets what was measured before. What failed is not asked again. */
async function ask(m: Measured, db: Database, times: number): Promise<void> {
  const { asked, http, bare, fault } = m
  if (fault !== undefined) return
  http.length = bare.length = 0
  try {
    for (let n = times > 1 ? -1 : 0; n < times; n++) {
      const [b, h] = [await timed(() => asked.bare(db)), await timed(asked.http)]
      // the first of each pays for what is prepared
      if (n < 0) continue
      http.push(h)
      bare.push(b)
    }
  } catch (e) {
    m.fault = e instanceof Error ? e.message : String(e)
  }
}

const line = (m: Measured): string =>
  `| ${m.asked.name.replaceAll('|', '/').slice(0, 110)} | ${m.asked.what} | ${ms(median(m.http))} | ${ms(quantile(m.http, 0.95))} | ${ms(median(m.bare))} | ${ms(over(m))} | ${m.fault ?? ''} |`
const HEAD = '| list | asked | p50 ms | p95 ms | bare SQL p50 | over | |\n| --- | --- | --- | --- | --- | --- | --- |'

/** The slowest over HTTP. */
const worst = (all: readonly Measured[]): Measured[] =>
  all
    .filter((m) => m.http.length > 0)
    .sort((a, b) => quantile(b.http, 0.95) - quantile(a.http, 0.95))
    .slice(0, WORST)

/** Tables with more rows than a page may read whole, by the statistics. */
const largeTables = async (db: Database): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.owner((tx) =>
        tx.query<{ name: string }>(`select relname as name from pg_class where relkind = 'r' and reltuples > $1`, [
          LARGE,
        ]),
      )
    ).map(({ name }) => name),
  )

/** The server on this database, in this process: both ways to a list then share one driver and one processor. */
async function serve(context: ServerContext): Promise<{ url: string; close(): Promise<void> }> {
  const app = await buildApp(context, realParts, {})
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() }
}

async function everything(context: ServerContext, url: string, answers: Answers): Promise<Measured[]> {
  const all: Asked[] = []
  for (const account of ACCOUNTS) {
    const clients = await Promise.all(Array.from({ length: SESSIONS }, () => client(url, account)))
    const actor = await actorOf(context, clients[0]?.token ?? '', 'zh', 'bench')
    if (!actor) throw new Error(`${account} is nobody`)
    all.push(...(await questions(clients, answers, actor)))
  }
  return all.map((asked) => ({ asked, http: [], bare: [] }))
}

/**
 * Every list of the model over HTTP beside its SQL as the application's role: the worst ten, and everything that missed a
 * goal. What misses one is asked forty times more before it counts.
 */
export async function lists(name: string, env: LargeEnv): Promise<void> {
  console.log(`\n## Lists on ${name}, ${busy()}`)
  const config = readConfig({ ...process.env, ...env, DEMO_TODAY: '2024-06-15', CAPTCHA: 'off' })
  setKeys(keysOf(config))
  const db = await openDatabase(config, quiet)
  try {
    const context = createServerContext(config, db, domains, makeLog('silent'), actorNow)
    const { url, close } = await serve(context)
    const answers = answersOf(url)
    try {
      const large = await largeTables(db)
      const all = await everything(context, url, answers)
      for (const [n, times] of TIMES.entries()) {
        const some = n === 0 ? all : all.filter(missed)
        console.log(`asking ${some.length} questions, each ${times} times, ${busy()}`)
        for (const m of some) await ask(m, db, times)
      }
      for (const m of worst(all)) await ask(m, db, TIMES[2])
      for (const m of all) {
        const whole = m.fault === undefined ? await readWhole(db, m.asked, large) : null
        if (whole !== null) m.fault = `reads all of ${whole}`
      }
      told(name, all)
    } finally {
      answers.close()
      await close()
    }
  } finally {
    await db.close()
  }
}

function told(name: string, all: readonly Measured[]): void {
  const asked = all.filter((m) => m.http.length > 0)
  const misses = all.filter(missed)
  const families = new Set(all.map((m) => m.asked.list.resource.id)).size
  console.log(
    `${all.length} questions to ${families} lists: p50 ${ms(median(asked.map((m) => median(m.http))))} ms, bare SQL ${ms(median(asked.map((m) => median(m.bare))))} ms (goal: bare SQL + ${GOAL.over} ms at p50, ${GOAL.p95} ms at p95); ${busy()}`,
  )
  console.log(`\nThe worst ten:\n\n${HEAD}\n${worst(all).map(line).join('\n')}`)
  if (misses.length === 0) {
    console.log('\nNo goal is missed.')
    return
  }
  console.log(`\n!!! ${misses.length} MISSED A GOAL:\n\n${HEAD}\n${misses.map(line).join('\n')}`)
  miss(`lists on ${name}: ${misses.length} of ${all.length} questions`)
}
