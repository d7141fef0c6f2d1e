import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The system's Chromium, else the one shipped inside @sparticuz/chromium (unpacked once to the temporary folder). */
export async function chromiumPath(): Promise<string> {
  const found = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((p) => p && existsSync(p))
  if (found) return found
  const { default: packed } = await import('@sparticuz/chromium')
  return packed.executablePath()
}

export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await chromiumPath(), args: FLAGS })

/** Collects what goes wrong inside a page into `wrong`: uncaught errors and 5xx answers. */
export function watch(page: Page, wrong: string[]): Page {
  page.on('pageerror', (e) => wrong.push(`uncaught: ${e.message}`))
  page.on('response', (r) => {
    if (r.status() >= 500) wrong.push(`${r.status()} ${r.url()}`)
  })
  return page
}

/** A fresh context at 1440 × 900 in a language. */
export const openContext = async (browser: Browser, language: 'zh' | 'en', base: string): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
    baseURL: base,
  })
  await context.addInitScript((l) => {
    if (!localStorage.getItem('rounds.language')) localStorage.setItem('rounds.language', l)
  }, language)
  return context
}

/** Signs in through the form, by keyboard alone. */
export async function signIn(page: Page, account: string, password = account): Promise<void> {
  await page.goto('/login')
  const account_ = page.locator('input[name=account]')
  await account_.waitFor()
  await account_.focus()
  await page.keyboard.type(account)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((u) => !u.pathname.startsWith('/login'))
  await page.locator('main[data-ready]').first().waitFor()
}
