import { resourceOf } from '../../model/all.ts'
import { orderDoctor } from '../../model/orders/orderDoctor.ts'
import { installClients, installMenus, installTenant } from '../access/install.ts'
import type { Database, Tx } from '../core/database.ts'
import { quoted, tableOf } from '../store/names.ts'
import { loadRecords } from '../store/records.ts'
import { createLogins } from './scenarios/people.ts'
import { ordersOf, type Told, tellSmall } from './scenarios/tell.ts'

/** How a small seed is made. */
export interface SmallOptions {
  /** The day the demo stands at, yyyy-MM-dd: nothing in it happens after the day before. */
  readonly today: string
  /** Password of admin; everybody else's is the account name. */
  readonly demoPassword: string
  /** Called with progress messages, one line each. */
  readonly progress?: (text: string) => void
  /** Whose demo it is (default 000000). */
  readonly tenantId?: string
  /** Two tiny tenants beside it (000001, 000002), to check that tenants are isolated. Default: yes for 000000. */
  readonly others?: boolean
}

const FIRST_TENANT = '000000'

/** Writes everything that came of a demo. Returns how many rows. */
export async function loadTold(tx: Tx, { stage: { store, tenantId } }: Pick<Told, 'stage'>): Promise<number> {
  let count = 0
  for (const [id, rows] of store.records()) {
    await loadRecords(tx, resourceOf(id), rows, tenantId)
    count += rows.length
  }
  for (const [id, values] of store.changes)
    await tx.query(
      'insert into "change_request_values" (tenant_id, id, old_values, new_values) values ($1, $2, $3::jsonb, $4::jsonb)',
      [tenantId, id, JSON.stringify(values.old), JSON.stringify(values.new)],
    )
  for (const [id, payload] of store.payloads)
    await tx.query('insert into "intent_payload" (tenant_id, id, payload) values ($1, $2, $3::jsonb)', [
      tenantId,
      id,
      JSON.stringify(payload),
    ])
  return count
}

/** Parameters a tenant came with. */
async function paramsOf(tx: Tx, tenantId: string): Promise<Set<string>> {
  const there = await tx.query<{ param_key: string }>(
    'select param_key from "param" where tenant_id = $1 and is_deleted = 0',
    [tenantId],
  )
  return new Set(there.map((p) => p.param_key))
}

/** A neighbour: one company, two months, four logins. */
export async function addNeighbour(
  db: Database,
  tenantId: string,
  name: string,
  { today, demoPassword }: Pick<SmallOptions, 'today' | 'demoPassword'>,
): Promise<void> {
  await db.owner(async (tx) => {
    await installTenant(tx, { tenantId, name })
    const told = await tellSmall(
      tenantId,
      today,
      { companies: 1, doctors: 12, months: 2 },
      await paramsOf(tx, tenantId),
    )
    await createLogins(tx, tenantId, {
      ...told,
      adminPassword: demoPassword,
      only: ['admin', 'fin', 'fin2', 'ca001'],
    })
    await loadTold(tx, told)
  })
}

/**
 * Fills a database with the small demo (domain §9): same day, same data, byte for byte but for passwords. Throws when
 * the tenant has users already. Returns how many rows and how long, ms.
 */
export async function seedSmall(db: Database, options: SmallOptions): Promise<{ rows: number; ms: number }> {
  const {
    today,
    demoPassword,
    progress = () => undefined,
    tenantId = FIRST_TENANT,
    others = tenantId === FIRST_TENANT,
  } = options
  const began = Date.now()
  progress('demo data: tenants, roles, menus')
  const there = await db.owner(async (tx) => {
    const users = await tx.query('select 1 from "user" where tenant_id = $1 limit 1', [tenantId])
    if (users.length > 0) throw new Error(`tenant ${tenantId} has users already`)
    await installMenus(tx)
    await installClients(tx)
    await installTenant(tx, { tenantId, name: '医联结算平台' })
    return paramsOf(tx, tenantId)
  })
  progress('demo data: companies, doctors, settlement orders')
  const told = await tellSmall(tenantId, today, { companies: 12, doctors: 400, months: 12 }, there)
  const rows = await db.owner(async (tx) => {
    await createLogins(tx, tenantId, { ...told, adminPassword: demoPassword })
    return loadTold(tx, told)
  })
  if (others) {
    progress('demo data: two neighbours')
    await addNeighbour(db, '000001', '东方医药结算', options)
    await addNeighbour(db, '000002', '北辰健康结算', options)
  }
  // fresh statistics, so that the first plans are good ones
  await db.owner(async (tx) => {
    for (const id of told.stage.store.records().keys()) await tx.query(`analyze ${quoted(tableOf(resourceOf(id)))}`)
  })
  const orders = ordersOf(told).length
  const accepted = told.stage.store.table(orderDoctor).all(orderDoctor).length
  const ms = Date.now() - began
  progress(
    `demo data: ${orders} settlement orders, ${accepted} doctor orders, ${rows} rows in ${Math.round(ms / 100) / 10} s`,
  )
  return { rows, ms }
}
