import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unpackCatalogue, type WireCatalogue } from '../../../src/model/kernel/catalogueWire.ts'
import { menus } from '../../../src/model/menus.ts'
import { roles } from '../../../src/model/roles.ts'
import { installMenus, installTenant } from '../../../src/server/access/install.ts'
import type { MenuNode } from '../../../src/server/access/menuAnswers.ts'
import { asSent } from '../../../src/server/access/passwords.ts'
import { BASIC, type Client, type TestApp, testApp } from '../app.ts'

let t: TestApp
let tenant: string
let fin: Client
let company: Client
beforeAll(async () => {
  t = await testApp()
  tenant = await t.newTenant()
  fin = await t.signIn(tenant, 'finance')
  company = await t.signIn(tenant, 'companyAdmin', { company: '11' })
})
afterAll(() => t?.app.close())

const flat = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((n) => [n, ...flat(n.children ?? [])])

/** Top menus with a leaf of a built-in role's, in order. */
const topsOf = (alias: string): string[] => {
  const held = roles.find((r) => r.alias === alias)?.menus ?? []
  return menus
    .filter((m) => held.includes(`top:${m.code}`) || m.groups.some((g) => g.leaves.some((l) => held.includes(l.code))))
    .map((m) => m.code)
}

describe('menus', () => {
  it('offer the top menus a role has something under', async () => {
    const offered = async (who: Client) =>
      (await who.get<MenuNode[]>('blade-system/menu/top-menu')).data.map((m) => m.code)
    expect(await offered(fin)).toEqual(topsOf('finance'))
    expect(await offered(company)).toEqual(topsOf('companyAdmin'))
    expect(topsOf('finance')).toEqual(expect.arrayContaining(['desk', 'svc', 'tax', 'content', 'system']))
    expect(topsOf('finance')).not.toContain('csc')
  })
  it('are groups with granted leaves, cut by top menu, without empty children', async () => {
    const all = (await fin.get<MenuNode[]>('blade-system/menu/routes')).data
    expect(all.map((g) => g.parentId)).toEqual(all.map(() => '0'))
    expect(flat(all).some((n) => n.path === '/svc/settlementOrder')).toBe(true)
    expect(flat(all).some((n) => n.path === '/system/user')).toBe(false)
    for (const n of flat(all)) {
      if (n.path) expect(n).not.toHaveProperty('children')
      else expect(n.children?.length).toBeGreaterThan(0)
    }
    const [, svc] = (await fin.get<MenuNode[]>('blade-system/menu/top-menu')).data
    const some = (await fin.get<MenuNode[]>('blade-system/menu/routes', { topMenuId: svc?.id })).data
    expect(some.map((g) => g.code)).toEqual(['svcSettle', 'svcDoctor'])
    expect((await fin.get<MenuNode[]>('blade-system/menu/routes', { topMenuId: '1' })).data).toEqual([])
  })
  it('offer queues only to users who work in one, in menus and catalogue', async () => {
    const hub = async (who: Client) => ({
      routes: flat((await who.get<MenuNode[]>('blade-system/menu/routes')).data).some((n) => n.path === '/desk/queues'),
      catalogue: JSON.stringify(
        unpackCatalogue((await who.get<WireCatalogue>('rounds/catalogue')).data).topMenus,
      ).includes('/desk/queues'),
    })
    expect(await hub(fin)).toEqual({ routes: true, catalogue: true })
    expect(await hub(company)).toEqual({ routes: true, catalogue: true })
    expect(await hub(await t.signIn(tenant, 'content'))).toEqual({ routes: false, catalogue: false })
  })
  it('give the buttons as leaves of their menus', async () => {
    const codes = async (who: Client) =>
      flat((await who.get<MenuNode[]>('blade-system/menu/buttons')).data)
        .filter((n) => !n.children)
        .map((n) => n.code)
    expect(await codes(fin)).toContain('settlementOrder_audit')
    expect(await codes(fin)).not.toContain('settlementOrder_confim')
    expect(await codes(company)).toContain('settlementOrder_confim')
    for (const code of await codes(company)) expect(code).toMatch(/_(view|export|confim)$/)
  })
  it('come whole, as a tree, to who may see menus', async () => {
    const admin = await t.signIn(tenant, 'administrator')
    const tree = (await admin.get<MenuNode[]>('blade-system/menu/list')).data
    expect(tree.map((n) => n.code)).toEqual(menus.map((m) => m.code))
    expect(flat(tree).some((n) => n.code === 'settlementOrder_audit')).toBe(true)
  })
  it('speak English', async () => {
    const [first] = (await fin.get<MenuNode[]>('blade-system/menu/top-menu', {}, { 'accept-language': 'en' })).data
    expect(first).toMatchObject({ name: 'Workbench', alias: '工作台' })
  })
})

describe('the catalogue', () => {
  it('answers 304 to who has it, anew when language or grants change', async () => {
    const first = await fin.get<WireCatalogue>('rounds/catalogue')
    const etag = String(first.headers.etag)
    expect(first.data).toMatchObject({
      language: 'zh',
      today: '2024-06-15',
      user: { id: fin.userId, tenantId: tenant, roles: ['finance'], company: '' },
    })
    const again = await fin.get('rounds/catalogue', {}, { 'if-none-match': etag })
    expect([again.status, again.raw]).toEqual([304, ''])
    const english = await fin.get<WireCatalogue>(
      'rounds/catalogue',
      {},
      { 'if-none-match': etag, 'accept-language': 'en' },
    )
    expect([english.status, english.data.language]).toEqual([200, 'en'])
    await t.db.transaction({ tenantId: tenant }, (tx) =>
      tx.query(
        `delete from "role_menu" rm using "menu" m where m.id = rm.menu_id and rm.tenant_id = $1 and rm.role_id = 32 and m.code = 'quickReply_delete'`,
        [tenant],
      ),
    )
    expect((await fin.get('rounds/catalogue', {}, { 'if-none-match': etag })).status).toBe(200)
  })
})

describe('profiles', () => {
  it('return the signed-in user, by every path', async () => {
    for (const path of ['blade-auth/oauth/user-info', 'blade-system/user/info', 'blade-user/info'])
      expect((await fin.get(path)).data).toMatchObject({
        id: fin.userId,
        tenantId: tenant,
        roles: ['finance'],
        roleName: '财务',
        email: '',
        avatar: '',
      })
  })
})

describe('tenants by domain', () => {
  it.each([
    ['https://a.example.org/login', true],
    ['http://a.example.org', true],
    ['a.example.org', true],
    ['https://b.example.org', false],
    ['', false],
    ['not a url', false],
  ])('%s', async (domain, found) => {
    await t.db.owner((tx) => tx.query(`update "tenant" set domain = 'a.example.org' where code = $1`, [tenant]))
    const { data } = await t.call('GET', 'blade-system/tenant/info', { query: { domain } })
    expect(data).toEqual(found ? { tenantId: tenant, domain: 'a.example.org' } : {})
  })
})

describe('error logs of browsers', () => {
  it('are kept, cut to size, twenty at a time', async () => {
    t.context.log.warn = () => {}
    const entries = Array.from({ length: 60 }, (_, i) => ({
      message: i === 0 ? 'm'.repeat(5000) : `e${i}`,
      stack: 's'.repeat(9000),
      url: '/svc',
      type: 'error',
    }))
    expect(await fin.post('blade-auth/oauth/logout', entries)).toMatchObject({ status: 200, code: 200 })
    const rows = await t.db.scoped<{ message: string; stack: string; account: string }>(
      { tenantId: tenant },
      { text: 'select * from "error_log" where tenant_id = $1 order by id', values: [tenant] },
    )
    expect(rows).toHaveLength(20)
    expect(rows[0]?.message).toHaveLength(1000)
    expect(rows[0]?.stack).toHaveLength(4000)
    expect((await fin.post('blade-auth/oauth/logout', { err: { message: 'x' } })).status).toBe(200)
    expect((await fin.post('blade-auth/oauth/logout', 'text')).status).toBe(200)
    expect((await t.call('POST', 'blade-auth/oauth/logout', { payload: [] })).status).toBe(401)
    expect((await fin.get('blade-auth/oauth/user-info')).status).toBe(200)
  })
})

describe('installing', () => {
  const counts = async () =>
    Object.fromEntries(
      await Promise.all(
        ['role', 'role_menu', 'param', 'dict_biz'].map(async (name) => {
          const [row] = await t.db.scoped<{ n: string }>(
            { tenantId: tenant },
            { text: `select count(*) as n from "${name}" where tenant_id = $1`, values: [tenant] },
          )
          return [name, Number(row?.n)]
        }),
      ),
    )
  it('again changes nothing but what is missing', async () => {
    await t.db.transaction({ tenantId: tenant }, (tx) => installTenant(tx, { tenantId: tenant, name: 'again' }))
    const before = await counts()
    await t.db.owner((tx) => installMenus(tx))
    await t.db.transaction({ tenantId: tenant }, (tx) =>
      tx.query(`update "param" set param_value = 'false' where tenant_id = $1 and param_key = 'sod.enabled'`, [tenant]),
    )
    await t.db.transaction({ tenantId: tenant }, (tx) => installTenant(tx, { tenantId: tenant, name: 'again' }))
    expect(await counts()).toEqual(before)
    const [row] = await t.db.scoped<{ v: string }>(
      { tenantId: tenant },
      {
        text: `select param_value as v from "param" where tenant_id = $1 and param_key = 'sod.enabled'`,
        values: [tenant],
      },
    )
    expect(row?.v).toBe('false')
  })
  it('gives every tenant its own rows', async () => {
    const before = await counts()
    await t.newTenant()
    expect(await counts()).toEqual(before)
  })
})

describe('guessing accounts by the clock', () => {
  it('known and unknown accounts take as long', async () => {
    const other = await t.newTenant()
    const spent = { known: 0, unknown: 0 }
    // passwords kept as the product keeps them, not as cheaply as those of other tests
    for (let i = 0; i < 12; i++) await t.addUser(other, { account: `known${i}`, password: 'right' })
    for (let i = 0; i < 12; i++)
      for (const kind of ['known', 'unknown'] as const) {
        const began = process.cpuUsage()
        await t.call('POST', 'blade-auth/oauth/token', {
          payload: { tenantId: other, username: `${kind}${i}`, password: asSent('guess'), grant_type: 'password' },
          headers: { authorization: BASIC },
        })
        spent[kind] += process.cpuUsage(began).user
      }
    // The processor's time, which others of a busy machine take nothing of; of all together, since it is counted in ticks.
    // Without the stand-in hash an unknown account costs a fifth or less.
    const ratio = spent.unknown / spent.known
    expect(ratio).toBeGreaterThan(1 / 3)
    expect(ratio).toBeLessThan(3)
  })
})
