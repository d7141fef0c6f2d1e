import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSent } from '../../../src/server/access/passwords.ts'
import { BASIC, type TestApp, testApp } from '../app.ts'

let t: TestApp
let tenant: string
beforeAll(async () => {
  t = await testApp()
  tenant = await t.newTenant()
  await t.addUser(tenant, { account: 'zhang', realName: '张三', roles: ['finance'], password: 'secret' })
})
afterAll(() => t.app.close())

interface Token {
  readonly access_token?: string
  readonly refresh_token?: string
  readonly error?: string
  readonly error_description?: string
  readonly [name: string]: unknown
}

const sign = (params: Record<string, string>, headers: Record<string, string> = { authorization: BASIC }) =>
  t.call<never>('POST', 'blade-auth/oauth/token', { query: { tenantId: tenant, grant_type: 'password', scope: 'all', ...params }, headers }) as Promise<
    Awaited<ReturnType<typeof t.call>> & Token
  >

describe('signing in', () => {
  it('answers the raw token object of the family', async () => {
    const answer = await sign({ username: 'zhang', password: asSent('secret') })
    expect(answer.status).toBe(200)
    expect(answer).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      tenant_id: tenant,
      account: 'zhang',
      real_name: '张三',
      role_name: 'finance',
      role_id: '32',
      entrustedId: '',
      fiscalTaxId: '',
      providerId: '',
      customerName: '',
      avatar: '',
    })
    expect(answer).not.toHaveProperty('success')
  })
})
