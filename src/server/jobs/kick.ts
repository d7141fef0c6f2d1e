import type { ServerContext } from '../core/context/context.ts'
import { outside } from '../core/outside.ts'
import type { Runner } from './runner.ts'

/** Where instances tell each other that there is work. */
export const JOBS_CHANNEL = 'rounds_jobs'
/** Hints to other instances are bundled, ms. */
const HINT = 50

const runners = new WeakMap<object, Runner>()
/** The instances whose next hint is on its way: each says its own name. */
const hints = new WeakSet<ServerContext>()

/** Remembers the runner of a process, by database; null forgets it. */
export const setRunner = (context: ServerContext, runner: Runner | null): void => {
  if (runner) runners.set(context.db, runner)
  else runners.delete(context.db)
}

/**
 * Tells this process's runner that there is work, and the other instances, which may have more room for it. Only a hint:
 * every runner looks by itself within a second.
 */
export function kickJobs(context: ServerContext): void {
  const { db } = context
  outside(() => runners.get(db)?.kick())
  if (db.kind !== 'postgresql' || hints.has(context)) return
  hints.add(context)
  outside(() =>
    setTimeout(() => {
      hints.delete(context)
      void db.notify(JOBS_CHANNEL, context.instance).catch(() => {})
    }, HINT).unref(),
  )
}

/** Has the runner of this process look for work when another instance tells of some. Returns a function that ends that. */
export const kickedByOthers = (context: ServerContext): Promise<() => Promise<void>> =>
  context.db.listen(JOBS_CHANNEL, (from) => {
    if (from !== context.instance) runners.get(context.db)?.kick()
  })
