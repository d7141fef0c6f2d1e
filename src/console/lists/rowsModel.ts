import type { Decided, WireRow } from '../../model/wire/wire.ts'
import { madeBy } from '../decisions/ownRows.ts'
import { GridModel, plain, type RowLook } from '../grid/gridModel.ts'
import { ownLook, PendingLooks } from './pendingLooks.ts'

/**
 * The rows of a table or a tree: a grid model whose rows show decisions on their way and can be collected when ticked.
 */
export abstract class RowsModel extends GridModel {
  private readonly looks = new PendingLooks()

  readonly resource: string

  /** `resource`: of its rows. */
  constructor(resource = '') {
    super()
    this.resource = resource
  }

  /** The record in front that is not among the rows: its id, and what was read of it. */
  private away: { readonly id: string; readonly row: WireRow | undefined } | null = null

  /** Callback for a wanted record that turns out not to be among the rows. */
  private unlisted: (() => void) | null = null
  private readonly gone = new Set<string>()
  /** The record in front is shown beside the rows: it stays in front when it is no longer among them. */
  shows = false

  /** Results of decisions made here, each with the row that shows it. */
  private readonly left = new Map<string, { readonly decided: Decided; of?: WireRow; is?: WireRow }>()

  /** Ticked rows that have been read. */
  abstract ticked(): WireRow[]

  /**
   * The record in front, which keys and buttons act on: the row under the cursor, else a record that is not among the
   * rows. Then no row has the cursor, so that none is taken for it.
   */
  override get row(): WireRow | undefined {
    return this.away ? this.away.row : super.row
  }
  /** Id of the record in front, also while it has not been read; "" for none. */
  get front(): string {
    return this.away?.id ?? super.row?.id ?? ''
  }
  /** The record in front is not among the rows. */
  get isAway(): boolean {
    return this.away !== null
  }

  /** Puts a record in front that is about to be among the rows; `unlisted` hears when it is not. */
  seek(row: WireRow, unlisted: () => void): void {
    const { cursor } = this
    this.bring(row.id)
    this.unlisted = () => {
      this.dismiss(cursor)
      unlisted()
    }
  }
  /** The record in front is known not to be among the rows, and is not shown beside them. */
  miss(): void {
    if (this.unlisted) this.unlisted()
    else this.dismiss()
  }

  /** Moves the cursor to the row of a record; to no row where the list does not have it. */
  bring(id: string): void {
    this.unlisted = null
    if (id === this.front) return
    const at = this.find(id)
    this.away = at >= 0 ? null : { id, row: undefined }
    this.cursor = at
    this.notify()
  }
  /** Result of reading a record that is not among the rows; undefined when there is no such record. */
  learn(id: string, row: WireRow | undefined): void {
    if (this.away?.id !== id || this.away.row === row) return
    this.away = { id, row }
    this.notify()
  }
  /** The record that is not among the rows is no longer shown: the rows have the cursor again, at this place. */
  dismiss(at = 0): void {
    if (!this.away) return
    this.away = this.unlisted = null
    this.cursor = Math.min(Math.max(0, at), this.count - 1)
    this.notify()
  }
  /** Records were deleted here: of these none stays in front. `at`: where the cursor was. */
  removed(ids: readonly string[], at: number): void {
    for (const id of ids) this.gone.add(id)
    if (this.away && this.gone.has(this.away.id)) this.dismiss(at)
  }

  override moveTo(index: number, extend = false): boolean {
    if (this.count > 0) this.away = null
    return super.moveTo(index, extend)
  }

  /** Place of a record among the rows, −1 where it is not one of them. */
  protected find(id: string): number {
    for (let i = 0; i < this.count; i++) if (this.rowAt(i)?.id === id) return i
    return -1
  }
  /**
   * Other rows are here. The record that was in front (`before`) keeps the cursor, or gets it now; where it is none of
   * them and `stays`, no row has the cursor; else it is at `otherwise`.
   */
  protected place(
    before: { readonly id: string; readonly row: WireRow | undefined },
    stays: boolean,
    otherwise: number,
  ) {
    const at = before.id === '' ? -1 : this.find(before.id)
    if (at >= 0) this.away = null
    else if (stays && this.shows && before.id !== '' && !this.gone.has(before.id)) this.away = before
    this.cursor = at >= 0 ? at : this.away ? -1 : otherwise
  }

  /** A decision made here was taken, or taken back: its row is shown, and decided again, as it became. */
  became(decided: Decided): void {
    this.left.set(decided.id, { decided })
    this.notify()
  }
  /** A row as it is, though it was read before it was decided: the same object for the same row. */
  protected asItIs(row: WireRow): WireRow {
    const left = this.left.get(row.id)
    if (!left) return row
    if (row.version >= left.decided.version) {
      this.left.delete(row.id)
      return row
    }
    if (left.of !== row || !left.is) {
      left.of = row
      left.is = { ...row, ...left.decided.patch, version: left.decided.version }
    }
    return left.is
  }

  /** Draws again: something outside the rows has changed, such as a pending decision. */
  touch(): void {
    this.notify()
  }
  override leavesOut(row: WireRow): boolean {
    return madeBy(this.resource, row) !== ''
  }
  override lookAt(_: number, row: WireRow): RowLook {
    const look = this.looks.of(row)
    return look === plain ? ownLook(this.resource, row) : look
  }
}
