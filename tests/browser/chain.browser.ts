import { test } from 'vitest'
import { keyboard } from './hands.ts'
import { walk } from './moneyWalk.ts'
import { stage } from './stage.ts'

const d = stage()

test('from what doctors delivered to the certificate of their taxes, by keyboard alone: one person a role', () =>
  walk(d, async (account) => {
    const page = await d.open('zh', account)
    await page.goto('/')
    await page.locator('main[data-ready]').first().waitFor()
    return keyboard(page, 'zh')
  }))
