import type { CatalogueDecision } from '../../src/model/kernel/catalogue.ts'

/** Ids of commands that buttons, menus and the registry share. */

/** What is decided: a transition of a resource, or a call by the call's own id. */
export const decisionId = (resource: string, d: CatalogueDecision): string =>
  d.kind === 'transition' ? `${resource}.${d.id}` : d.id

/** The same for all ticked rows. */
export const batchId = (decision: string): string => `${decision}.batch`

/** What is looked for at a record and not open yet. */
export const closedId = (resource: string, code: string): string => `${resource}.closed.${code}`
