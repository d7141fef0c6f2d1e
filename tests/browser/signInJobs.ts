import { expect } from 'vitest'
import type { Stage } from './stage.ts'
import { byMouse, cookiesOf, inReach, TOKEN, tokenCalls } from './tokens.ts'

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
  // one hour, no week
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
