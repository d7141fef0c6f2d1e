import type { BrowserContext } from 'playwright-core'
import { expect } from 'vitest'
import { BASIC } from './api.ts'
import { home } from './browser.ts'
import type { Stage } from './stage.ts'
import { byMouse, cookiesOf, inReach, lapse, TOKEN, tokenCalls } from './tokens.ts'

/** Signs in by keyboard, by this grant; secrets are in bodies only, and the refresh token is out of reach of scripts. */
export async function secretsKept(d: Stage, grant: 'password' | 'captcha'): Promise<void> {
  const page = await d.open()
  const calls = tokenCalls(page)
  await d.signIn(page, 'fin')
  expect(calls.map((c) => [c.url, c.body.grant_type])).toEqual([[d.url + TOKEN, grant]])
  const cookies = await cookiesOf(page.context())
  const refresh = cookies.get('rounds-refresh-token')
  expect(refresh).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: TOKEN, secure: false })
  expect(cookies.get('rounds-device')).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: TOKEN })
  const seen = await inReach(page)
  expect(seen).not.toContain(refresh?.value)
  expect(seen).not.toContain('rounds-refresh')
  // an hour, not a week
  const left = (cookies.get('rounds-access-token')?.expires ?? 0) - Date.now() / 1000
  expect(left).toBeGreaterThan(3000)
  expect(left).toBeLessThanOrEqual(3600)
  expect((refresh?.expires ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(12 * 3600)
}

/** Signs in by mouse, in English, after a wrong password. */
export async function signInByMouse(d: Stage): Promise<void> {
  const page = await d.open('en')
  await page.goto('/login')
  await byMouse(page, d.tenantId, 'ops', 'wrong')
  await page.getByText('The account or the password is wrong').waitFor()
  expect(await page.locator('img').count()).toBe(0)
  await byMouse(page, d.tenantId, 'ops', 'ops')
  await page.waitForURL((u) => !u.pathname.startsWith('/login'))
  await page.locator('main[data-ready]').first().waitFor()
}

/**
 * Signs out in one of two tabs, with a token that ran out: both are at the form, and the server has ended the session.
 * Returns their browser profile.
 */
export async function signOutInOneTab(d: Stage): Promise<BrowserContext> {
  const first = await d.open('zh', 'fin')
  const context = first.context()
  const other = await d.openIn(context)
  for (const page of [first, other]) await home(page)
  await lapse(context)
  const before = (await cookiesOf(context)).get('rounds-refresh-token')?.value
  await other.bringToFront()
  await other.getByRole('button', { name: /用户菜单/ }).click()
  await other.getByRole('menuitem', { name: '退出登录' }).click()
  await other.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
  for (const page of [first, other]) await page.locator('input[name=password]').waitFor()
  // the server accepts neither the earlier token nor the one of the sign-out
  const answer = await fetch(d.url + TOKEN, {
    method: 'POST',
    headers: {
      Authorization: BASIC,
      Cookie: `rounds-refresh-token=${before}`,
    },
    body: new URLSearchParams({ grant_type: 'refresh_token' }),
  })
  expect(answer.status).toBe(400)
  return context
}
