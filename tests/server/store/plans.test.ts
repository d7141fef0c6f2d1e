import { beforeAll, describe, expect, it } from 'vitest'
import { resourceOf } from '../../../src/model/business.ts'
import { live } from '../../../src/server/auth/who.ts'
import type { Database, Tx } from '../../../src/server/core/database.ts'
import type { AnyResource } from '../../../src/server/database/codec.ts'
import { updateRecords } from '../../../src/server/database/records.ts'
import { newTenantId, testDatabase } from '../harness.ts'
import { fill } from './fill.ts'

let db: Database
let tenantId: string

beforeAll(async () => {
  db = await testDatabase()
  tenantId = newTenantId()
})

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The plan of a prepared statement, as a transaction makes it. */
const planOf = ({ text, values }: Asked): Promise<string> =>
  db.transaction({ tenantId }, async (tx) => {
    await tx.query(`prepare planned as ${text}`)
    const literal = (value: unknown) =>
      `'${(Array.isArray(value) ? `{${value.join()}}` : String(value)).replaceAll("'", "''")}'`
    const lines = await tx.query<{ 'QUERY PLAN': string }>(
      `explain execute planned(${values.map((v) => (v === null ? 'null' : literal(v))).join()})`,
    )
    await tx.query('deallocate planned')
    return lines.map((l) => l['QUERY PLAN']).join('\n')
  })

describe('statements of transactions, planned once', () => {
  it('read records that are changed by their keys, not the table', async () => {
    const r = resourceOf('settlementOrderTaxItem') as AnyResource
    // of a table with few rows every plan reads all of it
    await db.owner(async (tx) => {
      await fill(tx, r, tenantId, 5_000)
      await tx.query('analyze "settlement_order_tax_item"')
    })
    const asked: Asked[] = []
    const tx: Tx = {
      tenantId,
      query: async (text, values = []) => {
        asked.push({ text, values })
        return []
      },
      write: () => undefined,
      committed: () => undefined,
    }
    await updateRecords(tx, r, [{ id: '7', vatAmount: '1.00' }], { userId: '1', at: new Date() })
    const plan = await planOf(asked[0] as Asked)
    expect(plan).toMatch(/Index (Only )?Scan using settlement_order_tax_item_pkey/)
    expect(plan).not.toContain('Seq Scan')
  })

  it('find a key by the key though the table was empty when it was planned', async () => {
    const plan = await planOf({
      text: `select body_hash from "idempotency" where tenant_id = $1 and actor_id = $2 and key = $3`,
      values: [tenantId, '1', 'k'],
    })
    expect(plan).toContain('using idempotency_pkey')
  })

  it('find who asks by their token, never among all sessions of the tenant', async () => {
    await db.transaction({ tenantId }, async (tx) => {
      await tx.query(
        `insert into "session" (tenant_id, id, user_id, client_id) select $1, n, 1, 'c' from generate_series(1, 5000) n`,
        [tenantId],
      )
      await tx.query(
        `insert into "session_token" (tenant_id, hash, session_id, kind, generation, expires)
         select $1, decode(md5(n::text), 'hex'), n, 'a', 0, now() + interval '1 hour' from generate_series(1, 5000) n`,
        [tenantId],
      )
    })
    await db.owner(async (tx) => {
      for (const table of ['session', 'session_token', 'user']) await tx.query(`analyze "${table}"`)
    })
    const { text, values = [] } = live(tenantId, `${tenantId}.token`)
    const plan = await planOf({ text, values: values.map((v) => (Buffer.isBuffer(v) ? `\\x${v.toString('hex')}` : v)) })
    const found = [...plan.matchAll(/using (session_token_pkey|session_pkey)/g)].map(([, index]) => index)
    expect(found).toEqual(['session_token_pkey', 'session_pkey'])
  })
})

it('a statement that looks dear is not compiled first', async () => {
  const n = 'generate_series(1, 100000)'
  const lines = await db.scoped<{ 'QUERY PLAN': string }>(
    { tenantId },
    { text: `explain select sum(a + b + c) from ${n} a, ${n} b, ${n} c where a + b > c` },
  )
  const plan = lines.map((l) => l['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/cost=\d{6,}/)
  expect(plan).not.toContain('JIT')
})

describe('statements asked again and again', () => {
  const text = `select n::int as n, 'x' || n as name, null::date as day from generate_series(1, $1::int) n`
  const rows = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ n: n + 1, name: `x${n + 1}`, day: null as string | null }))

  it('answer the same rows, alone, together and behind an error', async () => {
    const scope = { tenantId }
    for (let n = 0; n < 6; n++) expect(await db.scoped(scope, { text, values: [n] })).toEqual(rows(n))
    const same = [2, 0, 3].map((n) => ({ text, values: [n] }))
    expect((await db.together(scope, same)).found).toEqual([rows(2), [], rows(3)])
    const bad = await db.together(scope, [...same, { text, values: ['no number'] }, ...same])
    expect(bad.found).toEqual([rows(2), [], rows(3)])
    expect(bad.failed).toBeDefined()
    const answers = await db.transaction(scope, (tx) =>
      Promise.all([tx.query(text, [1]), tx.query('select 1 as one'), tx.query(text, [2])]),
    )
    expect(answers).toEqual([rows(1), [{ one: 1 }], rows(2)])
  })
})
