import { spawn } from 'node:child_process'
import { StartError } from './core/settings/startError.ts'

/** The argument with which this program fills an empty database and ends. */
export const DEMO = '--demo'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Fills the database in a process of its own: running the scenarios in memory takes three times the memory of serving,
 * which is then freed. A signal ends both. The other process prints its errors; after a failure this one ends with its
 * exit code.
 */
export async function makeDemo(): Promise<void> {
  const [, program = ''] = process.argv
  const child = spawn(process.execPath, [...process.execArgv, program, DEMO], {
    // the child ends with this process (`fillAlone`)
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let signalled: NodeJS.Signals | null = null
  const pass = (signal: NodeJS.Signals) => {
    signalled = signal
    child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, pass)
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((done, fail) => {
    child.once('error', fail)
    child.once('exit', (...how) => done(how))
  })
  for (const signal of SIGNALS) process.off(signal, pass)
  if (signalled) process.kill(process.pid, signalled)
  else if (signal)
    throw new StartError(
      `The demo data are not there: their process was ended by ${signal}. Start again to make them, or with SEED=none to do without.`,
    )
  if (code !== 0) process.exit(code ?? 1)
}
