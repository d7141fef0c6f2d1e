import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createParser } from '../../../src/console/api/sse.ts'
import { permissionsOf } from '../../../src/model/roles/grants.ts'
import { roles } from '../../../src/model/roles/roles.ts'
import type { Page, RoundsEvent, WireRow } from '../../../src/model/wire/wire.ts'
import { recordSecurityEvent } from '../../../src/server/writing/unitOfWork/securityEvents.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

let t: TestApp
let base: string
beforeAll(async () => {
  t = await testApp()
  base = await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => t?.app.close())

/** What one signed-in browser hears; `until` waits for a condition on it. */
async function ear(who: Client) {
  const off = new AbortController()
  const answer = await fetch(`${base}/api/rounds/events`, {
    headers: { 'blade-auth': `bearer ${who.access}` },
    signal: off.signal,
  })
  const heard: RoundsEvent[] = []
  let open = false
  const parse = createParser()
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const piece of answer.body ?? [])
      for (const sent of parse(decoder.decode(piece as Uint8Array, { stream: true }))) {
        if (sent.event === 'hello') open = true
        if (sent.event === 'message') heard.push(JSON.parse(sent.data))
      }
  }
  const done = read().catch(() => {})
  const until = async (what: () => boolean) => {
    for (const end = Date.now() + 20_000; !what() && Date.now() < end; ) await new Promise((r) => setTimeout(r, 10))
    expect(what(), JSON.stringify(heard)).toBe(true)
  }
  await until(() => open)
  const security = () => heard.filter((e) => e.security)
  const close = () => {
    off.abort()
    return done
  }
  return { heard, security, until, close }
}

const list = async (who: Client) =>
  (await who.get<Page<WireRow>>('blade-system/securityEvent/list', { size: 100 })).data.records
const event = (subject: string) =>
  ({ kind: 'guardedParamChanged', subject, detail: ['参数被改了', 'A parameter was changed'] }) as const

describe('a security event', () => {
  it('reaches every administrator of the tenant at once, and no other user', async () => {
    const [mine, other] = [await t.newTenant(), await t.newTenant()]
    const people = [
      await t.signIn(mine, 'administrator'),
      await t.signIn(mine, 'administrator'),
      await t.signIn(mine, 'auditor'),
      await t.signIn(mine, 'finance'),
      await t.signIn(other, 'administrator'),
    ] as const
    const ears = await Promise.all(people.map(ear))
    const [one, two, auditor, finance, stranger] = ears as [Ear, Ear, Ear, Ear, Ear]
    await recordSecurityEvent(t.context, mine, event('one'))
    for (const hears of [one, two, auditor]) {
      await hears.until(() => hears.security().length === 1)
      expect(hears.security()[0]).toMatchObject({
        kind: 'changed',
        resource: 'securityEvent',
        transition: 'add',
        security: { kind: 2, subject: 'one', detail: ['参数被改了', 'A parameter was changed'] },
      })
    }
    // Something that all of these people may hear comes after it: whoever was to hear of the first would have by then.
    await Promise.all([mine, other].map((tenantId) => after(tenantId)))
    for (const hears of [finance, stranger]) {
      await hears.until(() => hears.heard.some((e) => e.resource === 'quickReply'))
      expect(hears.heard.map((e) => e.resource)).toEqual(['quickReply'])
    }
    await Promise.all(ears.map((e) => e.close()))
  })

  it('is listed for those who were away, and can be opened by administrators and auditors only', async () => {
    const tenant = await t.newTenant()
    await recordSecurityEvent(t.context, tenant, {
      ...event('sod.enabled'),
      actor: { userId: '7', name: '钱审核' },
      ip: '10.0.0.1',
    })
    for (const role of ['administrator', 'auditor'])
      expect(await list(await t.signIn(tenant, role)), role).toMatchObject([
        {
          kind: 2,
          subject: 'sod.enabled',
          detail: '参数被改了',
          detailEn: 'A parameter was changed',
          actorId: '7',
          actorName: '钱审核',
          ip: '10.0.0.1',
        },
      ])
    for (const { alias: role } of roles.filter((role) => !permissionsOf(role).has('securityEvent_view'))) {
      const who = await t.signIn(tenant, role)
      for (const path of ['list', 'page', 'detail'])
        expect((await who.get(`blade-system/securityEvent/${path}`, { id: '1' })).status, `${role} ${path}`).toBe(403)
    }
    const admin = await t.signIn(tenant, 'administrator')
    for (const [path, status] of Object.entries({ submit: 409, add: 404, update: 404, remove: 409 }))
      expect((await admin.post(`blade-system/securityEvent/${path}`, { id: '1', ids: '1' })).status, path).toBe(status)
    await expect(
      t.db.scoped({ tenantId: tenant }, { text: 'update security_event set subject = $1', values: ['x'] }),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(t.db.scoped({ tenantId: tenant }, { text: 'delete from security_event' })).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('that anonymous clients cause is reported once about one subject, and does not hide others', async () => {
    const tenant = await t.newTenant()
    const admin = await t.signIn(tenant, 'administrator')
    const guess = (subject: string) =>
      recordSecurityEvent(t.context, tenant, {
        kind: 'accountGuessing',
        subject,
        detail: ['有人在猜', 'Somebody guesses'],
      })
    for (const subject of ['a', 'a', 'b', 'a']) await guess(subject)
    expect((await list(admin)).map((r) => r.subject).sort()).toEqual(['a', 'b'])
    for (let n = 0; n < 70; n++) await guess(`n${n}`)
    expect((await list(admin)).length).toBe(60)
    await recordSecurityEvent(t.context, tenant, event('one'))
    await recordSecurityEvent(t.context, tenant, event('one'))
    expect((await list(admin)).filter((r) => r.subject === 'one')).toHaveLength(2)
  })

  it('keeps any text: too long ones are cut, what cannot be seen is made visible', async () => {
    const tenant = await t.newTenant()
    const long = '\u{1F600}'.repeat(600)
    await recordSecurityEvent(t.context, tenant, {
      kind: 'tokenReplay',
      subject: 'a\u0000b\u202ec\ud800',
      detail: [long, long],
      ip: 'x'.repeat(99),
    })
    const [row] = await list(await t.signIn(tenant, 'administrator'))
    expect(row).toMatchObject({ subject: 'a\ufffdb\ufffdc\ufffd', ip: 'x'.repeat(64) })
    expect([...String(row?.detail)]).toHaveLength(500)
  })

  it('is not written for an unknown tenant, but for an existing account whatever else anonymous clients invent', async () => {
    const ghost = 'ghost1'
    const guessing = (subject: string, exists = false) =>
      ({ kind: 'accountGuessing', subject, detail: ['猜测', 'guessing'], exists }) as const
    await recordSecurityEvent(t.context, ghost, guessing('wang', true))
    const count = async (tenantId: string) =>
      (
        await t.db.scoped<{ n: number }>(
          { tenantId },
          { text: 'select count(*)::int as n from "security_event" where tenant_id = $1', values: [tenantId] },
        )
      )[0]?.n
    expect(await count(ghost)).toBe(0)
    const tenant = await t.newTenant()
    for (let i = 0; i < 62; i++) await recordSecurityEvent(t.context, tenant, guessing(`made-up-${i}`))
    expect(await count(tenant)).toBe(60)
    await recordSecurityEvent(t.context, tenant, guessing('admin', true))
    expect(await count(tenant)).toBe(61)
  })

  it('is written when a spent refresh token comes again', async () => {
    const tenant = await t.newTenant()
    const admin = await t.signIn(tenant, 'administrator')
    const fin = await t.signIn(tenant, 'finance')
    const refresh = (token: string) =>
      t.call('POST', 'blade-auth/oauth/token', {
        payload: { grant_type: 'refresh_token', scope: 'all' },
        headers: {
          authorization: `Basic ${Buffer.from('rounds:rounds_secret').toString('base64')}`,
          cookie: `rounds-refresh-token=${token}`,
        },
      })
    expect((await refresh(fin.refresh)).status).toBe(200)
    expect(await list(admin)).toEqual([])
    await t.db.scoped(
      { tenantId: tenant },
      {
        text: `update session_token set grace_until = now() - interval '1 second' where tenant_id = $1 and grace_until is not null`,
        values: [tenant],
      },
    )
    expect((await refresh(fin.refresh)).status).toBe(400)
    expect((await refresh(fin.refresh)).status).toBe(400)
    const [{ account } = { account: '' }] = await t.db.scoped<{ account: string }>(
      { tenantId: tenant },
      { text: 'select account from "user" where tenant_id = $1 and id = $2', values: [tenant, fin.userId] },
    )
    expect(await list(admin)).toMatchObject([{ kind: 5, subject: account }])
  })
})

type Ear = Awaited<ReturnType<typeof ear>>

/** An event that all users may see. */
const after = (tenantId: string) =>
  t.db.transaction({ tenantId }, (tx) =>
    tx.query(`insert into "outbox" (tenant_id, resource, record_id) values ($1, 'quickReply', 1)`, [tenantId]),
  )
