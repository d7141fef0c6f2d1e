import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../src/model/wire/columns.ts'
import type { QueueCount, Slice, Total, WireTable } from '../../../src/model/wire/wire.ts'
import { menuId } from '../../../src/server/auth/menuRows.ts'
import type { Database, Scope, Statement } from '../../../src/server/core/database.ts'
import { type Client, type TestApp, testApp, testContext } from '../app.ts'
import { order, type World, world } from '../decisions/fixture.ts'

/** Round trips to the database, each with the texts of its statements. */
const trips: string[][] = []
let t: TestApp
let tenantId: string
let w: World
const ids: string[] = []

beforeAll(async () => {
  const { db } = await testContext()
  const counting = Object.assign(Object.create(db) as Database, {
    scoped: (scope: Scope, statement: Statement) => {
      trips.push([statement.text])
      return db.scoped(scope, statement)
    },
    together: (scope: Scope, statements: readonly Statement[]) => {
      trips.push(statements.map((s) => s.text))
      return db.together(scope, statements)
    },
  })
  t = await testApp({}, undefined, counting)
  tenantId = await t.newTenant()
  w = await world('ahead', tenantId)
  for (let n = 0; n < 3; n++) ids.push((await order(w, { fees: ['900.00'], status: 0 })).id)
})
afterAll(() => t.app.close())

const ask = { resource: 'settlementOrder', columns: 'code', offset: 0, size: 10 }
/** Statements of each round trip of a call: not of what the server asks by itself meanwhile. */
const asked = () =>
  trips
    .filter((texts) => texts.some((text) => /"session_token"|"settlement_order"/.test(text)))
    .map((texts) => texts.length)
const window = (who: Client, more = {}) => who.get<Slice>('rounds/window', { ...ask, ...more })
const sql = (text: string, values: readonly unknown[] = []) =>
  t.db.transaction({ tenantId }, (tx) => tx.query(text, values))

describe('a list and who asks for it in one round trip', () => {
  it('from the second time on, with the same answer', async () => {
    const fin = await t.signIn(tenantId, 'finance')
    const first = await window(fin)
    trips.length = 0
    const second = await window(fin)
    expect(asked()).toEqual([2])
    expect(second.raw).toBe(first.raw)
    expect(
      rowsOf(second.data)
        .map((r) => r.id)
        .sort(),
    ).toEqual([...ids].sort())
    trips.length = 0
    const rows = await fin.get<WireTable>('rounds/rows', { resource: 'settlementOrder', ids: ids.join() })
    expect(rowsOf(rows.data).map((r) => r.id)).toEqual(ids)
    expect(asked()).toEqual([2])
    trips.length = 0
    const total = await fin.get<Total>('rounds/total', { resource: 'settlementOrder' })
    expect(total.data).toEqual({ total: 3, exact: true })
    expect(asked()).toEqual([2])
    trips.length = 0
    const counts = await fin.get<QueueCount[]>('rounds/queue-counts')
    expect(counts.data.length).toBeGreaterThan(1)
    // eight lists a round trip (lists/pieces.ts): the one connection of the embedded database serves others in between
    const [who, ...pieces] = asked()
    expect([who, Math.max(...pieces)]).toEqual([1, Math.min(8, counts.data.length)])
    expect(pieces.length).toBeLessThanOrEqual(Math.ceil(counts.data.length / 8))
  })

  it('the handler reads further itself where one read is not enough', async () => {
    const fin = await t.signIn(tenantId, 'finance')
    await window(fin)
    const beyond = await window(fin, { offset: 50, size: 2 })
    expect([beyond.data.offset, rowsOf(beyond.data).length]).toEqual([1, 2])
    expect((await window(fin, { around: ids[1] })).data.position).toBeGreaterThanOrEqual(0)
    expect(rowsOf((await window(fin, { entrustedCompanyName_like: '没有这家' })).data)).toEqual([])
  })

  it('a wrong parameter is reported as usual, and to signed-in users only', async () => {
    const fin = await t.signIn(tenantId, 'finance')
    await window(fin)
    expect((await window(fin, { columns: 'nosuch' })).data).toEqual({ columns: 'nosuch' })
    await sql('update "session" set ended_time = now() where tenant_id = $1 and user_id = $2', [tenantId, fin.userId])
    expect((await window(fin, { columns: 'nosuch' })).status).toBe(401)
  })
})

describe('what was presumed counts for nothing when it is no longer true', () => {
  it.each<[string, string, readonly ((who: Client) => unknown)[]]>([
    ['a session that was ended', 'update "session" set ended_time = now() where tenant_id = $1 and user_id = $2', []],
    ['a user who was disabled', 'update "user" set status = 0 where tenant_id = $1 and id = $2', []],
    [
      'a token that expired',
      `update "session_token" set expires = now() - interval '1 second' where tenant_id = $1 and session_id in (select id from "session" where user_id = $2)`,
      [],
    ],
  ])('%s opens nothing at once', async (_, text) => {
    const fin = await t.signIn(tenantId, 'finance')
    expect((await window(fin)).status).toBe(200)
    expect((await window(fin)).status).toBe(200)
    await sql(text, [tenantId, fin.userId])
    for (let n = 0; n < 2; n++) {
      const a = await window(fin)
      expect([a.status, a.data]).toEqual([401, null])
    }
  })

  it('a permission that was taken away is refused at once', async () => {
    const other = await t.newTenant()
    const fin = await t.signIn(other, 'finance')
    expect((await window(fin)).status).toBe(200)
    expect((await window(fin)).status).toBe(200)
    await t.db.transaction({ tenantId: other }, (tx) =>
      tx.query('delete from "role_menu" where tenant_id = $1 and menu_id = $2', [
        other,
        menuId('settlementOrder_view'),
      ]),
    )
    expect((await window(fin)).status).toBe(403)
    expect((await window(fin)).status).toBe(403)
  })

  it('the rows of another company are seen at once, and the old ones no more', async () => {
    const who = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: w.companyId })
    for (let n = 0; n < 2; n++) expect(rowsOf((await window(who)).data)).toHaveLength(3)
    await sql('update "user" set entrusted_id = 77 where tenant_id = $1 and id = $2', [tenantId, who.userId])
    expect(rowsOf((await window(who)).data)).toEqual([])
    await sql('update "user" set entrusted_id = null where tenant_id = $1 and id = $2', [tenantId, who.userId])
    expect(rowsOf((await window(who)).data)).toEqual([])
    await sql('update "user" set entrusted_id = $3 where tenant_id = $1 and id = $2', [
      tenantId,
      who.userId,
      w.companyId,
    ])
    expect(rowsOf((await window(who)).data)).toHaveLength(3)
  })

  it('the read prepared for one user is not used for another', async () => {
    const mine = await t.signIn(tenantId, 'finance')
    const theirs = await t.signIn(await t.newTenant(), 'finance')
    await window(mine)
    await window(theirs)
    expect(rowsOf((await window(theirs)).data)).toEqual([])
    expect(rowsOf((await window(mine)).data)).toHaveLength(3)
  })
})

it('the result of the prepared read is answered only to users who may read it', async () => {
  const fin = await t.signIn(tenantId, 'finance')
  await window(fin)
  const slow = Object.assign(Object.create(t.db) as Database, {
    together: async (scope: Scope, [who]: readonly Statement[]) => ({
      found: [await t.db.scoped(scope, who as Statement)],
      failed: new Error('canceled'),
    }),
  })
  const broken = await testApp({}, undefined, slow)
  try {
    const headers = { 'blade-auth': `bearer ${fin.access}` }
    const url = 'rounds/window?resource=settlementOrder'
    expect((await broken.call('GET', url, { headers })).status).toBe(200)
    const logged = broken.context.log.error
    broken.context.log.error = () => undefined
    expect((await broken.call('GET', url, { headers })).status).toBe(500)
    broken.context.log.error = logged
    await sql('update "session" set ended_time = now() where tenant_id = $1 and user_id = $2', [tenantId, fin.userId])
    expect((await broken.call('GET', url, { headers })).status).toBe(401)
  } finally {
    await broken.app.close()
  }
})
