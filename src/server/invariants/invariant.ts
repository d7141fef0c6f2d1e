import type { Label } from '../../model/kernel/label.ts'

/**
 * Something that holds of the data at every moment, as a query that finds where it does not. Rows are joined by
 * tenant_id throughout, so a check may run inside one tenant's scope or, as the owner, over all of them.
 */
export interface Invariant {
  /**
   * `INV-14.lines`: the number in the list of invariants, then the part of it; lifecycle facts carry their number,
   * `3.12.void`.
   */
  readonly id: string
  readonly title: Label
  /** Answers tenant_id, id and what is wrong, a row per violation. No trailing semicolon, no parameters. */
  readonly sql: string
}
