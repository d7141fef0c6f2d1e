import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statesOf } from '../../../src/model/language/states.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import {
  ROLES_PER_VIEW_MAX,
  SAVED_VIEWS,
  type SavedView,
  type SavedViewDraft,
  STANDING,
  VIEWS_PER_USER_MAX,
  type ViewRole,
} from '../../../src/model/wire/savedView.ts'
import { doctorActor, systemActor } from '../../../src/server/core/actor.ts'
import { newId } from '../../../src/server/core/ids.ts'
import type { Happened } from '../../../src/server/database/outbox.ts'
import { insertRecords } from '../../../src/server/database/records.ts'
import { maySeeEvent } from '../../../src/server/http/listener.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

/** Lists of these tests: one that finance and operations see, one of administrators alone, and a view of a queue. */
const ORDERS = '/svc/settlementOrder'
const ROLES = '/authority/role'
const QUEUE = '/desk/queues/settlementOrder?view=audit'

const { settlementStatus } = statesOf(settlementOrder)

let t: TestApp
let tenant: string
let n = 0
beforeAll(async () => {
  t = await testApp()
  tenant = await t.newTenant()
})
afterAll(() => t?.app.close())

const NEW: SavedViewDraft = {
  ...{ id: '', version: 0, list: ORDERS, name: '', search: 'sort=%2BcreateTime' },
  columns: { order: ['code'], hidden: [], shown: [], widths: { code: 120 } },
  ...{ icon: 'filter', key: '', roles: [], standing: STANDING.none },
}
/** A view as a person sends it: of one that was read, what they may change. */
const draft = (over: Partial<SavedViewDraft> = {}): SavedViewDraft => {
  const all: SavedViewDraft = { ...NEW, name: `视图 ${n++}`, ...over }
  const sent = Object.keys(NEW).map((name) => [name, all[name as keyof SavedViewDraft]])
  return Object.fromEntries(sent) as SavedViewDraft
}
const save = (who: Client, over: Partial<SavedViewDraft> = {}) => who.post<SavedView>(SAVED_VIEWS.save, draft(over))
const of = async (who: Client) => (await who.get<SavedView[]>(SAVED_VIEWS.read)).data
const names = async (who: Client) => (await of(who)).map((v) => v.name)
const remove = (who: Client, { id, version }: Pick<SavedView, 'id' | 'version'>) =>
  who.post(SAVED_VIEWS.remove, { id, version })

const rows = (text: string, values: unknown[] = []) =>
  t.db.owner((tx) => tx.query<Record<string, unknown>>(text, values))

describe('own views', () => {
  it('are kept whole, changed under a version, deleted, and are nobody else’s, in this tenant or another', async () => {
    const [me, colleague] = [await t.signIn(tenant, 'finance'), await t.signIn(tenant, 'finance')]
    const stranger = await t.signIn(await t.newTenant(), 'finance')
    const kept = await save(me, { name: ' 待审核 ', search: 'settlementStatus_equal=0&sort=%2BcreateTime' })
    expect(kept.data).toMatchObject({
      name: '待审核',
      version: 1,
      resource: 'settlementOrder',
      mine: true,
      opens: false,
    })
    expect(kept.data).toMatchObject({ pinyin: ['dai shen he'], columns: { order: ['code'], widths: { code: 120 } } })
    const changed = await save(me, { ...kept.data, name: '待审', search: '' })
    expect(changed.data).toMatchObject({ id: kept.data.id, version: 2, name: '待审', search: '' })
    expect(await of(me)).toEqual([{ ...changed.data, by: expect.any(String) }])
    for (const other of [colleague, stranger]) {
      expect(await names(other)).toEqual([])
      expect((await save(other, changed.data)).code).toBe(404)
      expect((await remove(other, changed.data)).code).toBe(404)
    }
    expect((await remove(me, changed.data)).code).toBe(200)
    expect(await names(me)).toEqual([])
    const trail = await rows('select action, version from "audit_trail" where record_id = $1 order by version', [
      kept.data.id,
    ])
    expect(trail.map((r) => `${r.action} ${r.version}`)).toEqual(['add 1', 'edit 2', 'remove 3'])
  })

  it('are saved once for a key, and by one of two windows', async () => {
    const me = await t.signIn(tenant, 'finance')
    const one = draft()
    const again = () => me.post<SavedView>(SAVED_VIEWS.save, one, {}, { 'idempotency-key': `view-${me.userId}` })
    const [first, second] = [await again(), await again()]
    expect(second.data.id).toBe(first.data.id)
    expect(await names(me)).toEqual([one.name])
    const [a, b] = await Promise.all(['一', '二'].map((name) => save(me, { ...first.data, name })))
    expect([a?.code, b?.code].sort()).toEqual([200, 409])
    expect((await remove(me, first.data)).code).toBe(409)
    const twins = await Promise.all([save(me, { name: '同名' }), save(me, { name: '同名', search: '' })])
    expect(twins.map((r) => r.code).sort()).toEqual([200, 400])
  })

  it('are refused where list, conditions, order, columns, icon, key or default are none', async () => {
    const me = await t.signIn(tenant, 'finance')
    const wrong: [Partial<SavedViewDraft>, number][] = [
      [{ list: ROLES }, 404],
      [{ list: '/no/such/list' }, 404],
      [{ list: `${ORDERS}?open=1` }, 404],
      [{ list: '/svc/settlementOrder/detail/1' }, 404],
      [{ list: '/desk/queues/settlementOrder' }, 404],
      [{ list: '/desk/queues/settlementOrder?view=none' }, 404],
      [{ name: '  ' }, 400],
      [{ name: '长'.repeat(31) }, 400],
      [{ search: 'nothing_equal=1' }, 400],
      [{ search: 'settlementStatus_like=1' }, 400],
      [{ search: 'sort=nothing' }, 400],
      [{ columns: { order: [], hidden: [], shown: [], widths: { code: 9 } } }, 400],
      [{ columns: { order: Array.from({ length: 301 }, (_, i) => `c${i}`), hidden: [], shown: [], widths: {} } }, 400],
      [{ icon: '<svg>' }, 400],
      [{ key: 'a' }, 400],
      [{ standing: 3 as 0 }, 400],
      [{ standing: STANDING.roles }, 400],
      [{ roles: ['finance'] }, 403],
    ]
    for (const [over, code] of wrong) expect([over, (await save(me, over)).code]).toEqual([over, code])
    expect(await names(me)).toEqual([])
    expect((await save(me, { list: QUEUE, key: 'g 1' })).data.always).toHaveLength(1)
    const taken = await save(me, { key: 'g 1' })
    expect([taken.code, Object.keys(taken.data)]).toEqual([400, ['key']])
  })

  it('keep no personal data, whoever may see it', async () => {
    const admin = await t.signIn(tenant, 'administrator')
    const refused = await save(admin, { list: '/csc/authenticationDoctor', search: 'phone_equal=13800000001' })
    expect([refused.code, refused.msg]).toEqual([400, expect.stringContaining('敏感信息')])
  })

  it('are limited, and end with their user', async () => {
    const me = await t.signIn(tenant, 'finance')
    await rows(
      `insert into "saved_view" (tenant_id, id, user_id, list, name, columns, icon)
       select $1, n + 1000, $2::bigint, $3, 'v' || n, '{"order":[],"hidden":[],"shown":[],"widths":{}}', 'list'
       from generate_series(1, $4::int) n`,
      [tenant, me.userId, ORDERS, VIEWS_PER_USER_MAX],
    )
    const full = await save(me)
    expect([full.code, full.msg]).toEqual([400, expect.stringContaining(String(VIEWS_PER_USER_MAX))])
    const [one] = await of(me)
    expect((await save(me, { ...(one as SavedView), name: 'changed' })).code).toBe(200)
    await rows('update "user" set is_deleted = 1 where tenant_id = $1 and id = $2', [tenant, me.userId])
    expect(await rows('select 1 as one from "saved_view" where user_id = $1', [me.userId])).toEqual([])
  })
})

describe('shared views', () => {
  it('are seen by their roles as long as they hold them and may see the list, and changed by their owner alone', async () => {
    const own = await t.newTenant()
    const admin = await t.signIn(own, 'administrator')
    await t.addUser(own, { account: 'moves', roles: ['finance'], password: 'my own password' })
    const finance = await t.signInAs(own, 'moves', 'my own password')
    const tax = await t.signIn(own, 'tax')
    const orders = await save(admin, { name: '财务', roles: ['finance'], key: 'g 1' })
    await save(admin, { name: '角色', list: ROLES, search: '', roles: ['finance'] })
    expect(orders.data).toMatchObject({ roles: ['finance'], mine: true })
    expect(await of(finance)).toMatchObject([{ name: '财务', mine: false, roles: [], opens: false, key: 'g 1' }])
    expect(await names(tax)).toEqual([])
    expect((await save(finance, { ...orders.data, roles: [] })).code).toBe(404)
    expect((await remove(finance, orders.data)).code).toBe(404)
    // another tenant has a role of the same alias
    expect(await names(await t.signIn(await t.newTenant(), 'finance'))).toEqual([])
    const gone = await save(admin, { roles: ['no such role'] })
    expect([gone.code, Object.keys(gone.data)]).toEqual([400, ['roles']])
    const many = Array.from({ length: ROLES_PER_VIEW_MAX + 1 }, (_, i) => `r${i}`)
    expect((await save(admin, { roles: many })).code).toBe(400)
    const grants = await rows('select id, role_alias from "role" where tenant_id = $1', [own])
    const taxRole = grants.find((r) => r.role_alias === 'tax')?.id
    const lost = await admin.post('blade-system/user/grant', { userIds: finance.userId, roleIds: String(taxRole) })
    expect(lost.code).toBe(200)
    expect(await names(await t.signInAs(own, 'moves', 'my own password'))).toEqual([])
    await save(admin, { ...orders.data, roles: [] })
    expect(await names(await t.signIn(own, 'finance'))).toEqual([])
  })

  it('open the lists of their roles, one by one; the owner’s own default is beside it', async () => {
    const own = await t.newTenant()
    const [admin, finance] = [await t.signIn(own, 'administrator'), await t.signIn(own, 'finance')]
    const opening = async (who: Client) => (await of(who)).filter((v) => v.opens).map((v) => v.name)
    await save(admin, { name: '甲', roles: ['finance'], standing: STANDING.roles })
    expect([await opening(finance), await opening(admin)]).toEqual([['甲'], []])
    await save(admin, { name: '乙', roles: ['finance', 'tax'], standing: STANDING.roles })
    await save(admin, { name: '丙', standing: STANDING.mine })
    expect([await opening(finance), await opening(admin)]).toEqual([['乙'], ['丙']])
    await save(finance, { name: '丁', standing: STANDING.mine })
    expect(await opening(finance)).toEqual(['丁', '乙'])
  })

  it('outlive their owner’s account, with their roles, and are taken over by who administers roles', async () => {
    const own = await t.newTenant()
    const [admin, finance, tax] = [
      await t.signIn(own, 'administrator'),
      await t.signIn(own, 'finance'),
      await t.signIn(own, 'tax'),
    ]
    const leaver = await t.signIn(own, 'administrator')
    const shared = { name: '共享', roles: ['finance'], standing: STANDING.roles, key: 'g 1' }
    const { data: view } = await save(leaver, shared)
    await save(leaver, { name: '私有' })
    expect((await save(admin, { ...view, version: view.version })).code).toBe(404)
    await rows('update "user" set is_deleted = 1 where tenant_id = $1 and id = $2', [own, leaver.userId])
    expect(await of(finance)).toMatchObject([{ name: '共享', mine: false, opens: true, ownerRemoved: true }])
    expect((await save(finance, { ...view, version: 2, roles: [], standing: STANDING.none })).code).toBe(404)
    expect(await names(tax)).toEqual([])
    const [seen] = await of(admin)
    expect(await of(admin)).toMatchObject([{ name: '共享', mine: true, opens: false, ownerRemoved: true, key: '' }])
    const taken = await save(admin, { ...(seen as SavedView), name: '接管' })
    expect(taken.data).toMatchObject({ name: '接管', mine: true, ownerRemoved: false })
    expect(await of(finance)).toMatchObject([{ name: '接管', mine: false, opens: true, ownerRemoved: false }])
  })

  it('are shared by nobody without the right to grant, nor by people of a party', async () => {
    const alias = await t.newRole(tenant, ['settlementOrder_view', 'role_grant'])
    const granting = await t.signIn(tenant, alias)
    const offered = await granting.get<ViewRole[]>(SAVED_VIEWS.roles, {}, { 'accept-language': 'en-US' })
    expect(offered.data).toContainEqual({ alias: 'finance', name: 'Finance' })
    expect((await save(granting, { roles: [alias] })).code).toBe(200)
    const bound = await t.signIn(tenant, alias, { company: '77' })
    const finance = await t.signIn(tenant, 'finance')
    for (const who of [bound, finance]) {
      expect((await who.get<ViewRole[]>(SAVED_VIEWS.roles)).data).toEqual([])
      expect((await save(who, { roles: ['finance'] })).code).toBe(403)
    }
  })

  it('show no more than their reader’s own list', async () => {
    const own = await t.newTenant()
    const admin = await t.signIn(own, 'administrator')
    await save(admin, { roles: ['companyAdmin'], search: 'settlementStatus_equal=0' })
    const bound = await t.signIn(own, 'companyAdmin', { company: '77' })
    await t.db.transaction({ tenantId: own }, async (tx) =>
      insertRecords(
        tx,
        settlementOrder,
        ['77', '78'].map((entrustedCompanyId) => ({
          ...{ id: newId(), code: `SO${newId()}`, entrustedCompanyId, settlementStatus: settlementStatus.pending },
        })),
      ),
    )
    const total = async (who: Client) => {
      const [view] = await of(who)
      const params = { resource: view?.resource ?? '', ...Object.fromEntries(new URLSearchParams(view?.search)) }
      return (await who.get<{ total: number }>('rounds/total', params)).data.total
    }
    expect([await total(admin), await total(bound)]).toEqual([2, 1])
  })

  it('are news to their owner and to the roles that see or saw them', async () => {
    const happened: Happened = {
      ...{ number: '1', id: '1', kind: 'savedViews', resource: '', recordId: '1', version: 0, transition: '' },
      ...{ actorId: '1', actorName: '', company: null, fiscalTax: null, provider: null, employee: null },
      payload: { roles: ['finance'] },
    }
    const [finance, tax] = [await t.signIn(tenant, 'finance'), await t.signIn(tenant, 'tax')]
    expect(maySeeEvent(await finance.actor(), happened)).toBe(true)
    expect(maySeeEvent(await tax.actor(), happened)).toBe(false)
    expect(maySeeEvent({ ...(await tax.actor()), userId: '1' }, happened)).toBe(true)
  })
})

it('nobody but a person has views', async () => {
  const handler = t.context.domains.handlers.get('savedView.read')
  for (const actor of [
    systemActor(tenant, 'r'),
    doctorActor({ tenantId: tenant, doctor: { id: '5', name: '医生' }, source: 'link', requestId: 'r' }),
  ])
    await expect(
      handler?.({ context: t.context, actor, query: {}, params: {}, body: {} } as never),
    ).rejects.toMatchObject({ code: 403 })
})
