import * as React from 'react'
import { expect } from 'vitest'

/** React's own note of an `act` that runs: what is rendered meanwhile waits for its end. */
const internals = (React as unknown as Record<string, { readonly actQueue: unknown }>)
  .__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE

/**
 * Fails where a test left an `act` behind. React outlives the file: with an `act` that never ends nothing is rendered any
 * more, and every later test of the process waits for its time limit.
 */
export function actsEnded(): void {
  if (!internals) throw new Error('React keeps its acts elsewhere in this version')
  if (internals.actQueue !== null) throw new Error(`An act was not awaited in: ${expect.getState().currentTestName}`)
}

/** As in the browser, what happens outside an `act` is rendered in its own time; React Testing Library says otherwise to the first file alone. */
export const outsideActs = (): void => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false
}
