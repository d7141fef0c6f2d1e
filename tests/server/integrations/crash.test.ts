import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { apiMessagePool } from '../../../src/model/system/apiMessagePool.ts'
import { intent } from '../../../src/model/system/intent.ts'
import { startJobs } from '../../../src/server/startJobs.ts'
import { openDatabase } from '../../../src/server/store/open.ts'
import { count, rowNow, rowsBy, testContext } from '../decisions/fixture.ts'
import { migratedFolder, newFolder, newPostgresDatabase, quiet, testUrl } from '../harness.ts'
import { SECRET, startPartner, takeSilently } from './partner.ts'

async function until(fact: () => boolean | Promise<boolean>): Promise<void> {
  for (let n = 0; !(await fact()); n++) {
    if (n > 1_000) throw new Error('it never came true')
    await sleep(50)
  }
}

test('SIGKILL between the call and its result: the partner is asked, and has it once', {
  timeout: 180_000,
}, async () => {
  const url = testUrl()
  const [folder, database] = url ? [newFolder(), await newPostgresDatabase(url)] : [await migratedFolder(), '']
  const partner = await startPartner()
  // takes the message and lets the caller wait: it is killed meanwhile
  partner.answering = takeSilently(partner)
  const script = fileURLToPath(new URL('child.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder, database, partner.settings.url, SECRET], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  await until(() => partner.taken.size === 1 || ended)
  expect(ended).toBe(false)
  const { tenantId, orderId } = JSON.parse(text) as { tenantId: string; orderId: string }
  await new Promise((gone) => {
    child.once('exit', gone)
    child.kill('SIGKILL')
  })
  partner.answering = null

  const db = await openDatabase({ dataDir: folder, databaseUrl: database || null }, quiet)
  const test = await testContext('next')
  const log = { ...quiet, warn() {} }
  const context = { ...test, db, log, config: { ...test.config, ports: { messagePush: partner.settings } } }
  try {
    const [left] = await rowsBy(context, tenantId, intent, 'port', 'messagePush')
    expect(left).toMatchObject({ intentStatus: 1, attempts: 1 })
    // what the dead process held is free when its lease is over
    await db.owner((tx) => tx.query(`update "job" set due = now() where state = 'running'`))
    const jobs = await startJobs(context)
    jobs.kick()
    const message = async () => (await rowsBy(context, tenantId, apiMessagePool, 'biz_id', orderId))[0]
    await until(async () => (await message())?.messageStatus === 'PROCESSED')
    await jobs.stop()
    expect([...partner.taken.values()]).toEqual([1])
    expect(partner.got.map((g) => g.method)).toEqual(['POST', 'GET'])
    expect((await rowNow(context, tenantId, settlementOrder, orderId)).pushStatus).toBe(1)
    expect(await count(context, tenantId, 'approval_history', `action = 'process'`)).toBe(1)
    expect((await rowsBy(context, tenantId, intent, 'port', 'messagePush'))[0]).toMatchObject({ intentStatus: 3 })
  } finally {
    await db.close()
    await partner.stop()
  }
})
