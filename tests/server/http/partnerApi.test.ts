import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partnerCalls } from '../../../src/model/administration/partner/calls.ts'
import { approvalHistory } from '../../../src/model/desk/approvalHistory.ts'
import { integralIssue } from '../../../src/model/funds/integralIssue.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { bidRecord } from '../../../src/model/tender/bids.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { Limiter } from '../../../src/server/core/limits/limiter.ts'
import { LIMITS } from '../../../src/server/core/limits/limits.ts'
import { startActionLogs } from '../../../src/server/database/actionLogs.ts'
import { runAwards } from '../../../src/server/domains/points/giving.ts'
import type { Job } from '../../../src/server/jobs/queue.ts'
import { idCardOf } from '../../../src/server/seed/values/numbers.ts'
import { pngOf } from '../../png.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { load } from '../decisions/fixture.ts'
import { quiet } from '../harness.ts'
import { ask, type Planning, planning, type System, system, takeSecret, tokenFor } from './partnerSystem.ts'

const { bidStatus } = statesOf(bidRecord)
const { certStatus } = statesOf(authenticationDoctor)
const { issueStatus } = statesOf(integralIssue)

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
  'scopeContent',
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

/** Awards of a doctor by type, how many of them were given, and the points that the doctor has. */
const earned = (doctorId: string) =>
  rows<{ type: number; n: number; given: number; points: number }>(
    `select type, count(*)::int as n, sum(award_status)::int as given,
       coalesce((select points::int from points_account p where p.doctor_id = $1), 0) as points
     from doctor_award where doctor_id = $1 group by type order by type`,
    [doctorId],
  )

describe('what readers did', () => {
  it('earns points once an event however many tell of it at once, and gives them once on however many instances', async () => {
    const add = async (path: string, body: object) => (await admin.post<{ id: string }>(path, body)).data.id
    const [first, second] = [await t.signIn(admin.tenantId, 'finance'), await t.signIn(admin.tenantId, 'finance')]
    await admin.post('blade-rule/rule/submit', { type: 4, typeName: '浏览', pointNum: 3, dailyLimit: 2, status: 0 })
    await admin.post('blade-rule/rule/submit', { type: 6, typeName: '点赞', pointNum: 5, status: 0 })
    const contents: string[] = []
    for (let n = 0; n < 4; n += 1)
      contents.push(
        await add('blade-contentManagement/submit', { title: `文${n}`, content: '<p>文</p>', isComment: 1 }),
      )
    await rows('update content_management set status = 2 where id = any($1::bigint[])', [contents])
    const made = await sys.send('doctors', { messageNumber: number(), ...doctor(newId()) })
    const doctorId = made.data.bizId as string
    const did = (contentId: string | undefined, eventType: number, more = {}) =>
      sys.send('contents/events', { messageNumber: number(), contentId, doctorId, eventType, ...more })
    const told = [
      ...(await Promise.all(Array.from({ length: 4 }, () => did(contents[0], 6)))),
      ...(await Promise.all(contents.map((id) => did(id, 4)))),
    ]
    expect(told.map(({ status }) => status)).toEqual(told.map(() => 200))
    expect(await earned(doctorId)).toEqual([
      { type: 4, n: 2, given: 0, points: 0 },
      { type: 6, n: 1, given: 0, points: 0 },
    ])
    const counted = await rows<object>(
      'select view_count::int as v, like_count::int as l, version::int from content_management where id = $1',
      [contents[0]],
    )
    expect(counted).toMatchObject([{ v: 1, l: 1 }])
    const none = await system(t, admin, ['scopeReport'], { companies: [one.company] })
    expect((await none.send('contents/events', { messageNumber: number(), contentId: contents[0] })).status).toBe(403)
    const strange = await did(contents[0], 3, { comment: 'x', parentId: contents[0] })
    expect([strange.status, strange.data]).toMatchObject([400, { parentId: '所回复的评论不存在' }])

    const job = { id: '0', tenantId: admin.tenantId, payload: {} } as unknown as Job
    const give = () => runAwards(t.context, job, { stopped: () => false, progress() {} })
    expect(await give()).toEqual({ state: 'done' })
    expect((await earned(doctorId)).map((e) => e.given)).toEqual([0, 0])
    // the oldest is for more than there is, and holds up none of those for 3 points
    const issue = (await first.post<{ id: string }>('blade-pay/integralIssue/submit', { points: 4, reason: '奖' })).data
      .id
    const say = { ids: issue, issueStatus: issueStatus.issued }
    expect((await first.post('blade-pay/integralIssue/audit', say)).status).toBe(400)
    expect((await second.post('blade-pay/integralIssue/audit', say)).status).toBe(200)
    expect(await Promise.all([give(), give()])).toEqual([{ state: 'done' }, { state: 'done' }])
    await give()
    const [views, likes] = await earned(doctorId)
    expect([views?.given, likes?.given, views?.points]).toEqual([1, 0, 3])
  })
})

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
  it('is no fault of the server, however odd', async () => {
    const wide = await system(t, admin, EVERY, { wholeTenant: 1 })
    const odd = [{ a: {} }, '\u0000', '1'.repeat(19)]
    const faults: string[] = []
    for (const call of partnerCalls.filter(({ method, upload }) => method === 'POST' && !upload)) {
      const path = call.paths[0]?.replace('openapi/partner/', '') ?? ''
      for (const name of ['nothing', ...Object.keys({ ...call.body })])
        await Promise.all(
          odd.map(async (value) => {
            const { status, raw } = await wide.send(path, { messageNumber: number(), planType: 3, [name]: value })
            if (status >= 500)
              faults.push(`${path} ${name} ${JSON.stringify(value).slice(0, 40)}: ${raw.slice(0, 200)}`)
          }),
        )
    }
    expect(faults).toEqual([])
    for (const body of ['', '[]', 'null', '{', '"x"', '{"__proto__":1}'])
      expect(
        (await wide.send('doctors', {}, { bytes: Buffer.from(body), type: 'application/json' })).status,
        body,
      ).toBeLessThan(500)
  })

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
    const lacking = await sys.send('certifications', { messageNumber: number(), doctorId, practiceCertNo: '110' })
    expect(lacking).toMatchObject({ status: 400 })
    expect(lacking.raw).toContain('身份证正面')
    const proofsOf = async (by: System) => {
      const made = { doctorId }
      for (const name of ['idCardFront', 'idCardBack', 'practiceCert']) {
        const path = `files?messageNumber=${number()}&name=a.png&kind=1`
        Object.assign(made, { [name]: (await by.send(path, {}, { bytes: pngOf(4, 4) })).data.bizId })
      }
      return made
    }
    // with all that is needed, and yet none of its doctors
    const foreign = await second.send('certifications', { messageNumber: number(), ...(await proofsOf(second)) })
    expect(foreign.status, foreign.raw).toBe(404)
    const certified = await sys.send('certifications', { messageNumber: number(), ...(await proofsOf(sys)) })
    expect(certified, certified.raw).toMatchObject({ status: 200, data: { bizId: doctorId } })
    const records = 'select approval_status as s from "customer_certification_record" where customer_id = $1'
    expect(await rows(records, [doctorId])).toEqual([{ s: 0 }])
    // it is being certified already
    expect((await sys.send('certifications', { messageNumber: number(), doctorId })).status).toBe(409)
    // fields that a registration may not set
    expect(
      (await sys.send('doctors', { messageNumber: number(), ...doctor(newId()), certStatus: certStatus.certified }))
        .status,
    ).toBe(400)
  })

  it('hears what became of what it sent, and of nothing else', async () => {
    const id = await running(one)
    const mine = number()
    // a doctor of its own, of whom another system knows every number, with steps that people remarked upon
    const who = { ...doctor(newId()), idCardNumber: idCardOf(77, false) }
    const known = (await sys.send('doctors', { messageNumber: number(), ...who })).data.bizId ?? ''
    const second = await system(t, admin, EVERY, { companies: [one.company] })
    expect((await second.send('doctors', { messageNumber: number(), ...who })).data.bizId).toBe(known)
    for (const [result, action] of [
      [2, 'audit.reject'],
      [1, 'edit'],
    ] as const)
      await load(t.context, admin.tenantId, (work) =>
        work.insert(approvalHistory, {
          ...{ bizType: 'authenticationDoctor', bizId: known, action, result, remark: `内部意见${result}` },
          ...{ operatorId: '1', operatorName: '审核', operateTime: work.time },
        } as never),
      )
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
    const told = (await events(sys)).filter((e) => e.bizId === known).map((e) => [e.action, e.reason])
    expect(told).toEqual([
      ['audit.reject', '内部意见2'],
      ['edit', null],
    ])
    expect(await events(second)).toEqual([])
    expect((await sys.read('messages?after=x')).status).toBe(400)
    expect(await sys.read('settlements')).toMatchObject({ status: 200, data: { total: 0 } })
  })
})

describe('what doctors do through a partner', () => {
  let plan: string
  let doctorId: string
  let phone: string
  const signed = (planId: string, status: number) =>
    rows(
      `insert into "case_collection_doctor" (tenant_id, id, case_collection_id, doctor_id, doctor_name, agreement_status, plan_search_num, doctor_fee)
       values ($1, $2, $3, $4, '李医', $5, 2, 100)`,
      [admin.tenantId, newId(), planId, doctorId, status],
    )
  const file = (by: System, bytes: Buffer, messageNumber = number(), name = 'a.png') =>
    by.send(`files?messageNumber=${messageNumber}&name=${encodeURIComponent(name)}`, {}, { bytes })
  const submit = (by: System, more: object) =>
    by.send('reports', { messageNumber: number(), planId: plan, doctorId, ...more })

  beforeAll(async () => {
    plan = await running(one)
    const body = doctor(newId())
    phone = body.phone
    doctorId = (await sys.send('doctors', { messageNumber: number(), ...body })).data.bizId as string
    await signed(plan, 1)
  })

  it('sends files that are what they say, each once for its number', async () => {
    const kept = async () =>
      (await rows('select 1 from "attach" where tenant_id = $1 and create_user = $2', [admin.tenantId, sys.id])).length
    const before = await kept()
    const messageNumber = number()
    const good = await file(sys, pngOf(4, 4), messageNumber)
    expect(good, good.raw).toMatchObject({ status: 200, data: { bizType: 'attach' } })
    expect((await file(sys, pngOf(4, 4), messageNumber)).data.bizId).toBe(good.data.bizId)
    expect((await file(sys, pngOf(5, 4), messageNumber)).status).toBe(422)
    const hostile: readonly (readonly [string, Buffer, number])[] = [
      ['a.png', Buffer.from('<script>alert(1)</script>'), 415],
      ['a.exe', Buffer.from('MZ\x90\x00'), 415],
      ['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x"/>'), 415],
      ['a.png', pngOf(60_000, 60_000, 1), 413],
      ['a.png', Buffer.alloc(0), 400],
      ['a.png', Buffer.alloc(21 * 1024 * 1024), 413],
    ]
    for (const [name, bytes, status] of hostile)
      expect((await file(sys, bytes, number(), name)).status, `${name} ${bytes.length}`).toBe(status)
    expect(
      (await sys.send(`files?messageNumber=${number()}&name=a.png`, {}, { bytes: pngOf(4, 4), signed: pngOf(5, 4) }))
        .status,
    ).toBe(401)
    expect(await kept()).toBe(before + 1)
    // a path is no name
    const named = await file(sys, pngOf(3, 3), number(), '../../etc/passwd.png')
    expect(named.data.bizCode).toBe('passwd.png')
  })

  it('hands reports in for whom the activity of its company has invited, and again what was refused', async () => {
    const files = (await file(sys, pngOf(6, 6))).data.bizId
    const second = await system(t, admin, EVERY, { companies: [one.company] })
    const borrowed = (await file(second, pngOf(7, 7))).data.bizId
    // what another client sent is nobody's here
    expect((await submit(sys, { collectData: { a: 1 }, files: borrowed })).status).toBe(400)
    const made = await submit(sys, { collectData: { a: 1 }, files })
    expect(made, made.raw).toMatchObject({ status: 200, data: { bizType: 'caseCollectionReport' } })
    const id = made.data.bizId
    const [kept] = await rows<{ type: number; by: string; source: string }>(
      `select r.submit_type as type, r.create_user::text as by, a.source from "case_collection_report" r
       join "audit_trail" a on a.tenant_id = r.tenant_id and a.record_id = r.id and a.resource = 'caseCollectionReport' where r.id = $1`,
      [id],
    )
    expect(kept).toEqual({ type: 1, by: sys.id, source: 'partner' })
    // who made the client reviews nothing of it
    const review = await admin.post('blade-act/caseCollectionReport/audit', { id, auditType: 1, status: 1 })
    expect(review.status).toBe(400)
    const foreign = await system(t, admin, EVERY, { companies: [other.company] })
    expect([400, 404]).toContain((await submit(foreign, { collectData: { a: 1 } })).status)
    expect([400, 404]).toContain((await submit(foreign, { reportId: id, collectData: { a: 2 } })).status)
    expect((await submit(sys, { reportId: id, collectData: { a: 2 } })).status).toBe(409)
    await rows('update "case_collection_report" set approval_status = 2 where id = $1', [id])
    expect((await submit(sys, { reportId: id, collectData: { a: 2 } })).status).toBe(200)
    expect((await submit(sys, { collectData: { a: 3 } })).status).toBe(200)
    // two were allotted
    expect((await submit(sys, { collectData: { a: 4 } })).status).toBe(409)
    expect(
      (await sys.send('reports', { messageNumber: number(), planId: await running(one), doctorId, collectData: {} }))
        .status,
    ).toBe(409)
  })

  it('answers invitations of its company, with a reason where it refuses', async () => {
    const invited = await running(one)
    const [protocol, party] = [newId(), newId()]
    await signed(invited, 0)
    await rows(
      `insert into "tender_doctor_protocols" (tenant_id, id, protocol_code, title, protocol_type, doctor_id, doctor_name, entrusted_company_id, plan_id, agreement_status, sign_status, sign_flow_id)
       values ($1, $2, $3, '协议', 2, $4, '李医', $5, $6, 0, 1, 'F1')`,
      [admin.tenantId, protocol, `XY${party.slice(-8)}`, doctorId, one.company, invited],
    )
    await rows(`update "authentication_doctor" set esign_status = 1, esign_account_id = 'E1' where id = $1`, [doctorId])
    const reply = (by: System, more: object) =>
      by.send('invitations/answer', { messageNumber: number(), planId: invited, doctorId, ...more })
    const foreign = await system(t, admin, EVERY, { companies: [other.company] })
    expect([400, 404]).toContain((await reply(foreign, { agree: 1 })).status)
    expect((await reply(sys, { agree: 3 })).status).toBe(400)
    expect((await reply(sys, { agree: 2 })).data).toHaveProperty('reason')
    const agreed = await reply(sys, { agree: 1 })
    expect(agreed, agreed.raw).toMatchObject({
      status: 200,
      data: { bizType: 'tenderDoctorProtocols', bizId: protocol },
    })
  })

  it('answers tenders of its company at a price within its field, and withdraws what is not judged', async () => {
    const sought = await running(one)
    const bid = { planId: sought, doctorId, tenderCode: 'ZM1', tenderName: '招募', bidPrice: '120.00' }
    const enter = (by: System, more: object = {}) => by.send('bids', { messageNumber: number(), ...bid, ...more })
    const withdraw = (by: System) => by.send('bids/withdraw', { messageNumber: number(), planId: sought, doctorId })
    const foreign = await system(t, admin, EVERY, { companies: [other.company] })
    expect([400, 404]).toContain((await enter(foreign)).status)
    expect((await enter(await system(t, admin, ['scopeReport'], { companies: [one.company] }))).status).toBe(403)
    expect((await enter(sys, { bidPrice: '-1.00' })).data).toHaveProperty('bidPrice')
    expect((await enter(sys, { bidStatus: bidStatus.won })).status).toBe(400)
    const entered = await enter(sys)
    expect(entered, entered.raw).toMatchObject({ status: 200, data: { bizType: 'bidRecord' } })
    expect((await enter(sys)).raw).toContain('该医生已应征该活动')
    expect([400, 404]).toContain((await withdraw(foreign)).status)
    expect(await withdraw(sys)).toMatchObject({ status: 200, data: { bizId: entered.data.bizId } })
    expect((await withdraw(sys)).status).toBe(404)
    expect(
      await rows('select entrusted_company_id::text as c, bid_status as s from "bid_record" where plan_id = $1', [
        sought,
      ]),
    ).toEqual([{ c: one.company, s: 3 }])
  })

  it('signs people in to meetings of its company, around their time and once', async () => {
    const meetingId = (await newPlan({ ...one, plan: { ...one.plan, planType: 1 } })) as string
    const attend = (by: System, more: object = {}) =>
      by.send('meetings/attend', { messageNumber: number(), meetingId, userName: '李医', phone, ...more })
    expect((await attend(sys)).status).toBe(409)
    await rows(
      `update "activity_plan" set plan_status = 1, meeting_status = 1, start_time = '2024-06-15 11:00+08', end_time = '2024-06-15 14:00+08' where id = $1`,
      [meetingId],
    )
    const foreign = await system(t, admin, EVERY, { companies: [other.company] })
    expect([400, 403, 404]).toContain((await attend(foreign)).status)
    expect((await attend(sys)).status).toBe(200)
    expect((await attend(sys)).status).toBe(400)
    expect(await rows('select sign_type from "meeting_attend" where meeting_id = $1', [meetingId])).toEqual([
      { sign_type: 1 },
    ])
  })
})
