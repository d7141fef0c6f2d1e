import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/server/store/database.ts'
import type { Session } from '../../../src/server/store/driver.ts'
import { EmbeddedDatabase } from '../../../src/server/store/embedded.ts'
import { lockFolder } from '../../../src/server/store/lock.ts'
import { migrate, migrationsOf } from '../../../src/server/store/migrate.ts'
import { openDatabase } from '../../../src/server/store/open.ts'
import { ensureRole } from '../../../src/server/store/role.ts'
import { StartError } from '../../../src/server/store/startError.ts'
import { newFolder, newPostgresDatabase, quiet, testUrl } from '../harness.ts'

const silent = { ...quiet, warn() {}, error() {} }
const open: Database[] = []
afterAll(async () => {
  for (const db of open) await db.close()
})

/** The one sentence a start fails with. */
async function sentence(start: Promise<unknown>): Promise<string> {
  const e = await start.then(
    () => null,
    (error: unknown) => error,
  )
  expect(e).toBeInstanceOf(StartError)
  const message = (e as Error).message
  expect(message).not.toContain('\n')
  expect(message.endsWith('.')).toBe(true)
  return message
}

describe('the lock of a data folder', () => {
  it('is had by one, given back, and the folder is made with its parents', () => {
    const folder = join(newFolder(), 'deep', 'data')
    const release = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(`The data folder ${folder} is in use by another process (pid ${process.pid})`)
    release()
    lockFolder(folder)()
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  })

  it('left by a dead process is taken over, also when its number is used again', () => {
    const folder = newFolder()
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    for (const holder of [
      { pid: dead, born: '1', host: hostname() },
      { pid: process.pid, born: '1', host: hostname() },
    ]) {
      writeFileSync(join(folder, 'lock'), JSON.stringify(holder))
      lockFolder(folder)()
    }
  })

  it('of a live process on another machine is respected while it beats', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: 1, born: '1', host: 'elsewhere' }))
    expect(() => lockFolder(folder)).toThrow('in use')
  })

  it('cannot be had where nothing may be written: one sentence', () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    expect(() => lockFolder(join(file, 'data'))).toThrow(StartError)
  })
})

// declared only where it applies: a skipped test would look like a gap
const embedded = testUrl() === null ? describe : () => undefined
embedded('the embedded database', () => {
  it('opens again with its rows, is not opened twice, says when its folder is damaged, and survives a dead thread', async () => {
    const dataDir = join(newFolder(), 'data')
    const config = { dataDir, databaseUrl: null }
    let db = await openDatabase(config, silent)
    const write = (n: number) =>
      db.scoped(
        { tenantId: 't' },
        { text: `insert into param (tenant_id, id, param_name, param_key, param_value) values ('t', $1, 'a', $2, 'a')`, values: [n, `k${n}`] },
      )
    await write(1)
    expect(await sentence(openDatabase(config, silent))).toContain('is in use by another process')

    // a thread that dies takes what is asked with it, and nothing that was answered
    const heard: string[] = []
    await db.listen('rounds_test', (p) => heard.push(p))
    const long = db.scoped({ tenantId: 't' }, { text: 'select count(*) from generate_series(1, 2000000000) a' })
    const refused = expect(long).rejects.toMatchObject({ code: 503 })
    await new Promise((r) => setTimeout(r, 50))
    await (db as EmbeddedDatabase).crash()
    await refused
    await write(2)
    expect(await db.scoped({ tenantId: 't' }, { text: 'select count(*)::int n, current_user::text who from param' })).toEqual([{ n: 2, who: 'rounds_app' }])
    await db.notify('rounds_test', 'still')
    for (let n = 0; n < 50 && heard.length === 0; n++) await new Promise((r) => setTimeout(r, 20))
    expect(heard).toEqual(['still'])
    await db.close()
    await db.close()

    db = await openDatabase(config, silent)
    expect(await db.scoped({ tenantId: 't' }, { text: 'select count(*)::int n from param' })).toEqual([{ n: 2 }])
    await db.close()

    const control = join(dataDir, 'pg', 'global', 'pg_control')
    const whole = readFileSync(control)
    writeFileSync(control, 'broken')
    expect(await sentence(openDatabase(config, silent))).toContain('is damaged and cannot be opened')
    expect(existsSync(join(dataDir, 'lock'))).toBe(false)
    writeFileSync(control, whole)
    open.push(await openDatabase(config, silent))
  }, 60_000)

  it('begins anew where the very first start was cut short, and keeps what that left', async () => {
    const dataDir = newFolder()
    mkdirSync(join(dataDir, 'pg', 'base'), { recursive: true })
    writeFileSync(join(dataDir, 'pg', 'PG_VERSION'), '18')
    writeFileSync(join(dataDir, 'pg.creating'), '')
    const db = await EmbeddedDatabase.open(dataDir, silent)
    expect(readdirSync(dataDir).some((f) => f.startsWith('pg.incomplete-'))).toBe(true)
    expect(existsSync(join(dataDir, 'pg.creating'))).toBe(false)
    await db.close()
  }, 60_000)
})

describe('migrations', () => {
  /** A session that knows one table of applied migrations and remembers what it was asked. */
  const fake = (applied: readonly { name: string; checksum: string }[]) => {
    const asked: string[] = []
    const session: Session = {
      query: async <R>(text: string) => {
        asked.push(text)
        return (text.startsWith('select name, checksum') ? applied : []) as R[]
      },
      script: async (sql) => void asked.push(sql),
    }
    return { session, asked }
  }

  it('are refused when one was changed after it had been applied, or comes from a newer version', async () => {
    const [first] = migrationsOf()
    const name = first?.name as string
    expect(await sentence(migrate(fake([{ name, checksum: 'other' }]).session))).toContain(`Migration ${name} was changed`)
    expect(await sentence(migrate(fake([{ name: '9999_later.sql', checksum: 'x' }]).session))).toContain('newer version')
  })

  it('are applied once, in order, each in a transaction, under a lock that is given back', async () => {
    const all = migrationsOf()
    const { session, asked } = fake(all.slice(0, 1).map(({ name, checksum }) => ({ name, checksum })))
    expect(await migrate(session, all)).toEqual(all.slice(1).map((m) => m.name))
    expect(asked[0]).toContain('pg_advisory_lock')
    expect(asked.at(-1)).toContain('pg_advisory_unlock')
    expect(asked.filter((a) => a === 'begin')).toHaveLength(all.length - 1)
    expect(asked.filter((a) => a === 'commit')).toHaveLength(all.length - 1)
  })
})

it('an application role that row security does not bind is refused', async () => {
  const session: Session = {
    query: async <R>() => [{ exists: true, member: true, strong: true, superuser: true, owner: 'postgres' }] as R[],
    script: async () => undefined,
  }
  expect(await sentence(ensureRole(session))).toContain('bypasses row security')
})

describe('PostgreSQL', () => {
  it('that is not there, or an address that is none, is one sentence', async () => {
    const at = (databaseUrl: string) => openDatabase({ dataDir: '', databaseUrl }, silent)
    expect(await sentence(at('postgres://u:secret@127.0.0.1:9/rounds'))).toMatch(/^PostgreSQL at 127\.0\.0\.1:9\/rounds cannot be reached/)
    expect(await sentence(at('postgres://u:secret@127.0.0.1:9/rounds'))).not.toContain('secret')
  })
})

const url = testUrl()
const onServer = url === null ? () => undefined : describe
onServer('PostgreSQL, with a server', () => {
  const admin = async <T>(fn: (c: pg.Client) => Promise<T>, database = url as string): Promise<T> => {
    const client = new pg.Client({ connectionString: database })
    await client.connect()
    try {
      return await fn(client)
    } finally {
      await client.end()
    }
  }
  const as = (database: string, user: string): string => {
    const u = new URL(database)
    u.username = user
    return u.href
  }
  const name = () => `limited_${process.pid}_${Math.random().toString(36).slice(2, 8)}`

  it('a database that does not exist, a user without rights: one sentence each', async () => {
    expect(await sentence(openDatabase({ dataDir: '', databaseUrl: (url as string).replace(/\/[^/]*$/, '/nosuch_database') }, silent))).toContain(
      'has no such database',
    )
    const database = await newPostgresDatabase(url as string)
    const user = name()
    await admin((c) => c.query(`create role ${user} login`))
    expect(await sentence(openDatabase({ dataDir: '', databaseUrl: as(database, user) }, silent))).toMatch(/may not create or become the role rounds_app/)
    await admin((c) => c.query(`grant rounds_app to ${user}`)).catch(() => undefined)
    expect(await sentence(openDatabase({ dataDir: '', databaseUrl: as(database, user) }, silent))).toMatch(/may not create|cannot be prepared|must own/)
    await admin((c) => c.query(`drop role ${user}`))
  })

  it('an owner that is no superuser works, and says that searches cannot use indexes', async () => {
    const database = await newPostgresDatabase(url as string)
    const user = name()
    await admin((c) => c.query(`create role ${user} login createrole`))
    await admin((c) => c.query(`grant rounds_app to ${user} with admin option`)).catch(() => undefined)
    await admin(async (c) => {
      await c.query(`alter database ${new URL(database).pathname.slice(1)} owner to ${user}`)
    })
    await admin((c) => c.query(`grant all on schema public to ${user}`), database)
    const warnings: string[] = []
    const db = await openDatabase({ dataDir: '', databaseUrl: as(database, user) }, { ...silent, warn: (m: string) => void warnings.push(m) })
    open.push(db)
    expect(db.leakproof).toBe(false)
    expect(warnings.join()).toContain('leakproof = false')
    await db.transaction({ tenantId: 'a' }, (tx) =>
      tx.query(`insert into param (tenant_id, id, param_name, param_key, param_value) values ('a', 1, 'x', 'x', 'x')`),
    )
    expect(await db.scoped({ tenantId: 'b' }, { text: 'select id from param' })).toEqual([])
    expect(await db.owner((tx) => tx.query('select id from param'))).toEqual([{ id: '1' }])
  })

  it('four databases that start at once on one cluster all start', async () => {
    const databases = await Promise.all(Array.from({ length: 4 }, () => newPostgresDatabase(url as string)))
    const all = await Promise.all(databases.map((databaseUrl) => openDatabase({ dataDir: '', databaseUrl }, silent)))
    open.push(...all)
    // and two instances on one database
    const again = await Promise.all([databases[0], databases[0]].map((d) => openDatabase({ dataDir: '', databaseUrl: d as string }, silent)))
    open.push(...again)
    expect(await again[1]?.scoped({ tenantId: 'a' }, { text: 'select 1 as one' })).toEqual([{ one: 1 }])
  }, 60_000)

  it('connections that are cut do not end the process, and the next ones work', async () => {
    const database = await newPostgresDatabase(url as string)
    const db = await openDatabase({ dataDir: '', databaseUrl: database }, silent)
    open.push(db)
    const heard: string[] = []
    await db.listen('rounds_test', (p) => heard.push(p))
    const cut = () =>
      admin((c) => c.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'), database)
    await db.scoped({ tenantId: 'a' }, { text: 'select 1' })
    const busy = expect(db.scoped({ tenantId: 'a' }, { text: 'select pg_sleep(20)' })).rejects.toMatchObject({ code: 503 })
    const held = expect(
      db.transaction({ tenantId: 'a' }, async (tx) => {
        await tx.query('select 1')
        await new Promise((r) => setTimeout(r, 600))
        await tx.query('select 1')
      }),
    ).rejects.toMatchObject({ code: 503 })
    await new Promise((r) => setTimeout(r, 200))
    await cut()
    await busy
    await held
    expect(await db.scoped({ tenantId: 'a' }, { text: 'select current_user::text who' })).toEqual([{ who: 'rounds_app' }])
    for (let n = 0; n < 100 && heard.length === 0; n++) {
      await db.notify('rounds_test', 'again')
      await new Promise((r) => setTimeout(r, 50))
    }
    expect(heard[0]).toBe('again')
  })
})
