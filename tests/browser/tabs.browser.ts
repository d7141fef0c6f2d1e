import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { orderOf, queueOf } from './queue.ts'
import { stage } from './stage.ts'
import { wait } from './wait.ts'

/** More than the six connections a browser opens to one server. */
const TABS = 8

const d = stage()

/** Waits in the page until the list no longer offers a row: it is gone, or marked as another user's. */
const leaves = (page: Page, code: string) =>
  page.waitForFunction(
    (c) => {
      const row = [...document.querySelectorAll('[role=grid] [role=row]')].find((r) => r.textContent?.includes(c))
      return !row || row.classList.contains('other')
    },
    code,
    { polling: 30 },
  )

test(`${TABS} tabs at once: all ready, one stream, a decision is seen everywhere, the stream passes on`, async () => {
  const first = await d.open('zh', 'fin')
  const context = first.context()
  const tabs = [first]
  while (tabs.length < TABS) tabs.push(await d.openIn(context))
  /** Streams that are open, and by whom. */
  const streams = new Map<Request, Page>()
  const last: string[] = []
  for (const page of tabs) {
    page.on('request', (r) => {
      if (!r.url().includes('/api/rounds/events')) return
      streams.set(r, page)
      last.push(r.headers()['last-event-id'] ?? '')
    })
    page.on('requestfailed', (r) => streams.delete(r))
    page.on('requestfinished', (r) => streams.delete(r))
  }
  await Promise.all(tabs.map((page) => page.goto('/desk/queues/settlementOrder')))
  await Promise.all(tabs.map((page) => queueOf(page).ready()))
  await wait.poll(
    () => streams.size,
    (n) => n === 1,
    'not exactly one stream is open',
  )

  const [third] = tabs.slice(3) as [Page]
  const code = await queueOf(third).cursor()
  const others = tabs.filter((page) => page !== third)
  await Promise.all(others.map((page) => queueOf(page).row(code).waitFor()))
  await third.keyboard.press('a')
  await Promise.all(others.map((page) => leaves(page, code)))
  expect(streams.size).toBe(1)

  // The tab that reads the stream is closed; what happens in that moment still reaches the others.
  const leader = [...streams.values()][0] as Page
  const rest = tabs.filter((page) => page !== leader)
  const c = await d.client('admin')
  const next = await queueOf(third).cursorLeaves(code)
  const order = await orderOf(c, next)
  last.length = 0
  const [, done] = await Promise.all([
    leader.close(),
    c.post('blade-svc/settlementOrder/audit', { id: order.id, status: 2, remark: '附件不全', version: order.version }),
  ])
  expect(done.code).toBe(200)
  await Promise.all(rest.map((page) => leaves(page, next)))
  await wait.poll(
    () => [...streams.values()].filter((page) => page !== leader).length,
    (n) => n === 1,
    'nobody took the stream over, or more than one did',
  )
  // The stream continued after the last event received.
  expect(last.length).toBe(1)
  expect(last[0]).not.toBe('')
})
