import { describe, expect, test } from 'vitest'
import { client } from './api.ts'
import { orderOf, queueOf } from './queue.ts'
import { stage } from './stage.ts'
import { wait } from './wait.ts'

const d = stage()

describe.each(['zh', 'en'] as const)('the queue by mouse alone, in %s', (language) => {
  test('sidebar, buttons with their keys, ten orders with two rejects, take back', async () => {
    const page = await d.open(language)
    await page.goto('/login')
    // Typing a password needs a keyboard; from here on only the mouse is used.
    await page.locator('input[name=account]').fill('fin')
    await page.locator('input[name=password]').fill('fin')
    await page.locator('form button[type=submit]').click()
    await page.locator('main[data-ready]').first().waitFor()
    await page.locator('nav a[href*="/desk/queues/settlementOrder"]').first().click()
    const q = queueOf(page)
    await q.ready()
    const c = await client(d.server.url, 'fin')
    const decisions = page.locator('[data-decisions]')
    const pass = decisions.locator('button').nth(0)
    const reject = decisions.locator('button').nth(1)
    // The button shows its key.
    expect((await pass.locator('kbd').innerText()).toLowerCase()).toBe('a')
    expect((await reject.locator('kbd').innerText()).toLowerCase()).toBe('r')

    const decided: { code: string; rejected: boolean }[] = []
    let code = await q.cursor()
    for (let i = 0; i < 10; i++) {
      const rejected = i === 2 || i === 5
      if (i === 4) {
        // A click on another row puts the cursor there.
        await q.grid.locator('[role=row][aria-rowindex="6"]').click()
        code = await q.cursorLeaves(code)
      }
      if (rejected) {
        await reject.click()
        const dialog = page.getByRole('dialog')
        await dialog.locator('[data-reply]').first().click()
        await dialog.locator('button[type=submit]').click()
        await dialog.waitFor({ state: 'detached' })
      } else await pass.click()
      decided.push({ code, rejected })
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
  })
})
