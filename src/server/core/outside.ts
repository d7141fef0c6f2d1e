import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Runs what is no part of the request that happens to start it (hints to other instances, jobs): it takes its own turn at the
 * database and holds up nobody's.
 */
export const outside = AsyncLocalStorage.snapshot()
