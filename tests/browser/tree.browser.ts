import { expect, test } from 'vitest'
import { stage } from './stage.ts'
import { wait } from './wait.ts'

const d = stage()

test('dictionaries open, close and move by keyboard, and stay where they were put', async () => {
  const page = await d.open('zh', 'admin')
  await page.goto('/dict-vertical/index')
  const rows = page.locator('.g-r')
  await rows.first().waitFor()
  const names = () => page.locator('.g-r .g-c.name').allTextContents()
  /** Names of the visible rows of the second level. */
  const entries = () => page.locator('.g-r[aria-level="2"] .g-c.name').allTextContents()
  const [top = ''] = await names()
  expect(await entries()).toEqual([])
  await page.locator('[role=treegrid]').focus()
  await page.keyboard.press('ArrowRight')
  const [first, second] = await wait.poll(entries, (now) => now.length > 1, 'nothing opened')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Alt+ArrowDown')
  const turned = (now: string[]) => now[0] === second && now[1] === first
  await wait.poll(entries, turned, 'the row did not move down')
  // the page shows the state of the server
  await page.reload()
  await rows.first().waitFor()
  expect((await names())[0]).toBe(top)
  await page.locator('[data-fold]').first().click()
  await wait.poll(entries, turned, 'it moved back')
  await page.locator('[role=treegrid]').focus()
  await page.keyboard.press('ArrowLeft')
  await wait.poll(entries, (now) => now.length === 0, 'nothing closed')
})
