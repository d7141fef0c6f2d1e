import type { ServerContext } from './core/context.ts'
import { runBatchJob, stopBatches } from './decisions/batch.ts'
import { interruptLeft } from './decisions/batchStore.ts'
import { setRunner } from './jobs/kick.ts'
import { type Runner, startRunner } from './jobs/runner.ts'
import { sweep } from './jobs/sweep.ts'
import { rotateSecrets } from './store/secrets.ts'

const HOUR = 3_600_000

/**
 * Starts the background work of a process: marks batches that a dead process left, runs queued jobs, sweeps hourly what
 * has expired. Called once by the server's start; `stop()` drains.
 */
export async function startJobs(context: ServerContext): Promise<Runner> {
  const left = await interruptLeft(context)
  if (left > 0) context.log.warn(`${left} unfinished batches of an earlier process wait to be resumed`)
  await rotateSecrets(context.db).then(
    (n) => n > 0 && context.log.info(`${n} secrets are encrypted with the key in use now`),
    (e: unknown) => context.log.warn(`secrets: ${e instanceof Error ? e.message : String(e)}`),
  )
  const runner = startRunner(context, { batch: runBatchJob })
  const clean = () =>
    void sweep(context).catch((e: unknown) => context.log.warn(`sweep: ${e instanceof Error ? e.message : String(e)}`))
  const timer = setInterval(clean, HOUR)
  timer.unref()
  const all: Runner = {
    kick: () => runner.kick(),
    async stop() {
      clearInterval(timer)
      setRunner(context, null)
      await Promise.all([runner.stop(), stopBatches(context)])
    },
  }
  setRunner(context, all)
  return all
}
