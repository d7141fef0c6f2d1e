import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BatchState } from '../../../src/model/kernel/wire.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { batchState, cancelBatch, resumeBatch, startBatch, stopBatches } from '../../../src/server/decisions/batch.ts'
import { decide } from '../../../src/server/decisions/engine.ts'
import { select } from '../../../src/server/decisions/selection.ts'
import { change, count, order, refusal, rowNow, type World, world } from './fixture.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const pass = { resource: 'settlementOrder', transition: 'audit.pass' } as const
const orders = async (n: number, of = w) => {
  const rows = []
  for (let i = 0; i < n; i++) rows.push(await order(of, { fees: ['900.00'] }))
  return rows
}
const until = async (of: World, id: string, state: BatchState['state']): Promise<BatchState> => {
  for (let n = 0; n < 200; n++) {
    const now = await batchState(of.context, of.fin, id)
    if (now.state === state) return now
    await sleep(50)
  }
  throw new Error(`batch ${id} never was ${state}`)
}

/** Id of the newest batch of this tenant, '' when there is none. */
const lastBatch = async (): Promise<string> => {
  const [found] = await w.context.db.scoped<{ id: string }>(
    { tenantId: w.tenantId },
    { text: 'select id from "batch" where tenant_id = $1 order by id desc limit 1', values: [w.tenantId] },
  )
  return found?.id ?? ''
}
/** Id of the batch begun after another one, once its first row is decided. */
const underWay = async (after: string): Promise<string> => {
  for (let n = 0; n < 5_000; n++) {
    const id = await lastBatch()
    if (id !== after && (await batchState(w.context, w.fin, id)).done > 0) return id
    await sleep(2)
  }
  throw new Error('the batch never began')
}

describe('a batch goes row by row', () => {
  test('what speaks against one row is the result of that row', async () => {
    const [a, b, c] = (await orders(3)) as unknown as [{ id: string }, { id: string }, { id: string }]
    const other = { ...w.admin, name: '李四' }
    await decide(w.context, other, { ...pass, id: b.id })
    const rows = [a, b, c].map((r) => ({ id: r.id, version: 0 }))
    const started = await startBatch(w.context, w.fin, { ...pass, rows: [...rows, { id: '77', version: 0 }] }, null)
    const state = started.state === 'done' ? started : await until(w, started.id, 'done')
    expect(state).toMatchObject({ total: 4, done: 2, failed: 2, resource: 'settlementOrder', transition: 'audit.pass' })
    expect(state.rows).toContainEqual({ id: a.id, ok: true, code: 200, msg: '操作成功', version: 1 })
    expect(state.rows.find((r) => r.id === b.id)).toMatchObject({
      ok: false,
      code: 409,
      msg: expect.stringContaining('李四'),
    })
    expect(state.rows.find((r) => r.id === '77')).toMatchObject({ ok: false, code: 404 })
    expect(
      await count(w.context, w.tenantId, 'outbox', `kind = 'batch' and record_id = $2`, [state.id]),
    ).toBeGreaterThan(0)
    // retry the failed only = a new batch of those rows
    const retried = await startBatch(
      w.context,
      w.fin,
      { ...pass, rows: state.rows.filter((r) => !r.ok).map((r) => ({ id: r.id, version: 1 })) },
      null,
    )
    expect(await until(w, retried.id, 'done')).toMatchObject({ total: 2, done: 0, failed: 2 })
  })

  test('what speaks against the whole is refused at once', async () => {
    const [row] = await orders(1)
    const rows = [{ id: row?.id ?? '', version: 0 }]
    expect((await refusal(startBatch(w.context, w.ca, { ...pass, rows }, null))).code).toBe(403)
    expect(
      (await refusal(startBatch(w.context, w.fin, { ...pass, transition: 'audit.reject', rows }, null))).data,
    ).toEqual({ remark: '请输入驳回原因' })
    expect((await refusal(startBatch(w.context, w.fin, { ...pass, transition: 'push', rows }, null))).code).toBe(409)
    expect((await refusal(startBatch(w.context, w.fin, { ...pass, transition: 'pay', rows }, null))).code).toBe(404)
    expect((await refusal(startBatch(w.context, w.fin, { ...pass, rows: [] }, null))).text[0]).toBe(
      '请选择至少一条数据',
    )
    expect((await refusal(startBatch(w.context, w.fin, { ...pass, rows: [{ id: 'x', version: 0 }] }, null))).code).toBe(
      400,
    )
    expect((await refusal(startBatch(w.context, w.fin, { ...pass, selection: '1' }, null))).code).toBe(404)
  })

  test('the same key starts one batch', async () => {
    const rows = (await orders(2)).map((r) => ({ id: r.id, version: 0 }))
    const first = await startBatch(w.context, w.fin, { ...pass, rows }, 'batch-key')
    const again = await startBatch(w.context, w.fin, { ...pass, rows }, 'batch-key')
    expect(again.id).toBe(first.id)
    expect(await until(w, first.id, 'done')).toMatchObject({ done: 2, failed: 0 })
    expect((await refusal(startBatch(w.context, w.fin, { ...pass, rows: rows.slice(1) }, 'batch-key'))).code).toBe(422)
  })

  test('is its own: others do not see it', async () => {
    const rows = (await orders(1)).map((r) => ({ id: r.id, version: 0 }))
    const { id } = await startBatch(w.context, w.fin, { ...pass, rows }, null)
    await until(w, id, 'done')
    for (const call of [batchState, cancelBatch, resumeBatch])
      expect((await refusal(call(w.context, w.admin, id))).code).toBe(404)
    expect((await refusal(batchState(w.context, w.fin, 'x'))).code).toBe(404)
  })
})

describe('all N matching', () => {
  test('freezes count, sum, ids and versions; unknown filters are refused', async () => {
    const other = await world()
    const rows = await orders(4, other)
    const conditions = [{ field: 'settlementStatus', op: 'equal' as const, value: '0' }]
    const chosen = await select(other.context, other.fin, { resource: 'settlementOrder', conditions })
    expect(chosen).toMatchObject({ count: 4, amount: '3816.00' })
    expect(
      (
        await refusal(
          select(other.context, other.fin, {
            resource: 'settlementOrder',
            conditions: [{ field: 'setlementStatus', op: 'equal', value: '0' }],
          }),
        )
      ).code,
    ).toBe(400)
    expect((await refusal(select(other.context, other.fin, { resource: 'nothing', conditions: [] }))).code).toBe(400)
    expect(
      (
        await refusal(
          select(other.context, { ...other.fin, permissions: new Set() }, { resource: 'settlementOrder', conditions }),
        )
      ).code,
    ).toBe(403)
    expect(
      (await select(other.context, { ...other.ca, company: '5' }, { resource: 'settlementOrder', conditions })).count,
    ).toBe(0)
    // one row changed since: stale in the batch. One that joined later is not in it.
    await change(other.context, other.tenantId, settlementOrder, rows[0]?.id ?? '', { approvalRemark: 'x' })
    const late = await order(other)
    expect((await refusal(startBatch(other.context, other.admin, { ...pass, selection: chosen.id }, null))).code).toBe(
      404,
    )
    const started = await startBatch(other.context, other.fin, { ...pass, selection: chosen.id }, null)
    expect(await until(other, started.id, 'done')).toMatchObject({ total: 4, done: 3, failed: 1 })
    expect((await rowNow(other.context, other.tenantId, settlementOrder, late.id)).settlementStatus).toBe(0)
  })
})

describe('stopping and going on', () => {
  test('cancel leaves what was not reached untouched, for good', async () => {
    const rows = (await orders(60)).map((r) => ({ id: r.id, version: 0 }))
    const last = await lastBatch()
    const starting = startBatch(w.context, w.fin, { ...pass, rows }, 'to-cancel')
    const cancelled = await cancelBatch(w.context, w.fin, await underWay(last))
    await starting
    expect(cancelled.state).toBe('cancelled')
    expect(cancelled.done).toBeLessThan(60)
    const decided = await count(
      w.context,
      w.tenantId,
      'settlement_order',
      'settlement_status = 2 and id = any($2::bigint[])',
      [rows.map((r) => r.id)],
    )
    expect(decided).toBe((await batchState(w.context, w.fin, cancelled.id)).done)
    expect((await refusal(resumeBatch(w.context, w.fin, cancelled.id))).code).toBe(409)
  })

  test('a drained process leaves it interrupted; resume finishes it', async () => {
    const rows = (await orders(60)).map((r) => ({ id: r.id, version: 0 }))
    const last = await lastBatch()
    const starting = startBatch(w.context, w.fin, { ...pass, rows }, null)
    await underWay(last)
    await stopBatches(w.context)
    const stopped = await starting
    expect(stopped.state).toBe('interrupted')
    expect(stopped.done + stopped.failed).toBeLessThan(60)
    await resumeBatch(w.context, w.fin, stopped.id)
    expect(await until(w, stopped.id, 'done')).toMatchObject({ total: 60, done: 60, failed: 0 })
    expect(await resumeBatch(w.context, w.fin, stopped.id)).toMatchObject({ state: 'done' })
  })

  test('a lease that ran out reads as interrupted; a row decided before its result was lost is not decided twice', async () => {
    const [a, b] = (await orders(2)) as unknown as [{ id: string }, { id: string }]
    const { id } = await startBatch(
      w.context,
      w.fin,
      { ...pass, rows: [a, b].map((r) => ({ id: r.id, version: 0 })) },
      null,
    )
    await until(w, id, 'done')
    await w.context.db.transaction({ tenantId: w.tenantId }, async (tx) => {
      await tx.query(
        `update "batch" set state = 'running', runner = 'dead', lease_until = now() - interval '1 s' where tenant_id = $1 and id = $2`,
        [w.tenantId, id],
      )
      await tx.query(
        `update "batch_row" set state = 0, code = 0 where tenant_id = $1 and batch_id = $2 and record_id = $3`,
        [w.tenantId, id, b.id],
      )
    })
    expect((await batchState(w.context, w.fin, id)).state).toBe('interrupted')
    await resumeBatch(w.context, w.fin, id)
    expect(await until(w, id, 'done')).toMatchObject({ done: 2, failed: 0 })
    expect(await count(w.context, w.tenantId, 'approval_history', 'biz_id = any($2::text[])', [[a.id, b.id]])).toBe(2)
  })
})
