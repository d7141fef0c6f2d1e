import type { AnyCall } from './call.ts'
import type { ClockEdge } from './every.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { PublicPage } from './page.ts'
import type { Port } from './port.ts'
import type { Queue } from './queue.ts'
import type { Resource } from './resource.ts'

/**
 * A folder of the model: resources, lifecycles, queues, calls, clock edges, ports and public pages of one part of the business; one lazy chunk in the
 * browser.
 */
export interface Module {
  readonly id: string
  // biome-ignore lint/suspicious/noExplicitAny: resources of any shape
  readonly resources: readonly Resource<string, any>[]
  // biome-ignore lint/suspicious/noExplicitAny: lifecycles of any shape
  readonly lifecycles?: readonly Lifecycle<string, any>[]
  readonly queues?: readonly Queue[]
  readonly calls?: readonly AnyCall[]
  readonly every?: readonly ClockEdge[]
  readonly ports?: readonly Port[]
  readonly pages?: readonly PublicPage[]
}

/** Ties a module together and stamps its resources and queues with the module they belong to. */
export const defineModule = (s: Module): Module => ({
  ...s,
  resources: s.resources.map((r) => ({ ...r, module: s.id })),
  ...(s.queues ? { queues: s.queues.map((q) => ({ ...q, module: s.id })) } : {}),
})
