import type { Browser } from 'playwright-core'
import { signIn } from '../browser/browser.ts'
import { BUDGET, kbOf, noteRows, rowsAt, scriptKbSent, scriptsUntil } from '../browser/scripts.ts'
import { atMost } from './goals.ts'
import { median, ms } from './measure.ts'

const ROW = '[role=row][aria-rowindex="2"] [role=gridcell]:not([data-tick])'

/** How much script the first screens of a server take, and how long until rows are shown. */
export async function firstScreens(browser: Browser, url: string): Promise<void> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url })).newPage()
  await page.goto('/login')
  await page.locator('input[name=account]').waitFor()
  await page.waitForLoadState('load')
  const signInKb = kbOf(await scriptsUntil(page))
  console.log(
    `script up to the sign-in page: ${signInKb.toFixed(1)} kB gzip (${atMost('script of the sign-in page, kB', signInKb, BUDGET.signIn)})`,
  )
  await signIn(page, 'fin')
  // Chunks that are not needed yet are fetched when the screen is ready: what is asked for before that is what a
  // table takes.
  await noteRows(page)
  await page.goto('/svc/settlementOrder')
  await page.locator(ROW).first().waitFor()
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {}) // the event stream stays open
  const rows = await rowsAt(page)
  const tableKb = kbOf(await scriptsUntil(page, rows))
  console.log(
    `script up to the shell with a first table: ${tableKb.toFixed(1)} kB gzip (${atMost('script of a first table, kB', tableKb, BUDGET.table)}); with what is fetched ahead after it: ${kbOf(await scriptsUntil(page)).toFixed(1)} kB`,
  )
  const reloads: number[] = []
  for (let i = 0; i < 5; i++) {
    await page.reload()
    await page.locator(ROW).first().waitFor()
    reloads.push(await rowsAt(page))
  }
  const reload = median(reloads)
  console.log(`reload → rows: ${ms(reload)} ms, median of 5 (${atMost('reload until rows, ms', reload, 700)})`)
  await page.goto('/desk/queues/settlementOrder')
  await page.locator('main[data-ready]').waitFor()
  await page.context().close()
  const fresh = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url })).newPage()
  await noteRows(fresh)
  await fresh.goto('/desk/queues/settlementOrder')
  await fresh.locator('input[name=account]').fill('fin')
  await fresh.locator('input[name=password]').fill('fin')
  await fresh.waitForLoadState('networkidle') // a person types longer than what is fetched meanwhile takes
  const enter = await fresh.evaluate(() => performance.now())
  await fresh.keyboard.press('Enter')
  await fresh.locator(ROW).first().waitFor()
  const rowsShownAt = await rowsAt(fresh)
  const queueMs = rowsShownAt - enter
  const sentKb = await scriptKbSent(fresh, rowsShownAt)
  console.log(
    `Enter on the sign-in form → first queue rows: ${ms(queueMs)} ms (${atMost('sign-in until queue rows, ms', queueMs, 800)})`,
  )
  console.log(
    `– script sent until then, with what is fetched ahead: ${sentKb.toFixed(1)} kB (${atMost('script sent until a first list, kB', sentKb, BUDGET.sentUntilRows)})`,
  )
  await fresh.context().close()
}
