import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSent } from '../../../src/server/access/passwords.ts'
import { BASIC, type Client, type TestApp, testApp } from '../app.ts'

const PATH = 'blade-system/user/update-password'
const OWN = { authorization: BASIC }

let t: TestApp
let tenant: string
let n = 0
beforeAll(async () => {
  t = await testApp()
  tenant = await t.newTenant()
})
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
