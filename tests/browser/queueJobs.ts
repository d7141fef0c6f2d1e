import { expect } from 'vitest'
import type { Language } from '../../src/model/values/label.ts'
import { historyOf, orderOf, queueOf } from './queue.ts'
import type { Stage } from './stage.ts'
import { wait } from './wait.ts'

/** How much of the queue of settlement orders is worked: how many orders, and which of them (from 0) are rejected. */
interface Work {
  readonly orders: number
  readonly rejected: readonly number[]
}

/** Signs in, finds the queue by the palette, and decides, all by keyboard. */
export async function queueByKeyboard(d: Stage, language: Language, { orders, rejected }: Work): Promise<void> {
  const page = await d.open(language)
  await d.signIn(page, 'fin')
  await page.keyboard.press('Control+k')
  await page.locator('[cmdk-input]').waitFor()
  // In English the pinyin of the Chinese title finds it just the same.
  await page.keyboard.type('jsdsh')
  await page.locator('[cmdk-item][aria-selected=true]').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL((u) => u.pathname === '/desk/queues/settlementOrder')
  const q = queueOf(page)
  await q.ready()
  const c = await d.client('fin')
  const before = (
    await c.get<{ total: number }>('rounds/total', { resource: 'settlementOrder', settlementStatus_equal: 0 })
  ).data.total

  const decided: { code: string; rejected: boolean }[] = []
  let code = await q.cursor()
  for (let i = 0; i < orders; i++) {
    const isRejected = rejected.includes(i)
    // Look around first: down and up again ends on the same row.
    if (i % 3 === 0) {
      await page.keyboard.press('j')
      await q.cursorLeaves(code)
      await page.keyboard.press('k')
      await wait.poll(q.cursor, (now) => now === code, 'k does not come back')
    }
    if (isRejected) {
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
    decided.push({ code, rejected: isRejected })
    code = await q.cursorLeaves(code)
  }
  await wait.poll(
    async () =>
      (await c.get<{ total: number }>('rounds/total', { resource: 'settlementOrder', settlementStatus_equal: 0 })).data
        .total,
    (n) => n === before - orders,
    'the decided orders did not leave the queue',
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
  await wait.poll(q.count, (n) => n === before - orders, 'the list does not shrink')
}

/**
 * Signs in, opens the queue by the sidebar, decides, takes back and filters, all by mouse. `clicked`: which order is chosen
 * by a click on its row.
 */
export async function queueByMouse(
  d: Stage,
  language: Language,
  { orders, rejected, clicked }: Work & { readonly clicked: number },
): Promise<void> {
  const page = await d.open(language)
  await page.goto('/login')
  // Typing a password needs a keyboard; from here on only the mouse is used.
  await page.locator('input[name=tenantId]').fill(d.tenantId)
  await page.locator('input[name=account]').fill('fin')
  await page.locator('input[name=password]').fill('fin')
  await page.locator('form button[type=submit]').click()
  await page.locator('main[data-ready]').first().waitFor()
  await page.locator('nav a[href*="/desk/queues/settlementOrder"]').first().click()
  const q = queueOf(page)
  await q.ready()
  const c = await d.client('fin')
  const decisions = page.locator('[data-decisions]')
  const pass = decisions.locator('button').nth(0)
  const reject = decisions.locator('button').nth(1)
  // The button shows its key.
  expect((await pass.locator('kbd').innerText()).toLowerCase()).toBe('a')
  expect((await reject.locator('kbd').innerText()).toLowerCase()).toBe('r')

  const decided: { code: string; rejected: boolean }[] = []
  let code = await q.cursor()
  for (let i = 0; i < orders; i++) {
    const isRejected = rejected.includes(i)
    if (i === clicked) {
      // A click on another row puts the cursor there.
      await q.grid.locator('[role=row][aria-rowindex="6"]').click()
      code = await q.cursorLeaves(code)
    }
    if (isRejected) {
      await reject.click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('[data-reply]').first().click()
      await dialog.locator('button[type=submit]').click()
      await dialog.waitFor({ state: 'detached' })
    } else await pass.click()
    decided.push({ code, rejected: isRejected })
    code = await q.cursorLeaves(code)
  }
  for (const { code: done, rejected } of decided) {
    await wait.poll(
      () => orderOf(c, done),
      (o) => o.settlementStatus === (rejected ? 1 : 2),
      `${done} is not decided`,
    )
  }
  // And the last one back again.
  const last = decided.at(-1)?.code as string
  await decisions.locator('button', { has: page.locator('kbd', { hasText: /^z$/i }) }).click()
  await wait.poll(
    () => orderOf(c, last),
    (o) => o.settlementStatus === 0,
    `${last} was not taken back`,
  )

  // The filter line: a field, one of its values, applied by a click elsewhere, taken away by its chip.
  const all = await q.count()
  await page.locator('[role=search] .box').click()
  const [state, pending] = language === 'zh' ? ['状态:', '待审核'] : ['Status:', '"Pending review"']
  await page.locator(`[data-offer="${state}"]`).click()
  await page.locator(`[data-offer='${pending}'] small`).waitFor()
  await page.locator(`[data-offer='${pending}']`).click()
  await page.locator('h1').click()
  await page.locator('[role=search] .chip').click()
  await wait.poll(
    async () => [await page.locator('[role=search] .chip').count(), await q.count()],
    ([chips = 1, rows = 0]) => chips === 0 && rows >= all,
    'the chip did not take the filter away',
  )
}
