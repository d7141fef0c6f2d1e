import { expect, test } from 'vitest'
import { historyOf, orderOf, queueOf, typeTotal } from './queue.ts'
import { queueByKeyboard } from './queueJobs.ts'
import { stage } from './stage.ts'
import { wait } from './wait.ts'

const d = stage()

test('the queue by keyboard alone: sign in, palette, jsdsh, four orders with a reject', () =>
  queueByKeyboard(d, 'zh', { orders: 4, rejected: [2] }))

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
  const c = await d.client('fin')
  const order = await wait.poll(
    () => orderOf(c, code),
    (o) => o.settlementStatus === 1,
    'the order was not rejected',
  )
  expect(order.approvalRemark).toBe('合同缺少盖章页')
})

test('take back, three deep, and why not beyond', async () => {
  // decided nothing before: what others decided here lately is not theirs to take back
  const page = await d.open('zh', 'fin3')
  await page.goto('/desk/queues/settlementOrder?decidable_equal=1')
  const q = queueOf(page)
  await q.ready()
  const c = await d.client('fin3')
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
    // the status bar names the decision that z would take back
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

test('ticked rows are what is meant, z takes their batch back after the page was loaded anew, money asks once', async () => {
  const page = await d.open('zh', 'fin')
  await page.goto('/desk/queues/settlementOrder')
  const q = queueOf(page)
  await q.ready()
  const c = await d.client('fin')
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
  const c = await d.client('admin')
  expect((await orderOf(c, code)).settlementStatus).toBe(0)
})

/** Painted frame before a deciding key, and the first frames after it; kept in the page. */
interface Frame {
  readonly row: string
  readonly pane: string
}

test('every text wrapped by a page translator: what is decided is what row and pane showed when the key came', async () => {
  const page = await d.open('zh', 'fin')
  await page.goto('/desk/queues/settlementOrder')
  const q = queueOf(page)
  await q.ready()
  await page.locator('[data-record] h2').waitFor()
  await page.evaluate(() => {
    const codeIn = (e: Element | null | undefined) => /\d{6}$/.exec(e?.textContent?.trim() ?? '')?.[0] ?? ''
    const looks = (): Frame => {
      const id = document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant') ?? ''
      return {
        row: codeIn(document.getElementById(id)?.querySelector('.g-c.name')),
        pane: codeIn(document.querySelector('[data-record] h2')),
      }
    }
    // state at the key press, before the page handles it
    const kept = { pressed: [] as Frame[] }
    Object.assign(globalThis, { kept, looks })
    addEventListener('keydown', (e) => e.key === 'a' && kept.pressed.push(looks()), true)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) if (walker.currentNode.nodeValue?.trim()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.nodeValue
      outer.append(inner)
      text.replaceWith(outer)
    }
  })
  const kept = () => page.evaluate(() => (globalThis as unknown as { kept: { pressed: Frame[] } }).kept)
  const looks = () => page.evaluate(() => (globalThis as unknown as { looks(): Frame }).looks())
  const sent: string[] = []
  page.on('request', (r) => {
    if (r.url().includes('settlementOrder/audit')) sent.push(String(r.postDataJSON()?.id ?? r.postDataJSON()?.ids))
  })
  const c = await d.client('admin')
  const decided: { id: string; frame: Frame | undefined }[] = []
  await page.keyboard.press('j')
  for (let n = 0; n < 6; n++) {
    // as a person looks before the key: until row and pane agree; a pane that stays behind is not waited for
    await wait.poll(looks, ({ row, pane }) => row !== '' && row === pane, 'apart', 1_500).catch(() => {})
    const before = sent.length
    await page.keyboard.press('a')
    await page.waitForTimeout(600)
    const { pressed } = await kept()
    if (sent.length > before) decided.push({ id: sent.at(-1) ?? '', frame: pressed.at(-1) })
    expect(sent.length - before).toBeLessThanOrEqual(1)
  }
  // work goes on, and each decision is of what stood in the row and in the pane when the key was pressed
  expect(decided.length).toBeGreaterThanOrEqual(3)
  for (const { id, frame } of decided) {
    const { data } = await c.get<{ code: string }>('blade-svc/settlementOrder/detail', { id })
    const code = data.code.slice(-6)
    expect([data.code, frame]).toEqual([data.code, { row: code, pane: code }])
  }
})
