import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/server/core/database.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { DATABASE_TIMEOUTS, type DatabaseTimeouts } from '../../../src/server/database/postgres/databaseTimeouts.ts'
import { Availability, isAway } from '../../../src/server/database/postgres/outage.ts'
import { wait } from '../../browser/wait.ts'
import { BASIC, type TestApp, testApp } from '../app.ts'
import { testUrl } from '../harness.ts'
import { asking, type Cluster, postgresInstalled, startPostgres } from '../postgres.ts'

/** A PostgreSQL that goes away: connections that are cut and what callers are answered; `whole`: every way of going. */
export function outageCases({ whole }: { readonly whole: boolean }): void {
  /** A third of the product's, half where hundreds wait in turn: tests wait for all of it. */
  const LITTLE: DatabaseTimeouts = {
    ...(Object.fromEntries(
      Object.entries(DATABASE_TIMEOUTS).map(([name, ms]) => [name, ms / 3]),
    ) as unknown as DatabaseTimeouts),
    wait: DATABASE_TIMEOUTS.wait / 2,
  }

  const sqlError = (code: string, message = 'x') => Object.assign(new Error(message), { code })

  describe('an error of the way to the database', () => {
    it('is distinguished from an error of the statement', () => {
      for (const e of ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', '08006', '57P01', '57P03', '53300', '25006', '26000'].map(
        (c) => sqlError(c),
      )) {
        expect(isAway(e), String((e as { code?: string }).code)).toBe(true)
      }
      for (const said of [
        'Connection terminated unexpectedly',
        'timeout expired',
        'Client has encountered a connection error and is not queryable',
      ]) {
        expect(isAway(new Error(said)), said).toBe(true)
      }
      for (const e of [
        sqlError('42601', 'unterminated quoted string'),
        sqlError('57014'),
        sqlError('23505'),
        new Error('terminated?'),
        null,
        'x',
      ]) {
        expect(isAway(e)).toBe(false)
      }
    })
  })

  describe('what is away', () => {
    it('is logged in one line, and its end in one, however many attempts', async () => {
      const lines: string[] = []
      const state = new Availability(
        'the database',
        { warn: (line: string) => void lines.push(line) },
        { settled: 200 },
      )
      for (let n = 0; n < 100; n++) state.lost(new Error(`try ${n}`))
      for (let n = 0; n < 100; n++) state.answered()
      state.lost(new Error('once more, before it settled'))
      expect(lines).toEqual(['the database is away: try 0'])
      state.answered()
      await wait.poll(
        () => lines.length,
        (n) => n === 2,
        'nobody says that it is back',
      )
      expect(lines[1]).toMatch(/^the database is back after \d+(\.\d)? s$/)
      expect(state.away).toBe(false)
    })
  })

  // declared only where it applies: a skipped test would look like a gap; that there is no PostgreSQL at all is said by
  // tests/run.mjs
  const onOwnCluster = testUrl() !== null && postgresInstalled() ? describe : () => undefined
  onOwnCluster('PostgreSQL goes away and comes back', () => {
    let cluster: Cluster
    let db: Database
    let t: TestApp
    const lines: string[] = []
    /** What would have ended the process. */
    const deadly: unknown[] = []
    const dies = (e: unknown) => void deadly.push(e)
    afterEach(() => expect(deadly.splice(0)).toEqual([]))

    const note = (level: string) => (line: unknown) => void lines.push(`${level} ${String(line)}`)

    beforeAll(async () => {
      process.on('uncaughtException', dies)
      cluster = await startPostgres()
      db = await openDatabase(
        { dataDir: '', databaseUrl: cluster.url },
        { info() {}, warn: note('warn'), error: note('error') },
        LITTLE,
      )
      t = await testApp({}, undefined, db)
      t.context.log.warn = note('warn')
      t.context.log.error = note('error')
    })
    afterAll(async () => {
      await t?.app.close()
      await db?.close()
      await cluster?.stop()
      process.off('uncaughtException', dies)
    })

    const admin = <T>(ask: (c: pg.Client) => Promise<T>): Promise<T> => asking(cluster.url, ask)
    const one = () => db.scoped<{ one: number }>({ tenantId: null }, { text: 'select 1 as one' })
    const back = () =>
      wait.poll(
        () =>
          one().then(
            (rows) => rows[0]?.one,
            (e: unknown) => (e as Error).message,
          ),
        (n) => n === 1,
        'the database does not come back',
        60_000,
      )
    /** What was said of each subject last is that it is back. */
    const settled = () =>
      wait.poll(
        async () => {
          await one()
          return ['the database', 'the listening connection'].map(
            (what) => lines.findLast((l) => l.includes(what)) ?? ' is back',
          )
        },
        (last) => last.every((l) => l.includes(' is back')),
        'what is away is not back',
        60_000,
      )
    const listeners = () =>
      admin(async (c) =>
        Number(
          (await c.query(`select count(*) as n from pg_stat_activity where application_name = 'rounds-listen'`)).rows[0]
            .n,
        ),
      )
    /** How each of these ended: "done", or the code it failed with. */
    const ends = (all: readonly Promise<unknown>[]) =>
      Promise.all(
        all.map((p) =>
          p.then(
            () => 'done',
            (e: { code?: unknown }) => e.code,
          ),
        ),
      )

    it('statements that run while it is restarted, killed or their connections are cut fail with 503, and the next ones work', async () => {
      const cuts = [
        () => cluster.restart('fast'),
        () => cluster.restart('immediate'),
        async () => {
          await cluster.kill9()
          await cluster.start()
        },
        () =>
          admin((c) =>
            c.query(
              'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = $1',
              ['client backend'],
            ),
          ),
      ]
      for (const cut of cuts) {
        const slow = Array.from({ length: 8 }, () => db.scoped({ tenantId: 'a' }, { text: 'select pg_sleep(120)' }))
        const held = Array.from({ length: 3 }, () =>
          db.transaction({ tenantId: 'a' }, (tx) => tx.query('select pg_sleep(120)')),
        )
        const told = ends([...slow, ...held])
        await wait.poll(
          () =>
            admin(
              async (c) =>
                (
                  await c.query(
                    `select count(*)::int as n from pg_stat_activity where query like '%pg_sleep(120)%' and state = 'active'`,
                  )
                ).rows[0].n,
            ),
          (n) => n === 12, // and the one that looks
          'the statements do not run',
        )
        await cut()
        expect(await told).toEqual(Array.from({ length: 11 }, () => 503))
        await back()
      }
      await settled()
    }, 120_000)

    it('a call meanwhile is an envelope of 503 with Retry-After, a token call says that it is temporary, and neither fills the log', async () => {
      const tenantId = await t.newTenant()
      const client = await t.signIn(tenantId, 'finance')
      await settled()
      const before = lines.length
      await cluster.shutDown('fast')
      for (let n = 0; n < 20; n++) {
        const list = await client.get('blade-svc/settlementOrder/list')
        expect([list.status, list.code, list.headers['retry-after']]).toEqual([503, 503, '2'])
      }
      const token = await t.call('POST', 'blade-auth/oauth/token', {
        query: { tenantId, grant_type: 'refresh_token', refresh_token: client.refresh },
        headers: { authorization: BASIC },
      })
      expect(token.status).toBe(503)
      expect(JSON.parse(token.raw)).toMatchObject({ code: 503, error: 'temporarily_unavailable' })
      await cluster.start()
      await back()
      expect((await client.get('blade-svc/settlementOrder/list')).status).toBe(200)
      await settled()
      expect(lines.slice(before).length, lines.join('\n')).toBeLessThanOrEqual(4)
    }, 120_000)

    if (!whole) return

    it('down for seconds: one listening connection afterwards, a few lines, and listeners look once', async () => {
      const before = lines.length
      const heard: string[] = []
      const stop = await db.listen('rounds_test', (payload) => heard.push(payload))
      await cluster.shutDown('immediate')
      const until = Date.now() + 1_500
      while (Date.now() < until) expect(await ends([one(), one()])).toEqual([503, 503])
      await cluster.start()
      await back()
      await wait.poll(
        () => heard.includes(''),
        (yes) => yes,
        'listeners are not told to look',
        30_000,
      )
      await db.notify('rounds_test', 'again')
      await wait.poll(
        () => heard.at(-1),
        (last) => last === 'again',
        'hints are not heard any more',
      )
      await settled()
      expect(await listeners()).toBe(1)
      // database away and back, listening connection away and back
      expect(lines.slice(before).length, lines.join('\n')).toBeLessThanOrEqual(4)
      await stop()
    }, 120_000)

    it('hangs: running and new statements and health get 503, and the server can stop meanwhile; then it works', async () => {
      const before = lines.length
      await one()
      const ending = await openDatabase(
        { dataDir: '', databaseUrl: cluster.url },
        { info() {}, warn() {}, error() {} },
        LITTLE,
      )
      await ending.scoped({ tenantId: null }, { text: 'select 1 as one' })
      cluster.pause()
      try {
        const asked = [
          one(),
          db.transaction({ tenantId: 'a' }, (tx) => tx.query('select 1')),
          db.owner((tx) => tx.query('select 1')),
        ]
        const health = await t.call('GET', 'health')
        expect([health.status, health.headers['retry-after']]).toEqual([503, '2'])
        expect(await ends(asked)).toEqual([503, 503, 503])
        expect(await ends([one(), one()])).toEqual([503, 503])
        await ending.close()
      } finally {
        cluster.resume()
      }
      await back()
      expect((await t.call('GET', 'health')).status).toBe(200)
      await settled()
      expect(lines.slice(before).length, lines.join('\n')).toBeLessThanOrEqual(4)
    }, 120_000)

    it('callers beyond the limit get 503 at once instead of waiting for a connection', async () => {
      await admin(async (c) => {
        await c.query('begin')
        await c.query('select pg_advisory_xact_lock(4711)')
        const busy = ends(
          Array.from({ length: 12 }, () =>
            db.scoped({ tenantId: 'a' }, { text: 'select pg_advisory_xact_lock_shared(4711)' }),
          ),
        )
        await wait.poll(
          async () =>
            Number(
              (await c.query(`select count(*) as n from pg_locks where locktype = 'advisory' and not granted`)).rows[0]
                .n,
            ),
          (n) => n === 12,
          'not all connections are in use',
        )
        const waiting = ends(Array.from({ length: 500 }, one))
        expect(new Set(await ends(Array.from({ length: 20 }, one)))).toEqual(new Set([503]))
        await c.query('commit')
        expect(new Set([...(await busy), ...(await waiting)])).toEqual(new Set(['done']))
      })
    }, 60_000)

    it('a slow statement of a database that answers is not taken for silence', async () => {
      expect(
        await ends([
          db.scoped({ tenantId: 'a' }, { text: `select pg_sleep(${(1.5 * (LITTLE.silence + LITTLE.probe)) / 1000})` }),
        ]),
      ).toEqual(['done'])
    }, 60_000)

    it('becomes a standby: what writes is 503 until it is promoted, without a start of ours', async () => {
      const write = () =>
        db.transaction({ tenantId: 'a' }, (tx) =>
          tx.query(
            `insert into param (tenant_id, id, param_name, param_key, param_value) values ('a', $1, 'a', $2, 'a')`,
            [newId(), newId()],
          ),
        )
      await write()
      await cluster.demote()
      await back()
      const before = lines.length
      for (let n = 0; n < 20; n++) expect(await ends([write(), one(), write()])).toEqual([503, 'done', 503])
      await cluster.promote()
      await wait.poll(
        async () => (await ends([write()]))[0],
        (end) => end === 'done',
        'it cannot be written',
        30_000,
      )
      await settled()
      expect(lines.slice(before).length, lines.join('\n')).toBeLessThanOrEqual(4)
    }, 120_000)

    it('takes no connections: 503, not a fault of ours', async () => {
      const elsewhere = new URL(cluster.url)
      elsewhere.pathname = '/template1'
      const allow = (yes: boolean) =>
        asking(elsewhere.href, async (c) => {
          await c.query(`alter database postgres allow_connections ${yes}`)
          if (!yes) await c.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'postgres'`)
        })
      await allow(false)
      try {
        await wait.poll(
          async () => (await ends([one()]))[0],
          (end) => end !== 'done',
          'it takes connections',
        )
        expect(await ends([one(), one()])).toEqual([503, 503])
      } finally {
        await allow(true)
      }
      await back()
    }, 60_000)

    it('prepared statements belong to their connection; one that the server lost costs one 503', async () => {
      const texts = ['select 40 + $1::int as n', 'select 41 + $1::int as n'] as const
      const named = () => db.scoped<{ n: number }>({ tenantId: 'a' }, { text: texts[0], values: [2] })
      const inside = () => db.transaction({ tenantId: 'a' }, (tx) => tx.query<{ n: number }>(texts[1], [1]))
      for (let n = 0; n < 5; n++) expect([...(await named()), ...(await inside())]).toEqual([{ n: 42 }, { n: 42 }])
      await cluster.restart('fast')
      await back()
      for (let n = 0; n < 5; n++) expect([...(await named()), ...(await inside())]).toEqual([{ n: 42 }, { n: 42 }])
      const seen = new Set<unknown>()
      for (const ask of [named, inside]) {
        // Which connection loses its statements and which one is asked next is the pool's choice, and a process names
        // five hundred texts only: so it is asked until one is met, or all of them have answered.
        for (let n = 0; n < 20; n++) {
          await ends([ask()])
          await ends([db.scoped({ tenantId: 'a' }, { text: 'deallocate all' })])
          for (const one of await ends(Array.from({ length: 12 }, ask))) seen.add(one)
        }
        for (let n = 0; n < 20 && (await ends([ask()]))[0] !== 'done'; n++) seen.add('again')
        expect(await ask()).toEqual([{ n: 42 }])
      }
      expect([...seen].filter((one) => one !== 'done' && one !== 'again')).toEqual([503])
      // the next test has connections of its own
      await cluster.restart('fast')
      await back()
    }, 60_000)
  })
}
