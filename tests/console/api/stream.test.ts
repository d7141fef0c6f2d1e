import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createParser } from '../../../src/console/api/sse.ts'
import { type Channel, createStream, HOLD, type Shared, type StreamState } from '../../../src/console/api/stream.ts'
import type { RoundsEvent } from '../../../src/model/wire/wire.ts'
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

  it('passes on an id without data, and no other block without data', () => {
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

const HELLO = 'event: hello\nid: 6\ndata: {}\n\n'

/** A server whose open streams can be written to and cut, and tabs of one browser around it. */
function setup() {
  const open: { last: string; hold: number; write(text: string): void; cut(): void; end(): void }[] = []
  const server = { status: 200, up: true, connects: [] as string[], refused: [] as string[], clock: 0, mute: false }
  const holds: number[] = []
  const listeners = new Set<(m: Shared, from: object) => void>()
  const locks = sharedLocks()
  const connect = async (last: string, hold: number, signal: AbortSignal) => {
    server.connects.push(last)
    holds.push(hold)
    if (server.mute) await new Promise((_, fail) => signal.addEventListener('abort', () => fail(new Error('aborted'))))
    if (!server.up) throw new Error('down')
    const queue: string[] = []
    let wake = () => {}
    let ended: Error | 'well' | null = null
    const stream = {
      last,
      hold,
      write(text: string) {
        queue.push(text)
        wake()
      },
      cut() {
        ended = new Error('cut')
        wake()
      },
      end() {
        ended = 'well'
        wake()
      },
    }
    signal.addEventListener('abort', () => stream.cut())
    open.push(stream)
    async function* pieces() {
      for (;;) {
        while (queue.length) yield queue.shift() as string
        if (ended === 'well') return
        if (ended) throw ended
        await new Promise<void>((done) => {
          wake = done
        })
      }
    }
    return { status: server.status, pieces: pieces(), token: `token ${open.length}` }
  }
  const tab = () => {
    const me = {}
    const heard: string[] = []
    const seen = { gaps: 0, failures: 0, states: [] as StreamState[], waits: [] as number[] }
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
        sleep: (ms) => {
          seen.waits.push(ms)
          server.clock += ms
          return pause(1)
        },
        random: () => 0,
        now: () => server.clock,
        state: (is) => seen.states.push(is),
        failed: () => {
          seen.failures += 1
        },
        renew: async (refused) => {
          server.refused.push(refused)
          server.status = 200
          return true
        },
        silence: 1000,
        greeting: 200,
      },
      (e) => heard.push(e.id || e.kind),
      () => seen.gaps++,
    )
    return { heard, seen, stream }
  }
  return { open, server, holds, tab }
}

describe('a stream that fails', () => {
  /** Answers each stream that opens, until so many were opened. */
  const each = async (s: ReturnType<typeof setup>, n: number, run: (stream: (typeof s.open)[number]) => void) => {
    for (let i = 0; i < n; i++) {
      while (s.open.length <= i) await pause(1)
      run(s.open[i] as (typeof s.open)[number])
    }
  }

  it.each([
    ['an answer that closes at once', (s: { end(): void }) => s.end()],
    [
      'a greeting and then the end',
      (s: { write(t: string): void; end(): void }) => {
        s.write(HELLO)
        s.end()
      },
    ],
    ['a line that breaks', (s: { cut(): void }) => s.cut()],
  ])('waits twice as long each time, thirty seconds at most: %s', async (_, run) => {
    const s = setup()
    const a = s.tab()
    await each(s, 10, run)
    while (a.seen.waits.length < 10) await pause(1)
    expect(a.seen.waits.slice(0, 10)).toEqual([500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000, 30000])
    expect(a.seen.states).toContain('waiting')
    a.stream.stop()
  })

  it('begins with short waits again after one that lived', async () => {
    const s = setup()
    const a = s.tab()
    await each(s, 3, (x) => x.cut())
    while (s.open.length < 4) await pause(1)
    s.open[3]?.write(HELLO)
    await pause(5)
    s.server.clock += 60_000
    s.open[3]?.cut()
    while (a.seen.waits.length < 4) await pause(1)
    expect(a.seen.waits).toEqual([500, 1000, 2000, 500])
    // a single cut changes no state
    expect(a.seen.states.at(-1)).toBe('live')
    a.stream.stop()
  })
})

describe('a line that holds streams back', () => {
  it('is asked instead: answers that end, one after the other, from the last event', async () => {
    const s = setup()
    const [a, b] = [s.tab(), s.tab()]
    // the first two say nothing at all: something between waits for their end
    while (s.open.length < 3) await pause(5)
    expect(s.open.map((x) => x.hold)).toEqual([0, 0, HOLD])
    s.open[2]?.write(`${HELLO}${wire(event('7'))}`)
    s.open[2]?.end()
    while (s.open.length < 4) await pause(1)
    expect([s.open[3]?.hold, s.open[3]?.last]).toEqual([HOLD, '7'])
    for (const t of [a, b]) expect([t.heard, t.seen.states.at(-1)]).toEqual([['7'], 'polling'])
    expect(a.seen.waits.at(-1)).toBe(1000)
    // an answer without events that was held as long as it was asked for is as good
    s.open[3]?.write(HELLO)
    s.server.clock += HOLD * 1000
    s.open[3]?.end()
    while (s.open.length < 5) await pause(1)
    expect(a.seen.waits.at(-1)).toBe(1000)
    a.stream.stop()
    b.stream.stop()
  })

  it('may hold back the very beginning of the answer', async () => {
    const s = setup()
    s.server.mute = true
    const a = s.tab()
    while (s.server.connects.length < 3) await pause(5)
    s.server.mute = false
    expect(s.holds).toEqual([0, 0, HOLD])
    a.stream.stop()
  })

  it('is asked ever more seldom when the answers end at once, and then streams are tried again', async () => {
    const s = setup()
    const a = s.tab()
    while (s.open.length < 3) await pause(5)
    s.open[2]?.end()
    while (s.open.length < 4) await pause(1)
    s.open[3]?.end()
    while (s.open.length < 5) await pause(1)
    expect(s.open.map((x) => x.hold)).toEqual([0, 0, HOLD, HOLD, 0])
    expect(a.seen.waits).toEqual([500, 1000, 2000, 4000])
    a.stream.stop()
  })

  it('is tried with a stream again after ten minutes', async () => {
    const s = setup()
    const a = s.tab()
    while (s.open.length < 3) await pause(5)
    s.open[2]?.write(HELLO)
    s.server.clock += 11 * 60_000
    s.open[2]?.end()
    while (s.open.length < 4) await pause(1)
    expect(s.open[3]?.hold).toBe(0)
    a.stream.stop()
  })
})

describe('one stream a browser', () => {
  it('three tabs open one stream, and each gets every event once', async () => {
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

  it('another tab takes over when the leader closes, from the last event, without repeating any', async () => {
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

  it('a tab opened later gets the state of the stream from the leader', async () => {
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

  it('continues from a place sent without an event, also in another tab, without raising an event', async () => {
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

  it('put off by a busy server asks again later, says what may be missed till then, and not that the server is gone', async () => {
    const { open, server, tab } = setup()
    server.status = 429
    const a = tab()
    while (server.connects.length < 3) await pause(1)
    expect([a.seen.failures, a.seen.states]).toEqual([0, ['waiting']])
    server.status = 200
    while (open.at(-1)?.last !== '' || a.heard.length === 0) {
      open.at(-1)?.write(wire(event('6')))
      await pause(1)
    }
    expect([a.heard, a.seen.failures, a.seen.states, a.seen.gaps]).toEqual([['6'], 0, ['waiting', 'live'], 1])
    a.stream.stop()
  })

  it('reconnects after a cut, from the last event, and reports its state to every tab', async () => {
    const { open, server, tab } = setup()
    const [a, b] = [tab(), tab()]
    await pause(5)
    open[0]?.write(wire(event('6')))
    await pause(5)
    server.up = false
    open[0]?.cut()
    while (server.connects.length < 4) await pause(1)
    server.up = true
    const before = open.length
    while (open.length === before) await pause(1)
    open.at(-1)?.write(HELLO)
    await pause(5)
    expect(server.connects[0]).toBe('')
    expect(new Set(server.connects.slice(1))).toEqual(new Set(['6']))
    for (const t of [a, b]) {
      expect(t.seen.failures).toBeGreaterThan(0)
      expect(t.seen.states).toEqual(['live', 'waiting', 'live'])
    }
  })

  it('says that something may be missed: when the server says so, and when it starts anew without a place', async () => {
    const { open, tab } = setup()
    const [a, b] = [tab(), tab()]
    await pause(5)
    open[0]?.write('data: {"id":"","kind":"catalogue"}\n\n')
    await pause(5)
    open[0]?.cut()
    while (open.length < 2) await pause(1)
    open[1]?.write('event: hello\nid: 39\ndata: {}\n\n')
    await pause(5)
    expect([a.seen.gaps, b.seen.gaps]).toEqual([1, 1])
    open[1]?.write('event: gap\ndata: {}\n\nevent: hello\nid: 40\ndata: {}\n\n')
    await pause(5)
    expect([a.seen.gaps, b.seen.gaps]).toEqual([2, 2])
  })

  it('passes on events without an outbox row every time, also right after another event', async () => {
    const { open, tab } = setup()
    const [a, b] = [tab(), tab()]
    await pause(5)
    open[0]?.write(wire(event('6')) + wire(event('', 'catalogue')) + wire(event('', 'catalogue')))
    await pause(5)
    for (const t of [a, b]) expect(t.heard).toEqual(['6', 'catalogue', 'catalogue'])
  })

  it('renews the token that was refused on 401, whatever another tab has done meanwhile, and continues', async () => {
    const { open, server, tab } = setup()
    server.status = 401
    tab()
    await pause(10)
    expect(open.length).toBe(2)
    expect(server).toMatchObject({ status: 200, refused: ['token 1'] })
  })
})
