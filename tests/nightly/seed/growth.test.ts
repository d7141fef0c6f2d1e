import { cpSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../src/server/core/database.ts'
import { fillTenants } from '../../../src/server/seed/large.ts'
import { multipliedTables } from '../../../src/server/seed/multiply/multiply.ts'
import { seedSmall } from '../../../src/server/seed/small.ts'
import { openDatabase } from '../../../src/server/store/open.ts'
import { SEARCH_TABLE } from '../../../src/server/store/schema/search.ts'
import { testContext } from '../../server/app.ts'
import {
  dropPostgresDatabase,
  migratedFolder,
  newFolder,
  newPostgresDatabase,
  quiet,
  testUrl,
} from '../../server/harness.ts'

// A time is compared in a test here, where tests have none else: a statement of the multiplication that is planned wrongly
// for many rows gives right rows, only hours later, and nothing but time tells. It is allowed because no machine is asked how
// fast it is: both sizes are measured in one process on one machine, in turn and twice, the better one of each counts, and
// each is so large that what a load takes however few rows there are (a thousand indexes, statistics) is the smaller part.
// Sorting makes a row of the larger one dearer by a fifth; a statement that reads all rows for each makes it several times so.

const TENANT = 'growth'
/** Settlement orders of the smaller load and of the larger one, about. */
const SIZES = testUrl() ? ([2_000, 8_000] as const) : ([800, 3_200] as const)
const ROUNDS = 2
/** How much dearer a row of the larger load may be. */
const DEARER = 2

/** A database of its own, by folder or URL. */
interface Place {
  readonly dataDir: string
  readonly databaseUrl: string | null
}
const made: Place[] = []
let small: Place

/** A new database: empty, or a copy of one that nobody has open. */
async function place(copyOf?: Place): Promise<Place> {
  const url = testUrl()
  const one: Place = url
    ? { dataDir: '', databaseUrl: await newPostgresDatabase(url, copyOf?.databaseUrl ?? undefined) }
    : { dataDir: copyOf ? newFolder() : await migratedFolder(), databaseUrl: null }
  if (copyOf && !url) cpSync(copyOf.dataDir, one.dataDir, { recursive: true })
  made.push(one)
  return one
}

async function opened<T>(at: Place, run: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(at, quiet)
  try {
    return await run(db)
  } finally {
    await db.close()
  }
}

const rowsIn = (db: Database): Promise<number> =>
  db.owner(async (tx) => {
    let sum = 0
    for (const t of [...multipliedTables(), SEARCH_TABLE]) {
      const [found] = await tx.query<{ n: string }>(`select count(*) n from "${t}" where tenant_id = $1`, [TENANT])
      sum += Number(found?.n)
    }
    return sum
  })

/** Multiplies a copy of the small demo; milliseconds a row that came of it. */
async function perRow(orders: number): Promise<number> {
  return opened(await place(small), async (db) => {
    const before = await rowsIn(db)
    const told: string[] = []
    const from = performance.now()
    await fillTenants(db, [{ tenantId: TENANT, orders }], (text) => told.push(text))
    const ms = performance.now() - from
    const rows = (await rowsIn(db)) - before
    console.log(`${orders} orders: ${rows} rows in ${Math.round(ms / 1000)} s, ${(ms / rows).toPrecision(3)} ms a row`)
    console.log(told.filter((text) => text.includes(' rows ')).join('\n'))
    return ms / rows
  })
}

beforeAll(async () => {
  small = await place()
  const { config } = await testContext()
  await opened(small, (db) =>
    seedSmall(db, { today: '2024-06-15', demoPassword: 'admin', config, tenantId: TENANT, others: false }),
  )
})
afterAll(async () => {
  for (const { databaseUrl } of made) if (databaseUrl) await dropPostgresDatabase(databaseUrl)
})

test('a row of a large demo costs no more than twice as much where there are four times as many', async () => {
  const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let n = 0; n < ROUNDS; n++)
    for (const [i, orders] of SIZES.entries()) best[i as 0 | 1] = Math.min(best[i as 0 | 1], await perRow(orders))
  const [fewer, more] = best
  expect(more / fewer).toBeLessThan(DEARER)
}, 3_600_000)
