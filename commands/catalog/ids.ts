/** Ids of commands that buttons, menus and the registry share. */

/** Command id of a decision on records of a resource: a transition, or a call that is a command, by its name. */
export const decisionId = (resource: string, name: string): string => `${resource}.${name}`

/** The same for all ticked rows. */
export const batchId = (decision: string): string => `${decision}.batch`

/** A decision at the key that goes on in every view, where it has another one of its own. */
export const primaryId = (decision: string): string => `${decision}.primary`
