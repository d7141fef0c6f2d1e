import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apiMessagePool } from '../../../src/model/administration/system/apiMessagePool.ts'
import { intent } from '../../../src/model/administration/system/intent.ts'
import { messagePush } from '../../../src/model/administration/system/messagePush.ts'
import { param } from '../../../src/model/administration/system/param.ts'
import { choice, code, text } from '../../../src/model/language/fields/field.ts'
import { lifecycle } from '../../../src/model/language/lifecycle.ts'
import { type RowOf, resource } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import type { settlementOrder as orderModel } from '../../../src/model/settlement/settlementOrder.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import { openPayload } from '../../../src/server/database/keys/payloads.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { queueLeftIntents, runIntent } from '../../../src/server/deciding/intents.ts'
import type { Ending, Job } from '../../../src/server/jobs/queue.ts'
import type { Rules } from '../../../src/server/writing/rules.ts'
import { person } from '../../rules/people.ts'
import { change, count, load, order, refusal, rowNow, rowsBy, type World, world } from '../decisions/fixture.ts'
import { declare } from '../declared.ts'
import { json, type Partner, startPartner, takeSilently } from './partner.ts'

const { intentStatus } = statesOf(intent)
const { settlementStatus } = statesOf(settlementOrder)

/** A slip that is requested from a partner; when the partner cannot say how it ended, a person has to. */
const slip = resource('trialPush', {
  calls: ['blade-trial/trialPush'],
  title: ['试推送', 'Trial pushes'],
  name: 'code',
  fields: {
    code: code('TP', '单号', 'No'),
    ack: text('回执', 'Receipt', { readOnly: 'always' }),
    why: text('原因', 'Why', { length: 500, readOnly: 'always' }),
    pushStatus: choice(
      '状态',
      'State',
      { 0: ['未推', 'New'], 1: ['推送中', 'Pushing'], 2: ['已推', 'Pushed'], 3: ['失败', 'Failed'] },
      { readOnly: 'always', initial: 0 },
    ),
  },
  operations: ['view'],
  owner: 'open',
  list: { columns: ['code'], search: ['pushStatus'], sort: 'createTime' },
})
const slipLifecycle = lifecycle(slip, {
  push: {
    label: ['推送', 'Push'],
    from: { pushStatus: 0 },
    to: { pushStatus: 1 },
    by: 'operator',
    call: 'POST push',
    permission: 'trialPush_push',
  },
  done: { label: ['已推', 'Pushed'], from: { pushStatus: 1 }, to: { pushStatus: 2 }, by: 'system' },
  fail: { label: ['失败', 'Failed'], from: { pushStatus: 1 }, to: { pushStatus: 3 }, by: 'system' },
})
const rules: Rules = {
  push: {
    effect: async (row, _ask, work) => {
      const back = { of: slip, id: row.id, code: row.code, done: 'done', failed: 'fail' }
      const payload = { entrustedId: '', entrustedCode: '', scenario: 'TRIAL', parameters: '{}' }
      await work.intend(messagePush, 'push', payload, `slip-${row.id}`, back)
      return undefined
    },
  },
  done: { set: (_row, ask) => ({ ack: ask.ack }) },
  fail: { set: (_row, ask) => ({ why: ask.remark }) },
}

let w: World
let partner: Partner
let context: ServerContext
let undeclare: () => Promise<void>
const log = { info() {}, debug() {}, warn() {}, error: console.error }
beforeAll(async () => {
  undeclare = await declare((await world()).context.db, [{ resource: slip, lifecycle: slipLifecycle, rules }])
})
afterAll(() => undeclare())
beforeEach(async () => {
  w = await world()
  partner = await startPartner(300)
  context = { ...w.context, log, config: { ...w.context.config, ports: { messagePush: partner.settings } } }
})
afterEach(() => partner.stop())

type Order = RowOf<typeof orderModel>
const run = { stopped: () => false, progress() {} }
const ops = () => person(w.tenantId, 'ops', { name: '运营' })
const push = (id: string, key: string | null = null) =>
  decide(context, ops(), { resource: 'settlementOrder', transition: 'push', id, key })
const confirmed = (): Promise<Order> => order(w, { status: 3 })
const useSandbox = () =>
  load(w.context, w.tenantId, (work) =>
    work.insert(param, { paramName: '消息推送', paramKey: 'port.messagePush', paramValue: 'sandbox' }),
  )
const messagesOf = (id: string) => rowsBy(context, w.tenantId, apiMessagePool, 'biz_id', id)
const intents = () => rowsBy(context, w.tenantId, intent, 'port', 'messagePush')
const carry = async (id: string | undefined, more: Partial<ServerContext> = {}): Promise<Ending | undefined> => {
  const job: Job = {
    tenantId: w.tenantId,
    id: '1',
    kind: 'intent',
    lane: 'port:messagePush',
    payload: { id },
    attempts: 1,
    most: 5,
  }
  return runIntent({ ...context, ...more }, job, run)
}
const orderNow = (id: string) => rowNow(context, w.tenantId, settlementOrder, id)
const pushed = async () => {
  const made = await confirmed()
  await push(made.id)
  const [message] = await messagesOf(made.id)
  const [asked] = await intents()
  if (!message || !asked) throw new Error('nothing was asked for')
  return { order: made, message, asked }
}
const now = async (id: string) => (await intents()).find((row) => row.id === id)

/** What people were told that partners answered: to whom, about which record, and how it ended. */
const told = () =>
  context.db.scoped<{
    actor_id: string
    resource: string
    record_id: string
    ending: string
    why: string
    call: string
  }>(
    { tenantId: w.tenantId },
    {
      text: `select actor_id::text, resource, record_id::text, payload->'answer'->>'ending' as ending,
        payload->'answer'->>'why' as why, payload->'answer'->'call'->>0 as call from "outbox" where tenant_id = $1 and kind = 'answered' order by id`,
      values: [w.tenantId],
    },
  )

describe('what a partner answers', () => {
  test('is told to who asked, once, however it ends, and to nobody where the clock asked', async () => {
    const { message, asked } = await pushed()
    expect(await told()).toEqual([])
    await carry(asked.id)
    const about = { actor_id: asked.createUser, resource: apiMessagePool.id, record_id: message.id }
    const call = messagePush.calls.push.title[0]
    expect(await told()).toEqual([{ ...about, ending: 'done', why: '', call }])
    await carry(asked.id)
    expect(await told()).toHaveLength(1)
    await change(context, w.tenantId, intent, asked.id, {
      intentStatus: intentStatus.unknown,
      attempts: 7,
      createUser: '0',
    })
    partner.answering = (_got, response) => json(response, 503, {})
    await carry(asked.id)
    expect(await told(), 'the clock asked').toHaveLength(1)
    await change(context, w.tenantId, intent, asked.id, {
      intentStatus: intentStatus.unknown,
      attempts: 7,
      createUser: asked.createUser,
    })
    await carry(asked.id)
    expect((await told()).at(-1)).toMatchObject({
      ...about,
      ending: expect.stringMatching(/failed|person/),
      why: expect.stringMatching(/./),
    })
  })
})

describe('confimMsgPool', () => {
  test('writes message and request in its own transaction, without a call to the partner', async () => {
    const { order: o, message, asked } = await pushed()
    expect(message).toMatchObject({
      messageStatus: 'RECEIVED',
      businessScenario: 'SETTLEMENT_ORDER_CONFIRMED',
      entrustedId: w.companyId,
      retryCount: 0,
    })
    expect(asked).toMatchObject({
      intentStatus: intentStatus.pending,
      requestKey: message.messageNumber,
      bizId: message.id,
      attempts: 0,
    })
    expect(partner.got).toEqual([])
    expect(
      await count(context, w.tenantId, 'job', `kind = 'intent' and state = 'queued' and key = $2`, [asked.id]),
    ).toBe(1)
    const [kept] = await context.db.scoped<{ payload: string }>(
      { tenantId: w.tenantId },
      { text: 'select payload from "intent_payload" where id = $1', values: [asked.id] },
    )
    expect(openPayload(kept?.payload)).toMatchObject({ entrustedId: w.companyId })
    expect(kept?.payload).not.toContain(w.companyId)
    expect((await orderNow(o.id)).pushStatus).toBe(0)
  })

  test('the partner’s answer moves message and order, as the system', async () => {
    const { order: o, message, asked } = await pushed()
    expect(await carry(asked.id)).toEqual({ state: 'done' })
    expect(await now(asked.id)).toMatchObject({ intentStatus: intentStatus.done, attempts: 1, lastError: null })
    expect(await messagesOf(o.id)).toMatchObject([{ messageStatus: 'PROCESSED', spendTime: expect.any(Number) }])
    expect((await orderNow(o.id)).pushStatus).toBe(1)
    expect(partner.taken).toEqual(new Map([[message.messageNumber, 1]]))
    const history = `biz_id = $2 and action = 'process' and operator_name = '系统'`
    expect(await count(context, w.tenantId, 'approval_history', history, [message.id])).toBe(1)
    // run again, also by another instance: nothing happens
    expect(await carry(asked.id)).toBeUndefined()
    expect(partner.got).toHaveLength(1)
  })

  test('asked again it makes no second message while one is under way or was taken', async () => {
    const { order: o, asked } = await pushed()
    await push(o.id)
    expect(await messagesOf(o.id)).toHaveLength(1)
    await carry(asked.id)
    await push(o.id)
    expect(await messagesOf(o.id)).toHaveLength(1)
    expect((await orderNow(o.id)).pushStatus).toBe(1)
  })

  test('is refused before the company confirmed, and to who may not', async () => {
    const early = await order(w, { status: 2 })
    expect(await refusal(push(early.id))).toMatchObject({ code: 409 })
    const made = await confirmed()
    const tax = person(w.tenantId, 'tax')
    const asking = decide(context, tax, { resource: 'settlementOrder', transition: 'push', id: made.id })
    expect(await refusal(asking)).toMatchObject({ code: 403 })
    expect(await intents()).toEqual([])
  })

  test('nothing is left of a decision that is rolled back', async () => {
    const made = await confirmed()
    const broken = { ...context, id: () => 'no id' }
    await expect(
      decide(broken, ops(), { resource: 'settlementOrder', transition: 'push', id: made.id }),
    ).rejects.toThrow()
    expect(await intents()).toEqual([])
    expect(await count(context, w.tenantId, 'job')).toBe(0)
  })
})

describe('a partner', () => {
  test('that says no fails the message, with its words', async () => {
    const { order: o, asked } = await pushed()
    partner.answering = (_got, response) => json(response, 422, { code: 'UNKNOWN_COMPANY', msg: 'who?' })
    expect(await carry(asked.id)).toEqual({ state: 'done' })
    expect(await now(asked.id)).toMatchObject({
      intentStatus: intentStatus.failed,
      lastError: expect.stringContaining('对方不识别该企业'),
    })
    expect(await messagesOf(o.id)).toMatchObject([
      { messageStatus: 'FAILED', lastError: expect.stringContaining('REJECTED') },
    ])
    expect((await orderNow(o.id)).pushStatus).toBe(2)
  })

  test.each([
    [
      'is down',
      'UNAVAILABLE',
      (p: Partner) => {
        p.answering = (_got, response) => json(response, 503, {})
      },
    ],
    [
      'answers garbage',
      'INVALID',
      (p: Partner) => {
        p.answering = (_got, response) => void response.end('<html>')
      },
    ],
    [
      'answers without a receipt',
      'INVALID',
      (p: Partner) => {
        p.answering = (_got, response) => json(response, 200, { state: 'done' })
      },
    ],
    [
      'says nothing',
      'TIMEOUT',
      (p: Partner) => {
        p.answering = () => undefined
      },
    ],
  ])('that %s is asked again later; then it works', async (_, failure, break_) => {
    const { order: o, asked } = await pushed()
    break_(partner)
    expect(await carry(asked.id)).toEqual({ state: 'later', after: 5 })
    expect(await now(asked.id)).toMatchObject({
      intentStatus: intentStatus.unknown,
      attempts: 1,
      lastError: expect.stringContaining(failure),
    })
    expect(await messagesOf(o.id)).toMatchObject([{ messageStatus: 'RECEIVED' }])
    expect(await carry(asked.id)).toEqual({ state: 'later', after: 10 })
    partner.answering = null
    expect(await carry(asked.id)).toEqual({ state: 'done' })
    expect(await messagesOf(o.id)).toMatchObject([{ messageStatus: 'PROCESSED' }])
    expect([...partner.taken.values()]).toEqual([1])
  })

  test('that took it and never said so is asked what became of it, and not sent it again', async () => {
    const { order: o, asked, message } = await pushed()
    partner.answering = takeSilently(partner)
    expect(await carry(asked.id)).toEqual({ state: 'later', after: 5 })
    partner.answering = null
    expect(await carry(asked.id)).toEqual({ state: 'done' })
    expect(partner.taken).toEqual(new Map([[message.messageNumber, 1]]))
    expect(partner.got.map((g) => g.method)).toEqual(['POST', 'GET'])
    expect(await messagesOf(o.id)).toMatchObject([{ messageStatus: 'PROCESSED' }])
  })

  test('that is still at it is waited for, without counting', async () => {
    const { asked } = await pushed()
    partner.answering = takeSilently(partner)
    await carry(asked.id)
    partner.answering = (_got, response) => json(response, 200, { state: 'pending' })
    for (let n = 0; n < 12; n++) expect(await carry(asked.id)).toEqual({ state: 'later', after: 5 })
    expect(await now(asked.id)).toMatchObject({ intentStatus: intentStatus.unknown, attempts: 1 })
  })

  test('that stays away fails the message in the end; resending asks it first and sends once', async () => {
    const { order: o, asked, message } = await pushed()
    partner.answering = takeSilently(partner)
    await carry(asked.id)
    for (let n = 0; n < 6; n++) expect(await carry(asked.id)).toMatchObject({ state: 'later' })
    expect(await carry(asked.id)).toEqual({ state: 'done' })
    expect(await now(asked.id)).toMatchObject({ intentStatus: intentStatus.failed })
    expect(await messagesOf(o.id)).toMatchObject([{ messageStatus: 'FAILED' }])
    expect((await orderNow(o.id)).pushStatus).toBe(2)

    const resend = { resource: 'apiMessagePool', transition: 'resend', id: message.id }
    expect(await refusal(decide(context, person(w.tenantId, 'finance'), resend))).toMatchObject({ code: 403 })
    await decide(context, ops(), resend)
    expect(await messagesOf(o.id)).toMatchObject([{ messageStatus: 'RECEIVED', retryCount: 1 }])
    expect(await intents()).toMatchObject([{ intentStatus: intentStatus.unknown, attempts: 0 }])
    partner.answering = null
    expect(await carry(asked.id)).toEqual({ state: 'done' })
    expect([...partner.taken.values()]).toEqual([1])
    expect(await messagesOf(o.id)).toMatchObject([{ messageStatus: 'PROCESSED' }])
    expect((await orderNow(o.id)).pushStatus).toBe(1)
  })

  test('is sent no message more than ten times again', async () => {
    const { message } = await pushed()
    await change(context, w.tenantId, apiMessagePool, message.id, { messageStatus: 'FAILED', retryCount: 10 })
    const resend = { resource: 'apiMessagePool', transition: 'resend', id: message.id }
    expect(await refusal(decide(context, ops(), resend))).toMatchObject({ code: 400 })
  })

  test('that is not configured is not called, and is reported', async () => {
    const { asked } = await pushed()
    const bare = { config: { ...context.config, ports: {} } }
    expect(await carry(asked.id, bare)).toMatchObject({ state: 'later' })
    expect(await now(asked.id)).toMatchObject({ lastError: expect.stringContaining('MESSAGE_PUSH_URL') })
    expect(partner.got).toEqual([])
  })

  test('whose order was voided meanwhile still has its answer kept', async () => {
    const { order: o, asked } = await pushed()
    await change(context, w.tenantId, settlementOrder, o.id, { settlementStatus: settlementStatus.voided })
    expect(await carry(asked.id)).toEqual({ state: 'done' })
    expect(await messagesOf(o.id)).toMatchObject([{ messageStatus: 'PROCESSED' }])
  })
})

describe('the sandbox', () => {
  test('takes messages; companies whose code ends with 3 fail twice, then succeed', async () => {
    await useSandbox()
    const { order: o, asked } = await pushed()
    expect(await carry(asked.id)).toEqual({ state: 'done' })
    expect(await messagesOf(o.id)).toMatchObject([{ messageStatus: 'PROCESSED' }])
    expect(partner.got).toEqual([])
  })

  test('fails twice for the others', async () => {
    await useSandbox()
    await context.db.owner((tx) =>
      tx.query(`update "entrusted_company" set code = 'C0003' where id = $1`, [w.companyId]),
    )
    const { order: o, asked } = await pushed()
    expect(await carry(asked.id)).toEqual({ state: 'later', after: 5 })
    expect(await carry(asked.id)).toEqual({ state: 'later', after: 10 })
    expect(await carry(asked.id)).toEqual({ state: 'done' })
    expect(await now(asked.id)).toMatchObject({ intentStatus: intentStatus.done, attempts: 3 })
    expect(await messagesOf(o.id)).toMatchObject([{ messageStatus: 'PROCESSED' }])
  })
})

describe('what cannot be finished', () => {
  const made = async () => {
    const [row] = await load(w.context, w.tenantId, (work) => work.insertAll(slip, [{ code: `TP${w.tenantId}` }]))
    const who = person(w.tenantId, 'ops', {
      permissions: new Set(['trialPush_push', 'trialPush_view', 'intent_view', 'intent_retry', 'intent_close']),
    })
    await decide(context, who, { resource: slip.id, transition: 'push', id: row?.id ?? '' })
    const [asked] = await intents()
    partner.answering = takeSilently(partner)
    for (let n = 0; n < 8; n++) await carry(asked?.id)
    return { id: row?.id ?? '', asked: asked?.id ?? '', who }
  }
  const slipNow = (id: string) => rowNow(context, w.tenantId, slip, id)
  const ask = (who: ReturnType<typeof person>, transition: string, id: string, more: object = {}) =>
    decide(context, who, { resource: 'intent', transition, id, ...more })

  test('waits for a person, who has it tried again', async () => {
    const { id, asked, who } = await made()
    expect(await now(asked)).toMatchObject({
      intentStatus: intentStatus.forPerson,
      attempts: 7,
      lastError: expect.stringContaining('UNAVAILABLE'),
    })
    expect(await slipNow(id)).toMatchObject({ pushStatus: 1 })
    expect(await carry(asked)).toBeUndefined()
    expect(await queueLeftIntents(context)).toBeGreaterThanOrEqual(0)
    expect(await now(asked)).toMatchObject({ intentStatus: intentStatus.forPerson })
    expect(await refusal(ask(person(w.tenantId, 'finance'), 'retry', asked))).toMatchObject({ code: 403 })
    await ask(who, 'retry', asked)
    partner.answering = null
    expect(await carry(asked)).toEqual({ state: 'done' })
    expect(await slipNow(id)).toMatchObject({ pushStatus: 2, ack: `ACK-slip-${id}` })
    expect([...partner.taken.values()]).toEqual([1])
  })

  test('or is closed with a reason, which fails its record', async () => {
    const { id, asked, who } = await made()
    expect(await refusal(ask(who, 'close', asked))).toMatchObject({ code: 400 })
    await ask(who, 'close', asked, { ask: { remark: '已线下处理' } })
    expect(await now(asked)).toMatchObject({ intentStatus: intentStatus.closed })
    expect(await slipNow(id)).toMatchObject({ pushStatus: 3, why: '已线下处理' })
    expect(await refusal(ask(who, 'retry', asked))).toMatchObject({ code: 409 })
  })

  test('does not exist for users who may not see its record', async () => {
    const { asked } = await made()
    const blind = person(w.tenantId, 'ops', { permissions: new Set(['intent_view', 'intent_retry']) })
    expect(await refusal(ask(blind, 'retry', asked))).toMatchObject({ code: 404 })
  })

  test('an answer that its record refuses is left to a person, too', async () => {
    const { id, asked } = await made()
    await change(context, w.tenantId, slip, id, { pushStatus: 0 })
    await change(context, w.tenantId, intent, asked, { intentStatus: intentStatus.unknown, attempts: 0 })
    partner.answering = null
    expect(await carry(asked)).toEqual({ state: 'done' })
    expect(await now(asked)).toMatchObject({
      intentStatus: intentStatus.forPerson,
      lastError: expect.stringContaining('单据无法更新'),
    })
  })
})

test('open requests without a job are queued again, once', async () => {
  const { asked } = await pushed()
  const jobs = (state: string) => count(context, w.tenantId, 'job', `key = $2 and state = $3`, [asked.id, state])
  await context.db.owner((tx) => tx.query(`update "job" set state = 'failed' where key = $1`, [asked.id]))
  await queueLeftIntents(context)
  await queueLeftIntents(context)
  expect([await jobs('queued'), await jobs('failed')]).toEqual([1, 1])
})
