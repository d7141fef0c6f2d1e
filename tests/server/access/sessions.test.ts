import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endSessionsOf, refreshSession } from '../../../src/server/access/sessions.ts'
import { hashOf } from '../../../src/server/access/tokens.ts'
import { type Answer, BASIC, type Client, type TestApp, testApp } from '../app.ts'

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

type Tokens = Answer & { access_token?: string; refresh_token?: string; expires_in?: number; account?: string }

const refresh = (token: string, path = 'blade-auth/oauth/token') =>
  t.call('POST', path, { query: { grant_type: 'refresh_token', scope: 'all', refresh_token: token }, headers: { authorization: BASIC } }) as Promise<Tokens>
const info = (access: string) => t.call('GET', 'blade-auth/oauth/user-info', { headers: { 'blade-auth': `bearer ${access}` } })
const later = (hash: Buffer, seconds: number) =>
  t.db.owner((tx) =>
    tx.query(
      'update "session_token" set expires = expires - make_interval(secs => $2), grace_until = grace_until - make_interval(secs => $2) where hash = $1',
      [hash, seconds],
    ),
  )
const generation = async () => {
  const [row] = await t.db.owner((tx) =>
    tx.query<{ generation: number }>('select generation from "session" where tenant_id = $1 and user_id = $2', [tenant, me.userId]),
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
      expect(new Set(answers.map((a) => `${a.access_token} ${a.refresh_token}`)).size).toBe(1)
      expect(await generation()).toBe(round + 1)
      me = { ...me, access: answers[0]?.access_token ?? '', refresh: answers[0]?.refresh_token ?? '' }
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
    const two = await refresh(one.refresh_token ?? '')
    const three = await refresh(two.refresh_token ?? '')
    const slow = await refresh(me.refresh)
    expect(slow.access_token).toBe(three.access_token)
    expect(await generation()).toBe(3)
  })

  it('ends the session when a spent token comes after its grace', async () => {
    const next = await refresh(me.refresh)
    await later(hashOf(me.refresh), 31)
    expect(await refresh(me.refresh)).toMatchObject({ status: 400, code: 400, msg: '登录已过期，请重新登录', error: 'invalid_grant' })
    expect((await info(next.access_token ?? '')).status).toBe(401)
    expect((await refresh(next.refresh_token ?? '')).status).toBe(400)
    const [row] = await t.db.owner((tx) =>
      tx.query<{ ended_why: string }>('select ended_why from "session" where tenant_id = $1 and user_id = $2', [tenant, me.userId]),
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
    await t.db.transaction({ tenantId: tenant }, (tx) => tx.query('update "user" set status = 0 where tenant_id = $1 and id = $2', [tenant, me.userId]))
    expect((await refresh(me.refresh)).status).toBe(400)
  })

  it('keeps hashes only', async () => {
    const next = await refreshSession(t.house, me.refresh, { access: 3600, refresh: 604800 })
    const rows = await t.db.owner((tx) => tx.query('select * from "session_token" where tenant_id = $1', [tenant]))
    const kept = JSON.stringify(rows.map((r) => Object.values(r).map((v) => (v instanceof Uint8Array ? Buffer.from(v).toString('base64url') : v))))
    for (const token of [me.access, me.refresh, next?.access ?? '', next?.refresh ?? '']) {
      expect(kept).not.toContain(token)
      expect(kept).not.toContain(token.split('.')[1])
    }
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

  it('when the user is disabled or removed', async () => {
    const set = (what: string) =>
      t.db.transaction({ tenantId: tenant }, (tx) => tx.query(`update "user" set ${what} where tenant_id = $1 and id = $2`, [tenant, me.userId]))
    await set('status = 0')
    expect((await info(me.access)).status).toBe(401)
    await set('status = 1')
    expect((await info(me.access)).status).toBe(200)
    await set('is_deleted = 1')
    expect((await info(me.access)).status).toBe(401)
  })

  it('when the tenant expires', async () => {
    const other = await t.newTenant()
    const they = await t.signIn(other, 'finance')
    await t.db.owner((tx) => tx.query(`update "tenant" set expire_time = current_date - 1 where code = $1`, [other]))
    expect((await info(they.access)).status).toBe(401)
  })

  it('when somebody ends all sessions of a user', async () => {
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
    const answer = await me.get<{ permissions: string[] }>('rounds/catalogue')
    return new Set(answer.data.permissions)
  }
  it('when a grant is taken or given', async () => {
    const other = await t.newTenant()
    me = await t.signIn(other, 'finance')
    expect((await codes()).has('settlementOrder_audit')).toBe(true)
    await t.db.transaction({ tenantId: other }, (tx) =>
      tx.query(`delete from "role_menu" rm using "menu" m where m.id = rm.menu_id and rm.tenant_id = $1 and m.code = 'settlementOrder_audit'`, [other]),
    )
    expect((await codes()).has('settlementOrder_audit')).toBe(false)
    await t.db.transaction({ tenantId: other }, (tx) =>
      tx.query(`insert into "role_menu" (tenant_id, role_id, menu_id) select $1::text, 32, id from "menu" where code = 'settlementOrder_audit'`, [other]),
    )
    expect((await codes()).has('settlementOrder_audit')).toBe(true)
  })
  it('when he loses a role, and when the role goes', async () => {
    await t.db.transaction({ tenantId: tenant }, (tx) => tx.query('delete from "user_role" where tenant_id = $1 and user_id = $2', [tenant, me.userId]))
    expect((await codes()).size).toBe(0)
    const other = await t.newTenant()
    me = await t.signIn(other, 'finance')
    expect((await codes()).size).toBeGreaterThan(0)
    await t.db.transaction({ tenantId: other }, (tx) => tx.query('update "role" set is_deleted = 1 where tenant_id = $1 and id = 32', [other]))
    expect((await codes()).size).toBe(0)
  })
  it('and not for another tenant', async () => {
    const before = await codes()
    const other = await t.newTenant()
    await t.db.transaction({ tenantId: other }, (tx) => tx.query('delete from "role_menu" where tenant_id = $1', [other]))
    expect(await codes()).toEqual(before)
  })
})

describe('nothing but the header signs in', () => {
  it.each(['saber-access-token', 'saber3-access-token', 'blade-auth', 'access_token'])('no cookie %s', async (name) => {
    expect((await t.call('GET', 'blade-auth/oauth/user-info', { headers: { cookie: `${name}=${me.access}; x=bearer ${me.access}` } })).status).toBe(401)
  })
  it('no query either, save for file downloads', async () => {
    expect((await t.call('GET', 'blade-auth/oauth/user-info', { query: { 'blade-auth': `bearer ${me.access}` } })).status).toBe(401)
    expect((await t.call('GET', 'blade-svc/settlementOrder/toSettle', { query: { ids: '1', 'blade-auth': `bearer ${me.access}` } })).status).toBe(401)
  })
})
