import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from '../../../src/model/wire/wire.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

/** Names stand in histories: they are evidence, and their subject does not write it. */
let t: TestApp
let tenantId: string
let admin: Client
let second: Client

beforeAll(async () => {
  t = await testApp()
  tenantId = await t.newTenant()
  admin = await t.signIn(tenantId, 'administrator', { realName: '管理员甲' })
  second = await t.signIn(tenantId, 'administrator', { realName: '管理员乙' })
})
afterAll(() => t.app.close())

const nameOf = async (id: string): Promise<string> =>
  (await admin.get<{ realName: string }>('blade-system/user/detail', { id })).data.realName
const submit = (values: object) =>
  admin.post<{ id: string; changeRequest?: { id: string }; realName: string }>('blade-system/user/submit', values)

it('nobody writes their own', async () => {
  const fin = await t.signIn(tenantId, 'finance', { realName: '范伟' })
  const renamed = await fin.post('blade-system/user/update-info', { realName: '管理员甲', name: '小范' })
  expect([renamed.status, Object.keys(renamed.data as object)]).toEqual([400, ['realName']])
  expect((await fin.post('blade-system/user/update-info', { realName: '范伟', name: '小范' })).status).toBe(200)
  expect(await nameOf(fin.userId)).toBe('范伟')
})

it('that of staff is changed by two persons; both stand in the history with their accounts', async () => {
  const fin = await t.signIn(tenantId, 'finance', { realName: '王一' })
  const asked = await submit({ id: fin.userId, realName: '王一一' })
  const id = asked.data.changeRequest?.id
  expect(id, asked.raw).toBeTruthy()
  expect(await nameOf(fin.userId)).toBe('王一')
  expect((await second.post('blade-changeRequest/review', { id, status: 1 })).status).toBe(200)
  expect(await nameOf(fin.userId)).toBe('王一一')
  const accounts = new Map(
    (
      await t.db.scoped<{ id: string; account: string }>(
        { tenantId },
        { text: 'select id::text, account from "user" where tenant_id = $1', values: [tenantId] },
      )
    ).map((row) => [row.id, row.account]),
  )
  const { data } = await admin.get<Page>('blade-approvalHistory/list', { bizId_equal: fin.userId })
  expect(data.records[0]).toMatchObject({
    operatorId: second.userId,
    operatorName: '管理员乙',
    operatorAccount: accounts.get(second.userId),
    requesterId: admin.userId,
    requesterAccount: accounts.get(admin.userId),
  })
})

it('that of another active user stands with the account, however it is spelt, in every history of theirs', async () => {
  const one = await t.signIn(tenantId, 'content', { realName: '李 Lei' })
  const add = async (realName: string) => {
    const account = `n${newId()}`
    return { account, realName: (await submit({ account, realName, userType: 1 })).data.realName }
  }
  for (const realName of ['李 Lei', '李Lei', '李　Ｌｅｉ']) {
    const made = await add(realName)
    expect(made.realName).toBe(`${realName}（${made.account}）`)
  }
  const other = await t.signIn(tenantId, 'content', { realName: '李四' })
  const { id } = (await submit({ id: other.userId, realName: '李Lei' })).data.changeRequest ?? {}
  expect((await second.post('blade-changeRequest/review', { id, status: 1 })).status).toBe(200)
  expect(await nameOf(other.userId)).toMatch(/^李Lei（u\d+）$/)
  expect(await nameOf(one.userId)).toBe('李 Lei')
  expect((await add('李五')).realName).toBe('李五')
})
