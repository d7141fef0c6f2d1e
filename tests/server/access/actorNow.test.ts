import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../app.ts'

// Who goes on with what they asked for: with the grants and owners of this moment, and not at all once they are out.
let t: TestApp
let tenantId: string
beforeAll(async () => {
  t = await testApp()
  tenantId = await t.newTenant()
}, 120_000)
afterAll(() => t.app.close())

const set = (who: Client, what: string) =>
  t.db.transaction({ tenantId }, async (tx) => {
    await tx.query(`update "user" set ${what} where tenant_id = $1 and id = $2`, [tenantId, who.userId])
    await tx.query('update "access_version" set version = version + 1 where tenant_id = $1', [tenantId])
  })

test('is who they were while nothing changes, signed in or not', async () => {
  const who = await t.signIn(tenantId, 'finance')
  const actor = await who.actor()
  expect(await t.context.actorNow(actor)).toEqual(actor)
  await t.db.transaction({ tenantId }, (tx) =>
    tx.query('update "session" set ended_time = now() where tenant_id = $1 and user_id = $2', [tenantId, who.userId]),
  )
  expect(await t.context.actorNow(actor)).toEqual(actor)
})

test.each(['status = 0', 'is_deleted = 1'])('is nobody after %s', async (what) => {
  const who = await t.signIn(tenantId, 'finance')
  const actor = await who.actor()
  await set(who, what)
  expect(await t.context.actorNow(actor)).toBeNull()
})

test('has the owner and the grants of now', async () => {
  const who = await t.signIn(tenantId, await t.newRole(tenantId, ['param_view']))
  const actor = await who.actor()
  await set(who, 'entrusted_id = 7, user_type = 2')
  expect((await t.context.actorNow(actor))?.company).toBe('7')
  await t.db.transaction({ tenantId }, async (tx) => {
    await tx.query('delete from "user_role" where tenant_id = $1 and user_id = $2', [tenantId, who.userId])
    await tx.query('update "access_version" set version = version + 1 where tenant_id = $1', [tenantId])
  })
  expect([actor.permissions.has('param_view'), (await t.context.actorNow(actor))?.permissions.size]).toEqual([true, 0])
})
