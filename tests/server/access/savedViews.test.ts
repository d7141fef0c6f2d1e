import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statesOf } from '../../../src/model/language/states.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import {
  type DefaultChange,
  EVERYBODY,
  ROLES_PER_VIEW_MAX,
  SAVED_VIEWS,
  type SavedView,
  type SavedViewDraft,
  STANDING,
  VIEWS_PER_USER_MAX,
  type ViewDefaults,
  type ViewRole,
} from '../../../src/model/wire/savedView.ts'
import { doctorActor, systemActor } from '../../../src/server/core/actor.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { readerRoles } from '../../../src/server/core/permissions.ts'
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

const setDefaults = (who: Client, changes: readonly DefaultChange[], list = ORDERS) =>
  // a key of its own: the same change again is no second click
  who.post<ViewDefaults>(SAVED_VIEWS.setDefaults, { list, changes }, {}, { 'idempotency-key': `defaults-${n++}` })
const defaults = (who: Client, list = ORDERS) => who.get<ViewDefaults>(SAVED_VIEWS.defaults, { list })
const opening = async (who: Client) => (await of(who)).filter((v) => v.opens).map((v) => [v.name, v.opensFor])

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
      [{ standing: 2 as 0 }, 400],
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

  it('outlive their owner’s account, with their roles, and are taken over by who administers roles', async () => {
    const own = await t.newTenant()
    const [admin, finance, tax] = [
      await t.signIn(own, 'administrator'),
      await t.signIn(own, 'finance'),
      await t.signIn(own, 'tax'),
    ]
    const leaver = await t.signIn(own, 'administrator')
    const shared = { name: '共享', roles: ['finance'], key: 'g 1' }
    const { data: view } = await save(leaver, shared)
    await setDefaults(leaver, [{ role: 'finance', view: view.id, before: '' }])
    await save(leaver, { name: '私有' })
    expect((await save(admin, { ...view, version: view.version })).code).toBe(404)
    await rows('update "user" set is_deleted = 1 where tenant_id = $1 and id = $2', [own, leaver.userId])
    expect(await of(finance)).toMatchObject([{ name: '共享', mine: false, opens: true, ownerRemoved: true }])
    expect((await save(finance, { ...view, version: 2, roles: [] })).code).toBe(404)
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

  it('of everybody are the platform’s: no company sees their names, and no role is called everybody', async () => {
    const own = await t.newTenant()
    const admin = await t.signIn(own, 'administrator')
    const shared = (await save(admin, { name: '全员', roles: [EVERYBODY], search: 'settlementStatus_equal=0' })).data
    const event: Happened = {
      ...{ number: '1', id: '1', kind: 'savedViews', resource: '', recordId: '1', version: 0, transition: '' },
      ...{ actorId: '1', actorName: '', company: null, fiscalTax: null, provider: null, employee: null },
      payload: { roles: [EVERYBODY] },
    }
    const [finance, bound] = [await t.signIn(own, 'finance'), await t.signIn(own, 'companyAdmin', { company: '77' })]
    expect(await names(finance)).toEqual([shared.name])
    expect(await names(bound)).toEqual([])
    expect(maySeeEvent(await bound.actor(), event)).toBe(false)
    const actor = await bound.actor()
    expect(readerRoles({ ...actor, roles: [...actor.roles, EVERYBODY] })).toEqual(actor.roles)
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
    expect(maySeeEvent(await tax.actor(), { ...happened, payload: { roles: [EVERYBODY] } })).toBe(true)
    expect(maySeeEvent({ ...(await tax.actor()), userId: '1' }, happened)).toBe(true)
  })
})

describe('default views of roles', () => {
  it('open a list: the own default before that of a role, roles in their order, everybody last; none where none is', async () => {
    const own = await t.newTenant()
    const admin = await t.signIn(own, 'administrator')
    const [finance, both] = [await t.signIn(own, 'finance'), await t.signIn(own, ['tax', 'finance'])]
    const roles = await rows('select role_alias, sort from "role" where tenant_id = $1', [own])
    const sortOf = (alias: string) => Number(roles.find((r) => r.role_alias === alias)?.sort)
    await rows('update "role" set sort = $3 where tenant_id = $1 and role_alias = $2', [
      own,
      'tax',
      sortOf('finance') + 1,
    ])
    const ids: Record<string, string> = {}
    for (const [name, shared] of [
      ['财务', ['finance']],
      ['税务', ['tax', 'finance']],
      ['全员', [EVERYBODY]],
    ] as const)
      ids[name] = (await save(admin, { name, roles: [...shared] })).data.id
    expect([await opening(finance), await opening(both), await opening(admin)]).toEqual([[], [], []])
    const set = await setDefaults(admin, [{ role: EVERYBODY, view: ids.全员 as string, before: '' }])
    expect(set.data.roles[0]).toEqual({ alias: EVERYBODY, name: '平台所有人', view: ids.全员 })
    expect([await opening(finance), await opening(admin)]).toEqual([[['全员', '平台所有人']], [['全员', '平台所有人']]])
    await setDefaults(admin, [{ role: 'tax', view: ids.税务 as string, before: '' }])
    expect([await opening(finance), await opening(both)]).toEqual([[['全员', '平台所有人']], [['税务', '税务']]])
    await setDefaults(admin, [{ role: 'finance', view: ids.财务 as string, before: '' }])
    // the order of the roles, not of the person’s or of the views
    expect([await opening(finance), await opening(both)]).toEqual([[['财务', '财务']], [['财务', '财务']]])
    await rows('update "role" set sort = $3 where tenant_id = $1 and role_alias = $2', [
      own,
      'tax',
      sortOf('finance') - 1,
    ])
    expect(await opening(both)).toEqual([['税务', '税务']])
    const mine = await save(both, { name: '我的', standing: STANDING.mine })
    expect([mine.data.opens, await opening(both)]).toEqual([true, [['我的', '']]])
    await save(both, { ...mine.data, standing: STANDING.none })
    expect(await opening(both)).toEqual([['税务', '税务']])
  })

  it('are set from any shared view by who administers roles, one operator after the other, and nobody else', async () => {
    const own = await t.newTenant()
    const [admin, second] = [await t.signIn(own, 'administrator'), await t.signIn(own, 'administrator')]
    const finance = await t.signIn(own, 'finance')
    const granting = await t.newRole(own, ['settlementOrder_view', 'role_grant'])
    const bound = await t.signIn(own, granting, { company: '77' })
    const stranger = await t.signIn(await t.newTenant(), 'administrator')
    const { data: view } = await save(admin, { name: '共享', roles: ['finance'] })
    const { data: hidden } = await save(admin, { name: '私有' })
    const { data: other } = await save(admin, { list: QUEUE, name: '队列', roles: ['finance'] })
    const to = (id: string, before = '') => [{ role: 'finance', view: id, before }]
    for (const who of [finance, bound])
      expect([(await defaults(who)).code, (await setDefaults(who, to(view.id))).code]).toEqual([403, 403])
    expect((await setDefaults(stranger, to(view.id))).code).toBe(400)
    expect((await defaults(admin, '/no/such')).code).toBe(404)
    const seen = (await defaults(second)).data
    expect(seen.views).toMatchObject([{ id: view.id, name: '共享', roles: ['finance'] }])
    const wrong: unknown[] = [
      [],
      'x',
      [{ role: 'finance', view: 'x', before: '' }],
      [...to(view.id), ...to('')],
      [{ role: 'nobody', view: view.id, before: '' }],
      [{ role: 'tax', view: view.id, before: '' }],
      [{ role: EVERYBODY, view: view.id, before: '' }],
      to(hidden.id),
      to(other.id),
    ]
    for (const changes of wrong) {
      const { code, data } = await setDefaults(admin, changes as DefaultChange[])
      expect([changes, code, Object.keys(data)]).toEqual([changes, 400, ['changes']])
    }
    expect(await opening(finance)).toEqual([])
    const two = await Promise.all([setDefaults(second, to(view.id)), setDefaults(admin, to(view.id))])
    expect(two.map((r) => r.code).sort()).toEqual([200, 409])
    expect(await opening(finance)).toEqual([['共享', '财务']])
    expect((await setDefaults(admin, to('', view.id))).code).toBe(200)
    expect(await opening(finance)).toEqual([])
    const trail = await rows(
      `select diff from "audit_trail" where tenant_id = $1 and resource = 'viewDefault' order by id`,
      [own],
    )
    expect(trail.map((r) => r.diff)).toEqual([
      [{ field: 'finance', from: '', to: view.id }],
      [{ field: 'finance', from: view.id, to: '' }],
    ])
  })

  it('end where the view is no longer shared with the role, leads elsewhere or is deleted, and for who loses role or list', async () => {
    const own = await t.newTenant()
    const admin = await t.signIn(own, 'administrator')
    await t.addUser(own, { account: 'changes', roles: ['finance'], password: 'my own password' })
    const finance = await t.signInAs(own, 'changes', 'my own password')
    let { data: view } = await save(admin, { name: '共享', roles: ['finance', 'tax'] })
    const set = (before = '') => setDefaults(admin, [{ role: 'finance', view: view.id, before }])
    const at = async () => (await defaults(admin)).data.roles.find((r) => r.alias === 'finance')?.view
    await set()
    view = (await save(admin, { ...view, roles: ['tax'] })).data
    expect([await at(), await opening(finance)]).toEqual(['', []])
    view = (await save(admin, { ...view, roles: [EVERYBODY] })).data
    await set()
    view = (await save(admin, { ...view, search: '' })).data
    expect([await at(), await opening(finance)]).toEqual([view.id, [['共享', '财务']]])
    view = (await save(admin, { ...view, list: QUEUE })).data
    expect(await at()).toBe('')
    view = (await save(admin, { ...view, list: ORDERS })).data
    await set()
    // whoever may not see the list sees no view of it
    const nothing = await t.newRole(own, ['notice_view'])
    const [role] = await rows('select id from "role" where tenant_id = $1 and role_alias = $2', [own, nothing])
    await admin.post('blade-system/user/grant', { userIds: finance.userId, roleIds: String(role?.id) })
    expect(await of(await t.signInAs(own, 'changes', 'my own password'))).toEqual([])
    await remove(admin, view)
    expect(await at()).toBe('')
    expect(await rows('select 1 as one from "view_default" where tenant_id = $1', [own])).toEqual([])
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
