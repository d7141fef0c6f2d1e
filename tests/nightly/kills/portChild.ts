// A process that asks a partner for something and is killed between the call and its result (crash.test.ts). Says on
// stdout whose tenant it is.

import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { decide } from '../../../src/server/decisions/engine.ts'
import { startJobs } from '../../../src/server/startJobs.ts'
import { openDatabase } from '../../../src/server/store/open.ts'
import { person } from '../../rules/people.ts'
import { change, order, type World, world } from '../../server/decisions/fixture.ts'

const [dataDir = '', databaseUrl = '', partner = '', secret = '', what = 'message'] = process.argv.slice(2)
const quiet = { info() {}, warn() {}, error: console.error }
const shared = globalThis as typeof globalThis & { roundsTestDatabase?: unknown }
shared.roundsTestDatabase = openDatabase({ dataDir, databaseUrl: databaseUrl || null }, quiet)

/** What is asked of the partner: a message of an order to be taken, a doctor to be registered. Its record, and who asks. */
const ways = {
  message: async (w: World) => {
    const { id } = await order(w, { status: 3 })
    return { resource: 'settlementOrder', transition: 'push', id }
  },
  account: async (w: World) => {
    const [id = ''] = w.doctors
    await change(w.context, w.tenantId, authenticationDoctor, id, { idCardNumber: '990101199001011234' })
    return { resource: 'authenticationDoctor', transition: 'esign.register', id }
  },
}

async function main(): Promise<void> {
  const w = await world('doomed')
  const settings = { url: partner, secret, timeout: 60_000 }
  const ports = { messagePush: settings, esign: settings }
  const context = { ...w.context, config: { ...w.context.config, ports } }
  const asked = await ways[what as keyof typeof ways](w)
  process.stdout.write(`${JSON.stringify({ tenantId: w.tenantId, id: asked.id })}\n`)
  await decide(context, person(w.tenantId, 'ops'), asked)
  const jobs = await startJobs(context)
  jobs.kick()
}

main().catch((e: unknown) => {
  console.error(e)
  process.exit(1)
})
setInterval(() => {}, 1_000)
