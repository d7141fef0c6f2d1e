import type { changeRequest } from '../../model/desk/changeRequest.ts'
import type { RowOf } from '../../model/language/resource.ts'
import type { Label } from '../../model/values/label.ts'
import type { ServerDomains } from '../core/domains.ts'
import type { Row } from './unitOfWork/rows.ts'
import type { UnitOfWork } from './unitOfWork/unitOfWork.ts'

/** Returns why records of a resource may not be deleted, null when they may. */
export type RemovalProblem = (rows: readonly Row[], work: UnitOfWork) => Label | null | Promise<Label | null>

/**
 * Mode of a save: `write` writes; `ask` only checks what will be requested from a second person; a request means that
 * this person agreed, and the save writes.
 */
export type SaveMode = 'write' | 'ask' | RowOf<typeof changeRequest>

/** Adds computed values to a save before it is written. Throws to refuse it. */
export type Prepare = (
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | null,
  work: UnitOfWork,
  mode: SaveMode,
) => Promise<Record<string, unknown>>

/** Hooks of a domain into saves and deletions of one resource. */
export interface Hooks {
  /** Locks what an edit or deletion of these records, or a call about them, writes besides and what comes before them in the order of locks. */
  readonly first?: (ids: readonly string[], work: UnitOfWork) => Promise<void>
  readonly prepare?: Prepare
  /** Writes what else comes with a record that was added. */
  readonly added?: (row: Row, work: UnitOfWork) => Promise<void>
  readonly removalProblem?: RemovalProblem
  /** Writes what else changes when records have been deleted. */
  readonly removed?: (rows: readonly Row[], work: UnitOfWork) => Promise<void>
  /** True when `prepare` writes the history of edits itself. */
  readonly ownHistory?: true
}

declare module '../core/domains.ts' {
  interface ServerDomains {
    /** Hooks into saves and deletions, by resource. */
    readonly hooks: ReadonlyMap<string, Hooks>
  }
}

/** The hooks of one resource, as its domain brings them. */
export interface ResourceHooks {
  readonly resource: string
  readonly hooks: Hooks
}

/** The hooks of a resource. */
export const hooks = (of: { readonly id: string }, own: Hooks): ResourceHooks => ({ resource: of.id, hooks: own })

/** Returns the hooks of a resource; none for most. */
export const hooksOf = (domains: Pick<ServerDomains, 'hooks'>, resource: string): Hooks =>
  domains.hooks.get(resource) ?? {}
