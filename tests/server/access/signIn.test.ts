import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSent, matches, secretOf } from '../../../src/server/auth/passwords.ts'
import { type Answer, BASIC, type TestApp, testApp } from '../app.ts'

let t: TestApp
let tenant: string
beforeAll(async () => {
  t = await testApp()
  tenant = await t.newTenant()
  await t.addUser(tenant, { account: 'zhang', realName: '张三', roles: ['finance'], password: 'secret', costly: true })
})
afterAll(() => t?.app.close())

interface Token {
  readonly access_token?: string
  readonly refresh_token?: string
  readonly error?: string
  readonly error_description?: string
}
type Signed = Answer & Token

const sign = (params: Record<string, string>, headers: Record<string, string> = {}) =>
  t.call('POST', 'blade-auth/oauth/token', {
    payload: { tenantId: tenant, grant_type: 'password', scope: 'all', type: 'account', ...params },
    headers: { authorization: BASIC, ...headers },
  }) as Promise<Signed>

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
    for (const name of ['user_id', 'user_name', 'nick_name', 'dept_id', 'post_id', 'oauth_id'])
      expect(answer).toHaveProperty(name)
    expect(answer).not.toHaveProperty('success')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('reads the parameters from a form body too, and the client id URL-encoded', async () => {
    const answer = (await t.call('POST', 'blade-auth/oauth/token', {
      headers: { authorization: BASIC.replace(' ', '%20'), 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        tenantId: tenant,
        username: 'zhang',
        password: asSent('secret'),
        grant_type: 'password',
      }).toString(),
    })) as Signed
    expect(answer.access_token).toBeTruthy()
  })

  const wrong = (params: Record<string, string>, headers?: Record<string, string>) =>
    sign({ username: 'zhang', password: asSent('secret'), ...params }, headers)
  it.each([
    ['a wrong password', { password: asSent('other') }, {}, 400, '用户名或密码错误', 'invalid_grant'],
    ['the plain password', { password: 'secret' }, {}, 400, '用户名或密码错误', 'invalid_grant'],
    ['an unknown account', { username: 'nobody' }, {}, 400, '用户名或密码错误', 'invalid_grant'],
    ['an unknown tenant', { tenantId: 'zzzzzz' }, {}, 400, '用户名或密码错误', 'invalid_grant'],
    ['no tenant at all', { tenantId: "x' or 1=1" }, {}, 400, '用户名或密码错误', 'invalid_grant'],
    ['no account', { username: '' }, {}, 400, '请输入账号和密码', 'invalid_grant'],
    ['no password', { password: '' }, {}, 400, '请输入账号和密码', 'invalid_grant'],
    ['another grant', { grant_type: 'social' }, {}, 400, '不支持的授权类型', 'invalid_grant'],
    ['no grant', { grant_type: '' }, {}, 400, '不支持的授权类型', 'invalid_grant'],
    ['an endless password', { password: 'x'.repeat(501) }, {}, 400, '密码不能超过500个字符', 'invalid_grant'],
    [
      'a wrong client secret',
      {},
      { authorization: `Basic ${Buffer.from('saber:guess').toString('base64')}` },
      401,
      '客户端认证失败!',
      'invalid_client',
    ],
    [
      'an unknown client',
      {},
      { authorization: `Basic ${Buffer.from('x:y').toString('base64')}` },
      401,
      '客户端认证失败!',
      'invalid_client',
    ],
    ['no client', {}, { authorization: '' }, 401, '客户端认证失败!', 'invalid_client'],
    [
      'English',
      { password: asSent('other') },
      { 'accept-language': 'en-GB,zh;q=0.5' },
      400,
      'The account or the password is wrong',
      'invalid_grant',
    ],
  ] as const)('refuses %s', async (_, params, headers, status, msg, error) => {
    const answer = await wrong(params, headers as Record<string, string>)
    expect(answer).toMatchObject({ status, code: status, success: false, msg, error, error_description: msg })
    expect(answer.access_token).toBeUndefined()
  })

  it('refuses a disabled account and an expired tenant only after the right password', async () => {
    const other = await t.newTenant()
    const id = await t.addUser(other, { account: 'li', password: 'li' })
    await t.db.transaction({ tenantId: other }, (tx) =>
      tx.query('update "user" set status = 0 where tenant_id = $1 and id = $2', [other, id]),
    )
    expect(await sign({ tenantId: other, username: 'li', password: asSent('x') })).toMatchObject({
      msg: '用户名或密码错误',
    })
    expect(await sign({ tenantId: other, username: 'li', password: asSent('li') })).toMatchObject({
      status: 400,
      msg: '账号已停用，请联系管理员',
    })
    await t.db.transaction({ tenantId: other }, (tx) =>
      tx.query('update "user" set status = 1 where tenant_id = $1 and id = $2', [other, id]),
    )
    await t.db.owner((tx) => tx.query(`update "tenant" set expire_time = '2020-01-01' where code = $1`, [other]))
    expect(await sign({ tenantId: other, username: 'li', password: asSent('li') })).toMatchObject({
      status: 400,
      msg: '账号已停用，请联系管理员',
    })
  })

  it('keeps argon2id of what clients send, in whichever case the hex comes', async () => {
    const [row] = await t.db.owner((tx) =>
      tx.query<{ hash: string }>(
        'select s.hash from "user_secret" s join "user" u on u.tenant_id = s.tenant_id and u.id = s.user_id where u.account = $1 and u.tenant_id = $2',
        ['zhang', tenant],
      ),
    )
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await matches(row?.hash ?? null, asSent('secret').toUpperCase())).toBe(true)
    expect(await matches(null, asSent('secret'))).toBe(false)
    expect(await secretOf('a')).not.toBe(await secretOf('a'))
  })
})
