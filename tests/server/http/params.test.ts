import { afterAll, beforeAll, expect, it } from 'vitest'
import { BASIC, type Client, type TestApp, testApp } from '../app.ts'
import { plant } from '../fuzz/plant.ts'

let t: TestApp
let admin: Client
let order: string
let param: string
let part: string
beforeAll(async () => {
  t = await testApp()
  const tenantId = await t.newTenant()
  const ids = await plant(t.db, tenantId)
  ;[order, param, part] = [ids.settlementOrder?.[0] ?? '', ids.param?.[0] ?? '', ids.meetingDoctor?.[0] ?? '']
  admin = await t.signIn(tenantId, 'administrator')
})
afterAll(() => t?.app.close())

const SO = 'blade-svc/settlementOrder'
const odd = { toString: 1 }
const selection = (field: string, value: string) => ({
  resource: 'settlementOrder',
  conditions: [{ field, op: 'in', value }],
})
const batch = (more: object) => ({
  resource: 'settlementOrder',
  transition: 'audit.pass',
  rows: [{ id: order, version: 0 }],
  ...more,
})

/** Requests in which one parameter is no such thing, with the field that the answer must name. */
const requests = (): [string, string, string, unknown, string][] => [
  ...['entrustedCompanyName', 'code', 'cycleMonth', 'createTime', 'settlementStatus', 'id'].flatMap(
    (name): [string, string, string, unknown, string][] => [
      ['GET', `${SO}/list`, `${name}_in=,,,,`, undefined, name],
      ['GET', 'rounds/total', `resource=settlementOrder&${name}_in=%20,%20`, undefined, name],
      ['POST', 'rounds/selection', '', selection(name, ',,,,'), name],
    ],
  ),
  ['GET', `${SO}/list`, 'createTime=9999-99-99', undefined, 'createTime'],
  ['GET', `${SO}/list`, 'current=NaN', undefined, 'current'],
  ['GET', `${SO}/list`, 'code=a%00b', undefined, 'code'],
  ['POST', 'blade-system/param/submit', '', { id: param, remark: 'a\u0000b' }, 'remark'],
  ['GET', `${SO}/list`, 'size=1e400', undefined, 'size'],
  ['GET', `${SO}/list`, 'entrustedCompanyId=9223372036854775808', undefined, 'entrustedCompanyId'],
  ['GET', `${SO}/list`, 'ids=9223372036854775808', undefined, 'ids'],
  ['GET', 'rounds/window', 'resource=settlementOrder&around=9223372036854775808', undefined, 'around'],
  ['POST', `${SO}/audit`, '', { id: odd, status: 1 }, 'id'],
  ['POST', `${SO}/audit`, '', { ids: [odd], status: 1 }, 'ids'],
  ['POST', `${SO}/audit`, '', { ids: odd, status: 1 }, 'ids'],
  ['POST', `${SO}/audit`, '', [odd], 'ids'],
  ['POST', `${SO}/audit`, '', { id: order, status: odd }, 'status'],
  ['POST', `${SO}/audit`, '', { id: order, status: 1, version: odd }, 'version'],
  ['POST', `${SO}/audit`, '', { id: order, status: 1, version: ['1'] }, 'version'],
  ['POST', `${SO}/audit`, '', { id: order, status: 1, version: '2147483648' }, 'version'],
  [
    'POST',
    'rounds/selection',
    '',
    { resource: 'settlementOrder', conditions: [{ field: 'entrustedCompanyId', op: 'equal', value: ' ' }] },
    'entrustedCompanyId',
  ],
  ['POST', `${SO}/audit`, '', { id: order, status: 2, remark: odd }, 'remark'],
  ['POST', 'blade-system/param/submit', '', { id: odd, paramName: 'x' }, 'id'],
  ['POST', 'blade-system/param/submit', '', { id: param, version: odd, paramName: 'x' }, 'version'],
  ['POST', 'blade-system/param/submit', '', { id: param, paramName: odd }, 'paramName'],
  ['POST', 'blade-system/param/remove', '', { ids: [odd] }, 'ids'],
  ['POST', 'rounds/selection', '', { resource: odd, conditions: [] }, 'resource'],
  ['POST', 'rounds/selection', '', { resource: 'param', conditions: odd }, 'conditions'],
  ['POST', 'rounds/batch', '', batch({ resource: odd }), 'resource'],
  ['POST', 'rounds/batch', '', batch({ transition: odd }), 'transition'],
  ['POST', 'rounds/batch', '', batch({ selection: odd }), 'selection'],
  ['POST', 'rounds/batch', '', batch({ rows: [{ id: odd, version: 0 }] }), 'rows'],
  ['POST', 'rounds/batch', '', batch({ rows: [{ id: order, version: odd }] }), 'version'],
  ['POST', 'rounds/batch/cancel', '', { id: odd }, 'id'],
  ['POST', 'rounds/batch/resume', '', { id: odd }, 'id'],
]

it('a parameter that is no such thing is a 400 that names it', async () => {
  const wrong: string[] = []
  for (const [method, path, query, body, field] of requests()) {
    const answer = await t.call<Record<string, unknown> | null>(method, `${path}${query ? `?${query}` : ''}`, {
      headers: {
        authorization: BASIC,
        'blade-auth': `bearer ${admin.access}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const good =
      answer.status === 400 &&
      answer.code === 400 &&
      answer.msg !== '' &&
      Object.keys(answer.data ?? {}).includes(field)
    if (!good) wrong.push(`${method} ${path}?${query} ${JSON.stringify(body)} → ${answer.raw.slice(0, 150)}`)
  }
  expect(wrong).toEqual([])
})

it('a list names everything that is wrong in what it is asked at once', async () => {
  const asked = (query: string) => admin.get<Record<string, string>>(`${SO}/list?${query}`)
  const filters = await asked('settlementStatus=abc&createTime_ge=zzz&cycleMonth=2024-01&entrustedCompanyId=x')
  expect([filters.status, Object.keys(filters.data).sort()]).toEqual([
    400,
    ['createTime', 'entrustedCompanyId', 'settlementStatus'],
  ])
  expect(filters.msg.split('；')).toHaveLength(3)
  expect(Object.keys((await asked('current=-1&size=x')).data).sort()).toEqual(['current', 'size'])
})

it('an encoded body is 415 with a message', async () => {
  const send = (encoding: string) =>
    t.call('POST', 'blade-system/param/submit', {
      headers: {
        authorization: BASIC,
        'blade-auth': `bearer ${admin.access}`,
        'content-type': 'application/json',
        'content-encoding': encoding,
      },
      payload: '{}',
    })
  for (const encoding of ['gzip', 'compress', 'x', '__proto__', '[object Object]', 'gzip, gzip']) {
    expect(await send(encoding), encoding).toMatchObject({
      status: 415,
      success: false,
      data: { 'content-encoding': expect.any(String) },
    })
  }
})

it('a method that no call has is refused in an envelope, whatever the path', async () => {
  for (const method of [
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'LOCK',
    'SEARCH',
    'REPORT',
    'PURGE',
  ]) {
    for (const path of ['rounds/rows', 'blade-system/param/submit', 'nosuch', '']) {
      const answer = await t.call(method, path, { headers: { 'blade-auth': `bearer ${admin.access}` } })
      expect([404, 405], `${method} ${path} ${answer.raw.slice(0, 200)}`).toContain(answer.status)
      expect(JSON.parse(answer.raw), `${method} ${path}`).toMatchObject({
        code: answer.status,
        success: false,
        msg: expect.any(String),
      })
    }
  }
})

it('what a call that changes a record does not say is left as it is', async () => {
  const path = 'blade-act/meetingDoctor'
  await t.db.owner((tx) =>
    tx.query(
      'update "meeting_doctor" set agreement_status = 0, doctor_fee = 800, topic = $2, role_type = 3 where id = $1',
      [part, '专题'],
    ),
  )
  const change = (body: object) => admin.post(`${path}/updateByDoctor?id=${part}`, body)
  expect((await change({})).status).toBe(400)
  expect((await change({ doctorFee: '900' })).status).toBe(200)
  const { data } = await admin.get(`${path}/detail`, { id: part })
  expect(data).toMatchObject({ doctorFee: '900.00', topic: '专题', roleType: 3 })
})
