import type { Handler, RequestContext } from '../core/context.ts'
import type { GenericName, RoundsCall } from '../core/handlers.ts'

/** What `buildApp` puts behind the routes. Tests may give their own. */
export interface Parts {
  /** Handlers of a resource's generic operations. */
  generic(resourceId: string): Readonly<Partial<Record<GenericName, Handler>>>
  /** The handler of a resource's named list. */
  list(resourceId: string, name: string): Handler | undefined
  /** Answers a call that carries transitions. */
  decideByCall(request: RequestContext, resourceId: string, names: readonly string[]): Promise<unknown>
  /** Rounds calls that work on records, by path below /api. */
  readonly rounds: Readonly<Record<string, RoundsCall>>
}
