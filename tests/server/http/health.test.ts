import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLATFORM_TENANT } from '../../../src/model/language/resource.ts'
import type { Database } from '../../../src/server/core/database.ts'
import { installTenant } from '../../../src/server/domains/administration/access/install.ts'
import { buildApp } from '../../../src/server/http/app.ts'
import { realParts } from '../../../src/server/parts.ts'
import { type Client, type TestApp, testApp, testContext } from '../app.ts'

let t: TestApp
let admin: Client
let fin: Client
let platform: Client
beforeAll(async () => {
  t = await testApp()
  const tenant = await t.newTenant()
  admin = await t.signIn(tenant, 'administrator')
  fin = await t.signIn(tenant, 'finance')
  await t.db.transaction({ tenantId: PLATFORM_TENANT }, (tx) =>
    installTenant(tx, { tenantId: PLATFORM_TENANT, name: '平台' }),
  )
  platform = await t.signIn(PLATFORM_TENANT, 'administrator')
})
afterAll(() => t?.app.close())

/** An app over a database that can be switched off and counts its statements. */
async function flaky() {
  const switched = { on: true, asked: 0 }
  const db = Object.assign(Object.create(t.db) as Database, {
    scoped: ((scope, statement) => {
      switched.asked += 1
      return switched.on ? t.db.scoped(scope, statement) : Promise.reject(new Error('gone'))
    }) as Database['scoped'],
  })
  return { app: await buildApp({ ...(await testContext()), db }, realParts), switched }
}

describe('health', () => {
  it('shows anonymous clients up or down, and nothing else', async () => {
    const { raw, status, headers } = await t.call('GET', 'health')
    expect([status, raw]).toEqual([200, '{"status":"up"}'])
    expect(headers['cache-control']).toBe('no-store')
  })
  it('shows no more to users without the permission, or with an invalid token', async () => {
    const bound = await t.signIn(PLATFORM_TENANT, 'administrator', { company: '11', userType: 2 })
    for (const who of [fin, admin, bound]) expect((await who.get('health')).raw).toBe('{"status":"up"}')
    for (const token of ['bearer nonsense', `bearer 000000.${'x'.repeat(43)}`, 'x'])
      expect((await t.call('GET', 'health', { headers: { 'blade-auth': token } })).raw).toBe('{"status":"up"}')
  })
  it('shows administrators of the platform what runs where', async () => {
    expect(JSON.parse((await platform.get('health')).raw)).toEqual({
      status: 'up',
      database: t.db.kind,
      databaseVersion: t.db.version,
      leakproof: t.db.leakproof,
      instance: t.context.instance,
      version: '0.1.0',
    })
  })
  it('is 503 when the database does not answer, for administrators as well', async () => {
    const { app, switched } = await flaky()
    switched.on = false
    const stranger = await app.inject('/api/health')
    expect([stranger.statusCode, stranger.body]).toEqual([503, '{"status":"down"}'])
    const known = await app.inject({ url: '/api/health', headers: { 'blade-auth': `bearer ${platform.access}` } })
    expect([known.statusCode, known.body]).toEqual([503, '{"status":"down"}'])
    await app.close()
  })
  it('costs who asks in a loop no statement each', async () => {
    const { app, switched } = await flaky()
    await Promise.all(Array.from({ length: 100 }, () => app.inject('/api/health')))
    expect(switched.asked).toBeLessThan(10)
    await app.close()
  })
})

describe('the API document', () => {
  it('is for the signed-in only', async () => {
    const stranger = await t.call('GET', 'openapi.json')
    expect(stranger).toMatchObject({ status: 401, code: 401 })
    expect(stranger.raw).not.toContain('settlement')
    expect((await fin.get('openapi.json')).raw).toContain('"openapi":"3.1.0"')
  })
})
