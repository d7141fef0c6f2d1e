import { cpSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../src/server/core/database.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { SEARCH_TABLE } from '../../../src/server/database/schema/search.ts'
import { fillTenants } from '../../../src/server/seed/large.ts'
import { multipliedTables } from '../../../src/server/seed/multiply/multiply.ts'
import { StatementTimes } from '../../../src/server/seed/multiply/spent.ts'
import { seedSmall } from '../../../src/server/seed/small.ts'
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
// Sorting makes a row of the larger one dearer by a fifth; a statement that reads all rows for each, four times.

const TENANT = 'growth'
/** Settlement orders of the smaller load and of the larger one, about: four times as many copies. */
const SIZES = testUrl() ? ([2_000, 6_800] as const) : ([1_200, 3_600] as const)
const ROUNDS = 2
/** How much dearer a row of the larger load may be. */
const DEARER = 2
/** How much dearer a row of one statement may be, and how long it takes at least in the larger load, ms: less says nothing. */
const DEARER_ONE = 3
const LONG = 1_000

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

/**
 * Duration of a load, ms, its rows, and the time of each kind of statement per row of its own or, without any, of all.
 */
interface Load {
  readonly perRow: number
  readonly statements: ReadonlyMap<string, { readonly ms: number; readonly perRow: number }>
}

/** Multiplies a copy of the small demo. */
async function loaded(orders: number): Promise<Load> {
  return opened(await place(small), async (db) => {
    const before = await rowsIn(db)
    const times = new StatementTimes()
    const from = performance.now()
    await fillTenants(db, [{ tenantId: TENANT, orders }], () => undefined, times)
    const ms = performance.now() - from
    const rows = (await rowsIn(db)) - before
    console.log(`${orders} orders: ${rows} rows in ${Math.round(ms / 1000)} s, ${(ms / rows).toPrecision(3)} ms a row`)
    const statements = [...times.all()].map(
      ([name, one]) => [name, { ms: one.ms, perRow: one.ms / (one.rows || rows) }] as const,
    )
    return { perRow: ms / rows, statements: new Map(statements) }
  })
}

/** The better of two measures of a size, statement by statement. */
const better = (a: Load | undefined, b: Load): Load =>
  a === undefined
    ? b
    : {
        perRow: Math.min(a.perRow, b.perRow),
        statements: new Map(
          [...b.statements].map(([name, one]) => {
            const other = a.statements.get(name) ?? one
            return [name, one.perRow < other.perRow ? one : other] as const
          }),
        ),
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

test('a row of a large demo costs no more where there are many, and none of its statements grows faster than its rows', async () => {
  const best: Load[] = []
  for (let n = 0; n < ROUNDS; n++)
    for (const [i, orders] of SIZES.entries()) best[i] = better(best[i], await loaded(orders))
  const [fewer, more] = best as [Load, Load]
  const grown = [...more.statements].flatMap(([name, { ms, perRow }]) => {
    const times = perRow / (fewer.statements.get(name)?.perRow ?? Number.POSITIVE_INFINITY)
    return ms > LONG && times > DEARER_ONE
      ? [`${name}: ${times.toFixed(1)} times as long a row, ${Math.round(ms)} ms`]
      : []
  })
  expect(grown).toEqual([])
  expect(more.perRow / fewer.perRow).toBeLessThan(DEARER)
}, 3_600_000)
