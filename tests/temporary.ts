import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives this process and those it starts a temporary folder of their own, and removes it when this process ends. Test
 * processes are killed by vitest when they are done and remove nothing themselves. Called by each vitest configuration.
 */
export function ownTemporaryFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-'))
  // PostgreSQL, which a root user has to start as another user, reaches its data in it
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}
