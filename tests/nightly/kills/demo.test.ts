import { expect, it } from 'vitest'
import type { Database } from '../../../src/server/core/database.ts'
import { lockFolder } from '../../../src/server/database/embedded/lock.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { hasUsers } from '../../../src/server/firstStart.ts'
import { wait } from '../../browser/wait.ts'
import { migratedFolder, newFolder, quiet } from '../../server/harness.ts'
import { programs, run } from '../../server/http/programs.ts'

programs()

it('makes the demo in a process of its own: ends with its code, and where it is killed nothing is written', async () => {
  const held = newFolder()
  const release = await lockFolder(held)
  const refused = run({ DATA_DIR: held, SEED: 'small' })
  const DATA_DIR = await migratedFolder()
  const killed = run({ DATA_DIR, SEED: 'small' })
  await killed.until(/^demo data: /m)
  // the demo's process is told by nobody, and ends because the one that waits for it is gone
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(await refused.ended).toBe(1)
  expect(refused.err()).toMatch(/^The data folder .* is in use by another process \(pid \d+\); .*\.\n$/)
  release()

  const open = () => openDatabase({ dataDir: DATA_DIR, databaseUrl: null }, quiet).catch(() => null)
  const db = await wait.poll(open, (found) => found !== null, 'the process of the demo is still there')
  try {
    expect(await hasUsers(db as Database)).toBe(false)
    expect(await (db as Database).owner((tx) => tx.query('select 1 from "approval_history" limit 1'))).toEqual([])
  } finally {
    await db?.close()
  }
}, 240_000)
