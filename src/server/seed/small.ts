import { setImmediate as nextTurn } from 'node:timers/promises'
import { resourceOf } from '../../model/all.ts'
import { orderDoctor } from '../../model/orders/orderDoctor.ts'
import { installClients, installMenus, installTenant, TENANT_PARAMS } from '../access/install.ts'
import type { ServerContext } from '../core/context.ts'
import type { Database, Tx } from '../core/database.ts'
import { store } from '../records/files/disk.ts'
import { quoted, tableOf } from '../store/names.ts'
import type { MemoryStore } from '../writes/memory/memoryStore.ts'
import { loadPlay } from './playLoad.ts'
import { createLogins, type Secrets, secretsOf } from './scenarios/people.ts'
import { keepSecrets } from './scenarios/settings.ts'
import { ordersOf, type Sizes, type Told, tellSmall } from './scenarios/tell.ts'

/** How a small seed is made. */
export interface SmallOptions {
  /** The demo's day, yyyy-MM-dd: everything is dated before it. */
  readonly today: string
  /** Password of admin; everybody else's is the account name. */
  readonly demoPassword: string
  /** Where the data folder is, for the files of its attachments. */
  readonly config: ServerContext['config']
  /** Called with progress messages, one line each. */
  readonly progress?: (text: string) => void
  /** Whose demo it is (default 000000). */
  readonly tenantId?: string
  /** Two tiny tenants beside it (000001, 000002), to check that tenants are isolated. Default: yes for 000000. */
  readonly others?: boolean
}

const FIRST_TENANT = '000000'

/** Which of the others has a package, and which. */
const CUT = { tenantId: '000002', package: '标准版' }

/** Writes everything that came of a demo into a tenant without records (`loadPlay`). Returns how many rows. */
export const loadTold = (tx: Tx, { stage: { store, tenantId } }: Pick<Told, 'stage'>): Promise<number> =>
  loadPlay(tx, { tenantId, staged: Promise.resolve(store), played: Promise.resolve() })

/** Parameters a tenant has, with those it will be installed with. */
async function paramsOf(tx: Tx, tenantId: string): Promise<Set<string>> {
  const there = await tx.query<{ param_key: string }>(
    'select param_key from "param" where tenant_id = $1 and is_deleted = 0',
    [tenantId],
  )
  return new Set([...there.map((p) => p.param_key), ...TENANT_PARAMS])
}

/** Whose demo, how large, and with which logins (all of them unless named). */
interface Plan {
  readonly tenantId: string
  readonly name: string
  readonly sizes: Sizes
  readonly only?: readonly string[]
}

const planOf = (tenantId: string): Plan => ({
  tenantId,
  name: '医联结算平台',
  sizes: { companies: 12, doctors: 400, months: 12 },
})

/** A neighbour: one company, two months, five logins. */
const neighbour = (tenantId: string, name: string): Plan => ({
  tenantId,
  name,
  sizes: { companies: 1, doctors: 12, months: 2 },
  only: ['admin', 'fin', 'fin2', 'fin3', 'ca001'],
})

/**
 * Plays what happened in tenants, and writes it while the next is played. The database installs them meanwhile, after
 * what `prepare` does. Returns rows by tenant.
 */
async function fill(
  db: Database,
  plans: readonly Plan[],
  {
    today,
    demoPassword,
    config,
    progress = () => undefined,
  }: Pick<SmallOptions, 'today' | 'demoPassword' | 'config' | 'progress'>,
  prepare: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<{ told: Told; rows: number }[]> {
  const secrets = plans.map((p) => secretsOf(demoPassword, p.only))
  const params = await db.owner((tx) => Promise.all(plans.map((p) => paramsOf(tx, p.tenantId))))
  const installing = db.owner(async (tx) => {
    await prepare(tx)
    for (const { tenantId, name } of plans) await installTenant(tx, { tenantId, name })
  })
  // a failure is told below, with everything else
  installing.catch(() => undefined)
  await nextTurn()
  const written: Promise<{ told: Told; rows: number }>[] = []
  let before: Promise<unknown> = installing
  for (const [n, { tenantId, name, sizes }] of plans.entries()) {
    progress(`demo data: ${name}`)
    let stage = (_: MemoryStore): void => undefined
    const set = new Promise<MemoryStore>((done) => {
      stage = done
    })
    const telling = tellSmall(tenantId, today, sizes, params[n] as ReadonlySet<string>, ({ store }) => stage(store))
    // one after the other: each holds the tables that it switches triggers of
    const writing = before.then(() =>
      db.owner(async (tx) => {
        const staged = Promise.race([set, telling.then(({ stage }) => stage.store)])
        const rows = await loadPlay(tx, { tenantId, staged, played: telling })
        const told = await telling
        await createLogins(tx, tenantId, { ...told, secrets: secrets[n] as Secrets })
        await keepSecrets(tx, tenantId)
        return { told, rows }
      }),
    )
    before = writing
    writing.catch(() => undefined)
    written.push(writing)
    for (const { name, bytes } of (await telling).files) await store({ config }, tenantId, name, bytes)
    // the database has what it is to write before the next play takes this thread
    await nextTurn()
  }
  return Promise.all(written)
}

/** Adds a tiny tenant to a database with menus. */
export async function addNeighbour(
  db: Database,
  tenantId: string,
  name: string,
  options: Pick<SmallOptions, 'today' | 'demoPassword' | 'config'>,
): Promise<void> {
  await fill(db, [neighbour(tenantId, name)], options)
}

/**
 * Fills a database with the small demo (domain §9): same day, same data, byte for byte but for passwords. Throws when
 * the tenant has users already. Returns how many rows and how long, ms.
 */
export async function seedSmall(db: Database, options: SmallOptions): Promise<{ rows: number; ms: number }> {
  const { progress = () => undefined, tenantId = FIRST_TENANT, others = tenantId === FIRST_TENANT } = options
  const began = Date.now()
  await db.owner(async (tx) => {
    const users = await tx.query('select 1 from "user" where tenant_id = $1 limit 1', [tenantId])
    if (users.length > 0) throw new Error(`tenant ${tenantId} has users already`)
  })
  // the small ones first: they are written while the large one is played
  const plans = [
    ...(others ? [neighbour('000001', '东方医药结算'), neighbour('000002', '北辰健康结算')] : []),
    planOf(tenantId),
  ]
  const first = (
    await fill(db, plans, options, async (tx) => {
      await installMenus(tx)
      await installClients(tx)
    })
  ).at(-1)
  if (!first) throw new Error('nothing was played')
  const { told, rows } = first
  if (others)
    await db.owner((tx) =>
      tx.query(
        `update "tenant" t set package_id = p.id, package_name = p.package_name from "tenant_package" p
         where t.code = $1 and p.package_name = $2 and p.is_deleted = 0`,
        [CUT.tenantId, CUT.package],
      ),
    )
  // fresh statistics, so that the first plans are good ones
  await db.owner(async (tx) => {
    const tables = new Set([...told.stage.store.records().keys()].map((id) => tableOf(resourceOf(id))))
    for (const table of tables) tx.write(`analyze ${quoted(table)}`)
  })
  const orders = ordersOf(told).length
  const accepted = told.stage.store.table(orderDoctor).all(orderDoctor).length
  const ms = Date.now() - began
  progress(
    `demo data: ${orders} settlement orders, ${accepted} doctor orders, ${rows} rows in ${Math.round(ms / 100) / 10} s`,
  )
  return { rows, ms }
}
