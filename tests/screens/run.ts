import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { enter, openBrowser, openContext } from '../browser/browser.ts'
import { smaller } from './png.ts'
import { readme } from './readme.ts'
import { kept, type Shown } from './shown.ts'

/**
 * `npm run screens -- URL [--only NAME] [--to FOLDER]`: pictures of the screens that `shown.ts` lists, in both languages, on
 * a desk (1440) and on a telephone (390), of a server that stands on demo data without captchas.
 */
const [base = '', ...rest] = process.argv.slice(2)
const option = (name: string, otherwise: string) => {
  const at = rest.indexOf(`--${name}`)
  return at < 0 ? otherwise : (rest[at + 1] ?? otherwise)
}
const only = option('only', '')
const to = option('to', 'docs/screens')
/** Bytes a picture should not exceed. */
const LIMIT = 150_000
/**
 * Pixels: width and smallest height of a window, and the height it may grow to, for pages that are longer. `touch`: of a
 * telephone, where a finger presses and no key is told.
 */
const WINDOWS = [
  { width: 1440, height: 900, most: 1600, touch: false },
  { width: 390, height: 844, most: 2400, touch: true },
] as const

/** An address with the first record of its list. @throws without one */
async function addressOf(page: Page, shown: Shown): Promise<string> {
  if (!shown.of) return shown.path
  const { list, method = 'GET', filter = {} } = shown.of
  const asked = { current: 1, size: 1, ...filter }
  const token = (await page.context().cookies()).find((c) => c.name === 'rounds-access-token')?.value
  const headers = { 'Blade-Auth': `bearer ${decodeURIComponent(token ?? '')}` }
  const answer =
    method === 'GET'
      ? await page.request.get(`${base}/api/${list}`, { headers, params: asked })
      : await page.request.post(`${base}/api/${list}`, { headers, data: asked })
  const id = (await answer.json())?.data?.records?.[0]?.id
  if (!id) throw new Error(`${shown.name}: ${list} has no record`)
  return shown.path.replace(':id', String(id))
}

/** Waits until the page says it is ready and has shown the same for half a second, four seconds at most. */
async function settle(page: Page) {
  await page.locator('main[data-ready]').first().waitFor()
  const until = Date.now() + 4000
  for (let before = -1, same = 0; same < 4 && Date.now() < until; await page.waitForTimeout(120)) {
    const now = await page.evaluate(() => document.querySelectorAll('main *').length)
    same = now === before ? same + 1 : 0
    before = now
  }
}

/**
 * Grows the window until a longer page shows whole, as far as `most`, again and again, since sections are asked for when
 * they come near the screen. Lists of many rows stay as high as they are.
 */
async function grow(page: Page, width: number, height: number, most: number) {
  for (let now = height, turn = 0; now < most && turn < 6; turn++) {
    const hidden = await page.evaluate(() => {
      let far = 0
      for (const e of document.querySelectorAll('main, main *'))
        if (!e.closest('[role=grid], [role=treegrid]') && /auto|scroll/.test(getComputedStyle(e).overflowY))
          far = Math.max(far, e.scrollHeight - e.clientHeight)
      return far
    })
    if (hidden < 2) return
    now = Math.min(most, now + hidden)
    await page.setViewportSize({ width, height: now })
    await settle(page)
  }
}

/** Takes the pictures of a screen. */
async function picture(browser: Browser, shown: Shown, language: 'zh' | 'en') {
  for (const { width, height, most, touch } of WINDOWS) {
    const context = await openContext(browser, language, base, {
      viewport: { width, height },
      hasTouch: touch,
      isMobile: touch,
    })
    await enter(context, base, shown.as ?? 'admin')
    const page = await context.newPage()
    await page.goto(base + (await addressOf(page, shown)))
    await settle(page)
    for (const key of shown.keys ?? []) await page.keyboard.press(key)
    if (shown.keys) await settle(page)
    await grow(page, width, height, most)
    const bytes = smaller(await page.screenshot({ type: 'png' }))
    const name = `${shown.name}.${language}.${width}.png`
    writeFileSync(join(to, name), bytes)
    if (bytes.length > LIMIT) console.error(`${name} has ${bytes.length} bytes`)
    await context.close()
  }
}

if (!base) {
  console.error('usage: npm run screens -- URL [--only NAME] [--to FOLDER]')
  process.exit(2)
}
mkdirSync(to, { recursive: true })
writeFileSync(join(to, 'README.md'), readme(kept))
const browser = await openBrowser('machine')
for (const shown of kept)
  if (shown.name.includes(only))
    for (const language of ['zh', 'en'] as const)
      await picture(browser, shown, language).catch((e: Error) =>
        console.error(`${shown.name} ${language}: ${e.message.split('\n')[0]}`),
      )
await browser.close()
