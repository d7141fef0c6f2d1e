import type { Condition } from '../../model/language/conditions/condition.ts'
import { ROUNDS, type Selection } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'

/** Rows ticked one by one (or by a stretch) that a batch takes; more come as "all matching". */
export const BATCH_ROWS_MAX = 5_000

/** "All that match" these conditions, in the order in which the person sees them. */
export interface Matching {
  readonly conditions: readonly Condition[]
  /** As the model writes it: `+field` is ascending. */
  readonly sort: string
}

/** Asks the server to keep "all that match", and how much that is. */
export const selectAll = (resource: string, all: Matching): Promise<Selection> =>
  api.post<Selection>(ROUNDS.selection, { resource, ...all }, { write: false })
