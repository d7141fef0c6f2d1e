import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources, sharersOf } from '../../../src/model/business.ts'
import { MADE } from '../../../src/model/language/decidable.ts'
import { type Field, lengthOf } from '../../../src/model/language/fields/field.ts'
import { kindOf } from '../../../src/model/language/fields/kinds.ts'
import { filtersOf, sortsOf } from '../../../src/model/language/listing.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import { columnNames, listColumns, rowsOf } from '../../../src/model/wire/columns.ts'
import type { Page, Slice, WireRow, WireTable } from '../../../src/model/wire/wire.ts'
import type { Tx } from '../../../src/server/core/database.ts'
import { isNotNull, neverMissing, tableFields, typeOf } from '../../../src/server/database/columns.ts'
import { columnOf, isTenant, quoted, tableOf } from '../../../src/server/database/names.ts'
import { hasMakers } from '../../../src/server/database/schema/makers.ts'
import { isKeptSealed, sealValue } from '../../../src/server/database/sealed.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { covering, tableSort } from '../covering.ts'
import { tenantTables } from '../fuzz/plant.ts'
import { fill } from '../store/fill.ts'

/** Columns of windows and rows are those of the lists: families with every kind of field and sort of table, `whole`: all. */
export function columnCases({ whole }: { readonly whole: boolean }): void {
  let t: TestApp
  let admin: Client
  let tenantId: string
  const FIRST = 5_000_000
  const ROWS = 24
  /** Whatever a text may hold: what JSON, SQL, spreadsheets and pages give a meaning to. */
  const ODD = '=1+1"\\\n\t\u0001,[]{}</script>\u2028泰🏥'

  /** Rows that hold what a filled table does not: nothing at all, odd texts, odd times, JSON's own null. */
  async function spoil(tx: Tx, base: Resource): Promise<void> {
    const single = new Set((base.unique ?? []).flat().map(String))
    const set = async (n: number, of: (name: string, f: Field) => string | null) => {
      const parts = [...tableFields(base)].flatMap(([name, f]) => {
        const value = single.has(name) ? null : of(name, f)
        return value === null ? [] : [`${quoted(columnOf(name))} = ${value}`]
      })
      if (parts.length > 0)
        await tx.query(`update ${quoted(tableOf(base))} set ${parts.join(', ')} where tenant_id = $1 and id = $2`, [
          tenantId,
          FIRST + n,
        ])
    }
    const texts = (name: string, f: Field): string | null => {
      if (f.kind === 'json') return `'{"a": ", \\"x", "b": [1, null]}'`
      // a secret is ciphertext, a closed set has its words: any other text would be damage
      if (kindOf(f).writeOnly || kindOf(f).closed) return null
      if (!/^(text|varchar)/.test(typeOf(f)) || filtersOf(base).includes(name)) return null
      const odd = [...ODD].slice(0, lengthOf(f) ?? 100).join('')
      return `'${isKeptSealed(f) ? sealValue(f, tenantId, odd) : odd}'`
    }
    const times = (at: string) => (_: string, f: Field) =>
      f.kind === 'datetime' ? `timestamptz '${at}'` : f.kind === 'json' ? `'null'` : null
    // what one of the resources of a table never misses is held in its rows
    const held = (name: string) => isNotNull(base, name) || sharersOf(base).some((r) => neverMissing(r, name))
    await set(1, (name) => (held(name) ? null : 'null'))
    await set(2, texts)
    await set(3, times('1990-07-01 12:00:00.999+08'))
    await set(4, times('1900-01-01 00:00:00.000001+08'))
  }

  beforeAll(async () => {
    t = await testApp()
    tenantId = await t.newTenant()
    admin = await t.signIn(tenantId, 'administrator')
    await t.db.owner(async (tx) => {
      for (const r of tenantTables) {
        await fill(tx, r, tenantId, ROWS, {}, FIRST)
        if (!r.appendOnly) await spoil(tx, r)
      }
    })
  }, 300_000)
  afterAll(async () => {
    await t.db.owner(async (tx) => {
      for (const r of tenantTables)
        if (!r.appendOnly) await tx.query(`delete from ${quoted(tableOf(r))} where tenant_id = $1`, [tenantId])
    })
    await t.app.close()
  })

  const page = (r: Resource, params: Record<string, string | number>) =>
    (r.list.pageMethod ?? r.list.method) === 'POST'
      ? admin.post<Page>(`${r.calls[0]}/page`, params)
      : admin.get<Page>(`${r.calls[0]}/page`, params)
  const window = (params: Record<string, string | number>) => admin.get<Slice>('rounds/window', params)

  /** A record of the specification's list, cut to some columns. */
  const projected = (row: WireRow, columns: readonly string[]) =>
    Object.fromEntries(columns.map((name) => [name, row[name]]))

  // rows of views follow from records that fit together, which these do not (tests/server/shapes/views.test.ts)
  const listed = [...resources.values()].filter(
    (r) => isTenant(r) && r.view === undefined && (r.operations.includes('view') || r.open),
  )

  const chosen = whole
    ? listed
    : covering(listed, (r) => [
        tableSort(r),
        ...Object.values<Field>(r.fields).map((f) => `${f.kind} ${f.facts.masked === true}`),
      ])

  describe('columns decoded are the rows of the specification’s list', () => {
    it.each(chosen.map((r) => [r.id, r] as const))('%s', async (_, r) => {
      const { data } = await page(r, { size: 500 })
      expect(data.records.length, 'rows to compare').toBeGreaterThan(0)
      const names = columnNames(r)
      const filters = filtersOf(r).filter((name) => !(r.fields[name] as Field | undefined)?.facts.masked)
      const asked = fc.record({
        columns: fc.oneof(fc.constant(names), fc.subarray(names, { minLength: 1 })),
        sort: fc.constantFrom('', ...sortsOf(r).flatMap((name) => [name, `+${name}`])),
        filter: fc.option(fc.record({ name: fc.constantFrom(...filters), row: fc.nat(data.records.length - 1) })),
        offset: fc.nat(3),
        size: fc.integer({ min: 1, max: 40 }),
      })
      await fc.assert(
        fc.asyncProperty(asked, async ({ columns, sort, filter, offset, size }) => {
          const value = filter ? String(data.records[filter.row]?.[filter.name] ?? '') : ''
          const params = {
            ...(sort ? { sort } : {}),
            ...(filter && value !== '' ? { [`${filter.name}_equal`]: value } : {}),
          }
          const list = await page(r, { ...params, size: 500 })
          const got = await window({ ...params, resource: r.id, columns: columns.join(), offset, size })
          expect([list.status, got.status], got.msg).toEqual([200, 200])
          const wanted = names.filter((name) => name === 'id' || name === 'version' || columns.includes(name))
          expect(got.data.columns).toEqual(wanted)
          const at = got.data.offset
          expect(at).toBe(offset < list.data.records.length ? offset : Math.max(0, list.data.records.length - size))
          expect(rowsOf(got.data)).toEqual(list.data.records.slice(at, at + size).map((row) => projected(row, wanted)))
        }),
        { numRuns: 12, examples: [[{ columns: names, sort: '', filter: null, offset: 0, size: 40 }]] },
      )
      const ids = data.records.slice(0, 5).map((row) => row.id)
      const rows = await admin.get<WireTable>('rounds/rows', { resource: r.id, ids: [...ids].reverse().join() })
      expect(rowsOf(rows.data)).toEqual(
        data.records
          .slice(0, 5)
          .reverse()
          .map((row) => ({ ...projected(row, names), ...(hasMakers(r) ? { [MADE]: expect.any(String) } : {}) })),
      )
    })
  })

  describe('which columns', () => {
    const order = resources.get('settlementOrder') as Resource

    it('without the parameter those of the list, and what it needs', async () => {
      const { data } = await window({ resource: order.id, size: 1 })
      expect(data.columns).toEqual([...listColumns(order), MADE])
      expect(data.columns).toEqual(expect.arrayContaining(['id', 'version', 'settlementStatus', ...order.list.columns]))
      expect(data.columns).not.toContain('approvalRemark')
      expect((await window({ resource: order.id, size: 1, columns: ' , ' })).data.columns).toEqual([
        ...listColumns(order),
        MADE,
      ])
    })

    it('of rows by id all of them without the parameter', async () => {
      const ask = { resource: order.id, ids: String(FIRST + 1) }
      expect((await admin.get<WireTable>('rounds/rows', ask)).data.columns).toEqual([...columnNames(order), MADE])
      expect((await admin.get<WireTable>('rounds/rows', { ...ask, columns: 'code' })).data.columns).toEqual([
        'id',
        'code',
        'version',
      ])
      const none = await admin.get<WireTable>('rounds/rows', { ...ask, ids: '77' })
      expect([none.status, rowsOf(none.data)]).toEqual([200, []])
    })

    it('once each, in the model’s order', async () => {
      const { data } = await window({ resource: order.id, size: 2, columns: 'version,totalAmount,id, code ,code' })
      expect(data.columns).toEqual(['id', 'code', 'totalAmount', 'version'])
      expect(data.values.map((v) => ('words' in v ? v.at : v).length)).toEqual([2, 2, 2, 2])
    })

    it('who made a record by name, of this tenant alone', async () => {
      const other = await t.signIn(await t.newTenant(), 'administrator')
      const made = [admin.userId, other.userId, '77']
      await t.db.owner(async (tx) => {
        for (const [n, by] of made.entries())
          await tx.query('update settlement_order set create_user = $3 where tenant_id = $1 and id = $2', [
            tenantId,
            FIRST + 1 + n,
            by,
          ])
        await tx.query('update "user" set real_name = $2 where id = $1', [admin.userId, '方静'])
      })
      const ids = made.map((_, n) => FIRST + 1 + n).join()
      const ask = { resource: order.id, columns: 'code,createUserName,createUser' }
      const rows = await admin.get<WireTable>('rounds/rows', { ...ask, ids })
      expect(rowsOf(rows.data).map((row) => [row.createUser, row.createUserName])).toEqual([
        [admin.userId, '方静'],
        [other.userId, ''],
        ['77', ''],
      ])
      expect((await window({ ...ask, size: 1 })).data.columns).toEqual([
        'id',
        'code',
        'createUser',
        'version',
        'createUserName',
      ])
    })

    it('who made a record to nobody whose lists do not show it, and of users they do not reach to nobody', async () => {
      const company = String(FIRST + 1)
      const bound = { userType: 2, company } as const
      const confirming = await t.newRole(tenantId, ['settlementOrder_view', 'settlementOrder_confim'])
      const reading = await t.newRole(tenantId, ['settlementOrder_view', 'authenticationDoctor_view'])
      const ours = await t.signIn(tenantId, confirming, { ...bound, realName: '李慧' })
      const reader = await t.signIn(tenantId, reading)
      await t.db.owner(async (tx) => {
        for (const [n, by] of [admin.userId, ours.userId].entries())
          await tx.query(
            'update settlement_order set create_user = $3, entrusted_company_id = $4 where tenant_id = $1 and id = $2',
            [tenantId, FIRST + 1 + n, by, company],
          )
      })
      const ask = { resource: order.id, columns: 'createUserName', ids: [FIRST + 1, FIRST + 2].join() }
      const named = async (who: Client) =>
        rowsOf((await who.get<WireTable>('rounds/rows', ask)).data).map((row) => row.createUserName)
      expect(await named(admin)).toEqual(['方静', '李慧'])
      expect(await named(ours)).toEqual(['', '李慧'])
      const refused = async (who: Client, resource: string) => {
        const answers = [
          await who.get('rounds/rows', { ...ask, resource }),
          await who.get('rounds/window', { resource, columns: 'code,createUserName' }),
          await who.get('rounds/window', { resource, sort: 'createUserName' }),
          await who.post('rounds/export', { resource, columns: 'createUserName' }),
        ]
        return answers.map((a) => a.status)
      }
      expect(await refused(reader, order.id)).toEqual([400, 400, 400, 403])
      expect(await refused(admin, 'authenticationDoctor')).toEqual([400, 400, 400, 400])
      // unknown filters are ignored: this one finds no fewer rows
      const all = await window({ resource: order.id, columns: 'code', size: 100 })
      const asked = await window({ resource: order.id, columns: 'code', size: 100, createUserName_equal: '方静' })
      expect(asked.data).toEqual(all.data)
    })

    it.each([
      'nosuch',
      '__proto__',
      'constructor',
      'toString',
      'tenantId',
      'tenant_id',
      'entrusted_company_name',
      'Code',
      'code"',
      'code from "user" --',
      'code\') union select password from "user" --',
      '*',
      'password',
      'x'.repeat(5_000),
    ])('an undeclared one is refused by its name: %s', async (name) => {
      for (const [path, more] of [
        ['rounds/window', {}],
        ['rounds/rows', { ids: String(FIRST + 1) }],
      ] as const) {
        const a = await admin.get<Record<string, string>>(path, {
          resource: order.id,
          columns: `code,${name}`,
          ...more,
        })
        expect([a.status, a.data]).toEqual([400, { columns: name.split(',')[0]?.slice(0, 60) }])
        expect(a.msg).toContain(name.slice(0, 60))
      }
    })

    it('a masked one stays masked for all users, whatever its value', async () => {
      const doctor = resources.get('authenticationDoctor') as Resource
      const secret = Object.entries<Field>(doctor.fields).flatMap(([name, f]) => (f.facts.masked ? [name] : []))
      const kept = await t.db.scoped<Record<string, string>>(
        { tenantId },
        {
          text: `select ${secret.map((name) => `${quoted(columnOf(name))} as "${name}"`).join()} from "authentication_doctor" where tenant_id = $1`,
          values: [tenantId],
        },
      )
      const a = await window({ resource: doctor.id, columns: secret.join(), size: 100 })
      const b = await admin.get('rounds/rows', {
        resource: doctor.id,
        ids: Array.from({ length: ROWS }, (_, n) => FIRST + n + 1).join(),
      })
      expect(rowsOf(a.data).length).toBe(ROWS)
      for (const row of kept)
        for (const name of secret)
          if ((row[name] ?? '').length > 8) for (const { raw } of [a, b]) expect(raw).not.toContain(row[name])
    })

    it('naming columns opens nothing that was closed', async () => {
      const nobody = await t.signIn(tenantId, '')
      for (const path of ['rounds/window', 'rounds/rows']) {
        const a = await nobody.get(path, { resource: order.id, columns: 'id', ids: String(FIRST + 1) })
        expect(a.status).toBe(403)
      }
      const other = await t.signIn(await t.newTenant(), 'administrator')
      const a = await other.get<WireTable>('rounds/rows', {
        resource: order.id,
        columns: 'code',
        ids: String(FIRST + 1),
      })
      expect(rowsOf(a.data)).toEqual([])
    })
  })
}
