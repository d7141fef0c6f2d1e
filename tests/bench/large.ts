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

/** What is measured on a large demo, one after the other. */
export type OnLarge = (name: string, env: LargeEnv) => Promise<void>

/** Settlement orders of the large demo that is made, about, where nothing else is said. */
const POSTGRES_ROWS = '300000'
export const EMBEDDED_ROWS = '60000'

/** Makes the large demo by a process of its own. */
export function makeLarge(env: LargeEnv, rows: string): void {
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
  console.log(`\nlarge demo of about ${rows} settlement orders made in ${took.toFixed(0)} s, ${busy()}`)
}

/**
 * Measures on both databases. BENCH_ROWS changes the 300,000 settlement orders of PostgreSQL, BENCH_ROWS_EMBEDDED the
 * 60,000 of the embedded one. BENCH_DATABASE_URL or BENCH_DATA_DIR measure a large demo that is there already.
 */
export async function onLarge(measure: OnLarge): Promise<void> {
  const { BENCH_DATABASE_URL, BENCH_DATA_DIR, BENCH_ROWS, BENCH_ROWS_EMBEDDED, TEST_DATABASE_URL } = process.env
  const [postgres, embedded] = ['PostgreSQL', 'the embedded database']
  if (BENCH_DATABASE_URL) await measure(postgres, { DATABASE_URL: BENCH_DATABASE_URL })
  if (BENCH_DATA_DIR) await measure(embedded, { DATA_DIR: BENCH_DATA_DIR, DATABASE_URL: '' })
  if (BENCH_DATABASE_URL || BENCH_DATA_DIR) return
  const cluster = TEST_DATABASE_URL ? null : await startPostgres()
  const home = mkdtempSync(join(tmpdir(), 'rounds-bench-'))
  try {
    const url = await newPostgresDatabase(TEST_DATABASE_URL ?? cluster?.url ?? '')
    // the keys of a server are in its folder
    const env = { DATABASE_URL: url, DATA_DIR: join(home, 'postgres') }
    makeLarge(env, BENCH_ROWS ?? POSTGRES_ROWS)
    await measure(postgres, env)
  } finally {
    await cluster?.stop()
  }
  try {
    const env = { DATA_DIR: join(home, 'embedded'), DATABASE_URL: '' }
    makeLarge(env, BENCH_ROWS_EMBEDDED ?? EMBEDDED_ROWS)
    await measure(embedded, env)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
