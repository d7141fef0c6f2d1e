import { type Config, HELP, readConfig } from './core/settings/config.ts'
import { StartError } from './core/settings/startError.ts'
import { storageProblem } from './core/storage.ts'
import { isNew } from './database/embedded/dataFolder.ts'
import { DEMO, makeDemo } from './demoProcess.ts'

/** How long a drain may take, ms. */
const DRAIN = 10_000

/** Output for people during the start; the log is for machines. */
const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Exit with a sentence for errors that a person can mend; with the stack for all others. */
function giveUp(e: unknown): never {
  if (e instanceof StartError) process.stderr.write(`${e.message}\n`)
  else process.stderr.write(`Rounds could not start: ${e instanceof Error ? (e.stack ?? e.message) : String(e)}\n`)
  process.exit(1)
}

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  process.stdout.write(HELP)
  process.exit(0)
}

/** The demo first, where there is no database yet: what serves is loaded when that is over, and finds it. */
async function start(config: Config): Promise<() => Promise<void>> {
  if (config.seed === 'small' && config.databaseUrl === null && isNew(config.dataDir)) await makeDemo()
  const { serve } = await import('./serve.ts')
  return serve(config, say)
}

try {
  const config = readConfig(process.env)
  if (process.argv.includes(DEMO)) {
    const { fillAlone } = await import('./fillAlone.ts')
    await fillAlone(config, say)
    process.exit(0)
  }
  const problem = storageProblem(config.dataDir)
  if (problem)
    throw new StartError(
      `DATA_DIR ${config.dataDir} takes no files: ${problem[1]}. Mend that, or set another DATA_DIR.`,
    )
  const stop = await start(config)
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
