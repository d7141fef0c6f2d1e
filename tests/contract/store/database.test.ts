import { beforeAll, describe, expect, it } from 'vitest'
import type { Database, Tx } from '../../../src/server/core/database.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { newTenantId, testDatabase } from '../../server/harness.ts'
import { tripsOf } from '../../server/trips.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})

const param = (tenantId: string, key: string, name = key) => ({
  text: 'insert into param (tenant_id, id, param_name, param_key, param_value) values ($1, $2, $3, $4, $5) returning id',
  values: [tenantId, newId(), name, key, 'v'],
})

describe('a database', () => {
  it('brings values in the promised shapes', async () => {
    const [row] = await db.scoped<Record<string, unknown>>(
      { tenantId: null },
      {
        text: `select $1::bigint big, 12.50::numeric(18,2) num, date '2024-06-15' d, timestamptz '2024-06-15 08:00:00+08' t, $2::text[] a, '{"x":[1]}'::jsonb j, true b, null::text n, 7::smallint s, $3::bigint[] ids`,
        values: ['9007199254740993', ['a"b', 'c,\\d', null], ['1', 2]],
      },
    )
    expect(row).toEqual({
      big: '9007199254740993',
      num: '12.50',
      d: '2024-06-15',
      t: new Date('2024-06-15T00:00:00Z'),
      a: ['a"b', 'c,\\d', null],
      j: { x: [1] },
      b: true,
      n: null,
      s: 7,
      ids: ['1', '2'],
    })
  })

  it('lets a tenant see and write its own rows only', async () => {
    const [a, b] = [newTenantId(), newTenantId()]
    const of = (tenantId: string) =>
      db.scoped<{ n: number }>({ tenantId }, { text: 'select count(*)::int n from param' })
    await db.transaction({ tenantId: a }, async (tx) => void (await tx.query(param(a, 'k').text, param(a, 'k').values)))
    expect((await of(a))[0]?.n).toBe(1)
    expect((await of(b))[0]?.n).toBe(0)
    expect(
      (await db.scoped<{ n: number }>({ tenantId: null }, { text: 'select count(*)::int n from param' }))[0]?.n,
    ).toBe(0)
    await expect(db.scoped({ tenantId: b }, param(a, 'other'))).rejects.toMatchObject({ code: '42501' })
    const touched = await db.scoped(
      { tenantId: b },
      { text: 'update param set param_value = $1 where tenant_id = $2 returning id', values: ['x', a] },
    )
    expect(touched).toEqual([])
    expect(await db.owner(async (tx) => (await tx.query('select 1 from param where tenant_id = $1', [a])).length)).toBe(
      1,
    )
  })

  it('runs several reads in one round trip, independently of each other', async () => {
    const [a, b] = [newTenantId(), newTenantId()]
    await db.transaction({ tenantId: a }, async (tx) => void (await tx.query(param(a, 'k').text, param(a, 'k').values)))
    const count = { text: 'select count(*)::int n from param' }
    const mode = (plan?: 'once') => ({
      text: `select current_setting('plan_cache_mode') as mode`,
      ...(plan ? { plan } : {}),
    })
    // more often than it takes for a text to be prepared under a name
    for (let n = 0; n < 5; n++) {
      const { found, failed } = await db.together({ tenantId: a }, [
        mode('once'),
        count,
        mode(),
        { ...mode(), plan: 'once' },
        mode(),
      ])
      expect(failed).toBeUndefined()
      const [custom, generic] = [[{ mode: 'force_custom_plan' }], [{ mode: 'force_generic_plan' }]]
      expect(found).toEqual([generic, [{ n: 1 }], custom, generic, custom])
      expect((await db.together({ tenantId: b }, [count])).found).toEqual([[{ n: 0 }]])
      expect(await db.scoped({ tenantId: null }, mode())).toEqual(custom)
    }
    expect(await db.together({ tenantId: a }, [])).toEqual({ found: [] })
  })

  it('returns the first failure beside the results before it, and continues to work', async () => {
    const one = { text: 'select 1 as one' }
    for (let n = 0; n < 5; n++) {
      const { found, failed } = await db.together({ tenantId: null }, [
        one,
        { text: 'select 1 / $1::int as x', values: [0] },
        one,
      ])
      expect(found).toEqual([[{ one: 1 }]])
      expect(failed).toMatchObject({ code: '22012' })
      expect((await db.together({ tenantId: null }, [{ text: 'select nothing_such' }, one])).found).toEqual([])
    }
    expect(await db.scoped({ tenantId: null }, one)).toEqual([{ one: 1 }])
  })

  it('is in no way the owner while it works for a request', async () => {
    const [row] = await db.scoped<{ who: string; strong: boolean }>(
      { tenantId: null },
      {
        text: 'select current_user::text who, (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) strong',
      },
    )
    expect(row).toEqual({ who: 'rounds_app', strong: false })
    await expect(db.scoped({ tenantId: null }, { text: 'create table nobody_may (x int)' })).rejects.toMatchObject({
      code: '42501',
    })
    const [tx] = await db.transaction({ tenantId: 'x' }, (t) =>
      t.query<{ who: string }>('select current_user::text who'),
    )
    expect(tx?.who).toBe('rounds_app')
  })

  it('forgets the tenant after every statement, also after a failed one', async () => {
    const tenantId = newTenantId()
    for (const text of ['select nothing from param', 'select 1/0', "select 'x'::bigint", 'selec']) {
      await expect(db.scoped({ tenantId }, { text })).rejects.toHaveProperty('code')
    }
    const [row] = await db.scoped<{ t: string }>(
      { tenantId: null },
      { text: `select current_setting('rounds.tenant', true) t` },
    )
    expect(row?.t).toBe('')
    const mixed = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        db.scoped<{ t: string }>(
          { tenantId: `m${n % 7}` },
          { text: `select current_setting('rounds.tenant', true) t` },
        ),
      ),
    )
    expect(mixed.map((r) => r[0]?.t)).toEqual(Array.from({ length: 60 }, (_, n) => `m${n % 7}`))
  })

  it('keeps all of a transaction or nothing', async () => {
    const tenantId = newTenantId()
    const p = param(tenantId, 'k')
    await expect(
      db.transaction({ tenantId }, async (tx) => {
        await tx.query(p.text, p.values)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await expect(
      db.transaction({ tenantId }, async (tx) => {
        await tx.query(p.text, p.values)
        await tx.query('select 1/0').catch(() => undefined)
      }),
    ).rejects.toThrow()
    expect(await db.scoped({ tenantId }, { text: 'select id from param' })).toEqual([])
  })

  it('sends a transaction in as few round trips as its order allows', async () => {
    const tenantId = newTenantId()
    const p = param(tenantId, 'k')
    const one = 'select 1 as one'
    // opened with the first statement, committed with the one that is not awaited
    const both = await tripsOf(() =>
      db.transaction({ tenantId }, async (tx) => {
        const found = await Promise.all([tx.query(one), tx.query('select count(*)::int as n from param')])
        tx.write(p.text, p.values)
        return found
      }),
    )
    expect(both).toEqual({ answer: [[{ one: 1 }], [{ n: 0 }]], trips: 2 })
    // what is asked by who was answered goes together, too
    const asks = [1, 2, 3].map((n) => [n, n + 1] as const)
    const inTurn = await tripsOf(() =>
      db.transaction({ tenantId }, (tx) =>
        Promise.all(
          asks.map(async (values) => {
            for (const v of values) expect(await tx.query('select $1::int as v', [v])).toEqual([{ v }])
          }),
        ),
      ),
    )
    expect(inTurn.trips).toBe(3)
    expect((await tripsOf(() => db.transaction({ tenantId }, async () => undefined))).trips).toBe(0)
    expect(await db.scoped({ tenantId }, { text: 'select count(*)::int as n from param' })).toEqual([{ n: 1 }])
  })

  it('fails with a write that is not awaited, and commits nothing', async () => {
    const tenantId = newTenantId()
    const p = param(tenantId, 'k')
    const wrong = 'select 1 / $1::int'
    const cases: [string, (tx: Tx) => Promise<unknown>][] = [
      ['at the commit', async (tx) => [await tx.query(p.text, p.values), tx.write(wrong, [0])]],
      ['before it', async (tx) => [tx.write(wrong, [0]), await tx.query(p.text, p.values)]],
      [
        'and hears of it when the next statement was swallowed',
        async (tx) => {
          tx.write(p.text, p.values)
          tx.write(wrong, [0])
          await tx.query('select 1').catch(() => undefined)
        },
      ],
    ]
    for (const [when, fn] of cases)
      await expect(db.transaction({ tenantId }, fn), when).rejects.toMatchObject({ code: '22012' })
    // the others of an exchange fail with the first; nothing is under way when the rollback is sent
    const ended = await db
      .transaction({ tenantId }, (tx) =>
        Promise.all([
          tx.query('select pg_sleep(0.05)'),
          tx.query(wrong, [0]),
          tx.query(p.text, p.values),
          tx.query('x'),
        ]),
      )
      .catch((e: unknown) => e)
    expect(ended).toMatchObject({ code: '22012' })
    await expect(
      db.transaction({ tenantId }, async (tx) => {
        void tx.query('select pg_sleep(0.05)').catch(() => undefined)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    let late: Tx | undefined
    await db.transaction({ tenantId }, async (tx) => {
      late = tx
    })
    await expect(late?.query('select 1')).rejects.toThrow('over')
    expect(() => late?.write('select 1')).toThrow('over')
    expect(await db.scoped({ tenantId }, { text: 'select id from param' })).toEqual([])
  })

  it('continues after a savepoint', async () => {
    const tenantId = newTenantId()
    const [a, b] = [param(tenantId, 'a'), param(tenantId, 'b')]
    await db.transaction({ tenantId }, async (tx) => {
      tx.write('savepoint one')
      await tx.query(a.text, a.values)
      await expect(tx.query('select 1/0')).rejects.toMatchObject({ code: '22012' })
      await tx.query('rollback to savepoint one')
      await tx.query(b.text, b.values)
    })
    expect(await db.scoped({ tenantId }, { text: 'select param_key from param' })).toEqual([{ param_key: 'b' }])
  })

  it('tries a deadlock again, three times in all, and nothing else', async () => {
    let tries = 0
    await db.transaction({ tenantId: 'x' }, async () => {
      tries += 1
      if (tries < 3) throw Object.assign(new Error('deadlock'), { code: '40P01' })
    })
    expect(tries).toBe(3)
    await expect(
      db.transaction({ tenantId: 'x' }, async () => Promise.reject(Object.assign(new Error('s'), { code: '40001' }))),
    ).rejects.toThrow('s')
  })

  it('refuses to be asked inside its own transaction, where the embedded one would wait for ever', async () => {
    await expect(
      db.transaction({ tenantId: 'x' }, () => db.scoped({ tenantId: 'x' }, { text: 'select 1' })),
    ).rejects.toThrow('use its tx')
    expect(await db.scoped({ tenantId: 'x' }, { text: 'select 1 as one' })).toEqual([{ one: 1 }])
  })

  it('serves transactions that come at once one after the other', async () => {
    const tenantId = newTenantId()
    const p = param(tenantId, 'n')
    await db.transaction({ tenantId }, async (tx) => void (await tx.query(p.text, p.values)))
    await Promise.all(
      Array.from({ length: 20 }, () =>
        db.transaction({ tenantId }, async (tx) => {
          const [row] = await tx.query<{ version: number }>('select version from param for update')
          await tx.query('update param set version = $1', [(row?.version ?? 0) + 1])
        }),
      ),
    )
    expect(await db.scoped({ tenantId }, { text: 'select version from param' })).toEqual([{ version: 20 }])
  })

  it('carries hints to who listens', async () => {
    const heard: string[] = []
    const stop = await db.listen('rounds_test', (p) => heard.push(p))
    await db.notify('rounds_test', 'one')
    await db.transaction(
      { tenantId: 'x' },
      async (tx) => void (await tx.query(`select pg_notify('rounds_test', 'two')`)),
    )
    for (let n = 0; n < 1_000 && heard.length < 2; n++) await new Promise((r) => setTimeout(r, 20))
    expect(heard).toEqual(['one', 'two'])
    await stop()
    await db.notify('rounds_test', 'three')
    await new Promise((r) => setTimeout(r, 50))
    expect(heard).toHaveLength(2)
  })

  it('is leakproof where the owner is superuser', () => {
    expect(db.leakproof).toBe(true)
  })
})

it('makes ids that grow and never repeat', () => {
  const ids = Array.from({ length: 20_000 }, () => newId())
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id, n) => n === 0 || BigInt(id) > BigInt(ids[n - 1] as string))).toBe(true)
})
