import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newPostgresDatabase } from '../server/harness.ts'
import { startPostgres } from '../server/postgres.ts'
import { busy } from './load.ts'

/** Settings of a server on a large demo. */
export type LargeEnv = Readonly<Record<string, string>>

export type LargeKind = 'postgres' | 'embedded'

/** What is measured on a large demo. */
export type OnLarge = (env: LargeEnv) => Promise<void>

/** How the databases are called. */
export const NAMES = { postgres: 'PostgreSQL', embedded: 'the embedded database' } as const

/** Settlement orders of the large demo that is made, about, where nothing else is said. */
const POSTGRES_ROWS = '8000'
const EMBEDDED_ROWS = '3000'

/** Makes the large demo by a process of its own. */
function makeLarge(env: LargeEnv, rows: string): void {
  const from = performance.now()
  const done = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'src/server/seed/main.ts', '--size', 'large', '--rows', rows],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEMO_TODAY: '2024-06-15', ...env },
    },
  )
  if (done.status !== 0) throw new Error('the large demo could not be made')
  const took = (performance.now() - from) / 1000
  console.log(
    `\nlarge demo of about ${rows} settlement orders made in ${took.toFixed(0)} s, ${((took * 1000) / Number(rows)).toFixed(1)} ms an order, ${busy()}`,
  )
}

/**
 * Measures on one database. BENCH_ROWS changes the 8,000 settlement orders of PostgreSQL, BENCH_ROWS_EMBEDDED the 3,000
 * of the embedded one. Where BENCH_DATABASE_URL or BENCH_DATA_DIR are set, the large demos there are measured and no other.
 */
export async function onLarge(kind: LargeKind, measure: OnLarge): Promise<void> {
  const { BENCH_DATABASE_URL, BENCH_DATA_DIR, BENCH_ROWS, BENCH_ROWS_EMBEDDED, TEST_DATABASE_URL } = process.env
  if (BENCH_DATABASE_URL || BENCH_DATA_DIR) {
    if (kind === 'postgres' && BENCH_DATABASE_URL) await measure({ DATABASE_URL: BENCH_DATABASE_URL })
    if (kind === 'embedded' && BENCH_DATA_DIR) await measure({ DATA_DIR: BENCH_DATA_DIR, DATABASE_URL: '' })
    return
  }
  const postgres = kind === 'postgres'
  const cluster = postgres && !TEST_DATABASE_URL ? await startPostgres() : null
  const home = mkdtempSync(join(tmpdir(), 'rounds-bench-'))
  try {
    const url = postgres ? await newPostgresDatabase(TEST_DATABASE_URL ?? cluster?.url ?? '') : ''
    // the keys of a server are in its folder
    const env = { DATABASE_URL: url, DATA_DIR: join(home, 'data') }
    makeLarge(env, (postgres ? BENCH_ROWS : BENCH_ROWS_EMBEDDED) ?? (postgres ? POSTGRES_ROWS : EMBEDDED_ROWS))
    await measure(env)
  } finally {
    await cluster?.stop()
    rmSync(home, { recursive: true, force: true })
  }
}
