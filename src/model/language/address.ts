export type Method = 'GET' | 'POST'

/**
 * The parameter with which a call names its records: in the query or in the body, one value, several joined by commas,
 * or a list (of values, or of objects that have it). With `field`, its values are those of this unique field of the
 * records (`yurRef`), else their ids.
 */
export type Key<Name extends string = string> = string | KeyField<Name>

export interface KeyField<Name extends string = string> {
  readonly name: string
  readonly field: Name
  /** Several records may have the value, one after another: the latest is meant. */
  readonly latest?: true
}

/**
 * Records that come as a list of objects, each with its key and its own answers: `handleApplyInfoVOList`. `name` is the
 * parameter of the body that holds them; without it the body is the list.
 */
export interface Entries<Name extends string = string> {
  readonly name?: string
  /**
   * Parameters beside the list whose value every named record has in a field: `{ handleId: 'handleApplyId' }`. A record
   * with another value is not there (404).
   */
  readonly within?: Readonly<Record<string, Name>>
}

/** The address of a call of a resource, and how the call names its records. */
export interface Address<Name extends string = string> {
  readonly method: Method
  /**
   * Below each of the resource's own paths: `audit`, `endpoint/send-message`. With a slash in front below /api:
   * `/blade-cmb/transferAccount/aloneHandle`. The first one is canonical.
   */
  readonly paths: readonly string[]
  /** Default: `id`, or `ids`. These two are always accepted where the declared one is not sent. */
  readonly key?: Key<Name>
  /** The records come as a list of objects. Each is decided by itself. */
  readonly entries?: Entries<Name>
}

/** `POST audit` is short for `{ method: 'POST', paths: ['audit'] }`. */
export type AddressOrShort<Name extends string = string> = string | Address<Name>

/** Returns an address in its long form. Pure. */
export function addressOf(address: AddressOrShort): Address {
  if (typeof address !== 'string') return address
  const [method, path] = address.split(' ', 2)
  return { method: method as Method, paths: [path ?? ''] }
}

/** Returns the paths below /api of an address, the canonical one first. `calls`: the resource's own paths. Pure. */
export const pathsOf = (calls: readonly string[], paths: readonly string[]): string[] =>
  paths.flatMap((path) => (path.startsWith('/') ? [path.slice(1)] : calls.map((prefix) => `${prefix}/${path}`)))

/** Returns the parameter that names records and the field that its values are compared with. Pure. */
export const keyOf = (key: Key | undefined): KeyField | null =>
  key === undefined ? null : typeof key === 'string' ? { name: key, field: 'id' } : key

/**
 * Returns the names of the parameters that may name records, the declared one first; for API document and tests. Pure.
 */
export const keyNames = (address: Pick<Address, 'key'>): string[] => [
  ...new Set([...(keyOf(address.key) ? [keyOf(address.key)?.name as string] : []), 'id', 'ids']),
]

/** The most records that one call may name. */
export const IDS_PER_CALL_MAX = 1_000

/**
 * The same of a call by its method: what a GET names is in its address, whose length servers and proxies limit. Pure.
 */
export const mostIds = (method: Method): number => (method === 'GET' ? 300 : IDS_PER_CALL_MAX)

/** Parameter values that distinguish several declarations with the same address. */
export interface Matching {
  readonly match?: Readonly<Record<string, string | number>>
  readonly matchIf?: Readonly<Record<string, string | number>>
}

/** Returns the names of the parameters that distinguish declarations with the same address. Pure. */
export const matchNames = (all: readonly Matching[]): string[] => [
  ...new Set(all.flatMap((m) => [...Object.keys(m.match ?? {}), ...Object.keys(m.matchIf ?? {})])),
]
