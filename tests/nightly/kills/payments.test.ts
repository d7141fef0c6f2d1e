import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../src/server/database/open.ts'
import { batchState, resumeBatch } from '../../../src/server/deciding/batch/batch.ts'
import { actorFrom, interruptLeft } from '../../../src/server/deciding/batch/batchStore.ts'
import { broken, checkInvariants, invariants } from '../../../src/server/verification/check.ts'
import { count, testContext } from '../../server/decisions/fixture.ts'
import { migratedFolder, newPostgresDatabase, quiet, testUrl } from '../../server/harness.ts'
import { type Cluster, postgresInstalled, startPostgres } from '../../server/postgres.ts'

// A batch payment whose server is killed again and again, and on PostgreSQL the database with it: what is approved is in one
// batch of the bank by one instruction, once; the rest is untouched; whoever is started next goes on.

const LINES = 1_000
const KILLS = 30
/** Kills of the database and its server, where the cluster is the test's own. */
const POSTGRES_KILLS = 10
const script = fileURLToPath(new URL('payChild.ts', import.meta.url))
const KEPT = invariants
  .map((i) => i.id)
  .filter((id) => /^INV-(14|15|17|18|19|20|24|25|27|40|41)\b/.test(id) && !id.includes('settlementCycle'))

/** Starts the process and waits for its first line. */
async function start(args: readonly string[]): Promise<{ child: ChildProcess; said: Record<string, unknown> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = await new Promise<Record<string, unknown>>((done, fail) => {
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) done(JSON.parse(text))
    })
    child.once('exit', (code) => fail(new Error(`the child ended with ${code}`)))
  })
  child.removeAllListeners('exit')
  return { child, said }
}

const kill = (child: ChildProcess) =>
  new Promise((gone) => {
    child.once('exit', gone)
    child.kill('SIGKILL')
  })

test(`SIGKILL at ${KILLS} points of a payment of ${LINES} lines: each is approved once or not at all, and the batch is gone on with`, {
  timeout: 3_600_000,
}, async () => {
  const own: Cluster | null = testUrl() && postgresInstalled() ? await startPostgres() : null
  const url = own?.url ?? testUrl()
  const [folder, database] = url ? ['', await newPostgresDatabase(url)] : [await migratedFolder(), '']
  const base = [folder, database, String(LINES)]
  const open = () => openDatabase({ dataDir: folder, databaseUrl: database || null }, quiet)
  try {
    const first = await start(base)
    const batch = JSON.stringify(first.said)
    let { child } = first
    const seen: number[] = []
    const kills = KILLS + (own ? POSTGRES_KILLS : 0)
    for (let n = 0; n < kills; n++) {
      // a point of its own each time: while a row is locked, written, committed, or between two
      await sleep(20 + ((n * 37) % 250))
      if (own && n >= KILLS) await own.kill9()
      await kill(child)
      if (own && n >= KILLS) await own.start()
      const db = await open()
      try {
        const context = await testContext('looks', db)
        const of = (where: string) => count(context, 'doomed', 'order_doctor_payment', where)
        const approved = await of(
          `payment_status = 1 and version = 1 and exists (select 1 from handle_apply_info i where i.tenant_id = $1 and i.is_deleted = 0
             and i.order_doctor_payment_id = order_doctor_payment.id and i.id = handle_apply_info_id and i.amount = net_amount)`,
        )
        expect([approved + (await of('payment_status = 0 and version = 0')), n]).toEqual([LINES, n])
        expect(await count(context, 'doomed', 'handle_apply_info', 'is_deleted = 0')).toBe(approved)
        seen.push(approved)
        const wrong = await db.transaction({ tenantId: 'doomed' }, (tx) => checkInvariants(tx, KEPT))
        expect(broken(wrong)).toEqual([])
      } finally {
        await db.close()
      }
      if (n < kills - 1) ({ child } = await start([...base, batch]))
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(seen.at(-1)).toBeLessThan(LINES)
    const db = await open()
    try {
      const context = await testContext('last', db)
      const fin = actorFrom(first.said.actor as never)
      const id = String(first.said.id)
      if (database)
        await db.owner((tx) =>
          tx.query(`update "batch" set lease_until = now() - interval '1 s' where state = 'running'`),
        )
      await interruptLeft(context)
      await resumeBatch(context, fin, id)
      while ((await batchState(context, fin, id)).state === 'running') await sleep(100)
      expect(await batchState(context, fin, id)).toMatchObject({ state: 'done', done: LINES, failed: 0 })
      expect(await count(context, 'doomed', 'approval_history', `action = 'auditPass'`)).toBe(LINES)
      const wrong = await db.transaction({ tenantId: 'doomed' }, (tx) => checkInvariants(tx, KEPT))
      expect(broken(wrong)).toEqual([])
    } finally {
      await db.close()
    }
  } finally {
    await own?.stop()
  }
})
