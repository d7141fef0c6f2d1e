import type { Label } from '../../values/label.ts'
import type { Entries, Key, Method } from '../address.ts'
import type { Fields } from '../fields/field.ts'
import type { From } from '../lifecycle.ts'
import type { Resource } from '../resource.ts'
import type { RoleAlias } from '../role.ts'
import { valuesOfStates } from '../states.ts'
import type { Answer } from './answer.ts'

/** The ids that a read answers about a record, at a name of its answer. */
export interface PresentRead {
  readonly read: AnyCall
  /** The parameter that names the record by its id. */
  readonly by: string
  readonly at: string
}

/**
 * Declaration of a call as a command of the console: in palette, keys, buttons and queues, like a transition. The call
 * itself declares roles, number of records, states and parameters.
 */
export interface CallCommand<Parameter extends string = string, Own extends string = string> {
  /** The parameters that the person is asked for, in order. Default: all of query and body. */
  readonly ask?: readonly Parameter[]
  /**
   * Present values that parameters replace: fields of the record or an answer of a read. The form for a single record
   * begins with them.
   */
  readonly present?: Readonly<Partial<Record<Parameter, Own | PresentRead>>>
  /** Suggested key in a queue. */
  readonly key?: string
  /** How the outcome reads: the button's tone and icon. Default `other`. */
  readonly result?: 'pass' | 'reject' | 'other'
  readonly danger?: boolean
  /** Moves money or fixes amounts. */
  readonly money?: boolean
  /** The parameter that says how much it moves. */
  readonly amount?: Parameter
  /** Id of the call that takes this one back; that call names this one in its `takesBack`. */
  readonly undo?: string
  /** The calls (their ids) that this one takes back: it is offered by `z`, not as a decision. */
  readonly takesBack?: readonly string[]
}

/**
 * A named call that is neither generic (list, detail, submit, remove), nor a filtered list, nor a transition. Router,
 * API document, permission matrix, fuzzers and console read it; its handler is inferred from it
 * (server/records/handle.ts). Parameters that it does not declare are refused (400) where it writes and ignored where
 * it reads.
 */
export interface Call<
  Q extends Fields = Fields,
  B extends Fields = Fields,
  E extends Fields = Fields,
  // biome-ignore lint/suspicious/noExplicitAny: answers of any type
  A = any,
  // biome-ignore lint/suspicious/noExplicitAny: a resource of any shape
  R extends Resource<string, any> = Resource<string, any>,
  Safe extends boolean = boolean,
> {
  readonly id: string
  readonly method: Method
  /** Paths below /api, the first one canonical. */
  readonly paths: readonly string[]
  readonly title: Label
  /**
   * Permission code; absent with `open: 'session'` (any signed-in user), `open: 'public'`, or `open: 'client'` (a partner's
   * system, by its own token and a signature of the request; never a person).
   */
  readonly permission?: string
  /**
   * With a code of its own: the built-in roles that hold it besides the administrator. Generic codes (`param_view`)
   * are held by the `readers` of their resource.
   */
  readonly roles?: readonly RoleAlias[]
  readonly open?: 'session' | 'public' | 'client'
  /**
   * Scope that a client needs (administration/access/partnerScopes.ts); with `open: 'client'` only; absent: every
   * client.
   */
  readonly scope?: string
  /** The resource of the records that the call is about. They are looked up within the user's scope: 404 otherwise. */
  readonly on?: R
  /** How many records it takes. With `on` only; default `one`. */
  readonly select?: 'one' | 'many'
  /** The states the records have to be in (409 otherwise). With `on` only. */
  readonly from?: From<R['fields']>
  /** The parameter that names the records. Default: `id`, or `ids`. With `on` only. */
  readonly key?: Key<Extract<keyof R['fields'], string>>
  readonly query?: Q
  readonly body?: B
  /** The body, or a parameter of it, is a list of objects with these fields (`submitList`, `saveList`). */
  readonly entries?: Pick<Entries, 'name'> & { readonly fields: E }
  /** Changes nothing: may be a GET without the token header's protection, may be retried. */
  readonly safe: Safe
  /** Takes a file (multipart/form-data); all other calls refuse one. `bytes`: the body is the file itself. */
  readonly upload?: true | 'bytes'
  /**
   * Clients of the specification send more, such as the whole record they show: parameters that are not declared are
   * ignored although the call writes.
   */
  readonly extra?: 'ignored'
  /** Served while the presented session is locked; every other call answers 423 then. */
  readonly whileLocked?: true
  /** Its answer is a secret in its one telling: kept for no repetition. Asked again, it is done again. */
  readonly shownOnce?: true
  readonly answer: Answer<A>
  /**
   * Of a download: the resource whose list offers it, not about one record. With `ids` in its body it is of the rows that are
   * ticked; with `fileUrl` besides, of those that an uploaded list names.
   */
  readonly archiveOf?: string
  /** Of a download: the field of the file (`resource.field`); call and field share one permission (`openedBy`). */
  readonly gives?: string
  /** `resource.operation` (`user.list`) that has the same address and that the call replaces. */
  readonly replaces?: string
  /** Offered by the console on records of `on`. Only for a call with a permission that writes. */
  readonly command?: CallCommand<Extract<keyof Q | keyof B, string>, Extract<keyof R['fields'], string>>
}

/** Answered without the envelope (token endpoints, wire.md §5). */
export const isRaw = (c: Pick<Call, 'answer'>): boolean => c.answer.shape === 'raw'

/** Any call, whatever its parameters and its answer. */
// biome-ignore lint/suspicious/noExplicitAny: any parameters, any answer
export type AnyCall = Call<any, any, any, any, any, boolean>

/** Declares a call. Its parameters and its answer become part of its type. */
export const call = <
  // biome-ignore-start lint/complexity/noBannedTypes: {} is "none declared" and must stay assignable
  const Q extends Fields = {},
  const B extends Fields = {},
  const E extends Fields = {},
  // biome-ignore-end lint/complexity/noBannedTypes: as above
  A = unknown,
  // biome-ignore lint/suspicious/noExplicitAny: a resource of any shape
  R extends Resource<string, any> = Resource<string, any>,
  const Safe extends boolean = boolean,
>(
  id: string,
  spec: Omit<Call<Q, B, E, A, R, Safe>, 'id'>,
): Call<Q, B, E, A, R, Safe> => ({
  id,
  ...spec,
  ...(spec.from && spec.on ? { from: valuesOfStates(spec.on.fields, spec.from) } : {}),
})

/** Calls of these that are commands on records of a resource. Pure. */
export const commandsOn = (calls: readonly AnyCall[], resource: string): AnyCall[] =>
  calls.filter((c) => c.command !== undefined && c.on?.id === resource)

/** Calls of these that answer a file made of one record of a resource. Pure. */
export const downloadsOf = (calls: readonly AnyCall[], resource: string): AnyCall[] =>
  calls.filter((c) => c.answer.shape === 'download' && c.safe && c.on?.id === resource)

/**
 * Name of a command among the decisions of its resource: `pay` of the call `item.pay`. Transitions and commands of a
 * resource share these names. Pure.
 */
export const commandName = (c: Pick<AnyCall, 'id' | 'on'>): string => c.id.slice((c.on?.id ?? '').length + 1)

/** The fields that a command asks a person for, in order. Pure. */
export function parametersOf(c: Pick<AnyCall, 'query' | 'body' | 'command'>): Fields {
  const all: Fields = { ...c.query, ...c.body }
  const names: readonly string[] = c.command?.ask ?? Object.keys(all)
  return Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : [])))
}
