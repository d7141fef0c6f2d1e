import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handler, RequestContext } from '../../../src/server/core/context/context.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { sessionCalls } from '../../../src/server/domains/administration/access/handlers.ts'
import { buildApp } from '../../../src/server/http/app.ts'
import { BODY_LIMIT } from '../../../src/server/http/bodies.ts'
import type { Parts } from '../../../src/server/http/parts.ts'
import { type Client, type TestApp, testApp, testContext } from '../app.ts'
import { testDomains } from '../domains.ts'

/** Parts that say what they were asked, and throw what a test wants. */
let behave: Handler = async () => null
let heard: RequestContext | undefined
const answer: Handler = async (request) => {
  heard = request
  return behave(request)
}
const parts: Parts = {
  generic: () => ({
    list: answer,
    page: answer,
    detail: answer,
    submit: answer,
    save: answer,
    add: answer,
    update: answer,
    remove: answer,
    tree: answer,
  }),
  decideByCall: (request, resource, names) => {
    heard = request
    return Promise.resolve({ resource, names })
  },
  rounds: {},
  list: () => answer,
}

let t: TestApp
let fin: Client
let admin: Client
beforeAll(async () => {
  const opened = [...testDomains.handlers].filter(([id]) => sessionCalls.some(({ call }) => call.id === id))
  const handlers = new Map<string, Handler>([...opened, ['quickReply.list', answer]])
  t = await testApp({}, parts, undefined, {}, { ...testDomains, handlers })
  t.context.log.error = () => {}
  t.context.log.warn = () => {}
  const tenant = await t.newTenant()
  fin = await t.signIn(tenant, 'finance')
  admin = await t.signIn(tenant, 'administrator')
})
afterAll(() => t?.app.close())

const list = 'blade-svc/settlementOrder/list'

describe('the envelope', () => {
  it('wraps what a handler answers', async () => {
    behave = async () => ({ records: [] })
    expect(await fin.get(list)).toMatchObject({
      status: 200,
      code: 200,
      success: true,
      data: { records: [] },
      msg: '操作成功',
    })
  })
  it('says when a read found nothing, and not after a write', async () => {
    behave = async () => null
    expect(await fin.get(list)).toMatchObject({ code: 200, success: true, data: null, msg: '暂无承载数据' })
    expect(await admin.post('blade-sys/quickReply/submit', { content: 'x' })).toMatchObject({
      code: 200,
      data: null,
      msg: '操作成功',
    })
  })
  it('answers in English on request', async () => {
    behave = async () => 1
    expect((await fin.get(list, {}, { 'accept-language': 'en-US,en;q=0.9' })).msg).toBe('Done')
    expect((await fin.get(list, {}, { 'accept-language': 'zh-CN,en;q=0.9' })).msg).toBe('操作成功')
  })
})

describe('errors', () => {
  it('answer a refusal with its message', async () => {
    behave = async () => {
      throw new AppError(409, ['当前状态不允许该操作', 'Not now'], { reason: 'illegal' })
    }
    expect(await fin.get(list)).toMatchObject({
      status: 409,
      code: 409,
      success: false,
      data: { reason: 'illegal' },
      msg: '当前状态不允许该操作',
    })
    expect((await fin.get(list, {}, { 'accept-language': 'en' })).msg).toBe('Not now')
  })
  it('hide a fault behind the request id, without a stack', async () => {
    behave = async () => {
      throw new Error('secret detail at /srv/x.ts')
    }
    const answer = await fin.get(list, {}, { 'x-request-id': 'abc-123' })
    expect(answer).toMatchObject({
      status: 500,
      code: 500,
      success: false,
      data: { requestId: 'abc-123' },
      msg: '服务器异常，请求编号 abc-123',
    })
    expect(answer.raw).not.toMatch(/secret|srv|at /)
  })
  it.each([
    ['22P02', 400],
    ['22003', 400],
    ['23505', 409],
    ['40P01', 503],
    ['57P01', 503],
    ['08006', 503],
    ['42703', 500],
  ])('of the database with SQLSTATE %s are %d', async (code, status) => {
    behave = async () => {
      throw Object.assign(new Error('column "secret"'), { code })
    }
    const answer = await fin.get(list)
    expect(answer.status).toBe(status)
    expect(answer.raw).not.toContain('secret')
  })
  it.each([
    ['POST', '{"a":', 'application/json', 400, '消息不能读取'],
    ['POST', '{"__proto__":{"x":1}}', 'application/json', 400, '消息不能读取'],
    ['POST', '<a/>', 'application/xml', 415, '不支持当前媒体类型'],
    ['POST', `"${'x'.repeat(BODY_LIMIT)}"`, 'application/json', 413, '请求内容过大'],
    ['POST', '{"a":"x\\u0000y"}', 'application/json', 400, '请求参数包含非法字符'],
    ['POST', '{"a":"\\ud800"}', 'application/json', 400, '请求参数包含非法字符'],
    ['POST', `${'['.repeat(60)}${']'.repeat(60)}`, 'application/json', 400, '请求参数包含非法字符'],
  ])('%s with a bad body is %#', async (method, payload, type, status, msg) => {
    const answer = await t.call(method, 'blade-sys/quickReply/submit', {
      payload,
      headers: { 'content-type': type, 'blade-auth': `bearer ${admin.access}` },
    })
    expect(answer).toMatchObject({ status, code: status, success: false, msg })
  })
  it('of a query that cannot be kept are 400', async () => {
    const res = await t.app.inject({ url: `/api/${list}?code=%00`, headers: { 'blade-auth': `bearer ${fin.access}` } })
    expect(res.statusCode).toBe(400)
  })
  it('of an unknown address are 404, of a wrong method 405 with the allowed ones', async () => {
    expect(await t.call('GET', 'no/such')).toMatchObject({ status: 404, code: 404, msg: '没找到请求' })
    const wrong = await t.call('PUT', list)
    expect(wrong).toMatchObject({ status: 405, code: 405, msg: '不支持当前请求方法' })
    expect(wrong.headers.allow).toBe('GET')
    expect((await t.app.inject({ url: '/api/%E0%A4%A' })).statusCode).toBeLessThan(500)
  })
})

describe('what a handler is given', () => {
  it('joins repeated parameters, and puts the body before the query', async () => {
    behave = async () => null
    const res = await t.app.inject({
      url: `/api/${list}?ids=1&ids=2&status=3`,
      headers: { 'blade-auth': `bearer ${fin.access}` },
    })
    expect(res.statusCode).toBe(200)
    expect({ ...heard?.query }).toEqual({ ids: '1,2', status: '3' })
    await admin.post('blade-sys/quickReply/submit', { content: 'body', n: 1 }, { content: 'query', extra: 'x' })
    expect({ ...heard?.params }).toEqual({ content: 'body', n: 1, extra: 'x' })
  })
  it('reads forms and lists, and takes an empty body for none', async () => {
    const head = { 'blade-auth': `bearer ${admin.access}` }
    await t.call('POST', 'blade-sys/quickReply/submit', {
      payload: 'a=1&a=2&b=%E4%B8%AD',
      headers: { ...head, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect({ ...heard?.params }).toEqual({ a: '1,2', b: '中' })
    await t.call('POST', 'blade-sys/quickReply/remove', {
      payload: '["1","2"]',
      headers: { ...head, 'content-type': 'application/json' },
    })
    expect(heard?.body).toEqual(['1', '2'])
    await t.call('POST', 'blade-sys/quickReply/remove', {
      query: { ids: '1' },
      headers: { ...head, 'content-type': 'application/json' },
    })
    expect([heard?.body, { ...heard?.params }]).toEqual([undefined, { ids: '1' }])
  })
  it('identifies the user', async () => {
    await fin.get(list, {}, { 'x-request-id': 'r-1' })
    expect(heard?.actor).toMatchObject({
      tenantId: fin.tenantId,
      userId: fin.userId,
      roles: ['finance'],
      language: 'zh',
      requestId: 'r-1',
      company: null,
    })
  })
  it('answers transitions by their call', async () => {
    expect((await fin.post('blade-svc/settlementOrder/audit', { id: '1', status: 1 })).data).toEqual({
      resource: 'settlementOrder',
      names: ['audit.pass', 'audit.reject'],
    })
  })
  it('distinguishes adding from editing by the id', async () => {
    await t.db.transaction({ tenantId: fin.tenantId }, (tx) =>
      tx.query(
        `delete from "role_menu" rm using "menu" m where m.id = rm.menu_id and rm.tenant_id = $1 and rm.role_id = 32 and m.code = 'quickReply_edit'`,
        [fin.tenantId],
      ),
    )
    expect((await fin.post('blade-sys/quickReply/submit', { content: 'x' })).status).toBe(200)
    expect((await fin.post('blade-sys/quickReply/submit', { id: '1', content: 'x' })).status).toBe(403)
    expect((await fin.post('blade-sys/quickReply/update', { id: '1' })).status).toBe(403)
  })
})

describe('headers', () => {
  it('carry the request id in and out, and refuse odd ones', async () => {
    expect((await t.call('GET', 'health', { headers: { 'x-request-id': 'given_1-a' } })).headers['x-request-id']).toBe(
      'given_1-a',
    )
    for (const odd of ['a b\u00e9', 'given.1', 'x'.repeat(65), 'a/../b', '<b>', '']) {
      expect(
        (await t.call('GET', 'health', { headers: { 'x-request-id': odd } })).headers['x-request-id'],
        odd,
      ).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    }
  })
  it('keep browsers safe', async () => {
    const { headers } = await t.call('GET', 'health')
    const csp = String(headers['content-security-policy'])
    expect(csp).toMatch(/script-src 'self';/)
    expect(csp).not.toMatch(/script-src[^;]*unsafe/)
    expect(csp).toMatch(/frame-ancestors 'none'/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
  })
  it('compress what is large', async () => {
    behave = async () => 'x'.repeat(5000)
    const res = await t.app.inject({
      url: `/api/${list}`,
      headers: { 'blade-auth': `bearer ${fin.access}`, 'accept-encoding': 'gzip' },
    })
    expect(res.headers['content-encoding']).toBe('gzip')
    expect(res.rawPayload.length).toBeLessThan(500)
  })
})

const EARLY = 'let a="<b>"'

describe('the console', () => {
  let app: FastifyInstance
  let dist: string
  beforeAll(async () => {
    dist = mkdtempSync(join(tmpdir(), 'rounds-dist-'))
    mkdirSync(join(dist, 'sub'))
    writeFileSync(
      join(dist, 'index.html'),
      `<!doctype html><script type=module>${EARLY}</script><title>Rounds</title><script type=module src=/public.1a2b3c4d.js></script>`,
    )
    writeFileSync(join(dist, 'public.1a2b3c4d.js'), `console.log(1)//${'x'.repeat(3000)}`)
    writeFileSync(join(dist, 'public.1a2b3c4d.js.br'), brotliCompressSync('console.log(1)'))
    writeFileSync(join(dist, 'index.html.gz'), gzipSync('<title>Rounds, compressed'))
    writeFileSync(
      join(dist, 'phone.html'),
      '<!doctype html><title>phone</title><script type=module src=/phone.1a2b3c4d.js></script>',
    )
    writeFileSync(join(dist, '.sources'), 'hash')
    app = await buildApp(await testContext(), parts, { dist })
  })
  afterAll(async () => {
    await app.close()
    rmSync(dist, { recursive: true })
  })
  const get = (url: string, accept = 'text/html') => app.inject({ url, headers: { accept } })

  it.each(['/', '/login', '/svc/settlementOrder/detail/1', '/entrustedcompany/detail/1/2', '/a.b/c'])(
    'answers %s with the page, never from cache',
    async (url) => {
      const res = await get(url)
      expect(res.statusCode).toBe(200)
      expect(res.body).toContain('<title>Rounds')
      expect(res.headers['cache-control']).toBe('no-cache')
      expect(res.headers['content-security-policy']).toBeDefined()
    },
  )
  it('allows the script inside the page by its hash, there and nowhere else', async () => {
    const hash = createHash('sha256').update(EARLY).digest('base64')
    for (const url of ['/', '/index.html', '/svc/settlementOrder'])
      expect((await get(url)).headers['content-security-policy'], url).toContain(`script-src 'self' 'sha256-${hash}';`)
    for (const url of ['/public.1a2b3c4d.js', '/api/health'])
      expect((await get(url, '*/*')).headers['content-security-policy'], url).toContain("script-src 'self';")
  })
  it("answers the address of a doctor's link with its own page, kept by nobody and passed on to nobody", async () => {
    const { headers, body } = await get('/d/000000-abcdefghijklmnopqrstuv')
    expect(body).toContain('<title>phone')
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
    })
  })
  it('keeps hashed files for a year', async () => {
    const res = await get('/public.1a2b3c4d.js', '*/*')
    expect(res.statusCode).toBe(200)
    expect(res.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(res.headers['content-type']).toMatch(/javascript/)
  })
  it('sends the copies that were compressed at the build, as what they are copies of', async () => {
    const compressed = (url: string) =>
      app.inject({ url, headers: { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' } })
    const script = await compressed('/public.1a2b3c4d.js')
    expect(brotliDecompressSync(script.rawPayload).toString()).toBe('console.log(1)')
    expect(script.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringMatching(/javascript/),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringContaining('accept-encoding'),
    })
    const policy = (await get('/')).headers['content-security-policy']
    for (const url of ['/', '/svc/settlementOrder']) {
      const page = await compressed(url)
      expect(gunzipSync(page.rawPayload).toString(), url).toBe('<title>Rounds, compressed')
      expect(page.headers, url).toMatchObject({
        'content-type': expect.stringMatching(/html/),
        'cache-control': 'no-cache',
        'content-security-policy': policy,
      })
    }
  })
  it('answers a missing file with 404, not with the page', async () => {
    expect((await get('/public.00000000.js', '*/*')).statusCode).toBe(404)
    expect((await get('/api/nosuch')).statusCode).toBe(404)
    expect((await app.inject({ method: 'POST', url: '/login', headers: { accept: 'text/html' } })).statusCode).toBe(404)
  })
  it.each(['/../package.json', '/%2e%2e/package.json', '/.sources', '/..%5cpackage.json'])(
    'gives nothing away at %s',
    async (url) => {
      const res = await get(url, '*/*')
      expect(res.statusCode).toBeGreaterThanOrEqual(400)
      expect(res.statusCode).toBeLessThan(500)
    },
  )
})
