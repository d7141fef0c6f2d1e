import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../src/server/database/open.ts'
import { migratedFolder, quiet } from '../../server/harness.ts'

// The embedded database has no checkpointer: its log would grow with everything that is written.

/** Size of the log of a data folder, MB. A file may go while it is looked at. */
function logMb(dataDir: string): number {
  const folder = join(dataDir, 'pg', 'pg_wal')
  const sizes = readdirSync(folder).map((name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false })
    return found?.isFile() ? found.size : 0
  })
  return sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20
}

test('while 125 MB are written the log stays below 80 MB, and a killed process comes up with every row it had kept', {
  timeout: 180_000,
}, async () => {
  const dataDir = await migratedFolder()
  const last = 25
  const script = fileURLToPath(new URL('checkpointChild.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir, String(last)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise((done) => child.once('exit', done))
  let kept = 0
  let largest = 0
  for await (const line of createInterface({ input: child.stdout })) {
    kept = Number(line)
    largest = Math.max(largest, logMb(dataDir))
    if (kept === last) break
  }
  child.kill('SIGKILL')
  await gone
  expect(kept).toBe(last)
  expect(largest).toBeGreaterThan(0)
  expect(largest).toBeLessThanOrEqual(80)

  const db = await openDatabase({ dataDir, databaseUrl: null }, quiet)
  try {
    const [found] = await db.owner((tx) =>
      tx.query<{ kept: number; rows: number }>(
        'select count(distinct n)::integer as kept, count(*)::integer as rows from written',
      ),
    )
    expect(found).toEqual({ kept: last, rows: last * 4500 })
    // and what a checkpoint makes needless is gone
    await db.checkpoint()
    expect(logMb(dataDir)).toBeLessThanOrEqual(48)
  } finally {
    await db.close()
  }
})
