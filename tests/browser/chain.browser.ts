import { describe, test } from 'vitest'
import type { Language } from '../../src/model/kernel/label.ts'
import { type Hands, keyboard, mouse } from './hands.ts'
import { walk } from './moneyWalk.ts'
import { stage } from './stage.ts'

type Way = readonly [how: 'keyboard' | 'mouse', language: Language]

/**
 * Each person's way of working, by turns: `npm test` lets them work side by side, each in their own way; `npm run verify`
 * walks whole in each.
 */
const WAYS: readonly Way[] = [
  ['keyboard', 'zh'],
  ['keyboard', 'en'],
  ['mouse', 'zh'],
]
const WALKS: readonly (readonly [string, readonly Way[]])[] =
  process.env.ROUNDS_LONG === '1'
    ? WAYS.map((way) => [`by ${way[0]} alone in ${way[1]}`, [way]] as const)
    : [['by keyboard or mouse alone, each in their language', WAYS]]

describe.each(WALKS)('from what doctors delivered to the certificate of their taxes, %s', (_, ways) => {
  // a month later than the demo: its own payments are not this month's
  const d = stage({ env: { DEMO_TODAY: '2024-07-02' } })
  test('one person a role walks the money of C0001', async () => {
    const persons = new Map<string, Hands>()
    await walk(d.server.url, async (account) => {
      const known = persons.get(account)
      if (known) return known
      const [how, language] = ways[persons.size % ways.length] ?? (['keyboard', 'zh'] as const)
      const page = await d.open(language, account)
      await page.goto('/')
      await page.locator('main[data-ready]').first().waitFor()
      const hands = how === 'mouse' ? mouse(page, language) : keyboard(page, language)
      persons.set(account, hands)
      return hands
    })
  })
})
