import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reachedFrom } from '../../../src/model/language/resource.ts'
import { menus } from '../../../src/model/menus/menus.ts'
import { roles } from '../../../src/model/roles/roles.ts'
import { catalogueFromWire, type WireCatalogue, type WireNames } from '../../../src/model/wire/catalogueWire.ts'
import type { WireTable } from '../../../src/model/wire/wire.ts'
import { menuId, menuRows } from '../../../src/server/auth/menuRows.ts'
import { asSent } from '../../../src/server/auth/passwords.ts'
import { parseKeys, setKeys } from '../../../src/server/core/settings/secrets.ts'
import { rekeyFirst } from '../../../src/server/database/keys/firstSecrets.ts'
import { installMenus, installTenant } from '../../../src/server/domains/administration/access/install.ts'
import type { MenuNode } from '../../../src/server/domains/administration/access/menuAnswers.ts'
import { grantNewMenus, noteNewGrants } from '../../../src/server/domains/administration/access/newMenus.ts'
import { type Answer, admit, BASIC, type Client, type TestApp, testApp } from '../app.ts'

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

/** The first password in the file that is handed over. */
const firstIn = (answer: Answer): string => {
  expect(answer.status, answer.raw).toBe(200)
  return /初始密码 (\S{16})/.exec(answer.raw)?.[1] ?? ''
}
const signInWith = (tenantId: string, username: string, password: string, newPassword?: string) =>
  t.call('POST', 'blade-auth/oauth/token', {
    headers: { authorization: BASIC },
    payload: {
      tenantId,
      username,
      password: asSent(password),
      ...(newPassword === undefined ? {} : { newPassword: newPassword && asSent(newPassword) }),
      grant_type: 'password',
    },
  })
/** Signs in with a first password and one's own in its place, and again with that. */
async function exchanged(tenantId: string, account: string, first: string): Promise<Client> {
  expect((await signInWith(tenantId, account, first, 'my own password')).status).toBe(200)
  return t.signInAs(tenantId, account, 'my own password')
}

describe('menus', () => {
  it('offer the top menus a role has something under', async () => {
    const offered = async (who: Client) =>
      (await who.get<MenuNode[]>('blade-system/menu/top-menu')).data.map((m) => m.code)
    expect(await offered(fin)).toEqual(topsOf('finance'))
    expect(await offered(company)).toEqual(topsOf('companyAdmin'))
    expect(topsOf('finance')).toEqual(expect.arrayContaining(['desk', 'csc', 'svc', 'tax', 'content', 'system']))
    expect(topsOf('finance')).not.toContain('ts')
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
    const svc = (await fin.get<MenuNode[]>('blade-system/menu/top-menu')).data.find((m) => m.code === 'svc')
    const some = (await fin.get<MenuNode[]>('blade-system/menu/routes', { topMenuId: svc?.id })).data
    expect(some.map((g) => g.code)).toEqual(['svcResults', 'svcSettle', 'svcDoctor'])
    expect((await fin.get<MenuNode[]>('blade-system/menu/routes', { topMenuId: '1' })).data).toEqual([])
  })
  it('offer queues only to users who work in one, in menus and catalogue', async () => {
    const hub = async (who: Client) => ({
      routes: flat((await who.get<MenuNode[]>('blade-system/menu/routes')).data).some((n) => n.path === '/desk/queues'),
      catalogue: JSON.stringify(
        catalogueFromWire((await who.get<WireCatalogue>('rounds/catalogue')).data).topMenus,
      ).includes('/desk/queues'),
    })
    expect(await hub(fin)).toEqual({ routes: true, catalogue: true })
    expect(await hub(company)).toEqual({ routes: true, catalogue: true })
    expect(await hub(await t.signIn(tenant, 'auditor'))).toEqual({ routes: false, catalogue: false })
  })
  it('lead to no records that a user may not see, whatever menus were granted, and to lists of words only who may', async () => {
    const listsOf = async (who: Client) => {
      const c = catalogueFromWire((await who.get<WireCatalogue>('rounds/catalogue')).data)
      const shown = new Set(c.resources.filter((r) => r.operations.includes('view')).map((r) => r.id))
      const leaves = c.topMenus.flatMap((top) => top.children).flatMap((group) => group.children)
      const dead = leaves.filter((leaf) => leaf.resource && !shown.has(leaf.resource)).map((leaf) => leaf.code)
      const paths = flat((await who.get<MenuNode[]>('blade-system/menu/routes')).data).map((n) => n.path)
      return { dead, paths, dict: c.resources.find((r) => r.id === 'dict')?.routes.list }
    }
    const provider = await listsOf(await t.signIn(tenant, 'provider', { provider: '12' }))
    expect(provider.dead).toEqual([])
    expect(provider.paths).not.toContain('/act/activityFile')
    const employee = await listsOf(await t.signIn(tenant, 'employee'))
    expect([employee.dead, employee.dict]).toEqual([[], undefined])
    const admin = await listsOf(await t.signIn(tenant, 'administrator'))
    expect([admin.dead, admin.dict]).toEqual([[], '/dict-horizontal/index'])
    expect((await listsOf(fin)).paths).toContain('/point/pointInfo')
  })
  it('give the buttons as leaves of their menus', async () => {
    const codes = async (who: Client) =>
      flat((await who.get<MenuNode[]>('blade-system/menu/buttons')).data)
        .filter((n) => !n.children)
        .map((n) => n.code)
    expect(await codes(fin)).toContain('settlementOrder_audit')
    expect(await codes(fin)).not.toContain('settlementOrder_confim')
    expect(await codes(company)).toContain('settlementOrder_confim')
    for (const code of await codes(company)) expect(code).not.toMatch(/_(audit|unmask|resetPassword|grant)$/)
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
    expect(first.data.user, 'bound to nobody').not.toHaveProperty('companyId')
    const bound = await company.get<WireCatalogue>('rounds/catalogue')
    expect(bound.data.user.companyId, 'what is added by who is bound is of this company').toBe('11')
    const zipped = await fin.get('rounds/catalogue', {}, { 'accept-encoding': 'gzip' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    const names = await fin.get<WireNames>('rounds/names')
    expect(`"${names.data.etag}"`, 'names are of the same catalogue').toBe(etag)
    expect(first.data, 'and not sent with it').not.toHaveProperty('names')
    const found = catalogueFromWire({ ...first.data, names: names.data })
    expect(found.resources.find((r) => r.id === 'settlementOrder')?.pinyin[0]).toBe('jie suan dan')
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
    const rows = await t.db.scoped<{ message: string; stack_trace: string }>(
      { tenantId: tenant },
      { text: 'select * from "log_error" where tenant_id = $1 order by id', values: [tenant] },
    )
    expect(rows).toHaveLength(20)
    expect(rows[0]?.message).toHaveLength(1000)
    expect(rows[0]?.stack_trace).toHaveLength(4000)
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
  it('of a later version: its new menus and buttons go to the roles that are declared with them, once, and nothing comes back', async () => {
    const own = await t.newTenant()
    const [leaf, ...buttons] = ['contentEvent', 'contentEvent_view', 'contentManagement_audit'].map((code) =>
      String(menuRows.find((row) => row.code === code)?.id),
    ) as [string, string, string]
    const CONTENT = '35'
    const custom = await t.newRole(own, ['contentManagement_view'])
    const held = async () =>
      (
        await t.db.owner((tx) =>
          tx.query<{ role: string; menu: string }>(
            `select r.role_alias as role, rm.menu_id::text as menu from "role_menu" rm
             join "role" r on r.tenant_id = rm.tenant_id and r.id = rm.role_id
             where rm.tenant_id = $1 and rm.menu_id = any($2::bigint[]) order by 1, 2`,
            [own, [leaf, ...buttons]],
          ),
        )
      ).map((row) => `${row.role} ${row.menu}`)
    const before = await held()
    const [audit] = [buttons[1]]
    // an administrator took the reviews from content; the version before knew nothing of readers
    await t.db.owner(async (tx) => {
      await tx.query('delete from "role_menu" where tenant_id = $1 and role_id = $2 and menu_id = $3', [
        own,
        CONTENT,
        audit,
      ])
      await tx.query('delete from "role_menu" where menu_id = any($1::bigint[])', [[leaf, buttons[0]]])
      await tx.query('delete from "menu" where id = any($1::bigint[])', [[leaf, buttons[0]]])
    })
    const start = () => t.db.owner(async (tx) => grantNewMenus(tx, await installMenus(tx)))
    const given = (await Promise.all([start(), start()])).flat().filter(({ tenantId }) => tenantId === own)
    expect(given.map(({ roleId, menuIds }) => [roleId, [...menuIds].sort()])).toEqual(
      expect.arrayContaining([[CONTENT, [leaf, buttons[0]].sort()]]),
    )
    expect(new Set(given.map(({ roleId }) => roleId)).size).toBe(given.length)
    expect(await held()).toEqual(before.filter((one) => one !== `content ${audit}`))
    expect(given.some(({ roleId }) => roleId === custom)).toBe(false)
    await noteNewGrants(t.context, given)
    const said = await t.db.owner((tx) =>
      tx.query<{ n: number }>(
        `select count(*)::int as n from "security_event" where tenant_id = $1 and kind = 8 and subject = '内容运营'`,
        [own],
      ),
    )
    expect(said[0]?.n).toBe(1)
    expect(await start()).toEqual([])
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
    for (let i = 0; i < 12; i++) await t.addUser(other, { account: `known${i}`, password: 'right', costly: true })
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

describe('administration of users', () => {
  const roleId = async (admin: Client, alias: string) => {
    const found = (await admin.get<{ id: string; roleAlias: string }[]>('blade-system/role/list')).data
    return found.find((r) => r.roleAlias === alias)?.id ?? ''
  }
  const events = async (admin: Client) =>
    (
      await admin.get<{ records: { kind: number }[] }>('blade-system/securityEvent/list', { size: 50 })
    ).data.records.map((e) => e.kind)

  it('sets roles for others: of the right kind, in the own tenant, never the last administrator', async () => {
    const own = await t.newTenant()
    const admin = await t.signIn(own, 'administrator')
    const other = await t.signIn(own, 'content')
    const [content, finance, member] = [
      await roleId(admin, 'content'),
      await roleId(admin, 'finance'),
      await roleId(admin, 'companyAdmin'),
    ]
    const grant = (who: Client, userIds: string, roleIds: string) =>
      who.post('blade-system/user/grant', {}, { userIds, roleIds })
    expect((await grant(other, other.userId, finance)).status).toBe(403)
    expect((await grant(admin, admin.userId, finance)).status).toBe(409)
    expect((await grant(admin, other.userId, member)).status).toBe(400)
    expect((await grant(admin, other.userId, '')).status).toBe(400)
    expect((await grant(company, other.userId, finance)).status).toBe(403)
    const stranger = await t.signIn(await t.newTenant(), 'administrator')
    expect((await grant(stranger, other.userId, finance)).status).toBe(404)
    expect((await other.get('blade-svc/settlementOrder/list')).status).toBe(403)
    expect((await grant(admin, other.userId, `${content},${finance}`)).status).toBe(200)
    expect((await other.get('blade-svc/settlementOrder/list')).status).toBe(200)
    expect(
      (await admin.get<{ roleName: string }>('blade-system/user/detail', { id: other.userId })).data.roleName,
    ).toBe('财务,内容运营')
    expect(await events(admin)).toContain(8)
    const second = await t.signIn(own, 'administrator')
    expect((await grant(second, admin.userId, finance)).status).toBe(200)
    // whoever loses a role is signed out
    expect((await grant(admin, second.userId, finance)).status).toBe(401)
  })

  /** A role of a tenant of its own, nothing granted, and one who holds it. */
  const newRole = async () => {
    const own = await t.newTenant()
    const admin = await t.signIn(own, 'administrator')
    const made = await admin.post<{ id: string }>('blade-system/role/submit', {
      roleName: '质检',
      roleAlias: 'quality',
    })
    return { admin, made, who: await t.signIn(own, 'quality') }
  }

  it('gives a role its menus and buttons, which hold at once; the administrator needs none', async () => {
    const { admin, made, who } = await newRole()
    const ids = ['dept', 'dept_view'].map(menuId)
    const grant = (asker: Client, roleIds: string, more = {}) =>
      asker.post('blade-system/role/grant', { roleIds: [roleIds], menuIds: ids, ...more })
    expect((await who.get('blade-system/dept/list')).status).toBe(403)
    expect((await grant(who, made.data.id)).status).toBe(403)
    expect((await grant(admin, await roleId(admin, 'administrator'))).status).toBe(409)
    expect((await grant(admin, made.data.id, { menuIds: ['1'] })).status).toBe(400)
    const scope = await admin.post<{ id: string }>('blade-system/data-scope/submit', {
      ...{ menuId: menuId('dept'), resourceCode: 'dept', scopeName: '本部门', scopeType: 3 },
    })
    const scoped = await grant(admin, made.data.id, { dataScopeIds: [scope.data.id] })
    expect([scope.status, scoped.status, scoped.data]).toEqual([
      200,
      400,
      { dataScopeIds: expect.stringContaining('尚不生效') },
    ])
    expect((await grant(admin, made.data.id)).status).toBe(200)
    expect((await who.get('blade-system/dept/list')).status).toBe(200)
    expect(
      (
        await admin.get<{ menu: string[] }>('blade-system/menu/role-tree-keys', { roleIds: made.data.id })
      ).data.menu.sort(),
    ).toEqual([...ids].sort())
    // the history names what came and went, and each time is a version
    expect((await grant(admin, made.data.id, { menuIds: ['dept', 'dept_edit'].map(menuId) })).status).toBe(200)
    const roleTold = async (language = 'zh') =>
      (
        await admin.get<{ action: string; remark: string; recordVersion: string }[]>(
          'rounds/history',
          { resource: 'role', id: made.data.id },
          { 'accept-language': language },
        )
      ).data.map((h) => [h.action, h.remark, h.recordVersion])
    expect(await roleTold()).toEqual([
      ['grant', '新增：机构·修改；移除：机构·查看', '2'],
      ['grant', '新增：机构、机构·查看', '1'],
      ['add', '', '0'],
    ])
    expect((await roleTold('en'))[0]?.[1]).toMatch(/^Added: Departments: Edit; Removed: Departments: /)
    // given to somebody, roles stand in the history of that user by name
    const given = { userIds: who.userId, roleIds: await roleId(admin, 'content') }
    expect((await admin.post('blade-system/user/grant', {}, given)).status).toBe(200)
    const users = await admin.get<{ action: string; changes: { field: string; to: unknown }[] }[]>('rounds/history', {
      resource: 'user',
      id: who.userId,
    })
    expect(users.data.find((h) => h.action === 'grant')?.changes).toContainEqual(
      expect.objectContaining({ field: 'roleName', to: '内容运营' }),
    )
    const again = await admin.post('blade-system/role/submit', { roleName: '管理', roleAlias: 'administrator' })
    expect(again.status).toBe(400)
  })

  it('deletes a role that nobody holds, and says why another one stays', async () => {
    const { admin, made, who } = await newRole()
    const remove = (asker: Client, ids: string) => asker.post('blade-system/role/remove', {}, { ids })
    expect((await remove(who, made.data.id)).status).toBe(403)
    // the button alone is not enough: platform rights come with no grant
    const granted = { roleIds: [made.data.id], menuIds: ['role', 'role_view', 'role_delete'].map(menuId) }
    expect((await admin.post('blade-system/role/grant', granted)).status).toBe(200)
    expect((await who.get('blade-system/role/list')).status).toBe(200)
    const other = await admin.post<{ id: string }>('blade-system/role/submit', { roleName: '乙', roleAlias: 'b' })
    expect((await remove(who, other.data.id)).status).toBe(403)
    const held = await remove(admin, made.data.id)
    expect([held.status, held.msg]).toEqual([400, expect.stringMatching(/还有角色“质检”.*角色配置/)])
    const content = await roleId(admin, 'content')
    expect((await remove(admin, content)).msg).toContain('内置角色')
    await admin.post('blade-system/user/grant', {}, { userIds: who.userId, roleIds: content })
    expect((await remove(admin, made.data.id)).status).toBe(200)
    // neither given any more, nor in the way of another of that name
    expect(
      (await admin.post('blade-system/user/grant', {}, { userIds: who.userId, roleIds: made.data.id })).status,
    ).toBe(400)
    expect((await admin.post('blade-system/role/submit', { roleName: '质检', roleAlias: 'quality' })).status).toBe(200)
  })

  it('gives an employee of the own company an account, once', async () => {
    const own = await t.newTenant()
    const admin = await t.signIn(own, 'administrator')
    const made = await admin.post<{ id: string }>('blade-csc/entrustedCompany/submit', {
      name: '甲医药有限公司',
      socialCreditCode: '91991000MA00001852',
      legalPerson: '甲',
    })
    if (made.status !== 200) throw new Error(made.raw)
    const boss = await t.signIn(own, 'companyAdmin', { company: made.data.id })
    const employee = await boss.post<{ id: string }>('blade-csc/entrustedEmployee/submit', {
      entrustedCompanyId: made.data.id,
      employeeNumber: 'E1',
      name: '乙',
      phone: '19900000031',
    })
    if (employee.status !== 200) throw new Error(employee.raw)
    const give = (who: Client, roleId = '39') =>
      who.get('blade-csc/entrustedEmployee/createEmployeeUser', { id: employee.data.id, roleId })
    expect((await give(boss)).msg).toContain('尚未通过准入审核')
    await admit(t, made.data.id)
    const handed = (who: Client) => who.get('blade-csc/entrustedEmployee/first-password', { id: employee.data.id })
    expect((await handed(boss)).status).toBe(409)
    const other = await t.signIn(own, 'companyAdmin', { company: '77' })
    expect((await give(other)).status).toBe(404)
    expect((await give(boss, '1')).status).toBe(400)
    expect((await give(boss)).status).toBe(200)
    expect((await give(boss)).status).toBe(409)
    expect((await handed(other)).status).toBe(404)
    expect((await handed(await t.signIn(own, 'auditor'))).status).toBe(403)
    const password = firstIn(await handed(boss))
    const who = await exchanged(own, '19900000031', password)
    expect((await handed(boss)).status).toBe(409)
    expect(await who.actor()).toMatchObject({ roles: ['employee'], company: made.data.id })
  })

  it('gives others a first password of their own, which opens nothing but a password of theirs; ends their sessions; forgets failures', async () => {
    const own = await t.newTenant()
    const admin = await t.signIn(own, 'administrator')
    const account = 'forgetful'
    const id = await t.addUser(own, { account, roles: ['content'] })
    const before = await t.signInAs(own, account)
    const reset = () => admin.post('blade-system/user/reset-password', {}, { userIds: id })
    const handed = () => admin.get('blade-system/user/first-password', { id })
    expect((await handed()).status).toBe(409)
    expect((await before.post('blade-system/user/reset-password', {}, { userIds: admin.userId })).status).toBe(403)
    expect((await reset()).status).toBe(200)
    expect((await before.get('blade-system/user/info')).status).toBe(401)
    await expect(t.signInAs(own, account)).rejects.toThrow('no token')
    const first = firstIn(await handed())
    expect((await before.get('blade-system/user/first-password', { id })).status).toBe(401)
    await reset()
    const second = firstIn(await handed())
    expect(second).not.toBe(first)
    // keys change meanwhile
    const [mine, next] = [7, 9].map((n) => `${n === 7 ? 'test' : 'next'}:${Buffer.alloc(32, n).toString('base64')}`)
    try {
      setKeys(parseKeys(`${next},${mine}`))
      expect([(await rekeyFirst(t.db)) > 0, await rekeyFirst(t.db)]).toEqual([true, 0])
      setKeys(parseKeys(String(next)))
      expect(firstIn(await handed())).toBe(second)
    } finally {
      setKeys(parseKeys(`${mine},${next}`))
      await rekeyFirst(t.db)
      setKeys(parseKeys(String(mine)))
    }
    // it signs nobody in, and is no password of their own either
    for (const newPassword of [undefined, second, account, ''])
      expect(await signInWith(own, account, second, newPassword)).toMatchObject({
        status: 400,
        new_password_required: true,
      })
    expect((await signInWith(own, account, first, 'my own password')).status).toBe(400)
    expect((await exchanged(own, account, second)).userId).toBe(id)
    expect((await signInWith(own, account, second, 'another password')).status).toBe(400)
    expect((await handed()).status).toBe(409)
    // nothing that is kept tells it
    const kept = await t.db.owner((tx) =>
      tx.query<{ all: string }>(
        `select (select coalesce(string_agg(x::text, ''), '') from "user_secret" x where tenant_id = $1) ||
           (select coalesce(string_agg(x::text, ''), '') from "idempotency" x where tenant_id = $1) ||
           (select coalesce(string_agg(x::text, ''), '') from "audit_trail" x where tenant_id = $1) as all`,
        [own],
      ),
    )
    for (const password of [first, second]) expect(kept[0]?.all).not.toContain(password)
    expect(await events(admin)).toContain(7)
    const failed = () =>
      t.db.scoped(
        { tenantId: own },
        { text: 'select 1 from "login_attempt" where tenant_id = $1 and account = $2', values: [own, account] },
      )
    await expect(t.signInAs(own, account, 'wrong')).rejects.toThrow()
    expect((await failed()).length).toBeGreaterThan(0)
    expect((await admin.post('blade-system/user/unlock', {}, { userIds: id })).status).toBe(200)
    expect(await failed()).toEqual([])
  })
})

it('users are added and edited by platform rights, and get password and roles by calls of their own', async () => {
  const own = await t.newTenant()
  const admin = await t.signIn(own, 'administrator')
  const add = (who: Client, more: object = {}) =>
    who.post<{ id: string; version: number }>('blade-system/user/submit', { account: 'neu', realName: '新人', ...more })
  expect((await add(await t.signIn(own, 'ops'))).status).toBe(403)
  expect((await add(admin, { userType: 2 })).data).toHaveProperty('entrustedId')
  expect((await add(admin, { providerId: '5' })).status).toBe(400)
  const { data: made, status } = await add(admin, { roleId: '1', password: 'x', loginErrorCount: 3 })
  expect(status).toBe(200)
  expect(made).toMatchObject({ name: '新人', userType: 1, roleId: '', loginErrorCount: 0 })
  expect((await add(admin, { realName: '别人' })).status).toBe(400)
  await expect(t.signInAs(own, 'neu', 'x')).rejects.toThrow()

  expect((await admin.post('blade-system/user/reset-password', {}, { userIds: made.id })).status).toBe(200)
  const handed = await admin.get('blade-system/user/first-password', { id: made.id })
  const who = await exchanged(own, 'neu', firstIn(handed))
  const edit = (values: object) => admin.post('blade-system/user/update', { id: made.id, ...values })
  const bound = await t.signIn(own, 'administrator', { company: '11', userType: 2 })
  expect((await bound.post('blade-system/user/update', { id: made.id, realName: 'x' })).status).toBe(404)
  expect((await bound.post('blade-system/user/update', { id: bound.userId, realName: 'x' })).status).toBe(403)
  expect((await edit({ version: 99, realName: '旧的' })).status).toBe(409)
  expect((await edit({ email: 'neu@example.com', account: 'else', userType: 2, entrustedId: '11' })).status).toBe(200)
  const now = (await admin.get<Record<string, unknown>>('blade-system/user/detail', { id: made.id })).data
  expect(now).toMatchObject({ email: 'neu@example.com', account: 'neu', userType: 1, entrustedId: '' })
  expect(
    (
      await t
        .signIn(await t.newTenant(), 'administrator')
        .then((other) => other.post('blade-system/user/update', { id: made.id, realName: 'x' }))
    ).status,
  ).toBe(404)
  expect((await admin.post('blade-system/user/update', { id: admin.userId, status: 0 })).status).toBe(409)
  const second = await t.signIn(own, 'administrator')
  expect((await admin.post('blade-system/user/update', { id: second.userId, status: 0 })).status).toBe(409)
  expect((await edit({ status: 0 })).status).toBe(200)
  expect((await who.get('blade-system/user/info')).status).toBe(401)
})

it('of two effective points rules of one kind that are added at once one is kept', async () => {
  const admin = await t.signIn(await t.newTenant(), 'administrator')
  const add = (typeName: string) => admin.post('blade-rule/rule/submit', { type: 2, typeName, pointNum: 5, status: 0 })
  expect((await Promise.all(['甲', '乙', '丙'].map(add))).map((a) => a.status).sort()).toEqual([200, 400, 400])
  expect((await add('丁')).status).toBe(400)
})

describe('what a family does not offer', () => {
  it('is refused by a sentence to who may see it, and to nobody else', async () => {
    const admin = await t.signIn(tenant, 'administrator')
    for (const [path, body] of [
      ['blade-approvalHistory/submit', {}],
      ['blade-approvalHistory/remove', {}],
      ['blade-intent/submit', {}],
    ] as const) {
      const answer = await admin.post(path, body)
      expect([answer.status, answer.msg], path).toEqual([409, '该数据不支持此操作'])
    }
    const content = await t.signIn(tenant, 'employee')
    expect((await content.post('blade-approvalHistory/submit')).status).toBe(403)
  })

  it('has further names, which are the same', async () => {
    const admin = await t.signIn(tenant, 'administrator')
    const [one, other] = [
      await admin.get<{ id: string }>('blade-system/user/platform-detail', { id: fin.userId }),
      await admin.get<{ id: string }>('blade-system/user/detail', { id: fin.userId }),
    ]
    expect(one.data).toEqual(other.data)
    expect(one.data.id).toBe(fin.userId)
  })

  it('of tenants and clients is reached by the platform alone', async () => {
    const admin = await t.signIn(tenant, 'administrator')
    const [any] = await t.db.owner((tx) => tx.query<{ id: string }>('select id::text as id from "tenant" limit 1'))
    expect((await admin.get<{ total: number }>('blade-system/tenant/list')).data.total).toBe(0)
    expect((await admin.get('blade-system/tenant/detail', { id: any?.id })).status).toBe(404)
    expect((await admin.get<{ total: number }>('blade-system/client/list')).data.total).toBe(0)
    const { values } = (await admin.get<WireTable>('rounds/window', { resource: 'tenant' })).data
    expect(values.flat()).toEqual([])
    expect([reachedFrom({ scope: 'platform' }, '000000'), reachedFrom({}, tenant)]).toEqual([true, true])
  })
})

it('users are deleted by platform rights: nobody themselves, no administrator, nobody whom documents name', async () => {
  const own = await t.newTenant()
  const admin = await t.signIn(own, 'administrator')
  const who = await t.signIn(own, 'content')
  const remove = (by: Client, ids: string) => by.post('blade-system/user/remove', {}, { ids })
  expect((await remove(await t.signIn(own, 'ops'), who.userId)).status).toBe(403)
  expect((await remove(await t.signIn(await t.newTenant(), 'administrator'), who.userId)).status).toBe(404)
  expect((await remove(admin, admin.userId)).status).toBe(400)
  expect((await remove(admin, (await t.signIn(own, 'administrator')).userId)).status).toBe(400)
  const bound = await t.signIn(own, 'administrator', { company: '11', userType: 2 })
  expect((await remove(bound, who.userId)).status).toBe(404)
  expect((await who.get('blade-system/user/info')).status).toBe(200)
  expect((await remove(admin, who.userId)).status).toBe(200)
  expect((await who.get('blade-system/user/info')).status).toBe(401)
  expect((await admin.get('blade-system/user/detail', { id: who.userId })).status).toBe(404)
  const told = (await admin.get<{ records: { kind: number }[] }>('blade-system/securityEvent/list')).data.records
  expect(told.map((e) => e.kind)).toContain(9)
})

it('limits of a tenant are set by the platform alone; accounts beyond them are not made, and one that is over is shut', async () => {
  const own = await t.newTenant()
  const admin = await t.signIn(own, 'administrator')
  await t.db.transaction({ tenantId: '000000' }, (tx) => installTenant(tx, { tenantId: '000000', name: '平台' }))
  const platform = await t.signIn('000000', 'administrator')
  const found = await platform.get<{ records: { id: string; version: number }[] }>('blade-system/tenant/list', {
    code_equal: own,
  })
  const { id = '', version = 0 } = found.data.records[0] ?? {}
  const set = (who: Client, values: object, ids = id) => who.post('blade-system/tenant/setting', {}, { ids, ...values })
  expect((await set(admin, { accountNumber: 1 })).status).toBe(404)
  expect((await admin.post('blade-system/tenant/update', { id, version, accountNumber: 1 })).status).toBe(404)
  expect((await set(platform, { accountNumber: 0 })).status).toBe(400)
  expect((await set(platform, { accountNumber: 1 })).status).toBe(200)
  const add = () => admin.post('blade-system/user/submit', { account: 'neu', realName: '新人' })
  expect(await add()).toMatchObject({ status: 409, msg: '账号额度已满（1）' })
  const edit = (values: object) => platform.post('blade-system/tenant/update', { id, version: version + 1, ...values })
  expect((await edit({ accountNumber: null, tenantName: '改名', code: 'x' })).status).toBe(200)
  expect((await add()).status).toBe(200)
  expect((await set(platform, { accountNumber: 3 })).status).toBe(200)
  const together = ['a', 'b', 'c', 'd'].map((account) =>
    admin.post('blade-system/user/submit', { account: `neu${account}`, realName: '新人' }),
  )
  expect((await Promise.all(together)).map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409])
  const self = await platform.get<{ records: { id: string }[] }>('blade-system/tenant/list', { code_equal: '000000' })
  expect((await set(platform, { expireTime: '2024-01-01' }, self.data.records[0]?.id)).status).toBe(409)
  expect((await set(platform, { expireTime: '2024-01-01' })).status).toBe(200)
  expect((await admin.get('blade-system/user/info')).status).toBe(401)
  const now = (await platform.get<Record<string, unknown>>('blade-system/tenant/detail', { id })).data
  expect(now).toMatchObject({ code: own, tenantName: '改名', accountNumber: 3, expireTime: '2024-01-01' })
})
