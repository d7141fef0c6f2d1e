import type { Label } from '../../values/label.ts'
import type { Fields, ValueOf } from '../fields/field.ts'

/** Request to a partner. A repetition under the same key is carried out once. */
export interface PortCall<In extends Fields = Fields, Out extends Fields = Fields> {
  readonly title: Label
  /** Fields of the request. */
  readonly in: In
  /** Fields of a valid answer. An answer that lacks one counts as no answer. */
  readonly out: Out
  /** Why the partner may say no, by its own codes: what people read instead of the code. */
  readonly failures: Readonly<Record<string, Label>>
  /** How often it is tried while nobody answers. Default: eight times, longer and longer apart. */
  readonly tries?: number
}

/** A system outside that the product asks for something. Who answers is settled elsewhere (server/ports). */
// biome-ignore lint/suspicious/noExplicitAny: calls of any shape
export interface Port<Id extends string = string, C extends Readonly<Record<string, PortCall<any, any>>> = any> {
  readonly id: Id
  readonly title: Label
  /** How long one call may take, seconds, where the configuration says nothing else. Default 10. */
  readonly seconds?: number
  readonly calls: C
}

/** Declares a port. */
// biome-ignore lint/suspicious/noExplicitAny: calls of any shape
export const port = <const Id extends string, const C extends Readonly<Record<string, PortCall<any, any>>>>(
  id: Id,
  spec: Omit<Port<Id, C>, 'id'>,
): Port<Id, C> => ({ id, ...spec })

type ValuesOf<F> = { readonly [K in keyof F]: ValueOf<F[K]> }
/** The name of a call of a port. */
export type CallName<P extends Port> = Extract<keyof P['calls'], string>
/** Input of a call of a port. */
export type InOf<P extends Port, C extends CallName<P>> = ValuesOf<P['calls'][C]['in']>
/** Answer of a call of a port. */
export type OutOf<P extends Port, C extends CallName<P>> = ValuesOf<P['calls'][C]['out']>

/** The parameter that says which adapter serves a port: `port.messagePush` = `sandbox` or `http`. */
export const portParam = (id: string): string => `port.${id}`

/** How an outside call can fail. Only `REJECTED` is an answer; after the others it is unknown whether it was done. */
export const PORT_FAILURES = ['TIMEOUT', 'REJECTED', 'UNAVAILABLE', 'INVALID'] as const
export type PortFailure = (typeof PORT_FAILURES)[number]
