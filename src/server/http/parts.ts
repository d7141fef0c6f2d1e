import type { RoundsId } from '../../model/roundsCalls.ts'
import type { Handler, RequestContext } from '../core/context/context.ts'
import type { GenericName, Prepare } from '../core/context/handlers.ts'

/** The product's own calls that the HTTP side answers itself. */
export type FrontId = 'rounds.catalogue' | 'rounds.names' | 'rounds.events' | 'rounds.health' | 'rounds.openapi'

/** Handlers that `buildApp` puts behind the routes. Tests may give their own. */
export interface Parts {
  /** Handlers of a resource's generic operations. */
  generic(resourceId: string): Readonly<Partial<Record<GenericName, Handler>>>
  /** The handler of a resource's named list. */
  list(resourceId: string, name: string): Handler | undefined
  /** Answers a call that carries transitions. */
  decideByCall(request: RequestContext, resourceId: string, names: readonly string[]): Promise<unknown>
  /** Handlers of the product's own calls besides those of the HTTP side. */
  readonly rounds: Readonly<Partial<Record<RoundsId, Handler>>>
  /** First reads of some of them. */
  readonly ahead?: Readonly<Partial<Record<RoundsId, Prepare>>>
}
