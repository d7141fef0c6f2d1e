import { describe, test } from 'vitest'
import type { Language } from '../../../src/model/values/label.ts'
import { keyboard } from '../../browser/hands/keyboard.ts'
import { mouse } from '../../browser/hands/mouse.ts'
import { walk } from '../../browser/moneyWalk.ts'
import { ownStage } from './stage.ts'

type Way = readonly [how: 'keyboard' | 'mouse', language: Language]
const KEYBOARD: readonly Way[] = [['keyboard', 'en']]
const MOUSE: readonly Way[] = [['mouse', 'zh']]

/** Ways of working; in the last one each person works in another one by turns. */
const WAYS: readonly (readonly [string, readonly Way[]])[] = [
  ['by keyboard alone in Chinese', [['keyboard', 'zh']]],
  ['by keyboard alone in English', KEYBOARD],
  ['by mouse alone in Chinese', MOUSE],
  ['by keyboard or mouse, each in their language', [['keyboard', 'zh'], ...KEYBOARD, ...MOUSE]],
]

describe.each(WAYS)('from what doctors delivered to the certificate of their taxes, %s', (_, ways) => {
  // a month later than the demo: its own payments are not this month's
  const d = ownStage({ env: { DEMO_TODAY: '2024-07-02' } })
  test('one person a role walks the money of C0001', async () => {
    let persons = 0
    await walk(d, async (account) => {
      const [how, language] = ways[persons++ % ways.length] as Way
      const page = await d.open(language, account)
      await page.goto('/')
      await page.locator('main[data-ready]').first().waitFor()
      return how === 'mouse' ? mouse(page, language) : keyboard(page, language)
    })
  })
})
