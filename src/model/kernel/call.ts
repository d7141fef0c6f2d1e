import type { Fields } from './field.ts'
import type { Label } from './label.ts'
import type { RoleAlias } from './role.ts'

/** A named call that is neither generic (list, detail, submit, remove) nor a transition. Declared so that the router,
 *  the API document, the permission matrix and the fuzzers all see it. */
export interface Call {
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** Paths below /api, the first one canonical. */
  readonly paths: readonly string[]
  readonly title: Label
  /** Permission code; absent with `open: 'session'` (any signed-in user) or `open: 'public'`. */
  readonly permission?: string
  /**
   * With a code of its own: the built-in roles that hold it besides the administrator. Generic codes (`param_view`)
   * are granted in roles.ts.
   */
  readonly roles?: readonly RoleAlias[]
  readonly open?: 'session' | 'public'
  readonly query?: Fields
  readonly body?: Fields
  /** Changes nothing: may be a GET without the token header's protection, may be retried. */
  readonly safe: boolean
  /** Answered without the envelope (token endpoints, wire.md §5). */
  readonly raw?: boolean
  /** Takes a file (multipart/form-data); all other calls refuse one. */
  readonly upload?: true
  readonly answer?: 'one' | 'list' | 'page' | 'blob' | 'raw'
}

/** Declares a call. */
export const call = (id: string, spec: Omit<Call, 'id'>): Call => ({ id, ...spec })
