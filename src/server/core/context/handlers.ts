import type { Statement } from '../database.ts'
import type { RequestContext } from './context.ts'

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

/** First read of a call: its statement and the answer made of its rows; undefined where one read is not enough. */
export interface Ahead {
  readonly statement: Statement
  answer(rows: readonly Record<string, unknown>[]): unknown
}

/**
 * Prepares the first read of a reading call before the caller is known: `request.actor` is the presumed owner of the
 * token. The read is sent in one round trip with the query that identifies the caller. It contains all checks of the
 * call; an error counts as null, and the handler then answers alone.
 */
export type Prepare = (request: RequestContext) => Ahead | null
