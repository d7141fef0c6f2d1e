import type { Handler } from '../../src/server/core/context/context.ts'
import type { ViewSql } from '../../src/server/database/views/view.ts'
import type { Rules } from '../../src/server/writing/rules.ts'

// Maps apart from domains.ts: families of tests are declared before the server is loaded, for it reads the model as it loads.

/** Rules of the business and of families that exist in tests only, by resource. */
export const testRules = new Map<string, Rules>()

/** Handlers of the business and of calls that exist in tests only, by the id of the call. */
export const testHandlers = new Map<string, Handler>()

/** SQL of the views of the business and of those that exist in tests only, by name. */
export const testViews = new Map<string, ViewSql[string]>()
