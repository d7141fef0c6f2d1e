import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DESIGN_NAMES } from '../../../src/console/theme/designs.ts'
import { themeSheet } from '../../../src/console/theme/themeSheet.ts'
import { leaves } from '../../../src/model/menus/menus.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import { enter, openContext, watch } from '../../browser/browser.ts'
import { closed, inBothThemes, inColours, openLow, scrollsSideways } from '../../browser/offenders.ts'
import { queueOf } from '../../browser/queue.ts'
import { ownStage } from './stage.ts'

const d = ownStage()

/** Pages that go through the addresses beside each other. */
const BESIDE = 2

/** Addresses of every menu entry and of every queue, as an administrator has them. */
async function addresses(): Promise<string[]> {
  const client = await d.client('admin')
  const { data } = await client.get<Catalogue>('rounds/catalogue')
  return [
    ...new Set([...leaves()].map(({ leaf }) => leaf.path)),
    ...data.queues.flatMap((q) => q.views.map((v) => `/desk/queues/${q.code}?view=${v.code}`)),
  ]
}

/** Opens each address in one of these pages, and collects what a look at it finds. */
async function onEach(
  pages: readonly Page[],
  all: readonly string[],
  look: (page: Page, path: string) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = []
  const left = [...all]
  await Promise.all(
    pages.map(async (page) => {
      for (let path = left.shift(); path; path = left.shift()) {
        await page.goto(path)
        await page.locator('main[data-ready]').first().waitFor()
        found.push(...(await look(page, path)))
      }
    }),
  )
  return found
}

test.each(['zh', 'en'] as const)('nothing serious behind any menu entry or in any queue, in %s', async (language) => {
  const pages = await Promise.all(Array.from({ length: BESIDE }, () => openLow(d, language, 'admin')))
  expect(await onEach(pages, await addresses(), inBothThemes)).toEqual([])
})

test('every theme can be read, light and dark, with its own colour and a chosen one', async () => {
  const page = await openLow(d, 'zh', 'fin')
  const found: string[] = []
  /** Looks at what is shown now in the twenty variants; a bright main colour is the hardest to write upon. */
  const look = async (where: string) => {
    for (const design of DESIGN_NAMES)
      for (const scheme of ['light', 'dark'] as const)
        for (const colour of [null, '#9AD94E'])
          found.push(
            ...(await inColours(
              page,
              `${where}, ${design} ${scheme} ${colour ?? ''}`,
              scheme,
              themeSheet(design, colour),
            )),
          )
  }
  await page.goto('/wel/index')
  await page.locator('main[data-ready]').waitFor()
  await look('home')
  await page.goto('/desk/queues/settlementOrder')
  await queueOf(page).ready()
  await page.keyboard.press('Shift+J')
  await page.locator('[data-bulk]').waitFor()
  await look('queue with a selection')
  await page.keyboard.press('r')
  await page.getByRole('dialog').locator('textarea').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.locator('[aria-invalid=true]').waitFor()
  await look('reason missing')
  await closed(page)
  await page.keyboard.press('Control+k')
  await page.locator('[cmdk-input]').waitFor()
  await page.keyboard.type('jsd')
  await page.locator('[cmdk-item][aria-selected=true]').waitFor()
  await look('palette')
  await closed(page)
  await page.goto('/svc/settlementOrder')
  await queueOf(page).ready()
  await look('table')
  await page.keyboard.press('o')
  await page.waitForURL((u) => u.pathname.startsWith('/svc/settlementOrder/detail/'))
  await page.locator('main[data-ready]').waitFor()
  await look('record')
  expect(found).toEqual([])
})

test.each(['zh', 'en'] as const)('no page scrolls sideways at 390 px by touch, in %s', async (language) => {
  const wrong: string[] = []
  const context = await openContext(d.browser, language, d.url, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  try {
    await enter(context, d.url, 'admin')
    const pages = await Promise.all(Array.from({ length: BESIDE }, async () => watch(await context.newPage(), wrong)))
    const found = await onEach(pages, await addresses(), scrollsSideways)
    expect([...found, ...wrong]).toEqual([])
  } finally {
    await context.close()
  }
})
