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

/** The range with the columns among `shown` that it covers; null where an end is not among them. Pure. */
export function blockOf<C extends { readonly name: string }>(
  range: CellRange | null,
  shown: readonly C[],
): { readonly range: CellRange; readonly at: Span; readonly columns: readonly C[] } | null {
  const names = shown.map((c) => c.name)
  const at = range && columnsOf(range, names)
  return range && at ? { range, at, columns: shown.slice(at.from, at.to + 1) } : null
}
