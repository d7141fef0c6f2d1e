// A process that starts a batch and is killed in the middle of it (batch.test.ts). Says on stdout what the test needs.

import { openDatabase } from '../../../src/server/database/open.ts'
import { startBatch } from '../../../src/server/deciding/batch/batch.ts'
import { SIZES } from '../../../src/server/deciding/batch/batchRows.ts'
import { actorData } from '../../../src/server/deciding/batch/batchStore.ts'
import { order, world } from './fixture.ts'

const [dataDir = '', databaseUrl = '', size = '0'] = process.argv.slice(2)
const quiet = { info() {}, warn() {}, error: console.error }
const shared = globalThis as typeof globalThis & { roundsTestDatabase?: unknown }
shared.roundsTestDatabase = openDatabase({ dataDir, databaseUrl: databaseUrl || null }, quiet)

async function main(): Promise<void> {
  // two at a time, so that it is killed in the middle
  Object.assign(SIZES, { first: 2, least: 2, most: 2 })
  const w = await world('doomed')
  const rows = []
  for (let n = 0; n < Number(size); n++) rows.push(await order(w, { fees: ['900.00'] }))
  void startBatch(
    w.context,
    w.fin,
    { resource: 'settlementOrder', transition: 'audit.pass', rows: rows.map((r) => ({ id: r.id, version: 0 })) },
    'the-key',
  )
  // reported as soon as some rows are decided
  for (;;) {
    const [found] = await w.context.db.scoped<{ batch_id: string; n: string }>(
      { tenantId: w.tenantId },
      {
        text: 'select batch_id, count(*) as n from "batch_row" where tenant_id = $1 and state = 1 group by batch_id',
        values: [w.tenantId],
      },
    )
    const done = Number(found?.n ?? 0)
    if (done < 5) continue
    process.stdout.write(`${JSON.stringify({ id: String(found?.batch_id), done, actor: actorData(w.fin) })}\n`)
    return
  }
}

main().catch((e: unknown) => {
  console.error(e)
  process.exit(1)
})
setInterval(() => {}, 1_000)
