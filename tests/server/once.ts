import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Server tests that need no second database, by reason. `npm test` runs them on the embedded database only, `npm run
 * verify` on both. What is not named here runs on both always.
 */
const ONCE: Readonly<Record<string, string>> = {
  'access/pure.test.ts': 'pure functions',
  'decisions/states.test.ts': 'who may take which step where is found in the model; lifecycle.test.ts asks on both',
  'http/admission.test.ts': 'requests wait before anything is asked of the database',
  'http/config.test.ts': 'pure functions',
  'http/doors.test.ts': 'heads, methods, bodies and addresses are judged before anything is asked of the database',
  'http/listener.test.ts': 'pure functions',
  'http/network.test.ts': 'pure functions',
  'http/openapi.test.ts': 'the document is made from the model',
  'http/owners.test.ts': 'whose rows are whose is said in the model; families.test.ts asks every family on both',
  'http/quotas.test.ts': 'each limit through its call; the one statement they share is in limits.test.ts, on both',
  'http/requestLog.test.ts': 'a line of the log is made of the request and its answer',
  'http/routes.test.ts': 'routes are found in the model',
  'http/start.test.ts': 'starts the program on data folders of its own',
  'http/times.test.ts': 'time limits of connections, before a request is whole',
  'seed/play.test.ts': 'the demo is played in memory, before any database has it',
  'store/gate.test.ts': 'pure functions',
  'store/lock.test.ts': 'the lock of a folder is taken before a database is opened in it',
}

/** The files of `ONCE`, relative to the root. @throws Error for one that is not there any more. */
export const onceFiles = (): string[] =>
  Object.keys(ONCE).map((name) => {
    const path = `tests/server/${name}`
    if (!existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)))) throw new Error(`${path} is not there`)
    return path
  })
