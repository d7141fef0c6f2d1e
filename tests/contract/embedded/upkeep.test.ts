import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../src/server/core/database.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { APP_ROLE } from '../../../src/server/database/driver.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { wait } from '../../browser/wait.ts'
import { migratedFolder, newTenantId, quiet } from '../../server/harness.ts'

// The embedded database has no autovacuum: what it would do is done by the database's owner.

let db: Database
beforeAll(async () => {
  db = await openDatabase({ dataDir: await migratedFolder(), databaseUrl: null }, quiet)
})
afterAll(() => db.close())

test('a table that many transactions wrote to is vacuumed and analyzed', async () => {
  const tenantId = newTenantId()
  const id = newId()
  await db.transaction({ tenantId }, (tx) =>
    tx.query('insert into param (tenant_id, id, param_name, param_key, param_value) values ($1, $2, $3, $3, $3)', [
      tenantId,
      id,
      'k',
    ]),
  )
  for (let n = 0; n < 500; n++)
    await db.transaction({ tenantId }, (tx) =>
      tx.query('update param set param_value = $1 where tenant_id = $2 and id = $3', [String(n), tenantId, id]),
    )
  const seen = () =>
    db.owner((tx) =>
      tx.query<{ dead: number; looked: boolean }>(
        `select n_dead_tup::int as dead, last_vacuum is not null and last_analyze is not null as looked
         from pg_stat_user_tables where relname = 'param'`,
      ),
    )
  await wait.poll(seen, ([now]) => now?.looked === true && now.dead < 50, 'nobody looked after the table')
  // and the application is again who it was
  const [now] = await db.scoped<{ role: string }>({ tenantId }, { text: 'select current_user::text as role' })
  expect(now?.role).toBe(APP_ROLE)
})
