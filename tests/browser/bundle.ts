import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { build, compileServer, console_, ROOT } from '../../src/server/build.mjs'

/**
 * Compiles the server as `npm start` does, into a folder of its own: `dist` may be built anew meanwhile. Answers the
 * folder, which is to be removed; its first file is `main.mjs`.
 */
export async function bundleServer(): Promise<string> {
  const cache = join(ROOT, '.cache')
  mkdirSync(cache, { recursive: true })
  // below the packages, as deep as dist/server
  const folder = mkdtempSync(join(cache, 'server-'))
  await compileServer(folder)
  return folder
}

/** Builds the console, unless what is built is of these sources. */
export async function buildConsole(): Promise<void> {
  if (!console_.isFresh()) await build(console_)
}
