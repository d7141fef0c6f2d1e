import { describe, expect, it } from 'vitest'
import { filterableOf } from '../../../src/console/filter/filterFields.ts'
import { fromParams, toParams } from '../../../src/console/filter/filterParams.ts'
import { queues, resourceOf, resources } from '../../../src/model/business.ts'
import { contradictions } from '../../../src/model/contradictions/contradictions.ts'
import { lineProblems } from '../../../src/model/contradictions/lineProblems.ts'
import { partProblems } from '../../../src/model/language/derived/parts.ts'
import { choice, code, date, type Fields, integer, phone, ref, text } from '../../../src/model/language/fields/field.ts'
import {
  columnProblems,
  filterFieldOf,
  filtersOf,
  requestedSort,
  sortProblems,
  sortsOf,
  textsOf,
} from '../../../src/model/language/listing.ts'
import { type Child, fieldOf, sortOf, unmaskCode } from '../../../src/model/language/resource.ts'
import { permissionCodes } from '../../../src/model/roles/grants.ts'
import { filterOf, operatorsOf, parseConditions } from '../../../src/server/lists/sql/conditions.ts'
import { parseSort } from '../../../src/server/lists/sql/query.ts'
import { sampleOf } from '../../kinds.ts'

const all = [...resources.values()]
const somebody = { permissions: permissionCodes }

describe('what a list may be asked', () => {
  it('a reference in a column has a name to show', () => {
    const of = (facts: object) => ({
      fields: { doctorId: ref('authenticationDoctor', '', '', facts) },
      list: { columns: ['doctorId'] },
    })
    expect(columnProblems(of({ shows: 'doctorName' }))).toEqual([])
    expect(columnProblems(of({}))).toEqual([
      'doctorId is a column and would show its id: shows: the field with the name',
    ])
  })

  it.each(all.map((r) => [r.id, r] as const))(
    '%s: the console reads every filter that the server takes, and no other',
    (_, r) => {
      const console = filterableOf(r, [unmaskCode(r)])
      expect(console.fields.map((f) => f.name)).toEqual(filtersOf(r))
      for (const name of filtersOf(r)) {
        const f = filterFieldOf(r, name)
        expect(f, name).toBe(filterOf(r, name))
        for (const op of f ? operatorsOf(f) : []) {
          const condition = { field: name, op, value: sampleOf(f as never).nth(1, f as never) }
          expect(fromParams(Object.entries(toParams([condition])), console)).toEqual([condition])
          expect(parseConditions(somebody, r, toParams([condition]))).toEqual([condition])
        }
      }
      for (const name of Object.keys(r.fields).filter((n) => !filtersOf(r).includes(n)))
        expect(filterOf(r, name)).toBeUndefined()
    },
  )

  it.each(all.map((r) => [r.id, r] as const))('%s: is ordered by the same fields on both sides', (_, r) => {
    expect(sortsOf(r)[0]).toBe(sortOf(r).name)
    for (const name of sortsOf(r)) {
      expect(fieldOf(r, name)).toBeDefined()
      for (const sort of [name, `+${name}`]) {
        expect(requestedSort(r, sort, 'otherwise')).toBe(sort)
        expect(parseSort(r, { sort })).toBe(sort)
      }
    }
    expect(requestedSort(r, 'nosuch', 'otherwise')).toBe('otherwise')
    expect(requestedSort(r, '', 'otherwise')).toBe('otherwise')
  })

  it('personal data is no filter of who may not see it', () => {
    for (const r of all)
      for (const f of filterableOf(r, []).fields) expect(f.field.facts.masked, `${r.id}.${f.name}`).not.toBe(true)
  })
})

it('what queues and parents ask of a list, the list allows', () => {
  expect(contradictions()).toEqual([])
  for (const q of queues.values())
    for (const v of q.views)
      for (const { field } of v.where) expect(filtersOf(resources.get(v.resource) as never)).toContain(field)
  for (const r of all)
    for (const c of r.children ?? []) expect(filtersOf(resources.get(c.resource) as never)).toContain(c.by)
})

it('what is reviewed is looked for by the activity that its row names', () => {
  const views = queues.get('reports')?.views ?? []
  const silent = views.filter((v) => !textsOf(resources.get(v.resource) as never).includes('planName'))
  expect(silent.map((v) => v.code)).toEqual([])
  expect(views.length).toBeGreaterThan(10)
})

it('what people add has a place in every order of its list', () => {
  const of = (fields: Fields, operations: readonly string[] = ['view', 'add']) =>
    sortProblems({ fields, operations, list: { search: [], sort: 'createTime', sorts: Object.keys(fields) } })
  expect(of({ heldOn: date('日期', 'Held on') })).toEqual([
    'is sorted by heldOn, which may be empty: give it required or initial',
  ])
  expect(of({ heldOn: date('日期', 'Held on') }, ['view'])).toEqual([])
  expect(
    of({
      heldOn: date('日期', 'Held on', { required: '请选择日期' }),
      rank: integer('排序', 'Order', { initial: 0 }),
      kind: choice('类型', 'Kind', { 1: ['甲', 'A'] }, { initial: 1 }),
      no: code('X', '编号', 'No.'),
      name: text('名称', 'Name', { required: '请输入名称' }),
    }),
  ).toEqual([])
})

it('a list is found by copied names of its own children alone, and by no personal data', () => {
  const order = resourceOf('settlementOrder')
  const of = (resource: string, field: string) =>
    lineProblems({ ...order, list: { lines: [{ resource, field }] } }, (id) => resources.get(id))
  expect(of('settlementOrderDoctor', 'doctorName')).toEqual([])
  expect(of('authenticationDoctor', 'doctorName')).toEqual([
    'finds by lines of authenticationDoctor, which is no child by the id',
  ])
  for (const field of ['phone', 'paidStatus', 'nosuch'])
    expect(of('settlementOrderDoctor', field)).toEqual([
      `finds by settlementOrderDoctor.${field}, which is no copied name that settlementOrderDoctor is filtered by`,
    ])
})

it('parts of a record are counted, in order, stay with their record and are locked after it', () => {
  const template = resourceOf('caseCollectionTemplate')
  const [child] = template.children ?? []
  const attr = resourceOf('caseCollectionTemplateAttr')
  const problems = (part: object, own: object = {}, id = attr.id) =>
    partProblems({ ...template, children: [{ ...child, part: { ...child?.part, ...part } } as Child] }, () => ({
      ...attr,
      id,
      fields: { ...attr.fields, ...own },
    }))
  expect(problems({})).toEqual([])
  expect(problems({ as: 'name' })).toEqual(['has parts name: a field has that name'])
  expect(problems({ order: 'attrName', count: 'name' })).toEqual([
    'has parts attributes: attrName is no whole number',
    'has parts attributes: name is no whole number',
  ])
  expect(problems({}, { templateId: text('模板', 'Template') })).toEqual([
    'has parts attributes: templateId may be edited: it is not',
  ])
  expect(problems({}, { phone: phone('电话', 'Phone', { masked: true }) })).toEqual([
    'has parts attributes: phone is phone, which the list cannot hold',
  ])
  expect(problems({}, {}, 'a')).toEqual(['has parts attributes: a is locked before caseCollectionTemplate'])
})
