import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, inject } from 'vitest'
import { type Client, client } from './api.ts'
import { enter, openContext, sharedBrowser, signIn, watch } from './browser.ts'
import { scriptOf } from './prepare.ts'
import { untyped } from './untyped.ts'

/** A server, a tenant of it and a browser, for the scripts of a file. */
export interface Stage {
  readonly url: string
  readonly tenantId: string
  readonly browser: Browser
  /**
   * A new context and page in a language, of `account` when somebody is signed in already; errors seen on it fail the
   * script at its end.
   */
  open(language?: 'zh' | 'en', account?: string): Promise<Page>
  /** Another page of the same browser profile (tabs of one person). */
  openIn(context: BrowserContext): Promise<Page>
  /** Signs in through the form, by keyboard alone. */
  signIn(page: Page, account: string, password?: string): Promise<void>
  /** Somebody who speaks to the server beside the browser. */
  client(account: string, password?: string): Promise<Client>
}

/** A stage on the server and in the tenant that are known when its scripts begin. */
export function stageAt(place: { readonly url: string; readonly tenantId: string }): Stage {
  let browser: Browser
  /** Uncaught errors and 5xx answers of every page; each script must leave it empty. */
  const wrong: string[] = []
  const contexts: BrowserContext[] = []
  beforeAll(async () => {
    browser = await sharedBrowser()
  })
  afterEach(async () => {
    const seen = wrong.splice(0)
    await Promise.all(contexts.splice(0).map((c) => c.close()))
    expect(seen).toEqual([])
  })
  return {
    get url() {
      return place.url
    },
    get tenantId() {
      return place.tenantId
    },
    get browser() {
      return browser
    },
    async open(language = 'zh', account) {
      const context = await openContext(browser, language, place.url)
      contexts.push(context)
      if (account) await enter(context, place.url, account, place.tenantId)
      return watch(await context.newPage(), wrong)
    },
    async openIn(context) {
      return watch(await context.newPage(), wrong)
    },
    signIn: (page, account, password) => signIn(page, account, password, place.tenantId),
    client: (account, password) => client(place.url, account, password, place.tenantId),
  }
}

/** The stage of a script: the server of all, and the tenant that is named like its file. */
export function stage(): Stage {
  const place = { url: '', tenantId: '' }
  beforeAll(async () => {
    place.url = inject('server')
    place.tenantId = scriptOf(expect.getState().testPath ?? '')
    await untyped(place.url, place.tenantId)
  })
  return stageAt(place)
}

/** The stage of a script in a tenant of the server of all that nobody has filled. */
export function stageOf(tenantId: string): Stage {
  const place = { url: '', tenantId }
  beforeAll(() => {
    place.url = inject('server')
  })
  return stageAt(place)
}
