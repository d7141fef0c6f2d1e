import { describe, expect, test } from 'vitest'
import { askSignIn } from '../../browser/api.ts'
import { secretsKept, signInByMouse, signOutInOneTab } from '../../browser/signInJobs.ts'
import { cookiesOf, lapse, TOKEN, tokenCalls } from '../../browser/tokens.ts'
import { wait } from '../../browser/wait.ts'
import { ownStage } from './stage.ts'

describe('with captchas on', () => {
  const d = ownStage({ env: { CAPTCHA: 'on' } })

  test('by keyboard alone: no picture to read; secrets in bodies only; the refresh token out of reach of scripts', () =>
    secretsKept(d, 'captcha'))

  test('by mouse, in English, after a wrong password', () => signInByMouse(d))

  test('an Enter before the work is done is not lost', async () => {
    const page = await d.open()
    let give: () => void = () => undefined
    const held = new Promise<void>((done) => {
      give = done
    })
    await page.route('**/oauth/captcha**', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/login')
    await page.locator('input[name=account]').fill('fin')
    await page.locator('input[name=password]').fill('fin')
    await page.keyboard.press('Enter')
    await page.getByText('安全校验中').waitFor()
    give()
    await page.waitForURL((u) => !u.pathname.startsWith('/login'))
  })

  test('a wrong client may not skip it', async () => {
    expect(await askSignIn(d.url, 'fin')).toMatchObject({ msg: '验证码不正确', captcha_required: true })
  })
})

describe('with captchas off', () => {
  const d = ownStage()

  test('after too many failures the wait is shown, and sign-in works after it', async () => {
    const page = await d.open()
    await page.goto('/login')
    await page.locator('input[name=account]').fill('tax')
    const password = page.locator('input[name=password]')
    const told = page.getByText(/用户登录失败次数过多，请稍后再试（\d+ 秒）/)
    let said = false
    for (let i = 0; i < 20 && !said; i++) {
      const answered = page.waitForResponse((r) => r.url().includes(TOKEN))
      await password.fill(`wrong${i}`)
      await page.keyboard.press('Enter')
      await answered
      await page.locator('button[type=submit][aria-busy=false]').waitFor()
      // a short wait may be over before it is looked at; the next one is longer
      said = await told.isVisible()
    }
    expect(said).toBe(true)
    await password.fill('tax')
    await told.waitFor({ state: 'detached' })
    await page.locator('button[type=submit][aria-disabled=false]').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL((u) => !u.pathname.startsWith('/login'))
  })

  test('an access token that ran out in three tabs: each continues after one renewal; so does a new tab', async () => {
    const first = await d.open('zh', 'fin')
    const context = first.context()
    const tabs = [first, await d.openIn(context), await d.openIn(context)]
    for (const page of tabs) await page.goto('/desk/queues/settlementOrder')
    for (const page of tabs) await page.locator('main[data-ready]').waitFor()
    const calls = tabs.map(tokenCalls)
    // Left first: a page that is still there may renew and be reloaded before it hears the answer.
    await Promise.all(tabs.map((page) => page.goto('/api/health')))
    await lapse(context)
    await Promise.all(tabs.map((page) => page.goto('/desk/queues/settlementOrder')))
    for (const page of tabs) await page.locator('[role=row][aria-rowindex="2"]').waitFor()
    const renewals = calls.flat()
    expect(renewals.map((c) => [c.url, c.body.grant_type])).toEqual([[d.url + TOKEN, 'refresh_token']])
    expect(Object.keys(renewals[0]?.body ?? {})).not.toContain('refresh_token')
    expect((await cookiesOf(context)).get('rounds-access-token')?.value).toBeTruthy()
    await lapse(context)
    const fresh = await d.openIn(context)
    await fresh.goto('/svc/settlementOrder')
    await fresh.locator('[role=row][aria-rowindex="2"]').waitFor()
    expect(new URL(fresh.url()).pathname).toBe('/svc/settlementOrder')
  })

  test('signing out in one tab takes the cookies of all', async () => {
    const context = await signOutInOneTab(d)
    await wait.poll(
      async () => [...(await cookiesOf(context)).keys()],
      (names) => names.join() === 'rounds-device',
      'cookies are left',
    )
  })
})
