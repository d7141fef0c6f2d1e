import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireCatalogue } from '../../../src/model/wire/catalogueWire.ts'
import { menuId } from '../../../src/server/auth/menuRows.ts'
import { newId } from '../../../src/server/core/ids.ts'
import type { Happened } from '../../../src/server/database/outbox.ts'
import { installTenant } from '../../../src/server/domains/administration/access/install.ts'
import { maySeeEvent } from '../../../src/server/http/listener.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

/** A tenant's package cuts every way in, for whoever is signed in already, and for no other tenant. */

let t: TestApp
let platform: Client
let own: string
let admin: Client
let fin: Client
let neighbour: Client
let id: string

interface Node {
  readonly id: string
  readonly children?: readonly Node[]
}
const idsIn = (nodes: readonly Node[]): string[] => nodes.flatMap((n) => [n.id, ...idsIn(n.children ?? [])])
const ids = (...codes: string[]) => codes.map(menuId).join()

const save = (values: object, who = platform) => who.post<{ id: string }>('blade-system/tenant-package/submit', values)
const give = (packageId: string, tenantId = own, who = platform, headers = {}) =>
  who.post('blade-system/tenant/package-setting', {}, { tenantId, packageId }, headers)
const orders = (who: Client) => who.get('blade-svc/settlementOrder/list')

beforeAll(async () => {
  t = await testApp()
  await t.db.transaction({ tenantId: '000000' }, (tx) => installTenant(tx, { tenantId: '000000', name: '平台' }))
  platform = await t.signIn('000000', 'administrator')
  own = await t.newTenant()
  admin = await t.signIn(own, 'administrator')
  fin = await t.signIn(own, 'finance')
  neighbour = await t.signIn(await t.newTenant(), 'finance')
  const made = await save({ packageName: `小${newId()}`, menuId: ids('csc', 'entrustedCompany', 'role', 'user') })
  expect(made.raw).toContain('操作成功')
  id = made.data.id
})
afterAll(() => t?.app.close())

describe('a package', () => {
  it('is made of menus with a page; what above and below them is sent says nothing more', async () => {
    const { data } = await platform.get<{ menuId: string[]; menuName: string }>('blade-system/tenant-package/detail', {
      id,
    })
    expect([...data.menuId].sort()).toEqual(['entrustedCompany', 'role', 'user'].map(menuId).sort())
    expect(data.menuName).toContain('角色')
    // by name in both languages where they are chosen
    const menus = await platform.get<{ name: string; nameEn: string }[]>('blade-system/menu/menu-list')
    expect(menus.data).toContainEqual(expect.objectContaining({ name: '客户与医生', nameEn: 'Customers' }))
    for (const [menus, said] of [
      ['', '请选择菜单'],
      [ids('csc'), '产品包由具体菜单组成，请选择“客户与医生”所属的菜单'],
      [ids('user', 'role_view'), '产品包由具体菜单组成，请选择“查看”所属的菜单'],
      ['77', '所选菜单不存在'],
    ] as const)
      expect((await save({ packageName: newId(), menuId: menus })).raw, menus).toContain(said)
    expect((await save({ packageName: '', menuId: ids('user') })).raw).toContain('请输入产品包名称')
  })

  it('is the matter of the platform alone', async () => {
    expect((await save({ packageName: 'x', menuId: ids('user') }, admin)).status).toBe(403)
    expect((await admin.get<{ total: number }>('blade-system/tenant-package/list')).data.total).toBe(0)
    expect((await admin.get('blade-system/tenant-package/detail', { id })).status).toBe(404)
    expect((await admin.post('blade-system/tenant-package/remove', {}, { ids: id })).status).toBe(404)
    expect((await give(id, own, admin)).status).toBe(404)
    const bound = await t.signIn('000000', 'administrator', { company: '11', userType: 2 })
    expect((await give(id, own, bound)).status).toBeGreaterThanOrEqual(403)
    expect(await give(id, '000000')).toMatchObject({ status: 409 })
    expect((await give('77')).status).toBe(400)
    expect((await orders(fin)).status).toBe(200)
  })
})

describe('a tenant with a package', () => {
  let before: Awaited<ReturnType<Client['actor']>>
  beforeAll(async () => {
    before = await fin.actor()
    expect((await orders(fin)).status).toBe(200)
    const key = { 'idempotency-key': newId() }
    for (let n = 0; n < 2; n++) expect((await give(id, own, platform, key)).status).toBe(200)
  })

  it('has lost what is not in it, at once and by every way, its administrator too', async () => {
    const resource = 'settlementOrder'
    const ways = (who: Client) =>
      [
        orders(who),
        who.get('blade-svc/settlementOrder/detail', { id: '1' }),
        who.get('rounds/window', { resource }),
        who.get('rounds/rows', { resource, ids: '1' }),
        who.get('rounds/total', { resource }),
        who.post('rounds/selection', { resource, conditions: [] }),
        who.post('rounds/export', { resource, columns: 'code' }),
        who.post('rounds/batch', { resource, transition: 'audit.pass', rows: [{ id: '1' }], ask: {} }),
        who.post('rounds/batch/preview', { resource, transition: 'audit.pass', rows: [{ id: '1' }], ask: {} }),
        who.post('blade-svc/settlementOrder/audit', { id: '1', status: 1 }),
        who.post('blade-svc/settlementOrder/submit', { id: '1' }),
        who.post('blade-svc/settlementOrder/remove', {}, { ids: '1' }),
        who.post('blade-system/param/submit', { paramName: 'a', paramKey: 'a', paramValue: 'a' }),
      ] as const
    for (const who of [fin, admin])
      expect((await Promise.all(ways(who))).map((a) => a.status)).toEqual(ways(neighbour).map(() => 403))
    const catalogue = (await admin.get<WireCatalogue>('rounds/catalogue')).raw
    expect(catalogue).toContain('entrustedCompany')
    expect(catalogue).not.toContain('settlementOrder')
    const heard = { kind: 'changed', resource, company: null, payload: {} } as unknown as Happened
    expect([before, await fin.actor()].map((who) => maySeeEvent(who, heard))).toEqual([true, false])
    // work that was asked for before goes on as who they are now
    const now = await t.context.actorNow(before)
    expect([before, now].map((who) => who?.permissions.has('settlementOrder_view'))).toEqual([true, false])
    expect((await fin.get('blade-csc/entrustedCompany/list')).status).toBe(200)
  })

  it('has the menus of it', async () => {
    const reached = ['csc', 'system'].map(menuId)
    expect((await admin.get<Node[]>('blade-system/menu/top-menu')).data.map((n) => n.id)).toEqual(reached)
    const shown = idsIn((await admin.get<Node[]>('blade-system/menu/routes')).data)
    expect(shown).toContain(menuId('user'))
    expect(shown).not.toContain(menuId('param'))
    expect(idsIn((await admin.get<Node[]>('blade-system/menu/buttons')).data)).not.toContain(menuId('param_view'))
  })

  it('grants of it and no more; what is hidden stays granted', async () => {
    type Trees = { readonly menu: readonly Node[] }
    const tree = async (path: string, params = {}) =>
      (await admin.get<Trees>(`blade-system/menu/${path}`, params)).data.menu
    const offered = idsIn(await tree('grant-tree'))
    for (const code of ['csc', 'user', 'user_view']) expect(offered, code).toContain(menuId(code))
    for (const code of ['svc', 'param', 'param_view', 'tenant']) expect(offered, code).not.toContain(menuId(code))
    const { data } = await admin.get<{ records: { id: string; roleAlias: string }[] }>('blade-system/role/page', {
      size: 50,
    })
    const roleIds = data.records.find((r) => r.roleAlias === 'finance')?.id ?? ''
    const grant = (...codes: string[]) => admin.post('blade-system/role/grant', {}, { roleIds, menuIds: ids(...codes) })
    expect((await grant('entrustedCompany_view', 'settlementOrder_view')).status).toBe(400)
    expect((await fin.get('blade-csc/entrustedCompany/list')).status).toBe(200)
    expect((await grant('user', 'user_view')).status).toBe(200)
    expect((await tree('role-tree-keys', { roleIds })) as unknown).toEqual([menuId('user'), menuId('user_view')].sort())
    expect((await fin.get('blade-csc/entrustedCompany/list')).status).toBe(403)
    expect((await fin.get('blade-system/user/list')).status).toBe(200)
    expect((await orders(fin)).status).toBe(403)
  })

  it('changes with it; others do not', async () => {
    expect((await orders(neighbour)).status).toBe(200)
    const edit = (values: object) => platform.post('blade-system/tenant-package/update', { id, ...values })
    expect((await edit({ menuId: ids('settlementOrder', 'user') })).status).toBe(200)
    expect((await orders(fin)).status).toBe(200)
    expect((await edit({ packageName: `改${id}` })).status).toBe(200)
    const listed = await platform.get<{ records: { packageName: string }[] }>('blade-system/tenant/list', {
      code_equal: own,
    })
    expect(listed.data.records[0]?.packageName).toBe(`改${id}`)
    const detail = (tenantId: string) =>
      platform.get<{ id?: string }>('blade-system/tenant/package-detail', { tenantId })
    expect((await detail(own)).data.id).toBe(id)
    expect((await detail(neighbour.tenantId)).data).toEqual({})
    const removed = await platform.post('blade-system/tenant-package/remove', {}, { ids: id })
    expect(removed).toMatchObject({ status: 400, msg: `“改${id}”已被租户引用，不能删除` })
  })

  it('has nothing by menus that are no longer there, by groups, and by a package that is gone', async () => {
    const set = (text: string) => t.db.owner((tx) => tx.query(text, [id]))
    for (const menus of [`'{77}'`, `'{${ids('svc', 'settlementOrder_view')}}'`]) {
      await set(`update "tenant_package" set menu_id = ${menus}, version = version + 1 where id = $1`)
      expect((await orders(fin)).status).toBe(403)
      expect((await admin.get<Node[]>('blade-system/menu/top-menu')).data).toEqual([])
      expect((await admin.get('blade-system/user/info')).status).toBe(200)
    }
    await set(
      `update "tenant_package" set menu_id = '{${ids('settlementOrder')}}', is_deleted = 1, version = version + 1 where id = $1`,
    )
    expect((await orders(fin)).status).toBe(403)
    await set(`update "tenant_package" set is_deleted = 0, version = version + 1 where id = $1`)
    expect((await orders(fin)).status).toBe(200)
  })

  it('has everything again without it', async () => {
    expect((await give('')).status).toBe(200)
    for (const who of [fin, admin]) expect((await orders(who)).status).toBe(200)
    expect((await admin.get('blade-system/param/list')).status).toBe(200)
    expect((await fin.get('blade-csc/entrustedCompany/list')).status).toBe(403)
    const told = (
      await platform.get<{ records: { detail: string }[] }>('blade-system/securityEvent/list', { size: 100 })
    ).data.records
    expect(told.map((e) => e.detail)).toContainEqual(expect.stringContaining('产品包设为 不限'))
    expect((await platform.post('blade-system/tenant-package/remove', {}, { ids: id })).status).toBe(200)
    expect((await give(id)).status).toBe(400)
  })
})
