import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lecture } from '../../../src/model/activities/meetings/lecture.ts'
import { meeting } from '../../../src/model/activities/meetings/meeting.ts'
import { clockEdges } from '../../../src/model/business.ts'
import { is } from '../../../src/model/language/conditions/condition.ts'
import { type ClockEdge, every, past } from '../../../src/model/language/every.ts'
import { choice, datetime, text } from '../../../src/model/language/fields/field.ts'
import { lifecycle } from '../../../src/model/language/lifecycle.ts'
import { resource } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { clockSchedules, runClockEdge } from '../../../src/server/deciding/clockEdges.ts'
import { decide, decideAsSystem } from '../../../src/server/deciding/engine.ts'
import { claim, finish, type Job } from '../../../src/server/jobs/queue.ts'
import { type Schedule, serve } from '../../../src/server/jobs/schedule.ts'
import type { Rules } from '../../../src/server/writing/rules.ts'
import { person } from '../../rules/people.ts'
import { declare } from '../declared.ts'
import { count, load, refusal, rowNow, type World, world } from './fixture.ts'

const { meetingStatus } = statesOf(meeting)
const { planStatus } = statesOf(lecture)

/** Offers that end by themselves. */
const offer = resource('trialOffer', {
  calls: ['blade-trial/trialOffer'],
  title: ['试报价', 'Trial offers'],
  name: 'what',
  fields: {
    what: text('内容', 'What'),
    endTime: datetime('截止时间', 'Ends'),
    why: text('原因', 'Why', { readOnly: 'always' }),
    offerStatus: choice(
      '状态',
      'State',
      { 0: ['有效', 'Open'], 1: ['已过期', 'Expired'], 2: ['已撤销', 'Withdrawn'] },
      { readOnly: 'always', initial: 0 },
    ),
  },
  operations: ['view', 'add', 'edit'],
  editable: { edit: {} },
  owner: 'open',
  list: { columns: ['what'], search: ['offerStatus'], sort: 'createTime' },
})
const offerLifecycle = lifecycle(offer, {
  expire: {
    label: ['过期', 'Expire'],
    from: { offerStatus: 0 },
    to: { offerStatus: 1 },
    by: 'both',
    call: 'POST expire',
    permission: 'trialOffer_expire',
    select: 'many',
  },
  withdraw: {
    label: ['撤销', 'Withdraw'],
    from: { offerStatus: 0 },
    to: { offerStatus: 2 },
    by: 'operator',
    call: 'POST withdraw',
    permission: 'trialOffer_withdraw',
  },
  forgotten: {
    label: ['遗忘', 'Forgotten'],
    from: { offerStatus: 0 },
    to: { offerStatus: 2 },
    by: 'both',
    call: 'POST forgotten',
    permission: 'trialOffer_forgotten',
  },
  renew: { label: ['续期', 'Renew'], from: { offerStatus: 0 }, to: { offerStatus: 0 }, by: 'system' },
})
const rules: Rules = {
  expire: {
    guard: (row) => (row.what === 'broken' ? ['坏的', 'Broken'] : null),
    set: (row, _ask, work) => ({ why: `${work.actor.name} ${row.what}` }),
  },
  withdraw: 'none',
}
const edge: ClockEdge = every('trialOffer.expire', {
  cron: '10 1 * * *',
  resource: 'trialOffer',
  where: [is('offerStatus', 0), past('endTime', 'now')],
  step: 'expire',
})
/** Stays where it starts: only the key keeps it from happening twice. */
const renewal: ClockEdge = { ...edge, id: 'trialOffer.renew', step: 'renew' }

let w: World
let undeclare: () => Promise<void>
beforeAll(async () => {
  const first = await world()
  undeclare = await declare(first.context.db, [{ resource: offer, lifecycle: offerLifecycle, rules }])
  for (const e of [edge, renewal]) (clockEdges as Map<string, ClockEdge>).set(e.id, e)
})
afterAll(async () => {
  for (const e of [edge, renewal]) (clockEdges as Map<string, ClockEdge>).delete(e.id)
  await undeclare()
})
beforeEach(async () => {
  w = await world()
})

const run = { stopped: () => false, progress() {} }
const jobOf = (more: Partial<Job> = {}): Job => ({
  tenantId: w.tenantId,
  id: '1',
  kind: 'clockEdge',
  lane: 'clock',
  payload: { edge: edge.id, slot: '2024-06-14T17:10:00.000Z' },
  attempts: 1,
  most: 3,
  ...more,
})
const offers = (list: readonly { what: string; endTime: string }[]): Promise<string[]> =>
  load(w.context, w.tenantId, async (work) => (await work.insertAll(offer, list)).map((row) => row.id))
const overdue = (what: string) => ({ what, endTime: '2024-06-14 00:00:00' })
const now = (id: string | undefined) => rowNow(w.context, w.tenantId, offer, id ?? '')
const history = (id: string | undefined, where = 'true') =>
  count(w.context, w.tenantId, 'approval_history', `biz_id = $2 and ${where}`, [id])

describe('a clock edge', () => {
  test('moves what is due and leaves the rest, with the system in history and trail', async () => {
    const [due, later] = await offers([overdue('a'), { what: 'b', endTime: '2024-06-15 10:00:01' }])
    expect(await runClockEdge(w.context, jobOf(), run)).toEqual({ state: 'done' })
    expect(await now(due)).toMatchObject({ offerStatus: 1, version: 1, why: '系统 a' })
    expect(await now(later)).toMatchObject({ offerStatus: 0, version: 0 })
    expect(await history(due, `operator_name = '系统' and operator_role = '系统' and action = 'expire'`)).toBe(1)
    expect(await count(w.context, w.tenantId, 'audit_trail', `record_id = $2 and actor_id = 0`, [due])).toBe(1)
    expect(await count(w.context, w.tenantId, 'outbox', `record_id = $2 and transition = 'expire'`, [due])).toBe(1)
    w.context.clock.pass(1)
    await runClockEdge(w.context, jobOf(), run)
    expect(await now(later)).toMatchObject({ offerStatus: 1 })
  })

  test('an activity at a time expires after it, one without a time after its last day', async () => {
    const over = {
      ...{ name: '学术活动', entrustedCompanyId: w.companyId, baseEmployeeId: '1', activityServiceProjectId: '1' },
      ...{
        planStatus: planStatus.inProgress,
        invitationStartDate: '2024-05-01',
        invitationEndDate: '2024-06-01',
        planSearchNum: 1,
      },
    } as const
    const [held, ends] = ['2024-06-14 20:00:00', '2024-06-20 20:00:00']
    const ids = await load(w.context, w.tenantId, async (work) => ({
      meetings: await work.insertAll(meeting, [
        { ...over, endTime: ends },
        { ...over, endTime: held },
        { ...over, endTime: held, meetingStatus: meetingStatus.ended },
      ] as never),
      lectures: await work.insertAll(lecture, [
        { ...over, endTime: ends },
        { ...over, endTime: held },
        { ...over, endTime: null },
        { ...over, invitationEndDate: '2024-06-15', endTime: null },
      ] as never),
    }))
    for (const id of [...clockEdges.keys()].filter((name) => /^(meeting|lecture)\.expire/.test(name)))
      expect(await runClockEdge(w.context, jobOf({ payload: { edge: id, slot: 'one' } }), run)).toEqual({
        state: 'done',
      })
    const states = async (of: typeof meeting | typeof lecture, rows: readonly { id: string }[]) =>
      Promise.all(rows.map(async ({ id }) => (await rowNow(w.context, w.tenantId, of, id)).planStatus))
    expect(await states(meeting, ids.meetings)).toEqual([1, 2, 1])
    expect(await states(lecture, ids.lectures)).toEqual([1, 2, 2, 1])
  })

  test('a failing record stops no other, and is logged', async () => {
    const ids = await offers([overdue('a'), overdue('broken'), overdue('c')])
    const told: string[] = []
    const context = { ...w.context, log: { ...w.context.log, error: (t: string) => void told.push(t) } }
    const ending = await runClockEdge(context, jobOf(), run)
    expect(ending).toMatchObject({ state: 'error', final: true })
    expect(ending).toMatchObject({ error: expect.stringContaining(`1 of 3 records failed: ${ids[1]}: 坏的`) })
    expect(told.join()).toContain(ids[1])
    expect(await Promise.all(ids.map(async (id) => (await now(id)).offerStatus))).toEqual([1, 0, 1])
  })

  test('more than a page, two instances at once: each once', async () => {
    const ids = await offers(Array.from({ length: 450 }, (_, n) => overdue(`p${n}`)))
    const other = { ...w.context, instance: 'other' }
    const endings = await Promise.all([runClockEdge(w.context, jobOf(), run), runClockEdge(other, jobOf(), run)])
    expect(endings).toEqual([{ state: 'done' }, { state: 'done' }])
    expect(await count(w.context, w.tenantId, 'trial_offer', 'offer_status = 1 and version = 1')).toBe(ids.length)
    expect(await count(w.context, w.tenantId, 'approval_history', `action = 'expire'`)).toBe(ids.length)
  })

  test('an edge that stays where it starts happens once a moment', async () => {
    const [id] = await offers([overdue('a')])
    const job = jobOf({ payload: { edge: renewal.id, slot: 'one' } })
    for (let n = 0; n < 3; n++) await runClockEdge(w.context, job, run)
    expect(await now(id)).toMatchObject({ version: 1 })
    await runClockEdge(w.context, { ...job, payload: { ...job.payload, slot: 'two' } }, run)
    expect(await now(id)).toMatchObject({ version: 2 })
  })

  test('continues later from where it was stopped', async () => {
    const ids = await offers([overdue('a'), overdue('b'), overdue('c')])
    let asked = 0
    const brief = { stopped: () => asked++ >= 2, progress() {} }
    expect(await runClockEdge(w.context, jobOf(), brief)).toEqual({ state: 'later', after: 0 })
    expect(await count(w.context, w.tenantId, 'trial_offer', 'offer_status = 1')).toBe(2)
    await runClockEdge(w.context, jobOf({ attempts: 2 }), run)
    expect(await Promise.all(ids.map(async (id) => (await now(id)).version))).toEqual([1, 1, 1])
  })

  test('its schedule queues one job a tenant, once over all instances', async () => {
    const [schedule] = clockSchedules([{ ...edge, id: `${edge.id}.${w.tenantId}` }]) as [Schedule]
    await w.context.db.owner((tx) =>
      tx.query(`insert into "tenant" (id, code, tenant_name) values ($1, $2, $2)`, [w.context.id(), w.tenantId]),
    )
    await serve(w.context, schedule)
    w.context.clock.pass(24 * 60)
    const served = await Promise.all(['a', 'b'].map((instance) => serve({ ...w.context, instance }, schedule)))
    expect(served.filter(Boolean)).toHaveLength(1)
    const jobs = (await claim(w.context, ['clockEdge'], { clock: 10_000 })).filter(
      (j) => j.payload.edge === `${edge.id}.${w.tenantId}`,
    )
    const [mine] = jobs.filter((j) => j.tenantId === w.tenantId)
    expect(mine).toBeDefined()
    expect(new Set(jobs.map((j) => j.tenantId)).size).toBe(jobs.length)
    for (const job of jobs) await finish(w.context, job, { state: 'done' })
  })
})

describe('the system', () => {
  test('takes what is its own or both, and nothing else', async () => {
    const [id = ''] = await offers([overdue('a')])
    const ask = (transition: string) => decideAsSystem(w.context, w.tenantId, { resource: offer.id, transition, id })
    await expect(ask('withdraw')).rejects.toThrow('no system transition')
    // no rules: closed to the system, too
    expect(await refusal(ask('forgotten'))).toMatchObject({ code: 409 })
    expect(await ask('expire')).toMatchObject({ version: 1, transition: 'expire' })
    expect(await refusal(ask('expire'))).toMatchObject({ code: 409 })
    expect(await now(id)).toMatchObject({ offerStatus: 1, version: 1 })
  })

  test('the same key answers the same, once', async () => {
    const [id = ''] = await offers([overdue('a')])
    const request = { resource: offer.id, transition: 'renew', id, key: 'k1' }
    const first = await decideAsSystem(w.context, w.tenantId, request)
    expect(await decideAsSystem(w.context, w.tenantId, request)).toEqual(first)
    expect(await now(id)).toMatchObject({ version: 1 })
  })

  test('reaches no other tenant', async () => {
    const [id = ''] = await offers([overdue('a')])
    const other = await world()
    const request = { resource: offer.id, transition: 'expire', id }
    expect(await refusal(decideAsSystem(w.context, other.tenantId, request))).toMatchObject({ code: 404 })
  })

  test('people cause what is `both` by permission, and never what is the system’s', async () => {
    const [id = ''] = await offers([overdue('a')])
    const who = person(w.tenantId, 'finance', { permissions: new Set(['trialOffer_expire']) })
    const request = { resource: offer.id, id }
    expect(await refusal(decide(w.context, who, { ...request, transition: 'renew' }))).toMatchObject({ code: 404 })
    const stranger = person(w.tenantId, 'content')
    expect(await refusal(decide(w.context, stranger, { ...request, transition: 'expire' }))).toMatchObject({
      code: 403,
    })
    await decide(w.context, who, { ...request, transition: 'expire' })
    expect(await now(id)).toMatchObject({ offerStatus: 1, why: `${who.name} a` })
    expect(await history(id, `operator_name = '系统'`)).toBe(0)
  })
})
