import { runBatchJob, stopBatches } from '../decisions/batch.ts'
import { interruptLeft } from '../decisions/batchStore.ts'
import type { House } from '../http/house.ts'
import { setRunner } from './kick.ts'
import { type Runner, startRunner } from './runner.ts'
import { sweep } from './sweep.ts'

const HOUR = 3_600_000

/**
 * Starts the background work of a process: marks batches that a dead process left, runs queued jobs, sweeps hourly what has
 * expired. Called once by the server's start; `stop()` drains.
 */
export async function startJobs(house: House): Promise<Runner> {
  const left = await interruptLeft(house)
  if (left > 0) house.log.warn(`${left} unfinished batches of an earlier process wait to be resumed`)
  const runner = startRunner(house, { batch: runBatchJob })
  const clean = () => void sweep(house).catch((e: unknown) => house.log.warn(`sweep: ${e instanceof Error ? e.message : String(e)}`))
  const timer = setInterval(clean, HOUR)
  timer.unref()
  const all: Runner = {
    kick: () => runner.kick(),
    async stop() {
      clearInterval(timer)
      setRunner(house, null)
      await Promise.all([runner.stop(), stopBatches(house)])
    },
  }
  setRunner(house, all)
  return all
}
