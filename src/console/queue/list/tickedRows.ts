import type { WireRow } from '../../../model/wire/wire.ts'
import type { Selection } from '../../grid/selection.ts'
import type { RowSource } from '../../lists/rows/rowSource.ts'

/**
 * The ticked rows of a list of `total` places, fetched where they are not here, each once, in the order of the list.
 * `is` says whether a row at a place is ticked.
 */
export async function tickedRows(
  source: RowSource,
  selection: Selection,
  total: number,
  is: (at: number, row: WireRow) => boolean,
): Promise<WireRow[]> {
  const rows = new Map<string, { readonly row: WireRow; readonly at: number }>()
  const take = async (from: number, to: number) => {
    const found = await source.load(from, to)
    found.forEach((row, i) => {
      if (row && is(from + i, row)) rows.set(row.id, { row, at: from + i })
    })
  }
  if (selection.all) await take(0, total - 1)
  for (const s of selection.spans) await take(s.from, Math.min(s.to, total - 1))
  for (const at of selection.picked.values()) await take(at, at)
  return [...rows.values()].sort((x, y) => x.at - y.at).map(({ row }) => row)
}
