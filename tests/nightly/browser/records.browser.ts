import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { recordAddress } from '../../../src/model/values/routes.ts'
import type { Found } from '../../../src/model/wire/wire.ts'
import { searchable } from '../../../src/server/database/schema/search.ts'
import { home } from '../../browser/browser.ts'
import { queueOf } from '../../browser/queue.ts'
import { wait } from '../../browser/wait.ts'
import { ownStage } from './stage.ts'

const d = ownStage()

/** Goes to an address within the page, as links do: nothing is loaded anew. */
const visit = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)

/** The record that is shown: its id and what it is called. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const pane = document.querySelector('[data-record]')
    const title = pane?.querySelector('.record-head h2') ?? document.querySelector('h1')
    return `${pane?.getAttribute('data-record')} ${title?.textContent}`
  })
const shows = (page: Page, found: Found) =>
  wait.poll(
    () => shown(page),
    (now) => now === `${found.id} ${found.title}`,
    `${found.resource} ${found.id} ${found.title} is not what opened`,
  )

/** Opens a record by what it is called, through the palette, and by keyboard alone. */
async function byPalette(page: Page, found: Found): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`#${found.title}`)
  const option = page.locator(`[role=option][data-value$="${found.resource}.${found.id}" i]`)
  await option.waitFor()
  for (let i = 0; i < 20 && (await option.getAttribute('aria-selected')) !== 'true'; i++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Named below by what they are. */
const NAMED = ['settlementOrder', 'dictBiz', 'param']

test('of every family that is found from anywhere, what opens is what was found', async () => {
  const c = await d.client('admin')
  const found = new Map<string, Found>()
  for (const r of searchable()) {
    const rows = await c.get<{ columns: string[]; values: unknown[][] }>('rounds/window', {
      resource: r.id,
      columns: r.name,
      offset: 2,
      size: 1,
    })
    const name = String(rows.data.values[rows.data.columns.indexOf(r.name)]?.[0] ?? '')
    if (name === '') continue
    const hits = await c.get<Found[]>('rounds/search', { q: name, limit: 20 })
    const hit = hits.data.find((f) => f.resource === r.id)
    if (hit) found.set(r.id, hit)
  }
  expect(found.size).toBeGreaterThan(15)
  const page = await d.open('zh', 'admin')
  await home(page)
  for (const r of searchable()) {
    const hit = found.get(r.id)
    if (!hit) continue
    await visit(page, recordAddress(r.routes, { ...hit }) ?? '')
    await shows(page, hit)
  }

  // A parameter has no page: the palette opens the list with this one beside it, and Delete means this one.
  const param = found.get('param') as Found
  for (const id of NAMED) {
    await byPalette(page, found.get(id) as Found)
    await shows(page, found.get(id) as Found)
  }
  expect(await page.locator('.g-r.here').textContent()).toContain(param.title)
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  const before = (await c.get<{ total: number }>('rounds/total', { resource: 'param' })).data.total
  await dialog.getByRole('button', { name: '删除' }).click()
  await dialog.waitFor({ state: 'detached' })
  await wait.poll(
    async () => (await c.get<{ total: number }>('rounds/total', { resource: 'param' })).data.total,
    (n) => n === before - 1,
    'nothing was deleted',
  )
  expect((await c.get('blade-system/param/detail', { id: param.id })).code).toBe(404)
})

test('a page opened from a queue goes through it, decides, and leads back to its row; back and forward are steps', async () => {
  const page = await d.open('zh', 'fin')
  await page.goto('/desk/queues/settlementOrder')
  const q = queueOf(page)
  await q.ready()
  await page.keyboard.press('/')
  await page.keyboard.type('金额:>1000 ')
  await page.keyboard.press('Enter')
  await page.waitForURL((u) => u.search !== '')
  await q.ready()
  const count = await q.count()
  for (let i = 0; i < 30; i++) await page.keyboard.press('j')
  const code = await q.cursor()
  const list = page.url()
  const sight = () => q.grid.evaluate((e) => e.scrollTop)
  const tabs = () => page.locator('.tab').count()
  const before = await tabs()

  const place = page.locator('[data-position]')
  const at = (n: number, of = count) =>
    wait.poll(
      () => place.textContent(),
      (now) => now === `${n}/${of}`,
      'elsewhere',
    )
  const title = () => page.locator('h1').textContent()
  await page.keyboard.press('Enter')
  await at(31)
  expect(await title()).toBe(code)
  expect(await tabs()).toBe(before + 1)
  for (const [key, n] of [
    ['j', 32],
    ['k', 31],
    ['k', 30],
  ] as const) {
    await page.keyboard.press(key)
    await at(n)
  }
  await page.keyboard.press('j')
  await at(31)
  await page.waitForURL((u) => u.pathname.includes('/detail/'))
  await page.reload()
  await at(31)
  expect(await title()).toBe(code)
  expect(await tabs()).toBe(before + 1)

  await page.goBack()
  await q.ready()
  expect(page.url()).toBe(list)
  expect(await q.cursor()).toBe(code)
  // scrolled so that the row would be seen elsewhere, too
  await q.grid.evaluate(
    (e) =>
      new Promise<void>((done) => {
        e.addEventListener('scroll', () => requestAnimationFrame(() => done()), { once: true })
        e.scrollBy(0, 140)
      }),
  )
  const scrolled = await sight()
  await page.keyboard.press('Enter')
  await at(31)
  await page.keyboard.press('Backspace')
  await q.ready()
  expect(await q.cursor()).toBe(code)
  await wait.poll(sight, (now) => now === scrolled, 'the rows are scrolled elsewhere')

  await page.goForward()
  await at(31)
  await page.keyboard.press('a')
  await at(31, count - 1)
  const next = await title()
  expect(next).not.toBe(code)
  await page.keyboard.press('Escape')
  await q.ready()
  expect(await q.cursor()).toBe(next)
  await page.goBack()
  await page.waitForURL((u) => u.search === '')
  await q.ready()
  await page.goForward()
  await page.waitForURL(list)
})
