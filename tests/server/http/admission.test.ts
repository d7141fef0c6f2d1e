import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handler } from '../../../src/server/core/context/context.ts'
import type { Database } from '../../../src/server/core/database.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { Admission, type Room, type Ticket } from '../../../src/server/http/admission.ts'
import { buildApp } from '../../../src/server/http/app.ts'
import type { Parts } from '../../../src/server/http/parts.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

const SMALL: Room = {
  session: 2,
  sessionPresent: 5,
  addressPresent: 8,
  heavy: 3,
  heavyOfAddress: 2,
  total: 3,
  waiting: 4,
  timeoutMs: 60_000,
}

/** Requests at an admission: who is in, who waits, who was refused with what. */
function hall(room: Partial<Room> = {}) {
  const admission = new Admission({ ...SMALL, ...room })
  const inside: string[] = []
  const refused: (readonly [string, number])[] = []
  const come = async (name: string, session: string, address = session): Promise<Ticket | null> => {
    const no = (e: unknown) => {
      if (!(e instanceof AppError)) throw e
      expect(e.retryAfter).toBeGreaterThan(0)
      refused.push([name, e.code])
    }
    try {
      const ticket = admission.arrive(session, address)
      void ticket.enter().then(() => inside.push(name), no)
      return ticket
    } catch (e) {
      no(e)
      return null
    }
  }
  return { admission, inside, refused, come }
}
const settled = () => new Promise((r) => setImmediate(r))

describe('admission', () => {
  it('lets so many of a session in, keeps a short line, and refuses the rest at once', async () => {
    const h = hall()
    const tickets = await Promise.all(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'].map((n) => h.come(n, 'a')))
    await settled()
    expect(h.inside).toEqual(['a1', 'a2'])
    expect(h.refused).toEqual([
      ['a6', 429],
      ['a7', 429],
    ])
    tickets[0]?.leave()
    tickets[0]?.leave()
    await settled()
    expect(h.inside).toEqual(['a1', 'a2', 'a3'])
    for (const ticket of tickets) ticket?.leave()
    await settled()
    expect(h.admission.counts).toEqual({ running: 0, waiting: 0, sessions: 0, addresses: 0 })
  })

  it('holds few heavy bodies in memory, of an address and over all', () => {
    const { admission } = hall()
    const tickets = [admission.arrive('a', 'one', true), admission.arrive('b', 'one', true)]
    const code = (session: string, address: string, heavy: boolean) => {
      try {
        tickets.push(admission.arrive(session, address, heavy))
        return 0
      } catch (e) {
        return (e as AppError).code
      }
    }
    expect(code('c', 'one', true)).toBe(429)
    expect(code('c', 'one', false)).toBe(0)
    expect(code('d', 'two', true)).toBe(0)
    expect(code('e', 'three', true)).toBe(503)
    tickets[0]?.leave()
    expect(code('e', 'three', true)).toBe(0)
    for (const ticket of tickets) ticket.leave()
    expect(admission.counts).toEqual({ running: 0, waiting: 0, sessions: 0, addresses: 0 })
  })

  it('gives turns round the sessions', async () => {
    const h = hall()
    const a = await Promise.all(['a1', 'a2', 'a3', 'a4'].map((n) => h.come(n, 'a')))
    const b = await Promise.all(['b1', 'b2'].map((n) => h.come(n, 'b')))
    await settled()
    expect(h.inside).toEqual(['a1', 'a2', 'b1'])
    const c = await h.come('c1', 'c')
    a[0]?.leave()
    b[0]?.leave()
    await settled()
    expect(h.inside.slice(3).sort()).toEqual(['a3', 'b2'])
    a[1]?.leave()
    await settled()
    expect(h.inside[5]).toBe('c1')
    c?.leave()
    await settled()
    expect(h.inside[6]).toBe('a4')
  })

  it('refuses with 503 when all waiting requests are too many, the last of the longest queue first', async () => {
    const h = hall({ total: 1, waiting: 3 })
    for (const n of ['a1', 'a2', 'a3', 'a4']) await h.come(n, 'a')
    await settled()
    expect([h.inside, h.refused]).toEqual([['a1'], []])
    await h.come('b1', 'b')
    await settled()
    expect(h.refused).toEqual([['a4', 503]])
    await h.come('a5', 'a')
    await settled()
    expect(h.refused).toEqual([
      ['a4', 503],
      ['a5', 503],
    ])
    expect(h.admission.counts).toMatchObject({ running: 1, waiting: 3 })
  })

  it('bounds an address whatever sessions it makes up', async () => {
    const h = hall({ total: 100, waiting: 100 })
    for (let i = 0; i < 12; i++) await h.come(`x${i}`, `made up ${i}`, '10.0.0.1')
    await h.come('other', 'o', '10.0.0.2')
    await settled()
    expect(h.inside).toHaveLength(9)
    expect(h.inside).toContain('other')
    expect(h.refused.map(([, code]) => code)).toEqual([429, 429, 429, 429])
  })

  it('holds no turn for who is still sending', async () => {
    const h = hall({ total: 1 })
    const sending = [h.admission.arrive('s', 's'), h.admission.arrive('s', 's')]
    await h.come('a1', 'a')
    await settled()
    expect(h.inside).toEqual(['a1'])
    for (const ticket of sending) ticket.leave()
    expect(h.admission.counts.sessions).toBe(1)
  })

  it('limits the wait, and frees the place of a client that disconnected', async () => {
    const h = hall({ session: 1, timeoutMs: 20 })
    const first = await h.come('a1', 'a')
    await h.come('a2', 'a')
    while (h.refused.length === 0) await new Promise((r) => setTimeout(r, 5))
    expect(h.refused).toEqual([['a2', 503]])
    const gone = hall({ session: 1 })
    const [g1, g2] = [await gone.come('g1', 'g'), await gone.come('g2', 'g')]
    await gone.come('g3', 'g')
    g2?.leave()
    g1?.leave()
    await settled()
    expect(gone.inside).toEqual(['g1', 'g3'])
    first?.leave()
  })
})

describe('requests at once', () => {
  let t: TestApp
  let hog: Client
  let other: Client
  let base: string
  let open: () => void
  let held = new Promise<void>((r) => (open = r))
  let inHand = 0
  let most = 0
  const slow: Handler = async ({ query }) => {
    if (query.code === 'fast') return 'fast'
    inHand += 1
    most = Math.max(most, inHand)
    await held
    inHand -= 1
    return 'slow'
  }
  const parts: Parts = {
    generic: () => ({ list: slow, submit: slow }),
    decideByCall: async () => null,
    rounds: {},
    list: () => undefined,
  }
  const statements = { n: 0 }

  beforeAll(async () => {
    t = await testApp()
    const tenant = await t.newTenant()
    hog = await t.signIn(tenant, 'administrator')
    other = await t.signIn(tenant, 'administrator')
    const scoped: Database['scoped'] = (scope, statement) => {
      statements.n += 1
      return t.db.scoped(scope, statement)
    }
    const app = await buildApp({ ...t.context, db: Object.assign(Object.create(t.db) as Database, { scoped }) }, parts)
    base = await app.listen({ port: 0, host: '127.0.0.1' })
    const { app: first } = t
    t = { ...t, app }
    return async () => {
      await app.close()
      await first.close()
    }
  })

  const ask = (who: Client, code: string) =>
    fetch(`${base}/api/blade-svc/settlementOrder/list?code=${code}`, {
      headers: { 'blade-auth': `bearer ${who.access}` },
    })

  it('of one session are bounded; the rest is refused at once, without a statement; others are answered meanwhile', async () => {
    const first = Array.from({ length: 64 }, () => ask(hog, 'slow'))
    while (inHand < 24) await new Promise((r) => setTimeout(r, 5))
    const answered = { n: 0 }
    for (const a of first) void a.then(() => (answered.n += 1))
    const before = statements.n
    const more = await Promise.all(Array.from({ length: 200 }, () => ask(hog, 'slow')))
    expect(new Set(more.map((a) => a.status))).toEqual(new Set([429]))
    expect(more[0]?.headers.get('retry-after')).toBe('1')
    expect(await more[0]?.json()).toMatchObject({ code: 429, success: false, msg: '同时发出的请求过多，请稍后重试' })
    expect(statements.n).toBe(before)
    const fine = await ask(other, 'fast')
    expect([fine.status, await fine.json()]).toMatchObject([200, { data: 'fast' }])
    expect((await fetch(`${base}/api/health`)).status).toBe(200)
    expect(answered.n).toBe(0)
    open()
    expect((await Promise.all(first)).map((a) => a.status)).toEqual(Array(64).fill(200))
    expect(most).toBe(24)
    expect((await ask(hog, 'fast')).status).toBe(200)
  }, 60_000)

  it('are refused before their body is read', async () => {
    held = new Promise<void>((r) => (open = r))
    const first = Array.from({ length: 64 }, () => ask(hog, 'slow'))
    while (inHand < 24) await new Promise((r) => setTimeout(r, 5))
    const refused = await fetch(`${base}/api/blade-sys/quickReply/submit`, {
      method: 'POST',
      headers: { 'blade-auth': `bearer ${hog.access}`, 'content-type': 'application/json' },
      body: '{"never":"parsed',
    })
    expect(refused.status).toBe(429)
    open()
    await Promise.all(first)
  }, 60_000)

  afterAll(() => open())
})
