import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { DATA_ENV } from '../../browser/data.ts'
import { type Running, startServer } from '../../browser/server.ts'
import { type Stage, stageAt } from '../../browser/stage.ts'
import { untyped } from '../../browser/untyped.ts'
import { dropPostgresDatabase, newPostgresDatabase } from '../../server/harness.ts'
import type { Seeded } from './prepare.ts'

/** A stage with a server of its own. */
export interface OwnStage extends Stage {
  readonly server: Running
  readonly dataDir: string
  /** Starts a fresh server on the same data (after a kill). */
  restart(env?: Record<string, string>): Promise<void>
}

/** Environment of a server on an empty database. */
const EMPTY = { SEED: 'none', ADMIN_PASSWORD: 'admin', SECRET_KEYS: DATA_ENV.SECRET_KEYS }

interface Options {
  readonly env?: Readonly<Record<string, string>>
  /** On the embedded database although there is a PostgreSQL: for scripts that open its folder, or are about what it does. */
  readonly embedded?: true
  /** On an empty database, as a real installation begins: one administrator, `admin`, and nothing else. */
  readonly empty?: true
  /** Puts more into the data before the server starts. */
  readonly fill?: (data: Seeded) => Promise<void>
}

/** A server on its own copy of the seeded data, whose tenant is 000000, and one browser, for the scripts of a file. */
export function ownStage({ env = {}, embedded, empty, fill }: Options = {}): OwnStage {
  let server: Running
  let data: Record<string, string> = {}
  let dataDir = ''
  const place = { url: '', tenantId: '000000' }
  beforeAll(async () => {
    dataDir = join(mkdtempSync(join(tmpdir(), 'server-')), 'data')
    const seeded = embedded ? inject('embedded') : inject('seeded')
    if (!empty) cpSync(seeded.dataDir, dataDir, { recursive: true })
    data = { DATA_DIR: dataDir, ...(empty ? EMPTY : {}) }
    const { databaseUrl } = seeded
    if (databaseUrl)
      data.DATABASE_URL = await newPostgresDatabase(
        process.env.TEST_DATABASE_URL ?? '',
        empty ? undefined : databaseUrl,
      )
    await fill?.({ dataDir, ...(data.DATABASE_URL ? { databaseUrl: data.DATABASE_URL } : {}) })
    server = await startServer({ ...data, ...env }, inject('run'))
    place.url = server.url
    if (!empty) await untyped(place.url)
  })
  const shared = stageAt(place)
  afterAll(async () => {
    await server?.stop()
    if (data.DATABASE_URL) await dropPostgresDatabase(data.DATABASE_URL)
    rmSync(join(dataDir, '../../nig'), { recursive: true, force: true })
  })
  return Object.defineProperties(shared, {
    server: { get: () => server },
    dataDir: { get: () => dataDir },
    restart: {
      value: async (more: Record<string, string> = {}) => {
        server = await startServer({ ...data, PORT: String(server.port), ...env, ...more }, inject('run'))
      },
    },
  }) as OwnStage
}
