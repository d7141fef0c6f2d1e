import { beforeAll, describe, expect, test } from 'vitest'
import { transitionsOf } from '../../../src/model/business.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import type { RequestContext } from '../../../src/server/core/context/context.ts'
import { batchState, startBatch } from '../../../src/server/deciding/batch/batch.ts'
import { decideByCall } from '../../../src/server/deciding/byCall.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { person } from '../../rules/people.ts'
import { order, refusal, rowNow, type World, world } from './fixture.ts'

let w: World
/** Finance people: neither has anything to do with the cycle, `quoter` resubmits. */
let quoter: Actor
beforeAll(async () => {
  w = await world()
  quoter = person(w.tenantId, 'finance', { name: '钱重提' })
})

const of = 'settlementOrder'
const run = (transition: string, id: string, actor: Actor) =>
  decide(w.context, actor, { resource: of, transition, id, ask: { remark: '税额有误' } })
const status = async (id: string) => (await rowNow(w.context, w.tenantId, settlementOrder, id)).settlementStatus

/** An order that was rejected and that `quoter` resubmitted, and so quoted anew. */
async function resubmitted(): Promise<string> {
  const { id } = await order(w)
  await run('audit.reject', id, w.fin)
  await run('submit', id, quoter)
  return id
}

describe('whoever resubmitted an order is one of its makers', () => {
  test.each(['audit.pass', 'audit.reject'])('and may not %s it: one call', async (transition) => {
    const id = await resubmitted()
    const r = await refusal(run(transition, id, quoter))
    expect([r.code, r.text]).toEqual([
      400,
      ['经办与审核不能是同一人：钱重提是该结算单的经办人', expect.stringContaining('钱重提')],
    ])
    expect(await status(id)).toBe(0)
    await run(transition, id, w.fin)
  })

  test('nor by the call of a stock client, for one or several', async () => {
    const [a, b] = [await resubmitted(), (await order(w)).id]
    const call = (actor: Actor, params: Record<string, unknown>) =>
      decideByCall(
        {
          context: w.context,
          actor,
          query: {},
          body: undefined,
          params,
          http: { headers: {} },
          reply: {},
        } as unknown as RequestContext,
        of,
        Object.entries(transitionsOf(of)).flatMap(([name, t]) => (t.call === 'POST audit' ? [name] : [])),
      )
    expect((await refusal(call(quoter, { id: a, status: 1 }))).text[0]).toContain('经办与审核不能是同一人')
    expect((await refusal(call(quoter, { ids: `${b},${a}`, status: 1 }))).text[0]).toContain('经办与审核不能是同一人')
    expect([await status(a), await status(b)]).toEqual([0, 0])
    await call(w.fin, { ids: `${b},${a}`, status: 1 })
    expect([await status(a), await status(b)]).toEqual([2, 2])
  })

  test('nor in a batch, which does the other rows', async () => {
    const [a, b] = [await resubmitted(), (await order(w)).id]
    const rows = [a, b].map((id) => ({ id, version: id === a ? 2 : 0 }))
    let state = await startBatch(w.context, quoter, { resource: of, transition: 'audit.pass', rows }, null)
    for (const end = Date.now() + 20_000; state.state === 'running' && Date.now() < end; )
      state = await batchState(w.context, quoter, state.id)
    expect(state).toMatchObject({ state: 'done', done: 1, failed: 1 })
    expect(state.rows.find((r) => r.id === a)).toMatchObject({
      ok: false,
      code: 400,
      msg: expect.stringContaining('经办与审核不能是同一人'),
    })
    expect([await status(a), await status(b)]).toEqual([0, 2])
  })

  test('permanently: neither a recall, nor another rejection, nor a resubmission by another user changes it', async () => {
    const id = await resubmitted()
    await run('audit.pass', id, w.fin)
    await run('recall.audit', id, w.fin)
    expect((await refusal(run('audit.pass', id, quoter))).code).toBe(400)
    await run('audit.reject', id, w.fin)
    await run('submit', id, w.admin)
    expect((await refusal(run('audit.pass', id, quoter))).code).toBe(400)
    expect((await refusal(run('audit.pass', id, w.admin))).code).toBe(400)
    await run('audit.pass', id, w.fin)
    await run('confim.reject', id, w.ca)
    await run('submit', id, w.fin)
    expect((await refusal(run('audit.pass', id, w.fin))).code).toBe(400)
    await run('audit.pass', id, person(w.tenantId, 'finance', { name: '钱旁观' }))
  })
})
