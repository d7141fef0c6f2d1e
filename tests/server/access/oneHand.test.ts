import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setPassword } from '../../../src/server/auth/users.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'

/** Two accounts of which one person had the other in hand are not two persons. */
let t: TestApp
let tenantId: string
let admin: Client
let paramId: string

beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  tenantId = await t.newTenant()
  admin = await t.signIn(tenantId, 'administrator')
  const [row] = await t.db.scoped<{ id: string }>(
    { tenantId },
    { text: `select id::text from "param" where tenant_id = $1 and param_key = 'sod.enabled'`, values: [tenantId] },
  )
  paramId = String(row?.id)
})
afterAll(() => t.app.close())

/** Asks as one person to switch separation of duties off, and approves as another. */
async function switchedOff(asker: Client, reviewer: Client): Promise<Answer> {
  const asked = await asker.post<{ changeRequest: { id: string } }>('blade-system/param/submit', {
    id: paramId,
    paramValue: 'false',
  })
  expect(asked.status, asked.msg).toBe(200)
  const { id } = asked.data.changeRequest
  const answer = await reviewer.post('blade-changeRequest/review', { id, status: 1 })
  if (answer.status !== 200) await asker.post('blade-changeRequest/withdraw', { id })
  return answer
}
/** Signs in as somebody whose password somebody else has set. */
async function signInAs(userId: string): Promise<Client> {
  const [row] = await t.db.transaction({ tenantId }, async (tx) => {
    await setPassword(tx, { tenantId, userId, password: 'known to both' })
    return tx.query<{ account: string }>('select account from "user" where tenant_id = $1 and id = $2', [
      tenantId,
      userId,
    ])
  })
  return t.signInAs(tenantId, String(row?.account), 'known to both')
}
const roleId = async (alias: string): Promise<string> => {
  const [row] = await t.db.scoped<{ id: string }>(
    { tenantId },
    { text: 'select id::text from "role" where tenant_id = $1 and role_alias = $2', values: [tenantId, alias] },
  )
  return String(row?.id)
}
const refused = (answer: Answer) => {
  expect(answer.status, answer.raw).toBe(400)
  expect(answer.msg).toContain('7 天内您与经办人')
}

it('who made an account decides nothing together with it, either way round', async () => {
  const made = await admin.post<{ id: string }>('blade-system/user/save', {
    account: `second${newId()}`,
    realName: '影子',
    userType: 1,
  })
  expect(made.status, made.msg).toBe(200)
  const grant = { userIds: made.data.id }
  expect(
    (await admin.post('blade-system/user/grant', { roleIds: [await roleId('administrator')] }, grant)).status,
  ).toBe(200)
  const shadow = await signInAs(made.data.id)
  refused(await switchedOff(admin, shadow))
  refused(await switchedOff(shadow, admin))
  // a new installation: nobody else is there, and the request says from when on the second one may
  const asked = await admin.post<{ changeRequest: { id: string } }>('blade-system/param/submit', {
    id: paramId,
    paramValue: 'false',
  })
  const { id } = asked.data.changeRequest
  const said = async (language?: 'en') => {
    const headers = { 'accept-language': language ?? 'zh' }
    const shown = await admin.get<{ reviewers: string }>('blade-changeRequest/detail', { id }, headers)
    const record = await admin.get<{ changeWaits: { reviewers: string } }>(
      'blade-system/param/detail',
      { id: paramId },
      headers,
    )
    expect(record.data.changeWaits.reviewers).toBe(shown.data.reviewers)
    return shown.data.reviewers
  }
  expect(await said()).toMatch(/^现在无人可以复核：.*可复核：影子（second\d+）自 2024-06-22 \d\d:\d\d 起$/)
  expect((await shadow.post('blade-changeRequest/review', { id, status: 1 })).msg).toMatch(
    /您自 2024-06-22 \d\d:\d\d 起可以审核$/,
  )
  const other = await t.signIn(tenantId, 'administrator', { realName: '第三人' })
  expect(await said()).toBe(`现在可由 第三人（${(await other.actor()).account}） 复核`)
  // finance reviews changes, but not those of guarded parameters
  await t.signIn(tenantId, 'finance', { realName: '财务' })
  expect(await said()).not.toContain('财务')
  await admin.post('blade-changeRequest/withdraw', { id })
  // a third person may, and so may both after the days of the parameter
  const third = await t.signIn(tenantId, 'administrator')
  await t.db.owner((tx) =>
    tx.query(`update "account_hand" set create_time = create_time - interval '8 days' where tenant_id = $1`, [
      tenantId,
    ]),
  )
  expect((await switchedOff(admin, shadow)).status).toBe(200)
  expect(third.userId).not.toBe(shadow.userId)
})

it.each([
  ['resets the password of', 'reset-password', {}],
  ['grants roles to', 'grant', { roles: true }],
  ['unlocks', 'unlock', {}],
  ['enables', 'submit', { enable: true }],
] as const)('who %s somebody decides nothing together with them', async (_, call, how) => {
  const other = await t.signIn(tenantId, 'administrator')
  const third = await t.signIn(tenantId, 'administrator')
  if ('enable' in how) {
    await t.db.owner((tx) =>
      tx.query('update "user" set status = 0 where tenant_id = $1 and id = $2', [tenantId, other.userId]),
    )
    expect((await admin.post('blade-system/user/submit', { id: other.userId, status: 1 })).status).toBe(200)
  } else {
    const body = 'roles' in how ? { roleIds: [await roleId('administrator')] } : {}
    const done = await admin.post(`blade-system/user/${call}`, body, { userIds: other.userId })
    expect(done.status, done.msg).toBe(200)
  }
  const again = await signInAs(other.userId)
  refused(await switchedOff(admin, again))
  expect((await switchedOff(admin, third)).status).toBe(200)
})

it('a reviewer sees that a request came from the address they are at, and administrators are told of the approval', async () => {
  const third = await t.signIn(tenantId, 'administrator')
  const asked = await admin.post<{ changeRequest: { id: string } }>('blade-system/param/submit', {
    id: paramId,
    paramValue: 'false',
  })
  const { id } = asked.data.changeRequest
  const seen = await third.get<{ requesterFrom: string }>('blade-changeRequest/detail', { id })
  expect(seen.data.requesterFrom).toContain('与您同一地址')
  expect((await third.post('blade-changeRequest/review', { id, status: 1 })).status).toBe(200)
  const told = '申请与复核来自同一地址'
  expect((await third.get('blade-system/securityEvent/list', { kind: 1 })).raw).toContain(told)
  // of what administrators would not be told anyway, by an event of its own
  const rename = { id: third.userId, realName: '新名' }
  const renamed = await admin.post<{ changeRequest: { id: string } }>('blade-system/user/submit', rename)
  const other = await t.signIn(tenantId, 'administrator')
  const review = { id: renamed.data.changeRequest.id, status: 1 }
  expect((await other.post('blade-changeRequest/review', review)).status).toBe(200)
  expect((await third.get('blade-system/securityEvent/list', { kind: 14 })).raw).toContain(told)
})
