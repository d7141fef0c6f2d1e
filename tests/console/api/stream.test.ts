import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createParser } from '../../../src/console/api/sse.ts'
import { type Channel, createStream, type Shared } from '../../../src/console/api/stream.ts'
import type { RoundsEvent } from '../../../src/model/kernel/wire.ts'
import { pause, sharedLocks } from './fakes.ts'

const event = (id: string, kind: RoundsEvent['kind'] = 'changed'): RoundsEvent => ({
  id,
  kind,
  resource: 'settlementOrder',
  recordId: '1',
  version: 1,
  transition: 'audit.pass',
  by: '',
  byId: '',
  at: '',
})
const wire = (e: RoundsEvent) => `${e.id ? `id: ${e.id}\n` : ''}data: ${JSON.stringify(e)}\n\n`

describe('the parser', () => {
  const text = ': beat\r\n\r\nid: 1\ndata: a\ndata: b\n\nevent: gap\ndata: {}\n\ndata:c\r\rdata: never ended'
  it('reads whole events only, whatever the line breaks', () => {
    expect(createParser()(text)).toEqual([
      { id: '1', event: 'message', data: 'a\nb' },
      { id: '1', event: 'gap', data: '{}' },
      { id: '1', event: 'message', data: 'c' },
    ])
  })

  it('tells an id that came without data, and no other block without', () => {
    expect(createParser()('id: 5\n\n: beat\n\nevent: x\n\ndata: a\n\n')).toEqual([
      { id: '5', event: 'place', data: '' },
      { id: '5', event: 'message', data: 'a' },
    ])
  })

  it('does not care where the pieces end', () => {
    const whole = createParser()(text)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 12 }), (cuts) => {
        const parse = createParser()
        const at = [0, ...cuts.sort((a, b) => a - b), text.length]
        const got = at.slice(1).flatMap((end, i) => parse(text.slice(at[i], end)))
        return JSON.stringify(got) === JSON.stringify(whole)
      }),
    )
  })
})

/** A server whose open streams can be written to and cut, and tabs of one browser around it. */
function setup() {
  const open: { last: string; write(text: string): void; cut(): void }[] = []
  const server = { status: 200, up: true, connects: [] as string[] }
  const listeners = new Set<(m: Shared, from: object) => void>()
  const locks = sharedLocks()
  const connect = async (last: string, signal: AbortSignal) => {
    server.connects.push(last)
    if (!server.up) throw new Error('down')
    const queue: string[] = []
    let wake = () => {}
    let ended: Error | null = null
    const stream = {
      last,
      write(text: string) {
        queue.push(text)
        wake()
      },
      cut() {
        ended = new Error('cut')
        wake()
      },
    }
    signal.addEventListener('abort', () => stream.cut())
    open.push(stream)
    async function* pieces() {
      for (;;) {
        while (queue.length) yield queue.shift() as string
        if (ended) throw ended
        await new Promise<void>((done) => {
          wake = done
        })
      }
    }
    return { status: server.status, pieces: pieces() }
  }
  const tab = () => {
    const me = {}
    const heard: string[] = []
    const seen = { gaps: 0, reached: [] as boolean[] }
    const channel: Channel = {
      post: (m) => {
        for (const l of [...listeners]) l(m, me)
      },
      listen: (run) => {
        const l = (m: Shared, from: object) => {
          if (from !== me) run(m)
        }
        listeners.add(l)
        return () => listeners.delete(l)
      },
    }
    const stream = createStream(
      {
        connect,
        locks,
        channel,
        sleep: () => pause(1),
        reached: (is) => seen.reached.push(is),
        renew: async () => {
          server.status = 200
          return true
        },
        silence: 1000,
      },
      (e) => heard.push(e.id || e.kind),
      () => seen.gaps++,
    )
    return { heard, seen, stream }
  }
  return { open, server, tab }
}

describe('one stream a browser', () => {
  it('three tabs open one stream and all hear everything once', async () => {
    const { open, tab } = setup()
    const tabs = [tab(), tab(), tab()]
    await pause(5)
    expect(open.length).toBe(1)
    open[0]?.write('event: hello\nid: 5\ndata: {}\n\n')
    open[0]?.write(wire(event('6')) + wire(event('7')))
    await pause(5)
    for (const t of tabs) expect(t.heard).toEqual(['6', '7'])
    expect(tabs.filter((t) => t.stream.isLeading()).length).toBe(1)
  })

  it('another tab takes over when the leader closes, from the last event, and nothing is told twice', async () => {
    const { open, tab } = setup()
    const [a, b] = [tab(), tab()]
    await pause(5)
    open[0]?.write(wire(event('6')))
    await pause(5)
    a.stream.stop()
    await pause(5)
    expect(open.length).toBe(2)
    expect(open[1]?.last).toBe('6')
    open[1]?.write(wire(event('6')) + wire(event('7')))
    await pause(5)
    expect(b.heard).toEqual(['6', '7'])
    expect(b.seen.gaps).toBe(0)
  })

  it('a tab opened later learns from the leader where the stream stands', async () => {
    const { open, tab } = setup()
    const a = tab()
    await pause(5)
    open[0]?.write('event: hello\nid: 9\ndata: {}\n\n')
    await pause(5)
    const b = tab()
    await pause(5)
    a.stream.stop()
    await pause(5)
    expect(open[1]?.last).toBe('9')
    b.stream.stop()
  })

  it('goes on from a place told without an event, also when another tab takes over, and tells nobody', async () => {
    const { open, server, tab } = setup()
    const [a, b] = [tab(), tab()]
    await pause(5)
    open[0]?.write(`event: hello\nid: 5\ndata: {}\n\n${wire(event('6'))}id: 9\n\n`)
    await pause(5)
    open[0]?.cut()
    while (server.connects.length < 2) await pause(1)
    expect(open[1]?.last).toBe('9')
    open[1]?.write('id: 12\n\n')
    await pause(5)
    a.stream.stop()
    while (server.connects.length < 3) await pause(1)
    expect(open[2]?.last).toBe('12')
    expect([a.heard, b.heard, a.seen.gaps, b.seen.gaps]).toEqual([['6'], ['6'], 0, 0])
    b.stream.stop()
  })

  it('put off by a busy server asks again later, and does not say that the server is gone', async () => {
    const { open, server, tab } = setup()
    server.status = 429
    const a = tab()
    while (server.connects.length < 3) await pause(1)
    expect(a.seen.reached).toEqual([])
    server.status = 200
    while (!a.seen.reached.includes(true)) await pause(1)
    open.at(-1)?.write(wire(event('6')))
    while (a.heard.length === 0) await pause(1)
    expect([a.heard, a.seen.reached]).toEqual([['6'], [true]])
    a.stream.stop()
  })

  it('comes back after a cut, from the last event, and says how it stands to every tab', async () => {
    const { open, server, tab } = setup()
    const [a, b] = [tab(), tab()]
    await pause(5)
    open[0]?.write(wire(event('6')))
    await pause(5)
    server.up = false
    open[0]?.cut()
    await pause(10)
    server.up = true
    await pause(10)
    expect(server.connects[0]).toBe('')
    expect(new Set(server.connects.slice(1))).toEqual(new Set(['6']))
    for (const t of [a, b]) {
      expect(t.seen.reached).toContain(false)
      expect(t.seen.reached.at(-1)).toBe(true)
    }
  })

  it('says that something may be missed: when the server says so, and when it starts anew without a place', async () => {
    const { open, tab } = setup()
    const [a, b] = [tab(), tab()]
    await pause(5)
    open[0]?.cut()
    await pause(10)
    expect([a.seen.gaps, b.seen.gaps]).toEqual([1, 1])
    open[1]?.write('event: gap\ndata: {}\n\nevent: hello\nid: 40\ndata: {}\n\n')
    await pause(5)
    expect([a.seen.gaps, b.seen.gaps]).toEqual([2, 2])
  })

  it('what stands in no outbox is told every time, also right after an event', async () => {
    const { open, tab } = setup()
    const [a, b] = [tab(), tab()]
    await pause(5)
    open[0]?.write(wire(event('6')) + wire(event('', 'catalogue')) + wire(event('', 'catalogue')))
    await pause(5)
    for (const t of [a, b]) expect(t.heard).toEqual(['6', 'catalogue', 'catalogue'])
  })

  it('renews the token on 401 and goes on', async () => {
    const { open, server, tab } = setup()
    server.status = 401
    tab()
    await pause(10)
    expect(open.length).toBe(2)
    expect(server.status).toBe(200)
  })
})
