// A process that asks a partner for something and is killed between the call and its result (port.test.ts). Says on
// stdout whose tenant it is.

import { openDatabase } from '../../../src/server/database/open.ts'
import { startJobs } from '../../../src/server/startJobs.ts'
import { world } from '../../server/decisions/fixture.ts'
import { ways } from './portWays.ts'

const [dataDir = '', databaseUrl = '', partner = '', secret = '', what = ''] = process.argv.slice(2)
const quiet = { info() {}, warn() {}, error: console.error }
const shared = globalThis as typeof globalThis & { roundsTestDatabase?: unknown }
shared.roundsTestDatabase = openDatabase({ dataDir, databaseUrl: databaseUrl || null }, quiet)

async function main(): Promise<void> {
  const way = ways[what]
  if (!way) throw new Error(`nothing is asked for by ${what}`)
  const made = await world('doomed')
  // files lie where the next process looks for them
  const w = { ...made, context: { ...made.context, config: { ...made.context.config, dataDir } } }
  const ports = { [way.port]: { url: partner, secret, timeout: 60_000 } }
  const id = await way.ask(w)
  process.stdout.write(`${JSON.stringify({ tenantId: w.tenantId, id })}\n`)
  const publicUrl = 'https://rounds.example.com'
  const jobs = await startJobs({ ...w.context, config: { ...w.context.config, ports, publicUrl } })
  jobs.kick()
}

main().catch((e: unknown) => {
  console.error(e)
  process.exit(1)
})
setInterval(() => {}, 1_000)
