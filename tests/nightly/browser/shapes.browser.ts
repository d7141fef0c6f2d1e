import './shapes/model.ts'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Field } from '../../../src/model/language/fields/field.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import { label } from '../../../src/model/values/label.ts'
import { enter, home, openContext, sharedBrowser, watch } from '../../browser/browser.ts'
import { wait } from '../../browser/wait.ts'
import { listed } from './shapes/model.ts'
import { plantShapes } from './shapes/records.ts'
import { type ShapesServer, serveShapes } from './shapes/serve.ts'

// Every hard shape of a family in a real console: what the model's tests declare and serve is opened, filled in, moved
// and decided here.

let d: ShapesServer
let browser: Browser
const wrong: string[] = []
const contexts: BrowserContext[] = []
beforeAll(async () => {
  ;[d, browser] = await Promise.all([serveShapes(), sharedBrowser()])
  await plantShapes(d.s)
})
afterEach(async () => {
  const seen = wrong.splice(0)
  await Promise.all(contexts.splice(0).map((c) => c.close()))
  expect(seen).toEqual([])
})
afterAll(async () => {
  await d?.stop()
})

/** A page of somebody who is signed in, as wide as asked. */
async function open(language: 'zh' | 'en', width: number): Promise<Page> {
  const context = await openContext(browser, language, d.url)
  contexts.push(context)
  await enter(context, d.url, d.account, d.s.tenantId)
  const page = watch(await context.newPage(), wrong)
  await page.setViewportSize({ width, height: 900 })
  return page
}

/** Goes to a list through the palette, as people do; no page is loaded anew, but the first one. */
async function goTo(page: Page, r: Resource, language: 'zh' | 'en'): Promise<Locator> {
  if (page.url() === 'about:blank') await home(page)
  await page.keyboard.press('Control+k')
  await page.locator('[cmdk-input]').fill(label(r.title, language))
  await page.locator(`[data-row="nav.${r.routes?.list}"]`).click()
  await page.waitForURL((u) => u.pathname === r.routes?.list)
  // the address changes before the screen does
  const screen = page.locator('main[data-ready]', {
    has: page.getByRole('heading', { level: 1, name: label(r.title, language), exact: true }),
  })
  const row = screen.locator('.g-r').first()
  await row.waitFor()
  return row
}

/** Fields that a person gives when a record is added. */
const given = (r: Resource): string[] =>
  Object.entries<Field>(r.fields).flatMap(([name, f]) =>
    f.facts.readOnly === 'always' || f.facts.readOnly === 'add' ? [] : [name],
  )

/** Texts that no screen may show: values without a label and, in English, Chinese texts of the console or the model. */
async function oddities(page: Page, language: 'zh' | 'en'): Promise<string[]> {
  return page.evaluate((english) => {
    const found: string[] = []
    if (document.documentElement.scrollWidth > innerWidth) found.push(`scrolls sideways at ${innerWidth}`)
    const text = document.body.innerText
    for (const bad of ['[object Object]', 'undefined', 'NaN', 'null']) if (text.includes(bad)) found.push(bad)
    const words = document.querySelectorAll('th, dt, label, [role=columnheader], [role=tab], main button')
    if (english)
      for (const one of words)
        if (/\p{Script=Han}/u.test(one.textContent ?? '') && !one.closest('dd, td, [role=row], .fact-copy'))
          found.push(one.textContent ?? '')
    return found
  }, language === 'en')
}

describe.each([
  ['zh', 1440],
  ['en', 390],
] as const)('every shape, in %s at %i px', (language, width) => {
  test('has a list, a record and a form', async () => {
    const page = await open(language, width)
    for (const r of listed) {
      await goTo(page, r, language)
      expect(await oddities(page, language), r.id).toEqual([])
      if (!r.operations.includes('add')) continue
      // on a phone a tap would open the record
      await page.locator('[data-grid]').focus()
      await page.keyboard.press('n')
      const dialog = page.getByRole('dialog')
      await dialog.locator('form').waitFor()
      for (const name of given(r)) await dialog.locator(`[data-field="${name}"]`).first().waitFor()
      expect(await oddities(page, language), `${r.id}, form`).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  })
})

/** Chooses the first record that is found by a text. */
async function choose(page: Page, field: Locator, text: string): Promise<void> {
  await field.getByRole('combobox').fill(text)
  await page.getByRole('option', { name: text }).first().click()
}

const shapeOf = (id: string): Resource => listed.find((r) => r.id === id) as Resource

describe('work on shapes', () => {
  test('a template gets its attributes and shows them', async () => {
    const page = await open('zh', 1440)
    await goTo(page, shapeOf('shapeTemplate'), 'zh')
    await page.keyboard.press('n')
    const form = page.getByRole('dialog').locator('form')
    await form.locator('[data-field=title] input').fill('随访模板')
    await choose(page, form.locator('[data-field=entrustedCompanyId]'), '康泰')
    const rows = form.locator('[data-field=attributes]')
    for (const [n, name] of ['血压', '心率'].entries()) {
      await rows.locator('[data-add]').click()
      await rows.locator('[data-line]').nth(n).locator('[data-cell=label] input').fill(name)
    }
    await rows.locator('[data-line]').nth(0).locator('[data-cell=fee] input').fill('12.5')
    await form.locator('[data-field=apiKey] input').fill('a-secret')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const made = page.locator('.g-r', { hasText: '随访模板' })
    await made.waitFor()
    await made.dblclick()
    await page.waitForURL((u) => u.pathname.startsWith('/shape/template/detail/'))
    const shown = page.locator('[data-field=attributes] tbody tr')
    await wait.poll(
      () => shown.allInnerTexts(),
      (now) => now.length === 2 && /血压.*12\.50/s.test(now[0] ?? '') && /心率/.test(now[1] ?? ''),
      'the attributes are not shown',
    )
    expect(await page.locator('[data-field=apiKey]').innerText()).toContain('已设置')
  })

  test('an article keeps its formatted text and its file', async () => {
    const page = await open('zh', 1440)
    await goTo(page, shapeOf('shapeArticle'), 'zh')
    await page.keyboard.press('n')
    const form = page.getByRole('dialog').locator('form')
    await form.locator('[data-field=title] input').fill('随访须知')
    await choose(page, form.locator('[data-field=entrustedCompanyId]'), '康泰')
    const editor = form.locator('[data-field=body] [role=textbox]')
    await editor.click()
    await page.keyboard.press('Control+b')
    await page.keyboard.type('按时服药')
    await form
      .locator('[data-field=papers] input[type=file]')
      .setInputFiles({ name: '须知.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') })
    await form.locator('[data-field=papers] a', { hasText: '须知.pdf' }).waitFor()
    await form.locator('button[type=submit]').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const made = page.locator('.g-r', { hasText: '随访须知' })
    await made.waitFor()
    await made.dblclick()
    await page.waitForURL((u) => u.pathname.startsWith('/shape/article/detail/'))
    await page.locator('[data-field=body] strong', { hasText: '按时服药' }).waitFor()
    await page.locator('[data-field=papers] a', { hasText: '须知.pdf' }).waitFor()
  })

  test('trees open, one of them level by level, and move', async () => {
    const page = await open('zh', 1440)
    await goTo(page, shapeOf('shapeRegion'), 'zh')
    const below = page.locator('.g-r[aria-level="2"]')
    await page.locator('[role=treegrid]').focus()
    await page.keyboard.press('ArrowRight')
    await below.filter({ hasText: '杭州市' }).waitFor()
    await goTo(page, shapeOf('shapeUnit'), 'zh')
    await page.locator('[role=treegrid]').focus()
    await page.keyboard.press('ArrowRight')
    await below.nth(1).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Alt+ArrowDown')
    await wait.poll(
      () => page.locator('.g-r[aria-level="2"] .g-c.name').allTextContents(),
      (now) => now[0] === '研发部' && now[1] === '财务部',
      'the row did not move',
    )
  })

  test('a queue of two families is worked in both', async () => {
    const page = await open('zh', 1440)
    await page.goto('/desk/queues/shapeDay')
    const rows = page.locator('[role=grid] .g-r')
    await rows.nth(1).waitFor()
    const done = page.locator('[data-decisions] button', { hasText: '结束' })
    await done.click()
    await wait.poll(
      async () => (await d.s.staff.get<{ total: number }>('blade-shape/meeting/list', { meetingStatus: 1 })).data.total,
      (n) => n === 1,
      'no meeting was closed',
    )
    await page.goto('/desk/queues/shapeDay?view=agenda')
    await rows.filter({ hasText: '开场' }).waitFor()
    await done.click()
    await wait.poll(
      async () => (await d.s.staff.get<{ total: number }>('blade-shape/agenda/list', { agendaStatus: 1 })).data.total,
      (n) => n === 1,
      'no topic was closed',
    )
  })

  test('a computed list sums up its records and leads to what it counts', async () => {
    const page = await open('zh', 1440)
    const sums = await goTo(page, shapeOf('shapeClaimSum'), 'zh')
    await page.locator('.g-r', { hasText: '30.50' }).waitFor()
    expect(await sums.count()).toBe(1)
    await goTo(page, shapeOf('shapeClaimLine'), 'zh')
    await page.locator('.g-r', { hasText: '10.50' }).dblclick()
    await page.waitForURL((u) => u.pathname.startsWith('/shape/claimLine/detail/'))
    await page.locator('[data-field=meetingId] a, [data-field=meetingCode]').first().waitFor()
    expect(await oddities(page, 'zh')).toEqual([])
  })

  test('a call that is a command is taken by its key and taken back', async () => {
    const page = await open('zh', 1440)
    const marked = async () =>
      (await d.s.staff.get<{ records: { marked: number }[] }>('blade-shape/apply/list', { size: 10 })).data.records.map(
        (r) => r.marked,
      )
    const is = (value: number) =>
      wait.poll(marked, (now) => now.length === 1 && now[0] === value, `the application is not marked ${value}`)
    await page.goto('/desk/queues/shapeMarking')
    await page.locator('[role=grid] .g-r').first().waitFor()
    await page.keyboard.press('m')
    await is(1)
    await page.keyboard.press('z')
    await is(0)
  })
})
