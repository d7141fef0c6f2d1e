import { afterAll, beforeAll, expect, test } from 'vitest'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { type Layout, writeLedger } from '../../bench/moneyGround.ts'
import { type TestApp, testApp } from '../app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t?.app.close())

test('the ledger that the bench measures keeps every promise', async () => {
  const tenantId = await t.newTenant()
  // companies fewer than records: ids of one table that reach those of another collide here, too
  const layout: Layout = { tenantId, base: 1_000_000_000, companies: 3, records: 40, waiting: 2, waitingHot: 5 }
  await t.db.owner((tx) => writeLedger((text, values = []) => tx.query(text, [...values] as never), layout))
  const count = async (table: string) =>
    (
      await t.db.owner((tx) =>
        tx.query<{ n: number }>(`select count(*)::int as n from "${table}" where tenant_id = $1`, [tenantId]),
      )
    )[0]?.n
  expect([await count('entrusted_account_record'), await count('entrusted_account_prepay')]).toEqual([120, 129])
  expect(broken(await t.db.transaction({ tenantId }, (tx) => checkInvariants(tx)))).toEqual([])
})
