import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type {} from '../../../src/console/early/keys.ts'
import { home, signIn } from '../../browser/browser.ts'
import {
  BUDGET,
  kbOf,
  note,
  notedAt,
  noteRows,
  roundsBetween,
  rowsAt,
  scriptKbSent,
  scriptsUntil,
} from '../../browser/scripts.ts'
import { ownStage } from './stage.ts'

const d = ownStage()

/** The domain that is fetched ahead while a password is typed. */
const FIRST_DOMAIN = readFileSync(new URL('../../../src/console/data/domains.ts', import.meta.url), 'utf8').match(
  /FIRST_DOMAIN = '(\w+)'/,
)?.[1]

/** ms that every question takes on the line of these scripts. */
const LATENCY = 150

/** A line of 1.5 MB/s. */
async function throttle(page: Page, latency = LATENCY): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: 1_500_000,
    uploadThroughput: 1_500_000,
  })
}

/** Keys of a person who knows the way and does not look. */
async function blindly(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('jsdsh', { delay: 20 })
  await page.keyboard.press('Enter')
}
const there = (page: Page) => page.waitForURL((u) => u.pathname === '/desk/queues/settlementOrder')

/** Moments after Enter or F5, ms: not waits for something, but when the person begins to type. */
const MOMENTS = [0, 40, 90, 160, 250, 380, 550, 800, 1200, 1800]

/** Tries the moments, four beside each other: most of the time goes by on the line. */
async function atEach(run: (ms: number) => Promise<void>): Promise<void> {
  for (let i = 0; i < MOMENTS.length; i += 4) await Promise.all(MOMENTS.slice(i, i + 4).map(run))
}

test('Ctrl+K and what follows, typed at any moment after Enter on the sign-in form', async () => {
  await atEach(async (ms) => {
    const page = await d.open()
    await throttle(page)
    await page.goto('/login')
    await page.locator('input[name=account]').focus()
    await page.keyboard.type('fin')
    await page.keyboard.press('Tab')
    await page.keyboard.type('fin')
    await page.keyboard.press('Enter')
    await page.waitForTimeout(ms)
    await blindly(page)
    await there(page).catch((e) => {
      throw new Error(`typed ${ms} ms after Enter: still at ${page.url()}: ${e}`)
    })
    await page.context().close()
  })
})

test('and around a reload: before the answer, across it, and at any moment after the new page began', async () => {
  /** A page of somebody who is signed in, on the line from now on. */
  const begun = async () => {
    const page = await d.open('zh', 'fin')
    await home(page)
    await throttle(page)
    return page
  }
  const arrives = (page: Page, what: string) =>
    there(page).catch((e) => {
      throw new Error(`typed ${what}: still at ${page.url()}: ${e}`)
    })

  // The page that goes is the one that hears the keys, as long as the next one has not come.
  const page = await begun()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('jsdsh'))
  // never taken off: while requests are under way, some of them would not come back
  let typed = Promise.resolve()
  await page.route('**/wel/index', async (route) => {
    await typed
    await route.continue()
  })
  for (const before of ['jsdsh', 'jsd', '']) {
    if (before !== 'jsdsh') await home(page)
    let answer = () => {}
    typed = new Promise<void>((done) => {
      answer = done
    })
    const asked = page.waitForRequest('**/wel/index')
    const loaded = page.reload({ waitUntil: 'commit' })
    await asked
    await page.keyboard.press('Control+k')
    await page.keyboard.type(before)
    if (before === 'jsdsh') await page.keyboard.press('Enter')
    answer()
    await loaded
    if (before !== 'jsdsh') {
      await page.waitForFunction(() => window.roundsKeys !== undefined)
      if (before === '') await page.keyboard.press('Control+v')
      else await page.keyboard.type('jsdsh'.slice(before.length), { delay: 20 })
      await page.keyboard.press('Enter')
    }
    await arrives(page, `“${before}” before the reload answered, the rest after`)
  }

  await page.context().close()

  await atEach(async (ms) => {
    const page = await begun()
    await page.reload({ waitUntil: 'commit' })
    await page.waitForFunction(() => window.roundsKeys !== undefined)
    await page.waitForTimeout(ms)
    await blindly(page)
    await arrives(page, `${ms} ms after the reload`)
    await page.context().close()
  })
})

test('a sequence typed at any moment after the new page began leads where it would later', async () => {
  await atEach(async (ms) => {
    const page = await d.open('zh', 'fin')
    await home(page)
    await throttle(page)
    await page.reload({ waitUntil: 'commit' })
    await page.waitForFunction(() => window.roundsKeys !== undefined)
    await page.waitForTimeout(ms)
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page
      .getByRole('dialog')
      .waitFor()
      .catch((e) => {
        throw new Error(`typed ${ms} ms after the reload: ${e}`)
      })
    await page.context().close()
  })
})

test('what is typed into the sign-in form stays there, and a refused sign-in leaves nothing behind', async () => {
  const page = await d.open()
  await page.goto('/login')
  const password = page.locator('input[name=password]')
  await page.locator('input[name=account]').fill('fin')
  await password.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('no')
  expect(await password.inputValue()).toBe('no')
  await page.keyboard.press('Enter')
  await page.getByText('用户名或密码错误').waitFor()
  await password.fill('fin')
  await page.keyboard.press('Enter')
  await page.waitForURL((u) => u.pathname === '/wel/index')
  await page.locator('footer').waitFor()
  expect(await page.locator('[cmdk-input]').count()).toBe(0)
})

const FORM = 'input[name=account]'
const ROW = '[role=row][aria-rowindex="2"] [role=gridcell]:not([data-tick])'

test('no more script than promised is asked for before the sign-in form and before the first table', async () => {
  const page = await d.open()
  // chunks preloaded a moment later do not belong to the form
  await note(page, FORM)
  await page.goto('/login')
  await page.locator(FORM).waitFor()
  const form = await scriptsUntil(page, await notedAt(page, FORM))
  expect(kbOf(form), JSON.stringify(form)).toBeLessThan(BUDGET.signIn)
  await signIn(page, 'fin')
  await noteRows(page)
  await page.goto('/svc/settlementOrder')
  await page.locator(ROW).first().waitFor()
  const table = await scriptsUntil(page, await rowsAt(page))
  expect(kbOf(table), JSON.stringify(table)).toBeLessThan(BUDGET.table)
  await page.goto('/desk/queues/settlementOrder')
  await page.locator(ROW).first().waitFor()
  const queue = await scriptsUntil(page, await rowsAt(page))
  expect(kbOf(queue), JSON.stringify(queue)).toBeLessThan(BUDGET.queue)
})

test('the rows of a queue come after as few questions one after the other as there can be', async () => {
  const page = await d.open()
  await noteRows(page)
  await page.goto('/desk/queues/settlementOrder')
  await page.locator('input[name=account]').fill('fin')
  await page.locator('input[name=password]').fill('fin')
  // modules preloaded one after the other while a person types
  await page.waitForFunction((last) => {
    const names = performance.getEntriesByType('resource').map((e) => new URL(e.name).pathname)
    return names.some((name) => name.startsWith(`/${last}.`))
  }, FIRST_DOMAIN)
  // long beside what the browser computes between two questions, on a busy machine, too
  const latency = 4_000
  await throttle(page, latency)
  const enter = await page.evaluate(() => performance.now())
  await page.keyboard.press('Enter')
  await page.locator(ROW).first().waitFor()
  const rows = await rowsAt(page)
  expect(await scriptKbSent(page, rows)).toBeLessThan(BUDGET.sentUntilRows)
  expect(await roundsBetween(page, enter, rows, latency)).toEqual([
    '/api/blade-auth/oauth/token',
    // settings are asked for with the catalogue, claims with the rows
    expect.stringMatching(/^\/api\/rounds\/(catalogue|settings)$/),
    expect.stringMatching(/^\/api\/rounds\/(window|total|queue-counts|claims)$/),
  ])
  await page.reload()
  await page.locator(ROW).first().waitFor()
  // scripts are in the browser's cache, the catalogue is kept and asked about meanwhile
  expect(await roundsBetween(page, 0, await rowsAt(page), latency)).toEqual([
    '/desk/queues/settlementOrder',
    expect.stringMatching(/^\/api\/rounds\/(catalogue|settings|window|total|queue-counts|claims)$/),
  ])
})
