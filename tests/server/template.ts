import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../src/server/database/open.ts'

const database = fileURLToPath(new URL('../../src/server/database/', import.meta.url))
const cache = fileURLToPath(new URL('../../.cache/', import.meta.url))
const PREFIX = 'embedded-'
/** How long a template of other migrations is kept, ms. */
const OLD = 24 * 3_600_000

/** Everything that determines the content of a migrated, empty database. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const name of [
    'open.ts',
    'role.ts',
    'postgres/leakproof.ts',
    'migrate.ts',
    'driver.ts',
    'embedded/embedded.worker.mjs',
  ])
    hash.update(readFileSync(join(database, name)))
  for (const name of readdirSync(join(database, 'migrations')).sort())
    hash.update(name).update(readFileSync(join(database, 'migrations', name)))
  const { dependencies } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
  )
  hash.update(String(dependencies['@electric-sql/pglite']))
  return hash.digest('hex').slice(0, 16)
}

/**
 * Fills a folder that is empty or not there with a data folder of the embedded database that was migrated and closed:
 * a copy of one that is made once for these migrations and kept in `.cache` (a quarter of the time of making one).
 */
export async function copyTemplate(dataDir: string): Promise<void> {
  const template = join(cache, `${PREFIX}${fingerprint()}`)
  if (!existsSync(template)) {
    const own = join(cache, `making-${process.pid}-${Date.now()}`)
    mkdirSync(own, { recursive: true })
    const db = await openDatabase({ dataDir: own, databaseUrl: null }, { info() {}, warn() {}, error: console.error })
    await db.close()
    try {
      renameSync(own, template)
    } catch (e) {
      // another process was faster
      rmSync(own, { recursive: true, force: true })
      if (!existsSync(template)) throw e
    }
    // others may belong to a run that began before the migrations changed and is copying: they go when they are old
    for (const name of readdirSync(cache)) {
      const other = join(cache, name)
      if (name.startsWith(PREFIX) && other !== template && Date.now() - statSync(other).mtimeMs > OLD)
        rmSync(other, { recursive: true, force: true })
    }
  }
  cpSync(template, dataDir, { recursive: true })
}
