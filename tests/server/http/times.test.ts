import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/server/http/app.ts'
import { TIMES } from '../../../src/server/http/times.ts'
import { realParts } from '../../../src/server/parts.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

/** Clients that send slowly, or never to the end. Every connection here is waited for until the server closes it. */

let t: TestApp
let app: FastifyInstance
let port: number
let fin: Client
const said: { level: string; text: string; facts: Record<string, unknown> }[] = []

beforeAll(async () => {
  t = await testApp()
  fin = await t.signIn(await t.newTenant(), 'finance')
  const at = (level: string) => (text: string, facts: Record<string, unknown>) => void said.push({ level, text, facts })
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } as unknown as Console
  app = await buildApp({ ...t.context, log }, realParts, {
    times: { head: 300, request: 600, silence: 60_000, check: 50 },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as { port: number }).port
})
afterAll(async () => {
  await app?.close()
  await t?.app.close()
})

/**
 * Opens a connection, says the first part, then one more piece every 50 ms. Answers what the server said until it
 * closed.
 */
function trickle(first: string, piece: string): Promise<string> {
  return new Promise((done) => {
    let heard = ''
    let timer: NodeJS.Timeout | undefined
    const socket: Socket = connect(port, '127.0.0.1', () => {
      socket.write(first)
      timer = setInterval(() => socket.writable && socket.write(piece), 50)
    })
    socket.on('data', (d) => (heard += d))
    socket.on('error', () => {})
    socket.once('close', () => {
      clearInterval(timer)
      done(heard)
    })
  })
}
const post = (more: string) =>
  `POST /api/blade-sys/quickReply/submit HTTP/1.1\r\nhost: x\r\nblade-auth: bearer ${fin.access}\r\ncontent-type: application/json\r\n${more}\r\n\r\n`

describe('a client has a time limit', () => {
  it('to send its head', async () => {
    const heard = await trickle('GET /api/health HTTP/1.1\r\nhost: x\r\n', 'x-more: 1\r\n')
    expect(heard).toMatch(/^HTTP\/1\.1 408 /)
    expect(heard).toContain('"code":408,"success":false')
  })
  it('to send its body, a hundred of them at once; others do not wait', async () => {
    const slow = Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        trickle(post(i % 2 ? 'content-length: 100000' : 'transfer-encoding: chunked'), i % 2 ? 'x' : '1\r\nx\r\n'),
      ),
    )
    const fine = await fetch(`http://127.0.0.1:${port}/api/blade-auth/oauth/user-info`, {
      headers: { 'blade-auth': `bearer ${(await t.signIn(fin.tenantId, 'finance')).access}` },
    })
    expect(fine.status).toBe(200)
    const heard = await slow
    // those beyond the places of a session were refused at once, the others ran out of time
    for (const text of heard) expect(text).toMatch(/^HTTP\/1\.1 (408|429) /)
    expect(heard.filter((text) => text.startsWith('HTTP/1.1 408')).length).toBeGreaterThan(0)
  })
  it('of half a minute for a whole request, and Node looks often enough', () => {
    expect(TIMES.request).toBeLessThanOrEqual(30_000)
    expect(TIMES.head).toBeLessThanOrEqual(TIMES.request)
    expect(TIMES.check).toBeLessThanOrEqual(5_000)
  })
})

describe('an upload that is broken off', () => {
  it('is no error of the server: nothing above debug is said', async () => {
    said.length = 0
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((r) => socket.once('connect', () => r()))
    const begun = once(app.server, 'request')
    socket.write(`${post('content-length: 100000')}{"content":"`)
    const [request] = (await begun) as [IncomingMessage]
    while (request.listenerCount('data') === 0) await new Promise((r) => setTimeout(r, 5))
    socket.resetAndDestroy()
    while (!said.some((s) => s.text === 'aborted')) await new Promise((r) => setTimeout(r, 5))
    while (!said.some((s) => s.text === 'request')) await new Promise((r) => setTimeout(r, 5))
    expect(said.filter((s) => s.level !== 'debug')).toEqual([])
  })
})

describe('what is no HTTP', () => {
  it.each([
    ['GARBAGE\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n', 400],
    ['FROBNICATE /api/health HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    [`GET /api/health HTTP/1.1\r\nhost: x\r\nx-long: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
    ['POST /api/health HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n', 400],
  ])('is answered in the envelope and closed: %#', async (text, code) => {
    const heard = await trickle(text, '')
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${code} `))
    expect(heard.toLowerCase()).toContain('cache-control: no-store')
    expect(JSON.parse(heard.slice(heard.indexOf('\r\n\r\n') + 4))).toMatchObject({ code, success: false, data: null })
  })
})
