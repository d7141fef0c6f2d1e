import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../../src/model/business.ts'
import { changeRequest } from '../../../src/model/desk/changeRequest.ts'
import { type Field, isChoice, isRef } from '../../../src/model/language/fields/field.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { rowsOf } from '../../../src/model/wire/columns.ts'
import type {
  Page,
  RequestedChange,
  Selection,
  Slice,
  Total,
  WireRow,
  WireTable,
} from '../../../src/model/wire/wire.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { encrypt } from '../../../src/server/core/secrets/fieldCipher.ts'
import { parseKeys, setKeys } from '../../../src/server/core/settings/secrets.ts'
import { startHeartbeat } from '../../../src/server/database/keys/instances.ts'
import { rekey } from '../../../src/server/database/keys/rekey.ts'
import { columnOf, quoted, tableOf } from '../../../src/server/database/names.ts'
import { creditCodeOf } from '../../../src/server/seed/values/numbers.ts'
import type { Change } from '../../../src/server/writing/unitOfWork/rows.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'
import { tablesHolding } from '../store/dump.ts'
import { fill } from '../store/fill.ts'

const { requestStatus } = statesOf(changeRequest)

/** What a refused read of rows counts as. */
const NOTHING: WireTable = { columns: [], values: [] }

let t: TestApp
let tenantId: string
/** Edits companies; asks. */
let ops: Client
/** Decides. */
let finance: Client
let admin: Client

beforeAll(async () => {
  t = await testApp()
  tenantId = await t.newTenant()
  ops = await t.signIn(tenantId, 'ops', { realName: '甲运营' })
  finance = await t.signIn(tenantId, 'finance', { realName: '乙财务' })
  admin = await t.signIn(tenantId, 'administrator', { realName: '丙管理' })
})
afterAll(() => t?.app.close())

const COMPANY = 'blade-csc/entrustedCompany'
const REQUEST = 'blade-changeRequest'
const ACCOUNT = '6222021234567890'
type Asked = WireRow & { changeRequest?: RequestedChange }

let n = 0
/** A company with account …1111 and the usual fee rate. */
async function company(who = ops): Promise<WireRow> {
  n += 1
  const made = await who.post<WireRow>(`${COMPANY}/submit`, {
    name: `企业${n}`,
    socialCreditCode: creditCodeOf(50_000 + n),
    legalPerson: '王',
    bankName: '一行',
    bankAccount: '6222020000001111',
    platformFeeRate: '0.06',
  })
  expect(made.status, made.msg).toBe(200)
  expect(made.data).not.toHaveProperty('changeRequest')
  return made.data
}
const edit = (who: Client, id: string, values: object, headers = {}): Promise<Answer<Asked>> =>
  who.post(`${COMPANY}/submit`, { id, ...values }, {}, headers)
const ask = async (id: string, values: object = { platformFeeRate: '0.08' }): Promise<RequestedChange> => {
  const answer = await edit(ops, id, values)
  expect(answer.data.changeRequest, answer.msg).toBeDefined()
  return answer.data.changeRequest as RequestedChange
}
const review = (who: Client, id: string, status: 1 | 2, more: object = {}, headers = {}): Promise<Answer> =>
  who.post(`${REQUEST}/review`, { ids: id, status, ...more }, {}, headers)
/** An account as its column keeps it. */
const kept = (account: string) => encrypt({ tenantId, kind: 'sealed' }, account)
const stored = async (id: string, table = 'entrusted_company') =>
  (
    await t.db.scoped(
      { tenantId },
      { text: `select * from "${table}" where tenant_id = $1 and id = $2`, values: [tenantId, id] },
    )
  )[0] as Record<string, unknown>
const historyOf = async (bizType: string, bizId: string) =>
  (await finance.get<Page<WireRow>>('blade-approvalHistory/list', { bizType, bizId, size: 50 })).data.records

/** A role of the tenant with these permissions and nothing else. */
/** Branch numbers of banks that there are. */
const BRANCHES = ['102100099996', '308584000013'] as const
const role = (...permissions: string[]) => t.newRole(tenantId, permissions)

describe('an edit of a dual-controlled field', () => {
  it('waits as a whole, and says so; the record is as it was', async () => {
    const { id } = await company()
    const answer = await edit(ops, id, {
      bankAccount: ACCOUNT,
      shortName: '简称',
      version: 0,
      changeRemark: '客户来函',
    })
    expect(answer).toMatchObject({
      status: 200,
      code: 200,
      success: true,
      data: { id, version: 0, bankAccount: '****1111', shortName: '' },
    })
    const { code } = answer.data.changeRequest as RequestedChange
    expect(code).toMatch(/^CR\d{14}$/)
    expect(answer.msg).toBe(`已提交复核（${code}），须由另一人复核后生效`)
    expect(await stored(id)).toMatchObject({ bank_account: kept('6222020000001111'), short_name: null, version: 0 })
    const asked = (await finance.get<WireRow>(`${REQUEST}/detail`, { id: answer.data.changeRequest?.id })).data
    expect(asked).toMatchObject({
      bizType: 'entrustedCompany',
      bizId: id,
      requestType: 1,
      requestStatus: requestStatus.pending,
      requesterName: '甲运营',
      remark: '客户来函',
    })
    expect(asked.changes).toEqual(
      expect.arrayContaining([
        { field: 'shortName', from: null, to: '简称' },
        { field: 'bankAccount', from: '****1111', to: '****7890' },
      ]),
    )
    expect(
      (await edit(ops, (await company()).id, { platformFeeRate: '0.08' }, { 'accept-language': 'en' })).msg,
    ).toMatch(/^Sent for a second person's approval \(CR\d{14}\)$/)
  })

  it('waits through every call, whoever sends it, for every dual-controlled field', async () => {
    const declared = [...resources.values()].flatMap((r) =>
      Object.entries<Field>(r.fields).flatMap(([name, f]) =>
        f.facts.dualControl === true ? [[r, name, f] as const] : [],
      ),
    )
    const families = new Set(declared.map(([r]) => r.id))
    for (const id of ['authenticationDoctor', 'entrustedCompany', 'taxItemRate', 'thirdPlatform'])
      expect(families, id).toContain(id)
    const first = 70_000_000
    let next = first
    const other = (await company()).id
    for (const [r, name, f] of declared) {
      next += 10
      await t.db.owner((tx) => fill(tx, r as Resource, tenantId, 1, {}, next))
      const [row] = await t.db.scoped<Record<string, unknown>>(
        { tenantId },
        {
          text: `select * from ${quoted(tableOf(r as Resource))} where tenant_id = $1 and id >= $2 order by id limit 1`,
          values: [tenantId, next],
        },
      )
      const before = row?.[columnOf(name)]
      const partner = newId()
      if (f.kind === 'ref')
        await t.db.owner((tx) =>
          tx.query(
            `insert into "third_platform" (tenant_id, id, code, name, third_type) values ($1, $2::bigint, $2::text, $2::text, 1)`,
            [tenantId, partner],
          ),
        )
      const to: Readonly<Record<string, unknown>> = {
        text: f.facts.means === 'bankBranch' ? BRANCHES[next % 20 === 0 ? 1 : 0] : `新${next}`.slice(0, 16),
        sealed: `62${next}`,
        rate: '0.123456',
        money: '123.45',
        choice: isChoice(f) ? Number(Object.keys(f.values).find((value) => value !== String(before))) : undefined,
        flag: before === 1 ? 0 : 1,
        // of what begins and ends, either way apart, with a month
        date: f.facts.notBefore ? '2031-01-31' : '2019-02-01',
        ref: isRef(f) && f.to === 'entrustedCompany' ? other : partner,
        integer: 77,
        points: 77,
      }
      expect(to[f.kind], `${r.id}.${name}: a value of kind ${f.kind}`).toBeDefined()
      const asked: unknown[] = []
      for (const door of ['submit', 'update'] as const) {
        const answer = await admin.post<Asked>(`${r.calls[0]}/${door}`, { id: row?.id, [name]: to[f.kind] })
        expect(
          [answer.status, answer.data?.changeRequest !== undefined],
          `${r.id}.${name} by ${door}: ${answer.msg}`,
        ).toEqual([200, true])
        asked.push(answer.data.changeRequest)
      }
      // the second call meets the request of the first
      expect(asked[1], `${r.id}.${name}`).toEqual(asked[0])
      const again = await stored(String(row?.id), tableOf(r as Resource))
      expect([again[columnOf(name)], again.version], `${r.id}.${name}`).toEqual([before, row?.version])
    }
  }, 300_000)

  it('waits no more than the edit needs: other fields, equal values and masked forms are written at once', async () => {
    const { id } = await company()
    const answer = await edit(ops, id, { shortName: '别名', platformFeeRate: '0.060', bankAccount: '****1111' })
    expect(answer.data).toMatchObject({ shortName: '别名', version: 1 })
    expect(answer.data).not.toHaveProperty('changeRequest')
  })

  it('is refused as any other edit, before anybody is asked: wrong values, a stale version, what is out of reach', async () => {
    const { id } = await company()
    expect((await edit(ops, id, { platformFeeRate: '1.5' })).status).toBe(400)
    expect((await edit(ops, id, { platformFeeRate: '0.5', version: 7 })).status).toBe(409)
    expect((await edit(finance, id, { platformFeeRate: '0.5' })).status).toBe(403)
    const stranger = await t.signIn(await t.newTenant(), 'administrator')
    expect((await edit(stranger, id, { platformFeeRate: '0.5' })).status).toBe(404)
    expect((await finance.get<Page>(`${REQUEST}/list`, { bizId: id })).data.total).toBe(0)
  })

  it('is requested once: the same edit again, without a key, answers the open request', async () => {
    const { id } = await company()
    const values = { platformFeeRate: '0.07', shortName: '新', changeRemark: '续签' }
    const first = await edit(ops, id, values)
    // `0.070000` is the same value
    for (const same of [values, { ...values, platformFeeRate: '0.070000' }]) {
      const again = await edit(ops, id, same)
      expect([again.status, again.msg, again.data]).toEqual([200, first.msg, first.data])
    }
    expect((await finance.get<Page>(`${REQUEST}/list`, { bizId: id })).data.total).toBe(1)
    const { code } = first.data.changeRequest as RequestedChange
    for (const [who, other] of [
      [admin, values],
      [ops, { ...values, platformFeeRate: '0.071' }],
      [ops, { platformFeeRate: '0.07', changeRemark: '续签' }],
      [ops, { ...values, changeRemark: '另一原因' }],
    ] as const)
      expect(await edit(who, id, other)).toMatchObject({ status: 409, msg: expect.stringContaining(code) })
    // what it does not name makes it no other question
    expect((await edit(admin, id, { contactName: '张' })).data.version).toBe(1)
    expect((await edit(ops, id, values)).data.changeRequest).toEqual(first.data.changeRequest)
  })

  it('shows old and new values in one spelling', async () => {
    const { id } = await company()
    const asked = await ask(id, { platformFeeRate: '0.08' })
    expect((await finance.get<WireRow>(`${REQUEST}/detail`, { id: asked.id })).data.changes).toEqual([
      { field: 'platformFeeRate', from: '0.060000', to: '0.080000' },
    ])
  })

  it('is asked for once: a second request names the first, the same key answers the same', async () => {
    const { id } = await company()
    const key = { 'idempotency-key': `ask-${id}` }
    const first = await edit(ops, id, { platformFeeRate: '0.07' }, key)
    const again = await edit(ops, id, { platformFeeRate: '0.07' }, key)
    expect([again.data, again.msg]).toEqual([first.data, first.msg])
    const { code } = first.data.changeRequest as RequestedChange
    for (const values of [{ platformFeeRate: '0.07' }, { bankName: '二行' }])
      expect(await edit(admin, id, values)).toMatchObject({ status: 409, msg: expect.stringContaining(code) })
    const many = await Promise.all(
      Array.from({ length: 4 }, async () => edit(ops, (await company()).id, { platformFeeRate: '0.07' })),
    )
    expect(many.map((a) => a.status)).toEqual([200, 200, 200, 200])
    const one = (await company()).id
    const race = await Promise.all(
      [ops, admin, ops, admin].map((who, i) => edit(who, one, { platformFeeRate: `0.0${i + 1}` })),
    )
    expect(race.map((a) => a.status).sort()).toEqual([200, 409, 409, 409])
  })
})

describe('a change request', () => {
  it('is applied when another person agrees; history names both', async () => {
    const { id } = await company()
    const asked = await ask(id, { bankAccount: ACCOUNT, bankName: '新行', shortName: '简', platformFeeRate: '0.081' })
    expect((await review(finance, asked.id, 1, { remark: '已电话核实' })).status).toBe(200)
    expect(await stored(id)).toMatchObject({
      bank_account: kept(ACCOUNT),
      bank_name: '新行',
      short_name: '简',
      platform_fee_rate: '0.081000',
      version: 1,
    })
    expect((await finance.get<WireRow>(`${REQUEST}/detail`, { id: asked.id })).data).toMatchObject({
      requestStatus: requestStatus.applied,
      reviewerName: '乙财务',
      reviewRemark: '已电话核实',
      requesterName: '甲运营',
    })
    const [told] = await historyOf('entrustedCompany', id)
    expect(told).toMatchObject({
      action: 'edit',
      operatorName: '乙财务',
      requesterName: '甲运营',
      changeRequestId: asked.id,
      changeRequestCode: asked.code,
      // a sentence is the reader's: history keeps facts
      remark: '',
      recordVersion: '1',
    })
    expect(told?.changes).toEqual(expect.arrayContaining([{ field: 'bankAccount', from: '****1111', to: '****7890' }]))
    expect(await historyOf('changeRequest', asked.id)).toMatchObject([
      { action: 'approve', operatorName: '乙财务', fromStatus: '0', toStatus: '1' },
    ])
    // decided is decided
    expect((await review(finance, asked.id, 1)).status).toBe(409)
    expect((await review(finance, asked.id, 2, { remark: '迟' })).status).toBe(409)
  })

  it('is never decided by who made it, with separation of duties on or off', async () => {
    const asked = await edit(admin, (await company()).id, { platformFeeRate: '0.09' })
    const { id } = asked.data.changeRequest as RequestedChange
    const switchTo = (value: string) =>
      t.db.owner((tx) =>
        tx.query(`update "param" set param_value = $2 where tenant_id = $1 and param_key = 'sod.enabled'`, [
          tenantId,
          value,
        ]),
      )
    for (const value of ['true', 'false']) {
      await switchTo(value)
      expect((await review(admin, id, 1)).status, value).toBe(400)
      expect((await review(admin, id, 2, { remark: '自己' })).status, value).toBe(400)
    }
    await switchTo('true')
    expect((await review(finance, id, 1)).status).toBe(200)
  })

  it('cannot be decided without permission, by another tenant or by a user of the company itself', async () => {
    const { id: companyId } = await company()
    const asked = await ask(companyId)
    const bound = await t.signIn(
      tenantId,
      await role('changeRequest_review', 'changeRequest_view', 'entrustedCompany_view'),
      {
        userType: 2,
        company: '77',
      },
    )
    const other = await t.signIn(await t.newTenant(), 'administrator')
    const blind = await t.signIn(tenantId, await role('changeRequest_review', 'changeRequest_view', 'taxItemRate_view'))
    for (const [who, status] of [
      [await t.signIn(tenantId, 'auditor'), 403],
      [ops, 403],
      [bound, 404],
      [other, 404],
      [blind, 404],
    ] as const)
      expect((await review(who, asked.id, 1)).status).toBe(status)
    expect(await stored(companyId)).toMatchObject({ version: 0 })
  })

  it('is there only for who may see what it changes, through every way in', async () => {
    const { id: companyId } = await company()
    const asked = await ask(companyId)
    const blind = await t.signIn(
      tenantId,
      await role('changeRequest_view', 'changeRequest_review', 'settlementCycle_view'),
    )
    for (const [who, sees] of [
      [finance, 1],
      [blind, 0],
    ] as const) {
      const filter = { bizId: companyId }
      expect((await who.get<Page>(`${REQUEST}/list`, filter)).data.total).toBe(sees)
      expect(
        rowsOf((await who.get<Slice>('rounds/window', { resource: 'changeRequest', ...filter })).data ?? NOTHING),
      ).toHaveLength(sees)
      expect((await who.get<Total>('rounds/total', { resource: 'changeRequest', ...filter })).data.total).toBe(sees)
      expect(
        rowsOf((await who.get<WireTable>('rounds/rows', { resource: 'changeRequest', ids: asked.id })).data ?? NOTHING),
      ).toHaveLength(sees)
      expect((await who.get(`${REQUEST}/detail`, { id: asked.id })).status).toBe(sees ? 200 : 404)
      expect((await who.get<{ id: string }[]>('rounds/search', { q: asked.code })).data.map((f) => f.id)).toEqual(
        sees ? [asked.id] : [],
      )
      const conditions = [{ field: 'bizId', op: 'equal', value: companyId }]
      expect(
        (await who.post<Selection>('rounds/selection', { resource: 'changeRequest', conditions })).data.count,
      ).toBe(sees)
    }
    expect(
      (await blind.get<{ queue: string; total: number }[]>('rounds/queue-counts')).data.find(
        (q) => q.queue === 'changeRequest',
      )?.total,
    ).toBe(0)
  })

  it('and so is the history of what was changed', async () => {
    const { id: companyId } = await company()
    const asked = await ask(companyId)
    expect((await review(finance, asked.id, 1)).status).toBe(200)
    const blind = await t.signIn(tenantId, await role('approvalHistory_view', 'settlementCycle_view'))
    for (const [who, sees] of [
      [finance, 1],
      [blind, 0],
    ] as const) {
      const filter = { bizId: companyId, bizType: 'entrustedCompany' }
      expect((await who.get<Page>('blade-approvalHistory/list', filter)).data.total).toBe(sees)
      const window = { resource: 'approvalHistory', columns: 'changes', ...filter }
      expect(rowsOf((await who.get<Slice>('rounds/window', window)).data ?? NOTHING)).toHaveLength(sees)
    }
  })

  it('shows personal data whole to who may see it at the record, in its detail only', async () => {
    const asked = await ask((await company()).id, { bankAccount: ACCOUNT })
    const trusted = await t.signIn(
      tenantId,
      await role('changeRequest_view', 'entrustedCompany_view', 'entrustedCompany_unmask'),
    )
    const diff = async (who: Client) =>
      (await who.get<WireRow>(`${REQUEST}/detail`, { id: asked.id })).data.changes as Change[]
    expect(await diff(trusted)).toEqual([{ field: 'bankAccount', from: '6222020000001111', to: ACCOUNT }])
    expect(await diff(finance)).toEqual([{ field: 'bankAccount', from: '****1111', to: '****7890' }])
    const listed = await trusted.get<Page<WireRow>>(`${REQUEST}/list`, { code: asked.code })
    expect(listed.raw).not.toContain(ACCOUNT)
    const kept = await t.db.owner((tx) =>
      tx.query<{ all: string }>(
        `select string_agg(x::text, '') as all from (
           select to_jsonb(c) as x from "change_request" c where tenant_id = $1 union all select to_jsonb(h) from "approval_history" h where tenant_id = $1) y`,
        [tenantId],
      ),
    )
    expect(kept[0]?.all).not.toContain(ACCOUNT)
  })

  it('is withdrawn by its requester only; then it may be requested again', async () => {
    const { id } = await company()
    const asked = await ask(id)
    const other = await t.signIn(tenantId, 'ops')
    const withdraw = (who: Client) => who.post(`${REQUEST}/withdraw`, { ids: asked.id })
    expect([(await withdraw(other)).status, (await withdraw(admin)).status, (await withdraw(finance)).status]).toEqual([
      400, 400, 403,
    ])
    expect((await withdraw(ops)).status).toBe(200)
    expect((await review(finance, asked.id, 1)).status).toBe(409)
    expect(await stored(id)).toMatchObject({ version: 0 })
    await ask(id)
  })

  it('is rejected with a reason; the old value stays', async () => {
    const { id } = await company()
    const asked = await ask(id)
    expect((await review(finance, asked.id, 2)).status).toBe(400)
    expect((await review(finance, asked.id, 2, { remark: '账户不符' })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ platform_fee_rate: '0.060000', version: 0 })
  })

  it('is applied though anything else of the record was edited meanwhile, and the record says that it waits', async () => {
    const { id } = await company()
    const asked = await ask(id)
    const detail = (who: Client) => who.get<WireRow>(`${COMPANY}/detail`, { id })
    expect((await detail(ops)).data.changeWaits).toMatchObject({ by: '甲运营', fields: ['platformFeeRate'] })
    expect((await edit(admin, id, { shortName: '改名' })).data.version).toBe(1)
    expect((await review(finance, asked.id, 1)).status).toBe(200)
    expect(await stored(id)).toMatchObject({ platform_fee_rate: '0.080000', short_name: '改名', version: 2 })
    expect((await detail(ops)).data).not.toHaveProperty('changeWaits')
  })

  it('stands in the history of its record beside what was written at once, each told once, personal data masked', async () => {
    const { id } = await company()
    await edit(admin, id, { shortName: '简', contactPhone: '13800138000' })
    expect((await review(finance, (await ask(id)).id, 1)).status).toBe(200)
    const told = (await finance.get<WireRow[]>('rounds/history', { resource: 'entrustedCompany', id })).data
    expect(told.map((h) => [h.action, h.operatorName, h.requesterName ?? ''])).toEqual([
      ['edit', '乙财务', '甲运营'],
      ['edit', '丙管理', ''],
      ['add', '甲运营', ''],
    ])
    const [, written, born] = told.map((h) => h.changes as readonly Change[])
    expect(written).toContainEqual({ field: 'shortName', from: null, to: '简' })
    expect(JSON.stringify(written)).not.toContain('13800138000')
    expect(born).toContainEqual({ field: 'bankAccount', from: '', to: expect.stringMatching(/^\*+1111$/) })
    const other = await t.signIn(await t.newTenant(), 'administrator')
    expect((await other.get('rounds/history', { resource: 'entrustedCompany', id })).status).toBe(404)
    const blind = await t.signIn(tenantId, await role('entrustedCompany_view'))
    expect((await blind.get('rounds/history', { resource: 'entrustedCompany', id })).status).toBe(403)
  })

  it('tells who took the record along and who read its personal data in full, once an hour each', async () => {
    const { id } = await company()
    const reader = await t.signIn(
      tenantId,
      await role('entrustedCompany_view', 'entrustedCompany_unmask', 'entrustedCompany_export', 'approvalHistory_view'),
      { realName: '丁' },
    )
    const plain = await t.signIn(tenantId, await role('entrustedCompany_view'), { realName: '戊' })
    for (const who of [reader, reader, plain]) expect((await who.get(`${COMPANY}/detail`, { id })).status).toBe(200)
    const conditions = [{ field: 'id', op: 'in', value: id }]
    const made = await reader.post('rounds/export', { resource: 'entrustedCompany', format: 'csv', conditions })
    expect(made.status, made.msg).toBe(200)
    const told = (await reader.get<WireRow[]>('rounds/history', { resource: 'entrustedCompany', id })).data
    expect(told.map((h) => [h.action, h.operatorName]).sort()).toEqual([
      ['add', '甲运营'],
      ['export', '丁'],
      ['unmask', '丁'],
    ])
    // who looked is no writer: nobody is told that the record was changed by them
    const late = await edit(ops, id, { shortName: '后', version: 0 })
    expect(late.status, late.msg).toBe(200)
  })

  it('is void, and says why, once what it names was edited, or the record is gone', async () => {
    const status = async (of: string) => {
      const { data } = await finance.get<WireRow>(`${REQUEST}/detail`, { id: of })
      return [data.requestStatus, data.reviewRemark]
    }
    const first = await company()
    const both = await edit(ops, first.id, { platformFeeRate: '0.07', shortName: '甲' })
    const request = (both.data.changeRequest as RequestedChange).id
    expect((await edit(admin, first.id, { shortName: '乙' })).status).toBe(200)
    expect(await status(request)).toEqual([4, '企业简称已被丙管理修改，请重新申请'])
    expect((await review(finance, request, 1)).status).toBe(409)
    expect((await edit(ops, first.id, { platformFeeRate: '0.07' })).data.changeRequest).toBeDefined()
  })

  it('is not applied when what it names was changed behind it, or is gone', async () => {
    const second = await company()
    const other = await ask(second.id)
    await t.db.owner((tx) =>
      tx.query(`update "entrusted_company" set platform_fee_rate = 0.01 where id = $1`, [second.id]),
    )
    const answer = await review(finance, other.id, 1)
    expect(answer).toMatchObject({ status: 409, data: { id: other.id, reason: 'stale' } })
    expect(answer.msg).toContain('平台服务费率')
    await t.db.owner((tx) => tx.query(`update "entrusted_company" set is_deleted = 1 where id = $1`, [second.id]))
    expect((await review(finance, other.id, 1)).status).toBe(400)
    expect((await review(finance, other.id, 2, { remark: '已删除' })).status).toBe(200)
  })

  it('is approved through no door where nobody is ever asked, a ledger, a field that one person may change, or nothing is kept of it', async () => {
    const { id: companyId } = await company()
    const ledgerId = '80000001'
    const ledger = resources.get('handleStatusRecord') as Resource
    await t.db.owner((tx) => fill(tx, ledger, tenantId, 1, {}, Number(ledgerId) - 1))
    for (const [bizType, bizId, type, changed] of [
      ['handleStatusRecord', ledgerId, 1, { bankMsg: '已改' }],
      ['handleStatusRecord', ledgerId, 2, {}],
      ['entrustedCompany', companyId, 1, { shortName: '已改' }],
      ['entrustedCompany', companyId, 1, null],
    ] as const) {
      const id = newId()
      await t.db.owner(async (tx) => {
        await tx.query(
          `insert into "change_request" (tenant_id, id, code, request_type, biz_type, biz_id, record_version, requester_id, request_status)
           values ($1, $2::bigint, 'CR' || $2::text, $3, $4, $5, 0, 1, 0)`,
          [tenantId, id, type, bizType, bizId],
        )
        if (changed)
          await tx.query(
            `insert into "change_request_values" (tenant_id, id, old_values, new_values) values ($1, $2, '{}', $3)`,
            [tenantId, id, changed],
          )
      })
      const about = `${bizType} ${type} ${changed !== null}`
      const msg = changed
        ? '该申请所指的修改或删除不在双人复核之列，不能复核通过，请驳回'
        : '该申请没有保存要修改的内容，不能复核通过，请驳回后重新申请'
      expect(await review(admin, id, 1), about).toMatchObject({ status: 400, msg })
      // the record is as it was; another change of it waits for this one
      if (!changed) expect((await edit(ops, companyId, { platformFeeRate: '0.09' })).status, about).toBe(409)
      const order = { resource: 'changeRequest', transition: 'approve', rows: [{ id }] }
      expect((await admin.post('rounds/batch/preview', order)).data, about).toMatchObject({ allowed: 0, total: 1 })
      const batch = await admin.post<{ id: string }>('rounds/batch', order)
      let state = batch.data as { state?: string; done?: number; failed?: number }
      while (state.state === 'running')
        state = (await admin.get<typeof state>('rounds/batch/state', { id: batch.data.id })).data
      expect(state, about).toMatchObject({ done: 0, failed: 1 })
      expect((await review(admin, id, 2, { remark: '无须复核' })).status, about).toBe(200)
    }
    expect(await stored(companyId)).toMatchObject({ short_name: null, version: 0, is_deleted: 0 })
    expect(await stored(ledgerId, 'handle_status_record')).toMatchObject({ is_deleted: 0 })
  })

  it('is refused by field when another user took a unique value between the check and the write', async () => {
    const { id } = await company()
    const taken = creditCodeOf(60_000)
    const asked = await ask(id, { socialCreditCode: taken, platformFeeRate: '0.08' })
    // as another transaction that commits first
    await t.db.owner(async (tx) => {
      await tx.query(`create function test_taken() returns trigger language plpgsql as $$ begin
        insert into "entrusted_company" (tenant_id, id, name, legal_person, social_credit_code) values (new.tenant_id, new.id + 1, 'x', 'x', new.social_credit_code);
        return new; end $$`)
      await tx.query(
        `create trigger test_taken before update on "entrusted_company" for each row when (new.social_credit_code = '${taken}') execute function test_taken()`,
      )
    })
    try {
      expect(await review(finance, asked.id, 1)).toMatchObject({
        status: 400,
        msg: '统一社会信用代码已存在',
        data: { socialCreditCode: '统一社会信用代码已存在' },
      })
      expect(await stored(id)).toMatchObject({ version: 0, platform_fee_rate: '0.060000' })
    } finally {
      await t.db.owner((tx) => tx.query('drop function test_taken cascade'))
    }
    expect((await review(finance, asked.id, 1)).status).toBe(200)
  })

  it('of a provider belongs to it, and so does the history', async () => {
    const made = await admin.post<WireRow>('blade-csc/thirdPlatform/submit', {
      code: `V${Date.now()}`,
      name: '服务商',
      thirdType: 2,
      bankAccount: '6222020000001111',
    })
    const { id } = made.data
    const answer = await admin.post<Asked>('blade-csc/thirdPlatform/submit', { id, bankAccount: ACCOUNT })
    const asked = answer.data.changeRequest as RequestedChange
    const views = await role('changeRequest_view', 'approvalHistory_view', 'thirdPlatform_view')
    const [its, others] = [
      await t.signIn(tenantId, views, { userType: 4, provider: id }),
      await t.signIn(tenantId, views, { userType: 4, provider: newId() }),
    ]
    expect((await review(finance, asked.id, 1)).status).toBe(200)
    for (const [who, sees] of [
      [its, 1],
      [others, 0],
    ] as const) {
      for (const [bizType, bizId] of [
        ['thirdPlatform', id],
        ['changeRequest', asked.id],
      ])
        expect(
          (await who.get<Page>('blade-approvalHistory/list', { bizType, bizId })).data.total,
          `${bizType} ${sees}`,
        ).toBe(sees)
      expect((await who.get<Page>(`${REQUEST}/list`, { bizId: id })).data.total).toBe(sees)
    }
    const told = await t.db.scoped<{ resource: string; provider: string }>(
      { tenantId },
      {
        text: 'select resource, provider from "outbox" where tenant_id = $1 and record_id = any($2::bigint[]) order by id',
        values: [tenantId, [id, asked.id]],
      },
    )
    expect(told.map((row) => [row.resource, String(row.provider)])).toEqual([
      ['thirdPlatform', id],
      ['changeRequest', id],
      ['changeRequest', id],
      ['thirdPlatform', id],
    ])
  })

  it('is applied once, by one of many deciders, or withdrawn', async () => {
    const reviewers = [finance, await t.signIn(tenantId, 'finance'), admin]
    for (let round = 0; round < 4; round++) {
      const { id } = await company()
      const asked = await ask(id)
      const ended = await Promise.all([
        ...reviewers.map((who) => review(who, asked.id, 1)),
        review(finance, asked.id, 2, { remark: '慢' }),
        ops.post(`${REQUEST}/withdraw`, { ids: asked.id }),
      ])
      expect(ended.filter((e) => e.status === 200)).toHaveLength(1)
      const now = await stored(id)
      const applied = ended.slice(0, 3).some((e) => e.status === 200)
      expect([now.version, now.platform_fee_rate]).toEqual(applied ? [1, '0.080000'] : [0, '0.060000'])
    }
  })

  it('is applied once for its key, and in a batch row by row', async () => {
    const { id } = await company()
    const asked = await ask(id)
    const key = { 'idempotency-key': `review-${id}` }
    const first = await review(finance, asked.id, 1, {}, key)
    expect((await review(finance, asked.id, 1, {}, key)).data).toEqual(first.data)
    expect(await stored(id)).toMatchObject({ version: 1 })
    const [good, bad] = [
      await ask((await company()).id),
      await edit(admin, (await company()).id, { platformFeeRate: '0.1' }),
    ]
    const own = bad.data.changeRequest as RequestedChange
    const batch = await admin.post<{ id: string; state: string }>('rounds/batch', {
      resource: 'changeRequest',
      transition: 'approve',
      rows: [{ id: good.id }, { id: own.id }],
    })
    let state = batch.data as { state: string; done?: number; failed?: number }
    while (state.state === 'running')
      state = (await admin.get<typeof state>('rounds/batch/state', { id: batch.data.id })).data
    expect(state).toMatchObject({ done: 1, failed: 1 })
  })
})

describe('a deletion of a record with dual-controlled values', () => {
  const RATE = 'blade-base/taxItemRate'
  const rate = async (values: object = {}) => {
    n += 1
    return (
      await admin.post<WireRow>(`${RATE}/submit`, {
        taxItemCode: `X${n}`,
        taxItemName: '讲课费',
        vatRate: '0.03',
        ...values,
      })
    ).data
  }

  it('waits, so that one user cannot delete a rate and add another in its place', async () => {
    const { id } = await rate()
    const answer = await admin.post<{ changeRequests: RequestedChange[] }>(`${RATE}/remove`, { ids: id })
    expect(answer).toMatchObject({ status: 200, msg: expect.stringContaining('已提交复核') })
    const [asked] = answer.data.changeRequests
    expect(await stored(id, 'tax_item_rate')).toMatchObject({ is_deleted: 0, version: 0 })
    const again = await admin.post<{ changeRequests: RequestedChange[] }>(`${RATE}/remove`, { ids: id })
    expect([again.status, again.data.changeRequests]).toEqual([200, [asked]])
    const tax = await t.signIn(tenantId, 'tax')
    expect((await tax.post(`${RATE}/remove`, { ids: id })).status).toBe(409)
    expect((await review(admin, String(asked?.id), 1)).status).toBe(400)
    expect((await review(finance, String(asked?.id), 1)).status).toBe(200)
    expect(await stored(id, 'tax_item_rate')).toMatchObject({ is_deleted: 1, version: 1 })
    expect((await historyOf('taxItemRate', id))[0]).toMatchObject({
      action: 'remove',
      operatorName: '乙财务',
      requesterName: '丙管理',
      changeRequestCode: asked?.code,
    })
  })

  it('is refused where the record is needed, when it is asked for and when it is agreed to', async () => {
    const partner = (
      await admin.post<WireRow>('blade-csc/thirdPlatform/submit', {
        code: `P${Date.now()}`,
        name: '州',
        thirdType: 1,
        bankAccount: ACCOUNT,
      })
    ).data
    const asked = await admin.post<{ changeRequests: RequestedChange[] }>('blade-csc/thirdPlatform/remove', {
      ids: partner.id,
    })
    await rate({ fiscalTaxId: partner.id })
    expect((await review(finance, String(asked.data.changeRequests[0]?.id), 1)).status).toBe(400)
    expect(await stored(partner.id, 'third_platform')).toMatchObject({ is_deleted: 0 })
    const free = (
      await admin.post<WireRow>('blade-csc/thirdPlatform/submit', {
        code: `Q${Date.now()}`,
        name: '无账户',
        thirdType: 2,
      })
    ).data
    expect(await admin.post('blade-csc/thirdPlatform/remove', { ids: free.id })).toMatchObject({
      status: 200,
      msg: '操作成功',
    })
    expect(await stored(free.id, 'third_platform')).toMatchObject({ is_deleted: 1 })
  })
})

describe('what is encrypted', () => {
  it('stands nowhere in plain text, and is written anew when the key changes, also what waits for a second person', async () => {
    const { id } = await company()
    const asked = await ask(id, { bankAccount: '6222021234567999', shortName: '换' })
    expect(await tablesHolding(t.db, '622202[0-9]{10}')).toEqual([])
    expect(await tablesHolding(t.db, kept('6222021234567999'))).toEqual(['change_request_values'])
    const mine = `test:${Buffer.alloc(32, 7).toString('base64')}`
    const next = `next:${randomBytes(32).toString('base64')}`
    try {
      setKeys(parseKeys(`${next},${mine}`))
      // of two keys either is found, and what is taken stays taken
      expect((await company()).bankAccount).toBe('****1111')
      // an instance that started with the earlier key would go on writing with it
      setKeys(parseKeys(mine))
      const end = await startHeartbeat({ ...t.context, instance: 'host-1-earlier' })
      setKeys(parseKeys(`${next},${mine}`))
      await expect(rekey(t.db)).rejects.toThrow('host-1-earlier (key test')
      expect(await tablesHolding(t.db, '~test~')).not.toEqual([])
      await end()
      expect(await rekey(t.db)).toBeGreaterThan(0)
      expect(await rekey(t.db)).toBe(0)
      expect(await tablesHolding(t.db, '~test~')).toEqual([])
      setKeys(parseKeys(next))
      expect((await review(finance, asked.id, 1)).status).toBe(200)
      expect(await stored(id)).toMatchObject({ bank_account: kept('6222021234567999'), version: 1 })
      setKeys(parseKeys(mine))
      expect((await ops.get(`${COMPANY}/detail`, { id })).status).toBe(500)
    } finally {
      setKeys(parseKeys(`${mine},${next}`))
      await rekey(t.db)
      setKeys(parseKeys(mine))
    }
    expect((await ops.get<WireRow>(`${COMPANY}/detail`, { id })).data).toMatchObject({ bankAccount: '****7999' })
  })

  it('is refused by the database in plain text, whoever writes', async () => {
    const { id } = await company()
    await expect(
      t.db.owner((tx) => tx.query('update "entrusted_company" set bank_account = $2 where id = $1', [id, ACCOUNT])),
    ).rejects.toMatchObject({ code: '23514' })
  })
})
