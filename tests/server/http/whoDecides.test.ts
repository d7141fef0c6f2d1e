import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { Decided } from '../../../src/model/wire/wire.ts'
import { menuId } from '../../../src/server/auth/menuRows.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { count, order, rowNow, type World, world } from '../decisions/fixture.ts'
import { countTrips } from '../trips.ts'

let t: TestApp
let tenantId: string
let w: World
beforeAll(async () => {
  t = await testApp()
  tenantId = await t.newTenant()
  w = await world('ahead', tenantId)
})
afterAll(() => t.app.close())

const PASS = 'blade-svc/settlementOrder/audit'
const audit = (who: Client, id: string, more = {}) => who.post<Decided>(PASS, { id, status: 1, ...more })
const sql = (text: string, values: readonly unknown[] = []) =>
  t.db.transaction({ tenantId }, (tx) => tx.query(text, values))
/** Signed in, and found by the server before. */
const known = async (more = {}, role = 'finance') => {
  const who = await t.signIn(tenantId, role, more)
  await who.get('rounds/queue-counts')
  return who
}
const statusOf = async (id: string) => (await rowNow(w.context, tenantId, settlementOrder, id)).settlementStatus

it('asks who decides, then decides: five round trips in all', async () => {
  const fin = await known()
  const costs: number[] = []
  // the smallest of several: what the server asks by itself meanwhile is counted, too
  for (let n = 0; n < 4; n++) {
    const row = await order(w, { fees: ['900.00'] })
    const trips = countTrips()
    const a = await audit(fin, row.id, { version: 0 })
    costs.push(trips.taken())
    trips.stop()
    expect(a.data).toMatchObject({ id: row.id, transition: 'audit.pass', version: 1 })
  }
  expect(Math.min(...costs)).toBe(5)
})

it('refuses with the usual answers', async () => {
  const fin = await known()
  const row = await order(w, { fees: ['900.00'] })
  expect((await audit(fin, '77')).status).toBe(404)
  expect((await audit(fin, row.id, { version: 5 })).status).toBe(409)
  expect((await audit(fin, 'x')).status).toBe(404)
  expect((await fin.post(PASS, { id: row.id, status: 2 })).data).toEqual({ remark: '请输入驳回原因' })
  expect((await fin.post(PASS, { id: row.id, status: 7 })).status).toBe(400)
  expect(await statusOf(row.id)).toBe(0)
})

describe('whoever may not any more decides nothing', () => {
  it.each([
    ['a session that was ended', 'update "session" set ended_time = now() where tenant_id = $1 and user_id = $2', 401],
    ['a user who was disabled', 'update "user" set status = 0 where tenant_id = $1 and id = $2', 401],
    [
      'a user bound to a company meanwhile',
      'update "user" set entrusted_id = 77 where tenant_id = $1 and id = $2',
      404,
    ],
  ])('%s', async (_, text, status) => {
    const fin = await known()
    const row = await order(w, { fees: ['900.00'] })
    await sql(text, [tenantId, fin.userId])
    for (let n = 0; n < 2; n++) expect((await audit(fin, row.id)).status).toBe(status)
    // nor does it get what only others may see
    if (status === 401) for (const id of ['77', 'x']) expect((await audit(fin, id)).status).toBe(401)
    expect(await statusOf(row.id)).toBe(0)
    expect(await count(w.context, tenantId, 'approval_history', 'biz_id = $2', [row.id])).toBe(0)
  })

  it('a permission that was taken away', async () => {
    const fin = await known()
    const row = await order(w, { fees: ['900.00'] })
    await sql(
      'delete from "role_menu" where tenant_id = $1 and menu_id = $2',
      [menuId('settlementOrder_audit')].toSpliced(0, 0, tenantId),
    )
    expect((await audit(fin, row.id)).status).toBe(403)
    expect(await statusOf(row.id)).toBe(0)
  })
})
