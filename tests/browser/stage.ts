import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { dropPostgresDatabase, newPostgresDatabase } from '../server/harness.ts'
import { enter, openContext, sharedBrowser, watch } from './browser.ts'
import type { Seeded } from './prepare.ts'
import { type Running, startServer } from './server.ts'

export interface Stage {
  readonly server: Running
  readonly browser: Browser
  /**
   * A new context and page in a language, of `account` when somebody is signed in already; errors seen on it fail the
   * script at its end.
   */
  open(language?: 'zh' | 'en', account?: string): Promise<Page>
  /** Another page of the same browser profile (tabs of one person). */
  openIn(context: BrowserContext): Promise<Page>
  /** Starts a fresh server on the same data (after a kill). */
  restart(env?: Record<string, string>): Promise<void>
  readonly dataDir: string
}

interface Options {
  readonly env?: Readonly<Record<string, string>>
  /** On the embedded database although there is a PostgreSQL: for scripts that open its folder, or are about what it does. */
  readonly embedded?: true
  /** Puts more into the data before the server starts. */
  readonly fill?: (data: Seeded) => Promise<void>
}

/**
 * A server on its own copy of the seeded data and one browser, for the scripts of a file.
 * `wrong` collects uncaught errors and 5xx answers of every page; each script must leave it empty.
 */
export function stage({ env = {}, embedded, fill }: Options = {}): Stage {
  let server: Running
  let data: Record<string, string> = {}
  let browser: Browser
  let dataDir = ''
  const wrong: string[] = []
  const contexts: BrowserContext[] = []
  beforeAll(async () => {
    dataDir = join(mkdtempSync(join(tmpdir(), 'rounds-browser-')), 'data')
    const seeded = embedded ? inject('embedded') : inject('seeded')
    cpSync(seeded.dataDir, dataDir, { recursive: true })
    data = { DATA_DIR: dataDir }
    if (seeded.databaseUrl)
      data.DATABASE_URL = await newPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', seeded.databaseUrl)
    await fill?.({ dataDir, ...(data.DATABASE_URL ? { databaseUrl: data.DATABASE_URL } : {}) })
    const [s, b] = await Promise.all([startServer({ ...data, ...env }, inject('server')), sharedBrowser()])
    server = s
    browser = b
  })
  afterEach(async () => {
    const seen = wrong.splice(0)
    await Promise.all(contexts.splice(0).map((c) => c.close()))
    expect(seen).toEqual([])
  })
  afterAll(async () => {
    await server?.stop()
    if (data.DATABASE_URL) await dropPostgresDatabase(data.DATABASE_URL)
    rmSync(join(dataDir, '..'), { recursive: true, force: true })
  })
  return {
    get server() {
      return server
    },
    get browser() {
      return browser
    },
    get dataDir() {
      return dataDir
    },
    async open(language = 'zh', account) {
      const context = await openContext(browser, language, server.url)
      contexts.push(context)
      if (account) await enter(context, server.url, account)
      return watch(await context.newPage(), wrong)
    },
    async openIn(context) {
      return watch(await context.newPage(), wrong)
    },
    async restart(more = {}) {
      const again = { ...data, PORT: String(server.port), ...env, ...more }
      server = await startServer(again, inject('server'))
    },
  }
}
