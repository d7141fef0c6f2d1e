import type { RequestContext } from './context.ts'
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

/**
 * Prepares the first read of a call that only reads, before it is known who asks: `request.actor` is whom the token was
 * presumed to be. The read is sent in one round trip with the question who they are. All of the call's own checks are in
 * it; what it throws counts as null: the handler then answers alone.
 */
export type Prepare = (request: RequestContext) => Ahead | null
