import type { ServerContext } from '../core/context.ts'
import type { Runner } from './runner.ts'

const runners = new WeakMap<object, Runner>()

/** Remembers the runner of a process, by database; null forgets it. */
export const setRunner = (context: ServerContext, runner: Runner | null): void => {
  if (runner) runners.set(context.db, runner)
  else runners.delete(context.db)
}

/** Notifies this process's runner of new work. Other instances find it within a second. */
export const kickJobs = (context: ServerContext): void => runners.get(context.db)?.kick()
