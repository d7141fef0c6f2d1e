import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildConsole, bundleServer } from '../../browser/bundle.ts'
import { startServer } from '../../browser/server.ts'
import { dropPostgresDatabase, newPostgresDatabase } from '../../server/harness.ts'
import { copyTemplate } from '../../server/template.ts'

/** Where seeded data is. */
export interface Seeded {
  readonly dataDir: string
  /** None: embedded, in the folder. */
  readonly databaseUrl?: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The seeded data on the embedded database; each script copies it. */
    embedded: Seeded
    /** The same on the PostgreSQL of the suite where there is one, which most scripts copy, else the embedded one. */
    seeded: Seeded
    /** How node runs the server. */
    run: string[]
  }
}

/** Builds the console, bundles the server and seeds the whole demo; every script starts from a copy of it. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'seeded-'))
  const embedded: Seeded = { dataDir: join(folder, 'embedded') }
  const [bundle] = await Promise.all([bundleServer(), buildConsole(), copyTemplate(embedded.dataDir)])
  // The embedded database is compiled by the quick compiler only: the thorough one takes a second of every start and is not
  // repaid by what a script asks (the whole demo is written faster without it, too).
  const run = ['--liftoff-only', '--max-semi-space-size=64', join(bundle, 'main.mjs')]
  const seed = async (env: Record<string, string>) => {
    const server = await startServer({ ...env, SEED: 'small' }, run)
    await server.stop()
  }
  const cluster = process.env.TEST_DATABASE_URL
  const seeded: Seeded = cluster
    ? { dataDir: join(folder, 'postgres'), databaseUrl: await newPostgresDatabase(cluster) }
    : embedded
  await seed({ DATA_DIR: embedded.dataDir })
  if (seeded.databaseUrl) await seed({ DATA_DIR: seeded.dataDir, DATABASE_URL: seeded.databaseUrl })
  project.provide('embedded', embedded)
  project.provide('seeded', seeded)
  project.provide('run', run)
  return async () => {
    if (seeded.databaseUrl) await dropPostgresDatabase(seeded.databaseUrl)
    for (const made of [folder, bundle]) rmSync(made, { recursive: true, force: true })
  }
}
