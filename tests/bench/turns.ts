import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../browser/api.ts'
import { startServer } from '../browser/server.ts'
import { atMost } from './goals.ts'
import type { LargeEnv } from './large.ts'
import { busy } from './load.ts'
import { ms, quantile } from './measure.ts'

/** People at work beside the one who is measured, as many as the README says the embedded database is for, and more. */
const BESIDE = [0, 1, 4, 9] as const
/** How long each of them is measured, ms. */
const FOR = 12_000
/** What a person at work asks in a row, and how long they look at it, ms. */
const LOOKS = 500

type Session = Awaited<ReturnType<typeof client>>

/** What a person who works reads: a window, its total, what waits, a search, a record with what stands around it. */
async function work(c: Session, n: number): Promise<void> {
  const list = { resource: 'settlementOrder', offset: (n * 100) % 300, size: 100 }
  const page = await c.get<{ rows?: readonly unknown[] }>('rounds/window', list)
  if (page.code !== 200) throw new Error(`the bench was answered ${page.code} ${page.msg}`)
  await Promise.all([
    c.get('rounds/total', { resource: 'settlementOrder' }),
    c.get('rounds/queue-counts'),
    c.get('rounds/search', { q: ['康泰', 'kt', 'SO2024', '药业'][n % 4] ?? '' }),
    c.get('rounds/value-counts', { resource: 'settlementOrder', of: 'settlementStatus' }),
    c.get('blade-svc/orderDoctorSettlement/list', { size: 100, current: 1 + (n % 5) }),
  ])
}

/** How long one window takes a person while others work, and while one asks everything at once. */
async function waits(c: Session, beside: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  const until = performance.now() + FOR
  const others = beside()
  while (performance.now() < until) {
    const from = performance.now()
    await c.get('rounds/window', { resource: 'entrustedInvoice', offset: 0, size: 100 })
    took.push(performance.now() - from)
    await sleep(50)
  }
  await others
  return took
}

/**
 * How long a person waits for a list while others read theirs, by how many they are: for so many people the database is.
 * Last one person alone who asks for two hundred lists at once.
 */
export async function turns(name: string, env: LargeEnv): Promise<void> {
  const server = await startServer({ ...env })
  try {
    const c = await client(server.url, 'fin')
    console.log(`\n## Turns between people on ${name}, ${busy()}`)
    console.log('| others at work | p50 ms | p95 ms | longest |\n| --- | --- | --- | --- |')
    const line = (what: string, took: readonly number[], goal: number) =>
      console.log(
        `| ${what} | ${ms(quantile(took, 0.5))} | ${ms(quantile(took, 0.95))} (${atMost(`a list beside ${what} on ${name}, p95 ms`, quantile(took, 0.95), goal)}) | ${ms(Math.max(...took))} |`,
      )
    for (const many of BESIDE) {
      const people = await Promise.all(Array.from({ length: many }, () => client(server.url, 'fin2')))
      const took = await waits(c, () =>
        Promise.all(
          people.map(async (one, n) => {
            const until = performance.now() + FOR
            await sleep((LOOKS / Math.max(1, many)) * n)
            for (let k = 0; performance.now() < until; k++) {
              await work(one, k + n)
              await sleep(LOOKS)
            }
          }),
        ),
      )
      line(`${many} at work`, took, 1_000)
    }
    const crowd = await client(server.url, 'fin2')
    const lists = () =>
      Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          crowd.get('blade-svc/orderDoctorSettlement/list', { size: 500, current: 1 + (n % 4) }),
        ),
      )
    line('200 lists of one at once', await waits(c, lists), 2_000)
  } finally {
    await server.stop()
  }
}
