import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { batchState, startBatch } from '../../../src/server/deciding/batch/batch.ts'
import { startRunner } from '../../../src/server/jobs/runner.ts'
import { sweep } from '../../../src/server/jobs/sweep.ts'
import { startJobs } from '../../../src/server/startJobs.ts'
import { count, testContext, world } from './fixture.ts'

const pass = { resource: 'settlementOrder', transition: 'audit.pass' } as const

describe('long work is a job', () => {
  test('more than a thousand rows run as one, on one instance only', { timeout: 60_000 }, async () => {
    const other = await world()
    const [one, two] = [await testContext('one'), await testContext('two')]
    // rows that are refused quickly: what counts is that each is reached once
    const rows = Array.from({ length: 1_001 }, (_, n) => ({ id: String(n + 1), version: 0 }))
    const runners = [await startJobs(one), startRunner(two, { kinds: {}, lanes: {} }, 50)]
    try {
      const started = await startBatch(one, other.fin, { ...pass, rows }, null)
      expect(started).toMatchObject({ total: 1_001 })
      for (let n = 0; (await batchState(other.context, other.fin, started.id)).state !== 'done'; n++) {
        if (n > 600) throw new Error('never done')
        await sleep(50)
      }
      const state = await batchState(other.context, other.fin, started.id)
      expect(state).toMatchObject({ done: 0, failed: 1_001 })
      expect(state.rows).toHaveLength(1_000)
    } finally {
      for (const r of runners) await r.stop()
    }
  })

  test('the sweep takes what has expired and nothing else', async () => {
    const other = await world()
    await other.context.db.transaction({ tenantId: other.tenantId }, async (tx) => {
      await tx.query(
        `insert into "idempotency" (tenant_id, actor_id, key, body_hash, create_time) values ($1, 1, 'old', 'x', now() - interval '8 days'), ($1, 1, 'new', 'x', now())`,
        [other.tenantId],
      )
      await tx.query(
        `insert into "selection" (tenant_id, id, actor_id, resource, count, expires) values ($1, 1, 1, 'x', 0, now() - interval '2 hours'), ($1, 2, 1, 'x', 0, now())`,
        [other.tenantId],
      )
    })
    expect(await sweep(other.context)).toBeGreaterThanOrEqual(2)
    expect(await count(other.context, other.tenantId, 'idempotency')).toBe(1)
    expect(await count(other.context, other.tenantId, 'selection')).toBe(1)
  })
})
