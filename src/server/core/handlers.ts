import type { Handler } from './context.ts'

/** The generic operations, by the last segment of their path. */
export type GenericName = 'list' | 'page' | 'detail' | 'submit' | 'save' | 'add' | 'update' | 'remove' | 'tree'

/** A Rounds call (below /api, see `ROUNDS`). */
export interface RoundsCall {
  readonly method: 'GET' | 'POST'
  readonly handler: Handler
}
