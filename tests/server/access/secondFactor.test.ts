import { Resvg } from '@resvg/resvg-js'
import decodeQR from 'qr/decode.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NewSecondFactor, SecondFactor } from '../../../src/model/administration/access/secondFactorCalls.ts'
import { SECURITY_EVENT_KINDS } from '../../../src/model/administration/access/securityEvent.ts'
import { asSent } from '../../../src/server/auth/passwords.ts'
import { GUESSING } from '../../../src/server/core/limits/attempts.ts'
import { parseKeys, setKeys } from '../../../src/server/core/settings/secrets.ts'
import { rekeyTotp } from '../../../src/server/database/keys/totpSecrets.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { appOf, bytesOf, enrol, forgetUse } from './factor.ts'

const [STATE, BEGIN, CONFIRM, REMOVE] = [
  'rounds/second-factor',
  'rounds/second-factor/begin',
  'rounds/second-factor/confirm',
  'rounds/second-factor/remove',
]
const password = asSent('my own password')

let t: TestApp
let tenant: string
let n = 0
beforeAll(async () => {
  t = await testApp()
  tenant = await t.newTenant()
})
afterAll(() => t?.app.close())

/** Somebody with a password of their own. */
async function somebody(): Promise<{ me: Client; account: string }> {
  const account = `factor${n++}`
  await t.addUser(tenant, { account, roles: ['finance'], password: 'my own password' })
  return { me: await t.signInAs(tenant, account, 'my own password'), account }
}
const isOn = async (who: Client) => (await who.get<SecondFactor>(STATE)).data.on
const told = (account: string) =>
  t.db.scoped<{ kind: number; detail: string; actor_id: string }>(
    { tenantId: tenant },
    {
      text: 'select kind, detail, actor_id from "security_event" where tenant_id = $1 and subject = $2 order by id',
      values: [tenant, account],
    },
  )
const anyOther = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a second factor', () => {
  it('is set up by password and first code, shown once, kept encrypted, and is nobody else’s', async () => {
    const { me, account } = await somebody()
    const { me: other } = await somebody()
    expect((await me.get<SecondFactor>(STATE)).data).toEqual({ on: false, since: '' })
    const wrong = await me.post<Record<string, string>>(BEGIN, { password: asSent('not it') })
    expect([wrong.status, wrong.data]).toEqual([400, { password: '密码不正确' }])
    expect((await me.post(BEGIN, {})).status).toBe(400)
    expect((await me.post(BEGIN, {}, { password })).status).toBe(400)

    const { data, headers } = await me.post<NewSecondFactor>(BEGIN, { password })
    expect(headers['cache-control']).toContain('no-store')
    expect(data.secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    expect(data.uri).toContain(`secret=${data.secret.replaceAll(' ', '')}&issuer=Rounds`)
    expect(data.uri).toContain(`Rounds:${account}%40${tenant}?`)
    // what a camera reads on white
    const drawn = new Resvg(data.qr, { background: '#fff', fitTo: { mode: 'width', value: 352 } }).render()
    expect(decodeQR({ width: drawn.width, height: drawn.height, data: drawn.pixels })).toBe(data.uri)
    // not in force before it is confirmed
    expect(await isOn(me)).toBe(false)
    const app = appOf(data.secret)
    const refused = await me.post<Record<string, string>>(CONFIRM, { oneTimeCode: anyOther(app()) })
    expect([refused.status, Object.keys(refused.data)]).toEqual([400, ['oneTimeCode']])
    expect((await me.post(CONFIRM, { oneTimeCode: '12 34' })).status).toBe(400)
    expect((await other.post(CONFIRM, { oneTimeCode: app() })).status).toBe(409)
    const key = { 'idempotency-key': `confirm-${account}` }
    expect((await me.post(CONFIRM, { oneTimeCode: app() }, {}, key)).status).toBe(200)
    // its answer was lost on the way: the same again is answered the same
    expect((await me.post(CONFIRM, { oneTimeCode: app() }, {}, key)).status).toBe(200)
    expect((await me.get<SecondFactor>(STATE)).data).toEqual({ on: true, since: expect.stringMatching(/^\d{4}-/) })
    expect(await isOn(other)).toBe(false)
    // it is on: neither another one in its place nor the same again
    expect((await me.post(BEGIN, { password })).status).toBe(409)
    expect((await me.post(CONFIRM, { oneTimeCode: app(1) })).status).toBe(409)

    // nothing that is kept says it
    const bytes = bytesOf(data.secret)
    const kept = await t.db.owner(async (tx) => {
      const tables = await tx.query<{ name: string }>(
        `select table_name as name from information_schema.tables where table_schema = current_schema and table_type = 'BASE TABLE'`,
      )
      const found = await Promise.all(
        tables.map(({ name }) => tx.query(`select * from "${name}" x where x::text ~ $1`, [account])),
      )
      return [await tx.query('select * from "user_totp"'), await tx.query('select * from "idempotency"'), ...found]
    })
    const text = JSON.stringify(kept)
    for (const form of [
      data.secret,
      data.secret.replaceAll(' ', ''),
      bytes.toString('base64url'),
      bytes.toString('hex'),
    ])
      expect(text).not.toContain(form)
  })

  it('that was begun anew is the last one, and expires before it is confirmed', async () => {
    const { me } = await somebody()
    const first = (await me.post<NewSecondFactor>(BEGIN, { password })).data
    const second = (await me.post<NewSecondFactor>(BEGIN, { password })).data
    expect(second.secret).not.toBe(first.secret)
    expect((await me.post(CONFIRM, { oneTimeCode: appOf(first.secret)() })).status).toBe(400)
    const age = (minutes: number) =>
      t.db.owner((tx) =>
        tx.query(
          'update "user_totp" set begun_time = now() - make_interval(mins => $3) where tenant_id = $1 and user_id = $2',
          [tenant, me.userId, minutes],
        ),
      )
    await age(11)
    expect((await me.post(CONFIRM, { oneTimeCode: appOf(second.secret)() })).status).toBe(409)
    await age(9)
    expect((await me.post(CONFIRM, { oneTimeCode: appOf(second.secret)() })).status).toBe(200)
  })

  it('is taken off by password and code, each code once, and administrators are told', async () => {
    const { me, account } = await somebody()
    expect((await me.post(REMOVE, { password, oneTimeCode: '123456' })).status).toBe(409)
    const app = await enrol(t, me, 'my own password')
    const without = await me.post<Record<string, string>>(REMOVE, { password })
    expect([without.status, Object.keys(without.data)]).toEqual([400, ['oneTimeCode']])
    expect((await me.post(REMOVE, { password: asSent('not it'), oneTimeCode: app() })).status).toBe(400)
    expect((await me.post(REMOVE, { password, oneTimeCode: anyOther(app()) })).status).toBe(400)
    expect(await isOn(me)).toBe(true)
    // a code that was used is no code any more, nor is one before it
    await t.db.owner((tx) =>
      tx.query('update "user_totp" set last_step = floor(extract(epoch from now()) / 30) where user_id = $1', [
        me.userId,
      ]),
    )
    expect((await me.post(REMOVE, { password, oneTimeCode: app(-1) })).status).toBe(400)
    await forgetUse(t, me)
    const key = { 'idempotency-key': `remove-${account}` }
    expect((await me.post(REMOVE, { password, oneTimeCode: app() }, {}, key)).status).toBe(200)
    expect(await isOn(me)).toBe(false)
    expect((await me.post(REMOVE, { password, oneTimeCode: app() }, {}, key)).status).toBe(200)
    expect(await told(account)).toEqual([
      { kind: SECURITY_EVENT_KINDS.secondFactorRemoved, detail: expect.stringContaining('自己'), actor_id: me.userId },
    ])
    // and on again
    await enrol(t, me, 'my own password')
  })

  it('waits after wrong codes wherever they are typed, and administrators are told once', async () => {
    const { me, account } = await somebody()
    const elsewhere = await t.signInAs(tenant, account, 'my own password')
    const app = await enrol(t, me, 'my own password')
    const guess = (who: Client, oneTimeCode = anyOther(app())) => who.post(REMOVE, { password, oneTimeCode })
    const wait = (until: string) =>
      t.db.owner((tx) => tx.query(`update "login_attempt" set wait_until = ${until} where tenant_id = $1`, [tenant]))
    for (let i = 0; i < 4; i++) expect((await guess(me)).status).toBe(400)
    // however slow this machine is: it would be a second
    await wait(`wait_until + interval '1 minute'`)
    const right = await guess(elsewhere, app())
    expect([right.status, right.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect(await isOn(me)).toBe(true)
    for (let i = 0; i < GUESSING.account; i++) {
      await wait('now()')
      expect((await guess(i % 2 ? me : elsewhere)).status).toBe(400)
    }
    expect(await told(account)).toEqual([
      { kind: SECURITY_EVENT_KINDS.oneTimeCodeGuessing, detail: expect.stringContaining(account), actor_id: me.userId },
    ])
    // it keeps nobody from signing in
    await t.signInAs(tenant, account, 'my own password')
    await forgetUse(t, me)
    expect((await guess(me, app())).status).toBe(200)
  })

  it('is for whoever is signed in', async () => {
    for (const [method, path] of [
      ['GET', STATE],
      ['POST', BEGIN],
      ['POST', CONFIRM],
      ['POST', REMOVE],
    ] as const)
      expect((await t.call(method, path, method === 'POST' ? { payload: {} } : {})).status).toBe(401)
  })
})

describe('an administrator', () => {
  const TAKE = 'blade-system/user/remove-second-factor'
  it('takes it off who lost it, not off themselves, and all administrators are told', async () => {
    const admin = await t.signIn(tenant, 'administrator')
    const { me, account } = await somebody()
    const { me: bare, account: bareAccount } = await somebody()
    await enrol(t, me, 'my own password')
    expect((await me.post(TAKE, { userIds: bare.userId })).status).toBe(403)
    expect((await admin.post(TAKE, { userIds: admin.userId })).status).toBe(409)
    const nothing = await admin.post(TAKE, { userIds: bare.userId })
    expect([nothing.status, nothing.msg]).toEqual([409, `${bareAccount} 未开启两步验证`])
    // somebody else's administrator does not reach them
    const stranger = await t.signIn(await t.newTenant(), 'administrator')
    expect((await stranger.post(TAKE, { userIds: me.userId })).status).toBe(404)
    expect(await isOn(me)).toBe(true)
    expect((await admin.post(TAKE, { userIds: `${me.userId},${bare.userId}` })).status).toBe(200)
    expect(await isOn(me)).toBe(false)
    expect(await told(account)).toEqual([
      {
        kind: SECURITY_EVENT_KINDS.secondFactorRemoved,
        detail: expect.stringContaining(account),
        actor_id: admin.userId,
      },
    ])
    expect(await told(bareAccount)).toEqual([])
  })
})

describe('its secret', () => {
  const mine = `test:${Buffer.alloc(32, 7).toString('base64')}`
  const next = `next:${Buffer.alloc(32, 9).toString('base64')}`
  it('is written anew when keys change, and opens in the row of its user alone', async () => {
    const { me } = await somebody()
    const { me: other } = await somebody()
    const app = await enrol(t, me, 'my own password')
    await enrol(t, other, 'my own password')
    try {
      setKeys(parseKeys(`${next},${mine}`))
      expect(await rekeyTotp(t.db)).toBeGreaterThan(0)
      expect(await rekeyTotp(t.db)).toBe(0)
      setKeys(parseKeys(next))
      expect((await me.post(REMOVE, { password, oneTimeCode: app() })).status).toBe(200)
    } finally {
      setKeys(parseKeys(`${mine},${next}`))
      await rekeyTotp(t.db)
      setKeys(parseKeys(mine))
    }
    const mineNow = await enrol(t, me, 'my own password')
    await t.db.owner((tx) =>
      tx.query(
        'update "user_totp" set secret = (select secret from "user_totp" where user_id = $1) where user_id = $2',
        [me.userId, other.userId],
      ),
    )
    expect((await other.post(REMOVE, { password, oneTimeCode: mineNow() })).status).toBe(500)
    expect(await isOn(other)).toBe(true)
    // not left to whoever changes keys next
    await t.db.owner((tx) => tx.query('delete from "user_totp" where user_id = $1', [other.userId]))
  })
})
