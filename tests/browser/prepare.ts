import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { dropPostgresDatabase } from '../server/harness.ts'
import { buildConsole, bundleServer } from './bundle.ts'
import { DATA_ENV, dataOf } from './data.ts'
import { startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the one server of all scripts. */
    server: string
  }
}

const SUFFIX = '.browser.ts'

/** The name of a script, which is its tenant's: `keyboard` of `keyboard.browser.ts`. */
export const scriptOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -SUFFIX.length)

/**
 * Builds the console and the server, fills a tenant for each script, and starts the one server of all. Its day is a month
 * after the demo's: the demo's payments are not this month's.
 */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'data-'))
  const tenants = readdirSync(fileURLToPath(new URL('.', import.meta.url)))
    .filter((name) => name.endsWith(SUFFIX))
    .map(scriptOf)
  const [bundle, data] = await Promise.all([
    bundleServer(),
    dataOf(folder, tenants, process.env.TEST_DATABASE_URL ?? ''),
    buildConsole(),
  ])
  const server = await startServer(
    {
      ...DATA_ENV,
      DATA_DIR: data.dataDir,
      DATABASE_URL: data.databaseUrl ?? '',
      DEMO_TODAY: '2024-07-02',
      SEED: 'none',
      ADMIN_PASSWORD: 'admin',
    },
    ['--max-semi-space-size=64', join(bundle, 'main.mjs')],
  )
  project.provide('server', server.url)
  return async () => {
    await server.stop()
    if (data.databaseUrl) await dropPostgresDatabase(data.databaseUrl)
    for (const made of [folder, bundle]) rmSync(made, { recursive: true, force: true })
  }
}
