import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  editableIn,
  lifecycles,
  oneCompanyOf,
  resources,
  scopeOf,
  shownBy,
  statusNames,
} from '../../../src/model/business.ts'
import { MADE } from '../../../src/model/language/decidable.ts'
import { companyBy, companyField } from '../../../src/model/language/derived/oneCompany.ts'
import { choiceOf, type Field, isChoice, isRef, isRefs } from '../../../src/model/language/fields/field.ts'
import { kindOf } from '../../../src/model/language/fields/kinds.ts'
import { spansOf } from '../../../src/model/language/fields/spans.ts'
import { isInState } from '../../../src/model/language/lifecycle.ts'
import { filtersOf, sortsOf } from '../../../src/model/language/listing.ts'
import { PARTIES, type Party, partyNames } from '../../../src/model/language/owner.ts'
import { fixedValues, PLATFORM_TENANT, type Resource } from '../../../src/model/language/resource.ts'
import { instantOf, wallClock } from '../../../src/model/values/dates.ts'
import type { Conflict, Page, WireRow } from '../../../src/model/wire/wire.ts'
import type { Tx } from '../../../src/server/core/database.ts'
import { encrypt } from '../../../src/server/core/secrets/fieldCipher.ts'
import { columnOf, isTenant, literal, quoted, tableOf, variantSql } from '../../../src/server/database/names.ts'
import { nameOfRef } from '../../../src/server/database/schema/indexes.ts'
import { sqlState } from '../../../src/server/database/values.ts'
import { installTenant } from '../../../src/server/domains/administration/access/install.ts'
import { routes } from '../../../src/server/http/routes.ts'
import { bareOperator, filterOf, operatorsOf } from '../../../src/server/lists/sql/conditions.ts'
import { sampleOf } from '../../kinds.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'
import { covering, familyFeatures } from '../covering.ts'
import { changed, newRecord, spansWritten } from '../families/values.ts'
import { tenantTables } from '../fuzz/plant.ts'
import { tablesHolding } from '../store/dump.ts'
import { fill } from '../store/fill.ts'

/** Families through their own calls: those that have every feature of all (`covering`), searched and sorted by one column of
 * each kind and sort of table; `whole`: every family by every column. */
export function familyCases({ whole }: { readonly whole: boolean }): void {
  /**
   * Every family through its own calls, as the model declares it: added, found by each of its searches and in each of its
   * orders, read, edited, removed; by a user bound to somebody else and from another tenant nothing of that. Families to
   * come are covered by themselves.
   */

  /** Rows of each table: references point to the first ten, the rest are named by nothing and may be removed. */
  const ROWS = 40
  /** As many rows are in as many states: more than any family has. */
  const STATES = 12
  /** An unused id. */
  const STRANGER = '987654321'
  const USER_TYPE = { company: 2, fiscalTax: 3, provider: 4 } as const
  /** Who is bound to a party that owns nothing here; an employee, whose account is no employee's. */
  const strangerOf = (party: Party): [roles: string[], bound: object] =>
    party === 'employee'
      ? [['administrator', party], { userType: 1 }]
      : [['administrator'], { userType: USER_TYPE[party], [party]: STRANGER }]

  /**
   * What a row has to be before its fields may all be edited by one person: names stay while an e-sign account is asked for or
   * in use, and two change who a certified doctor is.
   */
  const READY: Readonly<Record<string, string>> = Object.fromEntries(
    ['authentication_doctor', 'entrusted_company'].map((table) => [
      table.replace(/_(.)/, (_, c: string) => c.toUpperCase()),
      `update ${table} set esign_status = 0, esign_progress = 0${table === 'authentication_doctor' ? ', cert_status = 0' : ''} where id = $1`,
    ]),
  )

  let t: TestApp
  let tenantId: string
  /** Ids that are there, by resource; those that nothing refers to last. */
  const ids: Record<string, readonly string[]> = {}
  let admin: Client
  let platform: Client
  let other: Client
  const bound = new Map<Party, Client>()

  const families = [...resources.values()].filter((r) => r.operations.includes('view'))

  const chosen = whole ? families : covering(families, (r) => familyFeatures(r, partyNames))

  /** What people choose of a record's own company, and what that company follows from. */
  const shared = new Set(
    families.flatMap((r) => {
      const names = r.operations.includes('add') ? oneCompanyOf(r) : []
      const named =
        names.length === 0 ? [] : [...names, companyBy(r) ?? ''].map((name) => r.fields[name] as Field | undefined)
      return named.flatMap((f) => (f && (isRef(f) || isRefs(f)) && f.facts.readOnly !== 'always' ? [f.to] : []))
    }),
  )

  /**
   * Filled rows fit together: what is named is of the company that new records are given, who refers to one of the resources of a table refers to one of its rows, and where lists are
   * searched by the name of another record it is that record's own.
   */
  async function connect(tx: Tx, r: Resource): Promise<void> {
    const set = async (name: string, value: string): Promise<void> => {
      const where = ['tenant_id = $1', ...variantSql(r)].join(' and ')
      await tx.query(`update ${quoted(tableOf(r))} x set ${quoted(columnOf(name))} = ${value} where ${where}`, [
        tenantId,
      ])
    }
    if (!isTenant(r)) return
    for (const [name, f] of Object.entries<Field>(r.fields)) {
      const to = isRef(f) ? resources.get(f.to) : undefined
      const single = (r.unique ?? []).some((names) => names.map(String).includes(name))
      const own = to && variantSql(to).length > 0 && !single ? (ids[to.id] ?? []) : []
      if (own.length > 0) await set(name, `(array[${own.join()}]::bigint[])[1 + x.id % ${own.length}]`)
    }
    const company = shared.has(r.id) ? companyField(r) : null
    if (company) await set(company, String(ids.entrustedCompany?.at(-1)))
    for (const name of lifecycles.has(r.id) ? statusNames(r) : []) {
      const f = r.fields[name]
      const values = f && isChoice(f) ? Object.keys(f.values).map((v) => literal(choiceOf(f, v))) : []
      if (values.length > 0) await set(name, `(array[${values.join()}])[1 + x.id % ${values.length}]`)
    }
    // activities are planned in a budget that is in force: those that new ones name
    if (r.id === 'budgetOrder')
      await tx.query('update budget_order set budget_status = 2 where tenant_id = $1 and id > $2', [
        tenantId,
        ids[r.id]?.at(-1 - STATES),
      ])
    // the last of what there is one of at most are not there yet
    const alone = (r.unique ?? []).some((names) => names.every((name) => isRef(r.fields[name] as Field)))
    if (alone) {
      ids[r.id] = ids[r.id]?.slice(0, ROWS - STATES) ?? []
      await tx.query(`delete from ${quoted(tableOf(r))} where tenant_id = $1 and id > ${ROWS - STATES}`, [tenantId])
    }
    for (const name of Object.keys(r.fields)) {
      const ref = nameOfRef(r, name)
      const there = ref && `y.tenant_id = x.tenant_id and y.id = x.${quoted(columnOf(ref.by))}`
      if (ref)
        await set(name, `(select y.${quoted(columnOf(ref.to.name))} from ${quoted(tableOf(ref.to))} y where ${there})`)
    }
  }

  beforeAll(async () => {
    t = await testApp()
    tenantId = await t.newTenant()
    admin = await t.signIn(tenantId, 'administrator')
    await t.db.owner(async (tx) => {
      // the roles of a new tenant have small numbers already
      for (const r of tenantTables) if (r.id !== 'role') await fill(tx, r, tenantId, ROWS)
      // INV-46: enough for all doctors that stand below a plan, and for those that are added
      await tx.query('update activity_plan set plan_search_num = 1000000 where tenant_id = $1', [tenantId])
      const stored = [...resources.values()].filter((r) => r.view === undefined)
      for (const r of stored) {
        const where = ['is_deleted = 0', ...variantSql(r), ...(isTenant(r) ? [`tenant_id = '${tenantId}'`] : [])]
        const rows = await tx.query<{ id: string }>(
          `select x.id::text from ${quoted(tableOf(r))} x where ${where.join(' and ')} order by x.id limit ${ROWS}`,
        )
        ids[r.id] = rows.map(({ id }) => id)
      }
      for (const r of stored) await connect(tx, r)
      // plans, accounts and users are only of companies that were admitted
      await tx.query('update entrusted_company set audit_status = 1, enable_status = 1 where tenant_id = $1', [
        tenantId,
      ])
      await tx.query('update activity_service_project set enable_status = 1 where tenant_id = $1', [tenantId])
      // files that nothing holds yet
      await tx.query(`update "attach" set create_user = $1, extension = 'png' where tenant_id = $2`, [
        admin.userId,
        tenantId,
      ])
      await tx.query('delete from "attach_use" where tenant_id = $1', [tenantId])
      await installTenant(tx, { tenantId: PLATFORM_TENANT, name: '平台' })
    })
    other = await t.signIn(await t.newTenant(), 'administrator')
    platform = await t.signIn(PLATFORM_TENANT, 'administrator')
    for (const party of partyNames) bound.set(party, await t.signIn(tenantId, ...strangerOf(party)))
  })
  afterAll(() => t?.app.close())

  type Generic = 'page' | 'list' | 'detail' | 'add' | 'submit' | 'update' | 'remove'

  /** Generic calls that have their own address; of several names of one (aliases) the canonical one. */
  const generic = new Map(
    [...routes().values()]
      .filter((x) => x.kind === 'generic')
      .reverse()
      .map((x) => [`${x.resource} ${x.operation}`, x]),
  )
  const callOf = (r: Resource, operation: Generic) => generic.get(`${r.id} ${operation}`)

  async function ask(who: Client, r: Resource, operation: Generic, params: Record<string, unknown>): Promise<Answer> {
    const call = callOf(r, operation)
    if (!call) throw new Error(`${r.id} has no ${operation}`)
    return call.method === 'GET' ? who.get(call.path, params as never) : who.post(call.path, params)
  }

  /** What is declared and has no rules yet says so to everybody. */
  const isClosed = (answer: Answer): boolean => answer.status === 409 && answer.msg.includes('暂未开放')

  const said = (answer: Answer): string => `${answer.status} ${answer.raw.slice(0, 300)}`

  /** The ids that a list answers, or what it answers instead. */
  async function listed(
    who: Client,
    r: Resource,
    params: Record<string, unknown>,
  ): Promise<readonly string[] | string> {
    const answer = await ask(who, r, callOf(r, 'page') ? 'page' : 'list', { size: 100, ...params })
    return answer.status === 200 ? ((answer.data as Page).records ?? []).map((row) => String(row.id)) : said(answer)
  }

  /** A time of the wire so many days later. */
  const later = (time: unknown, days: number): string =>
    wallClock((instantOf(String(time)) ?? Number.NaN) + days * 86_400_000).slice(0, String(time).length)

  const asked = new Set<string>()
  /**
   * Whether a list is to be asked by a field. PostgreSQL asks all of them; while the suite is shared, the embedded database
   * those of a kind and a sort of table that were not asked yet: they are the same statement.
   */
  function isAsked(how: 'search' | 'sort', r: Resource, name: string): boolean {
    if (whole) return true
    const kind = (r.fields[name] as Field | undefined)?.kind ?? name
    const key = [
      how,
      kind,
      r.scope ?? 'tenant',
      r.view !== undefined,
      r.variantOf !== undefined,
      r.unique !== undefined,
    ].join()
    return asked.size < asked.add(key).size
  }

  /** What is wrong with one family. */
  async function faultsOf(r: Resource): Promise<string[]> {
    const faults: string[] = []
    const expected = (what: string, is: unknown, want: unknown): void => {
      const [a, b] = [is, want].map((x) => JSON.stringify(x))
      if (a !== b) faults.push(`${what}: ${String(a).slice(0, 400)}, not ${b}`)
    }
    const status = (what: string, answer: Answer, ...want: readonly number[]): void => {
      if (!want.includes(answer.status)) faults.push(`${what}: ${said(answer)}, not ${want.join(' or ')}`)
    }
    /** Is refused at a field of times that end before they begin. */
    const refused = (what: string, answer: Answer, at: string): void => {
      const said_ = Object.keys((answer.data ?? {}) as object)
      if (answer.status !== 400 || !said_.includes(at)) faults.push(`${what}: ${said(answer)}, not 400 at ${at}`)
    }
    const who = r.scope === 'platform' ? platform : admin
    let id: string | undefined
    if (callOf(r, 'add')) {
      const kind = shownBy(r)[0]
      const add = (back: number) =>
        ask(who, r, 'add', { ...newRecord(kind ?? r, ids, back), ...(kind ? fixedValues(kind) : {}) })
      let answer = await add(0)
      // what belongs to another record may be added in some of its states only
      for (let back = 1; back < STATES && answer.status === 409 && !isClosed(answer); back++) answer = await add(back)
      if (!isClosed(answer)) status('add', answer, 200)
      if (answer.status === 200) id = String((answer.data as WireRow).id)
      for (const { start, end } of isClosed(answer) ? [] : spansWritten(kind ?? r, 'add')) {
        const times = newRecord(kind ?? r, ids)
        const wrong = { ...times, ...(kind ? fixedValues(kind) : {}), [end]: later(times[start], -1) }
        refused(`add with ${end} before ${start}`, await ask(who, r, 'add', wrong), end)
      }
    }
    const made = id !== undefined
    // what is written through an overview is written as what it shows
    const from = editableIn(shownBy(r)[0] ?? r, 'edit')
    const rowOf = async (one: string): Promise<WireRow> => (await ask(who, r, 'detail', { id: one })).data as WireRow
    id ??= ids[r.id]?.at(-1) ?? (await listed(who, r, {}))[0]
    if (id === undefined && (callOf(r, 'page') ?? callOf(r, 'list'))) {
      // nothing can be found, and each search and sort is asked all the same
      const questions = [
        ...filtersOf(r).flatMap((name) => {
          const f = filterOf(r, name) as Field
          return kindOf(f).compared === 'never' ? [] : [{ [name]: String(sampleOf(f).nth(7, f)) }]
        }),
        ...sortsOf(r).flatMap((name) => [{ ascs: name }, { descs: name }]),
      ]
      for (const params of questions) expected(`list by ${JSON.stringify(params)}`, await listed(who, r, params), [])
    }
    if (id === undefined || !callOf(r, 'detail')) return faults
    const detail = await ask(who, r, 'detail', { id })
    status('detail', detail, 200)
    if (detail.status !== 200) return faults
    const row = detail.data as WireRow
    expected('detail', row.id, id)

    // one number may be that of rows of several tables that a view shows
    const several = r.view !== undefined && (await listed(who, r, { ids: id })).length > 1
    for (const name of filtersOf(r)) {
      const f = filterOf(r, name) as Field
      const value = name === 'id' ? id : row[name]
      const empty =
        value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
      if (kindOf(f).compared === 'never' || !isAsked('search', r, name)) continue
      const sought = empty ? String(sampleOf(f).nth(7, f)) : String(value)
      const found = await listed(who, r, { ids: id, [name]: sought })
      if (empty) {
        if (typeof found === 'string') faults.push(`search by ${name}: ${found}`)
        continue
      }
      expected(`search by ${name} (${bareOperator(f)} ${sought})`, several ? [found[0]] : found, [id])
      if (several) continue
      if (operatorsOf(f).includes('notequal'))
        expected(
          `search by ${name} other than ${sought}`,
          await listed(who, r, { ids: id, [`${name}_notequal`]: sought }),
          [],
        )
      else if (!isChoice(f))
        expected(
          `search by ${name} of another`,
          await listed(who, r, { ids: id, [`${name}_equal`]: sampleOf(f).nth(77_778, f) }),
          [],
        )
    }
    // the first of a page are those of a whole list only where there are fewer
    const some = { ids: [id, ...(ids[r.id] ?? [])].join() }
    for (const name of sortsOf(r)) {
      if (!isAsked('sort', r, name)) continue
      const [up, down] = [await listed(who, r, { ...some, ascs: name }), await listed(who, r, { ...some, descs: name })]
      if (typeof up === 'string' || typeof down === 'string') faults.push(`sort by ${name}: ${up} ${down}`)
      else expected(`sort by ${name}`, up, [...down].reverse())
    }

    for (const [party, client] of bound) {
      if (scopeOf(r)[party] === 'open' || r.scope === 'global') continue
      expected(`list of another ${party}`, await listed(client, r, { ids: id }), [])
      status(`detail of another ${party}`, await ask(client, r, 'detail', { id }), 404)
      if (callOf(r, 'update'))
        status(`edit by another ${party}`, await ask(client, r, 'update', { ...changed(r, row), id }), 403, 404)
      if (callOf(r, 'remove'))
        status(`removal by another ${party}`, await ask(client, r, 'remove', { ids: id }), 403, 404)
    }
    if (r.scope !== 'global') {
      const answers = await listed(other, r, { ids: id })
      if (r.scope === 'platform') expect(typeof answers === 'string' || answers.length === 0).toBe(true)
      else expected('list of another tenant', answers, [])
      status('detail of another tenant', await ask(other, r, 'detail', { id }), 403, 404)
      if (callOf(r, 'update'))
        status('edit from another tenant', await ask(other, r, 'update', { ...changed(r, row), id }), 403, 404)
      if (callOf(r, 'remove'))
        status('removal from another tenant', await ask(other, r, 'remove', { ids: id }), 403, 404)
    }
    expected('after all that', await rowOf(id), row)

    if (callOf(r, 'update') && from) {
      let edited: WireRow | undefined = isInState(from, row) ? row : undefined
      for (const one of edited ? [] : [...(ids[r.id] ?? [])].reverse()) {
        const candidate = await rowOf(one)
        if (isInState(from, candidate)) edited = candidate
        if (edited) break
      }
      if (!edited) faults.push('no row to edit')
      else {
        const [ready, prepared] = [READY[r.id], String(edited.id)]
        if (ready) await t.db.owner((tx) => tx.query(ready, [prepared]))
        edited = await rowOf(prepared)
        const say = { ...changed(r, edited), id: edited.id }
        const stale = await ask(who, r, 'update', { ...say, version: Number(edited.version) + 1 })
        status('stale edit', stale, 409)
        // a form compares it with what it began with, field by field
        const now: Readonly<Record<string, unknown>> = (stale.data as Partial<Conflict> | null)?.row ?? {}
        const differ = Object.keys(edited).filter(
          (name) => name !== MADE && !isDeepStrictEqual(now[name], (edited as WireRow)[name]),
        )
        expected('what differs from the record of a stale edit', differ, [])
        expected('after a stale edit', await rowOf(String(edited.id)), edited)
        const answer = await ask(who, r, 'update', { ...say, version: edited.version })
        status('edit', answer, 200)
        if (
          answer.status === 200 &&
          Object.keys(say).length > 1 &&
          !(answer.data as { changeRequest?: unknown }).changeRequest
        )
          expected(
            'version after an edit',
            Number((await rowOf(String(edited.id))).version),
            Number(edited.version) + 1,
          )
        for (const { start, end } of spansWritten(shownBy(r)[0] ?? r, 'edit')) {
          const { [start]: from, [end]: until } = await rowOf(String(edited.id))
          const move = (values: object) => ask(who, r, 'update', { ...values, id: edited?.id })
          refused(`${end} moved before ${start}`, await move({ [end]: later(from, -1) }), end)
          refused(`${start} moved after ${end}`, await move({ [start]: later(until, 1) }), start)
          // what waits for a second person would wait before its removal
          if (r.fields[end]?.facts.dualControl) continue
          status('both moved', await move({ [start]: later(until, 1), [end]: later(until, 2) }), 200)
        }
      }
    }
    if (callOf(r, 'remove') && made) {
      const gone = editableIn(shownBy(r)[0] ?? r, 'delete')
      const answer = await ask(who, r, 'remove', { ids: id })
      status('removal', answer, gone && isInState(gone, row) ? 200 : 409)
      if (answer.status === 200 && answer.data === null) {
        status('detail of what is removed', await ask(who, r, 'detail', { id }), 404)
        expected('list of what is removed', await listed(who, r, { ids: id }), [])
      }
    }
    return faults
  }

  it('parties are the resources that users are bound to', () => expect(Object.keys(PARTIES)).toEqual([...partyNames]))

  describe('through its calls', () => {
    it.each(chosen.map((r) => [r.id, r] as const))('%s', async (_, r) => {
      expect(await faultsOf(r)).toEqual([])
    })
  })

  it('the database keeps nothing that ends before it begins', async () => {
    const kept: string[] = []
    for (const r of resources.values()) {
      for (const { start, end } of r.view === undefined && isTenant(r) ? spansOf(r.fields) : []) {
        const [from, until] = [start, end].map((name) => quoted(columnOf(name)))
        const wrong = `update ${quoted(tableOf(r))} set ${until} = ${from} - interval '1 day' where tenant_id = '${tenantId}'`
        const code = await t.db.owner((tx) => tx.query(wrong)).then(() => 'kept', sqlState)
        if (code !== '23514') kept.push(`${r.id}.${end}: ${code}`)
      }
    }
    expect(kept).toEqual([])
  })

  it('no number of a person and no account stands in any table as it was sent', async () => {
    // sixteen digits within the hash of a token are no account
    const sent = '(^|[^0-9A-Za-z])(62[0-9]{14}|11010519491231002X)([^0-9A-Za-z]|$)'
    expect(await tablesHolding(t.db, sent)).toEqual([])
    const encrypted = await tablesHolding(t.db, encrypt({ tenantId, kind: 'idCard' }, '11010519491231002X'))
    expect(encrypted).toEqual(expect.arrayContaining(['audit_trail', 'entrusted_company', 'entrusted_employee']))
  })
}
