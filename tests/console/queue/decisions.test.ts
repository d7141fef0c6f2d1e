import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { personNow } from '../../../src/console/data/session.ts'
import type {
  DecisionRequest,
  Entry,
  Failure,
  DecisionPorts as Ports,
} from '../../../src/console/decisions/decision.ts'
import { Decisions } from '../../../src/console/decisions/decisions.ts'
import {
  dropKeptDecisions,
  keepDecisions,
  keptDecisions,
  rowOfKept,
} from '../../../src/console/decisions/outbox/keptDecisions.ts'
import type { Conflict, Decided } from '../../../src/model/wire/wire.ts'

interface Sent {
  readonly id: string
  readonly key: string
  readonly back: boolean
  readonly ask: object
  ok(decided?: Partial<Decided>): Promise<void>
  no(failure: Failure): Promise<void>
}

/** Somebody who is asked to type a total: the answer is in the hand of the test. */
interface AskedFor {
  readonly id: string
  readonly send: (proofs: object) => Promise<void>
  answer(agreed: boolean): Promise<void>
}

/** A server and a clock in the hand of the test. */
function bench(lanes = 4) {
  const asked: AskedFor[] = []
  const sent: Sent[] = []
  const timers: { run: () => void; at: number }[] = []
  let clock = 0
  let keys = 0
  const log: string[] = []
  const settle = async () => {
    for (let i = 0; i < 8; i++) await Promise.resolve()
  }
  const call = (id: string, key: string, back: boolean, ask: object = {}) =>
    new Promise<Decided>((done, fail) => {
      sent.push({
        id,
        key,
        back,
        ask,
        ok: async (decided) => {
          done({ id, version: 1, transition: 'pass', patch: {}, undo: 'recall', undoUntil: '', ...decided })
          await settle()
        },
        no: async (failure) => {
          fail(failure)
          await settle()
        },
      })
    })
  const ports: Ports = {
    send: (order, key) => call(order.id, key, false, order.ask),
    agree: (order, send) =>
      new Promise((done) => {
        asked.push({
          id: order.id,
          send,
          answer: async (agreed) => {
            done(agreed)
            await settle()
          },
        })
      }),
    takeBack: (order, _, key) => call(order.id, key, true),
    failureOf: (error) => error as Failure,
    newKey: () => `k${++keys}`,
    now: () => clock,
    deadline: (x) => (x.undoUntil === '' ? null : Number(x.undoUntil)),
    later: (run, ms) => {
      const timer = { run, at: clock + ms }
      timers.push(timer)
      return () => {
        const at = timers.indexOf(timer)
        if (at >= 0) timers.splice(at, 1)
      }
    },
  }
  const d = new Decisions(ports, lanes)
  d.listen({
    confirmed: (e) => log.push(`confirmed ${e.id}`),
    returned: (e, why) => log.push(`${why} ${e.id}`),
    stands: (e, message) => log.push(`stands ${e.id} ${message}`),
    settled: () => log.push('settled'),
  })
  const pass = async (ms: number) => {
    clock += ms
    for (;;) {
      const due = timers.findIndex((t) => t.at <= clock)
      if (due < 0) break
      timers.splice(due, 1)[0]?.run()
      await settle()
    }
  }
  const decide = (id: string, more: Partial<DecisionRequest> = {}) =>
    d.decide({
      id,
      resource: 'r',
      decision: 'pass',
      version: 0,
      ask: {},
      title: id,
      row: { id, version: 0 },
      stays: false,
      undoable: true,
      ...more,
    })
  return {
    d,
    sent,
    asked,
    log,
    pass,
    decide,
    settle,
    phases: () => Object.fromEntries([...d.snapshot()].map(([id, e]: [string, Entry]) => [id, e.phase])),
  }
}

const lost: Failure = { is: 'again', network: true }
const conflict: Conflict = {
  id: 'a',
  reason: 'stale',
  version: 3,
  by: '李四',
  at: '2024-06-15 09:59:00',
  action: '审核通过',
  transition: 'audit.pass',
  fields: [],
  row: null,
}

describe('decisions that a reload finds', () => {
  it('are sent in their order, each under the key it had, and a take-back that waited is taken back', async () => {
    sessionStorage.clear()
    const before = bench(1)
    before.decide('a', { ask: {} })
    await before.settle()
    before.d.setOnline(false)
    await before.sent[0]?.no(lost)
    before.decide('b', { stays: true })
    before.d.takeBackUnanswered()
    before.decide('c')
    expect(keepDecisions(before.d.snapshot().values())).toBe(true)
    before.d.stop()

    const after = bench(1)
    after.d.setOnline(false)
    const kept = keptDecisions().goOn
    expect(kept.map(({ id, key, tries }) => [id, key, tries])).toEqual([
      ['a', 'k1', 1],
      ['c', 'k3', 0],
    ])
    expect(JSON.stringify(kept)).not.toContain('"row"')
    after.d.restore(kept.map((k) => ({ ...k, row: rowOfKept(k) })))
    // a second time, as by a duplicated window of the same page: nothing twice
    expect(after.d.restore(kept.map((k) => ({ ...k, row: rowOfKept(k) })))).toEqual([])
    expect(after.d.tally().waiting).toBe(2)
    after.d.setOnline(true)
    await after.settle()
    expect(after.sent.map(({ id, key }) => [id, key])).toEqual([['a', 'k1']])
    await after.sent[0]?.ok()
    await after.sent[1]?.ok()
    expect(after.sent.map(({ id, key }) => [id, key])).toEqual([
      ['a', 'k1'],
      ['c', 'k3'],
    ])
    expect(keepDecisions(after.d.snapshot().values())).toBe(true)
    expect(keptDecisions()).toEqual({ goOn: [], old: [] })
  })

  it('are left out, and returned, where their row has another one by now', () => {
    const b = bench()
    b.d.setOnline(false)
    b.decide('a')
    const left = ['a', 'b', 'b'].map((id, i) => {
      const sent = { id, resource: 'settlementOrder', decision: 'audit.pass', version: 0, ask: {}, title: `SO${i}` }
      const row = { id, version: 0 } as Parameters<typeof b.d.restore>[0][number]['row']
      return { ...sent, row, stays: false, undoable: true, key: `left${i}`, tries: 0, undoNext: false }
    })
    expect(b.d.restore(left).map((one) => one.title)).toEqual(['SO0', 'SO2'])
    expect(b.d.tally().waiting).toBe(2)
  })

  it('go on by themselves for half an hour, counted from when they were made', () => {
    sessionStorage.clear()
    const b = bench()
    b.d.setOnline(false)
    b.decide('a')
    keepDecisions(b.d.snapshot().values(), 1_000)
    b.decide('b')
    keepDecisions(b.d.snapshot().values(), 1_700_000)
    const { goOn, old } = keptDecisions(1_000 + 30 * 60_000 + 1)
    expect([goOn.map((k) => k.id), old.map((k) => k.id)]).toEqual([['b'], ['a']])
  })

  it('are kept without secrets: one with an answer that nothing is known of is this page’s alone', () => {
    sessionStorage.clear()
    const b = bench()
    b.d.setOnline(false)
    b.decide('a', { ask: { account: '6222' } })
    expect(keepDecisions(b.d.snapshot().values())).toBe(false)
    expect(keptDecisions()).toEqual({ goOn: [], old: [] })
  })

  it('are forgotten with whoever leaves, and anything unreadable counts as none', () => {
    sessionStorage.clear()
    const b = bench()
    b.d.setOnline(false)
    b.decide('a')
    keepDecisions(b.d.snapshot().values())
    dropKeptDecisions(personNow())
    expect(keptDecisions()).toEqual({ goOn: [], old: [] })
    for (const text of ['{', '{}', '[{"id":1}]', 'null']) {
      sessionStorage.setItem(`rounds.decisions.${personNow()}`, text)
      expect(keptDecisions()).toEqual({ goOn: [], old: [] })
    }
  })
})

describe('decisions', () => {
  it('are sent no more once their person has left: not what waits, not what is tried again, not what goes back', async () => {
    const { d, sent, pass, decide } = bench(1)
    for (const id of ['a', 'b']) decide(id)
    expect(sent.map((s) => s.id)).toEqual(['a'])
    d.stop()
    await sent[0]?.ok()
    await pass(120_000)
    expect(sent.map((s) => s.id)).toEqual(['a'])
    const other = bench(1)
    other.decide('a')
    other.d.takeBackUnanswered()
    other.d.stop()
    await other.sent[0]?.no({ is: 'again', network: true })
    await other.pass(120_000)
    expect(other.sent).toHaveLength(1)
  })

  it('sends in order, a limited number at once, and is done only when the server answered', async () => {
    const { d, sent, decide, phases, log, pass } = bench(2)
    for (const id of ['a', 'b', 'c']) decide(id)
    expect(sent.map((s) => s.id)).toEqual(['a', 'b'])
    expect(phases()).toEqual({ a: 'sending', b: 'sending', c: 'waiting' })
    await sent[1]?.ok()
    expect(sent.map((s) => s.id)).toEqual(['a', 'b', 'c'])
    expect(phases()).toEqual({ a: 'sending', b: 'done', c: 'sending' })
    await sent[0]?.ok()
    await sent[2]?.ok()
    expect(d.tally()).toEqual({ waiting: 0, sending: 0, failed: 0, conflicts: 0 })
    await pass(1000)
    expect(log).toEqual(['confirmed b', 'confirmed a', 'confirmed c', 'settled'])
  })

  it('takes one decision a row until it is answered', async () => {
    const { sent, decide } = bench()
    expect([decide('a'), decide('a')]).toEqual([true, false])
    expect(sent.length).toBe(1)
  })

  it('keeps a decision through a lost network and sends it with the same key', async () => {
    const { sent, decide, phases, pass } = bench()
    decide('a')
    await sent[0]?.no(lost)
    expect(phases()).toEqual({ a: 'waiting' })
    await pass(10_000)
    expect(sent.map((s) => s.key)).toEqual(['k1', 'k1'])
    await sent[1]?.ok()
    expect(phases()).toEqual({ a: 'done' })
  })

  it('holds everything while offline, and sends once, in order, when back', async () => {
    const { d, sent, decide, pass } = bench(2)
    d.setOnline(false)
    for (const id of ['a', 'b', 'c']) decide(id)
    await pass(60_000)
    expect(sent).toEqual([])
    d.setOnline(true)
    d.setOnline(true)
    expect(sent.map((s) => s.id)).toEqual(['a', 'b'])
    await sent[0]?.ok()
    await sent[1]?.ok()
    await sent[2]?.ok()
    expect(sent.map((s) => s.id)).toEqual(['a', 'b', 'c'])
    expect(new Set(sent.map((s) => s.key)).size).toBe(3)
  })

  it('puts a lost one back before what came after it', async () => {
    const { sent, decide, pass } = bench(2)
    for (const id of ['a', 'b', 'c', 'd']) decide(id)
    await sent[1]?.no(lost)
    await sent[0]?.no(lost)
    expect(sent.length).toBe(2)
    await pass(10_000)
    expect(sent.slice(2).map((s) => s.id)).toEqual(['a', 'b'])
  })

  it('brings a row back with who was faster', async () => {
    const { d, sent, decide, log } = bench()
    decide('a')
    expect(Decisions.hides(d.get('a') as Entry)).toBe(true)
    await sent[0]?.no({ is: 'conflict', conflict, message: '数据已被修改' })
    expect(Decisions.hides(d.get('a') as Entry)).toBe(false)
    expect(d.get('a')?.conflict?.by).toBe('李四')
    expect(log).toEqual(['conflict a'])
    expect(d.unanswered).toBeUndefined()
    d.dismiss('a')
    expect(d.get('a')).toBeUndefined()
  })

  it('lets the person decide again after a conflict, under a new key', async () => {
    const { sent, decide, phases } = bench()
    decide('a')
    await sent[0]?.no({ is: 'conflict', conflict, message: '' })
    expect(decide('a', { version: 3 })).toBe(true)
    await sent[1]?.ok()
    expect(sent[1]?.key).not.toBe(sent[0]?.key)
    expect(phases()).toEqual({ a: 'done' })
  })

  it('says what was refused and sends the refused ones again, only those', async () => {
    const { d, sent, decide, phases } = bench()
    decide('a')
    decide('b')
    await sent[0]?.no({ is: 'refused', message: '经办与审核不能是同一人' })
    await sent[1]?.ok()
    expect(d.get('a')?.message).toBe('经办与审核不能是同一人')
    expect(d.retryFailed()).toBe(true)
    expect(sent.slice(2).map((s) => s.id)).toEqual(['a'])
    await sent[2]?.ok()
    expect(phases()).toEqual({ a: 'done', b: 'done' })
    expect(d.retryFailed()).toBe(false)
  })

  it('asks once for what was refused without a total; what came after waits, and keeps its answers and its order', async () => {
    const { sent, asked, decide, phases, log } = bench(2)
    const unproved: Failure = { is: 'unproved', message: '请输入合计金额' }
    for (const id of ['a', 'b', 'c']) decide(id, { ask: { remark: id } })
    await sent[0]?.no(unproved)
    await sent[1]?.no(unproved)
    expect([asked.map((one) => one.id), sent.length, phases()]).toEqual([
      ['a'],
      2,
      { a: 'waiting', b: 'waiting', c: 'waiting' },
    ])
    const sending = asked[0]?.send({ typedAmount: '12.00' })
    await sent[2]?.ok()
    await sending
    await asked[0]?.answer(true)
    expect(sent.slice(2).map(({ id, key, ask }) => [id, key, ask])).toEqual([
      ['a', sent[0]?.key, { remark: 'a', typedAmount: '12.00' }],
      ['b', sent[1]?.key, { remark: 'b' }],
      ['c', 'k3', { remark: 'c' }],
    ])
    expect(log).toEqual(['confirmed a'])
  })

  it('brings back what its person types no total for, to be sent again as it was', async () => {
    const { d, sent, asked, decide, phases, log } = bench()
    decide('a', { ask: { remark: 'a' } })
    await sent[0]?.no({ is: 'unproved', message: '请输入合计金额' })
    await asked[0]?.answer(false)
    expect([log, phases(), d.get('a')?.message]).toEqual([['refused a'], { a: 'failed' }, '请输入合计金额'])
    d.retryFailed()
    await sent[1]?.ok()
    expect(sent[1]?.ask).toEqual({ remark: 'a' })
  })

  it('gives up on a server that only fails, but never on a network', async () => {
    const { d, sent, decide, phases, pass } = bench()
    decide('a')
    for (let i = 0; i < 5; i++) {
      await sent.at(-1)?.no({ is: 'again', network: false })
      await pass(10_000)
    }
    expect(phases()).toEqual({ a: 'failed' })
    expect(sent.length).toBe(5)
    decide('late')
    for (let i = 0; i < 5; i++) {
      await sent.at(-1)?.no({ is: 'again', network: false, message: '审核超时请稍后重试' })
      await pass(10_000)
    }
    expect(d.snapshot().get('late')).toMatchObject({ phase: 'failed', message: '审核超时请稍后重试' })
    expect(new Set(sent.slice(5).map((s) => s.key)).size).toBe(1)
    decide('b')
    for (let i = 0; i < 20; i++) {
      await sent.at(-1)?.no(lost)
      await pass(10_000)
    }
    expect(phases()).toEqual({ a: 'failed', late: 'failed', b: 'sending' })
    expect(new Set(sent.slice(10).map((s) => s.key)).size).toBe(1)
  })
})

describe('taking back', () => {
  const decided = (id: string): Decided => ({
    ...{ id, version: 1, transition: 'pass', patch: {}, undo: 'recall', undoUntil: '' },
  })
  const back = (b: ReturnType<typeof bench>, id: string) =>
    b.d.takeBack(
      {
        ...{ id, resource: 'r', decision: 'pass', version: 1, ask: {}, title: id },
        row: { id, version: 1 },
        stays: false,
        undoable: true,
      },
      decided(id),
    )

  it('sends what takes a decision back, also of one that no list has any more', async () => {
    const b = bench()
    b.decide('a')
    await b.sent[0]?.ok()
    b.d.forgetDone()
    expect(b.d.snapshot().size).toBe(0)
    back(b, 'a')
    back(b, 'a')
    expect(
      b.sent.slice(1).map((s) => `${s.id}${s.back}`),
      'once',
    ).toEqual(['atrue'])
    await b.sent[1]?.ok({ version: 2 })
    expect(b.log.slice(1)).toEqual(['takenBack a'])
    expect(b.d.get('a')).toBeUndefined()
  })

  it('waits for the answer first, when there is none yet, newest first', async () => {
    const { d, sent, decide, log } = bench()
    decide('a')
    decide('b')
    expect([d.takeBackUnanswered(), d.takeBackUnanswered(), d.takeBackUnanswered()]).toEqual([
      'pending',
      'pending',
      'none',
    ])
    expect(sent.length).toBe(2)
    await sent[1]?.ok()
    expect(sent[2]).toMatchObject({ id: 'b', back: true })
    await sent[0]?.ok()
    await sent[2]?.ok()
    await sent[3]?.ok()
    expect(log).toEqual(['confirmed b', 'confirmed a', 'takenBack b', 'takenBack a'])
  })

  it('simply drops what never left this browser', async () => {
    const { d, sent, decide, log } = bench()
    d.setOnline(false)
    decide('a')
    decide('b')
    expect(d.unanswered?.id).toBe('b')
    expect(d.takeBackUnanswered()).toBe('dropped')
    d.setOnline(true)
    expect(sent.map((s) => s.id)).toEqual(['a'])
    expect(log).toEqual(['dropped b'])
  })

  it('does not promise it for what stands once it is sent, nor take the one before in its place', async () => {
    const { d, sent, decide } = bench()
    decide('a')
    decide('b', { undoable: false })
    expect(d.takeBackUnanswered()).toBe('cannot')
    await sent[1]?.ok({ undo: '' })
    await sent[0]?.ok()
    expect(sent.length).toBe(2)
  })

  it('leaves the decision standing when the server refuses', async () => {
    const b = bench()
    b.decide('a')
    await b.sent[0]?.ok()
    back(b, 'a')
    await b.sent[1]?.no({ is: 'refused', message: '已超过10分钟，不能撤回' })
    expect(b.phases()).toEqual({ a: 'done' })
    expect(b.log.at(-1)).toBe('stands a 已超过10分钟，不能撤回')
  })

  it('tries again under one key when the network is lost meanwhile', async () => {
    const b = bench()
    b.decide('a')
    await b.sent[0]?.ok()
    back(b, 'a')
    await b.sent[1]?.no(lost)
    await b.pass(10_000)
    expect(b.sent[2]?.key).toBe(b.sent[1]?.key)
    await b.sent[2]?.ok()
    expect(b.d.get('a')).toBeUndefined()
  })
})

describe('laws', () => {
  it('whatever the network does: one key a decision, every decision answered once, order kept', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.constantFrom('decide', 'ok', 'lose', 'offline', 'online', 'pass'), { maxLength: 60 }),
        async (lanes, walk) => {
          const b = bench(lanes)
          let n = 0
          const open = () => b.sent.filter((s) => !closed.has(s))
          const closed = new Set<Sent>()
          const step = async (what: string) => {
            const first = open()[0]
            if (what === 'decide') b.decide(`r${n++}`)
            else if (what === 'ok' && first) {
              closed.add(first)
              await first.ok()
            } else if (what === 'lose' && first) {
              closed.add(first)
              await first.no(lost)
            } else if (what === 'offline') b.d.setOnline(false)
            else if (what === 'online') b.d.setOnline(true)
            else if (what === 'pass') await b.pass(10_000)
            expect(open().length).toBeLessThanOrEqual(lanes)
          }
          for (const what of walk) await step(what)
          await step('online')
          for (let i = 0; i < 400 && (open().length > 0 || b.d.tally().waiting > 0); i++) {
            await step('ok')
            await b.pass(10_000)
          }
          for (let i = 0; i < n; i++) {
            const mine = b.sent.filter((s) => s.id === `r${i}`)
            expect(new Set(mine.map((s) => s.key)).size).toBe(1)
            expect(b.log.filter((l) => l === `confirmed r${i}`).length).toBe(1)
          }
          const firsts = [...new Set(b.sent.map((s) => s.id))]
          expect(firsts).toEqual([...firsts].sort((x, y) => Number(x.slice(1)) - Number(y.slice(1))))
        },
      ),
      { numRuns: 60 },
    )
  })
})
