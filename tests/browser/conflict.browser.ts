import { expect, test } from 'vitest'
import { historyOf, orderOf, queueOf } from './queue.ts'
import { stage } from './stage.ts'
import { wait } from './wait.ts'

const d = stage()

test('a second session was faster: the row comes back with who and what, the cursor stays', async () => {
  const page = await d.open('zh', 'fin')
  // The event stream is held back, so that the page does not have the other user's change yet.
  await page.route('**/api/rounds/events**', (r) => r.abort())
  await page.goto('/desk/queues/settlementOrder')
  const q = queueOf(page)
  await q.ready()
  const code = await q.cursor()
  const other = await d.client('admin')
  const order = await orderOf(other, code)
  await page.route('**/api/rounds/rows**', (r) => r.abort())
  const done = await other.post('blade-svc/settlementOrder/audit', {
    id: order.id,
    status: 2,
    remark: '金额与合同不符',
    version: order.version,
  })
  expect(done.code).toBe(200)
  // Only now: a decision on what is no longer so.
  expect(await q.cursor()).toBe(code)
  await page.keyboard.press('a')
  await page.locator('[data-conflict], [data-trouble]').first().waitFor()
  const told = await page.locator('[data-trouble]').innerText()
  expect(told).toContain(code)
  expect(told).toContain('审核驳回')
  expect(told).toMatch(/管理员|admin/i)
  // The notice is shown again in another language, and Escape closes it.
  await page.keyboard.press('Alt+l')
  const trouble = page.locator('[data-trouble]')
  await wait.poll(
    () => trouble.innerText(),
    (text) => text.includes(code) && text.includes('Reject') && !text.includes('审核驳回'),
    'what went wrong is not said in English',
  )
  await page.keyboard.press('Escape')
  await trouble.waitFor({ state: 'detached' })
  const now = await orderOf(other, code)
  expect(now.settlementStatus).toBe(1)
  expect((await historyOf(other, order.id)).filter((h) => h.action.startsWith('audit.')).length).toBeGreaterThan(0)
})

test('two operators in one queue see each other’s rows change', async () => {
  const [a, b] = [await d.open('zh', 'fin'), await d.open('zh', 'admin')]
  for (const page of [a, b]) await page.goto('/desk/queues/settlementOrder')
  const [qa, qb] = [queueOf(a), queueOf(b)]
  await qa.ready()
  await qb.ready()
  // A row that B sees and A decides: B's list shows it without a reload. B may stand on another one: A has this one in hand.
  await a.locator('[role=grid]').focus()
  const code = await qa.cursor()
  await qb.row(code).first().waitFor()
  await a.keyboard.press('a')
  // Its row is dimmed and says by whom, or has left the list by then.
  await wait.poll(
    async () => {
      const row = qb.row(code)
      return (await row.count()) === 0
        ? 'left'
        : `${await row.first().getAttribute('class')} ${await row.first().getAttribute('title')}`
    },
    (now) => now === 'left' || (/\bother\b/.test(now) && /审核通过/.test(now)),
    'B is not told',
  )
})
