import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contradictions } from '../../../src/model/contradictions/contradictions.ts'
import { treeProblems } from '../../../src/model/contradictions/treeProblems.ts'
import { integer, text } from '../../../src/model/language/fields/field.ts'
import { handOrderOf } from '../../../src/model/language/listing.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import { rowsOf } from '../../../src/model/wire/columns.ts'
import type { Page, WireRow, WireTable } from '../../../src/model/wire/wire.ts'
import type { Client } from '../app.ts'
import { type Shapes, saved, shapes } from './app.ts'
import { createTables } from './declare.ts'
import trees, { shapeRegion, shapeUnit } from './trees.ts'

const UNIT = 'blade-shape/unit'
const REGION = 'blade-shape/region'

let s: Shapes
beforeAll(async () => {
  s = await shapes()
  await createTables(s.t.db, trees)
})
afterAll(() => s?.t.app.close())

const read = async (who: Client, params: Record<string, unknown>): Promise<WireRow[]> => {
  const answer = await who.get<WireTable>('rounds/tree', params as never)
  if (answer.status !== 200) throw new Error(answer.raw)
  return rowsOf(answer.data)
}
const unit = (unitName: string, more: object = {}, who = s.staff) =>
  saved(who, UNIT, { unitName, entrustedCompanyId: s.companies[0], ...more })
type Unit = Awaited<ReturnType<typeof unit>>
const place = (row: Pick<Unit, 'id' | 'version'>, parent = '', before = '', who = s.staff) =>
  who.post<WireRow>('rounds/move', { resource: 'shapeUnit', id: row.id, version: row.version, parent, before })
/** Names below a record, in order. */
const below = async (parent: string): Promise<string[]> =>
  (await read(s.staff, { resource: 'shapeUnit' })).filter((r) => r.parentId === parent).map((r) => String(r.unitName))
const now = async (id: string): Promise<WireRow> => (await s.staff.get<WireRow>(`${UNIT}/detail`, { id })).data

describe('a tree is declared', () => {
  it('without contradictions, and put into order by hand where its list rises by a number', () => {
    expect(contradictions()).toEqual([])
    expect(handOrderOf(shapeUnit)).toBe('sort')
    expect(handOrderOf(shapeRegion)).toBeNull()
  })
  const wrong = (r: object, tree: object) =>
    treeProblems({ ...r, tree: { ...(r as Resource).tree, ...tree } } as Resource)
  it.each([
    [shapeUnit, { parent: 'nothing' }, 'tree: no field nothing'],
    [shapeUnit, { parent: 'unitName' }, 'tree: unitName does not refer to shapeUnit'],
    [shapeRegion, { key: 'regionName' }, 'tree: regionName is not unique'],
    [shapeRegion, { key: 'nothing' }, 'tree: no field nothing'],
    [shapeRegion, { listed: true }, 'tree: is too large to be read at once, and listed whole'],
    [
      { ...shapeRegion, fields: { ...shapeRegion.fields, code: integer('代码', 'Code') } },
      {},
      'tree: code and parentCode are of different kinds',
    ],
    [
      { ...shapeRegion, fields: { ...shapeRegion.fields, code: text('代码', 'Code', { masked: true }) } },
      {},
      'tree: stands on a masked field',
    ],
  ])('%#', (r, tree, said) => expect(wrong(r, tree)).toContain(said))
})

describe('a tree is read', () => {
  it('whole, in the order of its list, within the scope of who asks', async () => {
    const top = await unit('总部', { sort: 1 })
    await unit('财务', { parentId: top.id, sort: 2 })
    await unit('研发', { parentId: top.id, sort: 1 })
    await unit('他人', { entrustedCompanyId: s.companies[1], sort: 9 })
    const rows = await read(s.ours, { resource: 'shapeUnit', columns: 'unitName' })
    expect(rows.map((r) => [r.unitName, r.parentId])).toEqual([
      ['总部', ''],
      ['研发', top.id],
      ['财务', top.id],
    ])
    expect((await read(s.theirs, { resource: 'shapeUnit' })).map((r) => r.unitName)).toEqual(['他人'])
    expect((await read(s.ours, { resource: 'shapeUnit', unitName: '财务' })).map((r) => r.unitName)).toEqual(['财务'])
    const nested = (await s.ours.get<{ title: string; children: { title: string }[] }[]>(`${UNIT}/tree`)).data
    expect(nested.map((n) => [n.title, n.children.map((c) => c.title)])).toEqual([['总部', ['研发', '财务']]])
  })

  it('level by level where it is lazy, with whether there is more below', async () => {
    for (const [code, parentCode] of [
      ['33', ''],
      ['3301', '33'],
      ['3302', '33'],
      ['330106', '3301'],
    ])
      await saved(s.staff, REGION, { code, parentCode, regionName: `区${code}` })
    const level = async (under?: string) =>
      (await read(s.staff, { resource: 'shapeRegion', ...(under ? { under } : {}) })).map((r) => [
        r.code,
        r.hasChildren,
      ])
    expect(await level()).toEqual([['33', true]])
    expect(await level('33')).toEqual([
      ['3301', true],
      ['3302', false],
    ])
    expect(await level('330106')).toEqual([])
    // the same for clients of the specification
    const lazy = async (parentCode?: string) =>
      (await s.staff.get<WireRow[]>(`${REGION}/lazy-tree`, parentCode ? { parentCode } : {})).data.map((r) => [
        r.key,
        r.title,
        r.hasChildren,
      ])
    expect(await lazy()).toEqual([['33', '区33', true]])
    expect(await lazy('33')).toEqual([
      ['3301', '区3301', true],
      ['3302', '区3302', false],
    ])
    expect((await s.staff.get(`${UNIT}/lazy-list`, { parentId: '0' })).status).toBe(200)
    expect((await s.staff.get(`${UNIT}/lazy-list`, { parentId: 'x' })).status).toBe(400)
    expect((await read(s.staff, { resource: 'shapeRegion', regionName: '330106' })).map((r) => r.code)).toEqual([
      '330106',
    ])
  })

  it('with the permission only, of trees only, with declared columns only', async () => {
    const nobody = await s.t.signIn(s.tenantId, '')
    expect((await nobody.get('rounds/tree', { resource: 'shapeUnit' })).status).toBe(403)
    expect((await s.staff.get('rounds/tree', { resource: 'settlementOrder' })).status).toBe(404)
    expect((await s.staff.get('rounds/tree', { resource: 'shapeUnit', columns: 'nothing' })).status).toBe(400)
  })
})

describe('a record of a tree is moved', () => {
  it('among its siblings, and below another', async () => {
    const top = await unit('移动')
    const [a, b, c] = [
      await unit('甲', { parentId: top.id }),
      await unit('乙', { parentId: top.id }),
      await unit('丙', { parentId: top.id }),
    ]
    expect((await place(c, top.id, a.id)).status).toBe(200)
    expect(await below(top.id)).toEqual(['丙', '甲', '乙'])
    expect((await place(await now(a.id), top.id)).status).toBe(200)
    expect(await below(top.id)).toEqual(['丙', '乙', '甲'])
    expect((await place(await now(a.id), b.id)).data).toMatchObject({ parentId: b.id, sort: 1 })
    expect(await below(top.id)).toEqual(['丙', '乙'])
    expect((await place(await now(a.id))).status).toBe(200)
    expect((await now(a.id)).parentId).toBe('')
  })

  it('writes only what gets another number, each once', async () => {
    const top = await unit('编号')
    const [a, b] = [await unit('一', { parentId: top.id, sort: 1 }), await unit('二', { parentId: top.id, sort: 2 })]
    const c = await unit('三', { parentId: top.id, sort: 3 })
    expect((await place(c, top.id, b.id)).status).toBe(200)
    expect([(await now(a.id)).version, (await now(b.id)).version, (await now(c.id)).version]).toEqual([
      a.version,
      b.version + 1,
      c.version + 1,
    ])
  })

  it('is not moved below itself or its descendants, also by two users at once', async () => {
    const a = await unit('环一')
    const b = await unit('环二', { parentId: a.id })
    expect((await place(a, b.id)).status).toBe(400)
    expect((await place(a, a.id)).status).toBe(400)
    expect((await s.staff.post(`${UNIT}/submit`, { id: a.id, version: a.version, parentId: b.id })).status).toBe(400)
    for (let i = 0; i < 5; i++) {
      const [x, y] = [await unit(`并一${i}`), await unit(`并二${i}`)]
      const answers = await Promise.all([place(x, y.id), place(y, x.id)])
      expect(answers.map((r) => `${r.status} ${r.msg}`).sort()).toEqual([
        '200 操作成功',
        '400 上级不能是自己或自己的下级',
      ])
    }
  })

  it('refuses who may not, what is not theirs, a stale version, a wrong state and a place that is none', async () => {
    const top = await unit('拒绝')
    const a = await unit('甲', { parentId: top.id, sort: 1 })
    const closed = await unit('关', { parentId: top.id, unitStatus: 1, sort: 2 })
    const foreign = await unit('外', { entrustedCompanyId: s.companies[1] })
    const blind = await s.t.signIn(s.tenantId, 'auditor')
    expect((await place(a, '', '', blind)).status).toBe(403)
    expect((await place(a, '', '', s.theirs)).status).toBe(404)
    expect((await place(a, foreign.id, '', s.ours)).status).toBe(400)
    expect((await place({ id: a.id, version: a.version + 3 }, '')).status).toBe(409)
    expect((await place(closed, '')).status).toBe(409)
    expect((await place(a, top.id, foreign.id)).status).toBe(409)
    expect((await place(a, 'x')).status).toBe(400)
    expect((await place({ id: 'x', version: 0 }, '')).status).toBe(404)
    expect((await s.staff.post('rounds/move', { resource: 'shapeUnit', id: a.id, parent: '' })).status).toBe(400)
    expect((await s.staff.post('rounds/move', { resource: 'settlementOrder', id: '1', version: 0 })).status).toBe(404)
    expect(await below(top.id)).toEqual(['甲', '关'])
  })

  it('to no place that is none, said by name, never by the database', async () => {
    const a = await unit('歪')
    for (const parentId of ['(select 1)', '9223372036854775808', '1,2', ['1', '1'], { a: 1 }]) {
      const answer = await s.staff.post(`${UNIT}/submit`, { id: a.id, version: a.version, parentId })
      expect(answer.status).toBe(400)
      expect(answer.raw).toContain('parentId')
    }
    const wide = await s.staff.post('rounds/move', {
      resource: 'shapeUnit',
      id: a.id,
      version: a.version,
      parent: '(select 1)',
    })
    expect(wide.status).toBe(400)
    expect(wide.raw).toContain('parentId')
  })

  it('by code below a code that is there, and not by hand where the order is another', async () => {
    const region = async (code: string) => {
      const { records } = (await s.staff.get<Page>(`${REGION}/list`, { code })).data
      return records[0] as WireRow
    }
    const move = async (code: string, parent: string, before = '') => {
      const { id, version } = await region(code)
      return s.staff.post<WireRow>('rounds/move', { resource: 'shapeRegion', id, version, parent, before })
    }
    expect((await move('330106', '3302')).data).toMatchObject({ parentCode: '3302' })
    expect((await move('330106', '99')).status).toBe(400)
    expect((await move('33', '330106')).status).toBe(400)
    expect((await move('330106', '3302', '1')).status).toBe(400)
  })
})
