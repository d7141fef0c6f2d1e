import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Server tests that one database is enough for, by reason: `npm test` runs the first ones on the embedded database, the
 * second ones on PostgreSQL where there is one, which answers in half the time; `npm run verify` runs all on both. What
 * is not named here runs on both always, but for the copied demo (seed/demo.test.ts). `ROUNDS_SHARED_BY` names the
 * database that a run is on while the suite is shared by two; without it all tests run.
 */
const EMBEDDED: Readonly<Record<string, string>> = {
  'access/pure.test.ts': 'pure functions',
  'http/admission.test.ts': 'requests wait before anything is asked of the database',
  'http/config.test.ts': 'pure functions',
  'http/doors.test.ts': 'heads, methods, bodies and addresses are judged before anything is asked of the database',
  'http/listener.test.ts': 'pure functions',
  'http/network.test.ts': 'pure functions',
  'http/openapi.test.ts': 'the document is made from the model',
  'http/requestLog.test.ts': 'a line of the log is made of the request and its answer',
  'http/routes.test.ts': 'routes are found in the model',
  'http/start.test.ts': 'starts the program on data folders of its own',
  'http/times.test.ts': 'time limits of connections, before a request is whole',
  'seed/moneyDoc.test.ts': 'the page is made from the declarations',
  'seed/play.test.ts': 'the demo is played in memory, before any database has it',
  'store/gate.test.ts': 'pure functions',
  'store/lock.test.ts': 'the lock of a folder is taken before a database is opened in it',
}

const POSTGRES: Readonly<Record<string, string>> = {
  'decisions/chainWalks.test.ts': 'the steps are those of walks.test.ts and payments.test.ts, on both',
  'decisions/moneyCalls.test.ts': 'many at once are truly so on PostgreSQL; races.test.ts asks on both',
  'decisions/states.test.ts': 'who may take which step where is found in the model; lifecycle.test.ts asks on both',
  'http/fuzz.test.ts': 'what a parameter does wrong it does on both',
  'http/matrix.test.ts': 'who may ask what is found in the model',
  'http/owners.test.ts': 'whose rows are whose is said in the model; families.test.ts asks every family on both',
  'http/quotas.test.ts': 'each limit through its call; the one statement they share is in limits.test.ts, on both',
  'records/columns.test.ts': 'columns are made by SQL that codec.test.ts and families.test.ts ask on both',
  'records/files.test.ts':
    'files, exports and imports read and write by the statements of the generic calls, which families.test.ts asks on both',
  'records/masked.test.ts': 'what is masked is found in the model; families.test.ts reads every family on both',
  'seed/invariants.test.ts': 'invariants are plain SQL; demo.test.ts asks all of them on both',
  'seed/verifyLedger.test.ts': 'invariants are plain SQL; demo.test.ts asks all of them on both',
  'store/explain.test.ts': 'a million rows by their statistics are planned for by the same planner',
  'store/schema.test.ts': 'the schema is made by the same statements; every other test stands on it',
}

/** Tests that only `npm run verify` runs, and what stands for them in the short run. */
const LONG: Readonly<Record<string, string>> = {
  'decisions/payCrash.test.ts': 'crash.test.ts and integrations/bankCrash.test.ts kill a server once each',
}

/** Files relative to the root. @throws Error for one that is not there any more. */
const filesOf = (names: Readonly<Record<string, string>>): string[] =>
  Object.keys(names).map((name) => {
    const path = `tests/server/${name}`
    if (!existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)))) throw new Error(`${path} is not there`)
    return path
  })

/** The test files that a run leaves to the other database: `of` is the one that the run is on, none for all tests. */
export const leftOut = (of: string | undefined): string[] => [
  ...(of === 'embedded' ? filesOf(POSTGRES) : of === 'postgres' ? filesOf(EMBEDDED) : []),
  ...(process.env.ROUNDS_LONG === '1' ? [] : filesOf(LONG)),
]

/** Whether the run is on this database, and another one asks the rest. */
export const isLeftToOthers = (database: 'embedded' | 'postgres'): boolean => process.env.ROUNDS_SHARED_BY === database
