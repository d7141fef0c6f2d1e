import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSent } from '../../../src/server/access/passwords.ts'
import { buildApp } from '../../../src/server/http/app.ts'
import { realParts } from '../../../src/server/parts.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

let t: TestApp
let fin: Client
let app: TestApp['app']
let account: string
const lines: { level: string; text: string; facts: Record<string, unknown>; error: unknown }[] = []

beforeAll(async () => {
  t = await testApp()
  const tenant = await t.newTenant()
  fin = await t.signIn(tenant, 'finance')
  account = (await fin.actor()).account
  const at = (level: string) => (text: string, facts: Record<string, unknown>, error?: unknown) =>
    void lines.push({ level, text, facts, error })
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } as unknown as Console
  app = await buildApp({ ...t.context, log }, realParts)
})
afterAll(async () => {
  await app?.close()
  await t?.app.close()
})

/** The one line of a request. */
async function lineOf(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  headers: Record<string, string> = {},
  payload?: string,
) {
  lines.length = 0
  await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  while (!lines.some((l) => l.text === 'request')) await new Promise((r) => setImmediate(r))
  return lines.filter((l) => l.text === 'request')
}
const mine = () => ({ 'blade-auth': `bearer ${fin.access}`, 'x-request-id': 'r-1' })

describe('the line of a request', () => {
  it('names who, what, and how it went', async () => {
    const [line, ...more] = await lineOf('GET', '/api/blade-svc/settlementOrder/list?code=SECRET', mine())
    expect(more).toEqual([])
    expect(line).toMatchObject({
      level: 'debug',
      facts: {
        requestId: 'r-1',
        actor: `${fin.tenantId}/${account}`,
        route: 'GET blade-svc/settlementOrder/list',
        status: 200,
        ip: '127.0.0.1',
      },
    })
    expect(line?.facts.ms).toBeTypeOf('number')
    expect(JSON.stringify(line)).not.toContain('SECRET')
  })
  it('names who was refused', async () => {
    const nobody = await t.signIn(fin.tenantId, [])
    const actor = `${fin.tenantId}/${(await nobody.actor()).account}`
    const headers = { 'blade-auth': `bearer ${nobody.access}`, 'content-type': 'application/json' }
    const [line] = await lineOf('POST', '/api/blade-svc/settlementOrder/audit', headers, '{"remark":"SECRET"}')
    expect(line).toMatchObject({
      level: 'info',
      facts: { actor, route: 'POST blade-svc/settlementOrder/audit', status: 403 },
    })
    expect(JSON.stringify(lines)).not.toContain('SECRET')
  })
  it('of a sign-in has no password, no account and no token', async () => {
    const query = new URLSearchParams({
      tenantId: fin.tenantId,
      username: account,
      password: asSent(account),
      grant_type: 'password',
    })
    // a stock client: ours may not put them into the address
    const saber = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`
    const [line] = await lineOf('POST', `/api/blade-auth/oauth/token?${query}`, { authorization: saber })
    expect(line).toMatchObject({ level: 'info', facts: { route: 'POST blade-auth/oauth/token', status: 200 } })
    expect(JSON.stringify(lines)).not.toContain(asSent(account))
  })
  it('of an invalid token names no user', async () => {
    const [line] = await lineOf('GET', '/api/rounds/catalogue', { 'blade-auth': `bearer 000000.${'x'.repeat(43)}` })
    expect(line?.facts).toMatchObject({ route: 'GET rounds/catalogue', status: 401 })
    expect(line?.facts).not.toHaveProperty('actor')
    expect(JSON.stringify(lines)).not.toContain('xxxxx')
  })
  it('of an undeclared address is cut short', async () => {
    const [line] = await lineOf('PUT', `/api/${'z'.repeat(3000)}?token=SECRET`)
    expect(line?.facts).toMatchObject({ method: 'PUT', status: 404 })
    expect(JSON.stringify(line).length).toBeLessThan(600)
    expect(JSON.stringify(line)).not.toContain('SECRET')
  })
})
