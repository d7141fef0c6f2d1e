import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SANDBOX_PARAM } from '../../../src/model/administration/partner/sandboxCalls.ts'
import { param } from '../../../src/model/administration/system/param.ts'
import { resourceOf, resources } from '../../../src/model/business.ts'
import { kindOf } from '../../../src/model/language/fields/kinds.ts'
import { fieldOf, type Resource } from '../../../src/model/language/resource.ts'
import { catalogueFromWire, type WireCatalogue } from '../../../src/model/wire/catalogueWire.ts'
import { quoted, tableOf } from '../../../src/server/database/names.ts'
import { routeList } from '../../../src/server/http/routes.ts'
import { type Answer, BASIC, type Client, type TestApp, testApp } from '../app.ts'
import { covering, tableSort } from '../covering.ts'
import { load } from '../decisions/fixture.ts'
import { fingerprint, plant, tenantTables } from '../fuzz/plant.ts'

/**
 * Every way in × who asks. New routes are covered by themselves: the list is the server's own. Routes of every sort are
 * asked, `whole`: every route.
 */
export function accessMatrix({ whole }: { readonly whole: boolean }): void {
  const CANARY = 'CANARY'
  const tableSortOf = (id: string | undefined) => (resources.has(id ?? '') ? tableSort(resourceOf(id as string)) : '')
  const every = routeList()
  const all = whole
    ? every
    : covering(every, (r) => [
        // what is open to everybody signed in asks for itself whose records they are
        r.open === 'session' || r.open === 'client' ? r.path : '',
        [r.kind, r.method, r.permission !== undefined, r.open, r.writes, tableSortOf(r.resource)].join(),
      ])
  const asked = new Set(whole ? tenantTables : covering(tenantTables, (r) => [tableSort(r)]))

  let t: TestApp
  let a: string
  let ids: Record<string, string[]>
  let nobody: Client
  let other: Client
  let admin: Client

  /** Three records of every kind in tenant A, each with the canary in what names it. */
  async function plantCanary(tenantId: string): Promise<Record<string, string[]>> {
    const planted = await plant(t.db, tenantId)
    await t.db.owner(async (tx) => {
      for (const r of tenantTables) {
        const f = fieldOf(r, r.name as string)
        const unique = (r.unique ?? []).some((u) => (u as readonly string[]).includes(r.name as string))
        const column = quoted((r.name as string).replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`))
        if (f && kindOf(f).prose)
          await tx.query(
            `update ${quoted(tableOf(r))} set ${column} = ${unique ? `'${CANARY}' || right(id::text, 3)` : `'${CANARY}'`} where tenant_id = $1 and id = any($2::bigint[])`,
            [tenantId, planted[r.id]],
          )
      }
    })
    return planted
  }

  beforeAll(async () => {
    t = await testApp()
    a = await t.newTenant()
    ids = await plantCanary(a)
    const b = await t.newTenant()
    // calls of the sandbox are let through to their own checks, in both tenants
    for (const tenantId of [a, b])
      await load(t.context, tenantId, (work) =>
        work.insert(param, { paramName: SANDBOX_PARAM, paramKey: SANDBOX_PARAM, paramValue: 'true' } as never),
      )
    nobody = await t.signIn(b, [])
    other = await t.signIn(b, 'administrator')
    admin = await t.signIn(a, 'administrator')
  })
  afterAll(() => t?.app.close())

  /** Whether `detail` answers one record: a named list can stand in its place. */
  const hasDetail = (r: Resource) => r.operations.includes('view') && r.lists?.detail?.replaces !== 'detail'

  const named = all.map((r) => [`${r.method} ${r.path}`, r] as const)
  const ask = (
    who: Client | null,
    r: (typeof all)[number],
    params: Record<string, string> = {},
    body: unknown = params,
  ): Promise<Answer> => {
    const headers = { authorization: BASIC, ...(who ? { 'blade-auth': `bearer ${who.access}` } : {}) }
    return r.method === 'GET'
      ? t.call('GET', r.path, { query: params, headers })
      : t.call('POST', r.path, {
          payload: JSON.stringify(body),
          headers: { ...headers, 'content-type': 'application/json' },
        })
  }
  /** The event stream does not end; its access is tested with the events. */
  const ends = (r: (typeof all)[number]) => r.path !== 'rounds/events'

  describe('anonymous', () => {
    it.each(named.filter(([, r]) => r.open !== 'public'))('%s is 401', async (_, r) => {
      expect(await ask(null, r, { id: '1', ids: '1' })).toMatchObject({
        status: 401,
        code: 401,
        success: false,
        data: null,
        msg: '请求未授权',
      })
    })
    it('is never 401 at what is public, but for an unknown client', async () => {
      for (const [, r] of named.filter(([, x]) => x.open === 'public'))
        expect((await ask(null, r)).status, r.path).not.toBe(401)
    })
  })

  describe('signed in without any permission', () => {
    it.each(named.filter(([, r]) => r.permission))('%s is 403', async (_, r) => {
      expect(await ask(nobody, r, { id: '1', ids: '1' })).toMatchObject({
        status: 403,
        code: 403,
        success: false,
        data: null,
      })
    })
    it('sees no record through the Rounds calls', async () => {
      for (const path of ['rounds/window', 'rounds/total', 'rounds/rows'])
        for (const r of tenantTables.filter((x) => !x.open))
          expect((await nobody.get(path, { resource: r.id, ids: '1' })).status, `${path} ${r.id}`).toBe(403)
      expect((await nobody.post('rounds/selection', { resource: 'settlementOrder', conditions: [] })).status).toBe(403)
      expect(
        (
          await nobody.post('rounds/batch', {
            resource: 'settlementOrder',
            transition: 'audit.pass',
            rows: [{ id: '1', version: 0 }],
          })
        ).status,
      ).toBe(403)
      expect((await nobody.get('rounds/queue-counts')).data).toEqual([])
      expect(catalogueFromWire((await nobody.get<WireCatalogue>('rounds/catalogue')).data)).toMatchObject({
        permissions: [],
        topMenus: [],
        queues: [],
      })
      expect((await nobody.get('blade-system/menu/routes')).data).toEqual([])
      expect((await nobody.get('blade-system/menu/buttons')).data).toEqual([])
    })
  })

  describe('the administrator', () => {
    const ours = named.filter(([, r]) => r.open !== 'client')
    it.each(ours.filter(([, r]) => ends(r) && r.path !== 'blade-auth/oauth/logout'))('%s lets him in', async (_, r) => {
      const answer = await ask(admin, r)
      expect([401, 403]).not.toContain(answer.status)
      expect(answer.status, answer.raw.slice(0, 300)).toBeLessThan(500)
    })
  })

  describe('who is no system of a partner', () => {
    it.each(named.filter(([, r]) => r.open === 'client'))('%s is 401', async (_, r) => {
      for (const who of [admin, other, nobody]) expect((await ask(who, r, { id: '1' })).status).toBe(401)
    })
  })

  describe('another tenant', () => {
    it('reads and changes nothing, whatever ids it names', async () => {
      const before = await fingerprint(t.db, a)
      const leaks: string[] = []
      const faults: string[] = []
      const look = (where: string, answer: Answer) => {
        if (answer.raw.includes(CANARY)) leaks.push(`${where}: ${answer.raw.slice(0, 200)}`)
        if (answer.status >= 500) faults.push(`${where}: ${answer.status} ${answer.raw.slice(0, 200)}`)
      }
      for (const [where, r] of named.filter(([, x]) => ends(x) && x.path !== 'blade-auth/oauth/logout')) {
        const own = r.resource ? (ids[r.resource] ?? []) : [...asked].map((x) => ids[x.id]?.[0] ?? '')
        for (const id of r.resource ? own.slice(0, 1) : own) {
          look(
            where,
            await ask(other, r, {
              id,
              ids: id,
              version: '0',
              status: '1',
              remark: 'x',
              resource: r.resource ?? 'settlementOrder',
            }),
          )
          look(
            where,
            await ask(other, r, {
              id,
              ids: id,
              status: '2',
              remark: 'x',
              parentId: id,
              q: CANARY,
              code: CANARY,
              doctorName: CANARY,
            }),
          )
        }
        if (own.length > 1) look(where, await ask(other, r, { ids: own.join(','), status: '1', remark: 'x' }))
        look(where, await ask(other, r, { size: '500' }))
      }
      for (const r of asked) {
        const [id = ''] = ids[r.id] ?? []
        for (const path of ['rounds/window', 'rounds/total', 'rounds/rows'])
          look(`${path} ${r.id}`, await other.get(path, { resource: r.id, ids: id, around: id, size: 500 }))
        look(
          `selection ${r.id}`,
          await other.post('rounds/selection', { resource: r.id, conditions: [{ field: 'id', op: 'in', value: id }] }),
        )
        if (hasDetail(r)) expect((await other.get(`${r.calls[0]}/detail`, { id })).status, r.id).toBe(404)
      }
      for (const transition of ['audit.pass', 'remove', 'toSettle'])
        look(
          `batch ${transition}`,
          await other.post('rounds/batch', {
            resource: 'settlementOrder',
            transition,
            rows: ids.settlementOrder?.map((id) => ({ id, version: 0 })),
          }),
        )
      expect(leaks).toEqual([])
      expect(faults).toEqual([])
      expect(await fingerprint(t.db, a)).toBe(before)
    })

    it('would see the canary were it its own: the plant is there', async () => {
      for (const r of tenantTables.filter(hasDetail)) {
        const answer = await admin.get(`${r.calls[0]}/detail`, { id: ids[r.id]?.[0] ?? '' })
        expect(answer.status, `${r.id} ${answer.raw.slice(0, 200)}`).toBe(200)
      }
      expect(
        (await admin.get('blade-svc/settlementOrder/detail', { id: ids.settlementOrder?.[0] ?? '' })).raw,
      ).toContain(CANARY)
    })

    it('is limited by FORCE row security on every table with a tenant, and reads nothing without one', async () => {
      const tables = await t.db.owner((tx) =>
        tx.query<{ name: string; forced: boolean }>(
          `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'public' and c.relkind in ('r', 'p') and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)`,
        ),
      )
      const open = tables.filter((x) => !x.forced).map((x) => x.name)
      expect(open).toEqual(['job'])
      for (const { name } of tables.filter((x) => x.forced)) {
        const rows = await t.db.scoped({ tenantId: null }, { text: `select 1 as one from ${quoted(name)} limit 1` })
        expect(rows, name).toEqual([])
      }
    })
  })
}
