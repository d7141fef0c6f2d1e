import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queues, resourceOf, resources } from '../../../src/model/business.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { readable } from '../../../src/model/values/money.ts'
import type { BatchState } from '../../../src/model/wire/batchWire.ts'
import { rowsOf } from '../../../src/model/wire/columns.ts'
import type {
  ExportState,
  Found,
  Groups,
  Page,
  Place,
  QueueCount,
  Selection,
  Slice,
  Total,
  ValueCounts,
  WireRow,
  WireTable,
} from '../../../src/model/wire/wire.ts'
import { knownBy, searchable } from '../../../src/server/database/schema/search.ts'
import { business } from '../../../src/server/domains/domains.ts'
import { settled } from '../../../src/server/lists/anchors.ts'
import { readWindow } from '../../../src/server/lists/windows.ts'
import { amountSought } from '../../../src/server/records/searchAmount.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { order, type World, world } from '../decisions/fixture.ts'

const { settlementStatus } = statesOf(settlementOrder)

let t: TestApp
let w: World
let admin: Client
let company: Client
const ids: string[] = []

beforeAll(async () => {
  t = await testApp()
  const tenantId = await t.newTenant()
  w = await world('test', tenantId)
  admin = await t.signIn(tenantId, 'administrator')
  company = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: w.companyId })
  for (let n = 0; n < 12; n++) {
    ids.push((await order(w, { fees: ['900.00'], status: n < 8 ? 0 : 2 })).id)
    w.context.clock.pass(1)
  }
})
afterAll(() => t.app.close())

const idsOf = (table: WireTable): string[] => rowsOf(table).map((r) => r.id)
const ask = { resource: 'settlementOrder', settlementStatus: settlementStatus.pending, sort: '+createTime' }

describe('window', () => {
  test('a slice by position, in the order asked', async () => {
    const { data } = await admin.get<Slice>('rounds/window', { ...ask, offset: 2, size: 3 })
    expect(data.offset).toBe(2)
    expect(idsOf(data)).toEqual(ids.slice(2, 5))
    expect(idsOf((await admin.get<Slice>('rounds/window', { ...ask, offset: 7, size: 50 })).data)).toEqual(
      ids.slice(7, 8),
    )
    expect(
      idsOf((await admin.get<Slice>('rounds/window', { ...ask, sort: 'createTime', offset: 0, size: 2 })).data),
    ).toEqual([ids[7], ids[6]])
  })
  test('around a record: its position, or −1', async () => {
    const around = async (id: string | undefined, more = {}) =>
      (await admin.get<Slice>('rounds/window', { ...ask, size: 4, around: id, ...more })).data
    expect(await around(ids[5])).toMatchObject({ offset: 3, position: 5 })
    expect(await around(ids[5], { offset: 0 })).toMatchObject({ offset: 0, position: 5 })
    expect(await around(ids[9])).toMatchObject({ offset: 0, position: -1 })
    expect((await admin.get('rounds/window', { ...ask, around: 'x' })).status).toBe(400)
  })
  test('unknown resources and sorts are refused', async () => {
    expect((await admin.get('rounds/window', { resource: 'nothing' })).status).toBe(400)
    expect((await admin.get('rounds/window', { resource: 'settlementOrder', sort: 'remark' })).status).toBe(400)
    expect((await admin.get('rounds/window', { ...ask, offset: -1 })).status).toBe(400)
  })
  test('deep windows walk from remembered keys and show the same rows', async () => {
    const other = await t.newTenant()
    await t.db.owner((tx) =>
      tx.query(
        `insert into "settlement_order" (tenant_id, id, code, entrusted_company_id, settlement_status, create_time)
         select $1, 1000000 + n, 'W' || n, 7, 0, timestamptz '2024-01-01' + make_interval(secs => n / 3) from generate_series(0, 10344) n`,
        [other],
      ),
    )
    const r = resources.get('settlementOrder')
    if (!r) throw new Error('no settlementOrder')
    for (const sort of ['+createTime', 'createTime', 'code'] as const) {
      const q = {
        resource: r,
        reach: { tenantId: other, domains: business },
        conditions: [{ field: 'settlementStatus', op: 'equal' as const, value: '0' }],
        sort,
      }
      const all = await t.db.scoped<{ id: string }>(
        { tenantId: other },
        {
          text: `select id::text as id from "settlement_order" where tenant_id = $1 order by ${sort === 'code' ? 'code desc, id desc' : sort === 'createTime' ? 'create_time desc, id desc' : 'create_time, id'}`,
          values: [other],
        },
      )
      for (const offset of [0, 4_999, 9_999, 10_000, 10_001, 10_300]) {
        const { table } = await readWindow(t.db, q, { columns: ['id'], offset, size: 60 })
        await settled(t.db)
        expect(idsOf(JSON.parse(`{${table}}`)), `${sort} ${offset}`).toEqual(
          all.slice(offset, offset + 60).map((x) => x.id),
        )
      }
    }
  })
})

test('total, rows, queue counts', async () => {
  expect((await admin.get<Total>('rounds/total', ask)).data).toEqual({ total: 8, exact: true })
  const rows = await admin.get<WireTable>('rounds/rows', { resource: 'settlementOrder', ids: `${ids[3]},77,${ids[1]}` })
  expect(idsOf(rows.data)).toEqual([ids[3], ids[1]])
  const counts = await admin.get<QueueCount[]>('rounds/queue-counts', { queue: 'settlementOrder' })
  expect(counts.data).toContainEqual({ queue: 'settlementOrder', view: 'audit', total: 8, exact: true })
  const theirs = await company.get<QueueCount[]>('rounds/queue-counts')
  // of what doctors do there is none
  const money = theirs.data.filter((c) => c.queue !== 'reports' && c.queue !== 'meetings')
  expect(theirs.data.filter((c) => !money.includes(c) && c.total > 0)).toEqual([])
  expect(money).toEqual([
    { queue: 'resultOrder', view: 'confirm', total: 0, exact: true },
    { queue: 'resultOrder', view: 'confirmPoint', total: 0, exact: true },
    { queue: 'settlementOrder', view: 'confim', total: 4, exact: true },
    { queue: 'settlementOrder', view: 'confimPoint', total: 0, exact: true },
    { queue: 'servicePaymentOrder', view: 'pay', total: 0, exact: true },
    { queue: 'servicePaymentOrder', view: 'again', total: 0, exact: true },
    { queue: 'entrustedAccountPrepay', view: 'recharge', total: 0, exact: true },
  ])
})

test('words without a name find the same rows through every door', async () => {
  const q = '康泰 900'
  const params = { resource: 'settlementOrder', q }
  const { data } = await admin.get<WireRow>('blade-svc/settlementOrder/detail', { id: ids[0] })
  const own = { ...params, q: `康泰 ${String(data.code)}` }
  expect(idsOf((await admin.get<Slice>('rounds/window', { ...own, offset: 0, size: 50 })).data)).toEqual([ids[0]])
  expect((await admin.get<Total>('rounds/total', own)).data).toEqual({ total: 1, exact: true })
  const page = await admin.get<Page>('blade-svc/settlementOrder/list', { q: own.q })
  expect(page.data.records.map((r) => r.id)).toEqual([ids[0]])
  const total = String(data.totalAmount)
  for (const [text, n] of [
    [total, 12],
    [`康泰 ${total}`, 12],
    [`没有 ${total}`, 0],
  ] as const) {
    const conditions = [{ field: 'q', op: 'like', value: text }]
    expect((await admin.get<Total>('rounds/total', { ...params, q: text })).data.total, text).toBe(n)
    const kept = await admin.post<Selection>('rounds/selection', { resource: 'settlementOrder', conditions })
    expect(kept.data.count, text).toBe(n)
    const file = await admin.post<ExportState>('rounds/export', { resource: 'settlementOrder', conditions })
    expect(file.data.total, text).toBe(n)
    expect((await company.get<Total>('rounds/total', { ...params, q: text })).data.total, text).toBe(n)
  }
  // what is not understood must not widen what is decided
  const bad = { resource: 'settlementOrder', conditions: [{ field: 'q', op: 'equal', value: 'x' }] }
  expect((await admin.post('rounds/selection', bad)).status).toBe(400)
  expect((await admin.get('rounds/total', { ...params, q: 'a b c d e f g' })).status).toBe(400)
})

test('rows by value: within the other conditions, for who may see them, of closed sets alone', async () => {
  const counts = async (who: Client, more: object = {}) =>
    who.get<ValueCounts>('rounds/value-counts', { resource: 'settlementOrder', of: 'settlementStatus', ...more })
  expect((await counts(admin)).data).toMatchObject({ counts: { 0: 8, 2: 4, 5: 0 }, most: 10_000 })
  expect((await counts(admin, { q: '没有' })).data.counts).toMatchObject({ 0: 0, 2: 0 })
  expect((await counts(admin, { settlementStatus_notequal: '0' })).data.counts).toMatchObject({ 0: 0, 2: 4 })
  expect((await counts(company)).data.counts).toMatchObject({ 0: 8, 2: 4 })
  const other = await t.newTenant()
  const nobody = await t.signIn(other, 'administrator')
  expect((await counts(nobody)).data.counts).toMatchObject({ 0: 0, 2: 0 })
  for (const column of ['', 'code', 'totalAmount', 'nosuch', 'remark', '__proto__'])
    expect((await counts(admin, { of: column })).status, column).toBe(400)
  const blind = await t.signIn(other, 'content')
  expect((await counts(blind)).status).toBe(403)

  // records that are named: by id, within the same conditions and the same reach
  const named = { of: 'entrustedCompanyName', values: `${w.companyId},77` }
  expect((await counts(admin, named)).data).toEqual({ counts: { [w.companyId]: 12, 77: 0 }, most: 10_000 })
  expect((await counts(admin, { ...named, settlementStatus_equal: '2' })).data.counts).toMatchObject({
    [w.companyId]: 4,
  })
  expect((await counts(nobody, named)).data.counts).toMatchObject({ [w.companyId]: 0 })
  // without ids those that most rows name; of a month the latest that rows have
  const most = (who: Client, more: object) => counts(who, { of: 'entrustedCompanyName', ...more })
  expect((await most(admin, {})).data.counts).toEqual({ [w.companyId]: 12 })
  expect((await most(admin, { settlementStatus_equal: '2' })).data.counts).toEqual({ [w.companyId]: 4 })
  expect((await most(nobody, {})).data.counts).toEqual({})
  const months = (await counts(admin, { of: 'cycleMonth' })).data.counts ?? {}
  expect(Object.keys(months).every((month) => /^\d{6}$/.test(month))).toBe(true)
  expect(Object.values(months).reduce((sum, n) => sum + n, 0)).toBe(12)
  for (const values of ['x', "1' or", Array.from({ length: 21 }, (_, n) => n + 1).join()])
    expect((await counts(admin, { ...named, values })).status, String(values)).toBe(400)
})

test('groups: counted and summed within the conditions and the reach of the list, by nothing that is hidden', async () => {
  const groups = async (who: Client, more: object = {}) =>
    who.get<Groups>('rounds/groups', {
      ...{ resource: 'settlementOrder', by: 'settlementStatus', sums: 'totalAmount' },
      ...more,
    })
  const all = (await groups(admin)).data
  expect(all.groups.map(({ value, count }) => [value, count])).toEqual([
    ['0', 8],
    ['2', 4],
  ])
  expect(all.all).toMatchObject({ groups: 2, count: 12 })
  const cents = (text: string | null | undefined) => BigInt(String(text).replace('.', ''))
  expect(all.groups.reduce((sum, g) => sum + cents(g.sums[0]), 0n)).toBe(cents(all.all.sums[0]))
  expect(all.all.sums[0]).toMatch(/^\d+\.\d\d$/)
  const own = (await groups(admin, { by: 'entrustedCompanyName' })).data.groups
  expect(own).toEqual([expect.objectContaining({ value: w.companyId, count: 12 })])
  expect(own[0]?.name).not.toBe('')
  expect((await groups(admin, { settlementStatus_notequal: '0' })).data.all.count).toBe(4)
  // one of two conditions is enough; days that follow the calendar are those of the server's day
  const either = { or: 'settlementStatus_equal=2|code_like=nosuch' }
  expect((await groups(admin, either)).data.all.count).toBe(4)
  expect((await admin.get<Total>('rounds/total', { resource: 'settlementOrder', ...either })).data.total).toBe(4)
  const lately = { createTime_ge: '@today', createTime_le: '@today' }
  expect((await groups(admin, lately)).data.all.count).toBe(12)
  expect((await groups(admin, { by: 'createTime', createTime_le: '@last-year' })).data.groups).toEqual([])
  expect((await groups(company)).data.all.count).toBe(12)
  const other = await t.newTenant()
  expect((await groups(await t.signIn(other, 'administrator'))).data.groups).toEqual([])
  for (const by of ['', 'totalAmount', 'nosuch', '__proto__'])
    expect((await groups(admin, { by })).status, by).toBe(400)
  for (const sums of ['code', 'nosuch', '__proto__']) expect((await groups(admin, { sums })).status, sums).toBe(400)
  for (const or of ['x', 'settlementStatus_equal=2', 'a_equal=1|b_equal=2', 'or_equal=1|q=2', '|'])
    expect((await groups(admin, { or })).status, or).toBe(400)
  expect((await groups(await t.signIn(other, 'content'))).status).toBe(403)
  const hidden = { resource: 'doctor', by: 'idCard', sums: '' }
  expect((await groups(admin, hidden)).status).toBe(400)
  expect((await groups(admin, { ...hidden, by: 'doctorName', or: 'idCard_equal=1|doctorName_like=a' })).status).toBe(
    400,
  )
})

test('what stands at an address is told by name, also to who may not open it; nothing stands at others', async () => {
  const blind = await t.signIn(await t.newTenant(), 'content')
  const at = async (path?: string) => (await blind.get<Place | null>('rounds/place', { path })).data
  const { title } = resourceOf('settlementOrder')
  for (const path of ['/svc/settlementOrder', '/SVC/settlementOrder/', '/svc/settlementOrder/detail/7'])
    expect(await at(path), path).toEqual({ title: title[0] })
  expect(await at('/desk/queues/settlementOrder')).toEqual({ title: queues.get('settlementOrder')?.title[0] })
  const slashes = '/'.repeat(400)
  const none = [undefined, '', '/', '/svc/nope', '/desk/queues/__proto__', 'svc/settlementOrder', `${slashes}x`]
  for (const path of [...none, `/svc/settlementOrder${'/'.repeat(9_000)}`]) expect(await at(path), path).toBeNull()
})

test('search finds records by a piece of code or name, the exact one first', async () => {
  const { data } = await admin.get<{ code: string }>('blade-svc/settlementOrder/detail', { id: ids[0] })
  const [first] = (await admin.get<Found[]>('rounds/search', { q: data.code.toLowerCase() })).data
  expect(first).toMatchObject({
    resource: 'settlementOrder',
    id: ids[0],
    title: data.code,
    note: '杭州康泰医药有限公司',
  })
  const found = (await admin.get<Found[]>('rounds/search', { q: '康泰' })).data
  expect(found).toContainEqual({
    resource: 'entrustedCompany',
    id: w.companyId,
    title: '杭州康泰医药有限公司',
    note: 'C0001',
    pinyin: expect.stringContaining('kang'),
  })
  expect((await admin.get<Found[]>('rounds/search', { q: ' ' })).data).toEqual([])
  expect((await admin.get<Found[]>('rounds/search', { q: "%_'\\" })).data).toEqual([])
  expect((await admin.get<Found[]>('rounds/search', { q: 'SO', limit: 3 })).data.length).toBeLessThanOrEqual(3)
  const amount = String((data as Readonly<Record<string, unknown>>)[String(resourceOf('settlementOrder').list.amount)])
  // the latest of a resource: others of the same amount may stand before this one
  for (const q of [amount, readable(amount), `¥${readable(amount)}`])
    expect((await admin.get<Found[]>('rounds/search', { q })).data, q).toContainEqual(
      expect.objectContaining({ resource: 'settlementOrder', note: expect.stringContaining(readable(amount)) }),
    )
  const blind = await t.signIn(await t.newTenant(), 'content')
  expect((await blind.get<Found[]>('rounds/search', { q: amount })).data).toEqual([])
  expect(['7', '12', 'SO12', '1-2'].map(amountSought)).toEqual([null, null, null, null])
  expect(searchable().map((r) => r.id)).toContain('authenticationDoctor')
  for (const r of searchable()) expect(knownBy(r).every((name) => !r.fields[name]?.facts.masked)).toBe(true)
})

test('a list, its selection and what it offers know how a name is read, as the search does', async () => {
  const order = { resource: 'settlementOrder' }
  const total = async (who: Client, more: object) =>
    (await who.get<Total>('rounds/total', { ...order, ...more })).data.total
  for (const read of ['hzkt', 'HZKT', 'hz', 'hangzhoukangtai', 'kangtai', 'ｈｚｋｔ']) {
    expect(await total(admin, { q: read }), read).toBe(12)
    expect(await total(admin, { entrustedCompanyName_like: read }), read).toBe(12)
    expect(await total(admin, { entrustedCompanyName_notlike: read }), read).toBe(0)
    const chosen = await admin.get<{ total: number }>('blade-csc/entrustedCompany/list', { name_like: read })
    expect(chosen.data.total, read).toBe(1)
  }
  expect(await total(admin, { entrustedCompanyName_likeany: 'zzzz,hzkt' })).toBe(12)
  // two letters begin a name; a piece of its code is no reading; a whole name is a name
  for (const read of ['kt', 'c0', 'hzktt'])
    expect(await total(admin, { entrustedCompanyName_like: read }), read).toBe(0)
  expect(await total(admin, { entrustedCompanyName_equal: 'hzkt' })).toBe(0)
  const other = await t.signIn(await t.newTenant(), 'administrator')
  expect(await total(other, { q: 'hzkt' })).toBe(0)
})

test('a selection and a batch over HTTP, resumed by their user only', async () => {
  const chosen = await admin.post<Selection>('rounds/selection', {
    resource: 'settlementOrder',
    conditions: [{ field: 'settlementStatus', op: 'equal', value: '0' }],
  })
  expect(chosen.data).toMatchObject({ count: 8, amount: '7632.00' })
  const typo = await admin.post('rounds/selection', {
    resource: 'settlementOrder',
    conditions: [{ field: 'status', op: 'equal', value: '0' }],
  })
  expect([typo.status, typo.data]).toEqual([400, { status: expect.any(String) }])
  const order = { resource: 'settlementOrder', transition: 'audit.reject', selection: chosen.data.id }
  expect((await admin.post('rounds/batch', order)).data).toEqual({ remark: '请输入驳回原因' })
  const started = await admin.post<BatchState>(
    'rounds/batch',
    { ...order, ask: { remark: '不齐' } },
    {},
    { 'idempotency-key': 'wire-batch' },
  )
  expect(started.status).toBe(200)
  let state = started.data
  for (let n = 0; state.state === 'running' && n < 100; n++)
    state = (await admin.get<BatchState>('rounds/batch/state', { id: state.id })).data
  expect(state).toMatchObject({ state: 'done', total: 8, done: 8, failed: 0 })
  expect((await company.get('rounds/batch/state', { id: state.id })).status).toBe(404)
  expect((await admin.post<BatchState>('rounds/batch/cancel', { id: state.id })).data.state).toBe('done')
})
