import './meetings.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kindNames, resourceOf } from '../../../src/model/business.ts'
import { variantProblems } from '../../../src/model/language/derived/variants.ts'
import { lifecycle, type Transition } from '../../../src/model/language/lifecycle.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import { lifecycleTwin } from '../../../src/model/language/twin.ts'
import { recordAddress } from '../../../src/model/values/routes.ts'
import type { BatchState } from '../../../src/model/wire/batchWire.ts'
import { rowsOf } from '../../../src/model/wire/columns.ts'
import type { Page, Slice, WireRow, WireTable } from '../../../src/model/wire/wire.ts'
import { business } from '../../../src/server/domains/domains.ts'
import { listQuery } from '../../../src/server/lists/sql/query.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import type { Client } from '../app.ts'
import { newTenantId } from '../harness.ts'
import { fill, gather } from '../store/fill.ts'
import { happenedSoFar, newCode, type Shapes, saved, shapes } from './app.ts'
import { shapeDemoMeeting, shapeMeeting } from './meetingFamilies.ts'

const REAL = 'blade-shape/meeting'
const DEMO = 'blade-shape/demoMeeting'

let s: Shapes
let real: string
let demo: string
beforeAll(async () => {
  s = await shapes()
  real = (await saved(s.staff, REAL, { code: newCode(), entrustedCompanyId: s.companies[0], place: '杭州' })).id
  demo = (await saved(s.staff, DEMO, { code: newCode(), entrustedCompanyId: s.companies[0], scene: '一' })).id
})
afterAll(() => s?.t.app.close())

const sides = [
  ['base', 'shapeMeeting', REAL, () => real, () => demo],
  ['variant', 'shapeDemoMeeting', DEMO, () => demo, () => real],
] as const

describe('rows of one table are those of their resource alone', () => {
  it.each(sides)('by every way of reading: %s', async (_, resource, path, own, other) => {
    const both = [real, demo]
    const ids = both.join(',')
    const idsOf = (rows: readonly WireRow[]) => rows.map((r) => r.id).filter((id) => both.includes(id))
    const who: Client = s.staff
    expect(idsOf((await who.get<Page>(`${path}/list`, { size: 500 })).data.records)).toEqual([own()])
    expect(idsOf((await who.get<Page>(`${path}/list`, { ids })).data.records)).toEqual([own()])
    expect(idsOf(rowsOf((await who.get<Slice>('rounds/window', { resource, size: 500 })).data))).toEqual([own()])
    expect(idsOf(rowsOf((await who.get<WireTable>('rounds/rows', { resource, ids })).data))).toEqual([own()])
    expect((await who.get<{ total: number }>('rounds/total', { resource, ids })).data.total).toBe(1)
    expect(
      (
        await who.post<{ count: number }>('rounds/selection', {
          resource,
          conditions: [{ field: 'id', op: 'in', value: ids }],
        })
      ).data.count,
    ).toBe(1)
    expect((await who.get(`${path}/detail`, { id: own() })).status).toBe(200)
    expect((await who.get(`${path}/detail`, { id: other() })).status).toBe(404)
    const found = (await who.get<{ resource: string; id: string }[]>('rounds/search', { q: 'M0' })).data
    expect(found.filter((f) => f.resource === resource && both.includes(f.id)).map((f) => f.id)).toEqual([own()])
  })

  it.each(sides)('by every way of writing: %s', async (_, resource, path, __, other) => {
    const untouched = async () =>
      (
        await s.t.db.scoped(
          { tenantId: s.tenantId },
          { text: 'select * from shape_meeting where id = $1', values: [other()] },
        )
      )[0]
    const before = await untouched()
    for (const [call, body] of [
      ['submit', { id: other(), code: 'X' }],
      ['update', { id: other(), code: 'X' }],
      ['remove', { ids: other() }],
      ['hold', { id: other() }],
    ] as const)
      expect((await s.staff.post(`${path}/${call}`, body)).status, call).toBe(404)
    const batch = await s.staff.post<BatchState>('rounds/batch', {
      resource,
      transition: 'hold',
      rows: [{ id: other(), version: 0 }],
    })
    expect(batch.data.rows).toEqual([expect.objectContaining({ ok: false, code: 404 })])
    expect(await untouched()).toEqual(before)
  })

  it('whatever the rules ask for', async () => {
    const actor = await s.staff.actor()
    const working = <T>(run: (work: UnitOfWork) => Promise<T>) =>
      s.t.db.transaction({ tenantId: s.tenantId }, (tx) => run(new SqlUnitOfWork(s.t.context, actor, tx)))
    for (const [of, own, other] of [
      [shapeMeeting, real, demo],
      [shapeDemoMeeting, demo, real],
    ] as const)
      await working(async (work) => {
        expect((await work.rows(of, { id: [real, demo] })).map((r) => r.id)).toEqual([own])
        expect(await work.row(of, other)).toBeNull()
        expect((await work.lock(of, [real, demo])).map((r) => r.id)).toEqual([own])
        await expect(work.update(of, other, { code: 'X' })).rejects.toThrow('without being locked or created')
      })
    await working(async (work) => {
      await work.lock(shapeDemoMeeting, [demo])
      await expect(work.insert(shapeMeeting, { code: 'X', demo: 1 })).rejects.toThrow('demo is 0 in all its rows')
      await expect(work.update(shapeDemoMeeting, demo, { demo: 0 })).rejects.toThrow('demo is 1 in all its rows')
    })
  })
})

describe('an overview', () => {
  const ALL = 'blade-shape/allMeeting'
  const idsIn = async (ids: readonly string[]) =>
    (await s.staff.get<Page>(`${ALL}/list`, { ids: ids.join(','), size: 500 })).data.records.map((r) => r.id).sort()

  it('has the rows of the others, and is found and told of by none of its own', async () => {
    expect(await idsIn([real, demo])).toEqual([real, demo].sort())
    const found = (await s.staff.get<{ resource: string }[]>('rounds/search', { q: 'M0' })).data
    expect(found.map((f) => f.resource)).not.toContain('shapeAllMeeting')
    expect((await happenedSoFar(s)).filter((h) => h.resource === 'shapeAllMeeting').map((h) => h.recordId)).toEqual(
      expect.arrayContaining([real, demo]),
    )
  })

  it('writes each as what it is', async () => {
    const code = newCode()
    const made = await saved(s.staff, ALL, { code, entrustedCompanyId: s.companies[0], demo: 1, scene: '三' })
    expect((await s.staff.get(`${DEMO}/detail`, { id: made.id })).status).toBe(200)
    expect((await s.staff.get(`${REAL}/detail`, { id: made.id })).status).toBe(404)
    expect((await s.staff.post(`${ALL}/submit`, { id: real, place: '苏州' })).status).toBe(200)
    expect((await s.staff.get<{ place: string }>(`${REAL}/detail`, { id: real })).data.place).toBe('苏州')
    const unsaid = await s.staff.post(`${ALL}/submit`, { code: newCode(), entrustedCompanyId: s.companies[0] })
    expect([unsaid.status, Object.keys(unsaid.data as object)]).toEqual([400, ['demo']])
    expect((await s.staff.post(`${ALL}/remove`, { ids: `${made.id},${real}` })).status).toBe(400)
    expect((await s.staff.post(`${ALL}/remove`, { ids: made.id })).status).toBe(200)
    expect(await idsIn([made.id, real])).toEqual([real])
  })

  it('writes nothing for who does not reach it', async () => {
    expect((await s.theirs.post(`${ALL}/submit`, { id: real, place: '无锡' })).status).toBe(404)
    expect((await s.theirs.post(`${ALL}/remove`, { ids: real })).status).toBe(404)
  })

  it('is shown on the pages of what it is', () => {
    const routes = { list: '/shape/allMeeting', pages: { by: 'demo', of: { 1: '/shape/demo/:id' } } }
    expect(recordAddress(routes, { id: '7', demo: 1 })).toBe('/shape/demo/7')
    expect(recordAddress(routes, { id: '7', demo: 0 })).toBe('/shape/allMeeting?open=7')
    expect(kindNames(resourceOf('shapeAllMeeting'))).toEqual(['demo'])
  })

  it('must show other resources, and offers no operation of its own', () => {
    const [all, base, variant] = ['shapeAllMeeting', 'shapeMeeting', 'shapeDemoMeeting'].map(resourceOf) as [
      Resource,
      Resource,
      Resource,
    ]
    const wrong: Resource = { ...all, operations: ['view', 'edit'], editable: { edit: {} } }
    expect(variantProblems(base, [variant, all])).toEqual([])
    expect(variantProblems(base, [variant, wrong])).toEqual([
      'shapeAllMeeting is an overview and cannot offer edit: its rows are written as what they are',
      'shapeAllMeeting is an overview and cannot say editable',
    ])
    expect(variantProblems({ ...base, overview: true }, [])).toEqual([
      'shapeMeeting is an overview of no other resource',
      'shapeMeeting is an overview and cannot offer add: its rows are written as what they are',
      'shapeMeeting is an overview and cannot offer edit: its rows are written as what they are',
      'shapeMeeting is an overview and cannot offer delete: its rows are written as what they are',
      'shapeMeeting is an overview and cannot say editable',
    ])
  })
})

it('a twin has of whole paths those alone that are said to be its own', () => {
  const held = lifecycle(shapeMeeting, {
    hold: {
      label: ['结束', 'Close'],
      from: { meetingStatus: 0 },
      to: { meetingStatus: 1 },
      by: 'operator',
      call: { method: 'GET', paths: ['hold', '/blade-shape/agenda/hold'] },
    },
  })
  const callOf = (path?: (whole: string) => string) =>
    (lifecycleTwin(held, shapeDemoMeeting, path ? { path } : {}).transitions.hold as Transition).call
  expect(callOf()).toEqual({ method: 'GET', paths: ['hold'] })
  expect(callOf((whole) => whole.replace('agenda', 'demoAgenda'))).toEqual({
    method: 'GET',
    paths: ['hold', '/blade-shape/demoAgenda/hold'],
  })
})

describe('what a reference copies', () => {
  it('is kept beside it, and follows it', async () => {
    const agenda = await saved(s.staff, 'blade-shape/agenda', { meetingId: real, topic: '一' })
    const { data } = await s.staff.get<{ code: string; place: string }>(`${REAL}/detail`, { id: real })
    expect([agenda.meetingCode, agenda.meetingPlace]).toEqual([data.code, data.place])
    const away = await saved(s.staff, 'blade-shape/agenda', { id: agenda.id, meetingId: '' })
    expect([away.meetingCode, away.meetingPlace]).toEqual(['', ''])
  })
})

describe('a new row', () => {
  const kept = async (id: string) =>
    (
      await s.t.db.scoped<{ demo: number }>(
        { tenantId: s.tenantId },
        { text: 'select demo from shape_meeting where id = $1', values: [id] },
      )
    )[0]?.demo
  it('is of the resource it is added to, whatever the client says', async () => {
    const own = { entrustedCompanyId: s.companies[0], place: '杭州', scene: '一' }
    expect(await kept((await saved(s.staff, REAL, { ...own, code: newCode(), demo: 1 })).id)).toBe(0)
    expect(await kept((await saved(s.staff, DEMO, { ...own, code: newCode(), demo: 0 })).id)).toBe(1)
    expect(await kept((await saved(s.staff, DEMO, { ...own, code: newCode() })).id)).toBe(1)
  })

  it('and stays of it when it is edited', async () => {
    await saved(s.staff, DEMO, { id: demo, demo: 0, scene: '二' })
    expect(await kept(demo)).toBe(1)
  })

  it('needs what its own resource needs, and nothing else', async () => {
    const own = () => ({ code: newCode(), entrustedCompanyId: s.companies[0] })
    expect(await s.staff.post(`${REAL}/submit`, { ...own(), scene: '一' })).toMatchObject({
      status: 400,
      data: { place: '请输入地点' },
    })
    expect(await s.staff.post(`${DEMO}/submit`, { ...own(), place: '杭州' })).toMatchObject({
      status: 400,
      data: { scene: '请输入场景' },
    })
    expect((await s.staff.post(`${REAL}/submit`, { ...own(), place: '杭州' })).status).toBe(200)
    expect((await s.staff.post(`${DEMO}/submit`, { ...own(), scene: '一' })).status).toBe(200)
  })

  it('is held to it by the database', async () => {
    const add = (values: string) =>
      s.t.db.transaction({ tenantId: s.tenantId }, (tx) =>
        tx.query(
          `insert into shape_meeting (tenant_id, id, code, entrusted_company_id, demo, place, scene) values ($1, ${values})`,
          [s.tenantId],
        ),
      )
    await expect(add(`91, 'a', 1, 0, null, 'x'`)).rejects.toMatchObject({
      code: '23514',
      constraint: 'shape_meeting_shape_meeting_required',
    })
    await expect(add(`92, 'b', 1, 1, 'x', null`)).rejects.toMatchObject({
      code: '23514',
      constraint: 'shape_meeting_shape_demo_meeting_required',
    })
    await expect(add(`93, 'c', 1, 2, 'x', 'x'`)).rejects.toMatchObject({
      code: '23514',
      constraint: 'shape_meeting_one_resource',
    })
    await expect(add(`94, 'd', 1, null, 'x', 'x'`)).rejects.toMatchObject({ code: '23502' })
  })
})

it('what must be unique is unique among the rows of its resource', async () => {
  const code = newCode()
  const own = { code, entrustedCompanyId: s.companies[0], place: '杭州', scene: '一' }
  await saved(s.staff, REAL, own)
  await saved(s.staff, DEMO, own)
  for (const path of [REAL, DEMO])
    expect(await s.staff.post(`${path}/submit`, { ...own, scene: '二', place: '京' })).toMatchObject({
      status: 400,
      msg: `编号“${code}”已存在`,
    })
})

it('a reference means a row of the resource it names', async () => {
  expect(await s.staff.post('blade-shape/agenda/submit', { meetingId: demo, topic: '进' })).toMatchObject({
    status: 400,
    msg: '所选会议不存在',
  })
  await saved(s.staff, 'blade-shape/agenda', { meetingId: real, topic: '进' })
  expect(await s.staff.post(`${REAL}/remove`, { ids: real })).toMatchObject({
    status: 400,
    msg: expect.stringContaining('已被议程引用'),
  })
  const other = await saved(s.staff, DEMO, { code: newCode(), entrustedCompanyId: s.companies[0], scene: '一' })
  expect((await s.staff.post(`${DEMO}/remove`, { ids: other.id })).status).toBe(200)
})

it.each(sides)('history and events name the resource: %s', async (_, resource, path) => {
  const { id } = await saved(s.staff, path, {
    code: newCode(),
    entrustedCompanyId: s.companies[0],
    place: '杭州',
    scene: '一',
  })
  expect((await s.staff.post(`${path}/hold`, { id })).status).toBe(200)
  expect((await s.staff.post(`${path}/hold`, { id })).status).toBe(409)
  const history = (await s.staff.get<Page>('blade-approvalHistory/list', { bizId: id })).data.records
  expect(history.map((h) => h.bizType)).toEqual([resource])
  const happened = (await happenedSoFar(s)).filter((h) => h.recordId === id)
  expect(happened.map((h) => [h.resource, h.transition])).toEqual(
    ['add', 'hold'].flatMap((step) => [
      [resource, step],
      ['shapeAllMeeting', step],
    ]),
  )
})

describe('a list of a variant', () => {
  class Undo extends Error {}
  it.each(sides)('uses the index of its own rows: %s', async (side, resource) => {
    const tenantId = newTenantId()
    const [of, base] = [resourceOf(resource), resourceOf('shapeMeeting')]
    const run = s.t.db.owner(async (tx) => {
      await fill(tx, base, tenantId, 400, { entrustedCompany: 40, thirdPlatform: 5 })
      await gather(tx, base)
      await tx.query(`update pg_class set reltuples = 1000000 where relname = 'shape_meeting' and relkind = 'r'`)
      await tx.query('set local role rounds_app')
      // as a prepared statement is planned that was asked often: without the values of its parameters
      await tx.query('set local plan_cache_mode = force_generic_plan')
      await tx.query(`select set_config('rounds.tenant', $1, true)`, [tenantId])
      const { text, values } = listQuery(
        { resource: of, reach: { tenantId, domains: business, company: '7' }, conditions: [] },
        { current: 1, size: 100 },
      )
      const plan = JSON.stringify(await tx.query(`explain (format json) ${text}`, values))
      // one index for both: what tells them apart leads it
      expect(plan).toContain('"Index Name":"shape_meeting_demo_entrusted_company_id')
      expect(plan).toContain(`AND (demo = ${side === 'base' ? 0 : 1}) AND (entrusted_company_id`)
      expect(plan).not.toMatch(/"Node Type":"(Seq Scan|Sort)"/)
      throw new Undo('enough seen')
    })
    await expect(run).rejects.toThrow(Undo)
  })
})
