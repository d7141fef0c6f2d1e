import type { Database } from '../core/database.ts'
import { setWorker } from '../core/ids.ts'
import type { Config } from '../core/settings/config.ts'
import { StartError } from '../core/settings/startError.ts'
import type { Driver, Session } from './driver.ts'
import { EmbeddedDatabase } from './embedded/embedded.ts'
import { type Migration, migrate, migrationsOf } from './migrate.ts'
import { DATABASE_TIMEOUTS } from './postgres/databaseTimeouts.ts'
import { ensureLeakproof } from './postgres/leakproof.ts'
import { PostgresDatabase } from './postgres/postgres.ts'
import { ensureRole } from './role.ts'

type Log = Pick<Console, 'info' | 'warn' | 'error'>

/**
 * Role, migrations, marks: everything a database needs before it may serve. Returns whether searches may use indexes.
 */
export async function prepareDatabase(
  session: Session,
  log: Log,
  migrations: readonly Migration[] = migrationsOf(),
): Promise<{ leakproof: boolean }> {
  const { superuser } = await ensureRole(session)
  // a slow machine takes half a minute for the first ones
  const applied = await migrate(session, migrations, (text) => log.info(text))
  if (applied.length) log.info(`migrations applied: ${applied.join(', ')}`)
  const leakproof = await ensureLeakproof(session, superuser)
  if (!leakproof)
    log.warn(
      'the database user is no superuser: searches by text and amount cannot use indexes under row security (health: leakproof = false)',
    )
  const [worker] = await session.query<{ n: string }>(`select nextval('rounds_worker') as n`)
  if (worker) setWorker(Number(worker.n))
  return { leakproof }
}

/**
 * Opens the database the configuration names: PostgreSQL behind `databaseUrl`, else the embedded one in `dataDir`.
 * Every way this can fail is a `StartError` with one sentence.
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  log: Log,
  timeouts = DATABASE_TIMEOUTS,
): Promise<Database> {
  const driver: Driver = config.databaseUrl
    ? await PostgresDatabase.open(config.databaseUrl, log, timeouts)
    : await EmbeddedDatabase.open(config.dataDir, log)
  try {
    await driver.prepare((session) => prepareDatabase(session, log))
    return driver
  } catch (e) {
    await driver.close().catch(() => undefined)
    if (e instanceof StartError) throw e
    throw new StartError(`The database cannot be prepared (${e instanceof Error ? e.message : String(e)}).`, e)
  }
}
