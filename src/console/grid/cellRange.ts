import type { Span } from './selection.ts'

/** A cell: the place of its row in the fetched list (`GridModel.baseAt`), the name of its column. */
export interface CellAt {
  readonly row: number
  readonly column: string
}

/** Most rows of a range that are copied or summed. */
export const RANGE_ROWS_MAX = 10_000

/** A rectangle of cells between two corners, both included. */
export interface CellRange {
  /** Where it began: the row in hand stays there. */
  readonly anchor: CellAt
  /** The corner that moves. */
  readonly extent: CellAt
  /** Plain movements of the cursor move the extent, as after F8 in a spreadsheet. */
  readonly follows: boolean
}

/** Rows of a range. Pure. */
export const rowsOf = ({ anchor, extent }: CellRange): Span => ({
  from: Math.min(anchor.row, extent.row),
  to: Math.max(anchor.row, extent.row),
})

/** Places of the first and last column of a range among `names`; null where an end is no longer shown. Pure. */
export function columnsOf({ anchor, extent }: CellRange, names: readonly string[]): Span | null {
  const [a, b] = [names.indexOf(anchor.column), names.indexOf(extent.column)]
  return a < 0 || b < 0 ? null : { from: Math.min(a, b), to: Math.max(a, b) }
}

/** The list was fetched anew and every place moved by `by`. Pure. */
export const shifted = (range: CellRange | null, by: number): CellRange | null => {
  if (range === null || by === 0) return range
  const to = (at: CellAt): CellAt => ({ ...at, row: Math.max(0, at.row + by) })
  return { ...range, anchor: to(range.anchor), extent: to(range.extent) }
}
