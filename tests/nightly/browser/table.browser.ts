import { expect, test } from 'vitest'
import { home } from '../../browser/browser.ts'
import { ownStage } from './stage.ts'

const d = ownStage()

test('who has no queue is offered none; words that stand there follow the language', async () => {
  const page = await d.open('zh', 'audit')
  await home(page)
  expect(await page.getByText('审核工作台').count()).toBe(0)
  const keys = (await page.locator('main kbd').allTextContents()).map((k) => k.trim())
  expect(keys).not.toContain('A')
  expect(keys).not.toContain('Z')
  expect(await page.locator('main section').evaluateAll((all) => all.filter((s) => s.children.length < 2))).toEqual([])
  // a module of the header opens its first page, with its menus beside it
  await page.locator('header nav a', { hasText: '内容运营' }).click()
  await page.waitForURL((u) => u.pathname === '/content/contentManagement')
  await page.locator('aside a[aria-current], nav a[aria-current]', { hasText: '内容管理' }).first().waitFor()

  const finance = await d.open('zh', 'fin')
  const c = await d.client('fin')
  const passed = await c.get<{ records: { id: string }[] }>('blade-svc/settlementOrder/list', {
    settlementStatus_equal: 2,
    size: 1,
  })
  await finance.goto(`/svc/settlementOrder/detail/${passed.data.records[0]?.id}`)
  const history = finance.locator('[data-section=history]')
  const told = async (word: string) => {
    await history.scrollIntoViewIfNeeded()
    await history.getByText(word).first().waitFor()
  }
  await told('审核通过')
  expect(await history.innerText()).toMatch(/待审核\s*→\s*待企业确认/)
  await finance.keyboard.press('Control+k')
  await finance.keyboard.type('>english')
  await finance.locator('[cmdk-item][data-selected=true]', { hasText: 'English' }).waitFor()
  await finance.keyboard.press('Enter')
  await finance.getByRole('navigation', { name: 'Open pages' }).waitFor()
  const chinese = /[\u4e00-\u9fff]/
  await told('Approve')
  expect(await history.innerText()).toMatch(/Pending review\s*→\s*Awaiting company/)
  expect(await finance.locator('nav[aria-label="Open pages"] [data-here]').innerText()).not.toMatch(chinese)
})
