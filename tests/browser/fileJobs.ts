import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Language } from '../../src/model/values/label.ts'
import type { WireRow } from '../../src/model/wire/wire.ts'
import type { Stage } from './stage.ts'
import { wait } from './wait.ts'

/** Picture of a single pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Chooses a region by keyboard alone: level by level, by its code, by its name; Escape leaves what is there. */
async function chooseRegion(page: Page): Promise<void> {
  const box = page.locator('input[name=regionCode]')
  const reads = (path: string) =>
    wait.poll(
      () => box.inputValue(),
      (now) => now === path,
      `the region is not ${path}`,
    )
  /** Goes down to an option that begins so, and takes it. */
  const take = async (name: string) => {
    const option = page.getByRole('option', { name: new RegExp(`^${name}`) }).first()
    await option.waitFor()
    for (let i = 0; i < 40 && (await option.getAttribute('data-active-item')) === null; i++)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await box.focus()
  await page.keyboard.press('ArrowDown')
  await take('浙江省')
  await take('宁波市')
  await reads('浙江省 / 宁波市')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
  await reads('浙江省 / 宁波市')
  for (const [typed, name, path] of [
    ['330108', '滨江区', '浙江省 / 杭州市 / 滨江区'],
    ['西湖', '西湖区', '浙江省 / 杭州市 / 西湖区'],
  ] as const) {
    await page.keyboard.press('Control+a')
    await page.keyboard.type(typed)
    await take(name)
    await reads(path)
  }
}

/** A picture of a company is chosen, seen, saved and seen again, at a width in px; what is none is refused. */
export async function pictureOfCompany(d: Stage, language: Language, width: number): Promise<void> {
  const page = await d.open(language, 'admin')
  const c = await d.client('admin')
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
  await chooseRegion(page)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL((u) => !u.pathname.includes('/edit/'))
  const { regionCode, regionName } = (
    await c.get<WireRow>('blade-csc/entrustedCompany/detail', { id: company?.id ?? '' })
  ).data
  expect([regionCode, regionName]).toEqual(['330106', '浙江省 / 杭州市 / 西湖区'])
  // papers are the third part of the record: a desk comes to it, a phone shows it alone
  await page.goto(`/entrustedcompany/detail/${company?.id}/2`)
  const shown = page.locator('[data-field=licenseUrl] a')
  await shown.waitFor()
  expect(await shown.innerText()).toContain('执照.png')
}

/** Doctors come from a file, by keyboard, at a width in px. */
export async function rowsFromFile(d: Stage, language: Language, width: number): Promise<void> {
  const page = await d.open(language, 'admin')
  const c = await d.client('admin')
  const total = async () => (await c.get<{ total: number }>('rounds/total', { resource: 'doctorTemp' })).data.total
  const before = await total()
  await page.setViewportSize({ width, height: 900 })
  await page.goto('/csc/doctorTemp')
  await page.locator('main[data-ready]').first().waitFor()
  await page.keyboard.press('Control+k')
  await page.locator('[cmdk-input]').waitFor()
  await page.keyboard.type(language === 'zh' ? '导入医生名单' : 'import doctor name')
  await page
    .locator('[cmdk-item][aria-selected=true]')
    .filter({ hasText: /导入|Import/ })
    .waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.locator('.columns').waitFor()
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /下载模板|template/ }).press('Enter'),
  ])
  expect(template.suggestedFilename()).toMatch(/^(医生名单-导入模板|Doctor name-phone list-template)\.xlsx$/)
  const file = (text: string) => ({ name: '名单.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const picker = dialog.locator('input[type=file]')
  await picker.setInputFiles(file('姓名,手机号,生肖\n甲,13800000001,猪\n'))
  await dialog.getByRole('alert').filter({ hasText: '生肖' }).waitFor()
  await picker.setInputFiles(file(`姓名,手机号\n${language}甲,13800000001\n乙,123\n=1+1,13800000002\n`))
  await dialog
    .getByRole('status')
    .filter({ hasText: /可导入 2 行|2 can be imported/ })
    .waitFor()
  expect(await dialog.locator('tbody').first().innerText()).toMatch(/3\s+(手机号|Mobile)/)
  expect(await total()).toBe(before)
  // the focus is on what goes on
  await page.keyboard.press('Enter')
  await dialog
    .getByRole('status')
    .filter({ hasText: /已导入 2 行|2 rows imported/ })
    .waitFor()
  expect(await total()).toBe(before + 2)
  const [refused] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /下载错误行|refused rows/ }).press('Enter'),
  ])
  expect(refused.suggestedFilename()).toMatch(/^名单-(错误行|refused)\.xlsx$/)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('=1+1', { exact: true }).first().waitFor()
}
