import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { SECURITY_EVENT_KINDS } from '../../../src/model/administration/access/securityEvent.ts'
import { asSent } from '../../../src/server/auth/passwords.ts'
import { GUESSING } from '../../../src/server/core/limits/attempts.ts'
import { BASIC, type Client, type TestApp, testApp } from '../app.ts'
import { attempt } from './guesses.ts'

const PATH = 'blade-system/user/update-password'
const OWN = { authorization: BASIC }

let t: TestApp
let tenant: string
let n = 0
beforeAll(async () => {
  t = await testApp()
  tenant = await t.newTenant()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => t?.app.close())

/** Somebody with a password of their own, and how they sign in. */
async function somebody(): Promise<{ me: Client; account: string }> {
  const account = `changes${n++}`
  await t.addUser(tenant, { account, roles: ['finance'], password: 'the old one' })
  return { me: await t.signInAs(tenant, account, 'the old one'), account }
}
const sent = (old: string, next: string, again = next) => ({
  oldPassword: asSent(old),
  newPassword: asSent(next),
  newPassword1: asSent(again),
})
/** Something happens right after a statement of this name was answered, once. */
function rightAfter(name: string, happens: () => Promise<unknown>) {
  const scoped = t.db.scoped.bind(t.db)
  let done = false
  vi.spyOn(t.db, 'scoped').mockImplementation(async (scope, statement) => {
    const rows = await scoped(scope, statement)
    if (statement.name === name && !done) {
      done = true
      await happens()
    }
    return rows as never
  })
}
const alive = async (who: Client) => (await who.get('blade-system/user/info')).status

describe('everybody changes their own password', () => {
  it('by the old one; sessions elsewhere end, this one goes on, and only the new one signs in', async () => {
    const { me, account } = await somebody()
    const elsewhere = await t.signInAs(tenant, account, 'the old one')
    expect((await me.post(PATH, sent('the old one', 'another one'), {}, OWN)).status).toBe(200)
    expect([await alive(me), await alive(elsewhere)]).toEqual([200, 401])
    await expect(t.signInAs(tenant, account, 'the old one')).rejects.toThrow()
    expect(await alive(await t.signInAs(tenant, account, 'another one'))).toBe(200)
  })

  it.each<[string, object, string]>([
    ['a wrong old one', sent('not it', 'another one'), 'oldPassword'],
    ['two that differ', sent('the old one', 'another one', 'yet another'), 'newPassword1'],
    ['the same again', sent('the old one', 'the old one'), 'newPassword'],
    ['none', sent('the old one', ''), 'newPassword'],
    [
      'one that is no hash: nobody could sign in with it',
      { ...sent('the old one', 'x'), newPassword: 'plain text', newPassword1: 'plain text' },
      'newPassword',
    ],
    ['a missing field', { oldPassword: asSent('the old one') }, 'newPassword'],
  ])('%s is refused and names the field', async (_what, body, field) => {
    const { me, account } = await somebody()
    const answer = await me.post<Record<string, string>>(PATH, body, {}, OWN)
    expect([answer.status, Object.keys(answer.data)]).toEqual([400, expect.arrayContaining([field])])
    expect(await alive(await t.signInAs(tenant, account, 'the old one'))).toBe(200)
  })

  it('the account name is refused, a password in the address too, and nobody signed in has none to change', async () => {
    const { me, account } = await somebody()
    expect((await me.post(PATH, sent('the old one', account), {}, OWN)).status).toBe(400)
    expect((await me.post(PATH, {}, sent('the old one', 'another one'), OWN)).status).toBe(400)
    expect((await t.call('POST', PATH, { payload: sent('the old one', 'another one') })).status).toBe(401)
  })

  it('guesses wait, as many as there are at once, and keep their owner from nothing', async () => {
    const { me, account } = await somebody()
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, i) => me.post(PATH, sent(`guess ${i}`, 'another one'), {}, OWN)),
    )
    const codes = tries.map((a) => a.status)
    expect(codes.filter((code) => code === 400).length).toBeLessThanOrEqual(5)
    expect(codes).toContain(429)
    // while that waits, the right one is not looked at either; signing in is another place
    expect((await me.post(PATH, sent('the old one', 'another one'), {}, OWN)).status).toBe(429)
    expect(await alive(await t.signInAs(tenant, account, 'the old one'))).toBe(200)
  })

  it('wrong ones are told of once, and are no failures of signing in, whose own are told of as ever', async () => {
    const { me, account } = await somebody()
    const elsewhere = await t.signInAs(tenant, account, 'the old one')
    const of = (table: string) =>
      t.db.scoped<{ kind: number; actor_id: string }>(
        { tenantId: tenant },
        { text: `select kind, actor_id from ${table}`, values: [tenant, account] },
      )
    const told = () => of('"security_event" where tenant_id = $1 and subject = $2 order by id')
    for (let i = 0; i < GUESSING.account + 3; i++) {
      expect((await me.post(PATH, sent(`guess ${i}`, 'another one'), {}, OWN)).status).toBe(400)
      await t.db.owner((tx) => tx.query('update "login_attempt" set wait_until = now() where tenant_id = $1', [tenant]))
    }
    expect(await told()).toEqual([{ kind: SECURITY_EVENT_KINDS.oldPasswordGuessing, actor_id: me.userId }])
    const [user] = await t.db.scoped<{ n: number }>(
      { tenantId: tenant },
      {
        text: 'select login_error_count as n from "user" where tenant_id = $1 and id = $2',
        values: [tenant, me.userId],
      },
    )
    expect(user?.n).toBe(0)
    // a browser nobody knows is asked for no captcha, until it is the sign-in that is guessed at
    for (let i = 0; i < GUESSING.account; i++)
      expect(await attempt(t, { tenant, account, from: `10.7.1.${i}` })).toMatchObject({
        status: 400,
        msg: '用户名或密码错误',
      })
    expect((await told()).map((e) => e.kind)).toEqual([
      SECURITY_EVENT_KINDS.oldPasswordGuessing,
      SECURITY_EVENT_KINDS.accountGuessing,
    ])
    await me.post(PATH, sent('guess', 'another one'), {}, OWN)
    expect((await me.post(PATH, sent('the old one', 'another one'), {}, OWN)).status).toBe(429)
    expect((await elsewhere.post(PATH, sent('the old one', 'another one'), {}, OWN)).status).toBe(200)
  })

  it('a sign-in that was looking at the old one meanwhile gets no session', async () => {
    const { me, account } = await somebody()
    rightAfter('sign-in', () => me.post(PATH, sent('the old one', 'another one'), {}, OWN))
    await expect(t.signInAs(tenant, account, 'the old one')).rejects.toThrow('用户名或密码错误')
    expect(await alive(me)).toBe(200)
  })

  it('a change that was looking at the old one meanwhile changes nothing', async () => {
    const { me, account } = await somebody()
    const thief = await t.signInAs(tenant, account, 'the old one')
    rightAfter('own-secret', () => me.post(PATH, sent('the old one', 'mine'), {}, OWN))
    expect((await thief.post(PATH, sent('the old one', 'theirs'), {}, OWN)).status).toBe(400)
    expect(await alive(await t.signInAs(tenant, account, 'mine'))).toBe(200)
  })

  it('what is written of it holds no password', async () => {
    const { me } = await somebody()
    await me.post(PATH, sent('the old one', 'another one'), {}, OWN)
    const kept = await t.db.owner(async (tx) => {
      const tables = await tx.query<{ name: string }>(
        `select table_name as name from information_schema.columns where table_schema = current_schema and column_name in ('body', 'answer', 'request', 'detail', 'params') group by 1`,
      )
      return Promise.all(tables.map(({ name }) => tx.query(`select * from "${name}"`)))
    })
    expect(JSON.stringify(kept)).not.toContain(asSent('another one'))
  })
})
