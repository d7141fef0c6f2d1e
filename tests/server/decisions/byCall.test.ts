import { beforeAll, describe, expect, test } from 'vitest'
import { transitionsOf } from '../../../src/model/business.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { Decided } from '../../../src/model/wire/wire.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import type { RequestContext } from '../../../src/server/core/context/context.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { versionIn } from '../../../src/server/core/params.ts'
import { decideByCall, meant, prefixOfRows } from '../../../src/server/deciding/byCall.ts'
import { idsIn } from '../../../src/server/deciding/keyed.ts'
import { order, refusal, rowNow, type World, world } from './fixture.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const ask = (actor: Actor, params: Record<string, unknown>, body?: unknown, key?: string) =>
  ({
    context: w.context,
    actor,
    query: {},
    body,
    params,
    http: { headers: key ? { 'idempotency-key': key } : {} },
    reply: {},
  }) as unknown as RequestContext
const names = (call: string) =>
  Object.entries(transitionsOf('settlementOrder')).flatMap(([n, t]) => (t.call === call ? [n] : []))
const call = (actor: Actor, name: string, params: Record<string, unknown>, body?: unknown, key?: string) =>
  decideByCall(ask(actor, params, body, key), 'settlementOrder', names(name))
const status = async (id: string) => (await rowNow(w.context, w.tenantId, settlementOrder, id)).settlementStatus

describe('which transition a call means', () => {
  const t = transitionsOf('settlementOrder')
  test.each([
    ['POST audit', { status: 1 }, ['audit.pass']],
    ['POST audit', { status: '2' }, ['audit.reject']],
    ['POST confim', {}, ['confim.pass']],
    ['POST confim', { status: '' }, ['confim.pass']],
    ['POST confim', { status: 2 }, ['confim.reject']],
    ['POST recall', { status: 1 }, names('POST recall')],
    ['GET toSettle', {}, ['toSettle']],
  ] as const)('%s %j', (name, params, expected) => {
    expect(meant(names(name), t, params)).toEqual(expected)
  })
  test.each([
    ['POST audit', {}],
    ['POST audit', { status: 3 }],
    ['POST confim', { status: 9 }],
  ] as const)('%s %j is refused, naming the parameter', (name, params) => {
    expect(() => meant(names(name), t, params)).toThrow(AppError)
    try {
      meant(names(name), t, params)
    } catch (e) {
      expect((e as AppError).data).toHaveProperty('status')
    }
  })
})

test.each([
  [{ id: '5' }, undefined, ['5']],
  [{ ids: '1, 2,,3' }, undefined, ['1', '2', '3']],
  [{ ids: ['1', 2] }, undefined, ['1', '2']],
  [{}, ['7', { id: '8', version: 1 }], ['7', '8']],
  [{ ids: '1', id: '9' }, undefined, ['1']],
  [{}, undefined, []],
])('ids of %j %j', (params, body, expected) => {
  expect(idsIn(params, body)).toEqual(expected)
})

describe('an object or a list where one value is meant is 400, and the field is named', () => {
  const odd: unknown[] = [{ toString: 1 }, { valueOf: 1, toString: null }, {}, { id: '1' }, ['1', '2'], [[]]]
  const field = (run: () => unknown): string[] => {
    try {
      run()
    } catch (e) {
      expect(e).toBeInstanceOf(AppError)
      expect((e as AppError).code).toBe(400)
      return Object.keys((e as AppError).data as object)
    }
    return []
  }
  test('as an id, or among ids', () => {
    for (const x of [{ toString: 1 }, { id: { toString: 1 } }, { id: ['1'] }, ['1'], {}] as unknown[]) {
      expect(
        field(() => idsIn({ ids: [x] }, undefined)),
        JSON.stringify(x),
      ).toEqual(['ids'])
      expect(
        field(() => idsIn({}, [x])),
        JSON.stringify(x),
      ).toEqual(['ids'])
    }
    expect(field(() => idsIn({ id: { toString: 1 } }, undefined))).toEqual(['id'])
    expect(field(() => idsIn({ ids: { toString: 1 } }, undefined))).toEqual(['ids'])
  })
  test('as a version, which is a whole number in digits', () => {
    for (const x of [...odd, '1.5', '-1', '1e3', '0x10', 'NaN', 1e21, true, '9'.repeat(16)])
      expect(
        field(() => versionIn({ version: x })),
        JSON.stringify(x),
      ).toEqual(['version'])
    expect([undefined, null, '', ' ', 0, '7', 7].map((version) => versionIn({ version }))).toEqual([
      null,
      null,
      null,
      null,
      0,
      7,
      7,
    ])
  })
  test('as what distinguishes transitions of a call', () => {
    for (const x of odd)
      expect(
        field(() => meant(names('POST audit'), transitionsOf('settlementOrder'), { status: x })),
        JSON.stringify(x),
      ).toEqual(['status'])
  })
})

test('one id answers its Decided; several answer a list, all or nothing', async () => {
  const [a, b, c] = [await order(w), await order(w), await order(w, { status: 4 })]
  expect(await call(w.fin, 'POST audit', { id: a.id, status: 1, remark: '好', version: '0' })).toMatchObject({
    id: a.id,
    transition: 'audit.pass',
    version: 1,
  })
  expect((await refusal(call(w.fin, 'POST audit', { ids: `${b.id},${c.id}`, status: 1 }))).code).toBe(409)
  expect(await status(b.id)).toBe(0)
  const decided = (await call(w.fin, 'POST audit', { ids: b.id, status: 2, remark: '不齐' })) as Decided
  expect(decided.transition).toBe('audit.reject')
})

test('recall selects the transition that starts in the record’s state', async () => {
  const row = await order(w)
  await call(w.fin, 'POST audit', { id: row.id, status: 1 })
  expect(await call(w.fin, 'POST recall', { id: row.id, version: 1 })).toMatchObject({ transition: 'recall.audit' })
  await call(w.fin, 'POST audit', { id: row.id, status: 1 })
  await call(w.ca, 'POST confim', { ids: [row.id] })
  expect(await call(w.ca, 'POST recall', { id: row.id })).toMatchObject({ transition: 'recall.confim' })
  expect((await refusal(call(w.ca, 'POST recall', { id: row.id }))).code).toBe(403)
  expect((await refusal(call(w.fin, 'POST recall', { ids: '1,2' }))).code).toBe(400)
})

test('no id, a bad version, a repeated key', async () => {
  expect((await refusal(call(w.fin, 'POST audit', { status: 1 }))).text[0]).toBe('请选择至少一条数据')
  const row = await order(w)
  expect((await refusal(call(w.fin, 'POST audit', { id: row.id, status: 1, version: 'x' }))).code).toBe(400)
  const first = await call(w.fin, 'POST audit', { id: row.id, status: 1 }, undefined, 'key-1')
  expect(await call(w.fin, 'POST audit', { id: row.id, status: 1 }, undefined, 'key-1')).toEqual(first)
  expect(
    (await refusal(call(w.fin, 'POST audit', { id: row.id, status: 2, remark: 'x' }, undefined, 'key-1'))).code,
  ).toBe(422)
})

describe('a call whose edge is chosen by the present status, sent again with its own key', () => {
  test('answers what it answered the first time', async () => {
    const row = await order(w)
    await call(w.fin, 'POST audit', { id: row.id, status: 1 })
    const audit = await call(w.fin, 'POST recall', { id: row.id }, undefined, 'recall-1')
    await call(w.fin, 'POST audit', { id: row.id, status: 1 })
    await call(w.ca, 'POST confim', { id: row.id })
    // the company takes back from 3 to 2, where the other take-back starts, which it may not do: 403 when asked by
    // status
    const confim = (await call(w.ca, 'POST recall', { id: row.id }, undefined, 'recall-2')) as Decided
    expect(confim.transition).toBe('recall.confim')
    expect(await call(w.ca, 'POST recall', { id: row.id }, undefined, 'recall-2')).toEqual(confim)
    // the first take-back started at 2, the record's present state: nothing happens a second time
    expect(await call(w.fin, 'POST recall', { id: row.id }, undefined, 'recall-1')).toEqual(audit)
    expect([await status(row.id), (await rowNow(w.context, w.tenantId, settlementOrder, row.id)).version]).toEqual([
      2, 5,
    ])
  })
  test('users who may do both get it too, also when the record has moved on or was deleted', async () => {
    const row = await order(w)
    await call(w.admin, 'POST audit', { id: row.id, status: 1 })
    await call(w.admin, 'POST confim', { id: row.id })
    const taken = await call(w.admin, 'POST recall', { id: row.id, version: 2 }, undefined, 'recall-3')
    expect(await call(w.admin, 'POST recall', { id: row.id, version: 2 }, undefined, 'recall-3')).toEqual(taken)
    await call(w.admin, 'POST confim', { id: row.id, status: 2, remark: '不对' })
    expect(await call(w.admin, 'POST recall', { id: row.id, version: 2 }, undefined, 'recall-3')).toEqual(taken)
    await call(w.admin, 'POST remove', { id: row.id })
    expect(await call(w.admin, 'POST recall', { id: row.id, version: 2 }, undefined, 'recall-3')).toEqual(taken)
  })
  test('is 422 with other content; another person’s key says nothing', async () => {
    const row = await order(w)
    await call(w.fin, 'POST audit', { id: row.id, status: 1 })
    await call(w.ca, 'POST confim', { id: row.id })
    await call(w.ca, 'POST recall', { id: row.id, version: 2 }, undefined, 'recall-4')
    expect((await refusal(call(w.ca, 'POST recall', { id: row.id, version: 3 }, undefined, 'recall-4'))).code).toBe(422)
    expect(await call(w.fin, 'POST recall', { id: row.id }, undefined, 'recall-4').catch((e: AppError) => e.code)).toBe(
      400,
    )
  })
})

test('rows of two long keys that begin alike are not the same rows', () => {
  const [a, b] = ['a', 'b'].map((end) => prefixOfRows(`${'k'.repeat(199)}${end}`))
  expect(a).not.toBe(b)
  expect(prefixOfRows('short')).toBe('short:')
  for (const prefix of [a, b, prefixOfRows('k'.repeat(170))]) expect(prefix?.length).toBeLessThan(175)
})
