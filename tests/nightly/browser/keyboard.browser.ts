import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { home } from '../../browser/browser.ts'
import { orderOf, queueOf } from '../../browser/queue.ts'
import { queueByKeyboard } from '../../browser/queueJobs.ts'
import { wait } from '../../browser/wait.ts'
import { ownStage } from './stage.ts'

const d = ownStage()

// before others decide them
test('rows of one’s own are marked, filtered, left out of all, and foreseen in a batch', async () => {
  const page = await d.open('zh', 'fin2')
  await page.goto('/desk/queues/settlementOrder?decidable_equal=0')
  const q = queueOf(page)
  await q.ready()
  const own = await q.count()
  expect(own).toBeGreaterThan(0)
  const bar = page.locator('[data-decisions]')
  await bar.locator('[data-own]').getByText('您是制单人').waitFor()
  expect(await bar.locator('[data-command="settlementOrder.audit.pass"]').getAttribute('aria-disabled')).toBe('true')
  // the row in hand keeps its mark, too
  const mark = q.grid.locator('.g-r.here.own .tick')
  expect(await mark.evaluate((tick) => getComputedStyle(tick, '::after').content)).toContain('⊘')
  const mine = await q.cursor()
  // pressed all the same, nothing is sent
  await page.keyboard.press('a')
  await page.goto('/desk/queues/settlementOrder')
  await q.ready()
  const all = await q.count()
  await page.keyboard.press('Control+a')
  await page.locator('[data-bulk]').getByText(`未含您经办的 ${own} 条`).waitFor()
  await page
    .locator('[data-bulk]')
    .getByText(`已选全部符合条件的 ${all - own} 条`)
    .waitFor()
  await page.keyboard.press('Escape')
  await q.row(mine).locator('[data-tick]').click()
  await q.grid.locator('.g-r:not(.own) [data-tick]').first().click()
  await page.keyboard.press('Shift+A')
  // the head is about the one that will be decided, the refused one stands apart
  await page.getByRole('dialog').locator('[data-acted="1"]').waitFor()
  await page.getByRole('dialog').getByText('1 条：经办与审核不能是同一人').waitFor()
})

describe.each(['zh', 'en'] as const)('the queue by keyboard alone, in %s', (language) => {
  test('sign in, palette, jsdsh, ten orders with two rejects', () =>
    queueByKeyboard(d, language, { orders: 10, rejected: [3, 7] }))
})

test('the record is read downwards: sections without a key, jumps by keys, the next record from there', async () => {
  const page = await d.open('zh', 'fin')
  await page.goto('/desk/queues/settlementOrder')
  const q = queueOf(page)
  await q.ready()
  const preview = page.locator('.preview')
  await preview.locator('[data-section=orderDoctorSettlement] tbody tr').first().waitFor()
  await preview.locator('.sums .agrees').first().waitFor()
  // terms of a sum stand side by side: a name may not overlap its amount or its neighbour
  const overlaps = () =>
    preview.locator('.sums .parts-of :is(dt, dd)').evaluateAll((all) => {
      const boxes = all.map((el) => el.getBoundingClientRect())
      return boxes.filter((a, n) =>
        boxes
          .slice(n + 1)
          .some((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1),
      ).length
    })
  for (const width of [1920, 1440, 1280, 1152]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overlaps(), `at ${width} px`).toBe(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  const body = preview.locator('.record-body')
  const marked = () => preview.locator('[role=tab][aria-selected=true]').innerText()
  const inSight = (code: string) =>
    preview.locator(`[data-section=${code}]`).evaluate((el) => {
      const [own, box] = [el.getBoundingClientRect(), el.closest('.record-body')?.getBoundingClientRect()]
      return box !== undefined && own.top >= box.top - 1 && own.top < box.bottom
    })
  const stands = (code: string) => wait.poll(() => inSight(code), Boolean, `${code} is not in sight`)
  await page.keyboard.press('3')
  await stands('settlementOrderTaxItem')
  expect(await marked()).toBe('税项')
  const asked: string[] = []
  page.on('request', (r) => r.url().includes('/orderDoctorSettlement/list') && asked.push(r.url()))
  for (let n = 0; n < 4; n++) await page.keyboard.press(']')
  await stands('history')
  const code = await q.cursor()
  await page.keyboard.press('j')
  await q.cursorLeaves(code)
  await preview.locator('h2', { hasText: await q.cursor() }).waitFor()
  await stands('history')
  expect(await marked()).toBe('历史')
  await page.keyboard.press('1')
  await wait.poll(
    () => body.evaluate((el) => el.scrollTop),
    (top) => top === 0,
    'not at the top',
  )
  expect(new Set(asked).size).toBe(asked.length)
})

test('keys are dead behind a dialog, and in an input', async () => {
  const page = await d.open('zh', 'fin')
  await page.goto('/desk/queues/settlementOrder')
  const q = queueOf(page)
  await q.ready()
  const code = await q.cursor()
  const sent: string[] = []
  page.on('request', (r) => {
    if (r.method() === 'POST' && r.url().includes('/settlementOrder/')) sent.push(r.url())
  })
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog')
  await sheet.waitFor()
  for (const key of ['a', 'j', 's', 'z']) await page.keyboard.press(key)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(await q.cursor()).toBe(code)
  await page.keyboard.press('/')
  await page.keyboard.type('aajkr')
  expect(await q.cursor()).toBe(code)
  await page.keyboard.press('Escape')
  await page.waitForTimeout(300)
  expect(sent).toEqual([])
})

test('the filter line by keyboard: words, offers with counts by arrows and Tab, what is wrong', async () => {
  const page = await d.open('zh', 'fin')
  await page.goto('/svc/settlementOrder')
  const q = queueOf(page)
  await q.ready()
  const c = await d.client('fin')
  const order = await orderOf(c, await q.cursor())
  const line = page.locator('input[name=filter]')
  const offers = page.locator('[data-offer]')
  const total = async (params: object) =>
    (await c.get<{ total: number }>('rounds/total', { resource: 'settlementOrder', ...params })).data.total

  // Words without a name: a piece of the company and of the code.
  await page.keyboard.press('/')
  await page.keyboard.type(`${order.entrustedCompanyName.slice(2, 4)} ${order.code.slice(-8)}`)
  await page.keyboard.press('Enter')
  await wait.poll(q.count, (n) => n === 1, 'words did not find the one order')
  expect(new URL(page.url()).searchParams.get('q')).toContain(order.code.slice(-8))

  // A field by Tab, its values with how many there are, one of them by the arrows.
  await page.keyboard.press('/')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('状')
  await offers.first().waitFor()
  await page.keyboard.press('Tab')
  expect(await line.inputValue()).toBe('状态:')
  await offers.locator('small').first().waitFor()
  const offered = page.locator('[data-offer="待审核"]')
  const pending = await total({ settlementStatus_equal: 0 })
  expect(await offered.locator('small').innerText()).toBe(pending.toLocaleString('en-US'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await line.inputValue()).toBe('状态:待审核 ')
  await page.keyboard.type('月份:上月')
  await page.keyboard.press('Enter')
  const month = await wait.poll(
    () => new URL(page.url()).searchParams.get('cycleMonth_equal'),
    (m) => /^\d{6}$/.test(m ?? ''),
    'the month did not reach the address',
  )
  const both = await total({ settlementStatus_equal: 0, cycleMonth_equal: month })
  const shown = async () => Number(await page.locator('[data-total]').getAttribute('data-total'))
  await wait.poll(shown, (n) => n === both, 'the list is not of that state and month')

  // An invalid line stays and shows the correct form; Escape restores the old filter.
  await page.keyboard.press('/')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('状太:待审核')
  await page.keyboard.press('Enter')
  const remedy = page.getByRole('alert').getByText('是否要写“状态”')
  await remedy.waitFor()
  // The hint covers neither the headers nor the rows.
  const [said, list] = [await remedy.boundingBox(), await page.locator('[data-grid]').first().boundingBox()]
  expect((said?.y ?? 1e9) + (said?.height ?? 0)).toBeLessThanOrEqual(list?.y ?? 0)
  await page.keyboard.press('Escape')
  expect(new URL(page.url()).searchParams.get('settlementStatus_equal')).toBe('0')
})

test('an input method composes in the palette: its Enter chooses a word, not a command', async () => {
  const page = await d.open('zh', 'fin')
  await home(page)
  await page.keyboard.press('Control+k')
  const input = page.locator('[cmdk-input]')
  await input.waitFor()
  const cdp = await page.context().newCDPSession(page)
  const at = new URL(page.url()).pathname
  await cdp.send('Input.imeSetComposition', { text: 'jie', selectionStart: 3, selectionEnd: 3 })
  await cdp.send('Input.imeSetComposition', { text: 'jie suan', selectionStart: 8, selectionEnd: 8 })
  // Enter and arrows belong to the input method while it composes.
  await cdp.send('Input.dispatchKeyEvent', {
    type: 'keyDown',
    key: 'Process',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  })
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 })
  expect(await input.isVisible()).toBe(true)
  expect(new URL(page.url()).pathname).toBe(at)
  await cdp.send('Input.insertText', { text: '结算单审核' })
  await wait.poll(
    () => input.inputValue(),
    (v) => v === '结算单审核',
    'the word did not arrive',
  )
  await wait.poll(
    () => page.locator('[cmdk-item][aria-selected=true]').innerText(),
    (v) => v.includes('结算单审核'),
    'the composed word finds nothing',
  )
  await page.waitForTimeout(120)
  await page.keyboard.press('Enter')
  await page.waitForURL((u) => u.pathname === '/desk/queues/settlementOrder')
})

/** Controls and figures covered by a message: pager, buttons, amounts. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.toast')].map((e) => e.getBoundingClientRect())
    if (toasts.length === 0) return ['no message']
    const seen = [...document.querySelectorAll('button, a, input, .num, [data-total], [role=gridcell]')].filter(
      (e) => !e.closest('[data-host=toasts]'),
    )
    return seen.flatMap((e) => {
      const r = { ...e.getBoundingClientRect().toJSON() } as Record<'left' | 'right' | 'top' | 'bottom', number>
      // parts clipped by an outer box are invisible anyway
      for (let box = e.parentElement; box; box = box.parentElement) {
        if (getComputedStyle(box).overflow === 'visible') continue
        const b = box.getBoundingClientRect()
        Object.assign(r, { left: Math.max(r.left, b.left), right: Math.min(r.right, b.right) })
        Object.assign(r, { top: Math.max(r.top, b.top), bottom: Math.min(r.bottom, b.bottom) })
      }
      const seen = r.left < r.right && r.top < r.bottom
      const meets = toasts.some(
        (t) => seen && r.left < t.right - 1 && r.right > t.left + 1 && r.top < t.bottom - 1 && r.bottom > t.top + 1,
      )
      return meets ? [e.outerHTML.slice(0, 80)] : []
    })
  })

test('a message covers no button, pager or amount, on a desk and on a phone', async () => {
  const page = await d.open('zh', 'fin')
  for (const path of ['/desk/queues/settlementOrder', '/svc/settlementOrder']) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    await queueOf(page).ready()
    await page.keyboard.press('f')
    await page.locator('.toast').waitFor()
    expect(await covered(page), `${path} at 1440`).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.keyboard.press('f')
    await page.locator('.toast').waitFor()
    expect(await covered(page), `${path} at 390`).toEqual([])
  }
})

test('the palette acts on what it found, goes back to where it was, and remembers', async () => {
  const page = await d.open('zh', 'fin')
  await home(page)
  const c = await d.client('fin')
  const waiting = await c.get<{ records: { id: string; code: string }[] }>('blade-svc/settlementOrder/list', {
    settlementStatus_equal: 0,
    size: 100,
  })
  // The oldest that waits: what came last this person may have made.
  const order = waiting.data.records.at(-1)
  if (!order) throw new Error('no order waits')
  const line = page.locator('[cmdk-input]')
  const inHand = (id: string) => page.locator(`[data-row="${id}"][data-selected=true]`).waitFor()
  const find = async (text: string, id: string) => {
    await page.keyboard.press('Control+k')
    await line.waitFor()
    await page.keyboard.type(text)
    await inHand(id)
  }
  const record = `open.settlementOrder.${order.id}`
  // Decided from where it was found, by the same decision as on its own page.
  await find(order.code, record)
  await page.keyboard.press('Tab')
  await page.locator('[data-row="settlementOrder.audit.pass"]').waitFor()
  await page.keyboard.type('shtg')
  await inHand('settlementOrder.audit.pass')
  await page.keyboard.press('Enter')
  await wait.poll(
    () => orderOf(c, order.code),
    (o) => o.settlementStatus === 2,
    `${order.code} is not approved`,
  )
  // Found by initials, underlined; its actions are left to the results as they were.
  await page.keyboard.press('Control+k')
  await line.waitFor()
  await page.keyboard.type('njrh')
  await page.locator('[cmdk-item] mark', { hasText: '南京瑞禾' }).first().waitFor()
  await page.keyboard.press('Tab')
  await page.locator('[data-row="action.copyLink"]').waitFor()
  await page.keyboard.press('Escape')
  await wait.poll(
    () => line.inputValue(),
    (v) => v === 'njrh',
    'the results are not as they were',
  )
  await page.keyboard.press('Escape')
  await line.waitFor({ state: 'detached' })
  // Opened records are offered before anything is typed.
  await find(order.code, record)
  await page.keyboard.press('Enter')
  await page.waitForURL((u) => u.pathname.endsWith(`/${order.id}`))
  await page.locator('main[data-ready]').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.waitForURL((u) => u.pathname === '/wel/index')
  await page.keyboard.press('Control+k')
  await page.locator('[cmdk-group]', { hasText: '最近' }).locator(`[data-row="${record}"]`).waitFor()
  // Queues with work are listed with their counts; scopes are chips, and the palette is as high as its results.
  await page.locator('[cmdk-group]', { hasText: '待办' }).locator('.count', { hasText: /^\d+$/ }).first().waitFor()
  expect(await page.locator('.chips button').allInnerTexts()).toHaveLength(5)
  const height = async () => (await page.getByRole('dialog').boundingBox())?.height ?? 0
  await wait.poll(height, (now) => now > 300, 'there is no room for what is to do')
  await page.keyboard.type('>退出登录')
  await inHand('session.signOut')
  await wait.poll(height, (now) => now < 250, 'its height does not follow what is found')
})
