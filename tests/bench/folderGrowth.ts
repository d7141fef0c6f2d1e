import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { rowsOf } from '../../src/model/wire/columns.ts'
import type { Slice } from '../../src/model/wire/wire.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { client } from '../browser/api.ts'
import { untyped } from '../browser/untyped.ts'
import { quiet } from '../server/harness.ts'
import { worked } from './hands.ts'
import { sizeOf } from './installs.ts'

const PEOPLE = 8
/** Between two looks at the size of the log, ms. */
const LOOK_MS = 100

/** What a data folder takes, MB: all of it, and the database's log alone. */
export const folderOf = (dataDir: string): { readonly all: number; readonly log: number } => ({
  all: sizeOf(dataDir),
  log: sizeOf(join(dataDir, 'pg/pg_wal')),
})

/** Runs something and answers the largest that the log was meanwhile, MB. */
async function largestLog(dataDir: string, run: () => Promise<unknown>): Promise<number> {
  let [over, largest] = [false, 0]
  const looking = (async () => {
    while (!over) {
      largest = Math.max(largest, folderOf(dataDir).log)
      await sleep(LOOK_MS)
    }
  })()
  try {
    await run()
  } finally {
    over = true
    await looking
  }
  return largest
}

/**
 * People approve settlement orders and take it back, `count` decisions in all. Answers decisions a second, and the largest
 * that the log was, MB.
 */
export async function decide(url: string, dataDir: string, count: number) {
  await untyped(url)
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => client(url, 'admin')))
  const ask = { resource: 'settlementOrder', columns: 'id', settlementStatus_equal: 0, offset: 0, size: 400 }
  const found = await people[0]?.get<Slice>('rounds/window', ask)
  const ids = found ? rowsOf(found.data).map((row) => row.id) : []
  if (ids.length < PEOPLE) throw new Error(`only ${ids.length} orders to decide`)
  let [accepted, perSecond] = [0, 0]
  const pairs = Array.from({ length: count / 2 }, (_, n) => n)
  const log = await largestLog(dataDir, async () => {
    const run = await worked(pairs, PEOPLE, async (n, hand) => {
      // each hand has orders of its own
      const mine = ids.filter((_, at) => at % PEOPLE === hand)
      const id = mine[n % mine.length]
      for (const [call, body] of [
        ['audit', { id, status: 1 }],
        ['recall', { id }],
      ] as const) {
        const key = { 'idempotency-key': `bench-${process.pid}-${hand}-${n}-${call}` }
        const answer = await people[hand]?.post(`blade-svc/settlementOrder/${call}`, body, {}, key)
        if (answer?.code === 200) accepted += 1
        else throw new Error(`${call} of ${id}: ${answer?.code} ${answer?.msg}`)
      }
    })
    perSecond = run.perSecond * 2
  })
  return { accepted, perSecond, log }
}

/** Goes on deciding until the server is gone. */
export async function decideUntilKilled(url: string, dataDir: string, kill: () => Promise<void>, afterMs: number) {
  const deciding = decide(url, dataDir, 1_000_000).catch(() => undefined)
  await sleep(afterMs)
  await kill()
  await deciding
}

/** Writes until the log has grown by so much, MB, through the product's own driver. Answers the largest it was on disk, MB. */
export async function write(dataDir: string, megabytes: number): Promise<number> {
  const db = await openDatabase({ dataDir, databaseUrl: null }, quiet)
  const ask = <T>(text: string) => db.owner((tx) => tx.query<T>(text))
  try {
    await ask('create table bench_written (n int, text text)')
    const [began] = await ask<{ at: string }>('select pg_current_wal_insert_lsn()::text as at')
    const written = async () =>
      Number(
        (
          await ask<{ mb: string }>(
            `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '${began?.at}') / 1048576 as mb`,
          )
        )[0]?.mb,
      )
    return await largestLog(dataDir, async () => {
      do
        for (let n = 0; n < 10; n++)
          await ask(
            `insert into bench_written select n, repeat(md5(random()::text), 20) from generate_series(1, 300) n`,
          )
      while ((await written()) < megabytes)
      await ask('drop table bench_written')
    })
  } finally {
    await db.close()
  }
}
