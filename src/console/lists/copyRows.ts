import './base/tableWords.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import { whileHere } from '../data/session.ts'
import { grouped } from '../fields/amounts.ts'
import { blockOf, RANGE_ROWS_MAX, rowsOf } from '../grid/cellRange.ts'
import { tsvOf } from '../grid/tsv.ts'
import { t } from '../i18n/index.ts'
import { copyText } from '../ui/messages/clipboard.ts'
import type { SheetList } from './sheetPort.ts'

/** Copies the range of cells; rows that are not here are read. */
async function copyCells({ model, grid }: SheetList): Promise<Outcome> {
  const found = blockOf(model.range, grid.current?.shown() ?? [])
  if (!found) return { is: 'nothing', why: t('tables.cellsNone') }
  const { columns } = found
  const span = rowsOf(found.range)
  if (span.to - span.from >= RANGE_ROWS_MAX)
    return { is: 'nothing', why: t('tables.copyTooMany', { n: grouped(String(RANGE_ROWS_MAX)) }) }
  const rows = await whileHere(model.rowsOfRange())
  if (rows === null) return { is: 'cancelled' }
  if (rows === 'changed') return { is: 'nothing', why: t('tables.cellsChanged') }
  if (rows.length === 0) return { is: 'nothing', why: t('table.noRow') }
  await copyText(tsvOf(columns, rows), () => t('tables.copied', { rows: rows.length, columns: columns.length }))
  return { is: 'done' }
}

/** Copies the range of cells, else the ticked rows, else the one under the cursor, with the columns that are shown. */
export async function copyRows(list: SheetList, most: number): Promise<Outcome> {
  const { model, grid, ticked } = list
  if (model.range) return copyCells(list)
  const read = await whileHere(
    (model.selected > 0 ? ticked(most) : Promise.resolve(model.row ? [model.row] : [])).then((rows) => ({ rows })),
  )
  if (read === null) return { is: 'cancelled' }
  const meant = read.rows
  if (meant === null) return { is: 'nothing', why: t('tables.copyTooMany', { n: grouped(String(most)) }) }
  if (meant.length === 0) return { is: 'nothing', why: t('table.noRow') }
  const columns = grid.current?.shown() ?? []
  await copyText(tsvOf(columns, meant), () => t('tables.copied', { rows: meant.length, columns: columns.length }))
  return { is: 'done' }
}
