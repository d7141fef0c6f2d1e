import './base/tableWords.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import { tsvOf } from '../grid/tsv.ts'
import { t } from '../i18n/index.ts'
import { copyText } from '../ui/messages/clipboard.ts'
import type { SheetList } from './sheetPort.ts'

/** Copies the ticked rows, else the one under the cursor, with the columns that are shown. */
export async function copyRows({ model, grid, ticked }: SheetList, most: number): Promise<Outcome> {
  const meant = model.selected > 0 ? await ticked(most) : model.row ? [model.row] : []
  if (meant === null) return { is: 'nothing', why: t('tables.copyTooMany', { n: most }) }
  if (meant.length === 0) return { is: 'nothing', why: t('table.noRow') }
  const columns = grid.current?.shown() ?? []
  await copyText(tsvOf(columns, meant), () => t('tables.copied', { rows: meant.length, columns: columns.length }))
  return { is: 'done' }
}
