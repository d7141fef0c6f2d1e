import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { home } from './browser.ts'
import { stage } from './stage.ts'
import { wait } from './wait.ts'

const d = stage()

/** Controls of a page that lie beyond its edges and that nothing scrolls into sight; the page itself where it scrolls. */
const outsideOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const page = document.documentElement
    const scrolled = (e: Element | null): boolean =>
      e !== null && (/auto|scroll/.test(getComputedStyle(e).overflow) || scrolled(e.parentElement))
    const out = [...document.querySelectorAll<HTMLElement>('main :is(button, a, input, select)')].filter((e) => {
      const { left, top, right, bottom, width } = e.getBoundingClientRect()
      const beyond = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
      return width > 0 && beyond && !scrolled(e.parentElement)
    })
    return [
      ...(page.scrollWidth > innerWidth || page.scrollHeight > innerHeight ? ['the page'] : []),
      ...out.map((e) => e.getAttribute('aria-label') ?? e.textContent ?? ''),
    ]
  })

test('a plain table by keyboard alone: copied, peeked at, sorted, and deleted only by who says so', async () => {
  const page = await d.open('zh', 'admin')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await home(page)
  await page.keyboard.press('g')
  await page.keyboard.press('k')
  await page.waitForURL((u) => u.pathname === '/sys/quickReply')
  const rows = page.locator('main[data-ready] .g-r')
  await rows.first().waitFor()
  const grid = page.locator('[role=grid]').first()
  const cursor = async () => page.locator(`[id="${await grid.getAttribute('aria-activedescendant')}"]`)
  const name = async () => ((await (await cursor()).locator('.g-c.name').textContent()) ?? '').trim()
  await wait.poll(async () => (await grid.getAttribute('aria-activedescendant')) ?? '', Boolean, 'no row in hand')

  const first = await name()
  await page.keyboard.press('c')
  await wait.poll(copied, (text) => text === first, 'its name was not copied')
  await page.keyboard.press('j')
  const second = await wait.poll(name, (now) => now !== first, 'the cursor stays')
  await page.keyboard.press('Shift+C')
  const link = new URL(await wait.poll(copied, (text) => text.startsWith('http'), 'no link was copied'))

  // a range of cells by mouse: what is copied is the range, not the text that the browser marks on the way
  const cell = (row: number, column: number) => page.locator(`.g-r[data-index="${row}"] [aria-colindex="${column}"]`)
  await cell(0, 2).hover({ position: { x: 20, y: 8 } })
  await page.mouse.down()
  await cell(1, 3).hover({ position: { x: 20, y: 8 } })
  await cell(2, 3).hover({ position: { x: 20, y: 8 } })
  await page.mouse.up()
  await page.locator('[data-cells]').waitFor()
  await page.keyboard.press('Control+c')
  const texts = await wait.poll(copied, (text) => text.includes('\t'), 'no range was copied')
  expect(texts.split('\n').map((line) => line.split('\t').length)).toEqual([2, 2, 2])
  await page.keyboard.press('Escape')
  await page.locator('[data-cells]').waitFor({ state: 'detached' })
  await page.keyboard.press('j')

  // magnified to 200 % the page has half the room: it does not scroll, and whatever can be pressed is on it
  await page.setViewportSize({ width: 720, height: 450 })
  expect(await outsideOf(page)).toEqual([])
  expect(await grid.evaluate((e) => e.clientHeight)).toBeGreaterThan(30 + 3 * 28)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.keyboard.press('Space')
  await page.locator('[data-record] h2', { hasText: second }).waitFor()
  await page.keyboard.press('Space')
  await page.locator('[data-record]').waitFor({ state: 'detached' })

  await page.keyboard.press('Alt+s')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('[role=columnheader][aria-sort=ascending], [role=columnheader][aria-sort=descending]').waitFor()

  // the copied link leads to the record that it was copied from
  await page.goto(link.href)
  await page.locator('[data-record] h2, h1', { hasText: second }).first().waitFor()
  await page.goto('/sys/quickReply')
  await rows.first().waitFor()
  await wait.poll(async () => (await grid.getAttribute('aria-activedescendant')) ?? '', Boolean, 'no row in hand')
  const count = () => grid.getAttribute('aria-rowcount').then(Number)
  const [before, doomed] = [await count(), await name()]
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('Delete')
  await dialog.getByText(doomed).waitFor()
  await dialog.getByText('确定将选择数据删除?').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('取消')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect([await count(), await name()]).toEqual([before, doomed])
  await page.keyboard.press('Delete')
  await dialog.getByText(doomed).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await wait.poll(count, (now) => now === before - 1, `${doomed} is not deleted`)
})

test('what is wrong is said beside each field, by the rule that the server keeps; an unknown address says what is near', async () => {
  const page = await d.open('zh', 'ops')
  await page.goto('/csc/entrustedCompany')
  await page.locator('main[data-ready] .g-r').first().waitFor()
  await page.keyboard.press('n')
  await page.locator('form [data-field=name] input').waitFor()
  const typed = {
    name: '南京瑞禾医药有限公司',
    socialCreditCode: '91310000MA1FL0000A',
    legalPerson: '张三',
    contactPhone: '12345678901',
    email: 'a@b',
    platformFeeRate: '101',
  }
  for (const [name, text] of Object.entries(typed)) await page.locator(`form [data-field=${name}] input`).fill(text)
  await page.keyboard.press('Control+Enter')
  const wrong = page.locator('form .problem')
  await wrong.first().waitFor()
  const said = await page
    .locator('form [data-field]:has(.problem)')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((f) => [(f as HTMLElement).dataset.field, f.querySelector('.problem')?.textContent ?? '']),
      ),
    )
  expect(said).toEqual({
    socialCreditCode: expect.stringContaining('核对末位校验码'),
    contactPhone: '手机号码格式不正确',
    email: expect.stringContaining('须为邮箱地址'),
    platformFeeRate: expect.stringContaining('不能大于100%'),
  })
  // past the form, the server says the very same
  const c = await d.client('ops')
  const refused = await c.post('blade-csc/entrustedCompany/submit', { ...typed, platformFeeRate: '1.01' })
  expect(refused).toMatchObject({ status: 400, data: said })

  await page.goto('/svc/nope')
  await page.locator('main[data-ready] code', { hasText: '/svc/nope' }).first().waitFor()
  await page.locator('main li a[href^="/svc/"]').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/404')
  // a screen that others may open is refused by its name
  await page.goto('/system/param')
  await page.getByRole('alert').getByText('“系统参数”').waitFor()
  expect(new URL(page.url()).pathname).toBe('/system/param')
})
