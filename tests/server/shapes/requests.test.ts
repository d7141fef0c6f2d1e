import { catalogueFromWire, type WireCatalogue } from '../../../src/model/wire/catalogueWire.ts'
import './requests.ts'
import './requestHandlers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contradictions } from '../../../src/model/contradictions/contradictions.ts'
import type { Conflict, Decided, Page, WireRow } from '../../../src/model/wire/wire.ts'
import type { PerRow } from '../../../src/server/deciding/byCall.ts'
import { openApi } from '../../../src/server/http/openapi/openapi.ts'
import type { Client } from '../app.ts'
import { type Shapes, saved, shapes } from './app.ts'
import { createTables } from './declare.ts'
import requests, { ruled } from './requests.ts'

const APPLY = 'blade-shape/apply'
const ITEM = 'blade-shape/item'
const MESSAGE = 'blade-shape/message'
const REPORT = 'blade-shape/report'
const POINT = 'blade-shape/reportPoint'

let s: Shapes
/** Of the platform, with a role that has none of the permissions of these families. */
let stranger: Client
let n = 0
beforeAll(async () => {
  s = await shapes()
  await createTables(s.t.db, requests)
  stranger = await s.t.signIn(s.tenantId, 'finance')
})
afterAll(() => s?.t.app.close())

/** Never the same twice: the same new record within a moment is taken for a double click. */
const serial = () => {
  n += 1
  return `YUR${String(n).padStart(5, '0')}`
}
type Row = WireRow & Record<string, unknown>
const company = (at: 0 | 1 = 0) => ({ entrustedCompanyId: s.companies[at] })
const apply = (at: 0 | 1 = 0) => saved(s.staff, APPLY, { name: serial(), ...company(at) })
const item = (applyId: string) => saved(s.staff, ITEM, { applyId, serial: serial(), amount: '5.00' })
const report = (more: object = {}, path = REPORT) => saved(s.staff, path, { name: serial(), ...company(), ...more })
const now = async (path: string, id: string) => (await s.staff.get<Row>(`${path}/detail`, { id })).data

it('is a model that contradicts itself nowhere', () => expect(contradictions()).toEqual([]))

describe('records named by another key', () => {
  const spellings: [string, (who: Client, ids: string[]) => Promise<{ status: number; data: unknown }>][] = [
    ['in the query, joined', (who, ids) => who.post(`${APPLY}/sponsorHandle`, undefined, { handleIds: ids.join(',') })],
    ['in the body, joined', (who, ids) => who.post(`${APPLY}/sponsorHandle`, { handleIds: ids.join(',') })],
    ['in the body, as a list', (who, ids) => who.post(`${APPLY}/sponsorHandle`, { handleIds: ids })],
    ['as a list that is the body', (who, ids) => who.post(`${APPLY}/sponsorHandle`, ids)],
    [
      'as objects',
      (who, ids) => who.post(`${APPLY}/sponsorHandle`, { handleIds: ids.map((handleIds) => ({ handleIds })) }),
    ],
    ['by id as ever', (who, ids) => who.post(`${APPLY}/sponsorHandle`, { ids })],
  ]
  it.each(spellings)('%s', async (_, send) => {
    const two = [await apply(), await apply()].map((r) => r.id)
    const answer = await send(s.staff, two)
    expect([answer.status, (answer.data as Decided[]).map((d) => d.patch.applyStatus)]).toEqual([200, [2, 2]])
    expect((await send(s.staff, two)).status, 'in the wrong state').toBe(409)
    expect((await send(stranger, two)).status, 'without the permission').toBe(403)
    const foreign = [(await apply(1)).id, (await apply(1)).id]
    expect((await send(s.ours, foreign)).status, 'of another owner').toBe(404)
    expect((await send(s.theirs, foreign)).status).toBe(200)
  })
  it('by a call below another family, with what is asked', async () => {
    const { id } = await apply()
    const path = `${ITEM}/returnHandle`
    expect(await s.staff.post(path, { handleIds: id })).toMatchObject({ status: 400, data: { reason: '请输入原因' } })
    expect(await s.staff.post(path, { handleIds: { x: 1 }, reason: 'x' })).toMatchObject({
      status: 400,
      data: { handleIds: expect.anything() },
    })
    expect((await s.staff.post(path, { handleIds: id, reason: 'x' })).status).toBe(200)
  })
  it('by a unique field; what has another value, or is not theirs, is not there', async () => {
    const { id } = await apply()
    const one = await item(id)
    await s.staff.post(`${APPLY}/failHandle`, { itemId: one.id, action: 2 })
    const foreign = await item((await apply(1)).id)
    const reopen = (who: Client, yurRef: unknown, key?: string) =>
      who.post<Decided>(`${ITEM}/reopen`, { yurRef }, {}, key ? { 'idempotency-key': key } : {})
    expect((await reopen(s.staff, 'nosuch')).status).toBe(404)
    expect((await reopen(s.ours, foreign.serial)).status).toBe(404)
    expect(await reopen(s.ours, one.serial, 'k1')).toMatchObject({ status: 200, data: { id: one.id } })
    expect(await reopen(s.ours, one.serial, 'k1'), 'replayed').toMatchObject({ status: 200, data: { id: one.id } })
    expect((await reopen(s.ours, one.serial)).status, 'a second time').toBe(409)
  })
  it('names the record of a detail', async () => {
    const { id } = await apply()
    expect((await s.ours.get<Row>(`${APPLY}/detail`, { handleApplyId: id })).data.id).toBe(id)
    expect((await s.theirs.get(`${APPLY}/detail`, { handleApplyId: id })).status).toBe(404)
    expect(await s.ours.get(`${APPLY}/detail`)).toMatchObject({
      status: 400,
      data: { handleApplyId: expect.anything() },
    })
  })
})

describe('records that come as a list of objects', () => {
  const path = `${APPLY}/failHandle`
  it('are decided each by itself, with answers of their own', async () => {
    const { id: handleId } = await apply()
    const [one, two, three, four] = await Promise.all([item(handleId), item(handleId), item(handleId), item(handleId)])
    const elsewhere = await item((await apply()).id)
    const itemVOList = [
      { itemId: one.id, action: 1, payeeAccount: '6222' },
      { itemId: two.id, action: '2' },
      { itemId: three.id, action: 1 },
      { itemId: four.id, action: 7 },
      { itemId: elsewhere.id, action: 2 },
      { id: '9', action: 2 },
    ]
    const answer = await s.ours.post<PerRow>(path, { handleId, itemVOList }, {}, { 'idempotency-key': 'list' })
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.data.success).toEqual([one.id, two.id])
    expect(answer.data.fail).toEqual([
      { id: three.id, msg: '请输入账号' },
      { id: four.id, msg: '参数 action 缺失或无效' },
      { id: elsewhere.id, msg: '记录不存在' },
      { id: '9', msg: '记录不存在' },
    ])
    expect(await now(ITEM, one.id)).toMatchObject({ itemStatus: 5, payeeAccount: '6222', failKind: null })
    expect(await now(ITEM, two.id)).toMatchObject({ itemStatus: 4, failKind: 1 })
    const again = await s.ours.post<PerRow>(path, { handleId, itemVOList }, {}, { 'idempotency-key': 'list' })
    expect(again.data).toEqual(answer.data)
  })
  it('are not there for others, and refused as anything else', async () => {
    const { id: handleId } = await apply(1)
    const one = await item(handleId)
    const entry = { itemId: one.id, action: 2 }
    expect((await s.ours.post<PerRow>(path, { handleId, itemVOList: [entry] })).data).toEqual({
      success: [],
      fail: [{ id: one.id, msg: '记录不存在' }],
    })
    expect((await stranger.post(path, { handleId, itemVOList: [entry] })).status).toBe(403)
    for (const itemVOList of ['x', [1], ['9'], {}, [[entry]], Array.from({ length: 1_001 }, () => entry)])
      expect(
        await s.theirs.post(path, { handleId, itemVOList }),
        JSON.stringify(itemVOList).slice(0, 40),
      ).toMatchObject({
        status: 400,
        data: { itemVOList: expect.anything() },
      })
    expect((await now(ITEM, one.id)).itemStatus).toBe(3)
  })
})

describe('a parameter that may be left out', () => {
  const audit = (who: Client, body: object) => who.post<Decided & PerRow>(`${REPORT}/audit`, body)
  it('is determined by the state where it is not sent', async () => {
    const { id } = await report()
    expect((await audit(s.staff, { id, status: 1 })).data.transition).toBe('approve.pass')
    const other = await s.t.signIn(s.tenantId, 'administrator')
    expect((await audit(other, { id, status: 1 })).data.transition).toBe('accept.pass')
    expect(await now(REPORT, id)).toMatchObject({ approvalStatus: 1, confirmStatus: 1, endedMark: 1 })
  })
  it('excludes a transition where it is sent with another value', async () => {
    const { id } = await report()
    expect((await audit(s.staff, { id, status: 1, auditType: 2 })).status, 'accepted before its review').toBe(409)
    expect(await audit(s.staff, { id, status: 1, auditType: 3 })).toMatchObject({
      status: 400,
      data: { auditType: expect.anything() },
    })
    expect(await audit(s.staff, { id, status: 9 })).toMatchObject({ status: 400, data: { status: expect.anything() } })
    expect(await audit(s.staff, { id, auditType: 1 })).toMatchObject({
      status: 400,
      data: { status: expect.anything() },
    })
    expect(await audit(s.staff, { id, status: 2, auditType: 1 })).toMatchObject({
      status: 400,
      data: { remark: '请输入意见' },
    })
    expect((await audit(s.staff, { id, status: '1', auditType: '1' })).status).toBe(200)
  })
  it('is asked for each record by itself', async () => {
    const [open, passed] = [await report(), await report()]
    await audit(s.staff, { id: passed.id, status: 1 })
    const other = await s.t.signIn(s.tenantId, 'administrator')
    const answer = await other.post<PerRow>(`${REPORT}/batch-audit`, { ids: [open.id, passed.id], status: 1 })
    expect(answer.data).toEqual({ success: [open.id, passed.id], fail: [] })
    expect(await now(REPORT, open.id)).toMatchObject({ approvalStatus: 1, confirmStatus: 0 })
    expect(await now(REPORT, passed.id)).toMatchObject({ approvalStatus: 1, confirmStatus: 1 })
  })
})

describe('statuses that are emptied, and statuses that are words', () => {
  it('an emptied one is null in the row, in the answer, and in the state it may start from', async () => {
    const { id } = await report()
    const other = await s.t.signIn(s.tenantId, 'administrator')
    await s.staff.post(`${REPORT}/audit`, { id, status: 1 })
    await other.post(`${REPORT}/audit`, { id, status: 1 })
    const again = await s.staff.get<Decided>(`${REPORT}/startPlanAgain`, { id })
    expect([again.status, again.data.patch]).toEqual([
      200,
      expect.objectContaining({ endedMark: null, confirmStatus: 0 }),
    ])
    expect((await s.staff.get(`${REPORT}/startPlanAgain`, { id })).status).toBe(409)
  })
  it('a word is kept, shown, filtered, moved and refused like any other status', async () => {
    const { id } = await saved(s.staff, MESSAGE, { subject: '推送', ...company() })
    expect((await now(MESSAGE, id)).messageStatus).toBe('FAILED')
    const found = async (messageStatus: string) =>
      (await s.ours.get<Page>(`${MESSAGE}/list`, { messageStatus })).data.records.map((r) => r.id)
    expect([await found('FAILED'), await found('RECEIVED')]).toEqual([[id], []])
    expect((await s.ours.get(`${MESSAGE}/list`, { messageStatus: 'NOSUCH' })).status).toBe(400)
    expect((await s.theirs.get(`${MESSAGE}/resend`, { ids: id })).status).toBe(404)
    expect((await s.ours.get<Decided>(`${MESSAGE}/resend`, { ids: id })).data.patch).toMatchObject({
      messageStatus: 'RECEIVED',
    })
    const refused = await s.ours.get<Conflict>(`${MESSAGE}/resend`, { ids: id })
    expect([refused.status, refused.data.reason]).toEqual([409, 'illegal'])
    await expect(
      s.t.db.owner((tx) => tx.query(`update shape_message set message_status = 'X' where id = $1`, [id])),
    ).rejects.toThrow(/message_status_is_known/)
  })
})

describe('a twin', () => {
  it('has the fields, lists and transitions of its original, a code and permissions of its own, and its rules', async () => {
    const { id, code, name } = await report({ points: 7 }, POINT)
    expect(code).toMatch(/^XRP2/)
    expect(await now(POINT, id)).toMatchObject({ points: 7, approvalStatus: 0 })
    expect(await now(POINT, id)).not.toHaveProperty('url')
    ruled.length = 0
    const bad = await report({ name: '不合格' }, POINT)
    expect(await s.staff.post(`${POINT}/audit`, { id: bad.id, status: 1 })).toMatchObject({
      status: 400,
      msg: '不合格',
    })
    expect((await s.staff.post<Decided>(`${POINT}/audit`, { id, status: 1 })).data.transition).toBe('approve.pass')
    expect(ruled).toEqual(['不合格', name])
    expect((await s.staff.post(`${REPORT}/audit`, { id, status: 1 })).status, 'not by the other family').toBe(404)
    expect((await s.staff.post(`${POINT}/drop`, { id })).status, 'left out').toBe(404)
    const own = catalogueFromWire((await s.staff.get<WireCatalogue>('rounds/catalogue')).data).permissions
    expect(own.filter((p) => /^shapeReport(Point)?_audit$/.test(p))).toEqual([
      'shapeReportPoint_audit',
      'shapeReport_audit',
    ])
  })
})

describe('filtered lists', () => {
  it('are pages with conditions of their own, cut to owner and permission, masked, sorted and filtered', async () => {
    const point = await report({ payType: 1, phone: '13812345678' })
    const other = await report({ payType: 0 })
    const foreign = await report({ payType: 1, ...company(1) })
    const list = async (who: Client, query: Record<string, string> = {}) =>
      (await who.get<Page>(`${REPORT}/pointList`, { size: '500', ...query })).data.records
    const ids = async (who: Client) => (await list(who)).map((r) => r.id)
    expect(await ids(s.staff)).toEqual(expect.arrayContaining([point.id, foreign.id]))
    expect(await ids(s.staff)).not.toContain(other.id)
    expect(await ids(s.ours)).toContain(point.id)
    expect(await ids(s.ours)).not.toContain(foreign.id)
    expect(await ids(s.partners)).toEqual([])
    expect((await list(s.staff)).find((r) => r.id === point.id)?.phone).toBe('138****5678')
    expect(await list(s.staff, { payType: '0' }), 'what is asked narrows it').toEqual([])
    expect((await list(s.staff, { ascs: 'code', size: '1' })).length).toBe(1)
    expect((await s.staff.get(`${REPORT}/pointList`, { ascs: 'nosuch' })).status).toBe(400)
    expect((await stranger.get(`${REPORT}/pointList`)).status).toBe(403)
  })
  it('are selected by parameters that have to be sent, under their own names', async () => {
    const [mine, theirs] = [await apply(), await apply(1)]
    const one = await report({ applyId: mine.id })
    await report({ applyId: theirs.id, ...company(1) })
    const path = `${REPORT}/listByApplyId`
    expect((await s.ours.get<Row[]>(path, { handleApplyId: mine.id })).data.map((r) => r.id)).toEqual([one.id])
    expect((await s.ours.get<Row[]>(path, { handleApplyId: theirs.id })).data).toEqual([])
    for (const query of [{}, { handleApplyId: '' }, { handleApplyId: 'x' }])
      expect(await s.ours.get(path, query), JSON.stringify(query)).toMatchObject({
        status: 400,
        data: { handleApplyId: expect.anything() },
      })
    expect((await stranger.get(path, { handleApplyId: mine.id })).status).toBe(403)
  })
  it('answer the values of one field, each once', async () => {
    const mine = await apply()
    await report({ applyId: mine.id })
    await report({ applyId: mine.id })
    const values = (who: Client, companyId: string) => who.post<string[]>(`${REPORT}/getExistApplyIds`, { companyId })
    const found = (await values(s.staff, s.companies[0])).data
    expect(found).toContain(mine.id)
    expect(new Set(found).size).toBe(found.length)
    expect((await values(s.theirs, s.companies[0])).data).toEqual([])
  })
})

describe('declared calls', () => {
  it('read within the scope, answer what they declare, masked', async () => {
    const [one] = [await report({ url: 'u1', phone: '13812345678' }), await report({ url: 'u1' })]
    await report({ url: 'u1', ...company(1) })
    const path = `${REPORT}/checkUrlDup`
    expect((await s.ours.get(path, { id: one.id })).data).toEqual({ dup: 1, others: 1, phone: '138****5678' })
    expect((await s.theirs.get(path, { id: one.id })).status).toBe(404)
    expect((await stranger.get(path, { id: one.id })).status).toBe(403)
    expect(await s.ours.get(path)).toMatchObject({ status: 400, data: { id: expect.anything() } })
    expect((await s.ours.get(path, { id: `${one.id},9` })).status, 'one at a time').toBe(400)
    expect((await s.ours.get(path, { id: one.id, nosuch: '1' })).status, 'a read ignores what it does not know').toBe(
      200,
    )
  })
  it('write a list that is the body, once, and name what is wrong in it', async () => {
    const { id: applyId } = await apply()
    const path = `${ITEM}/saveList`
    const body = [serial(), serial()].map((one) => ({ applyId, serial: one }))
    const first = await s.ours.post<Row[]>(path, body, {}, { 'idempotency-key': 'save' })
    expect([first.status, first.data.map((r) => [r.serial, r.amount, r.itemStatus])]).toEqual([
      200,
      body.map((b) => [b.serial, '0.00', 3]),
    ])
    const again = await s.ours.post<Row[]>(path, body, {}, { 'idempotency-key': 'save' })
    expect(again.data.map((r) => r.id)).toEqual(first.data.map((r) => r.id))
    const other = await s.ours.post(path, body.slice(1), {}, { 'idempotency-key': 'save' })
    expect(other.status, 'other content').toBe(422)
    const wrong = [{ applyId, serial: serial() }, { applyId }, { applyId, serial: serial(), amount: '1.00' }]
    expect(await s.ours.post(path, wrong)).toMatchObject({
      status: 400,
      data: { '[1].serial': '请输入流水号', '[2].amount': expect.anything() },
    })
    const foreign = (await apply(1)).id
    expect((await s.ours.post(path, [{ applyId: foreign, serial: serial() }])).status, 'under what is not theirs').toBe(
      400,
    )
    expect((await stranger.post(path, body)).status).toBe(403)
  })
  it('lock records named by a unique field, in a state that allows it, and check every value', async () => {
    const { id } = await apply()
    const [one, two] = [await item(id), await item(id)]
    const path = `${ITEM}/payQuery`
    const yurRef = [one.serial, two.serial]
    expect((await s.ours.post(path, { yurRef, amount: '7.50' })).data).toEqual(yurRef)
    expect((await now(ITEM, two.id)).amount).toBe('7.50')
    expect((await s.theirs.post(path, { yurRef, amount: '7.50' })).status).toBe(404)
    expect((await stranger.post(path, { yurRef, amount: '7.50' })).status).toBe(403)
    for (const [body, field] of [
      [{ yurRef }, 'amount'],
      [{ yurRef, amount: 'x' }, 'amount'],
      [{ yurRef, amount: '1000.01' }, 'amount'],
      [{ yurRef, amount: { toString: 1 } }, 'amount'],
      [{ yurRef, amount: '1', nosuch: 1 }, 'nosuch'],
      [{ amount: '1' }, 'yurRef'],
      [{ yurRef: { a: 1 }, amount: '1' }, 'yurRef'],
    ] as const)
      expect(await s.ours.post(path, body), JSON.stringify(body)).toMatchObject({
        status: 400,
        data: { [field]: expect.anything() },
      })
    await s.staff.post(`${APPLY}/failHandle`, { itemId: one.id, action: 2 })
    expect((await s.ours.post<Conflict>(path, { yurRef, amount: '8.00' })).data.reason).toBe('illegal')
    expect((await now(ITEM, two.id)).amount, 'all or nothing').toBe('7.50')
  })
  it('without a handler are closed, for who may ask', async () => {
    const path = `${ITEM}/notWritten`
    expect(await s.staff.post(path, {})).toMatchObject({ status: 409, msg: '暂未开放' })
    expect((await stranger.post(path, {})).status).toBe(403)
    expect((await s.t.call('POST', path, {})).status).toBe(401)
    expect((await s.staff.get(path)).status).toBe(405)
  })
})

it('are in the API document, with their parameters', () => {
  const { paths } = openApi() as { paths: Record<string, Record<string, object>> }
  const text = (path: string, method = 'post') => JSON.stringify(paths[`/api/${path}`]?.[method])
  expect(text(`${APPLY}/sponsorHandle`)).toContain('"handleIds"')
  expect(text(`${APPLY}/failHandle`)).toMatch(/"handleId".*"itemVOList".*"payeeAccount"/)
  expect(text(`${REPORT}/audit`)).toContain('"auditType"')
  expect(text(`${REPORT}/listByApplyId`, 'get')).toContain('"handleApplyId"')
  expect(text(`${ITEM}/payQuery`)).toMatch(/"yurRef".*"amount"/)
  expect(text(`${ITEM}/saveList`)).toMatch(/"type":"array".*"serial"/)
  expect(text(`${REPORT}/checkUrlDup`, 'get')).toMatch(/"name":"id".*"dup"/)
})
