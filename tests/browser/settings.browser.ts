import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { StoredSetting } from '../../src/model/wire/settings/settingsWire.ts'
import { queueOf } from './queue.ts'
import { stage } from './stage.ts'
import { wait } from './wait.ts'

const d = stage()
const ACCOUNT = 'fin'
const LIST = '/svc/settlementOrder'

/** Settings as the server has them. */
const kept = async () => {
  const c = await d.client(ACCOUNT)
  return (await c.get<Record<string, StoredSetting>>('rounds/settings')).data
}
const columns = async () =>
  ((await kept())['columns.settlementOrder']?.value ?? {}) as { hidden?: string[]; widths?: Record<string, number> }
const heads = (page: Page) =>
  page.locator('[data-column]').evaluateAll((all) => all.map((head) => (head as HTMLElement).dataset.column ?? ''))
const width = (page: Page, name: string) =>
  page.locator(`[data-column="${name}"]`).evaluate((head) => Number.parseInt((head as HTMLElement).style.width, 10))
const list = async (page: Page) => {
  await page.goto(LIST)
  await page.locator('main[data-ready] .g-r').first().waitFor()
  await page.locator('[role=grid]').first().focus()
}

test('what is set at one desk is there at another, and changes at both at once are both kept', async () => {
  const one = await d.open('zh', ACCOUNT)
  await list(one)
  const before = await heads(one)
  const gone = before[2] ?? ''
  // the third column goes, the menu is kept at hand, the page turns dark, one order of the queue is put on hold
  await one.keyboard.press('ArrowRight')
  await one.keyboard.press('ArrowRight')
  await one.keyboard.press('Alt+x')
  await one.getByRole('button', { name: /^收藏 / }).click()
  await one.getByRole('button', { name: '主题', exact: true }).click()
  await one
    .getByRole('menuitemradio', { name: '深色' })
    .or(one.getByRole('menuitem', { name: '深色' }))
    .click()
  await one.goto('/desk/queues/settlementOrder')
  const queue = queueOf(one)
  await queue.ready()
  const held = await queue.cursor()
  await one.keyboard.press('h')
  await wait.poll(
    async () => Object.keys(await kept()),
    (keys) =>
      ['columns.settlementOrder', 'favourites', 'theme', 'held.settlementOrder'].every((key) => keys.includes(key)),
    'not everything reached the server',
  )

  const two = await d.open('zh')
  await d.signIn(two, ACCOUNT)
  await list(two)
  await two.locator('html[data-theme=dark]').waitFor()
  await two.locator(`[data-column="${gone}"]`).waitFor({ state: 'detached' })
  expect(
    await two.getByRole('navigation', { name: '侧边菜单' }).getByRole('link', { name: '结算单', exact: true }).count(),
  ).toBe(2)
  await two.goto('/desk/queues/settlementOrder')
  await queueOf(two).ready()
  await two.locator('.g-r.held', { hasText: held }).waitFor()

  // both change the columns of one list, without knowing of each other's change
  await Promise.all([list(one), list(two)])
  const [first = '', second = ''] = await heads(two)
  const was = await width(two, first)
  await Promise.all([
    two.keyboard.press('='),
    (async () => {
      await one.keyboard.press('ArrowRight')
      await one.keyboard.press('Alt+x')
    })(),
  ])
  await wait.poll(
    columns,
    (now) => now.hidden?.includes(second) === true && now.hidden.includes(gone) && now.widths?.[first] !== undefined,
    'a change was lost',
  )
  // and each sees the other's without loading anything anew
  await two.locator(`[data-column="${second}"]`).waitFor({ state: 'detached' })
  await wait.poll(
    () => width(one, first),
    (now) => now > was,
    'the width did not come',
  )
})
