import type { WireRow } from '../../model/wire/wire.ts'
import { t } from '../i18n/index.ts'
import { toast } from '../ui/messages/toast.ts'
import { type CellRange, rowsOf } from './cellRange.ts'
import { followed, type NextList, noRows, type RangeRows, seenRows } from './rangeRows.ts'
import {
  anchored,
  countOf,
  everything,
  has,
  isNothing,
  nothing,
  type Selection,
  type Span,
  stretch,
  toggle,
} from './selection.ts'

/** State mark of a row. `note` is read by screen readers and shown as its tooltip; `sign`: the character in the mark. */
export interface RowLook {
  readonly mark: '' | 'own' | 'pending' | 'done' | 'failed' | 'conflict' | 'other' | 'held' | 'claimed' | 'changed'
  readonly note: string
  readonly sign?: string
}
/** A row's place in a tree. */
export interface Branch {
  readonly depth: number
  readonly open: boolean | null
}
/** A row without a mark. */
export const plain: RowLook = { mark: '', note: '' }

/**
 * The state behind a grid: rows by their visible index, the cursor, the ticks. An external store for React: `version`
 * changes with every visible change.
 */
export abstract class GridModel {
  private listeners = new Set<() => void>()
  private seen = 0
  /** Visible index of the row under the cursor, −1 for none. */
  cursor = -1
  selection: Selection = nothing
  /** "All that match" has the rows that the person made, too. */
  meansOwn = false
  /** The rectangle of cells that copying, sums and filling are about; null for none. */
  range: CellRange | null = null
  /** Its rows as they were seen: what is filled and pasted is theirs, not that of other rows in the same places. */
  private rangeRows: RangeRows = noRows
  /** Given by the grid: scrolls as little as needed so that a row is in sight. */
  onReveal: ((index: number) => void) | null = null
  /** Given by the grid: keeps the rows on the screen where they are although their indexes moved by so many. */
  onShift: ((rows: number) => void) | null = null
  /** Given by the grid: how far the rows are scrolled, px. */
  scrolledTo: () => number = () => 0
  /** How far the rows were scrolled when the list was left: the grid scrolls there when the cursor has its row. */
  returnTo: number | null = null

  subscribe = (run: () => void): (() => void) => {
    this.listeners.add(run)
    return () => this.listeners.delete(run)
  }
  version = (): number => this.seen
  protected notify(): void {
    this.seen += 1
    for (const run of [...this.listeners]) run()
  }

  /** Number of rows; −1 while unknown. */
  abstract get count(): number
  /** False: an estimate. */
  abstract get exact(): boolean
  abstract rowAt(index: number): WireRow | undefined
  abstract need(first: number, last: number): void
  lookAt(_index: number, _row: WireRow): RowLook {
    return plain
  }
  /** The person made the row and may not decide it: "all that match" leaves it out. */
  leavesOut(_row: WireRow): boolean {
    return false
  }
  /** Depth of a tree's row from 0, and whether it is open (null where it has no children); null in a table. */
  branchAt(_index: number): Branch | null {
    return null
  }
  /** Opens or closes what is below a row. */
  toggleOpen(_index: number): void {}
  /** Index that does not change while rows are hidden; the selection is stored by it. */
  baseAt(index: number): number {
    return index
  }
  /** Visible index of a place in the fetched list, −1 where it is hidden. */
  indexAt(base: number): number {
    return base
  }
  /** Puts a range of cells in place of the present one; `seen`: visible index of a row that is to be in sight. */
  setRange(range: CellRange | null, seen = -1): void {
    if (range === this.range) return
    if (range === null || range.anchor.row !== this.range?.anchor.row) this.rangeRows = noRows
    this.range = range
    this.seeRange()
    if (seen >= 0) this.onReveal?.(seen)
    this.notify()
  }
  /** The rows between two places of the fetched list that are shown, read where they are not here. */
  async rowsIn({ from, to }: Span): Promise<readonly WireRow[]> {
    const rows: WireRow[] = []
    for (let base = from; base <= to; base++) {
      const index = this.indexAt(base)
      const row = index < 0 ? undefined : this.rowAt(index)
      if (row) rows.push(row)
    }
    return rows
  }
  /** Rows that are loaded, with their places. */
  protected *loadedRows(): Generator<readonly [place: number, row: WireRow]> {
    for (let i = 0; i < this.count; i++) {
      const row = this.rowAt(i)
      if (row) yield [this.baseAt(i), row]
    }
  }
  /** Notes which rows the range covers; it is dropped where a place that was seen has another row by now. */
  protected seeRange(loaded: Iterable<readonly [place: number, row: WireRow]> = this.loadedRows()): void {
    if (!this.range) return
    const rows = seenRows(this.range, this.rangeRows, loaded)
    if (rows) this.rangeRows = rows
    else this.loseRange()
  }
  /** Another list is about to take the place of this one: the range stays with its rows, or is dropped. */
  protected moveRange(next: NextList): void {
    if (!this.range) return
    const found = followed(this.range, this.rangeRows, (place) => this.indexAt(place), next)
    if (found) {
      this.range = found.range
      this.rangeRows = found.rows
    } else this.loseRange()
  }
  private loseRange(): void {
    this.range = null
    this.rangeRows = noRows
    toast.info(() => t('table.cellsLost'))
  }
  /**
   * The rows of the range, read where they are not here; `most`: so many from its first one on. "changed" when a row that was
   * seen in it is no longer there.
   */
  async rowsOfRange(most?: number): Promise<readonly WireRow[] | 'changed'> {
    if (!this.range) return 'changed'
    const span = rowsOf(this.range)
    const seen = [...this.rangeRows].flatMap(([place, id]) => (this.indexAt(place) < 0 ? [] : [id]))
    const rows = await this.rowsIn(most === undefined ? span : { from: span.from, to: span.from + most - 1 })
    const ids = new Set(rows.map((row) => row.id))
    return seen.every((id) => ids.has(id)) ? rows : 'changed'
  }
  /** Rows that match altogether, for "all". */
  get matching(): number {
    return Math.max(0, this.count)
  }

  get row(): WireRow | undefined {
    return this.cursor < 0 ? undefined : this.rowAt(this.cursor)
  }
  get selected(): number {
    return isNothing(this.selection) ? 0 : countOf(this.selection, this.matching)
  }
  isTicked(index: number): boolean {
    if (isNothing(this.selection)) return false
    const row = this.rowAt(index)
    return row !== undefined && this.isMeant(row, this.baseAt(index))
  }

  /** A row at this place of the fetched list is ticked. */
  isMeant(row: WireRow, base: number): boolean {
    return has(this.selection, row.id, base) && !(this.selection.all && !this.meansOwn && this.leavesOut(row))
  }

  /** Moves the cursor to a row. Returns false when it is there already or there are no rows. */
  moveTo(index: number, extend = false): boolean {
    const to = Math.min(Math.max(index, 0), this.count - 1)
    if (this.count <= 0) return false
    if (extend) {
      // A range begins where the cursor was when Shift was pressed.
      const from =
        this.selection.live || this.cursor < 0 ? this.selection : anchored(this.selection, this.baseAt(this.cursor))
      this.selection = stretch(from, this.baseAt(to))
    } else if (this.selection.live) {
      this.selection = { ...this.selection, live: false }
    }
    const stood = to === this.cursor
    this.cursor = to
    if (!stood) this.cursorMoved()
    if (!stood || extend) this.notify()
    return !stood
  }
  protected cursorMoved(): void {}

  toggle(index = this.cursor): boolean {
    const row = index < 0 ? undefined : this.rowAt(index)
    if (!row) return false
    this.selection = toggle(this.selection, row.id, this.baseAt(index))
    if (isNothing(this.selection)) this.selection = anchored(nothing, this.baseAt(index))
    this.notify()
    return true
  }
  /** Ticks these rows and no others. */
  tickOnly(rows: readonly WireRow[]): void {
    this.selection =
      rows.length === 0
        ? nothing
        : { ...nothing, picked: new Map(rows.map((row) => [row.id, this.indexOfRow(row.id)])) }
    this.notify()
  }
  /** Place of a row in the list, −1 where it is not known. */
  protected indexOfRow(id: string): number {
    for (let i = 0; i < this.count; i++) if (this.rowAt(i)?.id === id) return this.baseAt(i)
    return -1
  }
  /** Ticks all that match; `own`: also what the person made, because the filter asks for it. */
  selectAll(own = false): void {
    this.meansOwn = own
    this.selection = everything
    this.notify()
  }
  /** Clears ticks and the range of cells. */
  clear(): boolean {
    const had = !isNothing(this.selection) || this.range !== null
    this.selection = nothing
    this.range = null
    this.rangeRows = noRows
    if (had) this.notify()
    return had
  }
  /** Clears the range of cells, else the ticks, as Escape does. False where there is neither. */
  clearNext(): boolean {
    if (!this.range) return this.clear()
    this.setRange(null)
    return true
  }
}
