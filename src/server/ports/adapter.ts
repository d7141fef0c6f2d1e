import type { CallName, InOf, OutOf, Port } from '../../model/language/domain/port.ts'
import type { PortSettings } from '../core/settings/portSettings.ts'
import type { PortFiles } from './files.ts'

/** Options of a call beside its input. */
export interface Asking {
  /** The partner does the same key once and answers it alike. */
  readonly key: string
  /** 1 for the first try. */
  readonly attempt: number
  /** Given up when the time limit is over. */
  readonly signal: AbortSignal
}

/** A partner's answer about a key. `absent`: unknown, so the request may be sent (again). */
export type Known<Out> =
  | { readonly state: 'done'; readonly out: Out }
  | { readonly state: 'rejected'; readonly providerCode: string; readonly message: string }
  | { readonly state: 'pending' }
  | { readonly state: 'absent' }

/** Adapter's implementation of a call of a port. Throws `PortError`. */
export interface Carrier<In = unknown, Out = unknown> {
  call(input: In, asking: Asking): Promise<Out>
  find(input: In, asking: Asking): Promise<Known<Out>>
}

/** Whoever answers for a port: a sandbox, or the partner over http. */
export type AdapterOf<P extends Port> = { readonly [C in CallName<P>]: Carrier<InOf<P, C>, OutOf<P, C>> }

/** Any adapter. */
// biome-ignore lint/suspicious/noExplicitAny: calls of any shape
export type AnyAdapter = Readonly<Record<string, Carrier<any, any>>>

/** The adapters of one port. `http` throws `PortError` when it is not configured. `files`: those of the tenant that asks. */
export interface Adapters<A extends AnyAdapter = AnyAdapter> {
  /** `publicUrl`: what links in messages begin with; null where nobody said. */
  sandbox(files: PortFiles, publicUrl: string | null): A
  http(settings: PortSettings, files: PortFiles, publicUrl: string | null): A
}
