import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { PLATFORM_TENANT } from '../../model/language/resource.ts'
import type { Label } from '../../model/values/label.ts'
import type { Health } from '../../model/wire/wire.ts'
import { bearerOf } from '../auth/tokens.ts'
import { actorOf } from '../auth/who.ts'
import type { Handler } from '../core/context/context.ts'
import type { Database } from '../core/database.ts'
import { hasPlatformRights } from '../core/permissions.ts'
import { storageProblem } from '../core/storage.ts'

/** The product's version, from package.json. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

/** How long the database may take to answer before it counts as away, ms. */
const DATABASE_TIMEOUT_MS = 2_000
/** How long an answer of the database is believed, ms: whoever asks for health in a loop costs no statement each. */
const BELIEVED = 500

interface HealthCheck {
  readonly at: number
  readonly up: Promise<boolean>
  over: boolean
}

const checks = new WeakMap<Database, HealthCheck>()

/** Asks the database whether it answers: once at a time, and not again for a moment. */
function ask(db: Database): Promise<boolean> {
  const last = checks.get(db)
  if (last && (!last.over || performance.now() - last.at < BELIEVED)) return last.up
  const up = db.scoped({ tenantId: null }, { name: 'health', text: 'select 1 as one' }).then(
    () => true,
    () => false,
  )
  const now: HealthCheck = { at: performance.now(), up, over: false }
  void up.then(() => {
    now.over = true
  })
  checks.set(db, now)
  return up
}

/** Returns whether the database answers within two seconds. */
async function isUp(db: Database): Promise<boolean> {
  const waiting = new AbortController()
  const late = sleep(DATABASE_TIMEOUT_MS, false, { signal: waiting.signal }).catch(() => false)
  return Promise.race([ask(db), late]).finally(() => waiting.abort())
}

const stored = new Map<string, { readonly at: number; readonly problem: Label | null }>()

/** Why files cannot be kept now; looked at once in a moment. */
function storageOf(dataDir: string): Label | null {
  const last = stored.get(dataDir)
  if (last && performance.now() - last.at < BELIEVED) return last.problem
  const problem = storageProblem(dataDir)
  stored.set(dataDir, { at: performance.now(), problem })
  return problem
}

/**
 * GET health: 200 while the database answers and files can be kept, 503 within two seconds when it does not. Raw, for probes. Strangers hear
 * up or down and no more, tenants too; the platform's administrators who present their token hear what runs where.
 */
export const health: Handler = async ({ context, http: request, reply }): Promise<Health> => {
  const answers = await isUp(context.db)
  const storage = storageOf(context.config.dataDir)
  const up = answers && storage === null
  if (!up) reply.code(503).header('retry-after', '2')
  const status = up ? 'up' : 'down'
  const token = bearerOf(request.headers['blade-auth'])
  const actor = answers && token ? await actorOf(context, token, 'zh', request.id) : null
  if (actor?.tenantId !== PLATFORM_TENANT || actor.locked || !hasPlatformRights(actor)) return { status }
  const { kind, version, leakproof } = context.db
  return {
    status,
    database: kind,
    databaseVersion: version,
    leakproof,
    instance: context.instance,
    version: VERSION,
    ...(storage ? { storage: storage[1] } : {}),
  }
}
