import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../src/console/api/error.ts'
import { type BatchPorts, BatchRun, type Kept } from '../../../src/console/decisions/batchRun.ts'
import { Pace } from '../../../src/console/queue/list/pace.ts'
import type { BatchOrder, BatchState } from '../../../src/model/wire/batchWire.ts'
import type { RoundsEvent } from '../../../src/model/wire/wire.ts'

const order: BatchOrder = { resource: 'settlementOrder', transition: 'audit.pass', rows: [{ id: '1', version: 0 }] }
const state = (more: Partial<BatchState> = {}): BatchState => ({
  id: 'b1',
  resource: 'settlementOrder',
  transition: 'audit.pass',
  state: 'running',
  total: 3,
  done: 0,
  failed: 0,
  rows: [],
  ...more,
})

function bench(more: Partial<BatchPorts> = {}) {
  const timers: (() => void)[] = []
  const started: { order: BatchOrder; key: string }[] = []
  let next = state()
  let keys = 0
  const ports: BatchPorts = {
    start: async (o, key) => {
      started.push({ order: o, key })
      return next
    },
    state: async () => next,
    cancel: async () => state({ state: 'cancelled', done: 1 }),
    resume: async () => next,
    agree: (_, begin) => begin({}),
    mendable: async (_, ids) => ids.filter((id) => id !== 'gone').map((id) => ({ id, version: 7 })),
    newKey: () => `k${++keys}`,
    later: (run) => {
      timers.push(run)
      return () => {
        const at = timers.indexOf(run)
        if (at >= 0) timers.splice(at, 1)
      }
    },
    ...more,
  }
  const run = new BatchRun(ports)
  const ended: string[] = []
  run.onEnd = (r) => ended.push(r.state.state)
  const tick = async () => {
    for (const t of timers.splice(0)) t()
    for (let i = 0; i < 6; i++) await Promise.resolve()
  }
  return { run, ports, started, ended, tick, timers, becomes: (s: BatchState) => (next = s) }
}

/** Storage of a browser for a running batch. */
function remembering() {
  const memory = {
    kept: null as Kept | null,
    read: () => memory.kept,
    write: (kept: Kept | null) => {
      memory.kept = kept
    },
  }
  return memory
}

describe('a batch', () => {
  it('forgets its one-time code once it is begun; sent again it asks for what is asked for then', async () => {
    const memory = remembering()
    const asked: BatchOrder[] = []
    const { started, ports, becomes } = bench({
      agree: async (again, begin) => {
        asked.push(again)
        await begin({ typedAmount: '2.00', oneTimeCode: '222222' })
      },
    })
    const run = new BatchRun(ports, memory)
    const rows = [{ id: '1', ok: false, code: 409, msg: 'x' }]
    becomes(state({ state: 'done', failed: 1, rows }))
    await run.start({ ...order, typedAmount: '1.00', oneTimeCode: '111111' })
    expect(started.map((s) => s.order.oneTimeCode)).toEqual(['111111'])
    expect(JSON.stringify([memory.kept, run.snapshot()])).not.toContain('111111')
    expect(await run.retryFailed()).toBe(true)
    expect(asked).toEqual([{ ...order, rows: [{ id: '1', version: 7 }] }])
    expect(started[1]?.order).toMatchObject({ typedAmount: '2.00', oneTimeCode: '222222' })
  })

  it('is found again by the next page until it has come to a good end, with its rows left to the server', async () => {
    const memory = remembering()
    const first = bench()
    await new BatchRun(first.ports, memory).start(order)
    expect(memory.kept).toEqual({
      id: 'b1',
      order: { resource: 'settlementOrder', transition: 'audit.pass' },
      before: 0,
    })
    const next = bench({ resume: async () => state({ state: 'done', done: 3 }) })
    next.becomes(state({ state: 'interrupted', done: 2 }))
    const run = new BatchRun(next.ports, memory)
    await run.recover()
    expect(run.snapshot()).toMatchObject({ state: { state: 'interrupted', done: 2 } })
    await run.resume()
    expect(run.snapshot()?.state.state).toBe('done')
    expect(memory.kept).toBeNull()
  })

  it('that the server no longer has is dropped, one that cannot be fetched is not', async () => {
    const kept: Kept = {
      id: 'b1',
      order: { resource: 'settlementOrder', transition: 'audit.pass' },
      before: 0,
    }
    const memory = {
      kept: kept as Kept | null,
      read: () => memory.kept,
      write: (now: Kept | null) => {
        memory.kept = now
      },
    }
    let answer: 'network' | 'gone' | 'there' = 'network'
    const { ports, tick } = bench({
      state: async () => {
        if (answer === 'network') throw new ApiError(0, 'no network', null, true)
        if (answer === 'gone') throw new ApiError(404, '批次不存在')
        return state({ done: 1 })
      },
    })
    const run = new BatchRun(ports, memory)
    await run.recover()
    expect(run.snapshot()).toBeNull()
    expect(memory.kept).toBe(kept)
    answer = 'there'
    await tick()
    expect(run.running).toBe(true)
    answer = 'gone'
    const other = new BatchRun(ports, memory)
    await other.recover()
    expect(other.snapshot()).toBeNull()
    expect(memory.kept).toBeNull()
  })

  it('is followed to its end and reported once', async () => {
    const { run, ended, tick, becomes, timers } = bench()
    await run.start(order)
    expect(run.running).toBe(true)
    becomes(state({ done: 2 }))
    await tick()
    expect(run.snapshot()?.state.done).toBe(2)
    becomes(state({ state: 'done', done: 3 }))
    await tick()
    await tick()
    expect(ended).toEqual(['done'])
    expect(timers).toEqual([])
  })

  it('that is over at once ends, too', async () => {
    const { run, ended, becomes } = bench()
    becomes(state({ state: 'done', done: 3 }))
    await run.start(order)
    expect(ended).toEqual(['done'])
  })

  it('starts once although the answer was lost', async () => {
    let tries = 0
    const keys: string[] = []
    const { run, tick } = bench({
      start: async (_, key) => {
        keys.push(key)
        if (++tries < 3) throw new ApiError(0, '网络不可用', null, true)
        return state()
      },
    })
    const started = run.start(order)
    for (let i = 0; i < 5; i++) await tick()
    await started
    expect(keys).toEqual(['k1', 'k1', 'k1'])
  })

  it('passes on what the server refuses', async () => {
    const { run } = bench({
      start: async () => {
        throw new ApiError(403, '没有权限')
      },
    })
    await expect(run.start(order)).rejects.toThrow('没有权限')
    expect(run.snapshot()).toBeNull()
  })

  it('takes progress from events and keeps the rows it has', async () => {
    const { run } = bench()
    await run.start(order)
    run.receive({ kind: 'batch', batch: state({ done: 1 }) } as RoundsEvent)
    run.receive({ kind: 'batch', batch: state({ id: 'other', done: 3 }) } as RoundsEvent)
    expect(run.snapshot()?.state.done).toBe(1)
  })

  it('says when it cannot fetch the state, and keeps trying', async () => {
    let down = true
    const { run, tick } = bench({
      state: async () => {
        if (down) throw new ApiError(0, '', null, true)
        return state({ state: 'done', done: 3 })
      },
    })
    await run.start(order)
    await tick()
    expect(run.snapshot()?.lost).toBe(true)
    down = false
    await tick()
    expect(run.snapshot()?.lost).toBe(false)
    expect(run.running).toBe(false)
  })

  it('is cancelled, and resumed after a killed server', async () => {
    const one = bench()
    await one.run.start(order)
    await one.run.cancel()
    expect(one.ended).toEqual(['cancelled'])
    const two = bench()
    await two.run.start(order)
    two.becomes(state({ state: 'interrupted', done: 1 }))
    await two.tick()
    expect(two.ended).toEqual(['interrupted'])
    two.becomes(state({ state: 'done', done: 3 }))
    await two.run.resume()
    expect(two.ended).toEqual(['interrupted', 'done'])
  })

  it('retries only the failed rows, with their present versions', async () => {
    const { run, started, becomes } = bench()
    becomes(
      state({
        state: 'done',
        done: 1,
        failed: 2,
        rows: [
          { id: '2', ok: false, code: 409, msg: '已被修改' },
          { id: 'gone', ok: false, code: 404, msg: '记录不存在' },
        ],
      }),
    )
    await run.start({ ...order, rows: undefined, selection: 's9' })
    await vi.waitFor(() => expect(run.snapshot()?.again, 'offered for what it can mend').toBe(1))
    expect(await run.retryFailed()).toBe(true)
    expect(started[1]?.order).toEqual({
      resource: 'settlementOrder',
      transition: 'audit.pass',
      rows: [{ id: '2', version: 7 }],
    })
    expect(started[1]?.key).not.toBe(started[0]?.key)
  })

  it('leaves the stage only when it is over', async () => {
    const { run, becomes, tick } = bench()
    await run.start(order)
    run.close()
    expect(run.running).toBe(true)
    becomes(state({ state: 'done', done: 3 }))
    await tick()
    run.close()
    expect(run.snapshot()).toBeNull()
  })
})

describe('pace', () => {
  it('counts per minute over the last three, from the third decision on', () => {
    const pace = new Pace()
    pace.did(0)
    pace.did(10_000)
    expect(pace.perMinute(10_000)).toBeNull()
    pace.did(20_000)
    expect(pace.perMinute(60_000)).toBe(3)
    expect(pace.perMinute(300_000)).toBeNull()
    pace.undid()
    expect(pace.done).toBe(2)
  })
})
