import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceOf, scopeOf } from '../../../src/model/business.ts'
import { PARTIES, type Party, parentOf, partyNames, throughOf } from '../../../src/model/language/owner.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import { rowsOf } from '../../../src/model/wire/columns.ts'
import type { Found, Page, Slice, WireRow, WireTable } from '../../../src/model/wire/wire.ts'
import { columnOf, quoted, tableOf } from '../../../src/server/database/names.ts'
import { searchable } from '../../../src/server/database/schema/search.ts'
import { routeList } from '../../../src/server/http/routes.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { covering, reachOf, tableSort } from '../covering.ts'
import { plant, tenantTables } from '../fuzz/plant.ts'

/** Who is bound to a party reaches its records alone: resources of every sort and way of reaching, `whole`: every resource. */
export function ownerCases({ whole }: { readonly whole: boolean }): void {
  /** What a refused read of rows counts as. */
  const NOTHING: WireTable = { columns: [], values: [] }

  /**
   * Every resource × every party: people with every permission, bound to a party that owns no row. Resources to come
   * are asked too.
   */

  const USER_TYPE = { company: 2, fiscalTax: 3, provider: 4 } as const
  /** Who is bound to a party that owns nothing here; an employee, whose account is no employee's. */
  const strangerOf = (party: Party): [roles: string[], bound: object] =>
    party === 'employee'
      ? [['administrator', party], { userType: 1 }]
      : [['administrator'], { userType: USER_TYPE[party], [party]: STRANGER }]
  /** An unused id. */
  const STRANGER = '987654321'

  let t: TestApp
  let tenantId: string
  let ids: Record<string, string[]>
  const bound = new Map<Party, Client>()

  beforeAll(async () => {
    t = await testApp()
    tenantId = await t.newTenant()
    ids = await plant(t.db, tenantId)
    // planted references lead nowhere: what would be of nobody is of somebody else
    for (const r of tenantTables) {
      const [scope, through, parent] = [scopeOf(r).company, throughOf(r), parentOf(r, resourceOf)]
      if (typeof scope === 'object' && scope.orNone && through && parent)
        await t.db.owner((tx) =>
          tx.query(`update ${quoted(tableOf(r))} set ${quoted(columnOf(through))} = $2 where tenant_id = $1`, [
            tenantId,
            ids[parent.id]?.[0],
          ]),
        )
    }
    for (const party of partyNames) bound.set(party, await t.signIn(tenantId, ...strangerOf(party)))
  })
  afterAll(() => t?.app.close())

  const seen = tenantTables.filter((r) => r.operations.includes('view'))
  // an employee's company is a party of its own: what has no employee is asked for there
  const asking = partyNames.flatMap((party) =>
    seen.filter((r) => party !== 'employee' || scopeOf(r)[party] !== 'open').map((r) => [r.id, party, r] as const),
  )

  const chosen = whole ? asking : covering(asking, ([, party, r]) => [`${reachOf(r, party)} ${tableSort(r)}`])

  it('parties are the resources that users are bound to', () =>
    expect(Object.keys(PARTIES)).toEqual(['company', 'fiscalTax', 'provider', 'employee']))

  /** What a search for the very names of these records answers. */
  async function searched(who: Client, r: Resource, all: readonly string[]): Promise<WireRow[]> {
    const rows = await t.db.owner((tx) =>
      tx.query<{ title: string }>(
        'select title from "record_search" where tenant_id = $1 and resource = $2 and id = any($3::bigint[])',
        [tenantId, r.id, all],
      ),
    )
    expect(rows.length).toBe(all.length)
    const answers = await Promise.all(
      [...new Set(rows.map((row) => row.title))].map((q) => who.get<Found[]>('rounds/search', { q })),
    )
    return answers.flatMap((a) => a.data).filter((f) => f.resource === r.id) as unknown as WireRow[]
  }

  describe('who is bound to a party reaches what the model says', () => {
    it.each(chosen)('%s for a %s', async (id, party, r) => {
      const who = bound.get(party) as Client
      const all = ids[r.id] ?? []
      const some = { ids: all.join(',') }
      const found: Record<string, readonly string[]> = {}
      const idsOf = (rows: readonly WireRow[] | null) =>
        (rows ?? []).map((row) => row.id).filter((x) => all.includes(x))
      const path = `${r.calls[0]}/list`
      const query = { ...some, size: 500 }
      const { data: list } =
        r.list.method === 'POST'
          ? await who.post<Page | WireRow[]>(path, query)
          : await who.get<Page | WireRow[]>(path, query)
      const flat = (nodes: readonly WireRow[]): WireRow[] =>
        nodes.flatMap((n) => [n, ...flat((n.children as WireRow[] | undefined) ?? [])])
      found.list = idsOf(Array.isArray(list) ? flat(list) : list.records)
      found.window = idsOf(
        rowsOf((await who.get<Slice>('rounds/window', { resource: id, ...some, size: 500 })).data ?? NOTHING),
      )
      found.rows = idsOf(rowsOf((await who.get<WireTable>('rounds/rows', { resource: id, ...some })).data ?? NOTHING))
      const details = await Promise.all(all.map((x) => who.get<WireRow>(`${r.calls[0]}/detail`, { id: x })))
      found.detail = details.flatMap((a, n) => (a.status === 200 ? [all[n] as string] : []))
      if (searchable().includes(r)) found.search = idsOf(await searched(who, r, all))
      const conditions = [{ field: 'id', op: 'in', value: all.join(',') }]
      const { count } = (await who.post<{ count: number }>('rounds/selection', { resource: id, conditions })).data
      const { total } = (await who.get<{ total: number }>('rounds/total', { resource: id, ...some })).data
      const reached = scopeOf(r)[party] === 'open' ? all : []
      for (const [way, rows] of Object.entries(found)) expect([...rows].sort(), way).toEqual([...reached].sort())
      expect([count, total]).toEqual([reached.length, reached.length])
    })
  })

  /** Everything in the tables of some resources, as one text. */
  async function contents(of: readonly Resource[]): Promise<string> {
    const parts: string[] = []
    for (const r of of) {
      const text = `select coalesce(string_agg(x::text, '|' order by id), '') as all from ${quoted(tableOf(r))} x where tenant_id = $1 and id = any($2::bigint[])`
      const [row] = await t.db.scoped<{ all: string }>({ tenantId }, { text, values: [tenantId, ids[r.id]] })
      parts.push(`${r.id}: ${row?.all}`)
    }
    return parts.join('\n')
  }

  describe('who is bound to a party changes nothing else', () => {
    it.each(partyNames.map((party) => [party]))('%s, by every call that writes', async (party) => {
      const who = bound.get(party) as Client
      const closed = tenantTables.filter((r) => scopeOf(r)[party] !== 'open')
      const before = await contents(closed)
      const routes = routeList().filter(
        (route) => route.writes && route.kind !== 'refused' && closed.some((r) => r.id === route.resource),
      )
      expect(routes.length).toBeGreaterThan(20)
      for (const route of routes) {
        const [id = '', ...more] = ids[route.resource ?? ''] ?? []
        for (const body of [
          { id, ids: id, status: 1, remark: 'x', reason: 'x', code: 'x', name: 'x', remarks: 'x' },
          { ids: [id, ...more].join(','), status: 2, remark: 'x', reason: 'x' },
        ]) {
          const answer =
            route.method === 'GET' ? await who.get(route.path, body as never) : await who.post(route.path, body)
          // what nobody may do is said to everybody in the same words
          if (answer.status === 409 && /暂未开放|该数据不支持此操作/.test(answer.raw)) continue
          // what is told of each record by itself is told of each that it is not there
          if (answer.status === 200)
            expect(answer.data, `${route.method} ${route.path}`).toMatchObject({
              success: [],
              fail: String(body.id ?? body.ids)
                .split(',')
                .map((one) => ({ id: one, msg: '记录不存在' })),
            })
          else
            expect([400, 403, 404], `${route.method} ${route.path}: ${answer.raw.slice(0, 200)}`).toContain(
              answer.status,
            )
        }
      }
      expect(await contents(closed)).toBe(before)
    })
  })

  it('what names no owner is reached by who is bound, where the model says so, and what belongs to another is not', async () => {
    const r = resourceOf('caseCollectionTemplate')
    const [one = '', other = ''] = ids[r.id] ?? []
    const who = bound.get('company') as Client
    await t.db.owner((tx) =>
      tx.query('update "case_collection_template" set base_product_id = null where tenant_id = $1 and id = $2', [
        tenantId,
        one,
      ]),
    )
    const some = { resource: r.id, ids: `${one},${other}` }
    const seen = rowsOf((await who.get<Slice>('rounds/window', { ...some, size: 500 })).data ?? NOTHING)
    expect(seen.map((row) => row.id)).toEqual([one])
    expect(
      (await searched(who, r, [one, other])).map((row) => row.id).filter((id) => [one, other].includes(id)),
    ).toEqual([one])
    const path = r.calls[0]
    const read = async (id: string) => (await who.get(`${path}/detail`, { id })).status
    expect([await read(one), await read(other)]).toEqual([200, 404])
    const edit = async (id: string) => (await who.post(`${path}/submit`, { id, name: '别人的' })).status
    expect([await edit(one), await edit(other)]).toEqual([404, 404])
    expect((await who.post(`${path}/submit`, { name: '给大家的' })).status).toBe(403)
    const partner = bound.get('provider') as Client
    expect((await partner.get(`${path}/detail`, { id: one })).status).toBe(404)
  })
}
