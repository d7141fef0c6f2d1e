import { test } from 'vitest'
import { keyboard } from '../hands.ts'
import { stageOf } from '../stage.ts'
import { firstDay } from './firstDay.ts'
import { EMPTY, strokes } from './strokes.ts'

const d = stageOf(EMPTY)

test('from one administrator to a paid doctor with his taxes declared, by keyboard alone: one person a role', async () => {
  const pressed = strokes()
  await firstDay(
    { url: d.url, tenantId: EMPTY, administrator: { account: 'admin', password: 'admin' } },
    async (account) => {
      const page = await d.open('zh', account === 'admin' ? account : undefined)
      pressed.of(page, account)
      if (account === 'admin') {
        await page.goto('/')
        await page.locator('main[data-ready]').first().waitFor()
      }
      return keyboard(page, 'zh')
    },
    true,
  )
  pressed.print()
})
