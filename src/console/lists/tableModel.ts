import type { WireRow } from '../../model/wire/wire.ts'
import { isNothing, pinned } from '../grid/selection.ts'
import { RowsModel } from './rowsModel.ts'

/** Page of a generic table. Ticks are counted by the place in the whole result, so that they survive turning pages. */
export class TableModel extends RowsModel {
  private rows: readonly WireRow[] | null = null
  private offset = 0
  private total = 0
  exact = true
  /** Which row gets the cursor when the next page comes: the first or the last. */
  private enter: 'first' | 'last' = 'first'
  private readonly known = new Map<string, { readonly row: WireRow; readonly at: number }>()

  get count(): number {
    return this.rows?.length ?? -1
  }
  override get matching(): number {
    return this.total
  }
  rowAt(index: number): WireRow | undefined {
    const row = this.rows?.[index]
    return row && this.asItIs(row)
  }
  need(): void {}
  override baseAt(index: number): number {
    return this.offset + index
  }

  override indexAt(base: number): number {
    return base - this.offset
  }

  /** The rows of a page, or of the same page as they are now. */
  show(rows: readonly WireRow[], offset: number, total: number, exact: boolean): void {
    const turned = offset !== this.offset || this.rows === null
    const before = { id: this.front, row: this.row }
    if (rows === this.rows && total === this.total && exact === this.exact && !turned) return
    // ticks of a range are those of the records that were seen in it: others may stand in their places now
    this.remember()
    this.selection = pinned(this.selection, new Map([...this.known].map(([id, { at }]) => [id, at])))
    if (turned) this.setRange(null)
    else
      this.moveRange({
        placeOf: (id) => {
          const at = rows.findIndex((row) => row.id === id)
          return at < 0 ? -1 : offset + at
        },
        rowAt: (place) => rows[place - offset] ?? null,
      })
    this.rows = rows
    this.offset = offset
    this.total = total
    this.exact = exact
    const edge = this.enter === 'last' ? rows.length - 1 : 0
    this.place(before, !turned, Math.min(turned ? edge : Math.max(this.cursor, 0), rows.length - 1))
    this.enter = 'first'
    this.remember()
    this.notify()
  }
  /** The next page is entered from its end. */
  fromEnd(): void {
    this.enter = 'last'
  }

  override toggle(index = this.cursor): boolean {
    const did = super.toggle(index)
    this.remember()
    return did
  }
  /** Ticked rows of pages that were turned stay known. */
  private remember(): void {
    if (isNothing(this.selection)) this.known.clear()
    else
      this.rows?.forEach((read, i) => {
        const at = this.offset + i
        const row = this.asItIs(read)
        if (this.isMeant(row, at)) this.known.set(row.id, { row, at })
        else this.known.delete(row.id)
      })
  }
  override tickOnly(rows: readonly WireRow[]): void {
    const before = new Map(this.known)
    super.tickOnly(rows)
    this.known.clear()
    for (const row of rows) this.known.set(row.id, { row, at: before.get(row.id)?.at ?? this.indexOfRow(row.id) })
  }
  override clear(): boolean {
    this.known.clear()
    return super.clear()
  }

  /** Ticked rows that were seen, in the order of the list. */
  ticked(): WireRow[] {
    if (isNothing(this.selection)) return []
    this.remember()
    return [...this.known.values()].sort((x, y) => x.at - y.at).map(({ row }) => row)
  }
}
