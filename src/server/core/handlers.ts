import type { Handler, RequestContext } from './context.ts'
import type { Statement } from './database.ts'

/** The generic operations, by the last segment of their path. */
export type GenericName =
  | 'list'
  | 'page'
  | 'detail'
  | 'submit'
  | 'save'
  | 'add'
  | 'update'
  | 'remove'
  | 'tree'
  | 'lazy-list'
  | 'lazy-tree'

/**
 * The first read of a call: what it asks the database, and the answer made of it; undefined where one read is not
 * enough.
 */
export interface Ahead {
  readonly statement: Statement
  answer(rows: readonly Record<string, unknown>[]): unknown
}

/** A Rounds call (below /api, see `ROUNDS`). */
export interface RoundsCall {
  readonly method: 'GET' | 'POST'
  readonly handler: Handler
  /**
   * Of a call that only reads: its first read, prepared before it is known who asks (`ask.actor` is whom the token was
   * presumed to be) and sent in one round trip with that question. All of the call's own checks are in it; what it
   * throws counts as null: the handler then answers alone.
   */
  readonly ahead?: (request: RequestContext) => Ahead | null
}
