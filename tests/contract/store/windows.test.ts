import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceOf } from '../../../src/model/business.ts'
import { rowsOf } from '../../../src/model/wire/columns.ts'
import type { WireTable } from '../../../src/model/wire/wire.ts'
import type { Database, Scope, Statement } from '../../../src/server/core/database.ts'
import { tookTooLong, tooLong } from '../../../src/server/database/driver.ts'
import { business } from '../../../src/server/domains/domains.ts'
import { rowsChanged, STEP, settled } from '../../../src/server/lists/anchors.ts'
import { countQuery, type Query } from '../../../src/server/lists/sql/query.ts'
import { readTotal, totalAhead } from '../../../src/server/lists/totals.ts'
import { readWindow, type Slicing } from '../../../src/server/lists/windows.ts'
import { newTenantId, testDatabase } from '../../server/harness.ts'

const COUNT = 23_456
const r = resourceOf('settlementOrderTaxItem')
let db: Database
let tenantId: string
/** Ids in the order of the list, newest first: rows share times, so that the id decides. */
let ids: string[]

beforeAll(async () => {
  db = await testDatabase()
  tenantId = newTenantId()
  await db.owner((tx) =>
    tx.query(
      `insert into settlement_order_tax_item (tenant_id, id, entrusted_company_id, create_time)
       select $1, i, i % 3, timestamptz '2024-01-01 00:00:00+08' + (i / 7) * interval '1.5 seconds'
       from generate_series(1, ${COUNT}) i`,
      [tenantId],
    ),
  )
  await db.owner((tx) => tx.query('analyze settlement_order_tax_item'))
  ids = Array.from({ length: COUNT }, (_, n) => String(COUNT - n))
})

// rows without orders, which checks of all tenants would find
afterAll(() => db.owner((tx) => tx.query('delete from settlement_order_tax_item where tenant_id = $1', [tenantId])))

const all = (): Query => ({ resource: r, reach: { tenantId, domains: business }, conditions: [] })
/** A window of ids. */
const windowOf = async (q: Query, slice: Omit<Slicing, 'columns'>) => {
  const { table, ...place } = await readWindow(db, q, { columns: ['id'], ...slice })
  return { ids: rowsOf(JSON.parse(`{${table}}`) as WireTable).map((x) => x.id), ...place }
}

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Rows that a plan took from tables. */
const rowsRead = (node: PlanNode | undefined): number =>
  (node?.['Relation Name'] ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : 0) +
  (node?.Plans ?? []).reduce((n, p) => n + rowsRead(p), 0)

describe('windows', () => {
  it('are the same slices with and without anchors', async () => {
    const places = [0, 1, 4_999, 5_000, 9_999, 10_000, 14_990, 15_000, 20_001, COUNT - 3]
    for (const round of ['without', 'with']) {
      for (const offset of places) {
        const w = await windowOf(all(), { offset, size: 20 })
        expect(w.ids, `${round} anchors, offset ${offset}`).toEqual(ids.slice(offset, offset + 20))
        expect(w.offset).toBe(offset)
      }
      await settled(db)
    }
  })

  it('walk an ascending order and a filter likewise', async () => {
    const q: Query = {
      ...all(),
      conditions: [{ field: 'entrustedCompanyId', op: 'equal', value: '0' }],
      sort: '+createTime',
    }
    const wanted = Array.from({ length: Math.floor(COUNT / 3) }, (_, n) => String((n + 1) * 3))
    for (let round = 0; round < 2; round++) {
      for (const offset of [0, 7_000, wanted.length - 5]) {
        expect((await windowOf(q, { offset, size: 10 })).ids).toEqual(wanted.slice(offset, offset + 10))
      }
      await settled(db)
    }
  })

  it('read few rows more than they show, at any position', async () => {
    const asked: Statement[] = []
    const watched = Object.assign(Object.create(db) as Database, {
      scoped: (scope: Scope, statement: Statement) => {
        asked.push(statement)
        return db.scoped(scope, statement)
      },
    })
    const size = 100
    const read = (offset: number) => readWindow(watched, all(), { columns: ['id'], offset, size })
    await read(COUNT - size)
    await settled(watched)
    const places = [0, 1_999, 2_000, 11_999, 12_000, Math.floor(COUNT * 0.9), COUNT - size, COUNT + 40]
    for (const offset of places) {
      asked.length = 0
      await read(offset)
      for (const { text, values = [] } of asked) {
        const [row] = await db.scoped<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
          { tenantId },
          { text: `explain (analyze, timing off, format json) ${text}`, values },
        )
        expect(rowsRead(row?.['QUERY PLAN'][0]?.Plan), `offset ${offset}: ${text}`).toBeLessThanOrEqual(2_000 + size)
      }
    }
  })

  it('find the position of a row anywhere in the list', async () => {
    for (const place of [0, 3, STEP - 1, STEP, 17_777, COUNT - 1]) {
      const w = await windowOf(all(), { offset: null, size: 50, around: ids[place] as string })
      expect(w.position).toBe(place)
      expect(w.ids[place - w.offset]).toBe(ids[place])
    }
    const asked = await windowOf(all(), { offset: 7, size: 5, around: ids[17_777] as string })
    expect([asked.position, asked.offset, ...asked.ids]).toEqual([17_777, 7, ...ids.slice(7, 12)])
    const gone = await windowOf(all(), { offset: 100, size: 5, around: '999999999' })
    expect(gone.position).toBe(-1)
    expect(gone.ids).toEqual(ids.slice(100, 105))
  })

  it('answer the true end for an offset behind it', async () => {
    const w = await windowOf(all(), { offset: COUNT + 5_000, size: 30 })
    expect(w.offset).toBe(COUNT - 30)
    expect(w.ids).toEqual(ids.slice(-30))
    const none = await windowOf(
      { ...all(), conditions: [{ field: 'settlementOrderId', op: 'equal', value: '5' }] },
      { offset: 50, size: 10 },
    )
    expect(none).toEqual({ ids: [], offset: 0 })
  })

  it('count totals, and count again after a change', async () => {
    const other = newTenantId()
    const q: Query = { ...all(), reach: { tenantId: other, domains: business } }
    expect(await readTotal(db, q)).toEqual({ total: 0, exact: true })
    await db.owner((tx) =>
      tx.query(`insert into settlement_order_tax_item (tenant_id, id, entrusted_company_id) values ($1, 1, 1)`, [
        other,
      ]),
    )
    rowsChanged(db, other, r.id)
    expect(await readTotal(db, q)).toEqual({ total: 1, exact: true })
    expect(await readTotal(db, all())).toEqual({ total: COUNT, exact: true })
  })

  it('beyond what is counted are estimated, without being counted twice', async () => {
    const q: Query = { ...all(), reach: { tenantId: newTenantId(), domains: business } }
    let counts = 0
    const large = Object.assign(Object.create(db) as Database, {
      scoped: (scope: Scope, statement: Statement) => db.scoped(scope, statement),
      together: async (_: Scope, statements: readonly Statement[]) => {
        const timed = statements.some((one) => one.text.includes('statement_timeout'))
        if (timed) return inTime === null ? { found: [[{}]], failed: tooLong() } : { found: [[{}], [{ n: inTime }]] }
        counts += 1
        return { found: [[{ n: 100_001 }]] }
      },
    })
    /** Rows that are counted in time; null: it takes longer. */
    let inTime: number | null = null
    expect(totalAhead(large, q)?.answer([{ n: 100_001 }])).toBeUndefined()
    expect(await readTotal(large, q)).toEqual({ total: 100_001, exact: false })
    expect(totalAhead(large, q)).toBeNull()
    expect(counts).toBe(0)
    rowsChanged(large, q.reach.tenantId, r.id)
    expect(await readTotal(large, q)).toEqual({ total: 100_001, exact: false })
    expect(counts).toBe(1)
    rowsChanged(large, q.reach.tenantId, r.id)
    expect(totalAhead(large, q)?.answer([{ n: 100_000 }])).toEqual({ total: 100_000, exact: true })

    // another list, which is counted to the end in time: exactly, each time; never on the one connection of the embedded database
    inTime = 299_250
    const quick: Query = { ...q, reach: { tenantId: newTenantId(), domains: business } }
    const expected = db.kind === 'embedded' ? { total: 100_001, exact: false } : { total: 299_250, exact: true }
    expect(await readTotal(large, quick)).toEqual(expected)
    inTime = 299_251
    expect(await readTotal(large, quick)).toEqual({ ...expected, total: expected.total + (expected.exact ? 1 : 0) })
    // what took too long is not tried again at once, whatever changed
    rowsChanged(large, q.reach.tenantId, r.id)
    expect(await readTotal(large, q)).toEqual({ total: 100_001, exact: false })
  })

  it('are counted to the end within a time that the database keeps', async () => {
    const q = all()
    const slow = countQuery(q)
    expect(await db.scoped(q.reach, slow)).toEqual([{ n: COUNT }])
    if (db.kind === 'embedded') return
    const { failed } = await db.together(q.reach, [
      { text: `select set_config('statement_timeout', $1, true)`, values: ['20'] },
      { ...slow, text: `${slow.text} and pg_sleep(1) is not null` },
    ])
    expect(tookTooLong(failed)).toBe(true)
  })
})
