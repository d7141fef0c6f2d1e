import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { home } from '../../browser/browser.ts'
import { orderOf, queueOf } from '../../browser/queue.ts'
import { wait } from '../../browser/wait.ts'
import { ownStage } from './stage.ts'

const d = ownStage()
const EVENTS = /\/api\/rounds\/events/

test('a stream that closes at once is asked for ever more seldom, without a message, and the status bar says so', async () => {
  const page = await d.open('zh', 'fin')
  await page.clock.install()
  const asked: number[] = []
  let broken = true
  await page.route(EVENTS, async (route: Route) => {
    if (!broken) return route.continue()
    asked.push(Date.now())
    await route.fulfill({ status: 200, contentType: 'text/event-stream', body: '' })
  })
  await home(page)
  await wait.poll(
    () => asked.length,
    (n) => n >= 4,
    'the stream is given up',
  )
  const waits = asked.slice(1, 4).map((at, i) => at - (asked[i] as number))
  // half a second, doubled each time, less half of it by chance
  for (const [i, ms] of waits.entries()) expect(ms, waits.join()).toBeGreaterThanOrEqual(250 * 2 ** i)
  const said = () => page.locator('footer [role=status]').textContent()
  expect(await said()).toBe('在线，实时更新已中断')
  expect(await page.locator('.toast').count()).toBe(0)
  broken = false
  await page.clock.fastForward(8_000)
  await wait.poll(said, (now) => now === '在线', 'the stream does not come back')
})

test('where streams are held back, events come by asking', async () => {
  const page = await d.open('zh', 'fin')
  await page.clock.install()
  let asks = 0
  await page.route(EVENTS, async (route: Route) => {
    // the proxy waits for the end of an endless answer
    if (!route.request().url().includes('hold=')) return
    asks += 1
    await route.continue()
  })
  const said = () => page.locator('footer [role=status]').textContent()
  await page.goto('/desk/queues/settlementOrder')
  const q = queueOf(page)
  await q.ready()
  // two streams that say nothing for ten seconds each
  await wait.poll(
    async () => {
      if (asks === 0) await page.clock.fastForward(2_000)
      return asks
    },
    (n) => n > 0,
    'nobody asks for what happened',
  )
  await wait.poll(said, (now) => now === '在线，更新稍有延迟', 'the status bar does not say how news comes')
  // somebody else decides the order in hand: the row says so, and no stream could have told it
  const code = await q.cursor()
  const other = await d.client('admin')
  const { id, version } = await orderOf(other, code)
  const done = await other.post('blade-svc/settlementOrder/audit', { id, version, status: 2, remark: '金额有误' })
  expect(done.code).toBe(200)
  await wait.poll(
    async () => {
      const row = q.row(code)
      return (await row.count()) === 0 || /\bother\b/.test((await row.first().getAttribute('class')) ?? '')
    },
    Boolean,
    'the row does not say that it was decided',
  )
})
