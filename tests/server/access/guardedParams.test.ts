import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  guardedParamOf,
  guardedParams,
  guardedValue,
  lookalikeOf,
  valueInForce,
} from '../../../src/model/administration/system/guardedParams.ts'
import { declaredParams } from '../../../src/model/administration/system/params.ts'
import type { Page, WireRow } from '../../../src/model/wire/wire.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { refreshParams } from '../../../src/server/domains/administration/access/install.ts'
import { outfitTenant } from '../../../src/server/domains/administration/access/outfit/outfit.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'

let t: TestApp
let tenant: string
let admin: Client
/** The second person. */
let second: Client
beforeAll(async () => {
  t = await testApp()
  tenant = await t.newTenant()
  admin = await t.signIn(tenant, 'administrator', { realName: '甲管理' })
  second = await t.signIn(tenant, 'administrator', { realName: '乙管理' })
})
afterAll(() => t?.app.close())

const CALL = 'blade-system/param'
const KEY = 'sod.enabled'
const rowsOf = async (who = admin, key = KEY): Promise<readonly WireRow[]> =>
  (await who.get<Page<WireRow>>(`${CALL}/list`, { paramKey_equal: key })).data.records
const row = async (): Promise<WireRow> => (await rowsOf())[0] as WireRow
const events = async (): Promise<readonly WireRow[]> =>
  (await admin.get<Page<WireRow>>('blade-system/securityEvent/list', { size: 100 })).data.records
const set = async (who: Client, value: unknown, more = {}): Promise<Answer> =>
  who.post(`${CALL}/submit`, { id: (await row()).id, paramValue: value, ...more }, {}, { 'idempotency-key': newId() })
/** Changes the value by two persons. */
const switchTo = async (value: string): Promise<Answer> => {
  const asked = await set(admin, value)
  expect(asked.status, asked.msg).toBe(200)
  const { changeRequest } = asked.data as { changeRequest: { id: string } }
  return second.post('blade-changeRequest/review', { ids: changeRequest.id, status: 1 })
}
/** What the engine goes by. */
const inForce = async () => {
  const actor = await admin.actor()
  return t.db.transaction({ tenantId: tenant }, (tx) => new SqlUnitOfWork(t.context, actor, tx).param(KEY))
}
const write = (text: string, ...values: unknown[]) =>
  t.db.scoped({ tenantId: tenant }, { text, values: [tenant, ...values] })

/** A role of the tenant's own that may everything with parameters, and what a client needs to be seen. */
async function keeper(): Promise<Client> {
  const who = await t.signIn(tenant, [])
  await t.db.owner(async (tx) => {
    await tx.query(
      `insert into "role" (tenant_id, id, role_name, role_alias, sort) values ($1, 990, '参数管理', 'keeper', 99)`,
      [tenant],
    )
    await tx.query(
      `insert into role_menu (tenant_id, role_id, menu_id) select $1, 990, id from menu where code like 'param%'`,
      [tenant],
    )
    await tx.query(`insert into user_role (tenant_id, user_id, role_id) values ($1, $2, 990)`, [tenant, who.userId])
  })
  return who
}

describe('a guarded parameter', () => {
  it('is switched by two platform administrators; who, when and both values are recorded, and all administrators are notified', async () => {
    const before = await row()
    expect(await inForce()).toBe('true')
    const asked = await set(admin, 'false')
    expect(asked).toMatchObject({
      status: 200,
      msg: expect.stringContaining('须由另一人复核'),
      data: { paramValue: 'true', version: before.version },
    })
    // the request has no effect yet, and no administrator is notified
    expect(await inForce()).toBe('true')
    expect(await events()).toEqual([])
    const { changeRequest } = asked.data as { changeRequest: { id: string; code: string } }
    const review = (who: Client) => who.post('blade-changeRequest/review', { ids: changeRequest.id, status: 1 })
    expect((await review(admin)).status).toBe(400)
    const bound = await t.signIn(tenant, 'administrator', { userType: 2 })
    expect((await review(bound)).status).not.toBe(200)
    expect((await review(await t.signIn(tenant, 'finance'))).status).toBe(404)
    expect(await inForce()).toBe('true')
    expect((await review(second)).status).toBe(200)
    expect(await inForce()).toBe('false')
    expect((await row()).valueInForce).toBe('false')
    const [told] = await events()
    expect(told).toMatchObject({ kind: 1, subject: KEY, actorId: second.userId, actorName: '乙管理' })
    expect(told?.detail).toMatch(/甲管理申请，乙管理（u\d+）复核，将职责分离（sod\.enabled）由“true”改为“false”/)
    expect(told?.detailEn).toMatch(
      /乙管理 \(u\d+\) changed separation of duties \(sod\.enabled\) from “true” to “false”, as 甲管理 had asked/,
    )
    const history = await admin.get<Page<WireRow>>('blade-approvalHistory/list', { bizType: 'param', bizId: before.id })
    expect(history.data.records).toMatchObject([
      {
        bizCode: KEY,
        action: 'edit',
        fromStatus: 'true',
        toStatus: 'false',
        operatorId: second.userId,
        remark: '',
        requesterName: '甲管理',
        changeRequestCode: changeRequest.code,
        changes: [{ field: 'paramValue', from: 'true', to: 'false' }],
      },
    ])
    const [trail] = await write(
      `select actor_id, diff from audit_trail where tenant_id = $1 and resource = 'param' order by id desc limit 1`,
    )
    expect(trail).toMatchObject({
      actor_id: second.userId,
      diff: ['paramValue', 'valueInForce'].map((field) => ({ field, from: 'true', to: 'false' })),
    })

    expect((await switchTo('true')).status).toBe(200)
    expect(await inForce()).toBe('true')
    // nothing changed and no notification; a remark is not a switch
    const many = (await events()).length
    expect(many).toBe(2)
    expect((await set(admin, 'true', { remark: '经办人不得审核' })).data).not.toHaveProperty('changeRequest')
    expect((await events()).length).toBe(many)
  })

  it('cannot be switched by others: a granted permission is not enough, nor is the role for a user of a company', async () => {
    const bound = await t.signIn(tenant, 'administrator', { userType: 2 })
    // what is the platform's own is not there for a user of a company at all (owner: 'platform')
    for (const [who, known, other] of [
      [await keeper(), 403, 200],
      [bound, 404, 404],
    ] as const) {
      const { id } = await row()
      for (const body of [
        { id, paramValue: 'false' },
        { id, remark: 'x' },
        { id, paramKey: 'other' },
      ])
        expect((await who.post(`${CALL}/submit`, body)).status, JSON.stringify(body)).toBe(known)
      expect((await who.post(`${CALL}/remove`, { ids: id })).status).toBe(known)
      // one that guards nothing
      const free = (await rowsOf(admin, 'tenant.mode'))[0]?.id
      expect((await who.post(`${CALL}/submit`, { id: free, remark: 'y' })).status).toBe(other)
    }
    expect(await inForce()).toBe('true')
  })

  it('takes its values and no others', async () => {
    for (const value of [
      'False',
      'false ',
      ' FALSE',
      '0',
      'off',
      'no',
      '',
      '  ',
      0,
      false,
      null,
      ['false'],
      { value: 'false' },
      'fa​lse',
      'ｆａｌｓｅ',
    ]) {
      const answer = await set(admin, value)
      expect([answer.status, Object.keys(answer.data as object)], JSON.stringify(value)).toEqual([400, ['paramValue']])
    }
    expect(await inForce()).toBe('true')
  })

  it('is one of those that something reads; each takes what it says and nothing else', async () => {
    const fresh = await t.signIn(await t.newTenant(), 'administrator')
    const write = (body: object) => fresh.post(`${CALL}/submit`, body)
    for (const paramKey of ['foo.bar', 'x', 'tokentime'])
      expect(await write({ paramName: 'x', paramKey, paramValue: 'abc' })).toMatchObject({
        status: 400,
        data: { paramKey: expect.stringContaining('没有参数') },
      })
    const there = (await fresh.get<Page<WireRow>>(`${CALL}/list`, { size: 50 })).data.records
    for (const declared of declaredParams.filter((p) => there.some((row) => row.paramKey === p.key))) {
      const { id, ...shown } = there.find((row) => row.paramKey === declared.key) as WireRow
      expect(shown).toMatchObject({
        initialValue: declared.initial,
        valueInForce: declared.unused ? '' : declared.initial,
        range: declared.unused ? expect.stringContaining('尚未生效') : expect.any(String),
      })
      const said = await write({ id, paramValue: 'abc' })
      expect(said, declared.key).toMatchObject({ status: 400, data: { paramValue: expect.any(String) } })
    }
    expect(there.map((row) => row.paramKey)).toContain('tokenTime')
    const days = there.find((row) => row.paramKey === 'retention.days.log') as WireRow
    expect((await write({ id: days.id, paramValue: '0400' })).data).toMatchObject({
      paramValue: '400',
      valueInForce: '400',
      initialValue: '180',
    })
    // what stands beside a value is nobody's to write, and follows the catalogue at each start
    expect((await write({ id: days.id, valueInForce: '9', remark: '留存' })).data).toMatchObject({
      valueInForce: '400',
    })
    await t.db.owner(async (tx) => {
      await tx.query(`update "param" set initial_value = 'x', value_in_force = 'x' where id = $1`, [days.id])
      await refreshParams(tx)
    })
    expect((await fresh.get<WireRow>(`${CALL}/detail`, { id: days.id })).data).toMatchObject({
      valueInForce: '400',
      initialValue: '180',
    })
  })

  it('are all there where a tenant is installed whole, those that it set as they were', async () => {
    const whole = await t.newTenant()
    await t.db.transaction({ tenantId: whole }, async (tx) => {
      await tx.query(
        `update "param" set param_value = '90' where tenant_id = $1 and param_key = 'retention.days.log'`,
        [whole],
      )
      await outfitTenant(tx, whole)
    })
    const fresh = await t.signIn(whole, 'administrator')
    const { records } = (await fresh.get<Page<WireRow>>(`${CALL}/list`, { size: 50 })).data
    expect(records.map((r) => r.paramKey).sort()).toEqual(declaredParams.map((p) => p.key).sort())
    expect(records.find((r) => r.paramKey === 'retention.days.log')?.paramValue).toBe('90')
    expect(records.find((r) => r.paramKey === 'pay.noApproval.limit')).toMatchObject({
      valueInForce: '50000.00',
      initialValue: '50000.00',
    })
  })

  it('cannot be deleted, renamed, doubled, or stood in for by another', async () => {
    const { id } = await row()
    expect(await admin.post(`${CALL}/remove`, { ids: id })).toMatchObject({
      status: 400,
      msg: expect.stringContaining('不能删除'),
    })
    expect(await set(admin, 'true', { paramKey: 'sod.disabled' })).toMatchObject({
      status: 400,
      data: { paramKey: expect.any(String) },
    })
    const add = (paramKey: string, paramValue = 'false') =>
      admin.post<WireRow>(`${CALL}/submit`, { paramName: 'x', paramKey, paramValue })
    expect(await add(KEY, 'true')).toMatchObject({ status: 400, data: { paramKey: expect.any(String) } })
    for (const key of ['SOD.enabled', 'sod. enabled', 'ｓｏｄ.enabled', 'sod\u200b.enabled'])
      expect(await add(key), key).toMatchObject({ status: 400, data: { paramKey: expect.any(String) } })
    const [other] = (await rowsOf(admin, 'tenant.mode')) as [WireRow]
    expect(await admin.post(`${CALL}/submit`, { id: other.id, paramKey: KEY })).toMatchObject({
      status: 400,
      data: { paramKey: expect.any(String) },
    })
    // with two rows in one call, none goes
    expect((await admin.post(`${CALL}/remove`, { ids: `${other.id},${id}` })).status).toBe(400)
    expect((await admin.post(`${CALL}/remove`, { ids: other.id })).status).toBe(200)
    expect(await rowsOf()).toHaveLength(1)
    expect(await inForce()).toBe('true')
  })

  it('means on when it is missing, blank, duplicated or has an unknown value', async () => {
    const { id } = await row()
    for (const value of ['False', 'false ', '0', 'off', '', 'nein']) {
      await write('update "param" set param_value = $2 where tenant_id = $1 and id = $3', value, id)
      expect(await inForce(), value).toBe('true')
    }
    await write(`update "param" set param_value = 'false' where tenant_id = $1 and id = $2`, id)
    expect(await inForce()).toBe('false')
    await write('update "param" set is_deleted = 1 where tenant_id = $1 and id = $2', id)
    expect(await inForce()).toBe('true')
    // setting it again is reported, with its earlier effective value: on
    const many = (await events()).length
    const add = (paramValue: string) =>
      admin.post(`${CALL}/submit`, { paramName: '职责分离', paramKey: KEY, paramValue })
    // one person alone cannot switch it off by adding it anew
    expect(await add('false')).toMatchObject({
      status: 400,
      data: { paramValue: expect.stringContaining('须先以“true”新增') },
    })
    expect((await add('true')).status).toBe(200)
    expect((await events()).slice(0, (await events()).length - many)).toMatchObject([
      { kind: 2, detail: expect.stringContaining('由“未设置”改为“true”') },
    ])
    expect(await inForce()).toBe('true')
  })

  it.each([
    ['pay.simulated.enabled', 'false', 'true', 'yes'],
    ['tax.currentMonthAllowed', 'false', 'true', '1'],
    ['cycle.confirmEarly', 'false', 'true', 'TRUE'],
    ['pay.noApproval.limit', '50000.00', '90000', '-1.00'],
    ['batch.typedAmount.limit', '100000.00', '99999999.00', '1e9'],
    ['batch.secondFactor.limit', '1000000.00', '99999999.99', '1,000'],
    ['sandbox.enabled', 'false', 'true', 'yes'],
  ])('%s is added as %s, and changed by two persons alone', async (paramKey, safe, other, wrong) => {
    const add = (paramValue: string) =>
      admin.post<WireRow>(`${CALL}/submit`, { paramName: '参数', paramKey, paramValue })
    expect((await add(other)).status).toBe(400)
    const added = await add(safe)
    expect(added.status, added.msg).toBe(200)
    const { id } = added.data
    const change = (paramValue: string) =>
      admin.post(`${CALL}/submit`, { id, paramValue }, {}, { 'idempotency-key': newId() })
    const now = async () =>
      (await admin.get<Page<WireRow>>(`${CALL}/list`, { paramKey_equal: paramKey })).data.records[0]?.paramValue
    expect(await change(wrong)).toMatchObject({ status: 400, data: { paramValue: expect.any(String) } })
    const asked = await change(other)
    expect(asked).toMatchObject({ status: 200, msg: expect.stringContaining('须由另一人复核') })
    expect(await now()).toBe(safe)
    const { changeRequest } = asked.data as unknown as { changeRequest: { id: string } }
    const review = { ids: changeRequest.id, status: 1 }
    expect((await admin.post('blade-changeRequest/review', review)).status).toBe(400)
    expect((await second.post('blade-changeRequest/review', review)).status).toBe(200)
    expect(await now()).toBe(other)
    expect((await events())[0]).toMatchObject({ subject: paramKey, actorId: second.userId })
    expect((await admin.post(`${CALL}/remove`, { ids: id })).status).toBe(400)
  })

  it('is declared once; nothing but exactly one known value is in force', () => {
    for (const p of guardedParams) {
      expect(guardedValue(p, p.safe)).toBe(p.safe)
      expect(guardedParamOf(p.key)).toBe(p)
      expect(lookalikeOf(p.key)).toBeUndefined()
      expect(lookalikeOf(` ${p.key.toUpperCase()}`)).toBe(p)
      expect([[], ['x'], ['false', 'false'], [null], [false]].map((rows) => valueInForce(p, rows))).toEqual(
        Array(5).fill(p.safe),
      )
    }
  })
})
