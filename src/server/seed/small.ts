import { setImmediate as nextTurn } from 'node:timers/promises'
import { resourceOf } from '../../model/business.ts'
import { orderDoctor } from '../../model/orders/orderDoctor.ts'
import type { ServerContext } from '../core/context/context.ts'
import type { Database, Tx } from '../core/database.ts'
import { quoted, tableOf } from '../database/names.ts'
import { makersFill } from '../database/schema/makers.ts'
import { installClients, installFrame, installMenus } from '../domains/administration/access/install.ts'
import { outfitTenant } from '../domains/administration/access/outfit/outfit.ts'
import { store } from '../files/disk.ts'
import type { MemoryStore } from '../writing/memory/memoryStore.ts'
import { withLaterIndexes } from './laterIndexes.ts'
import { withoutLookups } from './lookups.ts'
import { loadRun, type ScenarioRun, writeRun } from './runLoad.ts'
import { type Demo, ordersOf, runScenarios, type Sizes } from './scenarios/demo.ts'
import { createLogins, type Secrets, secretsOf } from './scenarios/people.ts'

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
  /** Tenant of the demo (default 000000). */
  readonly tenantId?: string
  /** Two tiny tenants beside it (000001, 000002), to check that tenants are isolated. Default: yes for 000000. */
  readonly others?: boolean
}

const FIRST_TENANT = '000000'

/** Which of the others has a package, and which. */
const CUT = { tenantId: '000002', package: '标准版' }
const CUTTING = `update "tenant" t set package_id = p.id, package_name = p.package_name from "tenant_package" p
  where t.code = $1 and p.package_name = $2 and p.is_deleted = 0`

/** Writes everything that came of a demo into a tenant without records (`loadRun`). Returns how many rows. */
export const loadDemo = (tx: Tx, { stage: { store, tenantId } }: Pick<Demo, 'stage'>): Promise<number> =>
  loadRun(tx, { tenantId, staged: Promise.resolve(store), finished: Promise.resolve() })

/** Tenant and size of the demo, and its logins (all of them unless named). */
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

/** A tenant that is being played. */
interface TenantRun extends ScenarioRun {
  readonly plan: Plan
  readonly finished: Promise<Demo>
}

/**
 * Runs the scenarios of tenants one after the other; the next begins when the files of the previous one are stored and
 * its rows are handed to the database.
 */
function runAll(
  plans: readonly Plan[],
  { today, config, progress = () => undefined }: Pick<SmallOptions, 'today' | 'config' | 'progress'>,
): { runs: readonly TenantRun[]; over: Promise<unknown> } {
  let over: Promise<unknown> = nextTurn()
  const runs = plans.map((plan, n): TenantRun => {
    const { tenantId, name, sizes } = plan
    let stage = (_: MemoryStore): void => undefined
    const set = new Promise<MemoryStore>((done) => {
      stage = done
    })
    const finished = over.then(() => {
      progress(`demo data: ${name} (${n + 1} of ${plans.length}; a minute on a slow machine)`)
      return runScenarios(tenantId, today, sizes, ({ store }) => stage(store))
    })
    over = finished.then(async ({ files }) => {
      for (const { name, bytes } of files) await store({ config }, tenantId, name, bytes)
      await nextTurn()
    })
    const staged = Promise.race([set, finished.then((demo) => demo.stage.store)])
    // a failure is told where the play is written
    for (const promise of [finished, staged, over]) promise.catch(() => undefined)
    return { plan, tenantId, staged, finished }
  })
  return { runs, over }
}

/**
 * Plays what happened in tenants, and writes it meanwhile; the database installs them while the first is played, after
 * what `prepare` does. All in one transaction: a process that is killed leaves nothing. `finish` is done in it, too.
 * Returns rows by tenant.
 */
function fill(
  db: Database,
  plans: readonly Plan[],
  options: Pick<SmallOptions, 'today' | 'demoPassword' | 'config' | 'progress'>,
  {
    prepare = async () => undefined,
    finish = async () => undefined,
  }: { readonly prepare?: (tx: Tx) => Promise<void>; readonly finish?: (tx: Tx) => Promise<unknown> } = {},
): Promise<{ demo: Demo; rows: number }[]> {
  const secrets = plans.map((p) => secretsOf(options.demoPassword, p.only))
  const tenantIds = plans.map((p) => p.tenantId)
  return db.owner(async (tx) => {
    const { runs, over } = runAll(plans, options)
    const write = async () => {
      await prepare(tx)
      for (const { tenantId, name } of plans) installFrame(tx, { tenantId, name })
      return withoutLookups(tx, async () => {
        const rows: number[] = []
        for (const run of runs) {
          rows.push(await writeRun(tx, run))
          // the play has brought its own of what every tenant begins with
          await outfitTenant(tx, run.tenantId)
        }
        return rows
      })
    }
    const filled = await withLaterIndexes(tx, write)
    for (const text of makersFill()) tx.write(text, [tenantIds])
    await over
    const all = await Promise.all(runs.map((t) => t.finished))
    for (const [n, demo] of all.entries()) {
      const tenantId = tenantIds[n] as string
      await createLogins(tx, tenantId, { ...demo, secrets: secrets[n] as Secrets })
    }
    await finish(tx)
    return all.map((demo, n) => ({ demo, rows: filled[n] as number }))
  })
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
    await fill(db, plans, options, {
      prepare: async (tx) => {
        await installMenus(tx)
        await installClients(tx)
      },
      finish: async (tx) => {
        if (others) await tx.query(CUTTING, [CUT.tenantId, CUT.package])
      },
    })
  ).at(-1)
  if (!first) throw new Error('nothing was played')
  const { demo, rows } = first
  // fresh statistics, so that the first plans are good ones: a quarter of what is usual says enough of so few rows
  await db.owner(async (tx) => {
    tx.write('set local default_statistics_target = 25')
    const tables = new Set([...demo.stage.store.records().keys()].map((id) => tableOf(resourceOf(id))))
    for (const table of tables) tx.write(`analyze ${quoted(table)}`)
  })
  const orders = ordersOf(demo).length
  const accepted = demo.stage.store.table(orderDoctor).all(orderDoctor).length
  const ms = Date.now() - began
  progress(
    `demo data: ${orders} settlement orders, ${accepted} doctor orders, ${rows} rows in ${Math.round(ms / 100) / 10} s`,
  )
  return { rows, ms }
}
