import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { actorNow } from './access/who.ts'
import { consoleBuilt } from './consoleBuild.ts'
import { type Config, HELP, isLoopback, readConfig } from './core/config.ts'
import { createServerContext } from './core/createContext.ts'
import { makeLog } from './core/log.ts'
import { keysOf, setKeys } from './core/secrets.ts'
import { StartError } from './core/startError.ts'
import { firstStart } from './firstStart.ts'
import { buildApp } from './http/app.ts'
import { VERSION } from './http/health.ts'
import { realParts } from './parts.ts'
import { startJobs } from './startJobs.ts'
import { admitKeys } from './store/keys/admit.ts'
import { openDatabase } from './store/open.ts'
import { checkViews } from './store/views/check.ts'

/** How long a drain may take, ms. */
const DRAIN = 10_000
/** Connections that may wait to be taken. Beyond it the system drops them, and browsers try again after seconds. */
const BACKLOG = 4_096
const CONSOLE = fileURLToPath(new URL('../../dist/console', import.meta.url))

/** What people see while it starts; the log is for machines. */
const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** What a failed listen means, in one sentence. */
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

/**
 * Starts database, first data, application and background work, then listens. Returns a function that stops everything.
 */
async function start(config: Config): Promise<() => Promise<void>> {
  const log = makeLog(config.logLevel)
  setKeys(keysOf(config))
  const db = await openDatabase(config, log)
  try {
    await checkViews(db)
    await admitKeys(db)
    const context = createServerContext(config, db, log, actorNow)
    const notes = await firstStart(context, say)
    await consoleBuilt()
    const app = await buildApp(context, realParts, { dist: CONSOLE })
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
      await db.close()
    }
  } catch (e) {
    await db.close().catch(() => undefined)
    throw e
  }
}

/** One sentence for what a person can mend; anything else with its stack. */
function giveUp(e: unknown): never {
  if (e instanceof StartError) process.stderr.write(`${e.message}\n`)
  else process.stderr.write(`Rounds could not start: ${e instanceof Error ? (e.stack ?? e.message) : String(e)}\n`)
  process.exit(1)
}

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  process.stdout.write(HELP)
  process.exit(0)
}

try {
  const stop = await start(readConfig(process.env))
  let ending = false
  const end = (why: string, code: number) => {
    if (ending) return
    ending = true
    say(`${why}: finishing what is running`)
    setTimeout(() => {
      process.stderr.write(`Not everything ended within ${DRAIN / 1000} seconds.\n`)
      process.exit(1)
    }, DRAIN).unref()
    stop().then(
      () => process.exit(code),
      (e: unknown) => giveUp(e),
    )
  }
  process.on('SIGTERM', () => end('SIGTERM', 0))
  process.on('SIGINT', () => end('SIGINT', 0))
  process.on('disconnect', () => end('The starter is gone', 0))
  process.on('uncaughtException', (e) => {
    process.stderr.write(`${e.stack ?? e.message}\n`)
    end('An unexpected error', 1)
  })
} catch (e) {
  giveUp(e)
}
