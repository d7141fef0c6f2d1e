import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/server/core/database.ts'
import { installMenus, installTenant } from '../../../src/server/domains/administration/access/install.ts'
import { runScenarios } from '../../../src/server/seed/scenarios/demo.ts'
import { loadDemo } from '../../../src/server/seed/small.ts'
import { invariants } from '../../../src/server/verification/check.ts'
import { promises } from '../../../src/server/verification/promises.ts'
import { numberOf, verifyLedger } from '../../../src/server/verification/verify.ts'
import { newTenantId, testDatabase } from '../harness.ts'

let db: Database
const tenant = newTenantId()

beforeAll(async () => {
  db = await testDatabase()
  const told = await runScenarios(tenant, '2024-06-15', { companies: 2, doctors: 30, months: 8 })
  await db.owner(async (tx) => {
    await installMenus(tx)
    await loadDemo(tx, told)
    await installTenant(tx, { tenantId: tenant, name: '小租户' })
  })
})

describe('what is promised of the money chain', () => {
  it('is checked by statements, or says what keeps it', () => {
    const checked = new Set(invariants.map((i) => numberOf(i.id)))
    for (const [number, { keptBy }] of promises) expect(checked.has(number), `INV-${number}`).toBe(keptBy === undefined)
    expect([...promises.keys()]).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
    for (const number of checked) if (number !== null) expect(promises.has(number), `INV-${number}`).toBe(true)
  })
})

describe('the check of all tenants', () => {
  const own = async () =>
    (await verifyLedger(db)).filter((v) => v.violations.some((row) => row.tenant_id === tenant)).map((v) => v.id)

  it('finds nothing in the demo', async () => expect(await own()).toEqual([]))

  it('finds what was changed behind the back of the application, counts all and tells the first', async () => {
    const [{ n } = { n: 0 }] = await db.owner((tx) =>
      tx.query<{ n: number }>(
        `with changed as (update settlement_order set paid_net_amount = paid_net_amount + 1
         where tenant_id = $1 and settlement_status <> 9 returning 1) select count(*)::int as n from changed`,
        [tenant],
      ),
    )
    expect(n).toBeGreaterThan(3)
    const found = (await verifyLedger(db)).find((v) => v.id === 'INV-14.paid')
    // other tests have orders in the same database, of which some say what they like
    expect(found?.number).toBe(14)
    expect(found?.count).toBeGreaterThanOrEqual(n)
    expect(found?.violations.length).toBe(Math.min(20, found?.count ?? 0))
    for (const row of found?.violations ?? [])
      expect(row).toMatchObject({ tenant_id: expect.any(String), code: expect.any(String) })
  })
})
