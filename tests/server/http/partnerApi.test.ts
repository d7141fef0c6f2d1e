import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/server/core/ids.ts'
import { Limiter } from '../../../src/server/core/limiter.ts'
import { LIMITS } from '../../../src/server/core/limits.ts'
import { startActionLogs } from '../../../src/server/store/actionLogs.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { quiet } from '../harness.ts'
import { ask, type Planning, planning, type System, system, takeSecret, tokenFor } from './partnerSystem.ts'

/** The partner API (domain §13): what a partner's system does, and what nobody does by it. */

let t: TestApp
let admin: Client
let one: Planning
let other: Planning
let sys: System
const EVERY = [
  'scopeDoctor',
  'scopeCertification',
  'scopeInvitation',
  'scopeReport',
  'scopeMeeting',
  'scopePlanCreate',
  'scopePlanClose',
  'scopeSettlement',
]
const number = () => `M-${newId()}`
const doctor = (n: string) => ({ doctorName: '李医', phone: `139${n.slice(-8)}`, hospitalName: '第一医院' })
const rows = <T>(text: string, values: readonly unknown[] = []) =>
  t.db.owner((tx) => tx.query<T & object>(text, values as never))
const newPlan = async (of: Planning, by = sys) => {
  const made = await by.send('plans', { messageNumber: number(), entrustedCompanyId: of.company, ...of.plan })
  expect(made.status, made.raw).toBe(200)
  return made.data.bizId as string
}
const running = async (of: Planning, by = sys) => {
  const id = await newPlan(of, by)
  await rows('update "activity_plan" set plan_status = 1 where id = $1', [id])
  return id
}
const planOf = async (id: string) =>
  (
    await rows<{ s: number; m: number | null }>(
      'select plan_status as s, plan_ended_mark as m from "activity_plan" where id = $1',
      [id],
    )
  )[0]

beforeAll(async () => {
  t = await testApp()
  admin = await t.signIn(await t.newTenant(), 'administrator')
  one = await planning(t, admin)
  other = await planning(t, admin)
  sys = await system(t, admin, EVERY, { companies: [one.company] })
})
afterAll(() => t?.app.close())

describe('a client of the partner API', () => {
  it('is made by administrators alone, calls once it has a secret, and has it told once', async () => {
    const made = (
      await admin.post<{ id: string; clientId: string; scope: string }>('blade-system/client/submit', {
        clientName: '新',
        companies: [one.company],
        scopePlanClose: 1,
        // the server's own
        clientId: 'rounds',
        kind: 1,
        scope: 'all',
      })
    ).data
    expect(made).toMatchObject({ scope: 'plan.close', kind: 2, enableStatus: 1 })
    expect(made.clientId).toMatch(new RegExp(`^${admin.tenantId}\\.`))
    expect((await tokenFor(t, made.clientId, '')).status).toBe(401)
    const { clientSecret } = await takeSecret(admin, made.id)
    expect(await tokenFor(t, made.clientId, clientSecret)).toMatchObject({
      status: 200,
      token_type: 'bearer',
      scope: 'plan.close',
    })
    expect((await tokenFor(t, made.clientId, `${clientSecret}x`)).status).toBe(401)
    const seen = await admin.get<Record<string, string>>('blade-system/client/detail', { id: made.id })
    expect(seen.raw).not.toContain(clientSecret)
    const [kept] = await rows<{ sealed: string; told: number }>(
      `select client_secret as sealed, (select count(*)::int from "security_event" where tenant_id = $2 and kind = 16 and subject = '新') as told from "client" where id = $1`,
      [made.id, admin.tenantId],
    )
    expect(kept?.sealed).not.toContain(clientSecret)
    expect(kept?.told).toBe(2)
    const ops = await t.signIn(
      admin.tenantId,
      await t.newRole(admin.tenantId, ['client_add', 'client_edit', 'client_secret', 'client_view']),
    )
    expect((await ops.post('blade-system/client/submit', { clientName: '乙' })).status).toBe(403)
    expect((await ops.post('blade-system/client/secret', { id: made.id })).status).toBe(403)
    // whoever made it, or took its secret, and the client itself are no two persons for some days
    const hands = await rows('select 1 from "account_hand" where tenant_id = $1 and user_id = $2 and other_id = $3', [
      admin.tenantId,
      admin.userId,
      made.id,
    ])
    expect(hands).toHaveLength(2)
  })

  it('reaches nothing without a scope, a company, its time, or when its tenant is over', async () => {
    const without = await system(t, admin, [], { companies: [one.company] })
    const paths = ['doctors', 'certifications', 'plans', 'plans/close']
    for (const path of paths) expect((await without.send(path, { messageNumber: number() })).status, path).toBe(403)
    expect((await without.read('settlements')).status).toBe(403)
    const homeless = await system(t, admin, EVERY, {})
    for (const path of paths) expect((await homeless.send(path, { messageNumber: number() })).status, path).toBe(403)
    expect((await homeless.read('settlements')).status).toBe(403)
    expect((await homeless.read('messages')).status).toBe(403)
    await rows('update "client" set companies = array[$2::bigint] where id = $1', [homeless.id, other.company])
    expect((await homeless.read('messages')).status).toBe(200)
    await rows('update "entrusted_company" set enable_status = 0 where id = $1', [other.company])
    expect((await homeless.read('messages')).status).toBe(403)
    await rows('update "entrusted_company" set enable_status = 1 where id = $1', [other.company])
    await rows(`update "client" set expire_time = '2020-01-01' where id = $1`, [homeless.id])
    expect((await homeless.read('messages')).status).toBe(401)
    expect((await tokenFor(t, homeless.clientId, homeless.secret)).status).toBe(401)
    const boss = await t.signIn(await t.newTenant(), 'administrator')
    const there = await system(t, boss, EVERY, { wholeTenant: 1 })
    expect((await there.read('messages')).status).toBe(200)
    // another tenant's plan is nothing to it
    const foreign = await running(one)
    expect((await there.send('plans/close', { messageNumber: number(), planId: foreign })).status).toBe(400)
    await rows('update "tenant" set enable_status = 0 where code = $1', [boss.tenantId])
    expect((await there.read('messages')).status).toBe(401)
  })

  it('is over at once when it is revoked or its secret is made anew, and comes back with another secret alone', async () => {
    const gone = await system(t, admin, EVERY, { companies: [one.company] })
    expect((await gone.read('messages')).status).toBe(200)
    const next = await takeSecret(admin, gone.id)
    expect((await gone.read('messages')).status).toBe(401)
    expect((await tokenFor(t, gone.clientId, gone.secret)).status).toBe(401)
    const again = (await tokenFor(t, gone.clientId, next.clientSecret)).access_token ?? ''
    const of = { token: again, secret: next.clientSecret }
    expect((await ask(t, of, 'GET', 'messages', '')).status).toBe(200)
    expect((await admin.post('blade-system/client/revoke', { id: gone.id })).status).toBe(200)
    expect((await ask(t, of, 'GET', 'messages', '')).status).toBe(401)
    expect((await admin.post('blade-system/client/enable', { id: gone.id })).status).toBe(200)
    expect((await ask(t, of, 'GET', 'messages', '')).status).toBe(401)
    expect((await tokenFor(t, gone.clientId, next.clientSecret)).status).toBe(401)
  })

  it('is none of people, and no person is one', async () => {
    const of = { token: admin.access, secret: sys.secret }
    expect((await ask(t, of, 'GET', 'messages', '')).status).toBe(401)
    expect((await ask(t, of, 'POST', 'doctors', '{}')).status).toBe(401)
    for (const path of [
      'blade-act/caseCollection/list',
      'rounds/catalogue',
      'blade-auth/oauth/user-info',
      'openapi.json',
    ])
      expect((await t.call('GET', path, { headers: { 'blade-auth': `bearer ${sys.token}` } })).status, path).toBe(401)
    expect((await admin.get('openapi/partner/messages')).status).toBe(401)
  })
})

describe('a request of a partner', () => {
  it('is refused unless it is signed as it came, within five minutes', async () => {
    const body = { messageNumber: number(), ...doctor(newId()) }
    const signed = JSON.stringify(body)
    for (const how of [{ secret: 'x'.repeat(43) }, { time: -301 }, { time: 301 }, { signed: `${signed} ` }])
      expect((await sys.send('doctors', body, how)).status, JSON.stringify(how)).toBe(401)
    // the parameters of the address are signed, too
    const read = await t.call('GET', 'openapi/partner/settlements?size=1', {
      headers: {
        'blade-auth': `bearer ${sys.token}`,
        'x-rounds-time': String(Math.floor(Date.now() / 1000)),
        'x-rounds-signature': 'ab'.repeat(32),
      },
    })
    expect(read.status).toBe(401)
    // nothing is read that was not signed
    const form = await sys.send(
      'doctors',
      {},
      {
        bytes: Buffer.from(new URLSearchParams(body).toString()),
        signed: '',
        type: 'application/x-www-form-urlencoded',
      },
    )
    expect(form.status).toBe(415)
    expect(await rows('select 1 from "authentication_doctor" where phone = $1', [body.phone])).toEqual([])
    expect((await sys.send('doctors', body, { time: 299 })).status).toBe(200)
  })

  it('has one effect for its number: the same answers the same, another is 422, at once is 409 or the same', async () => {
    const messageNumber = number()
    const body = { messageNumber, ...doctor(newId()) }
    const all = await Promise.all(Array.from({ length: 6 }, () => sys.send('doctors', body)))
    const good = all.filter((a) => a.status === 200)
    expect(good.length).toBeGreaterThan(0)
    expect(all.filter((a) => a.status !== 200).map((a) => a.status)).toEqual(Array(6 - good.length).fill(409))
    expect(new Set(good.map((a) => a.data.bizId)).size).toBe(1)
    expect(await rows('select 1 from "authentication_doctor" where phone = $1', [body.phone])).toHaveLength(1)
    expect(await rows('select 1 from "partner_message" where message_number = $1', [messageNumber])).toHaveLength(1)
    expect((await sys.send('doctors', { ...body, hospitalName: '第二医院' })).status).toBe(422)
    expect((await sys.send('plans/close', { messageNumber, planId: '1' })).status).toBe(422)
    const second = await system(t, admin, EVERY, { companies: [one.company] })
    expect((await second.send('doctors', { ...doctor(newId()), messageNumber })).status).toBe(200)
    for (const wrong of ['', 'a b', '号', 'x'.repeat(65)])
      expect((await sys.send('doctors', { ...doctor(newId()), messageNumber: wrong })).status, wrong).toBe(400)
  })

  it('is throttled by client, and stands in the log of requests with its body masked', async () => {
    const logs = startActionLogs(t.context)
    const phone = doctor(newId()).phone
    const messageNumber = number()
    await sys.send('doctors', {
      messageNumber,
      doctorName: '王隐名',
      phone,
      hospitalName: '隐名医院',
      [`x${phone}`]: '1',
    })
    await sys.read('messages')
    await sys.send('doctors', { messageNumber: number() }, { secret: 'y' })
    await logs.stop()
    const kept = await rows<{ uri: string; status: number; params: string | null }>(
      `select request_uri as uri, status, params from "log_api" where tenant_id = $1 and create_by = $2 order by id`,
      [admin.tenantId, sys.clientId],
    )
    expect(kept.map(({ uri, status }) => [uri, status])).toEqual([
      ['/api/openapi/partner/doctors', 400],
      ['/api/openapi/partner/messages', 200],
      ['/api/openapi/partner/doctors', 401],
    ])
    expect(kept[0]?.params).toContain(messageNumber)
    for (const hidden of ['王隐名', '隐名医院', phone]) expect(JSON.stringify(kept)).not.toContain(hidden)

    const limits = { ...LIMITS, partner: { ...LIMITS.partner, points: 3 } }
    const context = { ...t.context, limiter: new Limiter(t.db, quiet, limits) }
    const few = await testApp({}, undefined, t.db)
    Object.assign(few.context, { limiter: context.limiter })
    const fresh = await system(t, admin, [], { companies: [one.company] })
    const asked = []
    for (let i = 0; i < 5; i++) asked.push((await ask(few, fresh, 'GET', 'messages', '')).status)
    expect(asked).toEqual([200, 200, 200, 429, 429])
    expect(LIMITS.partner).toMatchObject({ points: 600, seconds: 60 })
    await few.app.close()
  })
})

describe('what partners send', () => {
  it('plans and closes activities of their own company alone, by the rules of people', async () => {
    const id = await newPlan(one)
    expect((await sys.send('plans', { messageNumber: number(), ...one.plan, planSearchNum: 0 })).data).toHaveProperty(
      'planSearchNum',
    )
    expect((await sys.send('plans', { messageNumber: number(), ...one.plan, planType: 9 })).status).toBe(400)
    expect((await sys.send('plans', { messageNumber: number(), ...one.plan, meetingAddress: 'x' })).status).toBe(400)
    expect(
      (await sys.send('plans', { messageNumber: number(), ...other.plan, entrustedCompanyId: other.company })).status,
    ).toBe(403)
    // named by another company's employee and project
    expect((await sys.send('plans', { messageNumber: number(), ...other.plan })).status).toBe(400)
    expect((await sys.send('plans/close', { messageNumber: number(), planId: id })).status).toBe(409)
    await rows('update "activity_plan" set plan_status = 1 where id = $1', [id])
    const closed = await sys.send('plans/close', { messageNumber: number(), planId: id })
    expect(closed).toMatchObject({ status: 200, data: { bizId: id } })
    expect(await planOf(id)).toEqual({ s: 2, m: 5 })
    const [audit] = await rows<{ source: string; actor: string }>(
      `select source, actor_id::text as actor from "audit_trail" where record_id = $1 and action = 'push'`,
      [id],
    )
    expect(audit).toEqual({ source: 'partner', actor: sys.id })
    expect((await sys.send('plans/close', { messageNumber: number(), planId: id })).status).toBe(409)

    const whole = await system(t, admin, EVERY, { wholeTenant: 1 })
    const foreign = await running(other, whole)
    const tried = await sys.send('plans/close', { messageNumber: number(), planId: foreign })
    expect([400, 404]).toContain(tried.status)
    expect(await planOf(foreign)).toEqual({ s: 1, m: null })
    // several companies: which one has to be said
    const both = await system(t, admin, EVERY, { companies: [one.company, other.company] })
    expect((await both.send('plans/close', { messageNumber: number(), planId: foreign })).data).toHaveProperty(
      'entrustedCompanyId',
    )
    const of = { planId: foreign, entrustedCompanyId: one.company }
    expect([400, 404]).toContain((await both.send('plans/close', { messageNumber: number(), ...of })).status)
    expect(
      (await both.send('plans/close', { messageNumber: number(), planId: foreign, entrustedCompanyId: other.company }))
        .status,
    ).toBe(200)
  })

  it('registers doctors, and hands in for certification none but its own', async () => {
    const body = { ...doctor(newId()), idCardNumber: '11010519491231002X' }
    const made = await sys.send('doctors', { messageNumber: number(), ...body })
    expect(made, made.raw).toMatchObject({ status: 200, data: { bizType: 'authenticationDoctor' } })
    // the same person once more is the same doctor; one number of another says that it is taken, and no more
    const second = await system(t, admin, EVERY, { companies: [other.company] })
    expect((await second.send('doctors', { messageNumber: number(), ...body })).data.bizId).toBe(made.data.bizId)
    const taken = await second.send('doctors', { messageNumber: number(), ...body, doctorName: '旁人' })
    expect(taken.status).toBe(400)
    expect(taken.raw).not.toContain(made.data.bizId)
    const doctorId = made.data.bizId
    const proofs = { doctorId, practiceCertNo: '110' }
    expect([400, 404]).toContain((await second.send('certifications', { messageNumber: number(), ...proofs })).status)
    expect(await rows('select practice_cert_no from "authentication_doctor" where id = $1', [doctorId])).toEqual([
      { practice_cert_no: null },
    ])
    const lacking = await sys.send('certifications', { messageNumber: number(), ...proofs })
    expect(lacking).toMatchObject({ status: 400 })
    expect(lacking.raw).toContain('身份证正面')
    // fields that a registration may not set
    expect((await sys.send('doctors', { messageNumber: number(), ...doctor(newId()), certStatus: 2 })).status).toBe(400)
  })

  it('hears what became of what it sent, and of nothing else', async () => {
    const id = await running(one)
    const mine = number()
    expect((await sys.send('plans/close', { messageNumber: mine, planId: id })).status).toBe(200)
    const events = async (of: System) => {
      const found = []
      let after = ''
      for (;;) {
        const { data, raw, status } = await of.read<{ next: string; more: number; events: Record<string, string>[] }>(
          `messages?after=${after}`,
        )
        expect(status, raw).toBe(200)
        found.push(...data.events)
        after = data.next
        if (!data.more) return found
      }
    }
    await expect
      .poll(async () => (await events(sys)).filter((e) => e.bizId === id), { timeout: 15_000, interval: 500 })
      .toMatchObject([
        { messageNumber: mine, kind: 'planClose', bizType: 'caseCollection', action: 'push', outcome: 'changed' },
      ])
    const second = await system(t, admin, EVERY, { companies: [one.company] })
    expect(await events(second)).toEqual([])
    expect((await sys.read('messages?after=x')).status).toBe(400)
    expect(await sys.read('settlements')).toMatchObject({ status: 200, data: { total: 0 } })
  })
})
