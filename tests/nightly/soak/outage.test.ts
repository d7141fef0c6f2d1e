import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { askSignIn } from '../../browser/api.ts'
import { type Running, startServer } from '../../browser/server.ts'
import { untyped } from '../../browser/untyped.ts'
import { wait } from '../../browser/wait.ts'
import { asking, type Cluster, startPostgres } from '../../server/postgres.ts'
import { moreToDo, openData } from '../browser/more.ts'
import { Load } from './load.ts'

/** How often each kind of outage happens. */
const TIMES = 10
/** Within this a server must serve again after PostgreSQL runs again, ms. */
const BACK = 60_000
/** Connections of a server: both pools, the listener, and the probe of a moment. */
const CONNECTIONS = 12 + 3 + 1 + 1
/** Lines of a server's log an outage, without those of requests: database and listener, each away and back, twice. */
const LINES = 8
/** Growth of a server's memory over all outages, MB: garbage not yet collected, no leak by outage. */
const GROWTH = 200
const LANES = 2
/** Decisions, other answers and events of each server before the next outage. */
const ENOUGH = [10, 30, 10]

let cluster: Cluster
let servers: readonly Running[] = []
let loads: readonly Load[] = []
const orders: string[] = []
const user = (n: number) => `soak_${n}`

const admin = <T>(ask: (c: pg.Client) => Promise<T>): Promise<T> => asking(cluster.url, ask)

/** Resident memory of a process, MB. */
const memory = (s: Running): number =>
  Number(spawnSync('ps', ['-o', 'rss=', '-p', String(s.child.pid)], { encoding: 'utf8' }).stdout) / 1024
/** Lines a server logged about itself: requests and calls to the outside are work that goes on, a line for each. */
const lines = (s: Running): string[] =>
  s
    .output()
    .split('\n')
    .filter((l) => l.includes('"level"') && !/"msg":"(request"|port )/.test(l))

beforeAll(async () => {
  cluster = await startPostgres()
  await admin(async (c) => {
    for (const n of [0, 1]) await c.query(`create role ${user(n)} superuser login`)
  })
  const env = (n: number) => {
    const url = new URL(cluster.url)
    url.username = user(n) // tells their connections apart
    return { DATABASE_URL: url.href, SEED: 'small', LOG_LEVEL: 'info' }
  }
  servers = [await startServer(env(0)), await startServer(env(1))]
  await untyped(servers[0]?.url ?? '')
  const db = await openData({ databaseUrl: cluster.url })
  orders.push(...(await moreToDo(db, 100)))
  await db.close()
  loads = await Promise.all(
    servers.map(async (s) => new Load(s.url, (await askSignIn(s.url, 'fin')).access_token ?? '')),
  )
})
afterAll(async () => {
  cluster?.resume()
  await Promise.all(loads.map((l) => l.stop()))
  await Promise.all(servers.map((s) => s.stop()))
  await cluster?.stop()
})

const kinds: Readonly<Record<string, () => Promise<void>>> = {
  'restart fast': () => cluster.restart('fast'),
  'restart immediate': () => cluster.restart('immediate'),
  'all connections cut': () =>
    admin(
      async (c) =>
        void (await c.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
        )),
    ),
  'kill -9': async () => {
    await cluster.kill9()
    await cluster.start()
  },
  'stands still for 10 s': async () => {
    cluster.pause()
    try {
      const until = Date.now() + 10_000
      for (const s of servers) expect((await fetch(`${s.url}/api/health`)).status).toBe(503)
      await sleep(until - Date.now())
    } finally {
      cluster.resume()
    }
  },
}

/** Decides, reads and hears events again, at both servers: enough of each to be at full load. */
async function goesOn(what: string): Promise<void> {
  const look = () => {
    for (const [n, s] of servers.entries())
      if (s.child.exitCode !== null) throw new Error(`${what}: server ${n} ended\n${lines(s).slice(-20).join('\n')}`)
    return loads.map((l) => [l.kept.length, l.answers[200] ?? 0, l.heard])
  }
  const before = look()
  await wait.poll(
    look,
    (now) => now.every((n, i) => n.every((x, k) => x >= (before[i]?.[k] ?? 0) + (ENOUGH[k] ?? 0))),
    `${what}: not everything goes on from ${JSON.stringify(before)}`,
    BACK,
  )
}

/** Connections of both servers, by user: all of them, and the listening ones. */
const connections = () =>
  admin(async (c) => {
    const { rows } = await c.query<{ usename: string; n: number; listening: number }>(
      `select usename, count(*)::int as n, count(*) filter (where application_name = 'rounds-listen')::int as listening
       from pg_stat_activity where usename like 'soak%' group by usename order by usename`,
    )
    return rows
  })

test(`PostgreSQL goes away and comes back ${TIMES} times in each of ${Object.keys(kinds).length} ways under load on two instances`, {
  timeout: TIMES * 5 * 150_000,
}, async () => {
  const share = Math.floor(orders.length / (2 * LANES))
  for (const [n, load] of loads.entries()) {
    load.start(
      Array.from({ length: LANES }, (_, k) => orders.slice((n * LANES + k) * share, (n * LANES + k + 1) * share)),
    )
  }
  await goesOn('at the start')
  const began = servers.map(memory)
  const saidBefore = servers.map((s) => lines(s).length)
  const figures: string[] = []
  for (let round = 0; round < TIMES; round++) {
    for (const [name, cut] of Object.entries(kinds)) {
      const what = `${name}, ${round + 1} of ${TIMES}`
      const said = servers.map((s) => lines(s).length)
      const start = Date.now()
      await cut()
      const ran = Date.now()
      await goesOn(what)
      const back = Date.now()
      await wait.poll(
        connections,
        (all) => all.length === 2 && all.every((c) => c.listening === 1 && c.n <= CONNECTIONS),
        `${what}: connections are not what they should be`,
        BACK,
      )
      for (const [n, s] of servers.entries()) {
        const more = lines(s).slice(said[n])
        expect(more.length, `${what}: server ${n} logged\n${more.slice(0, 20).join('\n')}`).toBeLessThanOrEqual(LINES)
      }
      expect(
        loads.flatMap((l) => l.wrong),
        what,
      ).toEqual([])
      figures.push(
        `${what}: ${ran - start} ms away, all back after ${back - ran} ms, ${servers.map((s, n) => `${Math.round(memory(s))} MB, ${lines(s).length - (said[n] ?? 0)} lines`).join(' and ')}`,
      )
    }
  }
  await Promise.all(loads.map((l) => l.stop()))
  console.log(
    [
      ...figures,
      ...loads.map((l) => `${l.kept.length} decisions, answers ${JSON.stringify(l.answers)}, ${l.heard} events`),
    ].join('\n'),
  )

  expect(loads.flatMap((l) => l.wrong)).toEqual([])
  for (const l of loads) expect(l.answers[503] ?? 0, 'no call met an outage').toBeGreaterThan(0)
  for (const [n, s] of servers.entries())
    expect(memory(s) - (began[n] ?? 0), `memory of server ${n}`).toBeLessThan(GROWTH)
  for (const [n, s] of servers.entries())
    expect(lines(s).length - (saidBefore[n] ?? 0)).toBeLessThanOrEqual(LINES * figures.length)
  // a request of an outage is one short line
  for (const s of servers) expect(s.output()).not.toMatch(/"status":503[^\n]*"stack"/)

  const kept = loads.flatMap((l) => l.kept)
  const db = await openData({ databaseUrl: cluster.url })
  try {
    const history = () =>
      db.owner((tx) =>
        tx.query<{ key: string; id: string; action: string }>(
          `select request_id as key, biz_id as id, action from approval_history where biz_type = 'settlementOrder' and biz_id = any($1::text[]) and request_id like 'soak-%'`,
          [orders],
        ),
      )
    const line = (k: { key: string; id: string; action: string }) => `${k.key} ${k.id} ${k.action}`
    // every answered decision once, and nothing besides: what was in flight at an outage was asked for until it was
    // answered
    expect((await history()).map(line).sort()).toEqual(kept.map(line).sort())
    // asked for again, at the other instance, each answers the same and does nothing
    for (const [n, load] of loads.entries()) {
      const mine = loads[1 - n]?.kept ?? []
      for (const k of [...mine.slice(0, 20), ...mine.slice(-20)]) {
        expect(await load.replay(k)).toMatchObject({ status: 200, body: { data: k.data } })
      }
    }
    expect(await history()).toHaveLength(kept.length)
    expect(broken(await db.owner((tx) => checkInvariants(tx)))).toEqual([])
  } finally {
    await db.close()
  }
})
