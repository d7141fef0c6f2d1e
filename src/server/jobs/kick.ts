import type { House } from '../http/house.ts'
import type { Runner } from './runner.ts'

const runners = new WeakMap<object, Runner>()

/** Remembers the runner of a process, by database; null forgets it. */
export const setRunner = (house: House, runner: Runner | null): void => {
  if (runner) runners.set(house.db, runner)
  else runners.delete(house.db)
}

/** Tells this process's runner that there is work. Another instance notices by itself within a second. */
export const kickJobs = (house: House): void => runners.get(house.db)?.kick()
