import type { Field, Fields, ValueOf } from '../fields/field.ts'
import type { Page, WireRow } from './wireRow.ts'

/** Values of declared fields as they are in code: required ones are not null. */
export type ValuesOf<F> = { readonly [K in keyof F]: ValueOf<F[K]> }

/** A file as an answer, which the browser saves. */
export interface Download {
  readonly name: string
  /** Media type. */
  readonly type: string
  readonly bytes: Uint8Array
}

/**
 * The `data` of the envelope that a call answers. `$` exists in the type only and carries the return type of the
 * handler.
 * - `one`: an object; `list`: several; `page`: a page of them. Of `fields`, of records of a `resource` (or both: records
 * with further values), or as the type says.
 * - `value`, `values`: one value of a field, or several.
 * - `nothing`: null. `download`: the whole body is a file. `raw`: the whole body, without the envelope (token
 * endpoints).
 */
export interface Answer<A = unknown> {
  readonly shape: 'one' | 'list' | 'page' | 'value' | 'values' | 'nothing' | 'download' | 'raw'
  readonly fields?: Fields
  readonly resource?: string
  readonly value?: Field
  readonly $?: A
}

type Of<F> = F extends Fields ? ValuesOf<F> : WireRow
const of = <const F extends Fields | string>(what: F): { fields?: Fields; resource?: string } =>
  typeof what === 'string' ? { resource: what } : { fields: what }

/** Constructors of answers. `answer.list({ doctorId: … })`, `answer.page('settlementOrder')`, `answer.nothing`. */
export const answer = {
  nothing: { shape: 'nothing' } as Answer<null>,
  download: { shape: 'download' } as Answer<Download>,
  raw: { shape: 'raw' } as Answer<unknown>,
  one: <const F extends Fields | string>(what: F): Answer<Of<F>> => ({ shape: 'one', ...of(what) }),
  list: <const F extends Fields | string>(what: F): Answer<readonly Of<F>[]> => ({ shape: 'list', ...of(what) }),
  /** Records of a resource, each with further values of declared fields. */
  listWith: <const F extends Fields>(resource: string, fields: F): Answer<readonly (WireRow & ValuesOf<F>)[]> => ({
    shape: 'list',
    resource,
    fields,
  }),
  page: <const F extends Fields | string>(what: F): Answer<Page<Of<F>>> => ({ shape: 'page', ...of(what) }),
  value: <const F extends Field>(value: F): Answer<ValueOf<F>> => ({ shape: 'value', value }),
  values: <const F extends Field>(value: F): Answer<readonly ValueOf<F>[]> => ({ shape: 'values', value }),
  /** Answers that fields cannot describe (menus, trees): only a type. */
  typed: <A>(shape: 'one' | 'list'): Answer<A> => ({ shape }),
}
