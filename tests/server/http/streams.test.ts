import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import type { Database } from '../../../src/server/core/database.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { buildApp } from '../../../src/server/http/app.ts'
import { Events } from '../../../src/server/http/events.ts'
import { realParts } from '../../../src/server/parts.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

/** Clients that open the event stream and leave, at every moment of its opening. */

let t: TestApp
let context: ServerContext
let port: number
let close: () => Promise<void>
/** Statements of the outbox wait here while it is closed. */
let gate: Promise<void> | null = null
let waiting = 0
const streams: Events[] = []

beforeAll(async () => {
  t = await testApp()
  const scoped: Database['scoped'] = async (scope, statement) => {
    if (gate && statement.name?.startsWith('outbox')) {
      waiting += 1
      await gate
      waiting -= 1
    }
    return t.db.scoped(scope, statement)
  }
  context = { ...t.context, db: Object.assign(Object.create(t.db) as Database, { scoped }) }
  const start = Events.prototype.start
  Events.prototype.start = function (this: Events) {
    streams.push(this)
    return start.call(this)
  }
  const app = await buildApp(context, realParts)
  await app.listen({ port: 0, host: '127.0.0.1' })
  Events.prototype.start = start
  port = (app.server.address() as { port: number }).port
  close = () => app.close()
})
afterAll(async () => {
  await close?.()
  await t?.app.close()
})

const counts = () => (streams[0] as Events).counts
const until = async (what: () => boolean): Promise<void> => {
  while (!what()) await new Promise((r) => setTimeout(r, 5))
}

/** A browser's connection that has asked for the stream. */
function open(who: Client): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET /api/rounds/events HTTP/1.1\r\nhost: x\r\nblade-auth: bearer ${who.access}\r\n\r\n`, () =>
        done(socket),
      )
    })
    socket.once('error', fail)
    socket.resume()
  })
}
/** Answers that are held: fetch closes the stream of one that nobody holds any more. */
const held: Response[] = []
const listen = async (who: Client, signal?: AbortSignal) => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/rounds/events`, {
    headers: { 'blade-auth': `bearer ${who.access}` },
    ...(signal ? { signal } : {}),
  })
  held.push(answer)
  return answer
}

describe('event streams', () => {
  it('of a hundred clients that leave while they are being opened leave nothing behind', async () => {
    const tenant = await t.newTenant()
    const people = await Promise.all(Array.from({ length: 20 }, () => t.signIn(tenant, 'finance')))
    let go = () => {}
    gate = new Promise<void>((r) => (go = r))
    const sockets = await Promise.all(people.flatMap((who) => Array.from({ length: 5 }, () => open(who))))
    await until(() => waiting === 100)
    expect(counts()).toEqual({ streams: 100, listeners: 0 })
    const closed = sockets.map((s) => new Promise((r) => s.once('close', r)))
    for (const s of sockets) s.destroy()
    await Promise.all(closed)
    await until(() => counts().streams === 0)
    go()
    gate = null
    await until(() => waiting === 0)
    await t.db.scoped({ tenantId: null }, { text: 'select 1' })
    await new Promise((r) => setImmediate(r))
    expect(counts()).toEqual({ streams: 0, listeners: 0 })
  }, 60_000)

  it('that are open and then left are forgotten, too', async () => {
    const who = await t.signIn(await t.newTenant(), 'finance')
    const off = new AbortController()
    expect((await listen(who, off.signal)).status).toBe(200)
    await until(() => counts().listeners === 1)
    off.abort()
    await until(() => counts().listeners === 0)
    expect(counts()).toEqual({ streams: 0, listeners: 0 })
  })

  it('are six of one session at most; one that closes makes room; another session has its own', async () => {
    const tenant = await t.newTenant()
    const [who, other] = [await t.signIn(tenant, 'finance'), await t.signIn(tenant, 'finance')]
    const offs = Array.from({ length: 6 }, () => new AbortController())
    const opened = await Promise.all(offs.map((off) => listen(who, off.signal)))
    expect(opened.map((a) => a.status)).toEqual(Array(6).fill(200))
    const seventh = await listen(who)
    expect([seventh.status, seventh.headers.get('retry-after')]).toEqual([429, '5'])
    expect(await seventh.json()).toMatchObject({ code: 429, success: false })
    const others = new AbortController()
    expect((await listen(other, others.signal)).status).toBe(200)
    offs[0]?.abort()
    await until(() => counts().streams === 6)
    const again = new AbortController()
    expect((await listen(who, again.signal)).status).toBe(200)
    for (const off of [...offs, others, again]) off.abort()
    await until(() => counts().streams === 0)
  })

  it('are thirty per user at most, however many sessions; other users have their own', async () => {
    const tenant = await t.newTenant()
    const account = `u${newId()}`
    await t.addUser(tenant, { account, roles: ['finance'] })
    const sessions = await Promise.all(Array.from({ length: 6 }, () => t.signInAs(tenant, account)))
    const off = new AbortController()
    for (const who of sessions.slice(0, 5))
      for (let i = 0; i < 6; i++) expect((await listen(who, off.signal)).status).toBe(200)
    const more = await listen(sessions[5] as Client, off.signal)
    expect([more.status, more.headers.get('retry-after')]).toEqual([429, '5'])
    await more.text()
    const one = new AbortController()
    expect((await listen(await t.signIn(tenant, 'finance'), one.signal)).status).toBe(200)
    off.abort()
    await until(() => counts().streams === 1)
    expect((await listen(sessions[5] as Client, one.signal)).status).toBe(200)
    one.abort()
    await until(() => counts().streams === 0)
  })

  it('that stay open take no turn of the requests of their session', async () => {
    const who = await t.signIn(await t.newTenant(), 'finance')
    const app = await buildApp(context, realParts, { room: { session: 1, sessionPresent: 2 } })
    const base = await app.listen({ port: 0, host: '127.0.0.1' })
    const off = new AbortController()
    const headers = { 'blade-auth': `bearer ${who.access}` }
    for (let i = 0; i < 3; i++)
      expect((await fetch(`${base}/api/rounds/events`, { headers, signal: off.signal })).status).toBe(200)
    expect((await fetch(`${base}/api/blade-auth/oauth/user-info`, { headers })).status).toBe(200)
    off.abort()
    await app.close()
  })
})
