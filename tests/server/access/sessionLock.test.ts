import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSent } from '../../../src/server/auth/passwords.ts'
import { GUESSING } from '../../../src/server/core/limits/attempts.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

const [LOCK, UNLOCK] = ['rounds/session/lock', 'rounds/session/unlock']
const ME = 'blade-system/user/info'

let t: TestApp
let tenant: string
let n = 0
beforeAll(async () => {
  t = await testApp()
  tenant = await t.newTenant()
})
afterAll(() => t?.app.close())

/** Somebody with two sessions. */
async function somebody(): Promise<readonly [Client, Client, string]> {
  const account = `locks${n++}`
  await t.addUser(tenant, { account, roles: ['finance'], password: 'my own password' })
  const signIn = () => t.signInAs(tenant, account, 'my own password')
  return [await signIn(), await signIn(), account]
}
const password = asSent('4711')

describe('the lock of a session', () => {
  it('asks for a password first, then serves nothing but its unlocking, by every door, for this session alone', async () => {
    const [me, other] = await somebody()
    const empty = await me.post<Record<string, string>>(LOCK, {})
    expect([empty.status, empty.data]).toEqual([400, { password: '锁屏密码不能为空' }])
    expect((await me.get(ME)).status).toBe(200)
    expect((await me.post(LOCK, { password })).data).toEqual({ own: true })
    const refused = await Promise.all([
      ...[me.get(ME), me.get('rounds/catalogue'), me.get('rounds/events?hold=1'), me.get('rounds/search?keyword=a')],
      ...[me.post('rounds/settings/save', { changes: [] }), me.post('blade-system/user/update-password', {})],
    ])
    expect(refused.map((r) => r.status)).toEqual([423, 423, 423, 423, 423, 423])
    expect((await other.get(ME)).status).toBe(200)

    const wrong = await me.post<Record<string, string>>(UNLOCK, { password: asSent('4712') })
    expect([wrong.status, wrong.data]).toEqual([400, { password: '锁屏密码不正确' }])
    // who sits at a locked desk cannot replace the password
    expect((await me.post(LOCK, { password: asSent('4712') })).data).toEqual({ own: true })
    expect((await me.post(UNLOCK, { password: asSent('4712') })).status).toBe(400)
    expect((await me.post(UNLOCK, { password })).status).toBe(200)
    expect((await me.get(ME)).status).toBe(200)
    // the second lock knows it, and the other session has none
    expect((await me.post(LOCK, {})).data).toEqual({ own: true })
    expect((await other.post(UNLOCK, { password })).status).toBe(409)
    expect((await me.get(ME)).status).toBe(423)
  })

  it('without a password of its own is opened by none, but by signing in anew', async () => {
    const [me, other] = await somebody()
    expect((await me.post(LOCK, { signInPassword: 1 })).data).toEqual({ own: false })
    expect((await me.post(UNLOCK, { password })).status).toBe(409)
    expect([(await me.get(ME)).status, (await other.get(ME)).status]).toEqual([423, 200])
  })

  it('ends the session that is guessed at, and tells the administrators', async () => {
    const [me, other, account] = await somebody()
    await me.post(LOCK, { password })
    // the waits between wrong passwords are those of the sign-in
    for (let i = 1; i <= GUESSING.account; i++) {
      await t.db.scoped(
        { tenantId: tenant },
        {
          text: `update "login_attempt" set wait_until = now() where tenant_id = $1 and account = $2`,
          values: [tenant, account],
        },
      )
      const { status } = await me.post(UNLOCK, { password: asSent('4712') })
      expect(status).toBe(i < GUESSING.account ? 400 : 401)
    }
    expect((await me.post(UNLOCK, { password })).status).toBe(401)
    expect((await other.get(ME)).status).toBe(200)
    const events = await t.db.scoped(
      { tenantId: tenant },
      { text: 'select kind from "security_event" where tenant_id = $1 and subject = $2', values: [tenant, account] },
    )
    expect(events).toHaveLength(1)
  })
})
