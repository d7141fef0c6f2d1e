// A server of the partner API that is killed while it takes messages (partnerApi.test.ts). Says on stdout where it listens, and
// the first time who may ask.

import type { AddressInfo } from 'node:net'
import { openDatabase } from '../../../src/server/database/open.ts'
import { testApp } from '../../server/app.ts'
import { planning, system } from '../../server/http/partnerSystem.ts'

const [dataDir = '', databaseUrl = '', first = ''] = process.argv.slice(2)
const quiet = { info() {}, warn() {}, error: console.error }

async function main(): Promise<void> {
  const db = await openDatabase({ dataDir, databaseUrl: databaseUrl || null }, quiet)
  const t = await testApp({}, undefined, db)
  let who: object = {}
  if (first) {
    const admin = await t.signIn(await t.newTenant(), 'administrator')
    const { company } = await planning(t, admin)
    const { token, secret } = await system(t, admin, ['scopeDoctor'], { companies: [company] })
    who = { tenantId: admin.tenantId, token, secret }
  }
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ port, ...who })}\n`)
}

main().catch((e: unknown) => {
  console.error(e)
  process.exit(1)
})
