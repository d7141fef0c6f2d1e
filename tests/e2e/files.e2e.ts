import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { client } from './api.ts'
import { stage } from './stage.ts'
import { wait } from './wait.ts'

const d = stage()

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.each([
  ['zh', 1440],
  ['en', 390],
] as const)('files, in %s at %i px', (language, width) => {
  test('a picture is chosen, seen, saved and seen again; what is none is refused', async () => {
    const page = await d.open(language, 'admin')
    const c = await client(d.server.url, 'admin')
    const [company] = (await c.get<{ records: { id: string }[] }>('blade-csc/entrustedCompany/list', { size: 1 })).data
      .records
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/entrustedcompany/edit/${company?.id}`)
    const field = page.locator('[data-field=licenseUrl]')
    const picker = field.locator('input[type=file]')
    await picker.waitFor({ state: 'attached' })
    await picker.setInputFiles({ name: '假.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload=alert(1)>') })
    await field.getByRole('alert').waitFor()
    // another picture may stand there already: only the answer says that this one has arrived
    const arrived = page.waitForResponse((r) => r.request().method() === 'POST' && r.url().includes('/put-file'))
    await picker.setInputFiles({ name: '执照.png', mimeType: 'image/png', buffer: PNG })
    await arrived
    await picker.waitFor({ state: 'attached' })
    const picture = field.locator('img')
    await picture.waitFor()
    // really drawn: the page's policy lets it through
    await wait.poll(
      () => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth),
      (n) => n === 1,
      'the picture is not drawn',
    )
    await page.locator('form button[type=submit]').click()
    await page.waitForURL((u) => !u.pathname.includes('/edit/'))
    // papers are the third part of the record
    await page.goto(`/entrustedcompany/detail/${company?.id}/2`)
    const shown = page.locator('[data-field=licenseUrl] a')
    await shown.waitFor()
    expect(await shown.innerText()).toContain('执照.png')
  })
})

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
