import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '../../src/server/core/database.ts'
import { parseKeys, setKeys } from '../../src/server/core/settings/secrets.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { asking } from './postgres.ts'
import { copyTemplate } from './template.ts'

// one a process, also where modules are loaded once a test file
const shared = globalThis as typeof globalThis & {
  roundsTestDatabase?: Promise<Database>
  roundsTestTenant?: number
}

// every test process has keys of its own
setKeys(parseKeys(`test:${Buffer.alloc(32, 7).toString('base64')}`))

/** What the database says while tests run: only what is wrong. */
export const quiet: Pick<Console, 'info' | 'warn' | 'error' | 'debug'> = {
  info() {},
  debug() {},
  warn: console.warn,
  error: console.error,
}

/** Whether the suite runs on PostgreSQL instead of the embedded database. */
export const testUrl = (): string | null => process.env.TEST_DATABASE_URL || null

/** A new, empty folder inside the temporary folder of the run, which is removed at its end (tests/temporary.ts). */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'data-'))

let files: string | undefined
/** The folder of uploads and exports of this test process. */
export const filesOfTests = (): string => {
  files ??= newFolder()
  return files
}

/** A new folder with a migrated, empty embedded database in it. */
export async function migratedFolder(): Promise<string> {
  const folder = newFolder()
  await copyTemplate(folder)
  return folder
}

/** Databases of test processes that are gone: a process cannot drop its own when it ends. */
export async function dropLeft(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database d where datname ~ '^rounds_[0-9]+_[0-9a-z]+$' and not exists (select 1 from pg_stat_activity a where a.datname = d.datname)`,
  )
  for (const { name } of rows) {
    try {
      process.kill(Number(name.split('_')[1]), 0)
    } catch {
      await client.query(`drop database if exists ${name}`).catch(() => undefined)
    }
  }
}

/** A new database on the server of the suite: a copy of another one that nobody is connected to, else empty; its URL. */
export async function newPostgresDatabase(url: string, copyOf?: string): Promise<string> {
  const name = `rounds_${process.pid}_${randomBytes(4).toString('hex')}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await dropLeft(client)
  await client.query(
    `create database ${name} template ${copyOf ? databaseName(copyOf) : 'template0'} encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`,
  )
  await client.end()
  const u = new URL(url)
  u.pathname = `/${name}`
  return u.href
}

/** Removes a database of the suite, whoever is connected to it. */
export async function dropPostgresDatabase(url: string): Promise<void> {
  const server = new URL(url)
  server.pathname = '/postgres'
  await asking(server.href, (client) => client.query(`drop database if exists ${databaseName(url)} with (force)`))
}

const databaseName = (url: string): string => new URL(url).pathname.slice(1)

/** The database of this test process: opened and migrated once, never emptied. Every test makes its own tenant. */
export function testDatabase(): Promise<Database> {
  shared.roundsTestDatabase ??= (async () => {
    const url = testUrl()
    return url
      ? openDatabase({ dataDir: '', databaseUrl: await newPostgresDatabase(url) }, quiet)
      : openDatabase({ dataDir: await migratedFolder(), databaseUrl: null }, quiet)
  })()
  return shared.roundsTestDatabase
}

/** Returns a tenant number that no other test uses: no rows, no users. */
export function newTenantId(): string {
  shared.roundsTestTenant = (shared.roundsTestTenant ?? 0) + 1
  return `t${process.pid.toString(36)}${shared.roundsTestTenant.toString(36)}`.slice(0, 12)
}
