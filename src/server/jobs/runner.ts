import type { ServerContext } from '../core/context/context.ts'
import { isUnavailable } from '../core/errors.ts'
import { logged, note } from '../database/actionLogs.ts'
import { claim, type Ending, finish, isDead, type Job, LEASE, renew } from './queue.ts'

/** Context of a handler beside the job. */
export interface Run {
  /** True when the work is to stop at the next safe place: the process ends, the job was cancelled or taken away. */
  stopped(): boolean
  /** Reports the progress of the job; written at most once per interval. */
  progress(done: number, total: number | null): void
}

/**
 * Does one job. Returning means it is done, or what it answers; throwing is an error that is tried again. Must bear to
 * be run again after a crash at any place.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most handlers answer nothing
export type JobHandler = (context: ServerContext, job: Job, run: Run) => Promise<Ending | void>

/**
 * Last work for a job that is given up, before that is recorded: also where each of its runners died, and no handler came to its
 * end. Must bear to be run again.
 */
export type GivenUp = (context: ServerContext, job: Job) => Promise<void>

/** Job kinds that a process runs, and how many of each lane at once. Lanes that are not named are not served. */
export interface Works {
  readonly kinds: Readonly<Record<string, JobHandler>>
  readonly givenUp?: Readonly<Record<string, GivenUp>>
  readonly lanes: Readonly<Record<string, number>>
}

/** The runner of a process. */
export interface Runner {
  /** Looks for work now instead of at the next tick. */
  kick(): void
  /** Waits until running jobs reached a safe point; takes no more jobs. */
  stop(): Promise<void>
}

/** How often an idle runner looks, ms. */
const EVERY = 1_000

const messageOf = (e: unknown): string => (e instanceof Error ? e.message : String(e))

/**
 * Logs the end of a job: jobs that a person requested and all failures; successful jobs of the clock are not logged.
 */
export function noteJob(context: ServerContext, job: Job, ending: Ending, ms: number): void {
  const failed = ending.state === 'error' ? ending.error : null
  if (ending.state === 'later' || (job.tenantId === '' && failed === null)) return
  const [zh, en] = failed === null ? ['完成', 'done'] : [`失败：${failed}`, `failed: ${failed}`]
  note(context, {
    log: 'usual',
    ...(job.tenantId ? { tenantId: job.tenantId } : {}),
    row: {
      serviceId: 'rounds-jobs',
      logLevel: failed === null ? 'INFO' : 'WARN',
      logId: job.id,
      logData: logged(`作业 ${job.kind} 第 ${job.attempts} 次执行${zh}`, 4_000),
      logDataEn: logged(`Job ${job.kind}, run ${job.attempts}: ${en}`, 4_000),
      time: ms,
    },
  })
}

/** Runs one job to its end: renews its lease, reports its progress, writes its result. Does not reject. */
async function perform(
  context: ServerContext,
  handler: JobHandler,
  job: Job,
  ended: () => boolean,
  givenUp: GivenUp | undefined,
): Promise<void> {
  const begun = Date.now()
  let gone = false
  let reported: { readonly done: number; readonly total: number | null } | undefined
  const beatOnce = async (): Promise<void> => {
    const progress = reported
    reported = undefined
    if ((await renew(context, job, progress)) !== 'kept') gone = true
  }
  const beat = setInterval(() => void beatOnce().catch(() => undefined), (LEASE * 1000) / 10)
  beat.unref()
  const run: Run = {
    stopped: () => gone || ended(),
    progress: (done, total) => {
      reported = { done, total }
    },
  }
  let ending: Ending
  try {
    // a job that ends its process each time must not run forever
    if (job.attempts > job.most) ending = { state: 'error', error: 'its runner died every time', final: true }
    else ending = (await handler(context, job, run)) ?? { state: 'done' }
  } catch (e) {
    ending = { state: 'error', error: messageOf(e) }
  } finally {
    clearInterval(beat)
  }
  try {
    if (reported) await beatOnce()
    // where this fails the job is not ended, and is taken up again when its lease is over
    if (givenUp && isDead(job, ending) && !gone) await givenUp(context, job)
    const state = await finish(context, job, ending)
    noteJob(context, job, ending, Date.now() - begun)
    if (ending.state === 'error')
      context.log[state === 'failed' ? 'error' : 'warn'](
        `job ${job.kind} ${job.id}, run ${job.attempts}: ${ending.error}${state === 'failed' ? ' (given up)' : ''}`,
      )
  } catch (e) {
    // its lease ends by itself, then it is run again
    if (!isUnavailable(e)) context.log.warn(`job ${job.kind} ${job.id} could not be ended: ${messageOf(e)}`)
  }
}

/** Runs jobs of the given kinds, each lane by itself, whichever instance queued them. */
export function startRunner(context: ServerContext, works: Works, every = EVERY): Runner {
  let ended = false
  let wake: () => void = () => undefined
  let kicked = false
  const kinds = Object.keys(works.kinds)
  const busy = new Map<string, number>()
  const hands = new Set<Promise<void>>()

  const kick = (): void => {
    kicked = true
    wake()
  }

  const free = (): Record<string, number> =>
    Object.fromEntries(
      Object.entries(works.lanes).flatMap(([lane, places]) => {
        const left = places - (busy.get(lane) ?? 0)
        return left > 0 ? [[lane, left]] : []
      }),
    )

  const take = (job: Job): void => {
    const handler = works.kinds[job.kind]
    if (!handler) return
    busy.set(job.lane, (busy.get(job.lane) ?? 0) + 1)
    const hand = perform(context, handler, job, () => ended, works.givenUp?.[job.kind]).finally(() => {
      busy.set(job.lane, (busy.get(job.lane) ?? 1) - 1)
      hands.delete(hand)
      kick()
    })
    hands.add(hand)
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
        const places = free()
        const jobs = Object.keys(places).length > 0 ? await claim(context, kinds, places) : []
        for (const job of jobs) take(job)
        if (jobs.length > 0) continue
      } catch (e) {
        if (!ended && !isUnavailable(e)) context.log.warn(`jobs: ${messageOf(e)}`)
      }
      await rest()
    }
  })()

  return {
    kick,
    async stop() {
      ended = true
      wake()
      await loop
      await Promise.all(hands)
    },
  }
}
