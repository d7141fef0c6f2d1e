import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSent } from '../../../src/server/auth/passwords.ts'
import type { Database } from '../../../src/server/core/database.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { Limiter } from '../../../src/server/core/limits/limiter.ts'
import { LIMITS, type Limits } from '../../../src/server/core/limits/limits.ts'
import { buildApp } from '../../../src/server/http/app.ts'
import { realParts } from '../../../src/server/parts.ts'
import { BASIC, type Client, type TestApp, testApp } from '../app.ts'

/** The declared limits where they bite: over HTTP, two instances on one database. */

let t: TestApp
let one: TestApp['app']
let two: TestApp['app']
let tenant: string
const statements = { n: 0 }

/** An instance of its own: its own memory, the suite's database. */
async function instance(limits: Limits = LIMITS): Promise<TestApp['app']> {
  const scoped: Database['scoped'] = (scope, statement) => {
    statements.n += 1
    return t.db.scoped(scope, statement)
  }
  const db = Object.assign(Object.create(t.db) as Database, { scoped })
  const log = { ...t.context.log, warn: () => {} } as typeof t.context.log
  return buildApp({ ...t.context, db, log, limiter: new Limiter(db, log, limits) }, realParts)
}
beforeAll(async () => {
  t = await testApp()
  tenant = await t.newTenant()
  one = await instance()
  two = await instance()
})
afterAll(async () => {
  for (const app of [one, two, t?.app]) await app?.close()
})

let last = 0
/** An address no other test comes from. */
const somewhere = () => `203.0.${process.pid % 256}.${++last}`
const headers = (who: Client) => ({ 'blade-auth': `bearer ${who.access}`, 'content-type': 'application/json' })

/** Asks until 429, alternating between the instances; how many were answered before, and the refusal. */
async function until429(ask: (app: TestApp['app'], i: number) => PromiseLike<unknown>, most: number) {
  for (let i = 0; i <= most; i++) {
    const res = (await ask(i % 2 ? one : two, i)) as unknown as {
      statusCode: number
      headers: Record<string, string>
      json(): { code: number; msg: string }
    }
    if (res.statusCode === 429) return { answered: i, retryAfter: Number(res.headers['retry-after']), body: res.json() }
  }
  return { answered: most + 1, retryAfter: 0, body: null }
}

describe('too often is 429 with Retry-After, on all instances together', () => {
  it('token calls of an address, right or wrong ones; another address is served', async () => {
    const remoteAddress = somewhere()
    let n = 0
    const ask = (app: TestApp['app'], from = remoteAddress) =>
      app.inject({
        method: 'POST',
        url: '/api/blade-auth/oauth/token',
        remoteAddress: from,
        headers: { authorization: BASIC },
        payload: { tenantId: tenant, username: `nobody${++n}`, password: 'x', grant_type: 'password' },
      })
    const found = await until429((app) => ask(app), LIMITS.token.points)
    expect(found.answered).toBe(LIMITS.token.points)
    expect(found.retryAfter).toBeGreaterThan(0)
    expect(found.retryAfter).toBeLessThanOrEqual(60)
    expect(found.body).toMatchObject({
      code: 429,
      success: false,
      error: 'temporarily_unavailable',
      msg: `操作过于频繁，请在${found.retryAfter}秒后重试`,
    })
    const before = statements.n
    expect((await ask(two)).statusCode).toBe(429)
    expect((await ask(two)).statusCode).toBe(429)
    // the client is looked up each time; the first one taught the second instance, the next is not counted any more
    expect(statements.n - before).toBeLessThanOrEqual(3)
    expect((await ask(one, somewhere())).statusCode).toBe(400)
  })

  it('tries from a browser that is known go on while its address is flooded', async () => {
    const remoteAddress = somewhere()
    const account = 'atwork'
    await t.addUser(tenant, { account })
    const limits: Limits = { ...LIMITS, token: { ...LIMITS.token, points: 2 } }
    const app = await instance(limits)
    const ask = (cookie = '') =>
      app.inject({
        method: 'POST',
        url: '/api/blade-auth/oauth/token',
        remoteAddress,
        headers: { authorization: BASIC, ...(cookie ? { cookie } : {}) },
        payload: { tenantId: tenant, username: account, password: asSent(account), grant_type: 'password' },
      })
    const first = await ask()
    const device = first.cookies.find((c) => c.name === 'rounds-device')?.value
    expect(device).toBeTruthy()
    expect((await ask()).statusCode).toBe(200)
    expect((await ask()).statusCode).toBe(429)
    expect((await ask(`rounds-device=${device}`)).statusCode).toBe(200)
    await app.close()
  })

  it('captchas of an address', async () => {
    const remoteAddress = somewhere()
    const found = await until429(
      (app) => app.inject({ url: '/api/blade-auth/oauth/captcha', remoteAddress }),
      LIMITS.captcha.points,
    )
    expect(found.answered).toBe(LIMITS.captcha.points)
    expect(found.retryAfter).toBeGreaterThan(0)
  })

  it.each([
    ['search', 'GET', 'rounds/search?q=x', undefined],
    ['selection', 'POST', 'rounds/selection', '{"resource":"settlementOrder","conditions":[]}'],
    ['openapi', 'GET', 'openapi.json', undefined],
  ] as const)(
    '%s of a session; another session is served',
    async (name, method, path, payload) => {
      const [who, other] = [await t.signIn(tenant, 'finance'), await t.signIn(tenant, 'finance')]
      const ask = (app: TestApp['app'], client = who) =>
        app.inject({
          method,
          url: `/api/${path}`,
          headers: method === 'POST' ? headers(client) : { 'blade-auth': `bearer ${client.access}` },
          ...(payload ? { payload } : {}),
        })
      const found = await until429((app) => ask(app), LIMITS[name].points)
      expect(found.answered).toBe(LIMITS[name].points)
      expect(found.retryAfter).toBeGreaterThan(0)
      expect((await ask(one, other)).statusCode).toBe(200)
      // all other calls still work for the user
      expect((await one.inject({ url: '/api/rounds/catalogue', headers: headers(who) })).statusCode).toBe(200)
    },
    60_000,
  )
})

describe('error reports', () => {
  const entry = { message: 'm'.repeat(5_000), stack: 's'.repeat(20_000), url: '/x', type: 'error' }
  const upload = (app: TestApp['app'], who: Client, n = 60) =>
    app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/logout',
      headers: headers(who),
      payload: JSON.stringify(Array.from({ length: n }, () => entry)),
    })
  const kept = async (of: string) => {
    const [row] = await t.db.scoped<{ n: number; bytes: number }>(
      { tenantId: of },
      {
        text: 'select count(*)::int as n, coalesce(sum(length(message) + length(stack_trace) + length(request_uri)), 0)::int as bytes from "log_error" where tenant_id = $1',
        values: [of],
      },
    )
    return row ?? { n: 0, bytes: 0 }
  }

  it('of a session fill its quota of kilobytes and no more, however often they come', async () => {
    const own = await t.newTenant()
    const who = await t.signIn(own, 'finance')
    const codes: number[] = []
    for (let i = 0; i < 10; i++) codes.push((await upload(i % 2 ? one : two, who)).statusCode)
    expect(codes[0]).toBe(200)
    expect(codes.at(-1)).toBe(429)
    expect((await kept(own)).bytes).toBeLessThanOrEqual(LIMITS.errorBytes.points * 1024)
  })

  it('of a tenant fill its quota, whoever signs in anew', async () => {
    const own = await t.newTenant()
    const tight = await instance({ ...LIMITS, errorBytesOfTenant: { ...LIMITS.errorBytesOfTenant, points: 250 } })
    const codes: number[] = []
    for (let i = 0; i < 4; i++) codes.push((await upload(tight, await t.signIn(own, 'finance'))).statusCode)
    expect(codes).toEqual([200, 200, 429, 429])
    expect((await kept(own)).bytes).toBeLessThanOrEqual(250 * 1024)
    await tight.close()
  })

  it('that are small are counted by calls', async () => {
    const who = await t.signIn(tenant, 'finance')
    const found = await until429(
      (app) =>
        app.inject({
          method: 'POST',
          url: '/api/blade-auth/oauth/logout',
          headers: headers(who),
          payload: '[{"message":"x"}]',
        }),
      LIMITS.errors.points,
    )
    expect(found.answered).toBe(LIMITS.errors.points)
  })
})

describe('the coarse limit of a session', () => {
  it('stops a script that ran wild, without a statement; a stranger has one by address', async () => {
    const limits: Limits = {
      ...LIMITS,
      session: { ...LIMITS.session, points: 5 },
      stranger: { ...LIMITS.stranger, points: 3 },
    }
    const app = await instance(limits)
    const who = await t.signIn(tenant, 'finance')
    const ask = () => app.inject({ url: '/api/rounds/catalogue', headers: headers(who) })
    for (let i = 0; i < 5; i++) expect((await ask()).statusCode).toBe(200)
    const before = statements.n
    const refused = await ask()
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect(statements.n).toBe(before)
    const remoteAddress = somewhere()
    const stranger = () => app.inject({ url: '/api/blade-system/tenant/info', remoteAddress })
    for (let i = 0; i < 3; i++) expect((await stranger()).statusCode).toBe(200)
    expect((await stranger()).statusCode).toBe(429)
    await app.close()
  })
  it('is no way around that of an address: tokens that open nothing are counted by it, and one that is good is not', async () => {
    const app = await instance({ ...LIMITS, stranger: { ...LIMITS.stranger, points: 3 } })
    const remoteAddress = somewhere()
    const asks = (url: string, token: string) =>
      app.inject({ url, remoteAddress, headers: { 'blade-auth': `bearer ${token}` } })
    const madeUp = () => `${tenant}.${randomBytes(32).toString('base64url')}`
    const [early, late] = await Promise.all([t.signIn(tenant, 'finance'), t.signIn(tenant, 'finance')])
    for (let i = 0; i < 5; i++) expect((await asks('/api/rounds/catalogue', early.access)).statusCode).toBe(200)
    const seen: number[] = []
    for (const url of [
      '/api/rounds/catalogue',
      '/api/blade-system/tenant/info',
      '/api/nothing',
      '/api/rounds/catalogue',
    ]) {
      seen.push((await asks(url, madeUp())).statusCode)
      await new Promise((r) => setImmediate(r)) // what came to nothing is counted when its answer has gone out
    }
    expect(seen).toEqual([401, 200, 404, 401])
    const before = statements.n
    const refused = await asks('/api/rounds/catalogue', madeUp())
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect(statements.n).toBe(before)
    expect((await asks('/api/rounds/catalogue', early.access)).statusCode).toBe(200)
    const elsewhere = await app.inject({
      url: '/api/rounds/catalogue',
      remoteAddress: somewhere(),
      headers: headers(late),
    })
    expect(elsewhere.statusCode).toBe(200)
    await app.close()
  })
  it('is far above what a user can do by hand', () => {
    // ten decisions, twenty windows, twenty other reads a second
    expect(LIMITS.session.points / LIMITS.session.seconds).toBeGreaterThan(50 * 5)
  })
})

describe('an error report', () => {
  it('that is cut in the middle of a character is kept', async () => {
    const who = await t.signIn(tenant, 'finance')
    expect(
      (await who.post('blade-auth/oauth/logout', [{ message: `${'a'.repeat(999)}😀`, url: `${'b'.repeat(499)}😀` }]))
        .status,
    ).toBe(200)
  })
})

describe('asking by saves whether personal data is taken', () => {
  const path = '/api/blade-csc/authenticationDoctor/update'

  it('is limited for users who may not see it, over all their sessions, and not for others or other fields', async () => {
    const app = await instance({ ...LIMITS, guesses: { ...LIMITS.guesses, points: 3 } })
    const save = async (who: Client, fields: object) =>
      (
        await app.inject({
          method: 'POST',
          url: path,
          headers: headers(who),
          payload: JSON.stringify({ id: newId(), ...fields }),
        })
      ).statusCode
    const account = `u${newId()}`
    await t.addUser(tenant, { account, roles: ['ops'] })
    const [first, second] = [await t.signInAs(tenant, account), await t.signInAs(tenant, account)]
    const tries = [
      await save(first, { phone: '13800000001' }),
      await save(second, { idCardNumber: '110101199003071233' }),
      await save(first, { phone: '13800000003' }),
    ]
    expect(tries).toEqual([404, 404, 404])
    for (const who of [first, second]) expect(await save(who, { phone: '13800000004' })).toBe(429)
    for (const fields of [{ phone: '138****0001' }, { phone: '' }, { title: '主任' }])
      expect(await save(first, fields)).toBe(404)
    const admin = await t.signIn(tenant, 'administrator')
    for (let i = 0; i < 5; i++) expect(await save(admin, { phone: '13800000001' })).toBe(404)
    await app.close()
  })
})
