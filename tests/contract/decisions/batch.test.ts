import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statesOf } from '../../../src/model/language/states.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { BatchState } from '../../../src/model/wire/batchWire.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import {
  batchState,
  cancelBatch,
  resumeBatch,
  startBatch,
  stopBatches,
} from '../../../src/server/deciding/batch/batch.ts'
import { decideRows, Pace, SIZES } from '../../../src/server/deciding/batch/batchRows.ts'
import { batchOf, insertBatch } from '../../../src/server/deciding/batch/batchStore.ts'
import { select } from '../../../src/server/deciding/batch/selection.ts'
import { decideEach, isPlain } from '../../../src/server/deciding/decideEach.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { stepOf } from '../../../src/server/deciding/transitions.ts'
import { GatheringUnitOfWork } from '../../../src/server/writing/unitOfWork/gatheringUnitOfWork.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { change, count, order, refusal, rowNow, untyped, type World, world } from '../../server/decisions/fixture.ts'
import { countTrips } from '../../server/trips.ts'

const { settlementStatus } = statesOf(settlementOrder)

let w: World
beforeAll(async () => {
  w = await world()
  await untyped(w)
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

describe('a batch decides row by row', () => {
  test.each([
    ['is disabled', null, '发起人已停用，未处理'],
    ['loses the permission', new Set<string>(), '发起人已没有该权限，未处理'],
  ])('when its person %s meanwhile, the rows left are refused and say why', async (_what, permissions, msg) => {
    const rows = (await orders(SIZES.first * 2 + 3)).map((r) => ({ id: r.id, version: 0 }))
    let asked = 0
    // on PostgreSQL three lanes begin at once: the right is lost when the first of them is through
    const actorNow = async (actor: Actor) => {
      if (asked++ === 0) return actor
      while ((await batchState(w.context, w.fin, await lastBatch())).done < SIZES.first) await sleep(2)
      return permissions && { ...actor, permissions }
    }
    const context = { ...w.context, actorNow }
    const { id } = await startBatch(context, w.fin, { ...pass, rows }, null)
    const state = await until(w, id, 'done')
    expect([state.done, state.failed]).toEqual([SIZES.first, SIZES.first + 3])
    const left = state.rows.filter((r) => !r.ok)
    expect(left.map((r) => [r.code, r.msg])).toEqual(left.map(() => [403, msg]))
    for (const { id: one } of left)
      expect((await rowNow(w.context, w.tenantId, settlementOrder, one)).settlementStatus).toBe(
        settlementStatus.pending,
      )
  })

  test('a refusal of one row is the result of that row', async () => {
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

  test('a refusal of the whole batch is answered at once', async () => {
    const [row] = await orders(1)
    const rows = [{ id: row?.id ?? '', version: 0 }]
    expect((await refusal(startBatch(w.context, w.ca, { ...pass, rows }, null))).code).toBe(403)
    expect(
      (await refusal(startBatch(w.context, w.fin, { ...pass, transition: 'audit.reject', rows }, null))).data,
    ).toEqual({ remark: '请输入驳回原因' })
    const closed = { resource: 'handleApply', transition: 'thaw', rows }
    expect((await refusal(startBatch(w.context, w.admin, closed, null))).code).toBe(409)
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
    expect((await rowNow(other.context, other.tenantId, settlementOrder, late.id)).settlementStatus).toBe(
      settlementStatus.pending,
    )
  })
})

describe('stopping and going on', () => {
  // one by one, so that there is something left to stop
  const sizes = { ...SIZES }
  beforeAll(() => void Object.assign(SIZES, { first: 1, least: 1, most: 1 }))
  afterAll(() => void Object.assign(SIZES, sizes))

  test('cancelling leaves rows that were not reached unchanged', async () => {
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
    // what was answered may be older: the answer does not wait for a batch that takes its time
    const stopped = await batchState(w.context, w.fin, (await starting).id)
    expect(stopped.state).toBe('interrupted')
    expect(stopped.done + stopped.failed).toBeLessThan(60)
    await resumeBatch(w.context, w.fin, stopped.id)
    expect(await until(w, stopped.id, 'done')).toMatchObject({ total: 60, done: 60, failed: 0 })
    expect(await resumeBatch(w.context, w.fin, stopped.id)).toMatchObject({ state: 'done' })
  })

  test('a lease that ran out reads as interrupted; what is decided is not decided again', async () => {
    const [a, b] = (await orders(2)) as unknown as [{ id: string }, { id: string }]
    const { id } = await startBatch(w.context, w.fin, { ...pass, rows: [{ id: a.id, version: 0 }] }, null)
    await until(w, id, 'done')
    await w.context.db.transaction({ tenantId: w.tenantId }, async (tx) => {
      await tx.query(
        `update "batch" set state = 'running', total = 2, runner = 'dead', lease_until = now() - interval '1 s' where tenant_id = $1 and id = $2`,
        [w.tenantId, id],
      )
      await tx.query(
        'insert into "batch_row" (tenant_id, batch_id, record_id, seq, asked_version) values ($1, $2, $3, 2, 0)',
        [w.tenantId, id, b.id],
      )
    })
    expect((await batchState(w.context, w.fin, id)).state).toBe('interrupted')
    await resumeBatch(w.context, w.fin, id)
    expect(await until(w, id, 'done')).toMatchObject({ done: 2, failed: 0 })
    expect(await histories([a, b])).toBe(2)
  })
})

/** Decisions in the history of some orders. */
const histories = (rows: readonly { id: string }[]) =>
  count(w.context, w.tenantId, 'approval_history', `biz_id = any($2::text[]) and action = 'audit.pass'`, [
    rows.map((r) => r.id),
  ])

describe('rows that go together', () => {
  const start = async (rows: readonly { id: string }[], who = w.fin) => {
    const order = { ...pass, rows: rows.map((r) => ({ id: r.id, version: 0 })) }
    const { id } = await startBatch(w.context, who, order, null)
    for (let n = 0; n < 400; n++) {
      const now = await batchState(w.context, who, id)
      if (now.state === 'done') return now
      await sleep(25)
    }
    throw new Error('never done')
  }

  test('have the same effects as single decisions: record, history, trail, events', async () => {
    const [alone, ...rows] = (await orders(12)) as unknown as [{ id: string }, ...{ id: string }[]]
    await decide(w.context, w.fin, { ...pass, id: alone.id, version: 0 })
    const trips = countTrips()
    const state = await start(rows)
    trips.stop()
    expect(state).toMatchObject({ done: 11, failed: 0 })
    // starting, reading, deciding, ending and telling: no more than a few for each, however many rows there are
    expect(trips.taken()).toBeLessThan(11 * 4)
    const told = async (id: string) => {
      const texts = [
        'select settlement_status, approval_officer, approval_date, approval_remark, update_user, update_time, version from "settlement_order" where tenant_id = $1 and id = $2::bigint',
        'select action, from_status, to_status, result, operator_id, operator_role, operate_time, record_version, changes from "approval_history" where tenant_id = $1 and biz_id = $2',
        'select resource, version, action, actor_id, diff from "audit_trail" where tenant_id = $1 and record_id = $2::bigint order by version',
        'select kind, resource, version, transition, actor_id, company, fiscal_tax, payload from "outbox" where tenant_id = $1 and record_id = $2::bigint order by id',
      ]
      return Promise.all(
        texts.map((text) => w.context.db.scoped({ tenantId: w.tenantId }, { text, values: [w.tenantId, id] })),
      )
    }
    const wanted = await told(alone.id)
    for (const row of rows) expect(await told(row.id)).toEqual(wanted)
  })

  test('who made some of them may not decide those; the others are decided', async () => {
    // fin2 confirmed the cycle of the first two
    const rows = [...(await orders(2)), await order(w, { cycleId: null }), await order(w, { cycleId: null })]
    const state = await start(rows, w.fin2)
    expect(state).toMatchObject({ done: 2, failed: 2 })
    expect(state.rows.map((r) => [r.id, r.ok])).toEqual(rows.map((r, n) => [r.id, n > 1]))
    for (const r of state.rows.slice(0, 2)) expect(r.msg).toContain('经办与审核不能是同一人')
    expect(await histories(rows)).toBe(2)
  })

  test('a poisoned one fails alone, with the others of its transaction decided', async () => {
    const rows = await orders(9)
    const poisoned = rows[4]?.id ?? ''
    const said: string[] = []
    const log = { ...w.context.log, error: (line: unknown) => void said.push(String(line)) }
    await w.context.db.owner(async (tx) => {
      await tx.query(
        `create function test_poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$`,
      )
      await tx.query(
        `create trigger test_poison before update on "settlement_order" for each row when (new.id = ${poisoned}) execute function test_poison()`,
      )
    })
    try {
      const order = { ...pass, rows: rows.map((r) => ({ id: r.id, version: 0 })) }
      const { id } = await startBatch({ ...w.context, log }, w.fin, order, null)
      const state = await until(w, id, 'done')
      expect(state).toMatchObject({ done: 8, failed: 1 })
      expect(state.rows.find((r) => !r.ok)).toMatchObject({ id: poisoned, code: 500, msg: '服务器异常' })
      expect(said).toEqual([expect.stringContaining('poison')])
      expect(await histories(rows)).toBe(8)
    } finally {
      await w.context.db.owner((tx) => tx.query('drop function test_poison() cascade'))
    }
  })

  test('two processes at the same rows decide each once', async () => {
    const rows = (await orders(10)).map((r) => ({ id: r.id, version: 0 }))
    const id = await w.context.db.transaction({ tenantId: w.tenantId }, (tx) =>
      insertBatch(w.context, tx, w.fin, { ...pass, ask: {}, rows }, true),
    )
    const batch = await batchOf(w.context, w.fin, id)
    const run = (some: typeof rows) =>
      decideRows(w.context, w.fin, batch, some, new Pace(w.context.db.kind), () => false)
    await Promise.all([run(rows), run(rows), ...rows.map((row) => run([row]))])
    expect(await batchState(w.context, w.fin, id)).toMatchObject({ total: 10, done: 10, failed: 0 })
    expect(await histories(rows)).toBe(10)
  })

  test('a transition that changes more than the record is decided one by one', () => {
    const plain = (name: string) => isPlain(stepOf(w.context.domains, 'settlementOrder', name))
    expect(['audit.pass', 'audit.reject', 'confim.pass', 'confim.reject'].map(plain)).toEqual([true, true, true, true])
    expect(['submit', 'toSettle', 'remove', 'push'].map(plain)).toEqual([false, false, false, false])
  })

  test('rules that look at other records of the kind are not asked side by side', async () => {
    const rows = await orders(3)
    const ids = rows.map((r) => r.id)
    const step = stepOf(w.context.domains, 'settlementOrder', 'audit.pass')
    const rule = {
      ...step.rule,
      guard: async (o: never, _: unknown, work: UnitOfWork) => {
        const { settlementCycleId } = o as { settlementCycleId: string }
        await work.rows(settlementOrder, { settlementCycleId })
        return null
      },
    }
    const together = w.context.db.transaction({ tenantId: w.tenantId }, (tx) =>
      decideEach(new GatheringUnitOfWork(w.context, w.fin, tx), {
        step: { ...step, rule: rule as never },
        ids,
        ask: { remark: null },
        versions: {},
        creates: false,
        bySystem: false,
        batch: true,
      }),
    )
    await expect(together).rejects.toThrow('look at other settlementOrder')
    expect(await histories(rows)).toBe(0)
  })
})
