import type { ServerDomains } from '../../src/server/core/domains.ts'
import { domains } from '../../src/server/domains.ts'
import type { DeclaredHandler } from '../../src/server/records/handle.ts'
import { testHandlers, testRules, testViews } from './addedRules.ts'

for (const [id, own] of domains.rules) testRules.set(id, own)
for (const [id, own] of domains.handlers) testHandlers.set(id, own)
for (const [name, sql] of domains.views) testViews.set(name, sql)

/** The business of tests: the product's, beside which a test may add rules (declared.ts) and calls for a while. */
export const testDomains: ServerDomains = { ...domains, rules: testRules, handlers: testHandlers, views: testViews }

/** Adds handlers of calls that exist in tests only. */
export function addCalls(calls: readonly DeclaredHandler[]): void {
  for (const { call, handler } of calls) testHandlers.set(call.id, handler)
}
