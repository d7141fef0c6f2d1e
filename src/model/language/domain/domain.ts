import type { ClockEdge } from '../every.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { Queue } from '../queue.ts'
import type { Resource } from '../resource.ts'
import type { AnyCall } from './call.ts'
import type { PublicPage } from './page.ts'
import type { Port } from './port.ts'

/** Declarations of one folder of a domain: resources, lifecycles, queues, calls, clock edges, ports and public pages. */
export interface DomainPart {
  // biome-ignore lint/suspicious/noExplicitAny: resources of any shape
  readonly resources?: readonly Resource<string, any>[]
  // biome-ignore lint/suspicious/noExplicitAny: lifecycles of any shape
  readonly lifecycles?: readonly Lifecycle<string, any>[]
  readonly queues?: readonly Queue[]
  readonly calls?: readonly AnyCall[]
  readonly every?: readonly ClockEdge[]
  readonly ports?: readonly Port[]
  readonly pages?: readonly PublicPage[]
}

/** The model half of a domain: one lazy chunk in the browser. */
export interface Domain extends Required<DomainPart> {
  readonly name: string
}

/** Composes a domain of its parts, in their order; its resources and queues name the domain. */
export const defineDomain = (name: string, ...parts: readonly DomainPart[]): Domain => ({
  name,
  resources: parts.flatMap((part) => part.resources ?? []).map((r) => ({ ...r, domain: name })),
  lifecycles: parts.flatMap((part) => part.lifecycles ?? []),
  queues: parts.flatMap((part) => part.queues ?? []).map((q) => ({ ...q, domain: name })),
  calls: parts.flatMap((part) => part.calls ?? []),
  every: parts.flatMap((part) => part.every ?? []),
  ports: parts.flatMap((part) => part.ports ?? []),
  pages: parts.flatMap((part) => part.pages ?? []),
})
