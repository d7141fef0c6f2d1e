import { request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/server/http/app.ts'
import { realParts } from '../../../src/server/parts.ts'
import { type Client, type TestApp, testApp, testContext } from '../app.ts'

/** Checks before a route is chosen: headers, methods, encodings, addresses, proxies. */

let t: TestApp
let fin: Client
let port: number
beforeAll(async () => {
  t = await testApp()
  fin = await t.signIn(await t.newTenant(), 'finance')
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  port = (t.app.server.address() as AddressInfo).port
})
afterAll(() => t?.app.close())

interface Heard {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}
/** A raw request with any method and any path, without normalisation. */
const over = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Heard> =>
  new Promise((done, fail) => {
    const req = ask({ port, host: '127.0.0.1', method, path, headers, agent: false }, (res) => {
      const pieces: Buffer[] = []
      res.on('data', (d: Buffer) => pieces.push(d))
      res.once('end', () =>
        done({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(pieces).toString() }),
      )
    })
    req.once('error', fail)
    req.end(body)
  })
const list = '/api/blade-svc/settlementOrder/list'
const submit = '/api/blade-sys/quickReply/submit'
const auth = () => ({ 'blade-auth': `bearer ${fin.access}` })

describe('nothing under /api is kept by a cache', () => {
  it.each([
    ['answers', 'GET', list, true, {}, 200],
    ['401', 'GET', list, false, {}, 401],
    ['403', 'GET', '/api/blade-system/user/list', true, {}, 403],
    ['404', 'GET', '/api/no/such', true, {}, 404],
    ['405', 'PUT', list, true, {}, 405],
    ['413', 'POST', submit, true, { 'content-type': 'application/json', 'content-length': '99999999' }, 413],
    ['415', 'POST', submit, true, { 'content-type': 'text/x' }, 415],
    ['bad addresses', 'GET', '/api/%E0%A4%A', true, {}, 400],
    ['health', 'GET', '/api/health', false, {}, 200],
    ['captchas', 'GET', '/api/blade-auth/oauth/captcha', false, {}, 200],
    ['/api itself', 'GET', '/api', false, {}, 404],
  ] as const)('%s', async (_, method, url, known, headers, status) => {
    const res = await t.app.inject({
      method,
      url,
      headers: { ...(known ? auth() : {}), ...headers },
      ...(method === 'POST' ? { payload: 'x' } : {}),
    })
    expect(res.statusCode).toBe(status)
    expect(res.headers['cache-control']).toBe('no-store')
    expect(res.headers['x-content-type-options']).toBe('nosniff')
    expect(res.headers['x-request-id']).toBeTruthy()
  })
})

describe('methods', () => {
  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'PURGE', 'REPORT'])(
    '%s is 405 where an address is known, 404 where none is',
    async (method) => {
      const known = await over(method, list, auth())
      expect([known.status, known.headers.allow, JSON.parse(known.body)]).toMatchObject([
        405,
        'GET',
        { code: 405, success: false },
      ])
      const both = await over(method, '/api/blade-auth/oauth/logout', auth())
      expect([both.status, both.headers.allow]).toEqual([405, 'GET, POST'])
      expect((await over(method, '/api/no/such')).status).toBe(404)
    },
  )
  it('HEAD answers like GET without a body, and 405 where GET would write', async () => {
    expect(await over('HEAD', list, auth())).toMatchObject({ status: 200, body: '' })
    expect((await over('HEAD', '/api/blade-svc/settlementOrder/toSettle', auth())).status).toBe(405)
    expect((await over('HEAD', '/api/no/such')).status).toBe(404)
  })
})

describe('bodies', () => {
  const json = { 'content-type': 'application/json' }
  it.each([
    ['foo', Buffer.from('{}')],
    ['gzip', gzipSync('{"content":"x"}')],
    ['deflate', Buffer.from('x')],
    ['gzip, identity', Buffer.from('x')],
    ['br', Buffer.from('x')],
    ['zstd', Buffer.from('x')],
  ])('encoded as %s are 415 and say which encoding is read', async (encoding, body) => {
    const res = await over('POST', submit, { ...auth(), ...json, 'content-encoding': encoding }, body)
    expect([res.status, res.headers['accept-encoding']]).toEqual([415, 'identity'])
    expect(JSON.parse(res.body)).toMatchObject({
      code: 415,
      success: false,
      data: { 'content-encoding': 'identity' },
      msg: '不支持压缩的请求内容（Content-Encoding）',
    })
  })
  it('encoded as identity are read', async () => {
    const res = await over(
      'POST',
      '/api/blade-auth/oauth/logout',
      { ...auth(), ...json, 'content-encoding': 'identity' },
      '[]',
    )
    expect(res.status).toBe(200)
  })
  it.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonx', ';', 'x'])(
    'of type %s are 415',
    async (type) => {
      const res = await over('POST', submit, { ...auth(), 'content-type': type }, 'x')
      expect([res.status, JSON.parse(res.body)]).toMatchObject([415, { code: 415, success: false }])
    },
  )
})

describe('addresses', () => {
  it.each([
    ['/api/%', 400],
    ['/api/%zz', 400],
    ['/api/%E0%A4%A/list', 400],
    [`${list}?code=%`, 200],
    [`${list}?%ff=%ff`, 200],
    ['/api//', 404],
    ['/api/../api/health', 404],
    ['/api/constructor', 404],
  ])('%s is %d', async (path, status) => {
    const res = await over('GET', path, auth())
    expect([res.status, JSON.parse(res.body)]).toMatchObject([status, { code: status }])
  })
  it('outside /api take no body: it is not even read', async () => {
    for (const path of ['/', '/foo', '/%61pi/blade-system/param/submit']) {
      const answer = await over('POST', path, { 'content-type': 'application/json', 'content-length': '1900000' })
      expect(answer.status, path).toBe(404)
    }
  })
  it('of any length are 404 while nobody declared them', async () => {
    for (const n of [101, 5_000, 14_000]) expect((await over('GET', `/api/${'x'.repeat(n)}`, auth())).status).toBe(404)
  })
})

describe('a proxy in front', () => {
  const seen: string[] = []
  const behind = async (trustProxy: false | string[]) => {
    const context = await testContext({ trustProxy })
    const log = {
      ...context.log,
      info: (_: string, facts: { ip?: string }) => void seen.push(facts.ip ?? ''),
    } as typeof context.log
    return buildApp({ ...context, log }, realParts)
  }
  /** The client address that the server uses, and whether its answer promises https. */
  const asked = async (trustProxy: false | string[], peer: string, headers: Record<string, string>) => {
    const app = await behind(trustProxy)
    seen.length = 0
    const res = await app.inject({ url: '/api/no/such', remoteAddress: peer, headers })
    while (seen.length === 0) await new Promise((r) => setImmediate(r))
    await app.close()
    return { ip: seen[0], hsts: res.headers['strict-transport-security'] }
  }
  const told = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }

  it.each([
    [['loopback'], '127.0.0.1', '203.0.113.9', true],
    [['loopback'], '198.51.100.7', '198.51.100.7', false],
    [['198.51.100.0/24'], '198.51.100.7', '203.0.113.9', true],
    [['198.51.100.0/24'], '127.0.0.1', '127.0.0.1', false],
    [['10.0.0.7', '198.51.100.7'], '198.51.100.7', '203.0.113.9', true],
    [false, '127.0.0.1', '127.0.0.1', false],
  ] as const)('trusted as %j: what %s says counts only when it is one', async (trust, peer, ip, https) => {
    const found = await asked(trust ? [...trust] : false, peer, told)
    expect(found).toEqual({ ip, hsts: https ? 'max-age=15552000' : undefined })
  })
  it('is believed for the last step only: what its client made up before does not count', async () => {
    expect((await asked(['loopback'], '127.0.0.1', { 'x-forwarded-for': '1.2.3.4, 203.0.113.9' })).ip).toBe(
      '203.0.113.9',
    )
  })
  it('that speaks plain http gets no promise of https', async () => {
    expect((await asked(['loopback'], '127.0.0.1', { 'x-forwarded-proto': 'http' })).hsts).toBeUndefined()
  })
})
