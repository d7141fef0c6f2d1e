import { describe, test } from 'vitest'
import type { Language } from '../../../src/model/values/label.ts'
import { firstDay } from '../../browser/firstDay/firstDay.ts'
import type { Ground } from '../../browser/firstDay/people.ts'
import { strokes } from '../../browser/firstDay/strokes.ts'
import { anotherTenant } from '../../browser/firstDay/tenant.ts'
import type { Hands } from '../../browser/hands/hands.ts'
import { keyboard } from '../../browser/hands/keyboard.ts'
import { mouse } from '../../browser/hands/mouse.ts'
import { type OwnStage, ownStage } from './stage.ts'

type Way = readonly [how: 'keyboard' | 'mouse', language: Language]

const AFTER_THE_MONTH_BEGAN = { env: { DEMO_TODAY: '2024-07-02' }, empty: true } as const

/** Pages of people who have not signed in, one each; what they press is counted. */
function pages(d: OwnStage, [how, language]: Way) {
  const pressed = strokes()
  const open = async (who: string, account?: string): Promise<Hands> => {
    const page = await d.open(language, account)
    pressed.of(page, who)
    if (account) {
      await page.goto('/')
      await page.locator('main[data-ready]').first().waitFor()
    }
    return how === 'mouse' ? mouse(page, language) : keyboard(page, language)
  }
  return { open, print: pressed.print }
}

const first = (d: OwnStage): Ground => ({
  url: d.url,
  tenantId: d.tenantId,
  administrator: { account: 'admin', password: 'admin' },
})

describe.each<[string, { readonly embedded?: true }]>([
  ['the database of the suite', {}],
  ['the embedded database', { embedded: true }],
])('the first day of an installation, on %s', (_, where) => {
  const d = ownStage({ ...AFTER_THE_MONTH_BEGAN, ...where })
  test('by keyboard alone in Chinese', async () => {
    const { open, print } = pages(d, ['keyboard', 'zh'])
    await firstDay(first(d), (account) => open(account, account === 'admin' ? account : undefined))
    print()
  })
})

describe('the first day of a tenant that an administrator of another one made', () => {
  const d = ownStage(AFTER_THE_MONTH_BEGAN)
  test('by mouse alone in English', async () => {
    const { open } = pages(d, ['mouse', 'en'])
    const theirs = await open('admin of the other')
    const ground = await anotherTenant(first(d), await open('admin', 'admin'), theirs)
    await firstDay(ground, async (account) => (account === ground.administrator.account ? theirs : open(account)))
  })
})

describe('the first day of an installation, users and parameters through screens once', () => {
  const d = ownStage(AFTER_THE_MONTH_BEGAN)
  test('by keyboard alone in Chinese', async () => {
    const { open, print } = pages(d, ['keyboard', 'zh'])
    await firstDay(first(d), (account) => open(account, account === 'admin' ? account : undefined), true)
    print()
  })
})
