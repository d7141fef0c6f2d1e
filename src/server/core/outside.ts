import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Runs work outside of the request that starts it (hints to other instances, jobs): it takes its own turn at the
 * database and delays no request.
 */
export const outside = AsyncLocalStorage.snapshot()
