import type { Browser } from 'playwright-core'
import type { Total } from '../../src/model/wire/wire.ts'
import { client } from '../browser/api.ts'
import { signIn } from '../browser/browser.ts'
import { buildConsole } from '../browser/bundle.ts'
import { queueOf } from '../browser/queue.ts'
import { startServer } from '../browser/server.ts'
import { untyped } from '../browser/untyped.ts'
import { wait } from '../browser/wait.ts'
import { miss } from './goals.ts'
import type { LargeEnv } from './large.ts'
import { median, ms, quantile, recordKeys } from './measure.ts'

/** The day of the demo: nothing in it happens on that day, so what does was decided here. */
const TODAY = '2024-06-15'
const KEYS = 60

/**
 * A decision key until the next row is selected and painted, in a queue of a large demo; then ten keys a second: none
 * may be lost.
 */
export async function queue(browser: Browser, env: LargeEnv): Promise<void> {
  console.log('\n## Queue: decision key → next row selected and painted')
  await buildConsole()
  const server = await startServer({ ...env, DEMO_TODAY: TODAY, SEED: 'none' })
  try {
    await untyped(server.url)
    const page = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: server.url })
    ).newPage()
    await signIn(page, 'admin')
    await page.goto('/desk/queues/settlementOrder')
    const q = queueOf(page)
    await q.ready()
    const c = await client(server.url, 'admin')
    const total = async (ask: Readonly<Record<string, unknown>>) =>
      (await c.get<Total>('rounds/total', { resource: 'settlementOrder', ...ask })).data
    // a total beyond what is counted is an estimate, which says nothing of sixty rows: steps of today are few
    const decided = async () => {
      const steps = { resource: 'approvalHistory', bizType: 'settlementOrder', operateTime_ge: TODAY }
      const { total: n, exact } = await total(steps)
      if (!exact) throw new Error('the decisions of today were not counted')
      return n
    }
    const all = await total({})
    const waiting = await total({ settlementStatus_equal: 0 })
    if (waiting.total < KEYS)
      throw new Error(`only ${waiting.total} orders wait, ${KEYS} are to be decided: a larger demo`)
    const before = await decided()
    await page.waitForTimeout(1000)
    const take = await recordKeys(page)
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('j')
      await page.waitForTimeout(60)
    }
    const moves = await take()
    for (let i = 0; i < KEYS; i++) {
      await page.keyboard.press('a')
      await page.waitForTimeout(100)
    }
    const decisions = await take()
    console.log(
      `queue of ${waiting.exact ? '' : '约 '}${waiting.total} orders, ${all.exact ? '' : '约 '}${all.total} in all, embedded database`,
    )
    console.log('| key | median ms | p95 ms | keys |\n| --- | --- | --- | --- |')
    console.log(`| j (cursor down) | ${ms(median(moves))} | ${ms(quantile(moves, 0.95))} | ${moves.length} |`)
    console.log(
      `| a (decide), 10 a second | ${ms(median(decisions))} | ${ms(quantile(decisions, 0.95))} | ${decisions.length} |`,
    )
    const after = await wait
      .poll(decided, (n) => n === before + KEYS, 'decisions were lost', 30_000)
      .catch((e: Error) => e.message)
    if (typeof after !== 'number') miss(`queue: ${after}`)
    console.log(
      typeof after === 'number'
        ? `${KEYS} keys, ${after - before} decided, none lost`
        : `NOT all decided (${(await decided()) - before} of ${KEYS}): ${after}`,
    )
    await page.context().close()
  } finally {
    await server.stop()
  }
}
