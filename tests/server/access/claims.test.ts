import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycles, queues } from '../../../src/model/business.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import {
  CLAIM_SECONDS,
  CLAIMS,
  CLAIMS_PER_USER_MAX,
  type Claim,
  type ClaimAnswer,
} from '../../../src/model/wire/claim.ts'
import { type QueueUrgency, URGENCY } from '../../../src/model/wire/urgency.ts'
import { doctorActor, systemActor } from '../../../src/server/core/actor.ts'
import { newId } from '../../../src/server/core/ids.ts'
import type { Happened } from '../../../src/server/database/outbox.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { maySeeEvent } from '../../../src/server/http/listener.ts'
import { sweep } from '../../../src/server/jobs/sweep.ts'
import { rowsChanged } from '../../../src/server/lists/anchors.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

const { settlementStatus } = statesOf(settlementOrder)
const COMPANY = '900'

let t: TestApp
let tenant: string
let me: Client
let colleague: Client
let company: Client

const rows = (text: string, values: unknown[] = []) =>
  t.db.owner((tx) => tx.query<Record<string, unknown>>(text, values))

/** An order of a company, in a state. */
async function order(status: number, of = COMPANY): Promise<string> {
  const id = newId()
  await rows(
    `insert into "settlement_order" (tenant_id, id, code, entrusted_company_id, settlement_status, create_time)
     values ($1, $2, $3, $4, $5, '2024-06-01 10:00')`,
    [tenant, id, `SO${id}`, of, status],
  )
  return id
}
const pending = () => order(settlementStatus.pending)

beforeAll(async () => {
  t = await testApp()
  tenant = await t.newTenant()
  ;[me, colleague, company] = await Promise.all([
    t.signIn(tenant, 'finance'),
    t.signIn(tenant, 'finance'),
    t.signIn(tenant, 'companyAdmin', { company: COMPANY }),
  ])
})
afterAll(() => t?.app.close())

const take = (who: Client, id: string, more: object = {}, resource = 'settlementOrder') =>
  who.post<ClaimAnswer>(CLAIMS.take, { resource, id, ...more })
const release = (who: Client, id: string) => who.post(CLAIMS.release, { resource: 'settlementOrder', id })
const seen = async (who: Client, resource = 'settlementOrder') =>
  (await who.get<Claim[]>(CLAIMS.read, { resource })).data.map((c) => `${c.id} ${c.user}`)
const happened = async (id: string) =>
  (
    await rows(`select transition, actor_id from "outbox" where kind = 'claim' and record_id = $1 order by id`, [id])
  ).map((e) => `${e.transition} ${e.actor_id}`)
const expire = (id: string) =>
  rows(`update "claim" set until = now() - interval '2 minutes' where record_id = $1`, [id])

describe('a record in hand', () => {
  it('is one person’s, in all their windows, until given up; events tell of holders, not of renewals', async () => {
    const id = await pending()
    expect((await take(me, id)).data).toEqual({
      mine: true,
      claim: { id, user: me.userId, name: expect.any(String), seconds: CLAIM_SECONDS },
    })
    // the other window of the same person, and the renewal
    expect((await take(me, id)).data.mine).toBe(true)
    const refused = await take(colleague, id)
    expect(refused).toMatchObject({ code: 200, data: { mine: false, claim: { user: me.userId } } })
    expect(await seen(colleague)).toContain(`${id} ${me.userId}`)
    expect((await release(colleague, id)).code).toBe(200)
    expect(await seen(colleague)).toContain(`${id} ${me.userId}`)
    expect(await happened(id)).toEqual([`taken ${me.userId}`])
    await release(me, id)
    expect((await take(colleague, id)).data.mine).toBe(true)
    expect(await happened(id)).toEqual([`taken ${me.userId}`, `released ${me.userId}`, `taken ${colleague.userId}`])
  })

  it('is taken over on purpose, and free when its time is over', async () => {
    const id = await pending()
    await take(me, id)
    expect((await take(colleague, id, { takeOver: 1 })).data).toMatchObject({
      mine: true,
      claim: { user: colleague.userId },
    })
    // no renewal of who had it
    expect((await take(me, id)).data).toMatchObject({ mine: false, claim: { user: colleague.userId } })
    await expire(id)
    expect(await seen(me)).not.toContain(`${id} ${colleague.userId}`)
    expect((await take(me, id)).data.mine).toBe(true)
    expect(await happened(id)).toEqual([`taken ${me.userId}`, `taken ${colleague.userId}`, `taken ${me.userId}`])
    await expire(id)
    await sweep(t.context)
    expect(await rows('select 1 from "claim" where record_id = $1', [id])).toEqual([])
  })

  it('is one of two who take it at once', async () => {
    const id = await pending()
    const both = await Promise.all([take(me, id), take(colleague, id)])
    expect(both.map((a) => a.data.mine).sort()).toEqual([false, true])
    expect(await happened(id)).toHaveLength(1)
  })

  it('gives up the one before with the same request', async () => {
    const [a, b] = [await pending(), await pending()]
    await take(me, a)
    await take(me, b, { leaves: `settlementOrder.${a}` })
    expect(await seen(me)).toContain(`${b} ${me.userId}`)
    expect(await seen(me)).not.toContain(`${a} ${me.userId}`)
    // whose hand it is not in is nobody's to give up
    await take(colleague, a, { leaves: `settlementOrder.${b}` })
    expect(await seen(me)).toContain(`${b} ${me.userId}`)
  })

  it('is decided by whoever may, whose hand it is in or not', async () => {
    const id = await pending()
    await take(me, id)
    const state = () => rows('select settlement_status from "settlement_order" where id = $1', [id])
    const decision = { resource: 'settlementOrder', transition: 'audit.reject', id, ask: { remark: '金额不符' } }
    await decide(t.context, await colleague.actor(), decision)
    expect(await state()).toEqual([{ settlement_status: settlementStatus.rejected }])
  })

  it('are so many of one person, and no more', async () => {
    const someone = await t.signIn(tenant, 'finance')
    const ids = []
    for (let n = 0; n < CLAIMS_PER_USER_MAX; n++) ids.push(await pending())
    for (const id of ids) await take(someone, id)
    expect((await take(someone, await pending())).data).toEqual({ mine: false, claim: null })
    expect((await take(someone, ids[0] as string)).data.mine).toBe(true)
  })
})

describe('urgency', () => {
  const AGE = expect.toSatisfy((n: number) => n >= 14 * 24 * 60 + 120 && n < 14 * 24 * 60 + 180)
  // as the listener does after each event
  const changed = (of: string) => rowsChanged(t.db, of, 'settlementOrder')
  const audit = async (who: Client) =>
    (await who.get<QueueUrgency[]>(URGENCY)).data.find((v) => v.queue === 'settlementOrder' && v.view === 'audit')
  it('counts, sums and dates what waits, and names the oldest that is free', async () => {
    const own = await t.newTenant()
    const [a, b] = [await t.signIn(own, 'finance'), await t.signIn(own, 'finance')]
    const outsider = await t.signIn(own, 'companyAdmin', { company: COMPANY })
    expect(await audit(a)).toEqual({
      ...{
        queue: 'settlementOrder',
        view: 'audit',
        total: 0,
        exact: true,
        amount: null,
        unit: 'money',
        minutes: 0,
        targetHours: 24,
      },
      ...{ next: '', decided: 0, perHour: 0 },
    })
    const ids = [newId(), newId(), newId()]
    for (const [n, id] of ids.entries())
      await rows(
        `insert into "settlement_order" (tenant_id, id, code, entrusted_company_id, settlement_status, total_amount, doctor_amount, platform_amount, create_time)
         values ($1, $2, $3, $4, 0, '100.50', 0, '100.50', timestamptz '2024-06-01 10:00+08' + make_interval(hours => $5))`,
        [own, id, `SU${id}`, COMPANY, n],
      )
    changed(own)
    expect(await audit(a)).toMatchObject({ total: 3, amount: '301.50', minutes: AGE, next: ids[0] })
    await take(b, ids[0] as string)
    expect(await audit(a)).toMatchObject({ minutes: AGE, next: ids[1] })
    expect(await audit(b)).toMatchObject({ next: ids[0] })
    const held = { [ids[1] as string]: { title: 'x', view: 'audit', at: 1 } }
    await a.post('rounds/settings/save', { changes: [{ key: 'held.settlementOrder', version: 0, value: held }] })
    expect(await audit(a)).toMatchObject({ next: ids[2] })
    const decision = {
      resource: 'settlementOrder',
      transition: 'audit.reject',
      id: ids[1] as string,
      ask: { remark: '不符' },
    }
    await decide(t.context, await a.actor(), decision)
    changed(own)
    expect(await audit(a)).toMatchObject({ total: 2, decided: 1, perHour: 1 })
    expect(await audit(b)).toMatchObject({ total: 2, decided: 0 })
    expect(await audit(outsider)).toBeUndefined()
  })

  it('sums only what a decision of the view moves', async () => {
    const all = (await (await t.signIn(await t.newTenant(), 'finance')).get<QueueUrgency[]>(URGENCY)).data
    const movesMoney = ({ queue, view }: QueueUrgency): boolean => {
      const of = queues.get(queue)?.views.find((v) => v.code === view)
      const steps = lifecycles.get(of?.resource ?? '')?.transitions ?? {}
      return of?.decisions.some((d) => typeof d === 'string' && steps[d]?.money === true) ?? false
    }
    const of = (moves: boolean) => all.filter((v) => movesMoney(v) === moves)
    expect(of(false).length).toBeGreaterThan(0)
    expect(of(false).map((v) => [v.unit, v.amount])).toEqual(of(false).map(() => [null, null]))
    expect(of(true).some((v) => v.unit === 'money')).toBe(true)
  })
})

describe('nobody else takes or sees one', () => {
  it('outside their queues, of another owner, or of another tenant', async () => {
    const [id, foreign, settled] = [await pending(), await order(settlementStatus.pending, '901'), await order(6)]
    const [nobody, stranger] = await Promise.all([t.signIn(tenant, []), t.signIn(await t.newTenant(), 'finance')])
    expect((await take(nobody, id)).code).toBe(403)
    expect((await nobody.get(CLAIMS.read, { resource: 'settlementOrder' })).code).toBe(403)
    expect((await take(stranger, id)).code).toBe(404)
    expect((await take(me, settled)).code).toBe(404)
    // the company confirms; what waits for a review is in none of its queues
    const [confirming, other] = [
      await order(settlementStatus.toConfirm),
      await order(settlementStatus.toConfirm, '901'),
    ]
    expect((await take(company, id)).code).toBe(404)
    expect((await take(company, other)).code).toBe(404)
    expect((await take(company, confirming)).data.mine).toBe(true)
    for (const mine of [id, foreign]) await take(me, mine)
    // each side has its own: what the platform's staff is at is not shown to a company, nor the other way round
    expect(await seen(company)).toEqual([`${confirming} ${company.userId}`])
    expect(await seen(me)).toEqual(expect.arrayContaining([`${id} ${me.userId}`, `${foreign} ${me.userId}`]))
    expect(await seen(me)).not.toContain(`${confirming} ${company.userId}`)
    expect(await seen(stranger)).toEqual([])
    expect((await take(me, id, {}, 'user')).code).toBe(403)
    expect((await take(me, id, {}, 'nothing')).code).toBe(400)
    expect((await take(me, 'x')).code).toBe(404)
  })

  it('by an event: those who see the record and work it', async () => {
    const event: Happened = {
      ...{ number: '1', id: '1', kind: 'claim', resource: 'settlementOrder', recordId: '1', version: 0 },
      ...{ transition: 'taken', actorId: '1', actorName: '', company: COMPANY, fiscalTax: null, provider: null },
      ...{ employee: null, payload: { side: 'platform' } },
    }
    const [mine, theirs, auditor] = [await me.actor(), await company.actor(), await t.signIn(tenant, 'auditor')]
    expect(maySeeEvent(mine, event)).toBe(true)
    expect(maySeeEvent(theirs, event)).toBe(false)
    const own = { ...event, payload: { side: `company:${COMPANY}` } }
    expect([maySeeEvent(theirs, own), maySeeEvent(mine, own)]).toEqual([true, false])
    expect(maySeeEvent(theirs, { ...own, company: '901' })).toBe(false)
    expect(maySeeEvent(await auditor.actor(), { ...event, kind: 'changed' })).toBe(true)
    expect(maySeeEvent(await auditor.actor(), event)).toBe(false)
  })

  it('who is no person', async () => {
    for (const actor of [
      systemActor(tenant, 'r'),
      doctorActor({ tenantId: tenant, doctor: { id: '5', name: '医生' }, source: 'link', requestId: 'r' }),
    ])
      for (const call of ['claim.read', 'claim.take', 'claim.release'])
        await expect(
          (async () =>
            t.context.domains.handlers.get(call)?.({
              context: t.context,
              actor,
              query: {},
              params: { resource: 'settlementOrder', id: '1' },
              body: {},
            } as never))(),
        ).rejects.toMatchObject({ code: 403 })
  })
})
