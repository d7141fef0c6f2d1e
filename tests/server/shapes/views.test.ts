import './viewsMenu.ts'
import './viewsSql.ts'
import { parseCsv } from 'hucre/csv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceOf, resources } from '../../../src/model/business.ts'
import { contradictions } from '../../../src/model/contradictions/contradictions.ts'
import { viewProblems } from '../../../src/model/contradictions/viewProblems.ts'
import { type Field, secret, text } from '../../../src/model/language/fields/field.ts'
import { leaf } from '../../../src/model/language/menu.ts'
import { fieldOf, type Resource } from '../../../src/model/language/resource.ts'
import { sectionsOf } from '../../../src/model/language/section.ts'
import { catalogueFromWire, type WireCatalogue } from '../../../src/model/wire/catalogueWire.ts'
import { rowsOf } from '../../../src/model/wire/columns.ts'
import type { ExportState, Found, Page, Selection, Slice, Total, WireRow } from '../../../src/model/wire/wire.ts'
import { systemActor } from '../../../src/server/core/actor.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { tableOf } from '../../../src/server/database/names.ts'
import { insertRecords } from '../../../src/server/database/records.ts'
import { tables } from '../../../src/server/database/schema/ddl.ts'
import { checkViews, viewFaults } from '../../../src/server/database/views/check.ts'
import { sourceOf } from '../../../src/server/database/views/sources.ts'
import { pageSizeOf, type Writing, writeList } from '../../../src/server/exchange/export/write.ts'
import { routeList } from '../../../src/server/http/routes.ts'
import { idsQuery, listQuery, type Place, type Query, windowQuery } from '../../../src/server/lists/sql/query.ts'
import { referencesTo } from '../../../src/server/writing/save/removal.ts'
import { sampleOf } from '../../kinds.ts'
import { testViews } from '../addedRules.ts'
import type { Client } from '../app.ts'
import { testDomains } from '../domains.ts'
import { fill, gather } from '../store/fill.ts'
import { newCode, type Shapes, saved, shapes } from './app.ts'
import views, { shapeClaim, shapeClaimLine } from './views.ts'

const LINE = 'blade-shape/claimLine'
const SUM = 'blade-shape/claimSum'
const MOBILE = '13812345678'

let s: Shapes
/** Meetings of our company and of the other one, with three claims and one. */
let own: string
let foreign: string
const codes: string[] = []

async function meeting(company: string): Promise<string> {
  const made = await saved(s.staff, 'blade-shape/meeting', {
    code: newCode(),
    entrustedCompanyId: company,
    fiscalTaxId: s.partner,
    place: '杭州',
  })
  return made.id
}
const claim = (company: string, meetingId: string, amount: string, kind = 1) =>
  saved(s.staff, 'blade-shape/claim', { entrustedCompanyId: company, meetingId, amount, kind, mobile: MOBILE })

beforeAll(async () => {
  s = await shapes(views)
  own = await meeting(s.companies[0])
  foreign = await meeting(s.companies[1])
  for (const [amount, kind] of [
    ['10.50', 1],
    ['20.00', 2],
    ['0.25', 1],
  ] as const)
    codes.push(String((await claim(s.companies[0], own, amount, kind)).code))
  await claim(s.companies[1], foreign, '99.00')
})
afterAll(() => s?.t.app.close())

const page = async (who: Client, path: string, params: Record<string, string | number> = {}) =>
  (await who.get<Page>(`${path}/page`, { size: 100, ...params })).data
const amounts = (rows: readonly WireRow[]) => rows.map((row) => row.amount)
const window = async (who: Client, resource: string, params: Record<string, string | number> = {}) => {
  const answer = await who.get<Slice>('rounds/window', { resource, size: 100, ...params })
  if (answer.status !== 200) throw new Error(answer.raw)
  return rowsOf(answer.data)
}

describe('a view is declared', () => {
  it('without contradictions, with the two operations of a list and no table', () => {
    expect(contradictions()).toEqual([])
    expect(shapeClaimLine.operations).toEqual(['view', 'export'])
    expect(tables().some((r) => r.view !== undefined)).toBe(false)
    expect(() => tableOf(resourceOf('shapeClaimLine'))).toThrow('shapeClaimLine is a view and has no table')
    expect(sectionsOf(shapeClaimLine).map((x) => x.code)).toEqual(['facts', 'related'])
    expect(leaf(shapeClaimLine, { icon: 'scale' })).toMatchObject({
      path: '/shape/claimLine',
      resource: 'shapeClaimLine',
    })
    // what a view shows holds no record back from being deleted
    expect(referencesTo(resourceOf('shapeMeeting') as never).map((x) => x.from.id)).not.toContain('shapeClaimLine')
  })

  const known = { resources: [] as Resource[], decided: () => false }
  const wrong = (more: object) => viewProblems({ ...resourceOf('shapeClaimLine'), ...more } as Resource, known)
  it.each([
    [{ view: 'lines' }, 'view: lines is no name of SQL: say module.list'],
    [{ operations: ['view', 'edit'] }, 'view: cannot offer edit, only view and export'],
    [{ editable: {} }, 'view: cannot say editable, it has no table of its own'],
    [{ unique: [['claimCode']] }, 'view: cannot say unique, it has no table of its own'],
    [{ tree: { key: 'id', parent: 'meetingId' } }, 'view: cannot say tree, it has no table of its own'],
    [{ scope: 'global' }, 'view: cannot say scope, it has no table of its own'],
    [{ routes: { edit: '/x/:id' } }, 'view: has no form for routes.edit'],
    [
      { owner: { through: 'meetingId' } },
      'view: belongs through nothing: name the owner by fields that its SQL selects',
    ],
    [{ sections: [{ kind: 'history', code: 'h', title: ['', ''] }] }, 'view: has no history'],
    [
      { fields: { x: text('账号', 'Account', { dualControl: true }) } },
      'view: x is under dual control, and nobody edits a view',
    ],
    [{ fields: { x: secret('密钥', 'Key') } }, 'view: x is a secret, which is never read'],
    [
      { fields: { code: shapeClaim.fields.code } },
      "view: code is counted by the server: in a view it is text(…, { search: 'code' })",
    ],
  ])('%j is a problem by its name', (more, said) => expect(wrong(more)).toContain(said))

  it('and is neither decided nor pointed at', () => {
    const r = resourceOf('shapeClaimLine')
    expect(viewProblems(r, { ...known, decided: () => true })).toEqual([
      'view: has no lifecycle and no queue: declare them for the records it is computed from',
    ])
    const other = { id: 'x', fields: { line: { kind: 'ref', to: r.id, label: ['', ''], facts: {} } } } as never
    expect(viewProblems(r, { ...known, resources: [other] })).toEqual([
      'view: x.line refers to it, but no record of it is kept: refer to what it is computed from',
    ])
  })
})

describe('the SQL of a view is held against the model', () => {
  const line = resourceOf('shapeClaimLine')
  const faults = async (sql: string | null) => {
    if (sql !== null) testViews.set('shape.wrong', sql)
    const found = await viewFaults(s.t.db, testViews, [{ ...line, view: 'shape.wrong' }])
    testViews.delete('shape.wrong')
    return found
  }
  const right = () => String(testViews.get('shape.claimLines'))

  it('and every one of them agrees with it', () => checkViews(s.t.db, testViews))
  it('that does not exist fails by its name, at the start and where it is read', async () => {
    expect(await faults(null)).toEqual([
      'shapeClaimLine: the SQL shape.wrong does not exist: add it to views.ts of its domain',
    ])
    expect(() => sourceOf({ ...line, view: 'shape.wrong' }, testViews)).toThrow('shape.wrong, which does not exist')
  })
  it.each([
    ['c.amount', 'c.amount::numeric as amount', 'column amount is numeric: select it as (…)::numeric(18,2)'],
    ['c.amount', '1 as sum', 'lacks the column amount: select it as numeric(18,2)'],
    ['select c.id,', 'select c.id::text as id,', 'column id is text: select it as (…)::bigint'],
    [', c.create_time', '', 'lacks the column create_time: select it as timestamptz'],
    [' c.tenant_id,', '', 'lacks the column tenant_id: select it as varchar'],
    ['c.mobile', '1 as mobile', 'column mobile is integer: select it as (…)::varchar(11)'],
    [
      'c.mobile',
      `c.mobile collate "default" as mobile`,
      'column mobile is not ordered by code point: select it as (…) collate "C"',
    ],
  ])('%s as %s', async (from, to, said) => {
    expect(right()).toContain(from)
    expect(await faults(right().replace(from, to))).toEqual([`shapeClaimLine: the SQL shape.wrong ${said}`])
  })
  it('that does not run says why', async () => {
    const [said] = await faults('select nonsense')
    expect(said).toMatch(/^shapeClaimLine: the SQL shape\.wrong does not run: .*nonsense/)
  })
})

describe('a view is served', () => {
  it('as list, page and detail, by the tenant and the owner', async () => {
    expect(amounts((await page(s.staff, LINE, { sort: 'amount' })).records)).toEqual([
      '99.00',
      '20.00',
      '10.50',
      '0.25',
    ])
    expect(amounts((await page(s.ours, LINE, { sort: '+amount' })).records)).toEqual(['0.25', '10.50', '20.00'])
    expect(amounts((await page(s.theirs, LINE)).records)).toEqual(['99.00'])
    expect((await page(s.providers, LINE)).records).toEqual([])
    expect((await page(s.partners, LINE)).records).toEqual([])
    const [row] = (await page(s.ours, LINE, { claimCode_equal: codes[0] as string })).records
    expect(row).toMatchObject({
      claimCode: codes[0],
      entrustedCompanyName: '康泰',
      meetingId: own,
      mobile: '138****5678',
      kind: 1,
      amount: '10.50',
      version: 0,
      isDeleted: 0,
      createUser: '',
      tenantId: s.tenantId,
    })
    const id = String(row?.id)
    expect((await s.ours.get<WireRow>(`${LINE}/detail`, { id })).data.claimCode).toBe(codes[0])
    expect((await s.theirs.get(`${LINE}/detail`, { id })).status).toBe(404)
    expect((await s.ours.get(`${LINE}/detail`, { id: '1' })).status).toBe(404)
  })

  it('to another tenant not at all', async () => {
    const tenant = await s.t.newTenant()
    const stranger = await s.t.signIn(tenant, 'administrator')
    for (const path of [LINE, SUM]) expect((await page(stranger, path)).records).toEqual([])
    const [row] = (await page(s.staff, LINE)).records
    expect((await stranger.get(`${LINE}/detail`, { id: String(row?.id) })).status).toBe(404)
    const rows = await s.t.db.scoped(
      { tenantId: tenant },
      { text: `select id from ${sourceOf(resourceOf('shapeClaimSum'), testViews)}` },
    )
    // row security alone, without a condition on the tenant
    expect(rows).toEqual([])
    expect((await s.t.call('GET', `${LINE}/list`)).status).toBe(401)
    expect((await (await s.t.signIn(s.tenantId, [])).get(`${LINE}/list`)).status).toBe(403)
  })

  it('filtered and searched as any list', async () => {
    const found = async (params: Record<string, string>) =>
      amounts((await page(s.staff, LINE, { ...params, sort: 'amount' })).records)
    expect(await found({ kind: '2' })).toEqual(['20.00'])
    expect(await found({ entrustedCompanyName: '康' })).toEqual(['20.00', '10.50', '0.25'])
    expect(await found({ claimCode: (codes[1] as string).slice(-6) })).toEqual(['20.00'])
    expect(await found({ meetingId: foreign })).toEqual(['99.00'])
    expect(await found({ createTime_ge: '2000-01-01', kind_in: '1,2' })).toHaveLength(4)
    expect(await found({ createTime_ge: '2999-01-01' })).toEqual([])
    expect((await page(s.ours, LINE, { meetingId: foreign })).records).toEqual([])
    // personal data is asked for by its whole value, by who may see it
    expect(await found({ mobile_equal: MOBILE })).toHaveLength(4)
    const viewer = await s.t.signIn(s.tenantId, await s.t.newRole(s.tenantId, ['shapeClaimLine_view']))
    expect((await viewer.get(`${LINE}/list`, { mobile_equal: MOBILE })).status).toBe(400)
    expect((await s.staff.get(`${LINE}/list`, { sort: 'kind' })).status).toBe(400)
  })

  it('by windows, totals, rows by their ids and sums', async () => {
    const rows = await window(s.ours, 'shapeClaimLine', { sort: '+amount', columns: 'amount,mobile' })
    expect(rows.map((row) => [row.amount, row.mobile])).toEqual(
      ['0.25', '10.50', '20.00'].map((a) => [a, '138****5678']),
    )
    const next = await window(s.ours, 'shapeClaimLine', { sort: '+amount', offset: 1, size: 1 })
    expect(amounts(next)).toEqual(['10.50'])
    expect((await s.ours.get<Total>('rounds/total', { resource: 'shapeClaimLine' })).data.total).toBe(3)
    expect((await s.theirs.get<Total>('rounds/total', { resource: 'shapeClaimLine' })).data.total).toBe(1)
    const ids = rows.map((row) => row.id).join()
    const byId = async (who: Client) =>
      rowsOf((await who.get<Slice>('rounds/rows', { resource: 'shapeClaimLine', ids })).data).length
    expect([await byId(s.ours), await byId(s.theirs)]).toEqual([3, 0])
  })

  it('as a union, in one order across its arms', async () => {
    const line = resourceOf('shapeClaimLine')
    const sql = String(testViews.get('shape.claimLines'))
    const arms = [`${sql} where c.kind = 1`, `${sql} where c.kind = 2`]
    testViews.set('shape.arms', arms)
    const rows = async (resource: Resource, sort: string, place: Place, company?: string) => {
      const conditions = [{ field: 'mobile', op: 'equal' as const, value: MOBILE }]
      const reach = {
        tenantId: s.tenantId,
        domains: testDomains,
        permissions: systemActor(s.tenantId, '').permissions,
        ...(company ? { company } : {}),
      }
      return s.t.db.scoped({ tenantId: s.tenantId }, windowQuery({ resource, reach, sort, conditions }, place))
    }
    for (const sort of ['amount', '+createTime'])
      for (const place of [
        { skip: 0, limit: 100 },
        { skip: 1, limit: 2 },
        { skip: 1, limit: 2, back: true },
        { skip: 9, limit: 2 },
      ])
        for (const company of [undefined, s.companies[0]]) {
          const whole = await rows(line, sort, place, company)
          expect(await rows({ ...line, view: 'shape.arms' }, sort, place, company)).toEqual(whole)
          if (place.limit === 100) expect(whole).toHaveLength(company ? 3 : 4)
        }
    testViews.delete('shape.arms')
  })

  it('counted and summed as a selection, which nothing can be done with', async () => {
    const conditions = [{ field: 'kind', op: 'equal', value: '1' }]
    const { data } = await s.ours.post<Selection>('rounds/selection', { resource: 'shapeClaimLine', conditions })
    expect(data).toMatchObject({ count: 2, amount: '10.75' })
    const order = { resource: 'shapeClaimLine', transition: 'delete', selection: data.id }
    expect((await s.ours.post('rounds/batch', order)).status).toBe(404)
    const place = { resource: 'shapeClaimLine', id: data.id, version: 0, parent: '', before: '' }
    expect((await s.ours.post('rounds/move', place)).status).toBe(404)
    expect((await s.ours.get('rounds/tree', { resource: 'shapeClaimLine' })).status).toBe(404)
  })

  it('in groups, of live records of the variant alone', async () => {
    const sums = async (who: Client) =>
      (await page(who, SUM, { sort: 'amount' })).records.map((row) => [row.id, row.claimCount, row.amount])
    expect(await sums(s.staff)).toEqual([
      [foreign, 1, '99.00'],
      [own, 3, '30.75'],
    ])
    expect(await sums(s.ours)).toEqual([[own, 3, '30.75']])
    expect((await s.ours.get<WireRow>(`${SUM}/detail`, { id: own })).data.amount).toBe('30.75')
    const extra = await claim(s.companies[0], own, '5.00')
    await saved(s.staff, 'blade-shape/demoMeeting', {
      code: newCode(),
      entrustedCompanyId: s.companies[0],
      scene: '一',
    })
    expect(await sums(s.ours)).toEqual([[own, 4, '35.75']])
    await s.staff.post('blade-shape/claim/remove', { ids: extra.id })
    expect(await sums(s.ours)).toEqual([[own, 3, '30.75']])
  })

  it('as a file, masked, of own rows', async () => {
    const make = (who: Client) =>
      who.post<ExportState>('rounds/export', { resource: 'shapeClaimLine', format: 'csv', sort: '+amount' })
    const table = async (who: Client) => {
      const { data } = await make(who)
      const answer = await s.t.app.inject({ method: 'GET', url: data.link })
      return parseCsv(answer.rawPayload.toString('utf8').replace(/^\uFEFF/, '')) as string[][]
    }
    const rows = await table(s.ours)
    expect(rows[0]).toEqual(['报销编号', '委托企业', '会议编号', '手机号', '类别', '金额'])
    expect(rows.slice(1).map((row) => [row[3], row[5]])).toEqual(['0.25', '10.5', '20'].map((a) => ['138****5678', a]))
    expect((await table(s.theirs)).length).toBe(2)
    const viewer = await s.t.signIn(s.tenantId, await s.t.newRole(s.tenantId, ['shapeClaimLine_view']))
    expect((await make(viewer)).status).toBe(403)
  })

  it('as a long file in few reads, where a table is read in many', async () => {
    const ids = Array.from({ length: 4_500 }, (_, i) => String(i + 1))
    const pagesOf = (r: Parameters<typeof pageSizeOf>[0]) =>
      Array.from({ length: Math.ceil(ids.length / pageSizeOf(r)) }, (_, n) =>
        ids.slice(n * pageSizeOf(r), (n + 1) * pageSizeOf(r)).join(),
      )
    const actor = await s.staff.actor()
    const reads = async (name: string) => {
      let n = 0
      const writing: Writing = {
        now: async () => {
          n++
          return actor
        },
        progress: () => {},
        stopped: () => false,
      }
      await writeList(
        s.t.context,
        actor,
        { resource: resourceOf(name), pages: pagesOf(resourceOf(name)), columns: ['amount'], format: 'csv' },
        writing,
      )
      return n
    }
    expect([await reads('shapeClaimLine'), await reads('shapeClaim')]).toEqual([1, 3])
  })

  it('by reads alone: no call writes it, nothing is found in it by the palette', async () => {
    const ways = routeList().filter((x) => x.resource === 'shapeClaimLine')
    const served = ways.filter((x) => x.kind !== 'refused')
    expect(served.map((x) => x.path.split('/').at(-1)).sort()).toEqual(['detail', 'list', 'page'])
    expect(served.some((x) => x.writes)).toBe(false)
    for (const [path, status] of [
      ['submit', 409],
      ['remove', 409],
      ['save', 404],
      ['update', 404],
    ] as const)
      expect((await s.staff.post(`${LINE}/${path}`, { id: '1', ids: '1' })).status, path).toBe(status)
    const id = newId()
    await expect(
      s.t.db.transaction({ tenantId: s.tenantId }, (tx) =>
        insertRecords(tx, resourceOf('shapeClaimLine') as never, [{ id }]),
      ),
    ).rejects.toThrow('is a view and has no table')
    const found = (await s.staff.get<Found[]>('rounds/search', { q: codes[0] as string })).data
    expect(found.map((f) => f.resource)).not.toContain('shapeClaimLine')
    const sent = (await s.staff.get<WireCatalogue>('rounds/catalogue')).data
    const { resources: told, topMenus } = catalogueFromWire(sent)
    const leaves = topMenus.flatMap((top) => top.children.flatMap((group) => group.children))
    expect(leaves.find((x) => x.resource === 'shapeClaimLine')?.path).toBe('/shape/claimLine')
    expect(told.find((r) => r.id === 'shapeClaimLine')).toMatchObject({
      domain: 'shapeViews',
      operations: ['view', 'export'],
      routes: { list: '/shape/claimLine', detail: '/shape/claimLine/detail/:id' },
    })
  })
})

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Node[]
}
const nodes = (n: Node): Node[] => [n, ...(n.Plans ?? []).flatMap(nodes)]

class Undo extends Error {}

describe('at a million rows by its statistics, as the application role', () => {
  const tenantId = 'views1'
  const line = resourceOf('shapeClaimLine')
  const sum = resourceOf('shapeClaimSum')
  const reach = { tenantId, domains: testDomains, permissions: systemActor(tenantId, '').permissions }
  const mobile = fieldOf(line, 'mobile') as Field
  const rareMobile = sampleOf(mobile).rare('equal', mobile)
  const is = (field: string, value: string) => ({ field, op: 'equal' as const, value })
  const asked: readonly (readonly [name: string, q: Query, served: RegExp])[] = [
    ['the order of the list', { resource: line, reach, conditions: [] }, /./],
    ['another order', { resource: line, reach, conditions: [], sort: 'amount' }, /./],
    ['one code', { resource: line, reach, conditions: [is('claimCode', 'ZX0000001')] }, /\bcode\b/],
    [
      'a copied name',
      { resource: line, reach, conditions: [{ field: 'entrustedCompanyName', op: 'like', value: '康泰' }] },
      /entrusted_company_id/,
    ],
    ['one meeting', { resource: line, reach, conditions: [is('meetingId', '7')] }, /meeting_id/],
    ['personal data', { resource: line, reach, conditions: [is('mobile', rareMobile)] }, /mobile/],
    ['one record', { resource: line, reach, conditions: [is('id', '7')] }, /\bid\b/],
    [
      'what a company reaches',
      { resource: line, reach: { ...reach, company: '7' }, conditions: [] },
      /entrusted_company_id/,
    ],
    ['one group', { resource: sum, reach, conditions: [is('id', '7')] }, /\bid\b/],
    [
      'the groups of a company',
      { resource: sum, reach: { ...reach, company: '7' }, conditions: [] },
      /entrusted_company_id/,
    ],
  ]

  it('no list that is asked for by an index reads a whole table', async () => {
    const faults: string[] = []
    const large = ['shape_claim', 'shape_meeting']
    const run = s.t.db.owner(async (tx) => {
      for (const id of ['shapeMeeting', 'shapeClaim']) {
        const r = resources.get(id) as Resource
        await fill(tx, r, tenantId, 400, { entrustedCompany: 100, shapeMeeting: 400 })
        await gather(tx, r)
      }
      await tx.query(`update pg_class set reltuples = 1000000 where relname = any($1::text[]) and relkind = 'r'`, [
        large,
      ])
      await tx.query('set local role rounds_app')
      await tx.query(`select set_config('rounds.tenant', $1, true)`, [tenantId])
      for (const [name, q, served] of asked) {
        for (const { text, values } of [listQuery(q, { current: 1, size: 100 }), idsQuery(q, 1_000)]) {
          const [row] = await tx.query<{ 'QUERY PLAN': readonly { Plan: Node }[] }>(
            `explain (format json) ${text}`,
            values,
          )
          const plan = nodes(row?.['QUERY PLAN'][0]?.Plan as Node)
          const shown = plan
            .map((n) => `${n['Node Type']} ${n['Relation Name'] ?? ''} [${n['Index Cond'] ?? ''}]`)
            .join(' > ')
          if (plan.some((n) => n['Node Type'] === 'Seq Scan' && large.includes(n['Relation Name'] ?? '')))
            faults.push(`${name} reads a whole table: ${shown}`)
          if (!plan.some((n) => served.test(n['Index Cond'] ?? ''))) faults.push(`${name} has no index: ${shown}`)
          if (
            q.conditions.length === 0 &&
            q.resource === line &&
            !q.reach.company &&
            plan.some((n) => n['Node Type'] === 'Sort')
          )
            faults.push(`${name} sorts all rows: ${shown}`)
        }
      }
      throw new Undo('seen')
    })
    await expect(run).rejects.toThrow(Undo)
    expect(faults).toEqual([])
  })
})
