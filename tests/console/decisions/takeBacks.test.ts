import { describe, expect, it } from 'vitest'
import type { Entry } from '../../../src/console/decisions/decision.ts'
import { TakeBacks } from '../../../src/console/decisions/outbox/takeBacks.ts'
import type { Decided, RecentDecision, RoundsEvent } from '../../../src/model/wire/wire.ts'

const told = (id: string, more: Partial<RecentDecision> = {}): RecentDecision => ({
  ...{ batch: '', resource: 'r', transition: 'pass', at: '', id, title: id, version: 1, count: 1, possible: 1 },
  ...{ undo: 'recall', left: null, why: '' },
  ...more,
})
const event = (recordId: string, more: Partial<RoundsEvent> = {}): RoundsEvent => ({
  ...{ id: '1', kind: 'changed', resource: 'r', recordId, version: 2, transition: 'x', by: '', byId: '9', at: '' },
  ...more,
})
const settle = async () => {
  for (let i = 0; i < 8; i++) await Promise.resolve()
}

/** A server and a clock in the hand of the test. */
function bench(list: RecentDecision[] = []) {
  let clock = 0
  let busy = false
  const server = { list, asked: 0, away: false, hold: null as Promise<void> | null }
  const timers: { run: () => void; at: number }[] = []
  const book = new TakeBacks({
    fetch: async () => {
      server.asked++
      const { list } = server
      await server.hold
      if (server.away) throw new Error('away')
      return list
    },
    busy: () => busy,
    now: () => clock,
    later: (run, ms) => {
      const timer = { run, at: clock + ms }
      timers.push(timer)
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1))
    },
    changed: () => {},
  })
  const pass = async (ms: number) => {
    clock += ms
    for (let due = timers.findIndex((t) => t.at <= clock); due >= 0; due = timers.findIndex((t) => t.at <= clock)) {
      timers.splice(due, 1)[0]?.run()
      await settle()
    }
  }
  let made = 0
  const decide = (id: string, decided: Partial<Decided> = {}, deadline: number | null = null, nth = ++made) =>
    book.confirmed({ id, resource: 'r', decision: 'pass', title: id, deadline, made: nth } as Entry, {
      ...{ id, version: 1, transition: 'pass', patch: {}, undo: 'recall', undoUntil: '', ...decided },
    })
  return {
    book,
    server,
    pass,
    decide,
    runs: (is: boolean) => {
      busy = is
    },
    ids: () => book.entries.map((r) => r.id),
  }
}

describe('what can be taken back', () => {
  it('is asked again when news came while it was on its way, and told to nobody after the end', async () => {
    const { book, ids, server, pass } = bench([told('a')])
    let go = () => {}
    server.hold = new Promise((done) => (go = done))
    const asked = book.fresh()
    server.list = [told('b')]
    book.outdate()
    server.hold = null
    go()
    await asked
    expect(ids()).toEqual(['b'])
    server.hold = new Promise((done) => (go = done))
    server.list = [told('c')]
    book.outdate()
    const late = book.fresh()
    book.stop()
    go()
    await late
    await pass(60_000)
    expect(ids()).toEqual(['b'])
  })

  it('is what the server tells, then what is decided here, newest first', async () => {
    const { book, decide, ids, server } = bench([told('b'), told('a')])
    await book.fresh()
    decide('c')
    decide('a', { version: 2 })
    expect(ids()).toEqual(['a', 'c', 'b'])
    expect(book.top).toMatchObject({ id: 'a', version: 2 })
    await book.fresh()
    expect(server.asked, 'it is kept up without asking').toBe(1)
  })

  it('is in the order in which it was decided here, however it is answered', async () => {
    const { book, decide, ids, server } = bench([told('z')])
    await book.fresh()
    // three at once: the last one is answered first
    decide('c', {}, null, 3)
    decide('a', {}, null, 1)
    expect(book.top?.id, 'what was done last goes back first').toBe('c')
    decide('b', {}, null, 2)
    expect(ids()).toEqual(['c', 'b', 'a', 'z'])
    // the server tells them as it wrote them
    server.list = [told('b'), told('y'), told('a'), told('c'), told('z')]
    book.outdate()
    await book.fresh()
    expect(ids()).toEqual(['c', 'y', 'b', 'a', 'z'])
  })

  it('passes over what stands', async () => {
    const { book, decide } = bench([told('b', { possible: 0, undo: '', why: '该操作不可撤回' }), told('a')])
    await book.fresh()
    expect(book.top?.id).toBe('a')
    decide('c', { undo: '' })
    expect(book.top?.id).toBe('a')
    expect(book.entries[0]).toMatchObject({ id: 'c', possible: 0 })
  })

  it('ends with its time, and then asks again', async () => {
    const { book, server, pass, decide } = bench([told('a', { left: 60 })])
    await book.fresh()
    decide('b', {}, 30_000)
    expect(book.top?.id).toBe('b')
    server.list = [told('a', { left: 30 })]
    await pass(31_000)
    expect(book.top?.id).toBe('a')
    server.list = []
    await pass(40_000)
    expect(book.top).toBeUndefined()
  })

  it('asks again when somebody else went on with a record, or I decided in another window; not for anything else', async () => {
    const { book, server, pass, decide, runs } = bench([told('a'), told('', { batch: '7', resource: 's' })])
    await book.fresh()
    decide('b')
    const asks = async (what: RoundsEvent, known = false, ms = 500) => {
      const before = server.asked
      book.receive(what, 'me', known)
      await pass(ms)
      return server.asked > before
    }
    expect(await asks(event('a'))).toBe(true)
    for (let n = 0; n < 19; n++)
      expect(await asks(event(`x${n}`, { resource: 's' })), 'perhaps one of the batch').toBe(false)
    expect(await asks(event('x', { resource: 's' })), 'once in ten seconds').toBe(true)
    expect(await asks(event('y', { resource: 's' }))).toBe(false)
    await book.fresh()
    expect(server.asked, 'whoever takes back asks first').toBe(4)
    expect(await asks(event('n', { byId: 'me' })), 'my other window').toBe(true)
    decide('b')
    expect(await asks(event('n'))).toBe(false)
    expect(await asks(event('b', { version: 1, byId: 'me' })), 'my own').toBe(false)
    expect(await asks(event('n', { byId: 'me' }), true), 'on its way here').toBe(false)
    runs(true)
    expect(await asks(event('n', { byId: 'me' })), 'my own batch').toBe(false)
  })

  it('does not take an answer for the present that was given before something was decided', async () => {
    const { book, server, decide, ids } = bench([])
    let arrive = () => {}
    server.hold = new Promise((done) => (arrive = done))
    const asked = book.fresh()
    await settle()
    decide('a')
    server.list = [told('a')]
    arrive()
    server.hold = null
    await asked
    expect(ids()).toEqual(['a'])
    expect(server.asked).toBe(2)
  })

  it('keeps what is known while the server is away', async () => {
    const { book, server, decide } = bench()
    server.away = true
    decide('a')
    await book.fresh()
    expect(book.top?.id).toBe('a')
    server.away = false
    server.list = [told('a'), told('b')]
    await book.fresh()
    expect(book.entries).toHaveLength(2)
  })
})
