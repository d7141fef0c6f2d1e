import { expect, test } from 'vitest'
import { askSignIn } from './api.ts'
import { secretsKept, signInByMouse, signOutInOneTab } from './signInJobs.ts'
import { stage } from './stage.ts'
import { tokenCalls } from './tokens.ts'

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

test('signing out in one tab signs out the others and ends the session, also with a token that ran out', async () => {
  await signOutInOneTab(d)
})
