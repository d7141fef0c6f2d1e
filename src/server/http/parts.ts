import type { Handler, RequestContext } from '../core/context.ts'
import type { Statement } from '../core/database.ts'

/** The generic operations, by the last segment of their path. */
export type GenericName = 'list' | 'page' | 'detail' | 'submit' | 'save' | 'add' | 'update' | 'remove' | 'tree'

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

/** What `buildApp` puts behind the routes. Tests may give their own. */
export interface Parts {
  /** Handlers of a resource's generic operations. */
  generic(resourceId: string): Readonly<Partial<Record<GenericName, Handler>>>
  /** Answers a call that carries transitions. */
  decideByCall(request: RequestContext, resourceId: string, names: readonly string[]): Promise<unknown>
  /** Rounds calls that work on records, by path below /api. */
  readonly rounds: Readonly<Record<string, RoundsCall>>
  /** Handlers of declared calls, by call id. */
  readonly calls: Readonly<Record<string, Handler>>
}
