import { describe, expect, test } from 'vitest'
import { home } from '../../browser/browser.ts'
import { closed, inBothThemes, openLow } from '../../browser/offenders.ts'
import { queueOf } from '../../browser/queue.ts'
import { wait } from '../../browser/wait.ts'
import { ownStage } from './stage.ts'

const QUEUE = '/desk/queues/settlementOrder'
const TABLE = '/svc/settlementOrder'

const d = ownStage()

describe.each(['zh', 'en'] as const)('nothing serious on any screen, light and dark, in %s', (language) => {
  test('signed out, and what leads nowhere', async () => {
    const page = await openLow(d, language)
    await page.goto('/login')
    await page.locator('input[name=account]').waitFor()
    const found = await inBothThemes(page, 'sign-in')
    await page.locator('input[name=account]').fill('fin')
    await page.keyboard.press('Enter')
    await page.locator('[role=alert]:not(:empty)').waitFor()
    found.push(...(await inBothThemes(page, 'sign-in with a problem')))
    expect(found).toEqual([])
  })

  test('home, queue hub, queue, dialogs', async () => {
    const page = await openLow(d, language, 'fin')
    await home(page)
    const found = await inBothThemes(page, 'home')
    await page.goto('/desk/queues')
    await page.locator('main[data-ready]').waitFor()
    found.push(...(await inBothThemes(page, 'queue hub')))
    await page.goto(QUEUE)
    const q = queueOf(page)
    await q.ready()
    await page.keyboard.press('Shift+J')
    await page.keyboard.press('Shift+J')
    await page.locator('[data-bulk]').waitFor()
    await page.locator('[aria-selected=true][role=row]').first().waitFor()
    found.push(...(await inBothThemes(page, 'queue with a selection')))
    await page.keyboard.press('r')
    await page.getByRole('dialog').locator('textarea').waitFor()
    found.push(...(await inBothThemes(page, 'reason for a rejection')))
    await page.keyboard.press('Control+Enter')
    await page.locator('[aria-invalid=true]').waitFor()
    found.push(...(await inBothThemes(page, 'reason missing')))
    await closed(page)
    await page.keyboard.press('Shift+A')
    await page.getByRole('dialog').locator('textarea').waitFor()
    found.push(...(await inBothThemes(page, 'decision on a batch')))
    await closed(page)
    await page.keyboard.press('Control+k')
    await page.locator('[cmdk-input]').waitFor()
    await page.keyboard.type('jsd')
    await page.locator('[cmdk-item][aria-selected=true]').waitFor()
    found.push(...(await inBothThemes(page, 'palette')))
    await closed(page)
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    found.push(...(await inBothThemes(page, 'all keys')))
    await closed(page)
    expect(found).toEqual([])
  })

  test('table, record, form, 404', async () => {
    const page = await openLow(d, language, 'admin')
    await page.goto(TABLE)
    await queueOf(page).ready()
    const found = await inBothThemes(page, 'table')
    await page.keyboard.press('o')
    await page.waitForURL((u) => u.pathname.startsWith(`${TABLE}/detail/`))
    await page.locator('main[data-ready]').waitFor()
    found.push(...(await inBothThemes(page, 'record')))
    await page.goto('/sys/quickReply')
    await page.locator('[role=row][data-id]').first().waitFor()
    await page.keyboard.press('n')
    const form = page.getByRole('dialog')
    await form.locator('textarea, input').first().waitFor()
    found.push(...(await inBothThemes(page, 'form')))
    await page.keyboard.press('Control+Enter')
    await page.locator('[aria-invalid=true]').first().waitFor()
    found.push(...(await inBothThemes(page, 'form with problems')))
    await closed(page)
    await page.goto('/nowhere/at/all')
    await page.locator('main[data-ready]').waitFor()
    found.push(...(await inBothThemes(page, '404')))
    expect(found).toEqual([])
  })
})

test('the grid is one to assistive software: rows, places, selection, one tab stop', async () => {
  const page = await d.open('zh', 'fin')
  await page.goto(QUEUE)
  const q = queueOf(page)
  await q.ready()
  const total = await page.evaluate(async () => {
    const token = decodeURIComponent(/rounds-access-token=([^;]+)/.exec(document.cookie)?.[1] ?? '')
    const answer = await fetch('/api/rounds/total?resource=settlementOrder&settlementStatus_equal=0', {
      headers: { 'Blade-Auth': `bearer ${token}` },
    })
    return ((await answer.json()) as { data: { total: number } }).data.total
  })
  // The header is a row, too.
  expect(await q.count()).toBe(total)
  expect(await q.grid.getAttribute('aria-label')).toBeTruthy()
  expect(await q.grid.getAttribute('aria-multiselectable')).toBe('true')
  /** The row the grid points at: its place and whether it is ticked; null when there is no such row. */
  const active = () =>
    q.grid.evaluate((grid) => {
      const row = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
      if (!row || !grid.contains(row) || row.getAttribute('role') !== 'row') return null
      return { at: Number(row.getAttribute('aria-rowindex')), ticked: row.getAttribute('aria-selected') }
    })
  expect(await active()).toEqual({ at: 2, ticked: 'false' })
  await page.keyboard.press('j')
  await wait.poll(active, (row) => row?.at === 3, 'j does not move the active row')
  await page.keyboard.press('x')
  await wait.poll(active, (row) => row?.ticked === 'true', 'x does not tick the active row')
  await page.keyboard.press('End')
  await wait.poll(active, (row) => row?.at === total + 1, 'End is not the last row')
  await page.keyboard.press('Home')
  await wait.poll(active, (row) => row?.at === 2, 'Home is not the first row')
  // The row stays while it is scrolled out of sight.
  await q.grid.evaluate((grid) => grid.scrollTo(0, 2_000))
  await wait.poll(
    async () => (await active())?.at,
    (at) => at === 2,
    'the active row is gone when it is out of sight',
  )
  // Cells are in columns that have a header; columns and rows are counted.
  const shape = await q.grid.evaluate((grid) => {
    const numbers = (role: string, name: string) =>
      [...grid.querySelectorAll(`[role=${role}]`)].map((x) => Number(x.getAttribute(name)))
    const heads = new Set(numbers('columnheader', 'aria-colindex'))
    return {
      columns: Number(grid.getAttribute('aria-colcount')),
      most: Math.max(...heads),
      strayCells: numbers('gridcell', 'aria-colindex').filter((n) => !heads.has(n)).length,
      strayRows: [...grid.querySelectorAll('[role=row]')].filter(
        (row) => row.parentElement?.getAttribute('role') !== 'rowgroup',
      ).length,
      tabStops: [...grid.querySelectorAll<HTMLElement>('*')].filter((x) => x.tabIndex >= 0).length,
    }
  })
  expect(shape).toMatchObject({ strayCells: 0, strayRows: 0, tabStops: 0 })
  expect(shape.most).toBeLessThanOrEqual(shape.columns)
  // The grid is a single stop: Tab leaves it, Shift+Tab returns.
  await q.grid.focus()
  const inGrid = () =>
    q.grid.evaluate((grid) => grid === document.activeElement || grid.contains(document.activeElement))
  await page.keyboard.press('Tab')
  expect(await inGrid()).toBe(false)
  await page.keyboard.press('Shift+Tab')
  expect(await q.grid.evaluate((grid) => grid === document.activeElement)).toBe(true)
})
