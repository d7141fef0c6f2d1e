import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../src/server/database/open.ts'
import { batchState, resumeBatch } from '../../../src/server/deciding/batch/batch.ts'
import { actorFrom, interruptLeft } from '../../../src/server/deciding/batch/batchStore.ts'
import { migratedFolder, newPostgresDatabase, quiet, testUrl } from '../harness.ts'
import { count, testContext } from './fixture.ts'

test('SIGKILL in the middle: each row exactly decided or untouched, resume finishes without double effect', {
  timeout: 120_000,
}, async () => {
  const url = testUrl()
  const [folder, database] = url ? ['', await newPostgresDatabase(url)] : [await migratedFolder(), '']
  const size = 100
  const script = fileURLToPath(new URL('batchChild.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder, database, String(size)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const told = await new Promise<{ id: string; done: number; actor: Record<string, unknown> }>((done, fail) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) done(JSON.parse(text))
    })
    child.once('exit', (code) => fail(new Error(`the child ended with ${code}`)))
  })
  child.removeAllListeners('exit')
  await new Promise((gone) => {
    child.once('exit', gone)
    child.kill('SIGKILL')
  })
  const db = await openDatabase({ dataDir: folder, databaseUrl: database || null }, quiet)
  try {
    const context = { ...(await testContext('next')), db }
    const fin = actorFrom(told.actor)
    if (url)
      await db.owner((tx) =>
        tx.query(`update "batch" set lease_until = now() - interval '1 s' where state = 'running'`),
      )
    await interruptLeft(context)
    const left = await batchState(context, fin, told.id)
    expect(left.state).toBe('interrupted')
    expect(left.done).toBeGreaterThanOrEqual(told.done)
    expect(left.done).toBeLessThan(size)
    const decided = () => count(context, fin.tenantId, 'settlement_order', 'settlement_status = 2 and version = 1')
    const untouched = () => count(context, fin.tenantId, 'settlement_order', 'settlement_status = 0 and version = 0')
    expect([await decided(), await untouched()]).toEqual([left.done, size - left.done])
    await resumeBatch(context, fin, told.id)
    for (let n = 0; (await batchState(context, fin, told.id)).state !== 'done'; n++) {
      if (n > 200) throw new Error('never done')
      await sleep(50)
    }
    expect(await batchState(context, fin, told.id)).toMatchObject({ done: size, failed: 0 })
    expect(await decided()).toBe(size)
    expect(
      await count(context, fin.tenantId, 'approval_history', `biz_type = 'settlementOrder' and action = 'audit.pass'`),
    ).toBe(size)
  } finally {
    await db.close()
  }
})
