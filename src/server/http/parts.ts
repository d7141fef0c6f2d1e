import type { Handler, RequestContext } from '../core/context.ts'
import type { GenericName, RoundsCall } from '../core/handlers.ts'

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
