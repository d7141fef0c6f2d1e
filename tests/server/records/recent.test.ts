import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { BatchOrder, BatchState } from '../../../src/model/wire/batchWire.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import type { Statement } from '../../../src/server/core/database.ts'
import { batchState, startBatch } from '../../../src/server/deciding/batch/batch.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { stepOf } from '../../../src/server/deciding/transitions.ts'
import { LOOKED_MAX, possibleOf, recentDecisions, singlesOf } from '../../../src/server/records/recent.ts'
import { person } from '../../rules/people.ts'
import { order, refusal, rowNow, type World, world } from '../decisions/fixture.ts'

let w: World
beforeEach(async () => {
  w = await world()
})

const pass = { resource: 'settlementOrder', transition: 'audit.pass' } as const
const recall = { resource: 'settlementOrder', transition: 'recall.audit' } as const
const take = (transition: string, id: string, actor: Actor, ask = {}) =>
  decide(w.context, actor, { resource: 'settlementOrder', transition, id, ask })
const recent = (actor = w.fin) => recentDecisions(w.context, actor)

/** A batch, once it is over. */
async function batch(sent: BatchOrder, actor = w.fin): Promise<BatchState> {
  let state = await startBatch(w.context, actor, sent, null)
  while (state.state === 'running') {
    await sleep(5)
    state = await batchState(w.context, actor, state.id)
  }
  return state
}
const orders = async (n: number) => {
  const rows = []
  for (let i = 0; i < n; i++) rows.push(await order(w, { fees: ['900.00'] }))
  return rows
}
const statusOf = async (id: string) => (await rowNow(w.context, w.tenantId, settlementOrder, id)).settlementStatus

describe('what a person decided lately', () => {
  test('is told newest first, with what takes it back and until when; what was taken back is not told', async () => {
    const [a, b] = await orders(2)
    await take('audit.pass', a?.id ?? '', w.fin)
    w.context.clock.pass(1)
    await take('audit.reject', b?.id ?? '', w.fin, { remark: '金额不符' })
    const told = await recent()
    expect(told).toMatchObject([
      { id: b?.id, title: b?.code, transition: 'audit.reject', version: 1, possible: 1, undo: 'recall.audit', why: '' },
      { id: a?.id, title: a?.code, transition: 'audit.pass', at: '2024-06-15 10:00:00', possible: 1 },
    ])
    expect(told.map((r) => r.left)).toEqual([600, 540])
    await take('recall.audit', b?.id ?? '', w.fin)
    expect((await recent()).map((r) => r.id)).toEqual([a?.id])
    w.context.clock.pass(10)
    expect(await recent()).toEqual([])
  })

  test('says why not by the very checks of taking it back: somebody went on, nothing leads back', async () => {
    const [a, b] = await orders(2)
    for (const row of [a, b]) await take('audit.pass', row?.id ?? '', w.fin)
    await take('confim.pass', a?.id ?? '', w.ca)
    await take('confim.pass', b?.id ?? '', w.ca)
    const [second, first] = await recent()
    for (const told of [first, second])
      expect(told).toMatchObject({ possible: 0, why: expect.stringContaining('康管理') })
    const why = (await refusal(decide(w.context, w.fin, { ...recall, id: a?.id ?? '', version: 1 }))).text[0]
    expect(first?.why).toBe(why)
    await take('toSettle', b?.id ?? '', w.fin)
    expect((await recent())[0]).toMatchObject({ transition: 'toSettle', undo: '', possible: 0, why: '该操作不可撤回' })
  })

  test('is told to nobody else, not beyond the own rows, and promises nothing without the right', async () => {
    const [a] = await orders(1)
    await take('audit.pass', a?.id ?? '', w.fin)
    const other = person(w.tenantId, 'finance')
    expect(await recent(other)).toEqual([])
    expect(await recent({ ...w.fin, tenantId: (await world()).tenantId })).toEqual([])
    expect((await recent({ ...w.fin, company: '5' }))[0]).toMatchObject({ possible: 0, why: '记录不存在' })
    expect((await recent({ ...w.fin, permissions: new Set() }))[0]).toMatchObject({ possible: 0, undo: '' })
  })
})

describe('a call over several records', () => {
  test('is told with the others, and hides none of them', async () => {
    const [a] = await orders(1)
    await take('audit.pass', a?.id ?? '', w.fin)
    const decision = { call: 'user.resetPassword', of: 'user', id: '', title: '', version: 0, count: 2 }
    await w.context.db.transaction({ tenantId: w.tenantId }, (tx) =>
      tx.query(
        `insert into "idempotency" (tenant_id, actor_id, key, body_hash, answer) values ($1, $2, 'several', '', $3)`,
        [w.tenantId, w.fin.userId, { data: { decision } }],
      ),
    )
    const told = await recent()
    expect(told).toHaveLength(2)
    expect(told).toContainEqual(expect.objectContaining({ batch: 'user.resetPassword', id: '', count: 2, possible: 0 }))
    expect(told).toContainEqual(expect.objectContaining({ id: a?.id, transition: 'audit.pass', possible: 1 }))
  })
})

describe('a batch taken back', () => {
  test('is one decision, with how many can be; each row goes back by itself, and says why not', async () => {
    const rows = await orders(4)
    const made = await batch({ ...pass, rows: rows.map(({ id }) => ({ id, version: 0 })) })
    expect(made.done).toBe(4)
    const [gone] = rows
    expect(await recent()).toMatchObject([
      { batch: made.id, count: 4, possible: 4, undo: 'recall.audit', id: '', why: '' },
    ])
    await take('confim.pass', gone?.id ?? '', w.ca)
    expect(await recent()).toMatchObject([{ batch: made.id, count: 4, possible: 3 }])
    const back = await batch({ ...recall, takesBack: made.id })
    expect(back).toMatchObject({ total: 4, done: 3, failed: 1, transition: 'recall.audit' })
    expect(back.rows.find((r) => !r.ok)).toMatchObject({
      id: gone?.id,
      code: 409,
      msg: expect.stringContaining('康管理'),
    })
    expect(await Promise.all(rows.map((r) => statusOf(r.id)))).toEqual([3, 0, 0, 0])
    expect(await recent(), 'nothing of it is left to be taken back').toEqual([])
    const again = await batch({ ...recall, takesBack: made.id })
    expect(again).toMatchObject({ done: 0, failed: 4 })
  })

  test('keeps the limits of taking one back: time, right, person, and the batch it is of', async () => {
    const rows = (await orders(2)).map(({ id }) => ({ id, version: 0 }))
    const made = await batch({ ...pass, rows })
    const order = { ...recall, takesBack: made.id }
    // named in two ways, or by what is no list, one would be ignored
    for (const more of [{ rows: [{ id: '1', version: 1 }] }, { selection: '1' }, { rows: '1' as unknown as [] }])
      expect((await refusal(startBatch(w.context, w.fin, { ...order, ...more }, null))).code).toBe(400)
    expect((await refusal(startBatch(w.context, w.ca, order, null))).code).toBe(403)
    expect((await refusal(startBatch(w.context, w.admin, order, null))).code).toBe(404)
    expect((await refusal(startBatch(w.context, w.fin, { ...order, takesBack: 'x' }, null))).code).toBe(404)
    const wrong = { ...order, transition: 'audit.pass' }
    expect((await refusal(startBatch(w.context, w.fin, wrong, null))).code).toBe(400)
    w.context.clock.pass(11)
    expect(await recent()).toMatchObject([{ count: 2, possible: 0, why: '没有一条还可以撤回' }])
    const late = await batch(order)
    expect(late).toMatchObject({ done: 0, failed: 2 })
    expect(late.rows[0]?.msg).toBe('已超过10分钟，不能撤回')
  })
})

interface Node {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Node[]
}
/** The most rows that a step of the plan really read. */
const mostRead = (n: Node): number =>
  Math.max(
    n['Actual Loops'] * (n['Actual Rows'] + (n['Rows Removed by Filter'] ?? 0)),
    ...(n.Plans ?? []).map(mostRead),
  )
const readBy = ({ text, values }: Statement): Promise<number> =>
  w.context.db.transaction({ tenantId: w.tenantId }, async (tx) => {
    const [row] = await tx.query<{ 'QUERY PLAN': readonly { Plan: Node }[] }>(
      `explain (analyze, format json) ${text}`,
      values,
    )
    return mostRead(row?.['QUERY PLAN'][0]?.Plan as Node)
  })

test('a batch of thousands hides no single decision, and no more is read for it than for a small one', async () => {
  const [alone, many] = await orders(2)
  await take('audit.pass', alone?.id ?? '', w.fin)
  const made = await batch({ ...pass, rows: [{ id: many?.id ?? '', version: 0 }] })
  expect(await recent()).toMatchObject([{ batch: made.id, count: 1, possible: 1 }, { id: alone?.id }])
  const more = 3 * LOOKED_MAX
  await w.context.db.transaction({ tenantId: w.tenantId }, async (tx) => {
    await tx.query(
      `insert into "batch_row" (tenant_id, batch_id, record_id, seq, state, version)
       select $1, $2, 100 + n, 100 + n, 1, 1 from generate_series(1, ${more}) n`,
      [w.tenantId, made.id],
    )
    await tx.query(
      `insert into "approval_history" (tenant_id, id, biz_type, biz_id, action, operator_id, operate_time, record_version, batch_id)
       select $1::varchar, id + n, biz_type, (100 + n)::text, action, operator_id, operate_time + interval '1 second', '1', batch_id
       from (select * from "approval_history" where tenant_id = $1 and batch_id = $2) h, generate_series(1, ${more}) n`,
      [w.tenantId, made.id],
    )
    await tx.query('update "batch" set done = done + $3 where tenant_id = $1 and id = $2', [w.tenantId, made.id, more])
  })
  expect(await recent()).toMatchObject([
    { batch: made.id, count: more + 1, possible: 0, why: `最后处理的 ${LOOKED_MAX} 条都不能再撤回` },
    { id: alone?.id, transition: 'audit.pass', possible: 1 },
  ])
  expect(await readBy(singlesOf(w.fin, '2024-06-15T00:00:00Z'))).toBeLessThan(50)
  const back = stepOf(w.context.domains, 'settlementOrder', 'recall.audit')
  expect(await readBy(possibleOf(w.context, w.fin, made, back))).toBeLessThan(more)
})
