import type { WireRow } from '../../model/kernel/wire.ts'
import { GridModel, type RowLook } from './gridModel.ts'
import { PendingLooks } from './pendingLooks.ts'

/**
 * The rows of a table or a tree: a grid model whose rows show decisions on their way and can be collected when ticked.
 */
export abstract class RowsModel extends GridModel {
  private readonly looks = new PendingLooks()

  /** Ticked rows that have been read. */
  abstract ticked(): WireRow[]

  /** Draws again: something outside the rows has changed, such as a pending decision. */
  touch(): void {
    this.tell()
  }
  override lookAt(_: number, row: WireRow): RowLook {
    return this.looks.of(row)
  }
}
