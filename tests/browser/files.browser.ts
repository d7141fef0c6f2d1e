import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pictureOfCompany, rowsFromFile } from './fileJobs.ts'
import { stage } from './stage.ts'

const d = stage()

test('a picture is chosen, seen, saved and seen again; what is none is refused', () => pictureOfCompany(d, 'zh', 1440))

test('rows come from a file, by keyboard', () => rowsFromFile(d, 'zh', 1440))

test('a list is a file of what it shows', async () => {
  const page = await d.open('zh', 'fin')
  await page.goto('/svc/settlementOrder')
  await page.locator('main[data-ready]').first().waitFor()
  await page.keyboard.press('Control+k')
  await page.locator('[cmdk-input]').waitFor()
  await page.keyboard.type('导出')
  await page.locator('[cmdk-item][aria-selected=true]').waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(file.suggestedFilename()).toMatch(/^结算单-\d{14}\.xlsx$/)
  const bytes = readFileSync(await file.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  expect(bytes.length).toBeGreaterThan(2_000)
})
