import { expect, test } from 'vitest'
import { askSignIn } from './api.ts'
import { home } from './browser.ts'
import { secretsKept, signInByMouse } from './signInJobs.ts'
import { stage } from './stage.ts'
import { cookiesOf, lapse, TOKEN, tokenCalls } from './tokens.ts'
import { wait } from './wait.ts'

const d = stage()

test('by keyboard alone: secrets in bodies only; the refresh token out of reach of scripts', () =>
  secretsKept(d, 'password'))

test('by mouse, in English, after a wrong password', () => signInByMouse(d))

test('an account under attack from many addresses: the console does the required work and continues by itself', async () => {
  const guesses = Array.from({ length: 10 }, (_, i) => askSignIn(d.url, 'ops', 'guess', d.tenantId, `10.0.0.${i}`))
  for (const guess of await Promise.all(guesses)) expect(guess.msg).toBe('用户名或密码错误')
  expect(await askSignIn(d.url, 'ops', 'ops', d.tenantId, '10.0.1.1')).toMatchObject({ captcha_required: true })
  const page = await d.open()
  const calls = tokenCalls(page)
  await d.signIn(page, 'ops')
  expect(calls.map((c) => c.body.grant_type)).toEqual(['password', 'captcha'])
  // Now the browser is known: nothing more is asked of it.
  await page.context().clearCookies({ name: /^rounds-(access|refresh)-token$/ })
  await page.evaluate(() => localStorage.removeItem('rounds.session'))
  calls.length = 0
  await d.signIn(page, 'ops')
  expect(calls.map((c) => c.body.grant_type)).toEqual(['password'])
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
  const answer = await fetch(d.url + TOKEN, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from('rounds:rounds_secret').toString('base64')}`,
      Cookie: `rounds-refresh-token=${before}`,
    },
    body: new URLSearchParams({ grant_type: 'refresh_token' }),
  })
  expect(answer.status).toBe(400)
})
