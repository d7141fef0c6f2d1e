import { readConfig } from '../../src/server/core/settings/config.ts'
import { keysOf, setKeys } from '../../src/server/core/settings/secrets.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { installClients, installMenus, installTenant } from '../../src/server/domains/administration/access/install.ts'
import { store } from '../../src/server/files/disk.ts'
import { loadRun } from '../../src/server/seed/runLoad.ts'
import { runScenarios, type Sizes } from '../../src/server/seed/scenarios/demo.ts'
import { createLogins, secretsOf } from '../../src/server/seed/scenarios/people.ts'

// A program of its own: its arguments are the tenants that it fills with a demo, which is played once.

/** The demo of a script: every kind of record and every login, a ninth of what `npm start` shows. */
const SIZES: Sizes = { companies: 3, doctors: 45, months: 4 }
const quiet = { info() {}, warn() {}, error: console.error }

/**
 * Fills tenants with the demo of DEMO_TODAY, in the database and the folder that the environment names, as it does for the
 * server. Nothing is in the database before but migrations.
 */
async function fill(tenants: readonly string[]): Promise<void> {
  const config = readConfig(process.env)
  setKeys(keysOf(config))
  const secrets = secretsOf(config.demoPassword)
  // before there is a connection, which would wait for this thread; no tenant's name: what the platform alone keeps is not
  // in it
  const told = await runScenarios('script', config.demoToday ?? '', SIZES)
  const db = await openDatabase(config, quiet)
  await db.owner(async (tx) => {
    await installMenus(tx)
    await installClients(tx)
  })
  for (const tenantId of tenants)
    await db.owner(async (tx) => {
      await loadRun(tx, { tenantId, staged: Promise.resolve(told.stage.store), finished: Promise.resolve() })
      await installTenant(tx, { tenantId, name: tenantId })
      await createLogins(tx, tenantId, { ...told, secrets })
    })
  // plans of statements that know how much is there
  await db.owner(async (tx) => tx.write('analyze'))
  for (const tenantId of tenants)
    for (const { name, bytes } of told.files) await store({ config }, tenantId, name, bytes)
  await db.close()
}

await fill(process.argv.slice(2))
