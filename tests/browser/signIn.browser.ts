import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { askSignIn } from './api.ts'
import { home, signIn } from './browser.ts'
import { stage } from './stage.ts'
import { wait } from './wait.ts'

const TOKEN = '/api/blade-auth/oauth/token'

/** Cookies of the browser by name, with those that no script sees. */
const cookiesOf = async (context: BrowserContext) => new Map((await context.cookies()).map((c) => [c.name, c]))
/** Everything a script of the page could get hold of. */
const inReach = (page: Page): Promise<string> =>
  page.evaluate(
    () => `${document.cookie} ${JSON.stringify({ ...localStorage })} ${JSON.stringify({ ...sessionStorage })}`,
  )
/** Addresses and bodies of the token calls of a page, from now on. */
function tokenCalls(page: Page) {
  const calls: { url: string; body: Record<string, string> }[] = []
  page.on('request', (r) => {
    if (r.url().includes(TOKEN)) calls.push({ url: r.url(), body: r.postDataJSON() as Record<string, string> })
  })
  return calls
}
const lapse = (context: BrowserContext) => context.clearCookies({ name: 'rounds-access-token' })
const byMouse = async (page: Page, account: string, password: string) => {
  await page.locator('input[name=account]').click()
  await page.locator('input[name=account]').fill(account)
  await page.locator('input[name=password]').click()
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
}

describe('with captchas on', () => {
  const d = stage({ env: { CAPTCHA: 'on' } })

  test('by keyboard alone: no picture to read; secrets in bodies only; the refresh token out of reach of scripts', async () => {
    const page = await d.open()
    const calls = tokenCalls(page)
    await signIn(page, 'fin')
    expect(calls.map((c) => [c.url, c.body.grant_type])).toEqual([[d.server.url + TOKEN, 'captcha']])
    const cookies = await cookiesOf(page.context())
    const refresh = cookies.get('rounds-refresh-token')
    expect(refresh).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: TOKEN, secure: false })
    expect(cookies.get('rounds-device')).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: TOKEN })
    const seen = await inReach(page)
    expect(seen).not.toContain(refresh?.value)
    expect(seen).not.toContain('rounds-refresh')
    // one hour, no week
    const left = (cookies.get('rounds-access-token')?.expires ?? 0) - Date.now() / 1000
    expect(left).toBeGreaterThan(3000)
    expect(left).toBeLessThanOrEqual(3600)
    expect((refresh?.expires ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(12 * 3600)
  })

  test('by mouse, in English, after a wrong password', async () => {
    const page = await d.open('en')
    await page.goto('/login')
    await byMouse(page, 'ops', 'wrong')
    await page.getByText('The account or the password is wrong').waitFor()
    expect(await page.locator('img').count()).toBe(0)
    await byMouse(page, 'ops', 'ops')
    await page.waitForURL((u) => !u.pathname.startsWith('/login'))
    await page.locator('main[data-ready]').first().waitFor()
  })

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
    expect(await askSignIn(d.server.url, 'fin')).toMatchObject({ msg: '验证码不正确', captcha_required: true })
  })
})

describe('with captchas off', () => {
  const d = stage()

  test('an account under attack from many addresses: the console does the required work and continues by itself', async () => {
    const guesses = Array.from({ length: 10 }, (_, i) =>
      askSignIn(d.server.url, 'ops', 'guess', '000000', `10.0.0.${i}`),
    )
    for (const guess of await Promise.all(guesses)) expect(guess.msg).toBe('用户名或密码错误')
    expect(await askSignIn(d.server.url, 'ops', 'ops', '000000', '10.0.1.1')).toMatchObject({ captcha_required: true })
    const page = await d.open()
    const calls = tokenCalls(page)
    await signIn(page, 'ops')
    expect(calls.map((c) => c.body.grant_type)).toEqual(['password', 'captcha'])
    // Now the browser is known: nothing more is asked of it.
    await page.context().clearCookies({ name: /^rounds-(access|refresh)-token$/ })
    await page.evaluate(() => localStorage.removeItem('rounds.session'))
    calls.length = 0
    await signIn(page, 'ops')
    expect(calls.map((c) => c.body.grant_type)).toEqual(['password'])
  })

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
    await told.waitFor({ state: 'detached', timeout: 60_000 })
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
    expect(renewals.map((c) => [c.url, c.body.grant_type])).toEqual([[d.server.url + TOKEN, 'refresh_token']])
    expect(Object.keys(renewals[0]?.body ?? {})).not.toContain('refresh_token')
    expect((await cookiesOf(context)).get('rounds-access-token')?.value).toBeTruthy()
    await lapse(context)
    const fresh = await d.openIn(context)
    await fresh.goto('/svc/settlementOrder')
    await fresh.locator('[role=row][aria-rowindex="2"]').waitFor()
    expect(new URL(fresh.url()).pathname).toBe('/svc/settlementOrder')
  })

  test('signing out in one tab signs out the others, takes the cookie and ends the session, also with a token that ran out', async () => {
    const first = await d.open('zh', 'fin')
    const context = first.context()
    const other = await d.openIn(context)
    for (const page of [first, other]) {
      await home(page)
    }
    await lapse(context)
    const before = (await cookiesOf(context)).get('rounds-refresh-token')?.value
    await other.bringToFront()
    await other.getByRole('button', { name: /用户菜单/ }).click()
    await other.getByRole('menuitem', { name: '退出登录' }).click()
    await other.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
    for (const page of [first, other]) await page.locator('input[name=password]').waitFor()
    await wait.poll(
      async () => [...(await cookiesOf(context)).keys()],
      (names) => names.join() === 'rounds-device',
      'cookies are left',
    )
    // the server accepts neither the earlier token nor the one of the sign-out
    const answer = await fetch(d.server.url + TOKEN, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from('rounds:rounds_secret').toString('base64')}`,
        Cookie: `rounds-refresh-token=${before}`,
      },
      body: new URLSearchParams({ grant_type: 'refresh_token' }),
    })
    expect(answer.status).toBe(400)
  })
})
