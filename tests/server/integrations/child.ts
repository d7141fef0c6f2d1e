// A process that asks a partner for something and is killed between the call and its result (crash.test.ts). Says on
// stdout whose tenant it is.

import { decide } from '../../../src/server/decisions/engine.ts'
import { startJobs } from '../../../src/server/startJobs.ts'
import { openDatabase } from '../../../src/server/store/open.ts'
import { order, person, world } from '../decisions/fixture.ts'

const [dataDir = '', databaseUrl = '', partner = '', secret = ''] = process.argv.slice(2)
const quiet = { info() {}, warn() {}, error: console.error }
const shared = globalThis as typeof globalThis & { roundsTestDatabase?: unknown }
shared.roundsTestDatabase = openDatabase({ dataDir, databaseUrl: databaseUrl || null }, quiet)

async function main(): Promise<void> {
  const w = await world('doomed')
  const settings = { url: partner, secret, timeout: 60_000 }
  const context = { ...w.context, config: { ...w.context.config, ports: { messagePush: settings } } }
  const made = await order(w, { status: 3 })
  process.stdout.write(`${JSON.stringify({ tenantId: w.tenantId, orderId: made.id })}\n`)
  await decide(context, person(w.tenantId, 'ops'), { resource: 'settlementOrder', transition: 'push', id: made.id })
  const jobs = await startJobs(context)
  jobs.kick()
}

main().catch((e: unknown) => {
  console.error(e)
  process.exit(1)
})
setInterval(() => {}, 1_000)
