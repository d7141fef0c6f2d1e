import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newPostgresDatabase } from '../server/harness.ts'
import { copyTemplate } from '../server/template.ts'
import { ELSEWHERE } from './chromium.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, '.cache')
const PREFIX = 'browser-data-'
/** How long the data of other sources is kept, ms. */
const OLD = 24 * 3_600_000

/** Environment in which the data of scripts is made and its server runs. */
export const DATA_ENV = {
  ...ELSEWHERE,
  DEMO_TODAY: '2024-06-15',
  SECRET_KEYS: `script:${Buffer.alloc(32, 7).toString('base64')}`,
} as const

/** Where the data of a run is. */
export interface Data {
  readonly dataDir: string
  /** None: embedded, in the folder. */
  readonly databaseUrl?: string
}

/** Everything that determines what `demo.ts` writes. */
const SOURCES = ['src/model', 'src/server', 'tests/browser/demo.ts', 'tests/browser/data.ts', 'package-lock.json']

function* files(path: string): Generator<string> {
  if (!statSync(join(root, path)).isDirectory()) return yield path
  for (const name of readdirSync(join(root, path)).sort()) yield* files(`${path}/${name}`)
}

function fingerprint(tenants: readonly string[]): string {
  const hash = createHash('sha256').update(`${tenants.join()} ${process.version}\0`)
  for (const source of SOURCES)
    for (const path of files(source))
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** Runs `demo.ts` on a migrated database. */
async function fill(tenants: readonly string[], { dataDir, databaseUrl }: Data): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/browser/demo.ts', ...tenants], {
    cwd: root,
    env: { ...process.env, ...DATA_ENV, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
    stdio: 'inherit',
  })
  const code = await new Promise((done) => child.once('exit', done))
  if (code !== 0) throw new Error('the tenants of the scripts are not filled')
}

/** An embedded database with these tenants, copied from one that is kept in `.cache` for these sources. */
async function embeddedData(dataDir: string, tenants: readonly string[]): Promise<void> {
  const kept = join(cache, `${PREFIX}${fingerprint(tenants)}`)
  if (!existsSync(kept)) {
    mkdirSync(cache, { recursive: true })
    for (const name of readdirSync(cache))
      if (name.startsWith(PREFIX) && Date.now() - statSync(join(cache, name)).mtimeMs > OLD)
        rmSync(join(cache, name), { recursive: true, force: true })
    const own = join(cache, `making-${PREFIX}${process.pid}`)
    await copyTemplate(own)
    await fill(tenants, { dataDir: own })
    try {
      renameSync(own, kept)
    } catch (e) {
      // another process was faster
      rmSync(own, { recursive: true, force: true })
      if (!existsSync(kept)) throw e
    }
  }
  cpSync(kept, dataDir, { recursive: true })
}

/**
 * A database with a demo in each of these tenants: one of the PostgreSQL `cluster`, else an embedded one; files in
 * `dataDir`. Passwords are the accounts' names.
 */
export async function dataOf(dataDir: string, tenants: readonly string[], cluster: string): Promise<Data> {
  if (!cluster) {
    await embeddedData(dataDir, tenants)
    return { dataDir }
  }
  const databaseUrl = await newPostgresDatabase(cluster)
  await fill(tenants, { dataDir, databaseUrl })
  return { dataDir, databaseUrl }
}
