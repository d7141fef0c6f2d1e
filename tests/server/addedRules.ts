import type { Handler } from '../../src/server/core/context.ts'
import type { Rules } from '../../src/server/writing/rules.ts'

// Apart from domains.ts: what tests declare comes before the server, which reads the model when it is loaded.

/** Rules of the business and of families that exist in tests only, by resource. */
export const testRules = new Map<string, Rules>()

/** Handlers of the business and of calls that exist in tests only, by the id of the call. */
export const testHandlers = new Map<string, Handler>()
