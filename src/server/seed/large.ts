import type { ServerContext } from '../core/context/context.ts'
import type { Database, Tx } from '../core/database.ts'
import { inLanes } from '../core/lanes.ts'
import { quoted } from '../database/names.ts'
import { MAKERS_TABLE, makersFill } from '../database/schema/makers.ts'
import { SEARCH_TABLE, searchFill } from '../database/schema/search.ts'
import { clearTenants } from './clear.ts'
import { makeIndexes, roomy, takeIndexes, withoutKeys } from './multiply/indexes.ts'
import { multipliedTables, multiply } from './multiply/multiply.ts'
import { StatementTimes } from './multiply/spent.ts'
import { addNeighbour, seedSmall } from './small.ts'

/** Tenants of the large demo beside the first, with how many orders each, about. */
const NEIGHBOURS = [
  { tenantId: '000001', name: '东方医药结算', orders: 10_000 },
  { tenantId: '000002', name: '北辰健康结算', orders: 10_000 },
  { tenantId: '000003', name: '南岭医学结算', orders: 1_000 },
] as const

const FIRST = '000000'
const DEMO_TENANTS = [FIRST, ...NEIGHBOURS.map((n) => n.tenantId)]

export interface LargeOptions {
  readonly today: string
  readonly demoPassword: string
  /** Where the data folder is, for the files of attachments; copies of a record share them. */
  readonly config: ServerContext['config']
  /** Settlement orders of the first tenant, about (default: 100,000 on PostgreSQL, 10,000 embedded). */
  readonly rows?: number
  /** Removes demo tenants that are there instead of refusing. */
  readonly replace?: boolean
  readonly progress?: (text: string) => void
}

const count = async (db: Database, tenantId: string): Promise<number> => {
  const [found] = await db.owner((tx) =>
    tx.query<{ n: string }>('select count(*) n from settlement_order where tenant_id = $1 and is_deleted = 0', [
      tenantId,
    ]),
  )
  return Number(found?.n)
}

/** Connections that make indexes and statistics at once: more than the processors of a small machine have none. */
const lanesOf = (db: Database): number => (db.kind === 'embedded' ? 1 : 2)

/**
 * Multiplies tenants that have their small demo until each has about so many settlement orders: the rows in one
 * transaction, all or nothing; then indexes and statistics, which are made whatever happens. Indexes that a process left
 * that was killed meanwhile are made first. `times` counts the statements.
 */
export async function fillTenants(
  db: Database,
  tenants: readonly { readonly tenantId: string; readonly orders: number }[],
  report: (text: string) => void,
  times = new StatementTimes(),
): Promise<void> {
  const watch = (tx: Tx) => times.watch(tx)
  const step = (text: string) => {
    for (const line of times.slowest()) report(line)
    report(text)
  }
  const lanes = lanesOf(db)
  await makeIndexes(db, lanes, watch, step)
  const multiplied = multipliedTables()
  const tables = [...multiplied, SEARCH_TABLE, MAKERS_TABLE]
  const copies = new Map<string, number>()
  // the largest last: each reads through what is there, without an index
  for (const { tenantId, orders } of [...tenants].sort((a, b) => a.orders - b.orders)) {
    const small = await count(db, tenantId)
    if (small === 0) throw new Error(`tenant ${tenantId} has no demo to multiply`)
    copies.set(tenantId, Math.max(0, Math.round(orders / small) - 1))
  }
  await db.owner((tx) => takeIndexes(watch(tx), tables))
  try {
    await db.owner(async (plain) => {
      const tx = watch(plain)
      roomy(tx, db.kind, 1)
      const fill = async () => {
        for (const [tenantId, n] of copies) {
          step(`tenant ${tenantId}: ${n} copies`)
          await multiply(tx, tenantId, n, report)
        }
        // copies are made without triggers, and what these would have kept is joined from tables that were small before
        step('statistics of the copies')
        await tx.query('set local default_statistics_target = 10')
        for (const t of multiplied) await tx.query(`analyze ${quoted(t)}`)
        step('search and makers')
        for (const text of [...searchFill(), ...makersFill()]) await tx.query(text, [[...copies.keys()]])
      }
      await withoutKeys(tx, tables, fill, step)
    })
    await db.checkpoint()
  } finally {
    await makeIndexes(db, lanes, watch, step)
  }
  step('statistics')
  await inLanes(tables, lanes, (t) => db.owner((tx) => watch(tx).query(`analyze ${quoted(t)}`)))
  for (const line of times.slowest()) report(line)
  await db.checkpoint()
}

/**
 * The large demo: the small one and three neighbours, multiplied. Refuses a database that has any of these tenants,
 * unless asked to replace them.
 */
export async function seedLarge(db: Database, options: LargeOptions): Promise<{ orders: number; ms: number }> {
  const { today, demoPassword, config, replace = false, progress = () => undefined } = options
  const orders = options.rows ?? (db.kind === 'embedded' ? 10_000 : 100_000)
  const began = Date.now()
  await makeRoom(db, replace, progress)
  await seedSmall(db, { today, demoPassword, config, progress, others: false })
  for (const n of NEIGHBOURS) await addNeighbour(db, n.tenantId, n.name, { today, demoPassword, config })
  const report = (text: string) => progress(`${String(Math.round((Date.now() - began) / 1000)).padStart(6)} s  ${text}`)
  // a neighbour is not larger than the main tenant
  const neighbours = NEIGHBOURS.map((n) => ({ tenantId: n.tenantId, orders: Math.min(n.orders, orders / 10) }))
  await fillTenants(db, [{ tenantId: FIRST, orders }, ...neighbours], report)
  const made = await count(db, FIRST)
  const ms = Date.now() - began
  progress(`${made} settlement orders in ${Math.round(ms / 1000)} s`)
  return { orders: made, ms }
}

/** Sees that the demo's tenants are not there yet, or removes them. */
export async function makeRoom(
  db: Database,
  replace: boolean,
  progress: (text: string) => void,
  tenants: readonly string[] = DEMO_TENANTS,
): Promise<void> {
  await db.owner(async (tx) => {
    const there = await tx.query<{ tenant_id: string }>(
      'select distinct tenant_id from "user" where tenant_id = any($1::text[]) order by 1',
      [tenants],
    )
    if (there.length === 0) return
    if (!replace) throw new OccupiedError(there.map((t) => t.tenant_id))
    progress(`removing tenants ${there.map((t) => t.tenant_id).join(', ')}`)
    await clearTenants(tx, tenants)
  })
}

/** The database already has tenants that the demo would fill. */
export class OccupiedError extends Error {
  readonly tenants: readonly string[]

  constructor(tenants: readonly string[]) {
    super(`The database already has data of tenant ${tenants.join(', ')}; add --replace to remove it and seed anew.`)
    this.tenants = tenants
    this.name = 'OccupiedError'
  }
}
