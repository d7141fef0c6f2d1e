import { authenticationDoctor } from '../../model/people/authenticationDoctor.ts'
import { entrustedCompany } from '../../model/people/entrustedCompany.ts'
import type { Database, Tx } from '../core/database.ts'
import { loadRecords } from '../store/records.ts'
import { DOCUMENT_TABLES, fillBulkDocuments } from './bulk/documents.ts'
import { dropFrame, type Frame, MOST_COMPANIES, makeFrame, PARTNERS } from './bulk/frame.ts'
import { fillHistory } from './bulk/history.ts'
import { withoutIndexes } from './bulk/indexes.ts'
import { fillSettlement, SETTLEMENT_TABLES } from './bulk/settlement.ts'
import { clearTenants } from './clear.ts'
import { SeedCodes, SeedIds } from './numbers.ts'
import { addCompanies, addDoctors, type Partner } from './parties.ts'
import { monthsUpTo } from './plan.ts'
import { Prng } from './prng.ts'
import { addNeighbour, seedSmall } from './small.ts'
import { type Person, Story, SYSTEM } from './story.ts'
import { daysOf, plusMonths } from './times.ts'

const MONTHS = 48
/** Orders of one company: a month's at each partner. */
const ORDERS = MONTHS * PARTNERS

/** Tenants of the large demo beside the first, with how many orders each. */
const NEIGHBOURS = [
  { tenantId: '000001', name: '东方医药结算', orders: 10_000 },
  { tenantId: '000002', name: '北辰健康结算', orders: 10_000 },
  { tenantId: '000003', name: '南岭医学结算', orders: 1_000 },
] as const

const DEMO_TENANTS = ['000000', ...NEIGHBOURS.map((n) => n.tenantId)]

export interface LargeOptions {
  readonly today: string
  readonly demoPassword: string
  /** Settlement orders of the first tenant, about (default: a million on PostgreSQL, 200,000 embedded). */
  readonly rows?: number
  /** Removes demo tenants that are there instead of refusing. */
  readonly replace?: boolean
  readonly progress?: (text: string) => void
}

/** Every table that a bulk fill touches. */
const TABLES = [
  'entrusted_company',
  'authentication_doctor',
  ...SETTLEMENT_TABLES,
  ...DOCUMENT_TABLES,
  'approval_history',
]

/** Somebody of the tenant, by account. */
async function personOf(tx: Tx, tenantId: string, account: string): Promise<Person> {
  const [found] = await tx.query<{ id: string; real_name: string; role_name: string }>(
    'select id, real_name, role_name from "user" where tenant_id = $1 and account = $2 and is_deleted = 0',
    [tenantId, account],
  )
  if (!found) throw new Error(`tenant ${tenantId} has no user ${account}`)
  return { id: found.id, name: found.real_name, role: found.role_name }
}

/** Adds companies with 48 months of settlement to a tenant that has its small demo. */
async function fillTenant(
  tx: Tx,
  tenantId: string,
  today: string,
  companies: number,
  told: (text: string) => void,
): Promise<void> {
  const last = monthsUpTo(today).settled.at(-1) as string
  const months = Array.from({ length: MONTHS }, (_, i) => plusMonths(last, i - MONTHS + 1))
  told(`tenant ${tenantId}: ${companies} companies, ${companies * ORDERS} settlement orders`)
  const since = daysOf(plusMonths(months[0] as string, -12)).first
  const maker = await personOf(tx, tenantId, 'fin2')
  const reviewer = await personOf(tx, tenantId, 'fin')
  const story = new Story(tenantId, new SeedIds(1022), new SeedCodes())
  const clients = addCompanies(story, new Prng(20240102), since, maker, { from: 1000, working: companies, waiting: 0 })
  const doctors = addDoctors(story, since, SYSTEM, { from: 1000, count: companies * PARTNERS * 2, allPayable: true })
  const partners = await tx.query<Partner & { id: string }>(
    `select id, name from third_platform where tenant_id = $1 and third_type = 1 and is_deleted = 0 order by code limit ${PARTNERS}`,
    [tenantId],
  )
  await loadRecords(tx, entrustedCompany, clients, tenantId)
  await loadRecords(tx, authenticationDoctor, doctors, tenantId)
  const frame: Frame = { tenantId, months, companies: clients, doctors, partners, maker, reviewer, cashier: reviewer }
  await makeFrame(tx, frame)
  await fillSettlement(tx, frame, told)
  await fillBulkDocuments(tx, frame, told)
  await fillHistory(tx, frame, told)
  await dropFrame(tx)
}

/** Adds companies to tenants that have their small demo: one transaction, all or nothing, then fresh statistics. */
export async function fillTenants(
  db: Database,
  today: string,
  tenants: readonly { readonly tenantId: string; readonly companies: number }[],
  told: (text: string) => void,
): Promise<void> {
  const embedded = db.kind === 'embedded'
  await db.owner(async (tx) => {
    await tx.query(`set local maintenance_work_mem = '${embedded ? '128MB' : '512MB'}'`)
    await tx.query(`set local work_mem = '${embedded ? '64MB' : '256MB'}'`)
    const fill = async () => {
      for (const t of tenants) await fillTenant(tx, t.tenantId, today, t.companies, told)
    }
    await withoutIndexes(tx, TABLES, fill, told)
  })
  told('statistics')
  for (const t of TABLES) await db.owner((tx) => tx.query(`analyze "${t}"`))
}

/**
 * The large demo: the small one, then thousands of companies over 48 months in the same tenant and three smaller
 * tenants beside it, all by set operations in one transaction. Refuses a database that has any of these tenants, unless
 * told to replace them.
 */
export async function seedLarge(db: Database, options: LargeOptions): Promise<{ orders: number; ms: number }> {
  const { today, demoPassword, replace = false, progress = () => undefined } = options
  const companies = Math.max(
    1,
    Math.round((options.rows ?? (db.kind === 'embedded' ? 200_000 : 7_000 * ORDERS)) / ORDERS),
  )
  if (companies > MOST_COMPANIES) throw new RangeError(`at most ${MOST_COMPANIES * ORDERS} orders, not ${options.rows}`)
  const began = Date.now()
  await makeRoom(db, replace, progress)
  await seedSmall(db, { today, demoPassword, progress, others: false })
  for (const n of NEIGHBOURS) await addNeighbour(db, n.tenantId, n.name, { today, demoPassword })
  const told = (text: string) => progress(`${String(Math.round((Date.now() - began) / 1000)).padStart(6)} s  ${text}`)
  const neighbours = NEIGHBOURS.map((n) => ({ tenantId: n.tenantId, companies: Math.round(n.orders / ORDERS) }))
  await fillTenants(db, today, [{ tenantId: '000000', companies }, ...neighbours], told)
  const [found] = await db.owner((tx) =>
    tx.query<{ n: string }>('select count(*) n from settlement_order where is_deleted = 0'),
  )
  const ms = Date.now() - began
  progress(`${found?.n} settlement orders in ${Math.round(ms / 1000)} s`)
  return { orders: Number(found?.n), ms }
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
  constructor(readonly tenants: readonly string[]) {
    super(`The database already has data of tenant ${tenants.join(', ')}; add --replace to remove it and seed anew.`)
    this.name = 'OccupiedError'
  }
}
