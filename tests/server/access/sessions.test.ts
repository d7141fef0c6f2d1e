import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { catalogueFromWire, type WireCatalogue } from '../../../src/model/wire/catalogueWire.ts'
import { asSent } from '../../../src/server/auth/passwords.ts'
import { endSessionsOf, refreshSession, sweepSessions } from '../../../src/server/auth/sessions.ts'
import { hashOf } from '../../../src/server/auth/tokens.ts'
import { creditCodeOf } from '../../../src/server/seed/values/numbers.ts'
import { type Answer, admit, BASIC, type Client, cookieOf, SABER, type TestApp, testApp } from '../app.ts'

let t: TestApp
let tenant: string
let me: Client
beforeAll(async () => {
  t = await testApp()
  tenant = await t.newTenant()
})
beforeEach(async () => {
  me = await t.signIn(tenant, 'finance')
})
afterAll(() => t?.app.close())

type Tokens = Answer & {
  access_token?: string
  refresh_token?: string
  expires_in?: number
  refresh_expires_in?: number
  account?: string
  cookie: string
}

/** As our console asks: the token in its cookie. `cookie` of the answer is the one that follows. */
const refresh = async (token: string, path = 'blade-auth/oauth/token'): Promise<Tokens> => {
  const headers = { authorization: BASIC, cookie: `rounds-refresh-token=${token}` }
  const answer = (await t.call('POST', path, {
    payload: { grant_type: 'refresh_token', scope: 'all' },
    headers,
  })) as Tokens
  return { ...answer, cookie: cookieOf(answer, 'rounds-refresh-token')?.value ?? '' }
}
/** As a stock client asks: the token as a parameter. */
const refreshStock = (params: Record<string, string>, where: 'query' | 'payload', authorization = SABER) =>
  t.call('POST', 'blade-auth/oauth/token', {
    [where]: { grant_type: 'refresh_token', scope: 'all', ...params },
    headers: { authorization },
  }) as Promise<Tokens>
const info = (access: string) =>
  t.call('GET', 'blade-auth/oauth/user-info', { headers: { 'blade-auth': `bearer ${access}` } })
const later = (hash: Buffer, seconds: number) =>
  t.db.owner((tx) =>
    tx.query(
      'update "session_token" set expires = expires - make_interval(secs => $2), grace_until = grace_until - make_interval(secs => $2) where hash = $1',
      [hash, seconds],
    ),
  )
const generation = async () => {
  const [row] = await t.db.owner((tx) =>
    tx.query<{ generation: number }>('select generation from "session" where tenant_id = $1 and user_id = $2', [
      tenant,
      me.userId,
    ]),
  )
  return row?.generation
}

describe('refreshing', () => {
  it('answers a complete new token object and spends the old one', async () => {
    const next = await refresh(me.refresh)
    expect(next).toMatchObject({ status: 200, token_type: 'bearer', expires_in: 3600, user_id: me.userId })
    expect(next.access_token).not.toBe(me.access)
    expect((await info(next.access_token ?? '')).status).toBe(200)
  })

  it('by its own path too', async () => {
    expect((await refresh(me.refresh, 'blade-auth/oauth/token/refresh')).access_token).toBeTruthy()
  })

  it('twenty tabs at once cause one rotation and get the same pair', async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(me.refresh)))
      expect(answers.every((a) => a.status === 200)).toBe(true)
      expect(new Set(answers.map((a) => `${a.access_token} ${a.cookie}`)).size).toBe(1)
      expect(await generation()).toBe(round + 1)
      me = { ...me, access: answers[0]?.access_token ?? '', refresh: answers[0]?.cookie ?? '' }
    }
    expect((await info(me.access)).status).toBe(200)
  })

  it('keeps the superseded access token good for half a minute', async () => {
    await refresh(me.refresh)
    expect((await info(me.access)).status).toBe(200)
    await later(hashOf(me.access), 31)
    expect((await info(me.access)).status).toBe(401)
  })

  it('leads a slow tab to the pair in force, however often it was renewed meanwhile', async () => {
    const one = await refresh(me.refresh)
    const two = await refresh(one.cookie)
    const three = await refresh(two.cookie)
    const slow = await refresh(me.refresh)
    expect(slow.access_token).toBe(three.access_token)
    expect(await generation()).toBe(3)
  })

  it('ends the session when a spent token comes after its grace', async () => {
    const next = await refresh(me.refresh)
    await later(hashOf(me.refresh), 31)
    expect(await refresh(me.refresh)).toMatchObject({
      status: 400,
      code: 400,
      msg: '登录已过期，请重新登录',
      error: 'invalid_grant',
    })
    expect((await info(next.access_token ?? '')).status).toBe(401)
    expect((await refresh(next.cookie)).status).toBe(400)
    const [row] = await t.db.owner((tx) =>
      tx.query<{ ended_why: string }>('select ended_why from "session" where tenant_id = $1 and user_id = $2', [
        tenant,
        me.userId,
      ]),
    )
    expect(row?.ended_why).toBe('replay')
  })

  it('does not end a session because its last refresh token grew old', async () => {
    await later(hashOf(me.refresh), 604_801)
    expect((await refresh(me.refresh)).status).toBe(400)
    expect((await info(me.access)).status).toBe(200)
  })

  it.each(['', 'x', 'bearer', '000000.x', `000000.${'a'.repeat(43)}`])('refuses %j', async (token) => {
    expect((await refresh(token)).status).toBe(400)
  })

  it('refuses an access token as a refresh token, and the other way round', async () => {
    expect((await refresh(me.access)).status).toBe(400)
    expect((await info(me.refresh)).status).toBe(401)
  })

  it('refuses the token under another tenant', async () => {
    const [, secret] = me.refresh.split('.')
    expect((await refresh(`000000.${secret}`)).status).toBe(400)
    expect((await info(`000000.${me.access.split('.')[1]}`)).status).toBe(401)
  })

  it('refuses a disabled user', async () => {
    await t.db.transaction({ tenantId: tenant }, (tx) =>
      tx.query('update "user" set status = 0 where tenant_id = $1 and id = $2', [tenant, me.userId]),
    )
    expect((await refresh(me.refresh)).status).toBe(400)
  })

  it('keeps hashes only', async () => {
    const next = await refreshSession(t.context, me.refresh, { id: 'rounds', access: 3600, refresh: 604800 })
    const rows = await t.db.owner((tx) => tx.query('select * from "session_token" where tenant_id = $1', [tenant]))
    const kept = JSON.stringify(
      rows.map((r) =>
        Object.values(r).map((v) => (v instanceof Uint8Array ? Buffer.from(v).toString('base64url') : v)),
      ),
    )
    for (const token of [me.access, me.refresh, next?.access ?? '', next?.refresh ?? '']) {
      expect(kept).not.toContain(token)
      expect(kept).not.toContain(token.split('.')[1])
    }
  })
})

describe('a refresh token belongs to its client', () => {
  const signInStock = async (where: 'query' | 'payload') => {
    const account = `s${me.userId}${where}`
    await t.addUser(tenant, { account })
    return t.call('POST', 'blade-auth/oauth/token', {
      [where]: { tenantId: tenant, username: account, password: asSent(account), grant_type: 'password' },
      headers: { authorization: SABER },
    }) as Promise<Tokens>
  }
  it.each(['query', 'payload'] as const)('stock clients keep it in the answer and send it in the %s', async (where) => {
    const first = await signInStock(where)
    expect(first.refresh_token).toMatch(new RegExp(`^${tenant}\\.[\\w-]{43}$`))
    expect(cookieOf(first, 'rounds-refresh-token')).toBeUndefined()
    const next = await refreshStock({ refresh_token: first.refresh_token ?? '' }, where)
    expect(next.refresh_token).toMatch(new RegExp(`^${tenant}\\.[\\w-]{43}$`))
    expect(next.refresh_token).not.toBe(first.refresh_token)
    // what is in a cookie is not looked at
    const headers = { authorization: SABER, cookie: `rounds-refresh-token=${next.refresh_token}` }
    expect(
      (await t.call('POST', 'blade-auth/oauth/token', { payload: { grant_type: 'refresh_token' }, headers })).status,
    ).toBe(400)
  })

  it('another client gets nothing for it and ends nothing, not even with a spent one', async () => {
    expect(await refreshStock({ refresh_token: me.refresh }, 'payload')).toMatchObject({
      status: 400,
      msg: '登录已过期，请重新登录',
    })
    const next = await refresh(me.refresh)
    expect(next.status).toBe(200)
    await later(hashOf(me.refresh), 31)
    expect((await refreshStock({ refresh_token: me.refresh }, 'payload')).status).toBe(400)
    expect((await info(next.access_token ?? '')).status).toBe(200)
    const stock = await signInStock('payload')
    expect((await refresh(stock.refresh_token ?? '')).status).toBe(400)
    expect((await refreshStock({ refresh_token: stock.refresh_token ?? '' }, 'payload')).status).toBe(200)
  })

  it('our console takes it from the cookie only, and keeps it from scripts', async () => {
    const asked = await refreshStock({ refresh_token: me.refresh }, 'payload', BASIC)
    expect(asked).toMatchObject({ status: 400, msg: '登录已过期，请重新登录' })
    const next = await refresh(me.refresh)
    expect(next).toMatchObject({ status: 200, refresh_token: '' })
    expect(next.refresh_expires_in).toBeGreaterThan(43_000)
    expect(next.refresh_expires_in).toBeLessThanOrEqual(43_200)
    expect(next.raw).not.toContain(next.cookie)
    expect(next.headers['cache-control']).toBe('no-store')
    expect(cookieOf(next, 'rounds-refresh-token')).toMatchObject({
      path: '/api/blade-auth/oauth/token',
      httpOnly: true,
      sameSite: 'strict',
      maxAge: next.refresh_expires_in,
    })
    expect(String(next.headers['set-cookie'])).not.toContain('Secure')
  })

  it('the cookie is Secure behind https', async () => {
    const headers = { authorization: BASIC, cookie: `rounds-refresh-token=${me.refresh}`, 'x-forwarded-proto': 'https' }
    const next = await t.call('POST', 'blade-auth/oauth/token', { payload: { grant_type: 'refresh_token' }, headers })
    expect(cookieOf(next, 'rounds-refresh-token')).toMatchObject({ secure: true, httpOnly: true })
  })

  it('signing out in the console deletes the cookie; other clients cannot cause it', async () => {
    const out = await t.call('GET', 'blade-auth/oauth/logout', {
      headers: { authorization: BASIC, 'blade-auth': `bearer ${me.access}` },
    })
    expect(cookieOf(out, 'rounds-refresh-token')).toMatchObject({
      value: '',
      maxAge: 0,
      path: '/api/blade-auth/oauth/token',
      httpOnly: true,
    })
    expect((await refresh(me.refresh)).status).toBe(400)
    expect((await t.call('GET', 'blade-auth/oauth/logout')).headers['set-cookie']).toBeUndefined()
  })
})

describe('a session has an end of its own', () => {
  const older = (hours: number) =>
    t.db.owner(async (tx) => {
      await tx.query(
        'update "session" set create_time = create_time - make_interval(hours => $3) where tenant_id = $1 and user_id = $2',
        [tenant, me.userId, hours],
      )
    })
  it('twelve hours after signing in: tokens are cut to it, then neither renews', async () => {
    await older(11)
    const late = await refresh(me.refresh)
    expect(late.status).toBe(200)
    expect(late.expires_in).toBeGreaterThan(3500)
    expect(late.expires_in).toBeLessThanOrEqual(3600)
    expect(late.refresh_expires_in).toBe(late.expires_in)
    expect(cookieOf(late, 'rounds-refresh-token')?.maxAge).toBe(late.refresh_expires_in)
    await t.db.owner((tx) =>
      tx.query(`update "session" set create_time = now() - interval '11 hours 50 minutes' where user_id = $1`, [
        me.userId,
      ]),
    )
    const last = await refresh(late.cookie)
    expect(last.expires_in).toBeLessThanOrEqual(600)
    expect(last.expires_in).toBeGreaterThan(500)
    // a second call with the earlier token a moment later gets the same answer
    expect((await refresh(late.cookie)).refresh_expires_in).toBeLessThanOrEqual(600)
    await older(1)
    await later(hashOf(last.access_token ?? ''), 601)
    expect((await info(last.access_token ?? '')).status).toBe(401)
    expect(await refresh(last.cookie)).toMatchObject({ status: 400, msg: '登录已过期，请重新登录' })
  })

  it('wherever the setting says', async () => {
    const brief = await testApp({ sessionHours: 1 })
    const they = await brief.signIn(tenant, 'finance')
    await brief.db.owner((tx) =>
      tx.query(`update "session" set create_time = now() - interval '59 minutes' where user_id = $1`, [they.userId]),
    )
    const ask = (cookie: string) =>
      brief.call('POST', 'blade-auth/oauth/token', {
        payload: { grant_type: 'refresh_token' },
        headers: { authorization: BASIC, cookie: `rounds-refresh-token=${cookie}` },
      }) as Promise<Tokens>
    const next = await ask(they.refresh)
    expect(next.expires_in).toBeLessThanOrEqual(60)
    await brief.db.owner((tx) =>
      tx.query(`update "session" set create_time = now() - interval '61 minutes' where user_id = $1`, [they.userId]),
    )
    expect((await ask(cookieOf(next, 'rounds-refresh-token')?.value ?? '')).status).toBe(400)
    await brief.app.close()
  })
})

describe('secrets stay out of addresses', () => {
  it.each(['password', 'refresh_token', 'refreshToken'])('our console may not send %s in the query', async (name) => {
    const answer = await t.call('POST', 'blade-auth/oauth/token', {
      query: { [name]: me.refresh },
      payload: {
        tenantId: tenant,
        username: 'x',
        password: 'x',
        grant_type: name === 'password' ? 'password' : 'refresh_token',
      },
      headers: { authorization: BASIC, cookie: `rounds-refresh-token=${me.refresh}` },
    })
    expect(answer).toMatchObject({ status: 400, msg: '密码和刷新令牌只能放在请求体中' })
    expect((await refresh(me.refresh)).status).toBe(200)
  })
})

describe('a session is over at the next request', () => {
  it('after signing out, as often as one likes', async () => {
    for (let i = 0; i < 3; i++) {
      const out = await t.call('GET', 'blade-auth/oauth/logout', { headers: { 'blade-auth': `bearer ${me.access}` } })
      expect(out).toMatchObject({ status: 200, success: 'true' })
    }
    expect((await info(me.access)).status).toBe(401)
    expect((await refresh(me.refresh)).status).toBe(400)
    for (const headers of [{}, { 'blade-auth': 'bearer nonsense' }, { 'blade-auth': 'x' }])
      expect((await t.call('GET', 'blade-auth/oauth/logout', { headers })).status).toBe(200)
  })

  it('for good when the user is disabled or removed, by whichever call', async () => {
    const admin = await t.signIn(tenant, 'administrator')
    const set = (what: string) =>
      t.db.transaction({ tenantId: tenant }, (tx) =>
        tx.query(`update "user" set ${what} where tenant_id = $1 and id = $2`, [tenant, me.userId]),
      )
    await set('status = 0')
    expect((await info(me.access)).status).toBe(401)
    await set('status = 1')
    const over = async (who: Client) => [(await info(who.access)).status, (await refresh(who.refresh)).status]
    expect(await over(me)).toEqual([401, 400])
    const other = await t.signIn(tenant, 'finance')
    for (const status of [0, 1])
      expect((await admin.post('blade-system/user/submit', { id: other.userId, status })).status).toBe(200)
    expect(await over(other)).toEqual([401, 400])
    me = await t.signIn(tenant, 'finance')
    for (const deleted of [1, 0]) await set(`is_deleted = ${deleted}`)
    expect(await over(me)).toEqual([401, 400])
  })

  it('for good when the user loses a role, and not when one is added', async () => {
    const admin = await t.signIn(tenant, 'administrator')
    const grant = (...roleIds: string[]) => admin.post('blade-system/user/grant', { roleIds }, { userIds: me.userId })
    const [finance, cashier] = await t.db.scoped<{ id: string }>(
      { tenantId: tenant },
      {
        text: `select id::text from "role" where tenant_id = $1 and role_alias in ('finance', 'cashier') order by role_alias = 'cashier'`,
        values: [tenant],
      },
    )
    expect((await grant(String(finance?.id), String(cashier?.id))).status).toBe(200)
    expect((await info(me.access)).status).toBe(200)
    expect((await grant(String(cashier?.id))).status).toBe(200)
    expect([(await info(me.access)).status, (await refresh(me.refresh)).status]).toEqual([401, 400])
    expect((await grant(String(finance?.id), String(cashier?.id))).status).toBe(200)
    expect([(await info(me.access)).status, (await refresh(me.refresh)).status]).toEqual([401, 400])
  })

  it('for good when the company that they work for is disabled, and nobody of it signs in', async () => {
    const add = await t.signIn(tenant, 'administrator')
    const company = { name: '杭州停用医药有限公司', socialCreditCode: creditCodeOf(88), legalPerson: '王一' }
    const { data } = await add.post<{ id: string }>('blade-csc/entrustedCompany/submit', company)
    await admit(t, data.id)
    const account = `c${data.id}`
    await t.addUser(tenant, { account, roles: ['companyAdmin'], company: data.id })
    const they = await t.signInAs(tenant, account)
    const toggle = () => add.post('blade-csc/entrustedCompany/enable', undefined, { id: data.id })
    expect((await info(they.access)).status).toBe(200)
    expect(await toggle()).toMatchObject({ status: 200 })
    const asked = (form: Record<string, string>) =>
      t.call('POST', 'blade-auth/oauth/token', {
        headers: { authorization: BASIC },
        payload: { tenantId: tenant, ...form },
      })
    const password = await asked({ username: account, password: asSent(account), grant_type: 'password' })
    expect(password).toMatchObject({ status: 400, msg: '所属企业已停用，请联系平台管理员' })
    expect(await toggle()).toMatchObject({ status: 200 })
    expect([(await info(they.access)).status, (await refresh(they.refresh)).status]).toEqual([401, 400])
    expect((await info((await t.signInAs(tenant, account)).access)).status).toBe(200)
  })

  it('when the tenant expires', async () => {
    const other = await t.newTenant()
    const they = await t.signIn(other, 'finance')
    await t.db.owner((tx) => tx.query(`update "tenant" set expire_time = current_date - 1 where code = $1`, [other]))
    expect((await info(they.access)).status).toBe(401)
    await sweepSessions(t.context)
    await t.db.owner((tx) => tx.query(`update "tenant" set expire_time = current_date + 1 where code = $1`, [other]))
    expect((await info(they.access)).status).toBe(401)
  })

  it('when an administrator ends all sessions of a user', async () => {
    await t.db.transaction({ tenantId: tenant }, (tx) => endSessionsOf(tx, me.userId, 'kicked'))
    expect((await info(me.access)).status).toBe(401)
  })

  it('when the access token grew old; the refresh token still opens it', async () => {
    await later(hashOf(me.access), 3601)
    expect((await info(me.access)).status).toBe(401)
    expect((await refresh(me.refresh)).status).toBe(200)
  })
})

describe('what a role may do changes at the next request', () => {
  const codes = async () => {
    const answer = await me.get<WireCatalogue>('rounds/catalogue')
    return new Set(catalogueFromWire(answer.data).permissions)
  }
  it('when a grant is taken or given', async () => {
    const other = await t.newTenant()
    me = await t.signIn(other, 'finance')
    expect((await codes()).has('settlementOrder_audit')).toBe(true)
    await t.db.transaction({ tenantId: other }, (tx) =>
      tx.query(
        `delete from "role_menu" rm using "menu" m where m.id = rm.menu_id and rm.tenant_id = $1 and m.code = 'settlementOrder_audit'`,
        [other],
      ),
    )
    expect((await codes()).has('settlementOrder_audit')).toBe(false)
    await t.db.transaction({ tenantId: other }, (tx) =>
      tx.query(
        `insert into "role_menu" (tenant_id, role_id, menu_id) select $1::text, 32, id from "menu" where code = 'settlementOrder_audit'`,
        [other],
      ),
    )
    expect((await codes()).has('settlementOrder_audit')).toBe(true)
  })
  it('when the user loses a role, and when the role is deleted', async () => {
    await t.db.transaction({ tenantId: tenant }, (tx) =>
      tx.query('delete from "user_role" where tenant_id = $1 and user_id = $2', [tenant, me.userId]),
    )
    expect((await codes()).size).toBe(0)
    const other = await t.newTenant()
    me = await t.signIn(other, 'finance')
    expect((await codes()).size).toBeGreaterThan(0)
    await t.db.transaction({ tenantId: other }, (tx) =>
      tx.query('update "role" set is_deleted = 1 where tenant_id = $1 and id = 32', [other]),
    )
    expect((await codes()).size).toBe(0)
  })
  it('and not for another tenant', async () => {
    const before = await codes()
    const other = await t.newTenant()
    await t.db.transaction({ tenantId: other }, (tx) =>
      tx.query('delete from "role_menu" where tenant_id = $1', [other]),
    )
    expect(await codes()).toEqual(before)
  })
})

describe('nothing but the header signs in', () => {
  it.each(['saber-access-token', 'saber3-access-token', 'blade-auth', 'access_token'])('no cookie %s', async (name) => {
    expect(
      (
        await t.call('GET', 'blade-auth/oauth/user-info', {
          headers: { cookie: `${name}=${me.access}; x=bearer ${me.access}` },
        })
      ).status,
    ).toBe(401)
  })
  it('no query either, save for file downloads', async () => {
    expect(
      (await t.call('GET', 'blade-auth/oauth/user-info', { query: { 'blade-auth': `bearer ${me.access}` } })).status,
    ).toBe(401)
    expect(
      (
        await t.call('GET', 'blade-svc/settlementOrder/toSettle', {
          query: { ids: '1', 'blade-auth': `bearer ${me.access}` },
        })
      ).status,
    ).toBe(401)
  })
})
