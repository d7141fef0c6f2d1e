import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { BASIC, md5 } from './api.ts'
import { chromiumPath, plainEnvironment } from './chromium.ts'

/**
 * Playwright's own (of its version: of several such switches the last counts), and the popups of the address bar: of each
 * new window they are pages of their own, which take as long as a script's.
 */
const NOT_NEEDED = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** How long a script waits for anything, ms: a limit for what hangs, not for what is slow on a busy machine. */
export const ACTION_TIMEOUT_MS = 120_000

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${NOT_NEEDED.join()}`,
  // scripts call no function often enough to repay the optimizing compiler
  '--js-flags=--no-opt',
]

/**
 * A new browser. `look`: plain, laid out alike on every machine, or as the machine is, with its fonts, for whoever takes
 * pictures.
 */
export const openBrowser = async (look: 'plain' | 'machine' = 'plain'): Promise<Browser> =>
  chromium.launch({
    executablePath: await chromiumPath(),
    args: FLAGS,
    env: look === 'plain' ? await plainEnvironment() : process.env,
  })

let shared: Promise<Browser> | undefined
/**
 * The browser of all scripts of this process, ended with it: what a script opens is in contexts of its own. Another one
 * when it is gone.
 */
export async function sharedBrowser(): Promise<Browser> {
  const there = await shared
  if (there?.isConnected()) return there
  shared = openBrowser()
  return shared
}

/** Collects what goes wrong inside a page into `wrong`: uncaught errors and 5xx answers. */
export function watch(page: Page, wrong: string[]): Page {
  page.on('pageerror', (e) => wrong.push(`uncaught: ${e.message}`))
  page.on('response', (r) => {
    if (r.status() >= 500) wrong.push(`${r.status()} ${r.url()}`)
  })
  return page
}

/** A fresh context at 1440 × 900 in a language. `more`: what else it is, a telephone say. */
export const openContext = async (
  browser: Browser,
  language: 'zh' | 'en',
  base: string,
  more: BrowserContextOptions = {},
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
    baseURL: base,
    // routes of a test see no request that a service worker answers
    serviceWorkers: 'block',
    ...more,
  })
  context.setDefaultTimeout(ACTION_TIMEOUT_MS)
  await context.addInitScript((l) => {
    if (!localStorage.getItem('rounds.language')) localStorage.setItem('rounds.language', l)
  }, language)
  return context
}

/** Answer of the token endpoint. */
interface Grant {
  readonly access_token: string
  /** Seconds. */
  readonly expires_in: number
  readonly tenant_id: string
  readonly user_id: string
}

/**
 * Has somebody signed in before the first page of a context is loaded, as a browser that kept its session: the page that
 * is wanted is then the first one. Without captchas. `base`: address of the server.
 */
export async function enter(context: BrowserContext, base: string, account: string, tenantId = '000000') {
  const answer = await context.request.post(`${base}/api/blade-auth/oauth/token`, {
    headers: { Authorization: BASIC },
    form: {
      tenantId,
      username: account,
      password: md5(account),
      grant_type: 'password',
      scope: 'all',
      type: 'account',
    },
  })
  const grant = (await answer.json()) as Grant
  if (!grant.access_token) throw new Error(`no token for ${account}: ${JSON.stringify(grant)}`)
  const value = encodeURIComponent(grant.access_token)
  await context.addCookies([{ name: 'rounds-access-token', value, url: base, sameSite: 'Strict' }])
  const session = {
    since: Date.now(),
    life: grant.expires_in,
    tenantId: grant.tenant_id,
    userId: String(grant.user_id),
  }
  await context.addInitScript((kept) => {
    // once: a session that ended does not come back
    if (localStorage.getItem('test.entered')) return
    localStorage.setItem('test.entered', '1')
    localStorage.setItem('rounds.session', kept)
  }, JSON.stringify(session))
}

/** Opens the home of who is signed in. */
export async function home(page: Page): Promise<void> {
  await page.goto('/wel/index')
  await page.locator('main[data-ready]').first().waitFor()
}

/** Signs in through the form; account and password by keyboard alone. */
export async function signIn(page: Page, account: string, password = account, tenantId = '000000'): Promise<void> {
  await page.goto('/login')
  const account_ = page.locator('input[name=account]')
  await account_.waitFor()
  await page.locator('input[name=tenantId]').fill(tenantId)
  await account_.focus()
  await page.keyboard.type(account)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((u) => !u.pathname.startsWith('/login'))
  await page.locator('main[data-ready]').first().waitFor()
}
