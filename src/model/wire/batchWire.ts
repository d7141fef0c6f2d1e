import type { Mark } from '../language/derived/marks.ts'

/** Shapes of batches on the wire (`ROUNDS.batch`). */

/** Order of a batch. */
export interface BatchOrder {
  readonly resource: string
  readonly transition: string
  /** Explicit rows with the versions the person saw, a server-side selection, or a batch to take back. */
  readonly rows?: readonly { readonly id: string; readonly version: number }[]
  readonly selection?: string
  /** In place of rows: the own batch that is taken back, of which those records that it decided are meant. */
  readonly takesBack?: string
  /** Ids of those of them that are left out: what a preview foresaw as refused. */
  readonly except?: readonly string[]
  readonly ask?: Readonly<Record<string, unknown>>
  /** The total of the rows, as the person typed it: what moves much money is not sent without (`BatchPreview.toType`). */
  readonly typedAmount?: string
  /** A fresh code of the person's second factor, six digits: what moves still more is not sent without (`BatchPreview.asksCode`). */
  readonly oneTimeCode?: string
}

export interface BatchRow {
  readonly id: string
  readonly ok: boolean
  readonly code: number
  readonly msg: string
  readonly version?: number
}

/** Records that a question about many names one by one. */
export const NAMED = 5

/** Preview of a batch as of now, by the checks of the decision itself. */
export interface BatchPreview {
  /** Rows of the batch. */
  readonly total: number
  /** Rows looked at: the first 2,000. */
  readonly looked: number
  /** Rows that would be decided, of those looked at. */
  readonly allowed: number
  /** Sum of the amounts of these, null where the resource has none or its records may not be seen. */
  readonly amount: string | null
  /** Sum of what these are before deductions (`list.gross`), null where the resource has none. */
  readonly gross: string | null
  /** Owners and month of these records. */
  readonly marks: readonly Mark[]
  /** Names of the first `NAMED` records, in the order of the rows. */
  readonly names: readonly string[]
  /** Why the others would be refused, the most frequent reasons first. */
  readonly refused: readonly { readonly msg: string; readonly count: number }[]
  /** Ids of the others, in the order of the rows: left out of the batch, none of them fails in it (`BatchOrder.except`). */
  readonly refusedIds: readonly string[]
  /**
   * Total to type (`BatchOrder.typedAmount`): the total of the rows without those others, or with what the person
   * decided on before within the window (`before`) where only both together are too much; else null.
   */
  readonly toType: string | null
  /** Amount decided on before; absent where there is none. */
  readonly before?: string
  /** A code of the person's second factor has to be given for the rows without those others (`BatchOrder.oneTimeCode`). */
  readonly asksCode: boolean
}

export interface BatchState {
  readonly id: string
  readonly resource: string
  readonly transition: string
  readonly state: 'running' | 'done' | 'cancelled' | 'interrupted'
  readonly total: number
  readonly done: number
  readonly failed: number
  /** Rows not done, with why; the done ones are only counted beyond 1,000. */
  readonly rows: readonly BatchRow[]
}
