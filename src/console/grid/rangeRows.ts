import type { WireRow } from '../../model/wire/wire.ts'
import { type CellRange, rowsOf } from './cellRange.ts'

/** Rows of a range of cells as they were seen: ids by the place in the fetched list. What was never loaded is not among them. */
export type RangeRows = ReadonlyMap<number, string>

export const noRows: RangeRows = new Map()

/**
 * The seen rows of a range, with those of `loaded` that are in it; null when a place that was seen has another row. Rows outside the
 * range are dropped. Pure.
 */
export function seenRows(
  range: CellRange,
  seen: RangeRows,
  loaded: Iterable<readonly [place: number, row: WireRow]>,
): RangeRows | null {
  const { from, to } = rowsOf(range)
  const all = new Map([...seen].filter(([place]) => place >= from && place <= to))
  for (const [place, { id }] of loaded) {
    if (place < from || place > to) continue
    if ((all.get(place) ?? id) !== id) return null
    all.set(place, id)
  }
  return all
}

/** A list that takes the place of another one. */
export interface NextList {
  /** Place of a loaded row, −1 where it is not loaded. */
  placeOf(id: string): number
  /** Row at a place: undefined while it is not loaded, null where the list has none. */
  rowAt(place: number): WireRow | null | undefined
}

/**
 * The range over the same rows in a list that was fetched anew; null when a corner is gone or unknown, or when the rows between
 * are others or another number of them. `indexAt`: visible index of a place in the former list, −1 where it was hidden: hidden rows
 * are not in the next list. Pure.
 */
export function followed(
  range: CellRange,
  seen: RangeRows,
  indexAt: (place: number) => number,
  next: NextList,
): { readonly range: CellRange; readonly rows: RangeRows } | null {
  const corner = (place: number) => (indexAt(place) < 0 ? undefined : seen.get(place))
  const [first, last] = [corner(range.anchor.row), corner(range.extent.row)]
  const start = first === undefined ? -1 : next.placeOf(first)
  if (start < 0 || last === undefined) return null
  const moved = (place: number) => start + indexAt(place) - indexAt(range.anchor.row)
  const rows = new Map<number, string>()
  for (const [place, id] of seen) {
    if (indexAt(place) < 0) continue
    const to = moved(place)
    const row = to < 0 ? null : next.rowAt(to)
    if (row === undefined ? next.placeOf(id) >= 0 : row?.id !== id) return null
    rows.set(to, id)
  }
  return {
    range: {
      ...range,
      anchor: { ...range.anchor, row: start },
      extent: { ...range.extent, row: moved(range.extent.row) },
    },
    rows,
  }
}
