import type { BrowserContext, Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { historyOf, orderOf, queueOf } from '../../browser/queue.ts'
import { wait } from '../../browser/wait.ts'
import { ownStage } from './stage.ts'

/** Calls that are refused before the first renewal is answered. */
const STORM = 20
const QUEUE = '/desk/queues/settlementOrder'

const d = ownStage()

/** Unknown tokens, which the server treats as expired ones. */
const SPOILT = { access: `000000.${'A'.repeat(43)}`, refresh: `000000.${'R'.repeat(43)}` } as const

const kept = async (context: BrowserContext, which: 'access' | 'refresh') =>
  (await context.cookies()).find((c) => c.name === `rounds-${which}-token`)

const tokenOf = (r: Request) => r.headers()['blade-auth']?.replace('bearer ', '')

/** Replaces the stored token with an unknown one. */
async function spoil(context: BrowserContext, which: 'access' | 'refresh'): Promise<void> {
  const cookie = await kept(context, which)
  if (!cookie) throw new Error(`no ${which} token is kept`)
  await context.addCookies([{ ...cookie, value: SPOILT[which] }])
}

/**
 * Three tabs of one person on three pages. Counts calls sent with a spoilt token, those of them that were refused, all
 * other answers (calls on their way may still carry the token of the sign-in: they do not count), and renewals.
 */
async function threeTabs() {
  const first = await d.open('zh', 'fin')
  const context = first.context()
  const tabs = [first, await d.openIn(context), await d.openIn(context)]
  const c = await d.client('fin')
  const order = (
    await c.get<{ records: { id: string }[] }>('blade-svc/settlementOrder/list', { settlementStatus_equal: 3 })
  ).data.records[0]
  const paths = [QUEUE, `${QUEUE}?view=toSettle`, `/svc/settlementOrder/detail/${order?.id}`]
  await Promise.all(
    tabs.map(async (page, i) => {
      await page.goto(paths[i] as string)
      if (i < 2) await queueOf(page).ready()
      else await page.locator('main[data-ready]').waitFor()
    }),
  )
  const before = (await kept(context, 'access'))?.value
  const seen = { spoilt: 0, refused: 0, answered: 0, renewals: 0 }
  /** Calls with a spoilt token that are on their way. */
  const open = new Set<Request>()
  for (const page of tabs) {
    page.on('response', (r) => {
      // only calls that carry a token test it: health and the captcha are answered with or without
      const token = tokenOf(r.request())
      open.delete(r.request())
      if (!token || token === before) return
      if (token === SPOILT.access && r.status() === 401) seen.refused++
      else seen.answered++
    })
    // a call that its page gave up gets no answer
    page.on('requestfailed', (r) => open.delete(r))
    page.on('request', (r) => {
      if (tokenOf(r) !== SPOILT.access) return
      seen.spoilt++
      open.add(r)
    })
    page.on('request', (r) => {
      if (r.url().includes('/oauth/token') && r.postData()?.includes('refresh_token')) seen.renewals++
    })
  }
  return { tabs, context, c, seen, open, paths }
}

/** Sends every tab the event of a gap in the stream: fetch what is shown again. All of them ask at the same moment. */
const everythingAnew = (page: Page) =>
  page.evaluate(() => {
    const { tenantId, userId } = JSON.parse(localStorage.getItem('rounds.session') ?? '{}') as {
      tenantId: string
      userId: string
    }
    const channel = new BroadcastChannel(`rounds-events-${tenantId}.${userId}`)
    channel.postMessage({ kind: 'gap' })
    channel.close()
  })

test(`an expired access token with ${STORM} calls at once in three tabs costs one renewal and no sign-out`, async () => {
  const { tabs, context, c, seen, open, paths } = await threeTabs()
  const [a, b] = tabs as [Page, Page]
  const code = await queueOf(a).cursor()
  await spoil(context, 'access')
  // The renewal is kept on its way until so many calls have been refused: they all come with the same spent token.
  let enough: () => void = () => undefined
  const held = new Promise<void>((done) => {
    enough = done
  })
  await context.route('**/oauth/token**', async (route) => {
    await held
    await route.continue()
  })
  // Calls that carry the spent token are held as well, until so many are on their way: the first refusal begins the
  // renewal, and whoever asks after that waits for it instead of being refused.
  let together: () => void = () => undefined
  const gathered = new Promise<void>((done) => {
    together = done
  })
  await context.route('**/api/**', async (route) => {
    if (tokenOf(route.request()) === SPOILT.access) await gathered
    await route.fallback()
  })
  await a.keyboard.press('a')
  await b.keyboard.press('j')
  await everythingAnew(a)
  await wait.poll(
    () => seen.spoilt,
    (n) => n >= STORM,
    'not enough calls are made',
  )
  together()
  await wait.poll(
    () => seen.refused,
    (n) => n >= STORM,
    'not enough calls are refused',
  )
  expect(seen.answered).toBe(0)
  enough()
  await wait.poll(
    () => kept(context, 'access'),
    (now) => now !== undefined && now.value !== SPOILT.access,
    'the token is not renewed',
  )
  // The decision that met the spent token was taken all the same, once.
  const order = await wait.poll(
    () => orderOf(c, code),
    (o) => o.settlementStatus === 2,
    'the decision is lost',
  )
  expect((await historyOf(c, order.id)).filter((h) => h.action === 'audit.pass').length).toBe(1)
  // Refused calls were repeated and answered: everything is fetched again, and nothing is refused or renewed.
  await wait.poll(
    () => ({ ...seen, open: open.size }),
    (n) => n.open === 0 && n.answered >= n.refused,
    'refused calls are not repeated',
  )
  const spoilt = seen.spoilt
  const answered = seen.answered
  await everythingAnew(a)
  await wait.poll(
    () => seen.answered,
    (n) => n >= answered + STORM / 2,
    'the tabs do not ask',
  )
  expect(seen.spoilt).toBe(spoilt)
  expect(seen.renewals).toBe(1)
  expect(tabs.map((page) => page.url())).toEqual(paths.map((path) => d.url + path))
  for (const page of tabs) {
    await page.locator('main[data-ready]').waitFor()
    expect(await page.locator('input[name=password]').count()).toBe(0)
    expect(await page.locator('.toast[data-tone=bad]').count()).toBe(0)
  }
})

test('a renewal that is refused ends the session once; signing in over one tab opens all, each where it was', async () => {
  const { tabs, context, seen, paths } = await threeTabs()
  const [a, b] = tabs as [Page, Page]
  await spoil(context, 'access')
  await spoil(context, 'refresh')
  await everythingAnew(a)
  for (const page of tabs) await page.locator('input[name=password]').waitFor()
  expect(tabs.map((page) => page.url())).toEqual(paths.map((path) => d.url + path))
  expect(seen.renewals).toBe(1)
  // Remaining cookies sign no user in: the broken refresh token is still unknown to the server, and a device is no
  // person. The token's own cookie marks the session as ended for some seconds, so that no tab requests another.
  const left = await context.cookies()
  expect(left.filter((c) => c.name === 'rounds-access-token' && c.value !== 'over')).toEqual([])
  const names = left.map((c) => c.name).filter((name) => name !== 'rounds-access-token')
  expect(names.sort()).toEqual(['rounds-device', 'rounds-refresh-token'])
  // Whoever was refused says why; signing in in one tab opens the others as well.
  const why = await Promise.all(tabs.map((page) => page.getByRole('dialog').first().textContent()))
  expect(why.every((text) => text?.includes('登录已过期'))).toBe(true)
  await b.bringToFront()
  await b.locator('input[name=password]').fill('fin')
  await b.keyboard.press('Enter')
  await Promise.all(tabs.map((page) => page.getByRole('dialog').waitFor({ state: 'detached' })))
  expect(tabs.map((page) => page.url())).toEqual(paths.map((path) => d.url + path))
  for (const page of tabs) await page.locator('main[data-ready]').waitFor()
  expect(seen.renewals).toBe(1)
})
