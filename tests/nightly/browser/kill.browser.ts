import { cpSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { queueOf, typeTotal } from '../../browser/queue.ts'
import { wait } from '../../browser/wait.ts'
import { moreToDo, openData, type Standing, standings, toDo } from './more.ts'
import { ownStage } from './stage.ts'

/**
 * Orders fin may audit, nothing done to them yet: at least so many. A quiet machine decides 1,500 of them a second, and
 * the batch must still run when its progress was reported; more than a thousand rows would be a job.
 */
const WANTED = 940

let mine: readonly string[] = []
/** Those of all that fin may decide. */
let free = 0
let before: ReadonlyMap<string, Standing> = new Map()
let sum = ''
const d = ownStage({
  embedded: true,
  fill: async (data) => {
    const db = await openData(data)
    mine = await moreToDo(db, WANTED)
    const all = await toDo(db, 'fin')
    free = all.free.length
    sum = all.sum
    before = await standings(db, all.ids)
    await db.close()
  },
})

/**
 * Reads the data of a server that is down: the status of each order, its result in the batch, and what is not as it
 * must be.
 */
async function look(dataDir: string) {
  const db = await openData({ dataDir })
  try {
    const now = await standings(db, [...before.keys()])
    const results = await db.owner((tx) =>
      tx.query<{ id: string; state: number }>(`select record_id::text as id, state::int as state from batch_row`),
    )
    const wrong = broken(await db.owner((tx) => checkInvariants(tx)))
    const decided = new Set<string>()
    const odd: unknown[] = []
    for (const [id, was] of before) {
      const is = now.get(id) as Standing
      if (is.status === 2 && is.audits === was.audits + 1) decided.add(id)
      else if (is.status !== 0 || is.audits !== was.audits) odd.push({ id, was, is })
    }
    const told = new Set(results.filter((r) => Number(r.state) === 1).map((r) => String(r.id)))
    return { decided, odd, told, wrong, reached: results.filter((r) => Number(r.state) !== 0).length }
  } finally {
    await db.close()
  }
}

test('SIGKILL in the middle of a batch of more than 900: each order is decided once or not at all, and the batch can be resumed', async () => {
  expect(mine.length).toBeGreaterThanOrEqual(WANTED)
  const page = await d.open('zh', 'fin')
  await page.goto('/desk/queues/settlementOrder')
  const q = queueOf(page)
  await q.ready()
  await wait.poll(q.count, (n) => n === before.size, 'not all orders are in the list')
  await page.keyboard.press('Control+a')
  const bulk = page.locator('[data-bulk]')
  const worth = `￥${sum.replace(/\B(?=(\d{3})+(?=\.))/g, ',')}`
  await wait.poll(
    () => bulk.textContent(),
    (said) => Boolean(said?.includes(`${free} 条`) && said.includes(worth)),
    `count and sum (${free}, ${worth}) are not shown`,
  )
  await page.keyboard.press('Shift+A')
  const dialog = page.getByRole('dialog')
  await dialog.locator('textarea').waitFor()
  await wait.poll(
    () => dialog.textContent(),
    (asked) => Boolean(asked?.includes(String(free)) && asked.includes(worth)),
    `the dialog does not say ${free} and ${worth}`,
  )
  await typeTotal(page)
  await page.keyboard.press('Control+Enter')

  const strip = page.locator('[data-batch]')
  const meter = strip.locator('[role=progressbar]')
  const done = async () => Number(await meter.getAttribute('aria-valuenow'))
  await wait.poll(done, (n) => n >= 60, 'the batch does not move')
  await d.server.kill()
  const seen = await done()
  expect(seen).toBeLessThan(free)

  // State of the disk after the kill, read from a copy, so that the server itself finds it untouched.
  const copy = `${d.dataDir}-killed`
  cpSync(d.dataDir, copy, { recursive: true })
  const status = page.locator('footer [role=status]')
  await wait.poll(
    () => status.textContent(),
    (said) => Boolean(said?.includes('离线')),
    'nobody says that the server is gone',
  )
  const found = await look(copy)
  rmSync(copy, { recursive: true, force: true })
  expect(found.odd).toEqual([])
  expect(found.wrong).toEqual([])
  // Decisions counted by the console are on the disk, and no order is decided without its result.
  expect(found.reached).toBeGreaterThanOrEqual(seen)
  expect(found.reached).toBeLessThan(free)
  expect(found.told).toEqual(found.decided)

  await d.restart()
  await wait.poll(
    () => status.textContent(),
    (said) => Boolean(said?.includes('在线')),
    'the console does not come back',
  )
  await wait.poll(
    () => strip.getAttribute('data-batch'),
    (state) => state === 'interrupted',
    'the batch is not shown as interrupted',
  )
  expect(await strip.textContent()).toMatch(/中断/)
  expect(await done()).toBe(found.reached)
  // Also after the page was loaded again.
  await page.reload()
  await q.ready()
  await wait.poll(
    () => strip.getAttribute('data-batch'),
    (state) => state === 'interrupted',
    'the batch is forgotten by the page loaded anew',
  )
  expect(await done()).toBe(found.reached)
  await strip.getByRole('button', { name: '继续' }).click()
  await wait.poll(
    () => strip.getAttribute('data-batch'),
    (state) => state === 'done',
    'the batch does not come to its end',
  )
  const left = before.size - free
  await wait.poll(q.count, (n) => n <= left, 'decided orders stay in the list')

  await page.context().close()
  await d.server.stop()
  const end = await look(d.dataDir)
  expect(end.odd).toEqual([])
  expect(end.wrong).toEqual([])
  expect(end.told).toEqual(end.decided)
  expect(end.reached).toBe(free)
  // All orders that the user may audit, once each; those whose cycle the user confirmed were left out.
  expect(mine.filter((id) => !end.decided.has(id))).toEqual([])
})
