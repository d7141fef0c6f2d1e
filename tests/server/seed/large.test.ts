import { beforeAll, describe, expect, it } from 'vitest'
import { installMenus } from '../../../src/server/access/install.ts'
import type { Database } from '../../../src/server/core/database.ts'
import { broken, checkInvariants } from '../../../src/server/invariants/check.ts'
import { fillTenants, makeRoom, OccupiedError } from '../../../src/server/seed/large.ts'
import { addNeighbour } from '../../../src/server/seed/small.ts'
import { newTenantId, testDatabase } from '../harness.ts'

const TODAY = '2024-06-15'
let db: Database
let indexes: string[]
const [one, two] = [newTenantId(), newTenantId()]
const told: string[] = []
const rows = <R = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  db.owner((tx) => tx.query<R>(text, values))
const indexesNow = async () =>
  (await rows<{ d: string }>(`select indexdef d from pg_indexes where schemaname = 'public' order by 1`)).map(
    (r) => r.d,
  )

beforeAll(async () => {
  db = await testDatabase()
  indexes = await indexesNow()
  await db.owner((tx) => installMenus(tx))
  for (const tenantId of [one, two]) await addNeighbour(db, tenantId, tenantId, { today: TODAY, demoPassword: 'admin' })
  const began = Date.now()
  await fillTenants(
    db,
    TODAY,
    [
      { tenantId: one, companies: 6 },
      { tenantId: two, companies: 1 },
    ],
    (t) => told.push(t),
  )
  console.log(`bulk fill: 1,008 orders in ${Date.now() - began} ms (${db.kind})`)
})

describe('a bulk fill', () => {
  it('adds 48 months × 3 orders for each company', async () => {
    const counts = await rows(
      'select tenant_id, count(*)::int n from settlement_order where tenant_id = any($1::text[]) group by 1 order by 2 desc',
      [[one, two]],
    )
    expect(counts).toEqual([
      { tenant_id: one, n: 6 + 6 * 144 },
      { tenant_id: two, n: 6 + 144 },
    ])
    const months = await rows(
      `select count(distinct cycle_month)::int n, max(cycle_month) last from settlement_order where tenant_id = $1`,
      [one],
    )
    expect(months).toEqual([{ n: 48, last: '202405' }])
  })

  it('keeps every invariant, in every tenant', async () => {
    for (const tenantId of [one, two])
      expect(broken(await db.transaction({ tenantId }, (tx) => checkInvariants(tx)))).toEqual([])
  })

  it('has every status, and most of the work still to do', async () => {
    const found = await rows<{ s: number; n: number }>(
      `select settlement_status s, count(*)::int n from settlement_order where tenant_id = $1 group by 1 order by 1`,
      [one],
    )
    expect(found.map((f) => f.s)).toEqual([0, 1, 2, 3, 4, 5, 6, 9])
    expect((found[0]?.n ?? 0) / found.reduce((n, f) => n + f.n, 0)).toBeGreaterThan(0.4)
  })

  it('spreads amounts and times', async () => {
    const [found] = await rows<{ amounts: number; times: number; low: string; high: string }>(
      `select count(distinct total_amount)::int amounts, count(distinct create_time)::int times, min(total_amount) low, max(total_amount) high
       from settlement_order where tenant_id = $1`,
      [one],
    )
    expect(found?.amounts).toBeGreaterThan(700)
    expect(found?.times).toBeGreaterThan(250)
    expect(Number(found?.low)).toBeLessThan(3_000)
    expect(Number(found?.high)).toBeGreaterThan(100_000)
  })

  it('makes ids that are positive, and codes that follow the daily pattern', async () => {
    for (const table of [
      'settlement_order',
      'settlement_cycle',
      'order_doctor',
      'order_doctor_settlement',
      'entrusted_company',
      'authentication_doctor',
      'approval_history',
    ])
      expect(await rows(`select id from ${table} where id <= 0 limit 1`), table).toEqual([])
    expect(
      await rows(`select code from settlement_order where tenant_id = $1 and code !~ '^SO20[0-9]{12}$' limit 1`, [one]),
    ).toEqual([])
  })

  it('tells nothing that happens today or later', async () => {
    for (const table of ['settlement_order', 'order_doctor_settlement', 'approval_history', 'service_payment_order'])
      expect(
        await rows(
          `select id from ${table} where tenant_id = $1 and greatest(create_time, update_time) >= $2 limit 1`,
          [one, `${TODAY} 00:00:00+08`],
        ),
        table,
      ).toEqual([])
  })

  it('leaves every index as it was, and says what it does', async () => {
    expect(await indexesNow()).toEqual(indexes)
    expect(told.join('\n')).toMatch(/settlement_order[\s\S]*indexes[\s\S]*statistics/)
  })
})

describe('a database with demo data', () => {
  it('is refused', async () => {
    const again = makeRoom(db, false, () => undefined, [one, 'nobody'])
    await expect(again).rejects.toThrow(OccupiedError)
    await expect(again).rejects.toThrow('--replace')
    await makeRoom(db, false, () => undefined, ['nobody'])
  })

  it('is emptied of the demo, and of nothing else, when told to', async () => {
    await makeRoom(db, true, () => undefined, [one])
    for (const table of [
      'settlement_order',
      'user',
      'user_secret',
      'approval_history',
      'role_menu',
      'param',
      'dict_biz',
    ])
      expect(await rows(`select 1 from "${table}" where tenant_id = $1 limit 1`, [one]), table).toEqual([])
    expect(await rows(`select 1 from tenant where code = $1`, [one])).toEqual([])
    for (const table of ['settlement_order', 'user', 'param'])
      expect((await rows(`select 1 from "${table}" where tenant_id = $1 limit 1`, [two])).length, table).toBe(1)
  })
})
