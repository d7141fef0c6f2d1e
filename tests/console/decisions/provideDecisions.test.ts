import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { personNow, session } from '../../../src/console/data/session.ts'
import { batchOf, forgetBatches } from '../../../src/console/decisions/batches.ts'
import { decisionOutboxNow } from '../../../src/console/decisions/outbox/loadDecisionOutbox.ts'
import { forgetDecisions, pendingDecisions } from '../../../src/console/decisions/outbox/pendingDecisions.ts'
import { type DecisionSource, provideDecisions } from '../../../src/console/decisions/outbox/provideDecisions.ts'
import { provideDecisionsLater } from '../../../src/console/decisions/outbox/provideLater.ts'
import { context, setContext } from '../../../src/console/host/context.ts'
import { deadUntil } from '../../../src/console/host/deadUntil.ts'
import { commandHost } from '../../../src/console/host/host.ts'
import { status } from '../../../src/console/state/status.ts'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import { calls } from '../../../src/model/business.ts'
import { answer } from '../../../src/model/language/domain/answer.ts'
import { type AnyCall, call } from '../../../src/model/language/domain/call.ts'
import { text } from '../../../src/model/language/fields/field.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { WireRow } from '../../../src/model/wire/wire.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { Refusal } from '../server/envelope.ts'
import { order } from '../server/samples.ts'
import { server } from '../server/server.ts'

const state = vi.hoisted(() => ({ asked: [] as unknown[], answer: null as unknown }))
vi.mock('../../../src/console/forms/dialogs/ask.ts', () => ({
  askDecision: async (what: unknown) => {
    state.asked.push(what)
    return state.answer
  },
  warmDecisions: () => {},
}))

const row = order('1')
const one = { detailed: false, batch: false }
const all = { detailed: false, batch: true }
/** Requests sent, without the query for recent decisions. */
const sent = () => server.asked.filter((a) => a.path !== 'rounds/decisions')
let stop = () => {}
const place = (source: Partial<DecisionSource> = {}) => {
  stop = provideDecisions({ resource: 'settlementOrder', row: () => row, ...source })
}

const shared = { on: settlementOrder, safe: false, permission: 'x', roles: [], answer: answer.nothing } as const
const commands: AnyCall[] = [
  call('settlementOrder.flag', {
    ...shared,
    method: 'POST',
    paths: ['blade-svc/settlementOrder/flag'],
    title: ['标记', 'Flag'],
    key: 'orderIds',
    select: 'many',
    from: { settlementStatus: 'pending' },
    body: { why: text('原因', 'Why', { required: '请输入原因' }) },
    command: { undo: 'settlementOrder.unflag' },
  }),
  call('settlementOrder.unflag', {
    ...shared,
    method: 'GET',
    paths: ['blade-svc/settlementOrder/unflag'],
    title: ['取消标记', 'Unflag'],
    command: { takesBack: ['settlementOrder.flag'] },
  }),
  call('settlementOrder.call', {
    ...shared,
    method: 'GET',
    paths: ['blade-svc/settlementOrder/call'],
    title: ['联系', 'Call'],
    command: {},
  }),
] as unknown as AnyCall[]

beforeAll(() => {
  ;(calls as AnyCall[]).push(...commands)
})
beforeEach(async () => {
  server.granted = catalogueOf()
  await loadResource('settlementOrder')
})
beforeEach(() => {
  forgetDecisions()
  forgetBatches()
  state.asked = []
  state.answer = { remark: '金额不符' }
  server.answer({
    'rounds/decisions': () => [],
    'rounds/batch/preview': () => ({ total: 1, looked: 1, allowed: 1, refused: [], refusedIds: [] }),
    'rounds/batch': () => ({
      ...{
        id: '9',
        resource: 'settlementOrder',
        transition: '',
        state: 'done',
        total: 1,
        done: 1,
        failed: 0,
        rows: [],
      },
    }),
    'blade-svc/settlementOrder/audit': () => ({
      ...{ id: '1', version: 4, transition: 'audit.reject', patch: {}, undo: '', undoUntil: '' },
    }),
  })
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

const decide = (id: string, how = one) => commandHost('key').decide.decide('settlementOrder', id, how)

it('a key pressed before what decides has come is meant for the record in hand then, and the next ones for nothing', async () => {
  let inHand = row
  const taken: string[] = []
  const take: DecisionSource['take'] = (_, of) => taken.push(of.id) > 0
  stop = provideDecisionsLater({ resource: 'settlementOrder', row: () => inHand, take })
  expect(decisionOutboxNow()).toBe(null)
  const first = decide('audit.pass')
  inHand = order('2')
  expect(context.layers).toBe(1)
  expect(await first).toEqual({ is: 'pending' })
  expect(taken).toEqual(['1'])
  expect(context.layers).toBe(0)
  // from now on at once, so that a key that follows finds what it left
  void decide('audit.pass')
  inHand = row
  expect(taken).toEqual(['1', '2'])
})

it('what somebody pressed who left before it came decides nothing in the name of the next person', async () => {
  vi.resetModules()
  const { atDesk } = await import('../../../src/console/decisions/outbox/loadDecisionOutbox.ts')
  const { session } = await import('../../../src/console/data/session.ts')
  const { context } = await import('../../../src/console/host/context.ts')
  Object.assign(session, { tenantId: '000000', userId: '1' })
  const act = vi.fn()
  const outcome = atDesk(act)
  expect(context.layers).toBe(1)
  session.userId = '2'
  expect(await outcome).toEqual({ is: 'cancelled' })
  expect(act).not.toHaveBeenCalled()
  expect(context.layers).toBe(0)
})

it('keys are live again when a chunk fails or hangs, and what helps is said', async () => {
  vi.useFakeTimers()
  try {
    // with a code, so that it is shown: what has none is what the strip of the network says
    const failed = deadUntil(Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
    await expect(failed).rejects.toMatchObject({ code: 503, message: '页面的一部分未能加载，请刷新页面后重试' })
    expect(context.layers).toBe(0)
    const hangs = expect(deadUntil(new Promise(() => {}))).rejects.toMatchObject({ code: 503 })
    expect(context.layers).toBe(1)
    await vi.advanceTimersByTimeAsync(10_000)
    await hangs
    expect(context.layers).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

describe('a place where records are decided', () => {
  it('asks nothing of the next person that somebody began who left while the rows were fetched', async () => {
    Object.assign(session, { tenantId: '000000', userId: '1' })
    setContext({ selected: 1 })
    let come: (rows: WireRow[]) => void = () => {}
    const rows = () => new Promise<WireRow[]>((done) => (come = done))
    place({ ticks: { loaded: () => [row], all: () => null, rows, clear: () => {} } })
    const outcome = decide('audit.reject', all)
    session.userId = '2'
    come([row])
    expect(await outcome).toEqual({ is: 'cancelled' })
    expect(state.asked).toEqual([])
    session.userId = ''
    setContext({ selected: 0 })
  })

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
    await vi.waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[0]?.values).toEqual(sent()[1]?.values)
    expect(sent()[0]?.body).toMatchObject({ id: '1', version: 3, remark: '金额不符' })
  })

  it('keeps the row where it is unless the place has another way', async () => {
    place()
    await decide('audit.pass')
    expect(pendingDecisions().get('1')?.stays).toBe(true)
  })

  it('refuses what is not its resource’s, a second decision, a wrong state and no record', async () => {
    // no answer comes: the first decision is still on its way
    server.held = []
    place()
    const host = commandHost('key')
    expect(await host.decide.decide('changeRequest', 'approve', one)).toMatchObject({ is: 'nothing' })
    expect(await decide('confim.pass')).toMatchObject({ is: 'nothing' })
    expect(await decide('audit.pass')).toEqual({ is: 'pending' })
    expect(await decide('audit.pass')).toMatchObject({ is: 'nothing' })
    stop()
    place({ row: () => null })
    expect(await decide('audit.pass')).toMatchObject({ is: 'nothing' })
    expect(sent()).toHaveLength(1)
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
    expect(sent().at(-1)).toMatchObject({
      path: 'rounds/batch',
      body: { resource: 'settlementOrder', transition: 'audit.pass', rows: [{ id: '1', version: 3 }] },
    })
  })

  it('has no effect any more once the place has withdrawn it', async () => {
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

describe('a call that is a command', () => {
  const decided = (transition: string, version: number, undo = '') => ({
    ...{ id: '1', version, transition, undo, undoUntil: '' },
    patch: { updateTime: '2024-06-15 08:30:00' },
  })
  const ticks = (rows: readonly WireRow[], more: object = {}) => ({
    ticks: { loaded: () => rows, all: () => null, rows: async () => rows, clear: vi.fn(), ...more },
  })
  const FLAG = 'blade-svc/settlementOrder/flag'
  const UNFLAG = 'blade-svc/settlementOrder/unflag'

  it('asks by the same dialog, names its record under its own key, and is taken back by its own call', async () => {
    server.answer({ [FLAG]: () => decided('flag', 4, 'unflag'), [UNFLAG]: () => decided('unflag', 5) })
    state.answer = { why: '急' }
    messages.list = []
    place()
    expect(await decide('flag')).toEqual({ is: 'pending' })
    expect(state.asked).toEqual([expect.objectContaining({ resource: 'settlementOrder', decision: 'flag', count: 1 })])
    await vi.waitFor(() => expect(pendingDecisions().get('1')?.phase).toBe('done'))
    // its row shows nothing of it
    expect(messages.list.map((m) => m.text)).toEqual(['已完成：标记 SO1'])
    expect(sent().map(({ path, values, key, headers }) => ({ path, values, key, headers }))).toEqual([
      {
        path: FLAG,
        values: { why: '急', orderIds: '1', version: 3 },
        key: expect.stringMatching(/./),
        headers: expect.objectContaining({ 'x-rounds-answer': 'decided' }),
      },
    ])
    const lately = [
      {
        ...{ batch: '', resource: 'settlementOrder', transition: 'flag', at: '', id: '1', title: 'SO1', version: 4 },
        ...{ count: 1, possible: 1, undo: 'unflag', left: null, why: '' },
      },
    ]
    server.answer({ 'rounds/decisions': () => lately })
    expect(await commandHost('key').decide.takeBack()).toEqual({ is: 'pending' })
    await vi.waitFor(() => expect(pendingDecisions().get('1')).toBeUndefined())
    expect(sent().at(-1)).toMatchObject({ path: UNFLAG, values: { id: '1', version: '4' } })
    expect(sent().at(-1)?.key).not.toBe(sent()[0]?.key)
  })

  it('decides ticked rows together, in one request with the versions seen, those left out that stand elsewhere', async () => {
    server.answer({ [FLAG]: () => ['anything'] })
    state.answer = { why: '急' }
    const ended = vi.fn()
    const rows = [row, order('2', { version: 8 }), order('3', { settlementStatus: 2 })]
    const source = ticks(rows, { all: () => [] })
    place({ ...source, batchEnded: ended })
    expect(await decide('flag', all)).toEqual({ is: 'pending' })
    expect(state.asked).toEqual([expect.objectContaining({ decision: 'flag', count: 2 })])
    expect(sent()).toMatchObject([{ path: FLAG, values: { why: '急', orderIds: '1,2', version: '3,8' } }])
    expect(ended).toHaveBeenCalledOnce()
    expect(ended.mock.calls[0]?.[0].state).toMatchObject({ state: 'done', total: 2, done: 2, failed: 0 })
    expect(source.ticks.clear).toHaveBeenCalledOnce()
  })

  it('is under way until it answers, tried again with its key when the network is lost, and gone when refused', async () => {
    vi.useFakeTimers()
    try {
      // lost twice, also when the client sends it again by itself; then refused
      let losses = 2
      server.before = async (path) => {
        if (path === FLAG) server.away = losses-- > 0
      }
      server.answer({
        [FLAG]: () => {
          throw new Refusal(409, '数据已变更')
        },
      })
      state.answer = { why: '急' }
      const source = ticks([row])
      place(source)
      const first = decide('flag', all)
      const refused = expect(first).rejects.toThrow('数据已变更')
      await vi.waitFor(() => expect(sent()).toHaveLength(1))
      const run = batchOf('settlementOrder')
      expect(run.snapshot()?.state).toMatchObject({ state: 'running', total: 1, done: 0 })
      expect(await decide('flag', all), 'a second one meanwhile').toMatchObject({
        is: 'nothing',
        why: '上一批尚未完成',
      })
      await vi.advanceTimersByTimeAsync(5_000)
      await refused
      expect(sent().map((p) => p.key)).toEqual(Array.from({ length: 3 }, () => sent()[0]?.key))
      expect(run.snapshot()).toBeNull()
      expect(source.ticks.clear, 'what was ticked still is').not.toHaveBeenCalled()
    } finally {
      vi.useRealTimers()
    }
  })

  it('says so where one record can be decided at a time, and where there are too many', async () => {
    place(ticks([row]))
    expect(await decide('call', all)).toEqual({ is: 'nothing', why: '一次只能处理一条' })
    stop()
    place(ticks(Array.from({ length: 1_001 }, (_, n) => order(String(n)))))
    expect(await decide('flag', all)).toMatchObject({ is: 'nothing', why: expect.stringContaining('1000') })
    expect(sent()).toEqual([])
  })
})

describe('undelivered decisions that a reload finds', () => {
  it('are named where another window goes on with them, and where their row has a newer one', async () => {
    const kept = (id: string, page?: string) => ({
      ...{ id, resource: 'settlementOrder', decision: 'audit.pass', version: 3, ask: {}, title: `SO-${id}`, page },
      ...{ stays: false, undoable: true, key: `left${id}`, tries: 1, undoNext: false, at: Date.now() },
    })
    status.online = false
    messages.list = []
    localStorage.setItem('rounds.pages.taken', JSON.stringify(['first']))
    const left = [kept('1'), kept('2'), kept('3', 'first')]
    sessionStorage.setItem(`rounds.decisions.${personNow()}`, JSON.stringify(left))
    try {
      const desk = pendingDecisions()
      const { page: _, at: __, ...newer } = { ...kept('1'), row }
      desk.decide(newer)
      await vi.waitFor(() => expect(messages.list).toHaveLength(2))
      expect(messages.list.map((m) => m.text)).toEqual([
        '1 项未送达的操作不再发送，其记录已有新的操作，请核对：SO-1',
        '1 项未送达的操作由原窗口继续发送',
      ])
      expect(desk.get('2')?.key).toBe('left2')
    } finally {
      forgetDecisions()
      status.online = true
      localStorage.removeItem('rounds.pages.taken')
      sessionStorage.clear()
      messages.list = []
    }
  })
})
