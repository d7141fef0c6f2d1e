import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceOf, resources } from '../../../src/model/business.ts'
import { OPERATORS } from '../../../src/model/language/conditions/condition.ts'
import type { Field } from '../../../src/model/language/fields/field.ts'
import { masked } from '../../../src/model/language/fields/shapes.ts'
import { filtersOf, sortsOf } from '../../../src/model/language/listing.ts'
import { hasMasked, type Resource, unmaskCode } from '../../../src/model/language/resource.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { rowsOf } from '../../../src/model/wire/columns.ts'
import type { Conflict, Page, Selection, Slice, Total, WireRow } from '../../../src/model/wire/wire.ts'
import { menuId } from '../../../src/server/auth/menuRows.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { Values } from '../../../src/server/database/conditions/values.ts'
import { columnOf, isTenant, quoted, tableOf, variantSql } from '../../../src/server/database/names.ts'
import { openValue } from '../../../src/server/database/sealed.ts'
import { business } from '../../../src/server/domains/domains.ts'
import { operationsOf } from '../../../src/server/http/routes.ts'
import { whereSql } from '../../../src/server/lists/sql/where.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'
import { covering, tableSort } from '../covering.ts'
import { edgesOf } from '../decisions/fixture.ts'
import { fill } from '../store/fill.ts'

/** Personal data; every spelling of a filter through every way in for one field of each kind, `whole`: for every field. */
export function maskedCases({ whole }: { readonly whole: boolean }): void {
  /**
   * Personal data through every way in, from the model: whoever may not see it learns nothing by asking for it, and
   * whoever may finds it by its whole value only.
   */
  let t: TestApp
  let tenantId: string
  /** Sees every record, masked. */
  let viewer: Client
  /** Sees every record and its personal data. */
  let trusted: Client
  let admin: Client

  const secret = [...resources.values()].filter((r) => hasMasked(r) && r.operations.includes('view'))
  const maskedOf = (r: Resource): [string, Field][] => Object.entries<Field>(r.fields).filter(([, f]) => f.facts.masked)
  const every = secret.flatMap((r) => maskedOf(r).map(([name, f]) => [`${r.id}.${name}`, r, name, f] as const))
  const cases = whole
    ? every
    : covering(every, ([, r, name, f]) => [
        [f.kind, filtersOf(r).includes(name), sortsOf(r).includes(name), tableSort(r)].join(),
      ])

  const newRole = (permissions: readonly string[]) => t.newRole(tenantId, permissions)

  const first = 40_000_000

  beforeAll(async () => {
    t = await testApp()
    tenantId = await t.newTenant()
    const views = [...resources.values()].map((r) => `${r.id}_view`)
    viewer = await t.signIn(tenantId, await newRole(views))
    trusted = await t.signIn(tenantId, await newRole([...views, ...secret.map(unmaskCode)]))
    admin = await t.signIn(tenantId, 'administrator')
    await t.db.owner(async (tx) => {
      for (const r of secret)
        if (isStored(r) && !r.variantOf) {
          await fill(tx, r, tenantId, 24, {}, first)
          // about records that the viewer sees whole: of rows about a person's own records he sees none
          if (r.concerns)
            await tx.query(
              `update ${quoted(tableOf(r))} set ${quoted(columnOf(r.concerns.resource))} = 'settlementOrder' where tenant_id = $1 and id > $2`,
              [tenantId, first],
            )
        }
    })
  }, 300_000)
  afterAll(() => t.app.close())

  /** Its rows are planted: tables of the platform are there for all tests, and rows of views follow from others. */
  const isStored = (r: Resource): boolean => isTenant(r) && r.view === undefined

  /** A value that a record has, and its id. */
  async function held(r: Resource, name: string): Promise<{ id: string; value: string }> {
    const [row] = await t.db.scoped<{ id: string; value: string }>(
      { tenantId },
      {
        text: `select id, ${quoted(columnOf(name))} as value from ${quoted(tableOf(r))} where ${['tenant_id = $1', 'id > $2', ...variantSql(r)].join(' and ')} and ${quoted(columnOf(name))} <> '' order by id limit 1`,
        values: [tenantId, first],
      },
    )
    if (!row) throw new Error(`${r.id} has no ${name}`)
    const f = r.fields[name] as Field
    return { ...row, value: String(openValue(f, tenantId, row.value)) }
  }

  type Way = readonly [
    name: string,
    ask: (who: Client, r: Resource, params: Record<string, string>) => Promise<Answer>,
    of?: (r: Resource) => boolean,
  ]

  const listed = (who: Client, r: Resource, path: string, params: Record<string, string>) =>
    (path.endsWith('/page') ? (r.list.pageMethod ?? r.list.method) : r.list.method) === 'POST'
      ? who.post(path, params)
      : who.get(path, params)

  /** Every way that takes conditions. */
  const ways: readonly Way[] = [
    ['list', (who, r, p) => listed(who, r, `${r.calls[0]}/list`, p)],
    ['page', (who, r, p) => listed(who, r, `${r.calls[0]}/page`, p)],
    ['tree', (who, r, p) => who.get(`${r.calls[0]}/tree`, p), (r) => operationsOf(r).some((o) => o.name === 'tree')],
    ['window', (who, r, p) => who.get('rounds/window', { ...p, resource: r.id })],
    ['total', (who, r, p) => who.get('rounds/total', { ...p, resource: r.id })],
    [
      'selection',
      (who, r, p) =>
        who.post('rounds/selection', {
          resource: r.id,
          conditions: Object.entries(p).map(([key, value]) => {
            const cut = key.lastIndexOf('_')
            return { field: cut < 0 ? key : key.slice(0, cut), op: cut < 0 ? 'equal' : key.slice(cut + 1), value }
          }),
        }),
    ],
  ]

  /** Ids of the records in an answer; where it only counts them, `id` when there is one. */
  const idsIn = (way: string, data: unknown, id: string): string[] => {
    if (way === 'total') return (data as Total).total > 0 ? [id] : []
    if (way === 'selection') return (data as Selection).count > 0 ? [id] : []
    const records =
      way === 'window' ? rowsOf(data as Slice) : way === 'tree' ? (data as WireRow[]) : (data as Page).records
    return records.map((x) => x.id)
  }

  const waysOf = (r: Resource) => ways.filter(([, , of]) => !of || of(r))

  const spelt = new Set<string>()
  /**
   * The ways in, and how a filter is spelt in each. All of both for the first field of each kind, filter or not; for the others the
   * window of the console and one way more in turn, the bare name, `equal` and one operator in turn (what may be asked is decided
   * by one rule for all personal data, `checkMasked`); all of all where the whole is asked.
   */
  function asked(how: string, r: Resource, name: string, f: Field): { ways: readonly Way[]; keys: readonly string[] } {
    const all = [name, ...OPERATORS.map((op) => `${name}_${op}`)]
    const key = [how, f.kind, filtersOf(r).includes(name), r.variantOf !== undefined, r.view !== undefined].join()
    if (whole || !spelt.has(key)) {
      spelt.add(key)
      return { ways: waysOf(r), keys: all }
    }
    const turn = cases.findIndex(([, of, one]) => of === r && one === name)
    const others = waysOf(r).filter(([way]) => way !== 'window')
    return {
      ways: [...waysOf(r).filter(([way]) => way === 'window'), ...others.slice(turn % others.length).slice(0, 1)],
      keys: [...new Set([name, `${name}_equal`, `${name}_${OPERATORS[turn % OPERATORS.length]}`])],
    }
  }

  describe('who may not see personal data learns nothing by asking for it', () => {
    it.each(cases)('%s', async (_, r, name, f) => {
      const { value } = isStored(r) ? await held(r, name) : { value: '19900000001' }
      const { ways: some, keys } = asked('refused', r, name, f)
      for (const [way, ask] of some) {
        for (const key of keys) {
          const answers = await Promise.all([value, `9${value.slice(1)}`].map((v) => ask(viewer, r, { [key]: v })))
          for (const a of answers) {
            expect(a.status, `${way} ${key}`).toBe(400)
            expect(Object.keys(a.data as object)).toEqual([name])
            expect(a.msg).toContain(f.label[0])
          }
          // the answer does not reveal whether a record has the value
          expect(new Set(answers.map((a) => JSON.stringify([a.data, a.msg]))).size, `${way} ${key}`).toBe(1)
        }
      }
      const orders: Record<string, string>[] = [
        { sort: name },
        { sort: `+${name}` },
        { ascs: name },
        { descs: columnOf(name) },
      ]
      for (const [way, ask] of some.filter(([way]) => ['list', 'page', 'window'].includes(way)))
        for (const order of orders)
          if (!(way === 'list' && r.tree?.listed))
            expect((await ask(viewer, r, order)).status, `${way} ${JSON.stringify(order)}`).toBe(400)
      const alone = (r.unique ?? []).some((u) => u.length === 1 && u[0] === name)
      if (alone) expect((await viewer.get(`${r.calls[0]}/detail`, { [name]: value })).status).toBe(400)
      expect((await viewer.get<unknown[]>('rounds/search', { q: value })).data).toEqual([])
    })

    it('their records come masked, whichever way', async () => {
      for (const r of secret.filter(isStored)) {
        const values = await Promise.all(maskedOf(r).map(async ([name, f]) => [name, f, await held(r, name)] as const))
        const id = values[0]?.[2].id ?? ''
        const answers = [
          await listed(viewer, r, `${r.calls[0]}/list`, { size: '500' }),
          await viewer.get('rounds/window', {
            resource: r.id,
            size: '500',
            columns: maskedOf(r)
              .map(([name]) => name)
              .join(),
          }),
          await viewer.get('rounds/rows', { resource: r.id, ids: id }),
          await viewer.get(`${r.calls[0]}/detail`, { id }),
        ]
        for (const [n, a] of answers.entries()) {
          const way = ['list', 'window', 'rows', 'detail'][n]
          expect(a.status, `${r.id} ${way}`).toBe(200)
          for (const [name, f, { value }] of values) {
            if (value.length > 8) expect(a.raw, `${r.id}.${name} ${way}`).not.toContain(value)
            expect(a.raw, `${r.id}.${name} ${way}`).toContain(JSON.stringify(masked(f, value)))
          }
        }
      }
    })
  })

  describe('who may see personal data finds it by its whole value only', () => {
    it.each(cases)('%s', async (_, r, name, f) => {
      if (!isStored(r)) return
      const { id, value } = await held(r, name)
      const filter = filtersOf(r).includes(name)
      const { ways: some, keys } = asked('found', r, name, f)
      for (const [way, ask] of some) {
        for (const key of keys) {
          const whole = key === name || key === `${name}_equal`
          for (const [v, there] of [
            [value, true],
            [value.slice(0, -1), false],
          ] as const) {
            const a = await ask(trusted, r, { [key]: v })
            expect(a.status, `${way} ${key}`).toBe(whole && filter ? 200 : 400)
            if (!whole && filter) expect(a.msg).toContain(`${f.label[0]}是敏感信息，只能按完整的值查找`)
            if (a.status !== 200) continue
            const found = idsIn(way, a.data, id)
            if (there) expect(found, `${way} ${key}`).toContain(id)
            else expect(found, `${way} ${key}`).toEqual([])
          }
        }
      }
    })

    it('the searched value is not stored in full', async () => {
      const doctor = resourceOf('authenticationDoctor')
      const { value } = await held(doctor, 'phone')
      const { data } = await trusted.post<{ id: string }>('rounds/selection', {
        resource: doctor.id,
        conditions: [{ field: 'phone', op: 'equal', value }],
      })
      const [kept] = await t.db.scoped<{ conditions: string }>(
        { tenantId },
        {
          text: 'select conditions::text from "selection" where tenant_id = $1 and id = $2',
          values: [tenantId, data.id],
        },
      )
      expect(kept?.conditions).toContain(value.slice(-4))
      expect(kept?.conditions).not.toContain(value)
    })
  })

  it('the query builder itself refuses, whoever made the conditions', () => {
    for (const r of secret)
      for (const [name] of maskedOf(r)) {
        expect(sortsOf(r)).not.toContain(name)
        const sql = (reach: object, op: (typeof OPERATORS)[number]) => () =>
          whereSql(r, { tenantId, domains: business, ...reach }, [{ field: name, op, value: '1' }], new Values())
        expect(sql({}, 'equal')).toThrow('敏感')
        expect(sql({ permissions: new Set([`${r.id}_view`]) }, 'equal')).toThrow('敏感')
        for (const op of OPERATORS)
          if (op !== 'equal')
            expect(sql({ permissions: new Set([unmaskCode(r)]) }, op), `${r.id} ${name} ${op}`).toThrow('敏感')
        expect(sql({ permissions: new Set([unmaskCode(r)]) }, 'equal')).not.toThrow()
      }
  })

  describe('writing', () => {
    const doctor = resourceOf('authenticationDoctor')
    const path = `${doctor.calls[0]}/submit`

    it('a value of another record is refused without being repeated', async () => {
      const editor = await t.signIn(tenantId, await newRole(['authenticationDoctor_view', 'authenticationDoctor_edit']))
      const { id, value } = await held(doctor, 'phone')
      const [other] = await t.db.scoped<{ id: string }>(
        { tenantId },
        {
          text: 'select id from "authentication_doctor" where tenant_id = $1 and id > $2 order by id desc limit 1',
          values: [tenantId, id],
        },
      )
      const [before] = await t.db.scoped<{ version: number }>(
        { tenantId },
        { text: 'select version from "authentication_doctor" where id = $1', values: [other?.id] },
      )
      const valid = '13800000001'
      expect((await admin.post(path, { id, phone: valid })).status).toBe(200)
      const a = await editor.post<Record<string, string>>(path, { id: other?.id, phone: valid })
      expect([a.status, a.msg, a.data]).toEqual([400, '手机号已存在', { phone: '手机号已存在' }])
      expect(a.raw).not.toContain(valid)
      expect(value).not.toBe(valid)
      // a masked form is either that of the record or no value: it is never written
      const saw = (await editor.get<WireRow>(`${doctor.calls[0]}/detail`, { id: other?.id })).data
      for (const wrong of ['138****0001', '****', '1**********']) {
        const b = await editor.post<Record<string, string>>(path, { id: other?.id, phone: wrong })
        expect([b.status, b.data]).toEqual([400, { phone: '请输入完整的手机号' }])
      }
      expect((await editor.post(path, { id: other?.id, bankAccount: '****9999' })).msg).toBe('请输入完整的银行账号')
      const same = await editor.post<WireRow>(path, { id: other?.id, phone: saw.phone, bankAccount: saw.bankAccount })
      expect(same.status).toBe(200)
      expect(same.data.version).toBe(before?.version)
    })

    it('what is kept for a key sent again is masked, and is answered in full only while the right is there', async () => {
      const alias = await newRole([
        'authenticationDoctor_view',
        'authenticationDoctor_edit',
        'authenticationDoctor_unmask',
      ])
      const editor = await t.signIn(tenantId, alias)
      const { id } = await held(doctor, 'phone')
      const key = { 'idempotency-key': `masked-${newId()}` }
      const body = { id, phone: '13700000001', title: '主任' }
      const fresh = await editor.post<WireRow>(path, body, {}, key)
      expect(fresh.data.phone).toBe('13700000001')
      const kept = await t.db.scoped<{ answer: string }>(
        { tenantId },
        { text: 'select answer::text as answer from "idempotency" where tenant_id = $1', values: [tenantId] },
      )
      expect(kept.map((k) => k.answer).join()).toContain('137****0001')
      expect(kept.map((k) => k.answer).join()).not.toContain('13700000001')
      expect((await editor.post<WireRow>(path, body, {}, key)).data).toEqual(fresh.data)
      await t.db.transaction({ tenantId }, async (tx) => {
        await tx.query(
          `delete from "role_menu" where tenant_id = $1 and menu_id = $2 and role_id = (select id from "role" where tenant_id = $1 and role_alias = $3)`,
          [tenantId, menuId('authenticationDoctor_unmask'), alias],
        )
      })
      expect((await editor.post<WireRow>(path, body, {}, key)).data).toEqual({
        ...fresh.data,
        phone: '137****0001',
        idCardNumber: expect.stringContaining('*'),
        bankAccount: expect.stringContaining('*'),
        openId: expect.stringContaining('*'),
      })
    })

    it('history and conflicts show a change, not the value', async () => {
      const { id } = await held(doctor, 'phone')
      const person = await admin.actor()
      const [, transition] = edgesOf('settlementOrder')[0] as (typeof edgesOf extends (r: string) => infer E
        ? E
        : never)[number]
      await t.db.transaction({ tenantId }, async (tx) => {
        const work = new SqlUnitOfWork(t.context, person, tx)
        const lifecycle = { resource: settlementOrder.id, transitions: { x: transition } } as never
        const decision = { transition, lifecycle, remark: null, bySystem: false }
        await work.lock(doctor, [id])
        await work.update(doctor, id, { phone: '13600000001', idCardNumber: '110101199003071233' } as never, {
          action: 'x',
          decision,
        })
        await work.flush()
      })
      const history = await viewer.get<Page>('blade-approvalHistory/list', { bizId_equal: id })
      expect(history.data.records[0]?.changes).toContainEqual(
        expect.objectContaining({ field: 'phone', to: '136****0001' }),
      )
      expect(history.raw).not.toContain('13600000001')
      expect(history.raw).not.toContain('110101199003071233')
      const editor = await t.signIn(tenantId, await newRole(['authenticationDoctor_view', 'authenticationDoctor_edit']))
      const conflict = await editor.post(path, { id, version: 0, title: 'x' })
      expect(conflict.status).toBe(409)
      expect(conflict.raw).toContain('136****0001')
      expect(conflict.raw).not.toContain('13600000001')
      expect(conflict.raw).not.toContain('110101199003071233')
      // who reads them whole compares them whole, and nothing is told of that was not changed
      const reader = await t.signIn(
        tenantId,
        await newRole(['authenticationDoctor_view', 'authenticationDoctor_edit', 'authenticationDoctor_unmask']),
      )
      const told = (await reader.post<Conflict>(path, { id, version: 0, title: 'x' })).data
      const { data: whole } = await reader.get<WireRow>(`${doctor.calls[0]}/detail`, { id })
      const numbers = ['phone', 'idCardNumber', 'bankAccount', 'openId'] as const
      expect(numbers.map((name) => told.row?.[name])).toEqual(numbers.map((name) => whole[name]))
      expect(told.row?.phone).toBe('13600000001')
      const outbox = await t.db.scoped<{ payload: string }>(
        { tenantId },
        { text: 'select payload::text as payload from "outbox" where tenant_id = $1', values: [tenantId] },
      )
      expect(outbox.map((o) => o.payload).join()).not.toContain('13600000001')
    })
  })
}
