import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/server/core/database.ts'
import type { Session } from '../../../src/server/database/driver.ts'
import { EmbeddedDatabase } from '../../../src/server/database/embedded/embedded.ts'
import { migrate, migrationsOf } from '../../../src/server/database/migrate.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { ensureRole } from '../../../src/server/database/role.ts'
import { migratedFolder, newFolder, newPostgresDatabase, quiet, testUrl } from '../../server/harness.ts'
import { sentence } from '../../server/sentence.ts'

const silent = { ...quiet, warn() {}, error() {} }
const open: Database[] = []
afterAll(async () => {
  for (const db of open) await db.close()
})

// declared only where it applies: a skipped test would look like a gap
const embedded = testUrl() === null ? describe : () => undefined
embedded('the embedded database', () => {
  it('opens again with its rows, is not opened twice, says when its folder is damaged, and survives a dead thread', async () => {
    const dataDir = await migratedFolder()
    const config = { dataDir, databaseUrl: null }
    let db = await openDatabase(config, silent)
    const write = (n: number) =>
      db.scoped(
        { tenantId: 't' },
        {
          text: `insert into param (tenant_id, id, param_name, param_key, param_value) values ('t', $1, 'a', $2, 'a')`,
          values: [n, `k${n}`],
        },
      )
    await write(1)
    expect(await sentence(openDatabase(config, silent))).toContain('is in use by another process')

    // a thread that ends loses waiting statements, and nothing that was answered
    const heard: string[] = []
    await db.listen('rounds_test', (p) => heard.push(p))
    const long = db.scoped({ tenantId: 't' }, { text: 'select count(*) from generate_series(1, 2000000000) a' })
    const refused = expect(long).rejects.toMatchObject({ code: 503 })
    await new Promise((r) => setTimeout(r, 50))
    await (db as EmbeddedDatabase).crash()
    await refused
    await write(2)
    expect(
      await db.scoped({ tenantId: 't' }, { text: 'select count(*)::int n, current_user::text who from param' }),
    ).toEqual([{ n: 2, who: 'rounds_app' }])
    await db.notify('rounds_test', 'still')
    for (let n = 0; n < 1_000 && heard.length === 0; n++) await new Promise((r) => setTimeout(r, 20))
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
  }, 180_000)

  it('begins anew where the very first start was cut short, and keeps what that left', async () => {
    const dataDir = newFolder()
    mkdirSync(join(dataDir, 'pg', 'base'), { recursive: true })
    writeFileSync(join(dataDir, 'pg', 'PG_VERSION'), '18')
    writeFileSync(join(dataDir, 'pg.creating'), '')
    const db = await EmbeddedDatabase.open(dataDir, silent)
    expect(readdirSync(dataDir).some((f) => f.startsWith('pg.incomplete-'))).toBe(true)
    expect(existsSync(join(dataDir, 'pg.creating'))).toBe(false)
    await db.close()
  }, 240_000)

  it('never lays a new database over what is left of another: any folder that is not whole is refused, and left as it is', async () => {
    const dataDir = await migratedFolder()
    const config = { dataDir, databaseUrl: null }
    const pg = join(dataDir, 'pg')
    const db = await openDatabase(config, silent)
    await db.scoped(
      { tenantId: 't' },
      { text: `insert into param (tenant_id, id, param_name, param_key, param_value) values ('t', 1, 'a', 'a', 'a')` },
    )
    await db.close()
    const files = () => (readdirSync(pg, { recursive: true }) as string[]).sort()
    for (const part of ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal']) {
      renameSync(join(pg, part), join(dataDir, 'away'))
      const before = files()
      const said = await sentence(openDatabase(config, silent))
      expect(said).toContain(`The folder ${pg} is not a whole data folder of the embedded database (${part} missing)`)
      expect(files()).toEqual(before)
      expect(existsSync(join(dataDir, 'lock'))).toBe(false)
      renameSync(join(dataDir, 'away'), join(pg, part))
    }
    const again = await openDatabase(config, silent)
    open.push(again)
    expect(await again.scoped({ tenantId: 't' }, { text: 'select count(*)::int n from param' })).toEqual([{ n: 1 }])

    const other = newFolder()
    mkdirSync(join(other, 'pg'))
    writeFileSync(join(other, 'pg', 'notes.txt'), 'not ours')
    expect(await sentence(openDatabase({ dataDir: other, databaseUrl: null }, silent))).toContain(
      'is not a whole data folder',
    )
    expect(readdirSync(join(other, 'pg'))).toEqual(['notes.txt'])

    // opened again after its thread died: a folder that is gone by then does not become an empty database
    cpSync(pg, join(dataDir, 'copy'), { recursive: true })
    rmSync(pg, { recursive: true })
    await (again as EmbeddedDatabase).crash()
    await expect(again.scoped({ tenantId: 't' }, { text: 'select 1' })).rejects.toMatchObject({ code: 503 })
    expect(existsSync(pg)).toBe(false)
    renameSync(join(dataDir, 'copy'), pg)
    expect(await again.scoped({ tenantId: 't' }, { text: 'select count(*)::int n from param' })).toEqual([{ n: 1 }])
  }, 240_000)
})

describe('migrations', () => {
  /** A session with one table of applied migrations that records its statements. */
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
    expect(await sentence(migrate(fake([{ name, checksum: 'other' }]).session))).toContain(
      `Migration ${name} was changed`,
    )
    expect(await sentence(migrate(fake([{ name: '9999_later.sql', checksum: 'x' }]).session))).toContain(
      'newer version',
    )
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
    expect(await sentence(at('postgres://u:secret@127.0.0.1:9/rounds'))).toMatch(
      /^PostgreSQL at 127\.0\.0\.1:9\/rounds cannot be reached/,
    )
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
  const name = () => `limited_${process.pid}_${randomBytes(4).toString('hex')}`

  it('a database that does not exist, a user without rights: one sentence each', async () => {
    expect(
      await sentence(
        openDatabase({ dataDir: '', databaseUrl: (url as string).replace(/\/[^/]*$/, '/nosuch_database') }, silent),
      ),
    ).toContain('has no such database')
    const database = await newPostgresDatabase(url as string)
    const user = name()
    await admin((c) => c.query(`create role ${user} login`))
    expect(await sentence(openDatabase({ dataDir: '', databaseUrl: as(database, user) }, silent))).toMatch(
      /may not create or become the role rounds_app/,
    )
    await admin((c) => c.query(`grant rounds_app to ${user}`)).catch(() => undefined)
    expect(await sentence(openDatabase({ dataDir: '', databaseUrl: as(database, user) }, silent))).toMatch(
      /may not create|cannot be prepared|must own/,
    )
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
    const db = await openDatabase(
      { dataDir: '', databaseUrl: as(database, user) },
      { ...silent, warn: (m: string) => void warnings.push(m) },
    )
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
    const again = await Promise.all(
      [databases[0], databases[0]].map((d) => openDatabase({ dataDir: '', databaseUrl: d as string }, silent)),
    )
    open.push(...again)
    expect(await again[1]?.scoped({ tenantId: 'a' }, { text: 'select 1 as one' })).toEqual([{ one: 1 }])
  }, 240_000)

  it('connections that are cut do not end the process, and the next ones work', async () => {
    const database = await newPostgresDatabase(url as string)
    const db = await openDatabase({ dataDir: '', databaseUrl: database }, silent)
    open.push(db)
    const heard: string[] = []
    await db.listen('rounds_test', (p) => heard.push(p))
    const cut = () =>
      admin(
        (c) =>
          c.query(
            'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
          ),
        database,
      )
    await db.scoped({ tenantId: 'a' }, { text: 'select 1' })
    let begun = () => {}
    const underWay = new Promise<void>((r) => (begun = r))
    let ended = () => {}
    const over = new Promise<void>((r) => (ended = r))
    const busy = expect(db.scoped({ tenantId: 'a' }, { text: 'select pg_sleep(20)' })).rejects.toMatchObject({
      code: 503,
    })
    const held = expect(
      db.transaction({ tenantId: 'a' }, async (tx) => {
        await tx.query('select 1')
        begun()
        await over
        await tx.query('select 1')
      }),
    ).rejects.toMatchObject({ code: 503 })
    await underWay
    const sleeping = () =>
      admin(async (c) => {
        const text = `select 1 from pg_stat_activity where datname = current_database() and state = 'active' and query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`
        return ((await c.query(text)).rowCount ?? 0) > 0
      }, database)
    while (!(await sleeping())) await new Promise((r) => setTimeout(r, 20))
    await cut()
    ended()
    await busy
    await held
    expect(await db.scoped({ tenantId: 'a' }, { text: 'select current_user::text who' })).toEqual([
      { who: 'rounds_app' },
    ])
    for (let n = 0; n < 1_000 && !heard.includes('again'); n++) {
      await db.notify('rounds_test', 'again')
      await new Promise((r) => setTimeout(r, 50))
    }
    expect(heard).toContain('again')
  })
})
