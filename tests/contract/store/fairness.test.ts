import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceOf } from '../../../src/model/business.ts'
import type { Condition } from '../../../src/model/language/conditions/condition.ts'
import type { AppError } from '../../../src/server/core/errors.ts'
import { BUDGET } from '../../../src/server/database/driver.ts'
import { EmbeddedDatabase } from '../../../src/server/database/embedded/embedded.ts'
import { partyNow, runAs } from '../../../src/server/database/embedded/turnQueue.ts'
import { LIMIT } from '../../../src/server/lists/sql/conditions.ts'
import { realParts } from '../../../src/server/parts.ts'
import { type TestApp, testApp } from '../../server/app.ts'
import { refusal } from '../../server/decisions/fixture.ts'
import { newFolder, quiet, testDatabase, testUrl } from '../../server/harness.ts'

const order = resourceOf('settlementOrder')
const company = resourceOf('entrustedCompany')

const names = (n: number, salt = ''): string => Array.from({ length: n }, (_, i) => `康泰${salt}${i}有限公司`).join(',')

const onEmbedded = testUrl() === null ? describe : () => undefined
const onPostgres = testUrl() === null ? () => undefined : describe

describe('a statement that takes too long', () => {
  const EMBEDDED = { read: 2_000, transaction: 2_000 } as const
  const endless = { text: 'select count(*) from generate_series(1, 1000000000) a, generate_series(1, 1000000) b' }
  const one = { text: 'select 1 as n' }
  const scope = { tenantId: 'tt' }

  onEmbedded('on the embedded database', () => {
    let db: EmbeddedDatabase
    beforeAll(async () => {
      db = await EmbeddedDatabase.open(newFolder(), { ...quiet, error() {} }, EMBEDDED)
      await db.prepare(async (s) => {
        await s.script('create role rounds_app nologin')
        return { leakproof: true }
      })
    })
    afterAll(() => db.close())

    it('is ended with its thread: its caller is asked to narrow it, others in flight to try again, waiting ones are served', async () => {
      const order: string[] = []
      const say = (who: string, asked: Promise<unknown>) =>
        asked.then(
          () => order.push(`${who} 200`),
          (e: AppError) => order.push(`${who} ${e.code}`),
        )
      const all = [
        say(
          'long',
          runAs('a', () => db.scoped(scope, endless)),
        ),
        say(
          'in flight',
          runAs('b', () => db.scoped(scope, one)),
        ),
        say(
          'waits',
          runAs('c', () => db.scoped(scope, one)),
        ),
      ]
      await Promise.all(all)
      expect(order).toEqual(['long 422', 'in flight 503', 'waits 200'])
    })

    it('in a transaction too, and nothing of it is kept', async () => {
      const e = await refusal(
        db.transaction(scope, async (tx) => {
          await tx.query('create temporary table half (n int)').catch(() => undefined)
          await tx.query(endless.text)
        }),
      )
      expect(e.code).toBe(422)
      expect(await db.scoped(scope, one)).toEqual([{ n: 1 }])
    })

    it('many of one session let another in between', async () => {
      const done: string[] = []
      const ask = (who: string) =>
        runAs(who, () =>
          db
            .scoped(scope, { text: 'select count(*)::int as n from generate_series(1, 20000)' })
            .then(() => done.push(who)),
        )
      const crowd = Array.from({ length: 15 }, () => ask('crowd'))
      await Promise.all([...crowd, ask('other')])
      // behind the two under way and one more of the crowd
      expect(done.indexOf('other')).toBeLessThanOrEqual(3)
    })
  })

  onPostgres('on PostgreSQL', () => {
    it('has its limit by who waits for it', async () => {
      const db = await testDatabase()
      const shown = `select setting from pg_settings where name = 'statement_timeout'`
      expect(await db.scoped(scope, { text: shown })).toEqual([{ setting: String(BUDGET.read) }])
      expect(await db.transaction(scope, (tx) => tx.query(shown))).toEqual([{ setting: String(BUDGET.transaction) }])
      expect(await db.scoped(scope, { text: shown })).toEqual([{ setting: String(BUDGET.read) }])
      expect(await db.owner((tx) => tx.query(shown))).toEqual([{ setting: '0' }])
    })

    it('is answered with a request to narrow it, not to try again', async () => {
      const db = await testDatabase()
      const asked = refusal(
        db.scoped(scope, {
          text: `select count(*) from generate_series(1, 1000000000) a, generate_series(1, 1000000) marked_to_cancel`,
        }),
      )
      const client = new pg.Client({ connectionString: testUrl() as string })
      await client.connect()
      // one that comes before the statement runs is lost
      let over = false
      const e = asked.finally(() => {
        over = true
      })
      while (!over) {
        await client.query(
          `select pg_cancel_backend(pid) from pg_stat_activity where query like '%marked_to_cancel%' and pid <> pg_backend_pid() and state = 'active'`,
        )
        await sleep(20)
      }
      await client.end()
      expect((await e).code).toBe(422)
      expect((await e).text).toEqual([
        '查询耗时过长，请缩小范围',
        'This query takes too long; please narrow the filter',
      ])
    })
  })
})

describe('through HTTP', () => {
  let t: TestApp
  let tenantId: string
  beforeAll(async () => {
    const rounds = { ...realParts.rounds, 'rounds.rows': async () => partyNow() }
    t = await testApp({}, { ...realParts, rounds })
    tenantId = await t.newTenant()
  })
  afterAll(() => t.app.close())

  it('every session is a party of its own', async () => {
    const [a, b] = [await t.signIn(tenantId, 'administrator'), await t.signIn(tenantId, 'administrator')]
    const [first, again, other] = await Promise.all([
      a.get<string>('rounds/rows'),
      a.get<string>('rounds/rows'),
      b.get<string>('rounds/rows'),
    ])
    expect(first?.data).toBe((await a.actor()).sessionId)
    expect(again?.data).toBe(first?.data)
    expect(other?.data).toBe((await b.actor()).sessionId)
  })

  it('whoever is known waits in their own row from the first statement on, in calls of every kind', async () => {
    const who = await t.signIn(tenantId, 'administrator')
    const { sessionId } = await who.actor()
    const parties = new Set<string>()
    const asking = new AsyncLocalStorage<boolean>()
    const seen = <F extends (...all: never[]) => unknown>(of: F): F =>
      ((...all) => {
        // clocks and logs write beside the calls
        if (asking.getStore()) parties.add(partyNow())
        return of(...all)
      }) as F
    const { db } = t
    const real = { scoped: db.scoped, together: db.together, transaction: db.transaction }
    Object.assign(db, {
      scoped: seen(real.scoped.bind(db)),
      together: seen(real.together.bind(db)),
      transaction: seen(real.transaction.bind(db)),
    })
    const kinds = {
      list: () => who.get('blade-svc/settlementOrder/list'),
      detail: () => who.get('blade-svc/settlementOrder/detail', { id: '1' }),
      window: () => who.get('rounds/window', { resource: order.id }),
      search: () => who.get('rounds/search', { q: '康泰' }),
      'search again': () => who.get('rounds/search', { records: `${company.id}.1` }),
      page: () => who.get('blade-svc/settlementOrder/page', { current: 2 }),
      total: () => who.get('rounds/total', { resource: order.id }),
      rows: () => who.get('rounds/rows', { resource: order.id, ids: '1,2' }),
      tree: () => who.get('rounds/tree', { resource: 'region' }),
      place: () => who.get('rounds/place', { path: '/svc/settlementOrder' }),
      counts: () => who.get('rounds/queue-counts'),
      values: () => who.get('rounds/value-counts', { resource: order.id, of: 'settlementStatus' }),
      selection: () => who.post('rounds/selection', { resource: order.id, conditions: [] }),
      export: () =>
        who.post('rounds/export', { resource: company.id, format: 'csv', columns: ['name'], conditions: [] }),
      offer: () => who.get('rounds/import/offer', { resource: 'doctorTemp' }),
      history: () => who.get('rounds/history', { resource: order.id, id: '1' }),
      held: () => who.get('rounds/held', { resource: 'entrustedAccount', id: '1' }),
      files: () => who.get('rounds/files', { resource: 'authenticationDoctor', id: '1' }),
      decisions: () => who.get('rounds/decisions'),
      trace: () => who.get('rounds/names', { resource: company.id, ids: '1' }),
      statement: () => who.get('blade-pay/entrustedAccount/statement', { id: '1' }),
      conservation: () => who.get('blade-svc/settlementOrder/conservation', { id: '1' }),
      decision: () => who.post('blade-svc/settlementOrder/audit', { id: '1', status: 1 }),
      save: () => who.post('blade-sys/quickReply/submit', { moduleCode: 'public', content: '同意' }),
    }
    try {
      for (const [kind, ask] of Object.entries(kinds)) {
        parties.clear()
        await asking.run(true, ask)
        expect([kind, ...parties]).toEqual([kind, sessionId])
      }
    } finally {
      Object.assign(db, real)
    }
  })

  it('a selection beyond the limits is refused by name, one at the limits is answered', async () => {
    const who = await t.signIn(tenantId, 'administrator')
    const select = (conditions: readonly Condition[]) =>
      who.post<Record<string, unknown>>('rounds/selection', { resource: order.id, conditions })
    const over = await select([
      { field: 'code', op: 'in', value: names(500) },
      { field: 'entrustedCompanyName', op: 'in', value: names(501) },
    ])
    expect([over.status, Object.keys(over.data)]).toEqual([400, ['entrustedCompanyName']])
    const arms = await select(
      Array.from({ length: 51 }, () => ({ field: 'entrustedCompanyName', op: 'in' as const, value: names(1_000) })),
    )
    expect([arms.status, Object.keys(arms.data)]).toEqual([400, ['entrustedCompanyName']])
    const most = await select(
      Array.from({ length: LIMIT.perField - 1 }, (_, n) => ({
        field: 'entrustedCompanyName',
        op: 'in' as const,
        value: names(200, String(n)),
      })),
    )
    expect([most.status, most.data.count]).toEqual([200, 0])
    const ids = Array.from({ length: 1_001 }, (_, n) => n).join(',')
    const list = await who.get<Record<string, unknown>>('blade-svc/settlementOrder/list', { ids })
    expect([list.status, Object.keys(list.data)]).toEqual([400, ['id']])
  })

  it('fifteen heavy calls of one let another in between', async () => {
    const [crowd, other] = [await t.signIn(tenantId, 'administrator'), await t.signIn(tenantId, 'administrator')]
    const done: string[] = []
    const heavy = { resource: company.id, conditions: [{ field: 'name', op: 'in', value: names(1_000) }] }
    const all = Array.from({ length: 15 }, () =>
      crowd.post('rounds/selection', heavy).then((a) => done.push(`crowd ${a.status}`)),
    )
    const small = async (): Promise<void> => {
      // one after the other, as a person works: none of them waits for all that the crowd has asked
      for (let n = 0; n < 3; n++) expect((await other.get('rounds/total', { resource: company.id })).status).toBe(200)
      done.push('other 200')
    }
    await Promise.all([...all, small()])
    expect(done).toHaveLength(16)
    expect(done.filter((d) => d === 'crowd 200')).toHaveLength(15)
    if (t.db.kind === 'embedded') expect(done.indexOf('other 200')).toBeLessThan(8)
    else expect(done).toContain('other 200')
  })
})
