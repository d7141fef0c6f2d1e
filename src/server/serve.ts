import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { actorNow } from './auth/who.ts'
import { consoleBuilt } from './consoleBuild.ts'
import { createServerContext } from './core/context/createContext.ts'
import { makeLog } from './core/context/log.ts'
import type { Database } from './core/database.ts'
import { type Config, isLoopback } from './core/settings/config.ts'
import { keysOf, setKeys } from './core/settings/secrets.ts'
import { StartError } from './core/settings/startError.ts'
import { startActionLogs } from './database/actionLogs.ts'
import { admitKeys } from './database/keys/admit.ts'
import { startHeartbeat } from './database/keys/instances.ts'
import { openDatabase } from './database/open.ts'
import { checkViews } from './database/views/check.ts'
import { makeDemo } from './demoProcess.ts'
import { domains } from './domains.ts'
import { firstStart, hasUsers } from './firstStart.ts'
import { buildApp } from './http/app.ts'
import { VERSION } from './http/health.ts'
import { realParts } from './parts.ts'
import { startJobs } from './startJobs.ts'

/** Connections that may wait to be taken. Beyond it the system drops them, and browsers try again after seconds. */
const BACKLOG = 4_096
const CONSOLE = fileURLToPath(new URL('../../dist/console', import.meta.url))

/** Sentence for a failed listen. */
function listenError(e: unknown, { host, port }: Config): unknown {
  const code = (e as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is already in use; stop what listens there or set another PORT.`)
  if (code === 'EACCES') return new StartError(`This user may not listen on port ${port}; set PORT to 1024 or more.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError(`HOST ${host} is not an address of this machine.`)
  return e
}

const addressOf = (host: string, port: number): string => {
  const name =
    isLoopback(host) || host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** Opens the database; an empty one that is to have demo data gets it first. */
async function openFilled(config: Config, log: ReturnType<typeof makeLog>): Promise<Database> {
  const db = await openDatabase(config, log)
  if (config.seed !== 'small' || (await hasUsers(db))) return db
  await db.close()
  await makeDemo()
  return openDatabase(config, log)
}

/**
 * Starts database, first data, application and background work, then listens. `say`: tells a line to who started it.
 * Returns a function that stops everything.
 */
export async function serve(config: Config, say: (text: string) => void): Promise<() => Promise<void>> {
  const log = makeLog(config.logLevel)
  setKeys(keysOf(config))
  const db = await openFilled(config, log)
  try {
    await checkViews(db, domains.views)
    await admitKeys(db)
    const context = createServerContext(config, db, domains, log, actorNow)
    const endHeartbeat = await startHeartbeat(context)
    const notes = await firstStart(context, say)
    await consoleBuilt()
    const app = await buildApp(context, realParts, { dist: CONSOLE })
    const logs = startActionLogs(context)
    await app.listen({ host: config.host, port: config.port, backlog: BACKLOG }).catch((e: unknown) => {
      throw listenError(e, config)
    })
    const jobs = await startJobs(context)

    const bound = app.server.address()
    const port = bound && typeof bound === 'object' ? bound.port : config.port
    say(`Rounds ${VERSION} on ${db.kind === 'embedded' ? 'embedded ' : ''}PostgreSQL ${db.version}`)
    if (!existsSync(join(CONSOLE, 'index.html')))
      say('The console is not built yet (npm run build); only the API is served.')
    say(`→ ${addressOf(config.host, port)}`)
    for (const note of notes) say(note)

    return async () => {
      await app.close()
      await jobs.stop()
      await logs.stop()
      await endHeartbeat()
      await db.close()
    }
  } catch (e) {
    await db.close().catch(() => undefined)
    throw e
  }
}
