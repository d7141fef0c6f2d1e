import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../../src/console/api/client.ts'
import { loadResource } from '../../../src/console/data/modules.ts'
import { batchOf, forgetBatches } from '../../../src/console/decisions/batchRun.ts'
import { forgetDecisions, pendingDecisions } from '../../../src/console/decisions/pendingDecisions.ts'
import { type DecisionSource, provideDecisions } from '../../../src/console/decisions/provideDecisions.ts'
import { commandHost } from '../../../src/console/host/host.ts'
import type { Catalogue } from '../../../src/model/kernel/catalogue.ts'
import { catalogueOf, order } from '../record/fake.tsx'

const state = vi.hoisted(() => ({ catalogue: null as unknown, asked: [] as unknown[], answer: null as unknown }))
vi.mock('../../../src/console/data/catalogue.ts', async (original) => ({
  ...(await original<object>()),
  catalogueNow: () => state.catalogue as Catalogue,
}))
vi.mock('../../../src/console/forms/ask.ts', () => ({
  askDecision: async (what: unknown) => {
    state.asked.push(what)
    return state.answer
  },
  warmDecisions: () => {},
}))

const row = order('1')
const one = { detailed: false, batch: false }
const all = { detailed: false, batch: true }
const posted: { path: string; body: unknown }[] = []
let stop = () => {}
const place = (source: Partial<DecisionSource> = {}) => {
  stop = provideDecisions({ resource: 'settlementOrder', row: () => row, ...source })
}

beforeAll(async () => {
  state.catalogue = catalogueOf()
  await loadResource('settlementOrder')
})
beforeEach(() => {
  forgetDecisions()
  forgetBatches()
  state.asked = []
  state.answer = { remark: '金额不符' }
  posted.length = 0
  vi.spyOn(api, 'post').mockImplementation((async (path: string, body: unknown) => {
    posted.push({ path, body })
    return path === 'rounds/batch'
      ? { id: '9', resource: 'settlementOrder', transition: '', state: 'done', total: 1, done: 1, failed: 0, rows: [] }
      : { id: '1', version: 4, transition: 'audit.reject', patch: {}, undo: '', undoUntil: '' }
  }) as typeof api.post)
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

const decide = (id: string, how = one) => commandHost('key').decide.decide('settlementOrder', id, how)

describe('a place where records are decided', () => {
  it('asks the same question of one record wherever it stands, and sends the same', async () => {
    const queue = vi.fn(() => true)
    const places: Partial<DecisionSource>[] = [
      { take: queue, ticks: { loaded: () => [], all: () => null, rows: async () => [], clear: () => {} } },
      { ticks: { loaded: () => [], all: () => null, rows: async () => [], clear: () => {} } },
      {},
    ]
    for (const source of places) {
      forgetDecisions()
      place(source)
      expect(await decide('audit.reject')).toEqual({ is: 'pending' })
      stop()
    }
    expect(state.asked).toHaveLength(3)
    expect(new Set(state.asked.map((x) => JSON.stringify(x))).size).toBe(1)
    expect(queue).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(posted).toHaveLength(2))
    expect(posted[0]).toEqual(posted[1])
    expect(posted[0]?.body).toMatchObject({ id: '1', version: 3, remark: '金额不符' })
  })

  it('keeps the row where it is unless the place has another way', async () => {
    place()
    await decide('audit.pass')
    expect(pendingDecisions().get('1')?.stays).toBe(true)
  })

  it('refuses what is not its resource’s, a second decision, a wrong state and no record', async () => {
    // no answer comes: the first decision is still on its way
    vi.mocked(api.post).mockImplementation((async (path: string, body: unknown) => {
      posted.push({ path, body })
      return new Promise(() => {})
    }) as typeof api.post)
    place()
    const host = commandHost('key')
    expect(await host.decide.decide('changeRequest', 'approve', one)).toMatchObject({ is: 'nothing' })
    expect(await decide('confim.pass')).toMatchObject({ is: 'nothing' })
    expect(await decide('audit.pass')).toEqual({ is: 'pending' })
    expect(await decide('audit.pass')).toMatchObject({ is: 'nothing' })
    stop()
    place({ row: () => null })
    expect(await decide('audit.pass')).toMatchObject({ is: 'nothing' })
    expect(posted).toHaveLength(1)
  })

  it('takes a batch of what is ticked, and none where nothing can be', async () => {
    place()
    expect(await decide('audit.pass', all)).toMatchObject({ is: 'nothing' })
    stop()
    const clear = vi.fn()
    const ended = vi.fn()
    place({ ticks: { loaded: () => [row], all: () => null, rows: async () => [row], clear }, batchEnded: ended })
    expect(commandHost('key').rows).toEqual([row])
    expect(await decide('audit.pass', all)).toEqual({ is: 'pending' })
    expect(clear).toHaveBeenCalledOnce()
    expect(ended).toHaveBeenCalledOnce()
    expect(posted.at(-1)).toMatchObject({
      path: 'rounds/batch',
      body: { resource: 'settlementOrder', transition: 'audit.pass', rows: [{ id: '1', version: 3 }] },
    })
  })

  it('is nobody’s any more once it is taken back', async () => {
    const changed = vi.fn()
    place({ listener: { changed }, batchEnded: () => {} })
    stop()
    expect(await decide('audit.pass')).toMatchObject({ is: 'nothing' })
    expect(batchOf('settlementOrder').onEnd).toBeNull()
    pendingDecisions().setOnline(false)
    expect(changed).not.toHaveBeenCalled()
    stop = () => {}
  })
})
