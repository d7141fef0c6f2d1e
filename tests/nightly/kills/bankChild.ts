// A process that sends a batch to the bank and is killed while the bank has one of its payments (bankCrash.test.ts). Says on
// stdout whose tenant it is.

import { openDatabase } from '../../../src/server/database/open.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { startJobs } from '../../../src/server/startJobs.ts'
import { world } from '../../server/decisions/fixture.ts'
import { batch, plain, withBank } from '../../server/integrations/bankWorld.ts'

const [dataDir = '', databaseUrl = '', partner = '', secret = ''] = process.argv.slice(2)
const quiet = { info() {}, warn() {}, error: console.error }
const shared = globalThis as typeof globalThis & { roundsTestDatabase?: unknown }
shared.roundsTestDatabase = openDatabase({ dataDir, databaseUrl: databaseUrl || null }, quiet)

async function main(): Promise<void> {
  const w = await withBank(await world('doomed'), '1000000.00', 'http')
  const settings = { url: partner, secret, timeout: 60_000 }
  const context = { ...w.context, config: { ...w.context.config, ports: { cmbBank: settings } } }
  const made = await batch(w, [plain('6225880000000010'), plain('6225880000000019'), plain('6225880000000012')])
  process.stdout.write(
    `${JSON.stringify({ tenantId: w.tenantId, batchId: made.id, orderId: made.orderId, unitId: w.unitId })}\n`,
  )
  await decide(context, w.cashier, { resource: 'handleApply', transition: 'sponsorHandle', id: made.id })
  const jobs = await startJobs(context)
  jobs.kick()
}

main().catch((e: unknown) => {
  console.error(e)
  process.exit(1)
})
setInterval(() => {}, 1_000)
