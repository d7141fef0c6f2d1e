import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '../core/settings/startError.ts'
import type { Session } from './driver.ts'
import { sqlState } from './values.ts'

/** File of `migrations/`, in order of its number. */
export interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** Where the product's migrations lie. */
export const MIGRATIONS = fileURLToPath(new URL('./migrations/', import.meta.url))

/** All migrations of a folder, in order. */
export function migrationsOf(folder: string = MIGRATIONS): Migration[] {
  return readdirSync(folder)
    .filter((f) => /^\d{4}_[a-z0-9_]+\.sql$/.test(f))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') }
    })
}

/**
 * Applies what is missing, each file in a transaction of its own, under a lock that other instances wait for. A file
 * that changed after it was applied, or one from a newer version, stops the start. Returns the names applied now.
 */
export async function migrate(
  session: Session,
  migrations: readonly Migration[] = migrationsOf(),
  report: (text: string) => void = () => undefined,
): Promise<string[]> {
  await session.query('select pg_advisory_lock(7265002)')
  try {
    await session.script(
      'create table if not exists rounds_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const applied = new Map(
      (await session.query<{ name: string; checksum: string }>('select name, checksum from rounds_migration')).map(
        (r) => [r.name, r.checksum],
      ),
    )
    const known = new Set(migrations.map((m) => m.name))
    for (const [name, checksum] of applied) {
      if (!known.has(name))
        throw new StartError(
          `The database holds migration ${name}, which this version does not know: it was opened by a newer version of Rounds.`,
        )
      if (checksum !== migrations.find((m) => m.name === name)?.checksum) {
        throw new StartError(
          `Migration ${name} was changed after it had been applied to this database; restore the file, or begin with an empty database.`,
        )
      }
    }
    const done: string[] = []
    const missing = migrations.filter((m) => !applied.has(m.name))
    for (const m of missing) {
      report(`preparing the database: ${m.name} (${done.length + 1} of ${missing.length})`)
      await apply(session, m)
      done.push(m.name)
    }
    return done
  } finally {
    await session.query('select pg_advisory_unlock(7265002)').catch(() => undefined)
  }
}

async function apply(session: Session, m: Migration): Promise<void> {
  try {
    await session.script('begin')
    await session.script(m.sql)
    await session.query('insert into rounds_migration (name, checksum) values ($1, $2)', [m.name, m.checksum])
    await session.script('commit')
  } catch (e) {
    await session.script('rollback').catch(() => undefined)
    const why = e instanceof Error ? e.message : String(e)
    if (why.includes('pg_trgm')) {
      throw new StartError(
        `The extension pg_trgm, which searches codes, cannot be created (${why}); install PostgreSQL's contrib modules and run as the owner of the database: create extension pg_trgm.`,
        e,
      )
    }
    if (sqlState(e) === '42501')
      throw new StartError(
        `The database user may not create what migration ${m.name} needs (${why}); it must own the database or its public schema.`,
        e,
      )
    throw new StartError(`Migration ${m.name} failed (${why}); nothing of it was kept.`, e)
  }
}
