import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { client } from './api.ts'
import { home, signIn } from './browser.ts'
import { historyOf, orderOf, queueOf, typeTotal } from './queue.ts'
import { stage } from './stage.ts'
import { wait } from './wait.ts'

const d = stage()

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
  test('sign in, palette, jsdsh, ten orders with two rejects', async () => {
    const page = await d.open(language)
    await signIn(page, 'fin')
    await page.keyboard.press('Control+k')
    await page.locator('[cmdk-input]').waitFor()
    // In English the pinyin of the Chinese title finds it just the same.
    await page.keyboard.type('jsdsh')
    await page.locator('[cmdk-item][aria-selected=true]').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL((u) => u.pathname === '/desk/queues/settlementOrder')
    const q = queueOf(page)
    await q.ready()
    const c = await client(d.server.url, 'fin')
    const before = (
      await c.get<{ total: number }>('rounds/total', { resource: 'settlementOrder', settlementStatus_equal: 0 })
    ).data.total

    const decided: { code: string; rejected: boolean }[] = []
    let code = await q.cursor()
    for (let i = 0; i < 10; i++) {
      const rejected = i === 3 || i === 7
      // Look around first: down and up again ends on the same row.
      if (i % 3 === 0) {
        await page.keyboard.press('j')
        await q.cursorLeaves(code)
        await page.keyboard.press('k')
        await wait.poll(q.cursor, (now) => now === code, 'k does not come back')
      }
      if (rejected) {
        await page.keyboard.press('r')
        const dialog = page.getByRole('dialog')
        await dialog.locator('textarea').waitFor()
        // Alt and a digit choose a quick reply, or a piece of how it is read does; a plain digit is text.
        await wait.poll(
          () => dialog.locator('[data-reply]').count(),
          (n) => n > 0,
          'no quick replies',
        )
        const typed = () => dialog.locator('textarea').inputValue()
        await page.keyboard.type('3月')
        await page.keyboard.press('Alt+1')
        await wait.poll(typed, (v) => v.length > 4 && v.startsWith('3月'), 'Alt+1 chose no reply')
        const first = await typed()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.type('cfjs')
        await page.keyboard.press('Enter')
        await wait.poll(typed, (v) => v !== first && v.startsWith('3月'), 'the reply was not replaced')
        await page.keyboard.press('Control+Enter')
        await dialog.waitFor({ state: 'detached' })
      } else await page.keyboard.press('a')
      decided.push({ code, rejected })
      code = await q.cursorLeaves(code)
    }
    await wait.poll(
      async () =>
        (await c.get<{ total: number }>('rounds/total', { resource: 'settlementOrder', settlementStatus_equal: 0 }))
          .data.total,
      (n) => n === before - 10,
      'ten orders did not leave the queue',
    )
    for (const { code: done, rejected } of decided) {
      const order = await orderOf(c, done)
      expect([done, order.settlementStatus]).toEqual([done, rejected ? 1 : 2])
      const steps = (await historyOf(c, order.id)).filter((h) => h.action.startsWith('audit'))
      expect(steps.at(-1)).toMatchObject({
        action: rejected ? 'audit.reject' : 'audit.pass',
        operatorName: expect.any(String),
      })
      if (rejected) expect(order.approvalRemark.length).toBeGreaterThan(1)
    }
    await wait.poll(q.count, (n) => n === before - 10, 'the list does not shrink')
  })
})

test('reject needs its reason: the field says so, digits are text, any reply is reached, nothing is lost', async () => {
  const page = await d.open('zh', 'fin')
  await page.goto('/desk/queues/settlementOrder')
  const q = queueOf(page)
  await q.ready()
  const code = await q.cursor()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await dialog.locator('textarea').waitFor()
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('请输入驳回原因').waitFor()
  // Digits are text; the tenth reply, which no digit reaches, by arrows; another one, found by words, takes its place.
  const text = dialog.locator('textarea')
  const reads = (wanted: string) =>
    wait.poll(
      () => text.inputValue(),
      (now) => now === wanted,
      `the reason is not ${wanted}`,
    )
  await page.keyboard.type('3月明细重复')
  const tenth = await dialog.locator('[data-reply="10"] span').innerText()
  await page.keyboard.press('ArrowDown')
  for (let i = 1; i < 10; i++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await reads(`3月明细重复；${tenth}`)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('信息有误')
  await page.keyboard.press('Enter')
  await reads('3月明细重复；信息有误，请修改后重新提交')
  // Escape closes and keeps what was written for this order.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await q.cursor()).toBe(code)
  await page.keyboard.press('r')
  await text.waitFor()
  await reads('3月明细重复；信息有误，请修改后重新提交')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('合同缺少盖章页')
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await q.cursorLeaves(code)
  const c = await client(d.server.url, 'fin')
  const order = await wait.poll(
    () => orderOf(c, code),
    (o) => o.settlementStatus === 1,
    'the order was not rejected',
  )
  expect(order.approvalRemark).toBe('合同缺少盖章页')
})

test('the record is read downwards: sections without a key, jumps by keys, the next record from there', async () => {
  const page = await d.open('zh', 'fin')
  await page.goto('/desk/queues/settlementOrder')
  const q = queueOf(page)
  await q.ready()
  const preview = page.locator('.preview')
  await preview.locator('[data-section=orderDoctorSettlement] tbody tr').first().waitFor()
  await preview.locator('.sums .agrees').first().waitFor()
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

test('take back, three deep, and why not beyond', async () => {
  // decided nothing before: what others decided here lately is not theirs to take back
  const page = await d.open('zh', 'fin3')
  await page.goto('/desk/queues/settlementOrder?decidable_equal=1')
  const q = queueOf(page)
  await q.ready()
  const c = await client(d.server.url, 'fin3')
  const codes: string[] = []
  let code = await q.cursor()
  for (let i = 0; i < 3; i++) {
    codes.push(code)
    await page.keyboard.press('a')
    code = await q.cursorLeaves(code)
  }
  for (const done of codes)
    await wait.poll(
      () => orderOf(c, done),
      (o) => o.settlementStatus === 2,
      `${done} is not approved`,
    )
  for (const back of [...codes].reverse()) {
    // what z would take back now is said below
    await page.locator('footer', { hasText: back }).waitFor()
    await page.keyboard.press('z')
    await wait.poll(
      () => orderOf(c, back),
      (o) => o.settlementStatus === 0,
      `${back} was not taken back`,
    )
    await q.row(back).first().waitFor()
  }
  await page.keyboard.press('z')
  await page.getByText('没有可撤回的操作').first().waitFor()
  const order = await orderOf(c, codes[0] as string)
  expect((await historyOf(c, order.id)).at(-1)).toMatchObject({
    action: 'recall.audit',
    fromStatus: '2',
    toStatus: '0',
  })
})

test('what is pressed while a screen is on its way is no decision on the screen before', async () => {
  const page = await d.open('zh', 'fin')
  await page.goto('/desk/queues/settlementOrder')
  const q = queueOf(page)
  await q.ready()
  const code = await q.cursor()
  // the parts of the next screen take their time
  let held = 0
  await page.route('**/*.js', async (r) => {
    held += 1
    await new Promise((done) => setTimeout(done, 1500))
    await r.continue()
  })
  await page.keyboard.press('Control+k')
  await page.locator('[cmdk-input]').waitFor()
  await page.keyboard.type('数据看板')
  await page.locator('[data-row="nav./wel/dashboard"][aria-selected=true]').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/wel/dashboard')
  await page.keyboard.press('a')
  await page.keyboard.press('r')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.locator('h1', { hasText: '数据看板' }).waitFor()
  expect(held).toBeGreaterThan(0)
  const c = await client(d.server.url, 'admin')
  expect((await orderOf(c, code)).settlementStatus).toBe(0)
})

test('ticked rows are what is meant, z takes their batch back after the page was loaded anew, money asks once', async () => {
  const page = await d.open('zh', 'fin')
  await page.goto('/desk/queues/settlementOrder')
  const q = queueOf(page)
  await q.ready()
  const c = await client(d.server.url, 'fin')
  const first = await q.cursor()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  const second = await q.cursorLeaves(first)
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await q.cursorLeaves(second)
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`${first}、${second}`).waitFor()
  await typeTotal(page)
  await page.keyboard.press('Enter')
  const states = async () => [(await orderOf(c, first)).settlementStatus, (await orderOf(c, second)).settlementStatus]
  await wait.poll(states, (s) => s.every((x) => x === 2), 'the ticked orders are not approved')
  await page.reload()
  await q.ready()
  await page.getByText('可撤回：审核通过 × 2').waitFor()
  await page.keyboard.press('z')
  await dialog.locator('[data-acted="2"]').waitFor()
  await page.keyboard.press('Enter')
  await wait.poll(states, (s) => s.every((x) => x === 0), 'the batch was not taken back')
  // Money is released after one question: what, how much, and that nothing takes it back; Enter answers it.
  await page.goto('/desk/queues/settlementOrder?view=toSettle')
  await q.ready()
  const released = await q.cursor()
  await page.keyboard.press('s')
  await dialog.locator('[data-acted="1"]', { hasText: released }).locator('.num', { hasText: '￥' }).waitFor()
  await dialog.locator('[data-final]').waitFor()
  expect((await orderOf(c, released)).settlementStatus).toBe(3)
  await page.keyboard.press('Enter')
  await wait.poll(
    () => orderOf(c, released),
    (o) => o.settlementStatus === 4,
    `${released} is not released`,
  )
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
  const c = await client(d.server.url, 'fin')
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

  // What is wrong says what would be right and keeps the line; Escape puts the old filter back.
  await page.keyboard.press('/')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('状太:待审核')
  await page.keyboard.press('Enter')
  const remedy = page.getByRole('alert').getByText('是否要写“状态”')
  await remedy.waitFor()
  // It covers neither the headers nor the rows.
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

/** What a message covers of what people press or read off: pager, buttons, amounts. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.toast')].map((e) => e.getBoundingClientRect())
    if (toasts.length === 0) return ['no message']
    const seen = [...document.querySelectorAll('button, a, input, .num, [data-total], [role=gridcell]')].filter(
      (e) => !e.closest('[data-host=toasts]'),
    )
    return seen.flatMap((e) => {
      const r = { ...e.getBoundingClientRect().toJSON() } as Record<'left' | 'right' | 'top' | 'bottom', number>
      // what a box around it cuts off is not to be seen anyway
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
  const c = await client(d.server.url, 'fin')
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
  // What was opened is offered before anything is typed.
  await find(order.code, record)
  await page.keyboard.press('Enter')
  await page.waitForURL((u) => u.pathname.endsWith(`/${order.id}`))
  await page.locator('main[data-ready]').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.waitForURL((u) => u.pathname === '/wel/index')
  await page.keyboard.press('Control+k')
  await page.locator('[cmdk-group]', { hasText: '最近' }).locator(`[data-row="${record}"]`).waitFor()
  // What is to do stands there with its counts; its scopes are chips, and it is as high as what it found.
  await page.locator('[cmdk-group]', { hasText: '待办' }).locator('.count', { hasText: /^\d+$/ }).first().waitFor()
  expect(await page.locator('.chips button').allInnerTexts()).toHaveLength(5)
  const height = async () => (await page.getByRole('dialog').boundingBox())?.height ?? 0
  await wait.poll(height, (now) => now > 300, 'there is no room for what is to do')
  await page.keyboard.type('>退出登录')
  await inHand('session.signOut')
  await wait.poll(height, (now) => now < 250, 'its height does not follow what is found')
})
