import { createCipheriv } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { meeting } from '../../../src/model/activities/meetings/meeting.ts'
import { meetingTencent } from '../../../src/model/activities/meetings/meetingTencent.ts'
import { tencentMeetingEventsRecording } from '../../../src/model/activities/meetings/tencent.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { runTencentEvent, TENCENT_EVENT } from '../../../src/server/domains/activities/tencentEvents.ts'
import { type TestApp, testApp } from '../app.ts'
import { rowNow, rowsBy } from '../decisions/fixture.ts'
import { serve } from './carry.ts'
import { clear, held, PATH, signed, TOKEN, told } from './meetingEvent.ts'

const { meetingStatus } = statesOf(meeting)

// 3.5: events of online meetings come signed from the service, once each, and move the meeting that they are about alone.

const KEY = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ'

let t: TestApp
let tenantId: string
beforeAll(async () => {
  t = await testApp()
})
afterAll(async () => {
  Object.assign(t.context.config, { meetingEvents: null })
  await t.app.close()
})
beforeEach(async () => {
  tenantId = await t.newTenant()
  await serve(t.context, tenantId, 'tencentMeeting', 'http')
  keys(null)
})

const keys = (key: string | null, token = TOKEN): void => {
  Object.assign(t.context.config, { meetingEvents: { token, key: key ? Buffer.from(`${key}=`, 'base64') : null } })
}

const sealed = (text: string) => {
  const key = Buffer.from(`${KEY}=`, 'base64')
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16))
  return Buffer.concat([cipher.update(text), cipher.final()]).toString('base64')
}
const send = (data: unknown, headers: Record<string, string>) =>
  t.app.inject({ method: 'POST', url: PATH, headers, payload: { data } as object })

/** Applies what waits in the queue, as its runner does; how many there were. */
async function applied(): Promise<number> {
  const jobs = await t.db.transaction({ tenantId: null }, (tx) =>
    tx.query<{ payload: Record<string, unknown> }>(
      `update "job" set state = 'done' where kind = $1 and state = 'queued' returning payload`,
      [TENCENT_EVENT],
    ),
  )
  for (const { payload } of jobs)
    await runTencentEvent(t.context, {
      tenantId: '',
      id: '1',
      kind: TENCENT_EVENT,
      lane: '',
      payload,
      attempts: 1,
      most: 5,
    })
  return jobs.length
}
const stateOf = async (id: string, of = tenantId) => (await rowNow(t.context, of, meetingTencent, id))?.state
const events = (number: string) =>
  rowsBy(t.context, tenantId, tencentMeetingEventsRecording, 'tencent_meeting_id', number)

it('the address is proved to the service by what it sent, in clear and encrypted; nothing is there without a token', async () => {
  const ask = (text: string, headers: Record<string, string>) =>
    t.app.inject({ method: 'GET', url: `${PATH}?check_str=${encodeURIComponent(text)}`, headers })
  const plain = await ask(clear('hello>>>?'), signed(clear('hello>>>?')))
  expect([plain.statusCode, plain.body]).toEqual([200, 'hello>>>?'])
  keys(KEY)
  const secret = await ask(sealed('hello'), signed(sealed('hello')))
  expect([secret.statusCode, secret.body]).toEqual([200, 'hello'])
  expect((await ask(clear('hello'), signed(clear('hello')))).statusCode).toBe(400)
  expect((await ask(sealed('hello'), signed(sealed('hello'), { token: 'x'.repeat(25) }))).statusCode).toBe(401)
  Object.assign(t.context.config, { meetingEvents: null })
  expect((await ask(clear('hello'), signed(clear('hello')))).statusCode).toBe(404)
})

it('a meeting begins and ends by its events, each applied once however often it comes', async () => {
  const { plan, online, number } = await held(t.context, tenantId)
  const started = clear(told('meeting.started', number))
  const answer = await send(started, signed(started))
  expect([answer.statusCode, answer.body]).toEqual([200, 'successfully received callback'])
  await send(started, signed(started, { nonce: '2' }))
  expect(await applied()).toBe(1)
  expect([await stateOf(online), (await rowNow(t.context, tenantId, meeting, plan))?.meetingStatus]).toEqual([
    'STARTED',
    meetingStatus.inProgress,
  ])
  await send(started, signed(started))
  expect(await applied()).toBe(1)
  const left = clear(told('meeting.end', number, { meeting_end_type: 3 }))
  await send(left, signed(left))
  await applied()
  expect(await stateOf(online)).toBe('STARTED')
  keys(KEY)
  const ended = sealed(told('meeting.end', number, { meeting_end_type: 0 }))
  await send(ended, signed(ended))
  await applied()
  expect([await stateOf(online), (await rowNow(t.context, tenantId, meeting, plan))?.meetingStatus]).toEqual([
    'ENDED',
    meetingStatus.ended,
  ])
  expect((await events(number)).map((e) => e.eventsType)).toEqual(['meeting.started', 'meeting.end', 'meeting.end'])
  expect(JSON.stringify(await events(number))).not.toContain('王')
})

it('forged, changed, late and unreadable messages are refused and leave nothing', async () => {
  const { online, number } = await held(t.context, tenantId)
  const data = clear(told('meeting.started', number))
  const cases: [unknown, Record<string, string>, number][] = [
    [data, {} as never, 401],
    [data, signed(data, { token: 'y'.repeat(25) }), 401],
    [data, { ...signed(data), signature: '' }, 401],
    [clear(told('meeting.end', number)), signed(data), 401],
    [data, { ...signed(data), nonce: '1' }, 401],
    [data, signed(data, { at: Date.now() - 301_000 }), 401],
    [data, signed(data, { at: Date.now() + 301_000 }), 401],
    // a letter moved from the nonce into the time: the same signature
    [data, { ...signed(data, { nonce: 'a1' }), nonce: 'a', timestamp: `1${Date.now()}` }, 401],
    ['', signed(''), 400],
    [['x'], signed('x'), 400],
  ]
  for (const [sent, headers, status] of cases)
    expect([status, (await send(sent, headers)).statusCode]).toEqual([status, status])
  keys(KEY)
  expect((await send(data, signed(data))).statusCode).toBe(400)
  keys(null)
  // signed, and of no event that anybody could apply
  for (const text of ['{}', 'null', told('meeting.started', ''), told('', number), 'x'])
    expect((await send(clear(text), signed(clear(text)))).statusCode).toBe(200)
  expect(await applied()).toBe(0)
  expect(await stateOf(online)).toBe('SCHEDULED')
})

it('moves no meeting of a tenant that plays the service by a sandbox, nor one of two that have the same number', async () => {
  const other = await t.newTenant()
  await serve(t.context, other, 'tencentMeeting', 'sandbox')
  const made = await held(t.context, other)
  const data = clear(told('meeting.started', made.number))
  await send(data, signed(data))
  await applied()
  expect(await stateOf(made.online, other)).toBe('SCHEDULED')
  const own = await held(t.context, tenantId, made.number)
  const again = clear(told('meeting.started', made.number))
  await send(again, signed(again))
  await applied()
  expect([await stateOf(made.online, other), await stateOf(own.online)]).toEqual(['SCHEDULED', 'STARTED'])
  const third = await t.newTenant()
  await serve(t.context, third, 'tencentMeeting', 'http')
  const twin = await held(t.context, third, made.number)
  const ended = clear(told('meeting.end', made.number, { meeting_end_type: 0 }))
  await send(ended, signed(ended))
  await applied()
  expect([await stateOf(twin.online, third), await stateOf(own.online)]).toEqual(['SCHEDULED', 'STARTED'])
})
