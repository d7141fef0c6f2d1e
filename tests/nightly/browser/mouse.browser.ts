import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { enter } from '../../browser/browser.ts'
import { queueOf } from '../../browser/queue.ts'
import { queueByMouse } from '../../browser/queueJobs.ts'
import { wait } from '../../browser/wait.ts'
import { ownStage } from './stage.ts'

const d = ownStage()

describe.each(['zh', 'en'] as const)('the queue by mouse alone, in %s', (language) => {
  test('sidebar, buttons with their keys, ten orders with two rejects, take back', () =>
    queueByMouse(d, language, { orders: 10, rejected: [2, 5], clicked: 4 }))
})

describe('lists and their room', () => {
  /** Columns that are wholly in sight, by name. */
  const inSight = (page: Page) =>
    page.locator('[data-grid]').evaluate((grid) => {
      const { left, right } = grid.getBoundingClientRect()
      return [...grid.querySelectorAll<HTMLElement>('[data-column]')]
        .filter((h) => h.getBoundingClientRect().left >= left && h.getBoundingClientRect().right <= right + 1)
        .map((h) => h.dataset.column)
    })
  const queue = '/desk/queues/settlementOrder'

  test('a queue at 1366 px shows what is judged by, oldest first; what is dragged stays; a table fills its height', async () => {
    const page = await d.open('zh', 'fin')
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.goto(queue)
    await queueOf(page).ready()
    const judged = 'code,entrustedCompanyName,totalAmount,createTime,orderCount,doctorCount,taxAmount,createUser,$flags'
    await wait.poll(
      async () => (await inSight(page)).join(),
      (now) => now === judged,
      'other columns are in sight',
    )
    // every code and every company is read whole, the person's own rows, too, in any font: a Chinese character is a square
    // of its size, and codes that have no room are shortened by their characters; what has no room is said
    expect((await page.locator('.g-r .g-c.name').allTextContents()).filter((code) => code.includes('…'))).toEqual([])
    const companies = await page.locator('.g-r .g-c[aria-colindex="3"]').evaluateAll((cells) =>
      cells.map((cell) => {
        const { paddingLeft, paddingRight, fontSize } = getComputedStyle(cell)
        const text = cell.textContent ?? ''
        const room = cell.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        return { text, room, needs: [...text].length * Number.parseFloat(fontSize) }
      }),
    )
    expect(companies.length).toBeGreaterThan(10)
    expect(companies.filter(({ text, room, needs }) => needs > room || text.includes('…'))).toEqual([])
    const left = page.locator('.g-head .left-out')
    expect(await left.innerText()).toBe('+4')
    await left.click()
    await page.getByRole('menu').getByText('4 列因宽度不足未显示：医生劳务费、平台服务费、财税公司、结算月份').waitFor()
    await page.keyboard.press('Escape')
    const age = page.locator('[data-column=createTime]')
    expect([await age.innerText(), await age.getAttribute('aria-sort')]).toEqual([
      expect.stringContaining('等待'),
      'ascending',
    ])
    const ages = await page.locator('.g-r .g-c[aria-colindex="5"]').allInnerTexts()
    const days = ages.map((text) => (text.endsWith(' 天') ? Number.parseInt(text, 10) : 0))
    expect(days).toEqual([...days].sort((a, b) => b - a))
    // made wider at its edge, dragged before the company, and so after a reload
    const company = page.locator('[data-column=entrustedCompanyName]')
    const before = (await company.boundingBox())?.width ?? 0
    const edge = await company.locator('.edge').boundingBox()
    if (!edge) throw new Error('a header has no edge')
    await page.mouse.move(edge.x + 3, edge.y + 10)
    await page.mouse.down()
    await page.mouse.move(edge.x + 43, edge.y + 10, { steps: 3 })
    await page.mouse.up()
    const [from, to] = await Promise.all([page.locator('[data-column=taxAmount]').boundingBox(), company.boundingBox()])
    if (!from || !to) throw new Error('a header is not laid out')
    await page.mouse.move(from.x + 30, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + 4, to.y + 10, { steps: 40 })
    await page.mouse.up()
    const set = async () => [
      (await inSight(page)).slice(0, 3),
      Math.round(((await company.boundingBox())?.width ?? 0) - before),
    ]
    const wanted = [['code', 'taxAmount', 'entrustedCompanyName'], 40]
    const isSet = () =>
      wait.poll(
        set,
        (now) => JSON.stringify(now) === JSON.stringify(wanted),
        'the columns are not as they were dragged',
      )
    await isSet()
    await page.reload()
    await queueOf(page).ready()
    await isSet()

    await page.goto('/svc/settlementOrder')
    await page.locator('main[data-ready] .g-r').first().waitFor()
    const room = await page.locator('[data-grid]').evaluate((grid) => {
      const rows = [...grid.querySelectorAll('.g-r')]
      return grid.getBoundingClientRect().bottom - Math.max(...rows.map((r) => r.getBoundingClientRect().bottom))
    })
    expect(room).toBeGreaterThanOrEqual(0)
    expect(room).toBeLessThan(28)
    expect(await page.locator('select[name=size]').inputValue()).toBe('auto')
  })

  test('a phone shows number, company and amount, and no key', async () => {
    const context = await d.browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      baseURL: d.url,
    })
    try {
      await enter(context, d.url, 'fin')
      const page = await context.newPage()
      for (const path of ['/', queue, `${queue}?totalAmount_gt=1000`, '/svc/settlementOrder']) {
        await page.goto(path)
        await page.locator('main[data-ready]').first().waitFor()
        expect(await page.locator('kbd:visible').count(), path).toBe(0)
        // controls have the height of a finger, except column titles, whose orders are in a menu, too
        const low = page.locator('main button:not(.name):visible, header button:visible, nav a:visible')
        const heights = await low.evaluateAll((all) => all.map((b) => b.getBoundingClientRect().height))
        expect(heights.filter((h) => h < 44)).toEqual([])
        if (path === '/') {
          expect(await page.locator('#keys').isVisible()).toBe(false)
          continue
        }
        await page.locator('.g-r').first().waitFor()
        expect(await inSight(page)).toEqual(['code', 'entrustedCompanyName', 'totalAmount'])
      }
      // the record's head stands right below the tabs, with the way back in it
      await page.goto(queue)
      await page.locator('.g-r').first().tap()
      const head = page.locator('.record-head')
      await head.getByRole('button', { name: '返回列表' }).waitFor()
      const [tabs, box] = await Promise.all([page.locator('nav').last().boundingBox(), head.boundingBox()])
      expect((box?.y ?? 0) - ((tabs?.y ?? 0) + (tabs?.height ?? 0))).toBeLessThan(8)
      // a reject is told as on a wide screen: what was done to which record
      await page.goto(queue)
      const first = page.locator('.g-r').first()
      const code =
        (await first.locator('.g-c.name').getAttribute('title')) || (await first.locator('.g-c.name').innerText())
      await first.tap()
      await page.getByRole('button', { name: '审核驳回' }).tap()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').first().fill('明细重复')
      await dialog.getByRole('button', { name: '审核驳回' }).tap()
      await page.locator('footer').getByText('可撤回：审核驳回').waitFor()
      expect(await page.locator('footer .undo').textContent()).toContain(code)
    } finally {
      await context.close()
    }
  })
})
