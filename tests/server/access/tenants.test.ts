import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declaredParams } from '../../../src/model/administration/system/params.ts'
import { resources } from '../../../src/model/business.ts'
import { reachedFrom } from '../../../src/model/language/resource.ts'
import { asSent } from '../../../src/server/auth/passwords.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { tableOf } from '../../../src/server/database/names.ts'
import { dictionaries } from '../../../src/server/domains/administration/access/dictionaries.ts'
import { installTenant } from '../../../src/server/domains/administration/access/install.ts'
import { type Answer, BASIC, type Client, type TestApp, testApp } from '../app.ts'

/** A tenant is added by the platform alone, whole, and its first administrator lets themselves in. */

interface Page {
  readonly total: number
  readonly records: readonly Record<string, unknown>[]
}
interface First {
  readonly tenantId: string
  readonly account: string
  readonly password: string
}

let t: TestApp
let platform: Client
let made: { readonly id: string; readonly code: string }
let first: First
let admin: Client

const add = (who: Client, values: object, key = newId()) =>
  who.post<{ id: string; code: string }>(
    'blade-system/tenant/submit',
    { tenantName: '新租户', adminAccount: 'root', adminName: '甲', ...values },
    {},
    { 'idempotency-key': key },
  )
const take = (who: Client, id = made.id) =>
  who.post<First>('blade-system/tenant/first-password', { id }, {}, { 'idempotency-key': newId() })
const signIn = ({ tenantId, account, password }: First, newPassword?: string): Promise<Answer> =>
  t.call('POST', 'blade-auth/oauth/token', {
    headers: { authorization: BASIC },
    payload: {
      tenantId,
      username: account,
      password: asSent(password),
      ...(newPassword ? { newPassword: asSent(newPassword) } : {}),
      grant_type: 'password',
    },
  })
/** Rows that are there of a code: by table, none left out. */
const rowsOf = (code: string) =>
  t.db.owner(async (tx) => {
    const [row] = await tx.query<{ n: number }>(
      `select ((select count(*) from "user" where tenant_id = $1) + (select count(*) from "role" where tenant_id = $1)
         + (select count(*) from "dict_biz" where tenant_id = $1) + (select count(*) from "tenant" where code = $1))::int as n`,
      [code],
    )
    return row?.n
  })

beforeAll(async () => {
  t = await testApp()
  await t.db.transaction({ tenantId: '000000' }, (tx) => installTenant(tx, { tenantId: '000000', name: '平台' }))
  platform = await t.signIn('000000', 'administrator')
  made = (await add(platform, { accountNumber: 50, expireTime: '2099-12-31', domain: `${newId()}.example.com` })).data
})
afterAll(() => t?.app.close())

describe('a tenant', () => {
  it('is added by administrators of the platform alone', async () => {
    const own = await t.newTenant()
    const bound = await t.signIn('000000', 'administrator', { company: '11', userType: 2 })
    for (const who of [
      await t.signIn(own, 'administrator'),
      await t.signIn('000000', 'ops'),
      await t.signIn('000000', 'auditor'),
      bound,
    ]) {
      const code = `no${newId().slice(-8)}`
      expect((await add(who, { code })).status).toBe(403)
      expect(await rowsOf(code)).toBe(0)
      expect((await take(who)).status).toBeGreaterThanOrEqual(403)
    }
  })

  it('has a code that is typed by rule or the next number, once, and never one that was used', async () => {
    expect(made.code).toMatch(/^\d{6}$/)
    const next = await add(platform, {})
    expect(Number(next.data.code)).toBe(Number(made.code) + 1)
    for (const code of ['a', 'Abc', '中文租户', 'a b', 'a'.repeat(13)])
      expect((await add(platform, { code })).status, code).toBe(400)
    expect(await add(platform, { code: made.code })).toMatchObject({ status: 400 })
    // something of a tenant that has no record any more is left: nobody is let into it
    const left = `left${newId().slice(-6)}`
    await t.db.transaction({ tenantId: left }, (tx) =>
      tx.query(`insert into "role" (tenant_id, id, role_name, role_alias) values ($1, 9, 'x', 'x')`, [left]),
    )
    expect(await add(platform, { code: left })).toMatchObject({
      status: 400,
      msg: `租户编号 ${left} 曾被使用，请换一个`,
    })
    expect(await rowsOf(left)).toBe(1)
    const key = newId()
    const code = `two${newId().slice(-8)}`
    const twice = await Promise.all([
      add(platform, { code }, key),
      add(platform, { code }, key),
      add(platform, { code }),
    ])
    expect(twice.some((a) => a.status === 200)).toBe(true)
    const found = await platform.get<Page>('blade-system/tenant/list', { code_equal: code })
    expect(found.data.total).toBe(1)
    const told = await platform.get<Page>('blade-system/securityEvent/list', { size: 100 })
    expect(told.data.records.map((e) => e.detail)).toContainEqual(expect.stringContaining(`（${made.code}）`))
  })

  it('begins with the words, regions, parameters and rules of every tenant', async () => {
    const count = (table: string, where = 'true') =>
      t.db.owner(async (tx) => {
        const found = await tx.query(`select 1 from "${table}" where tenant_id = $1 and ${where}`, [made.code])
        return found.length
      })
    const words = dictionaries()
    expect(await count('dict_biz')).toBe(words.length + words.reduce((sum, d) => sum + d.entries.length, 0))
    expect(await count('dict_biz', `coalesce(remark, '') = ''`)).toBe(0)
    expect(await count('param')).toBe(declaredParams.length)
    expect(await count('region', 'region_level = 1')).toBe(34)
    expect(await count('region', 'region_level = 2')).toBe(342)
    expect(await count('quick_reply')).toBeGreaterThan(10)
    expect(await count('flow_manager')).toBe(1)
    expect(await count('rule', 'status = 0')).toBe(7)
    // examples that tax nothing
    expect(await count('tax_item_rate')).toBe(6)
    expect(
      await count('tax_item_rate', `enable_status = 0 and fiscal_tax_id is null and tax_item_name like '%示例%'`),
    ).toBe(6)
  })
})

describe('its first administrator', () => {
  it('has a password that is told once, and again as another one until it was used', async () => {
    const [one, two] = [await take(platform), await take(platform)]
    expect(one.data).toMatchObject({ tenantId: made.code, account: 'root' })
    expect(one.data.password).toMatch(/^\S{16}$/)
    expect(two.data.password).not.toBe(one.data.password)
    first = two.data
    const kept = await t.db.owner((tx) =>
      tx.query<{ n: number }>(`select count(*)::int as n from "idempotency" where answer::text like any ($1)`, [
        [one.data.password, two.data.password].map((password) => `%${password}%`),
      ]),
    )
    expect(kept[0]?.n).toBe(0)
    expect((await signIn(one.data, 'myOwn#1')).status).toBe(400)
  })

  it('signs in by it with a password of their own, and in no other way', async () => {
    expect(await signIn(first)).toMatchObject({ status: 400, new_password_required: true })
    expect((await signIn({ ...first, tenantId: '000000' }, 'myOwn#1')).status).toBe(400)
    expect((await signIn(first, 'myOwn#1')).status).toBe(200)
    expect((await signIn(first)).status).toBe(400)
    admin = await t.signInAs(made.code, 'root', 'myOwn#1')
    const again = await take(platform)
    expect(again.status).toBe(409)
    expect(again.msg).toBe('租户 新租户 的首位管理员已有自己的密码：之后由该租户的管理员重置')
    expect((await take(admin)).status).toBe(404)
  })

  it('reaches the list of every family, with nothing of another tenant', async () => {
    const foreign = async (ids: readonly string[], table: string) => {
      const found = await t.db.owner((tx) =>
        tx.query(`select 1 from "${table}" where id = any($1::bigint[]) and tenant_id <> $2`, [ids, made.code]),
      )
      return found.length
    }
    for (const r of [...resources.values()].filter(({ calls }) => calls.length > 0)) {
      const path = `${r.calls[0]}/list`
      type Rows = readonly Record<string, unknown>[]
      const { status, data } = await (r.list.method === 'POST'
        ? admin.post<Page | Rows>(path, {})
        : admin.get<Page | Rows>(path))
      expect(status, r.id).toBe(200)
      const ids = ('records' in data ? data.records : data).map((row) => String(row.id))
      if (!reachedFrom(r, made.code)) expect(ids, r.id).toEqual([])
      else if (ids.length > 0 && !r.view && !r.scope) {
        // roles have the same numbers in every tenant
        const strange = r.id === 'role' ? 0 : await foreign(ids, tableOf(r))
        expect(strange, r.id).toBe(0)
      }
    }
    const user = platform.userId
    expect((await admin.get('blade-system/user/detail', { id: user })).status).toBe(404)
    expect((await admin.post('blade-system/user/reset-password', {}, { userIds: user })).status).toBe(404)
    expect((await admin.get('blade-system/tenant/detail', { id: made.id })).status).toBe(404)
  })
})

describe('a tenant that is disabled or over', () => {
  const set = async (values: object) => {
    const { data } = await platform.get<{ version: number }>('blade-system/tenant/detail', { id: made.id })
    return platform.post('blade-system/tenant/submit', { id: made.id, version: data.version, ...values })
  }
  const own = { tenantId: '', account: 'root', password: 'myOwn#1' }

  it.each([
    ['disabled', { enableStatus: 0 }, { enableStatus: 1 }],
    ['over', { expireTime: '2024-01-01' }, { expireTime: '2099-12-31' }],
  ])('%s: nobody of it is signed in, and nobody signs in', async (_, shut, open) => {
    expect((await set(shut)).status).toBe(200)
    expect((await admin.get('blade-system/user/info')).status).toBe(401)
    expect((await signIn({ ...own, tenantId: made.code })).status).toBe(400)
    expect((await set(open)).status).toBe(200)
    expect((await admin.get('blade-system/user/info')).status).toBe(200)
  })

  it('is never the platform', async () => {
    const { data } = await platform.get<Page>('blade-system/tenant/list', { code_equal: '000000' })
    const { id, version } = data.records[0] as { id: string; version: number }
    const shut = await platform.post('blade-system/tenant/submit', { id, version, enableStatus: 0 })
    expect(shut).toMatchObject({ status: 409, msg: '平台租户不能停用' })
  })
})
