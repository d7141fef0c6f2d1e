/** Ids of commands that buttons, menus and the registry share. */

/** Command id of a decision on records of a resource: a transition, or a call that is a command, by its name. */
export const decisionId = (resource: string, name: string): string => `${resource}.${name}`

/** The same for all ticked rows. */
export const batchId = (decision: string): string => `${decision}.batch`

/** Command id of a view's main decision at the key common to all views, beside its own key. */
export const primaryId = (decision: string): string => `${decision}.primary`
