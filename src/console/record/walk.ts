import type { Outcome } from '../../../commands/outcome.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import type { Take } from '../decisions/decideOne.ts'

/** The list behind the page of a record: the page goes from row to row as the list's own cursor does. */
export interface Walk {
  /** Address of the list. */
  readonly to: string
  /** Place of the record in the list from 1; 0 while it is not in it. */
  readonly at: number
  /** Rows of the list, −1 while unknown; `exact` false: an estimate. */
  readonly of: number
  readonly exact: boolean
  /** The record as the list has it: shown until it has been read. */
  readonly row: WireRow | undefined
  move(by: 1 | -1): Outcome
  /** The record is no more: the list will have its cursor on the row that followed. */
  removed(): void
  /** Goes to what failed or was overtaken; false where nothing did. */
  showFailed(): boolean
  /** Decides the record and goes on to the next one. */
  readonly take: Take
}
