// A process that approves payments as one batch and is killed in the middle of it, again and again (payCrash.test.ts). Started
// without a batch it makes the payments; with one it goes on where the last was killed. Says on stdout what the test needs.

import { param } from '../../../src/model/administration/system/param.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { resumeBatch, startBatch } from '../../../src/server/deciding/batch/batch.ts'
import { SIZES } from '../../../src/server/deciding/batch/batchRows.ts'
import { actorData, actorFrom, interruptLeft } from '../../../src/server/deciding/batch/batchStore.ts'
import { linesToPay } from '../../bench/payGround.ts'
import { person } from '../../rules/people.ts'
import { load, testContext } from '../../server/decisions/fixture.ts'

const [dataDir = '', databaseUrl = '', size = '0', told = ''] = process.argv.slice(2)
const tell = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`)

async function main(): Promise<void> {
  const db = await openDatabase(
    { dataDir, databaseUrl: databaseUrl || null },
    { info() {}, warn() {}, error: console.error },
  )
  const context = await testContext(`doomed-${process.pid}`, db)
  // few at once: the batch is not through before the last kill
  Object.assign(SIZES, { first: 2, least: 2, most: 2 })
  if (told) {
    const { id, actor } = JSON.parse(told)
    const fin = actorFrom(actor)
    if (databaseUrl)
      await db.owner((tx) =>
        tx.query(`update "batch" set lease_until = now() - interval '1 s' where state = 'running'`),
      )
    await interruptLeft(context)
    await resumeBatch(context, fin, id)
    tell({ running: true })
    return
  }
  const tenantId = 'doomed'
  await linesToPay(tenantId, db, Number(size))
  await load(context, tenantId, (work) =>
    work.insert(param, {
      paramKey: 'batch.typedAmount.limit',
      paramName: '批量合计须输入的限额',
      paramValue: '99999999.00',
    }),
  )
  const fin = person(tenantId, 'finance')
  const rows = await db.scoped<{ id: string; version: number }>(
    { tenantId },
    {
      text: 'select id::text as id, version from "order_doctor_payment" where tenant_id = $1 order by id',
      values: [tenantId],
    },
  )
  const started = await startBatch(
    context,
    fin,
    { resource: 'orderDoctorPayment', transition: 'auditPass', rows },
    'the-key',
  )
  tell({ id: started.id, actor: actorData(fin) })
}

main().catch((e: unknown) => {
  console.error(e)
  process.exit(1)
})
setInterval(() => {}, 1_000)
