import type { Entry } from './decision.ts'

/** What `z` did. */
export type Undone =
  | { readonly is: 'empty' }
  /** The lifecycle has no way back; the next `z` looks one decision deeper. */
  | { readonly is: 'cannot'; readonly entry: Entry }
  | { readonly is: 'late'; readonly entry: Entry; readonly until: string }
  /** It had never left this browser. */
  | { readonly is: 'dropped'; readonly entry: Entry }
  | { readonly is: 'pending'; readonly entry: Entry }

/** Counts for the status bar. */
export interface Tally {
  readonly waiting: number
  readonly sending: number
  readonly failed: number
  readonly conflicts: number
}
