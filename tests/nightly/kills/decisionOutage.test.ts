import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import type { Database } from '../../../src/server/core/database.ts'
import type { EmbeddedDatabase } from '../../../src/server/database/embedded/embedded.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { batchState, startBatch } from '../../../src/server/deciding/batch/batch.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { count, order, refusal, type World, world } from '../../server/decisions/fixture.ts'
import { migratedFolder, quiet, testUrl } from '../../server/harness.ts'
import { openWire, type Wire } from '../../server/wire.ts'

const pass = { resource: 'settlementOrder', transition: 'audit.pass' } as const

// each declared only where it applies: a skipped test would look like a gap
const embedded = testUrl() === null ? test : () => undefined
embedded(
  'the embedded database dies under a decision: asked again with its key it is decided once',
  { timeout: 90_000 },
  async () => {
    // its own, for the suite's is large by now and would recover for long
    const db = await openDatabase({ dataDir: await migratedFolder(), databaseUrl: null }, quiet)
    onTestFinished(() => db.close())
    const w = await world('test', undefined, db)
    const row = await order(w, { fees: ['900.00'] })
    const said = { ...pass, id: row.id, key: 'dies' }
    const first = decide(w.context, w.fin, said).catch((e: unknown) => e)
    await (db as EmbeddedDatabase).crash()
    const end = await first
    if (end instanceof Error) expect(end).toMatchObject({ code: 503 })
    expect(await decide(w.context, w.fin, said)).toMatchObject({ id: row.id, transition: 'audit.pass', version: 1 })
    expect(
      await count(w.context, w.tenantId, 'approval_history', `biz_id = $2 and action = 'audit.pass'`, [row.id]),
    ).toBe(1)
  },
)

const onServer = testUrl() === null ? () => undefined : describe
onServer('the answer of a COMMIT is lost', () => {
  let w: World
  let wire: Wire
  let db: Database
  let context: ServerContext
  const lines: string[] = []
  const note = (line: unknown) => void lines.push(String(line))
  beforeAll(async () => {
    w = await world()
    const [found] = await w.context.db.scoped<{ name: string }>(
      { tenantId: null },
      { text: 'select current_database()::text as name' },
    )
    const url = new URL(testUrl() as string)
    url.pathname = `/${found?.name}`
    wire = await openWire(url.href)
    db = await openDatabase({ dataDir: '', databaseUrl: wire.url }, { info() {}, error: note, warn: note })
    context = { ...w.context, db, log: { info() {}, debug() {}, warn: note, error: note } }
  })
  afterAll(async () => {
    await db?.close()
    await wire?.close()
  })
  const audits = (id: string) =>
    count(w.context, w.tenantId, 'approval_history', `biz_id = $2 and action = 'audit.pass'`, [id])

  test('a decision is 503, never a success; asked again with its key it answers what was kept, once', async () => {
    const row = await order(w, { fees: ['900.00'] })
    const said = { ...pass, id: row.id, key: 'lost' }
    wire.loseCommit(1)
    expect(await refusal(decide(context, w.fin, said))).toMatchObject({ code: 503, retryAfter: 2 })
    expect(await audits(row.id)).toBe(1)
    const told = await decide(context, w.fin, said)
    expect(told).toMatchObject({ id: row.id, transition: 'audit.pass', version: 1 })
    expect(await decide(context, w.fin, said)).toEqual(told)
    expect(await audits(row.id)).toBe(1)
  })

  test('a batch continues: no row fails, none is decided twice', async () => {
    const rows = []
    for (let n = 0; n < 12; n++) rows.push(await order(w, { fees: ['900.00'] }))
    wire.loseCommit(5)
    const { id } = await startBatch(
      context,
      w.fin,
      { ...pass, rows: rows.map((r) => ({ id: r.id, version: 0 })) },
      null,
    )
    for (let n = 0; (await batchState(w.context, w.fin, id)).state === 'running' && n < 400; n++) await sleep(50)
    expect(await batchState(w.context, w.fin, id)).toMatchObject({ state: 'done', done: 12, failed: 0 })
    for (const r of rows) expect(await audits(r.id)).toBe(1)
    expect(lines.filter((l) => l.includes('batch'))).toEqual([])
  })
})
