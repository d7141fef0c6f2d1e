import type { ServerContext } from '../core/context.ts'
import { isUnavailable } from '../core/errors.ts'
import { claim, finish, type Job, LEASE, renew } from './queue.ts'

/** Does one kind of job. `stopped()` turns true when the process is to end: the work stops at the next safe place. */
export type JobHandler = (context: ServerContext, job: Job, stopped: () => boolean) => Promise<void>

/** The runner of a process. */
export interface Runner {
  /** Looks for work now instead of at the next tick. */
  kick(): void
  /** Waits until the job in hand came to a safe place, then takes no more. */
  stop(): Promise<void>
}

/** How often an idle runner looks, ms. */
const EVERY = 1_000

/** Runs jobs of the given kinds, one at a time, whichever instance queued them. */
export function startRunner(
  context: ServerContext,
  kinds: Readonly<Record<string, JobHandler>>,
  every = EVERY,
): Runner {
  let ended = false
  let wake: () => void = () => undefined
  let kicked = false

  const perform = async (job: Job): Promise<void> => {
    const beat = setInterval(() => void renew(context, job).catch(() => undefined), (LEASE * 1000) / 4)
    try {
      await kinds[job.kind]?.(context, job, () => ended)
      await finish(context, job, null)
    } catch (e) {
      context.log.error(`job ${job.kind} ${job.id}: ${e instanceof Error ? e.message : String(e)}`)
      await finish(context, job, e instanceof Error ? e.message : String(e))
    } finally {
      clearInterval(beat)
    }
  }

  const rest = (): Promise<void> =>
    new Promise((go) => {
      if (kicked || ended) return go()
      const timer = setTimeout(go, every)
      timer.unref()
      wake = () => {
        clearTimeout(timer)
        go()
      }
    })

  const loop = (async () => {
    while (!ended) {
      kicked = false
      try {
        const job = await claim(context, Object.keys(kinds))
        if (job) {
          await perform(job)
          continue
        }
      } catch (e) {
        if (!ended && !isUnavailable(e)) context.log.warn(`jobs: ${e instanceof Error ? e.message : String(e)}`)
      }
      await rest()
    }
  })()

  return {
    kick() {
      kicked = true
      wake()
    },
    async stop() {
      ended = true
      wake()
      await loop
    },
  }
}
