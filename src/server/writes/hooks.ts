import type { changeRequest } from '../../model/desk/changeRequest.ts'
import type { Label } from '../../model/kernel/label.ts'
import type { RowOf } from '../../model/kernel/resource.ts'
import type { Row } from './rows.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/** Why records of a resource may not be deleted, null when they may. */
export type RemovalProblem = (rows: readonly Row[], work: UnitOfWork) => Label | null | Promise<Label | null>

/**
 * How a save ends: `write` writes; `ask` only checks what a second person will be asked for; with a request, that
 * person agreed and it is written.
 */
export type SaveMode = 'write' | 'ask' | RowOf<typeof changeRequest>

/**
 * What a resource adds to the values of a save before they are written: numbers its own rules fill in. Refuses by
 * throwing.
 */
export type Prepare = (
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | null,
  work: UnitOfWork,
  mode: SaveMode,
) => Promise<Record<string, unknown>>

/** What a module adds to the saves and deletions of one resource. */
export interface Hooks {
  readonly prepare?: Prepare
  readonly removalProblem?: RemovalProblem
  /** `prepare` writes the history of edits itself. */
  readonly ownHistory?: true
}

const hooks = new Map<string, Hooks>()

/** Says what a module adds to a resource, once (modules/install.ts). */
export function declareHooks(resource: string, own: Hooks): void {
  if (hooks.has(resource)) throw new Error(`the hooks of ${resource} are declared twice`)
  hooks.set(resource, own)
}

/** What is added to the saves and deletions of a resource; nothing for most. */
export const hooksOf = (resource: string): Hooks => hooks.get(resource) ?? {}
