import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter, openContext, watch } from '../../browser/browser.ts'
import { historyOf, orderOf, queueOf } from '../../browser/queue.ts'
import { wait } from '../../browser/wait.ts'
import { ownStage } from './stage.ts'

/** How long the network is gone, ms. */
const GONE = 10_000

const d = ownStage()

test('ten seconds without network during decisions: visible, pending, sent once when it is back', async () => {
  const page = await d.open('zh', 'fin')
  const context = page.context()
  await page.goto('/desk/queues/settlementOrder')
  const q = queueOf(page)
  await q.ready()
  const c = await d.client('fin')
  const before = await q.count()

  const sent: { id: string; key: string; back: boolean }[] = []
  const answered: string[] = []
  let back = false
  const idOf = (r: Request) => (r.postDataJSON() as { id: string }).id
  const isAudit = (r: Request) => r.method() === 'POST' && r.url().includes('/settlementOrder/audit')
  page.on('request', (r) => isAudit(r) && sent.push({ id: idOf(r), key: r.headers()['idempotency-key'] ?? '', back }))
  page.on('response', (r) => isAudit(r.request()) && answered.push(idOf(r.request())))

  // The first decision reaches the server, its answer does not come back: the network goes in between.
  let first = true
  await page.route('**/settlementOrder/audit', async (route) => {
    if (!first) return route.continue()
    first = false
    await route.fetch()
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  const status = page.locator('footer [role=status]')
  const foot = async () => (await page.locator('footer').textContent()) ?? ''
  const codes = [await q.cursor()]
  await page.keyboard.press('a')
  await q.cursorLeaves(codes[0] as string)
  await wait.poll(foot, (said) => said.includes('离线'), 'the status bar does not say that the network is gone')
  const gone = Date.now()
  for (let i = 1; i < 6; i++) {
    const code = await q.cursor()
    codes.push(code)
    await page.keyboard.press('a')
    // a record whose details were not fetched ahead is decided without them only by who says so
    const asked = page.getByRole('dialog', { name: `离线：${code} 的明细尚未载入` })
    const met = await wait.poll(
      async () => ((await asked.count()) > 0 ? 'asked' : (await q.cursor()) === code ? '' : 'decided'),
      (what) => what !== '',
      `${code} is neither decided nor asked about`,
    )
    if (met === 'asked') await page.keyboard.press('Enter')
    await q.cursorLeaves(code)
  }
  const strip = page.locator('[data-waiting]')
  // All the time: they are named as waiting, counted as pending, and none is called done.
  while (Date.now() - gone < GONE) {
    await wait.poll(
      () => strip.getAttribute('data-waiting'),
      (n) => n === '6',
      'not all decisions are shown as waiting',
    )
    const told = (await strip.textContent()) ?? ''
    for (const code of codes) expect(told).toContain(code)
    expect(await foot()).toMatch(/已处理 0(?!\d).*待确认 6(?!\d).*离线/)
    expect(await page.getByRole('row').filter({ hasText: '已处理' }).count()).toBe(0)
    await page.waitForTimeout(250)
  }
  const orders = await Promise.all(codes.map((code) => orderOf(c, code)))
  expect(orders.map((o) => o.settlementStatus)).toEqual([2, 0, 0, 0, 0, 0])

  back = true
  await context.setOffline(false)
  await wait.poll(
    () => status.textContent(),
    (said) => said === '在线',
    'the status bar does not say that the network is back',
  )
  await wait.poll(foot, (said) => /已处理 6(?!\d)/.test(said) && !said.includes('待确认'), 'the decisions are not sent')
  expect(await strip.count()).toBe(0)
  for (const { id, code } of orders) {
    expect([code, (await orderOf(c, code)).settlementStatus]).toEqual([code, 2])
    expect((await historyOf(c, id)).filter((h) => h.action === 'audit.pass').length).toBe(1)
  }
  // Each once after the network was back, under the key it was first sent with; nothing was sent that could not arrive
  // but the first.
  const ids = orders.map((o) => o.id)
  expect(
    sent
      .filter((s) => s.back)
      .map((s) => s.id)
      .sort(),
  ).toEqual([...ids].sort())
  expect([...answered].sort()).toEqual([...ids].sort())
  expect(new Set(sent.map((s) => s.key)).size).toBe(6)
  expect(new Set(sent.filter((s) => !s.back).map((s) => s.id))).toEqual(new Set(ids.slice(0, 1)))
  // Nothing was lost and nothing came twice: the list anew is the list without these six.
  await page.reload()
  await q.ready()
  expect(await q.count()).toBe(before - 6)
  for (const code of codes) expect(await q.row(code).count()).toBe(0)
})

test('a reload without a network shows the console with what is pending, and it is sent once the network is back', async () => {
  const context = await openContext(d.browser, 'zh', d.url, { serviceWorkers: 'allow' })
  const wrong: string[] = []
  try {
    await enter(context, d.url, 'fin')
    const page = watch(await context.newPage(), wrong)
    await page.goto('/desk/queues/settlementOrder')
    const q = queueOf(page)
    await q.ready()
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/service-worker.js')
      await navigator.serviceWorker.ready
    })
    await wait.poll(
      () => page.evaluate(() => navigator.serviceWorker.controller?.state ?? ''),
      (state) => state === 'activated',
      'the service worker is not in charge',
    )
    const code = await q.cursor()
    await context.setOffline(true)
    await page.keyboard.press('a')
    await q.cursorLeaves(code)
    await page.reload()
    const strip = page.locator('[data-waiting]')
    await wait.poll(
      () => strip.getAttribute('data-waiting'),
      (n) => n === '1',
      'the decision is not shown as waiting',
    )
    expect(await page.locator('footer').textContent()).toContain('离线')
    // a screen that was not opened yet comes without a network, too
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('heading', { name: '首页' }).waitFor()
    await context.setOffline(false)
    const c = await d.client('fin')
    await wait.poll(
      async () => (await orderOf(c, code)).settlementStatus,
      (status) => status === 2,
      'the decision was not sent',
    )
    const { id } = await orderOf(c, code)
    expect((await historyOf(c, id)).filter((h) => h.action === 'audit.pass').length).toBe(1)
    expect(wrong).toEqual([])
  } finally {
    await context.close()
  }
})
