import { buffer } from 'node:stream/consumers'
import { LARGEST } from '../../model/language/fields/fileTypes.ts'
import type { SheetShown } from '../../model/wire/evidence.ts'
import type { ServerContext } from '../core/context/context.ts'
import { AppError, notFound } from '../core/errors.ts'
import { refusalOf, sheetsIn } from '../workbooks/sheet.ts'
import { attachedOf } from './attached.ts'
import { read } from './disk.ts'

/** Limits of a workbook's preview: sheets, rows and columns of each, characters of a cell. */
const [SHEETS, ROWS, COLUMNS, CHARACTERS] = [10, 500, 60, 500]

const noSheet = () =>
  new AppError(415, ['只能查看 xlsx 工作簿的内容，请下载后打开', 'Only workbooks (xlsx) are shown; download it'])

/** A value of a cell as a text: dates as days, and times where they have one. */
const textOf = (cell: unknown): string =>
  cell instanceof Date
    ? cell
        .toISOString()
        .slice(0, 19)
        .replace('T', ' ')
        .replace(/ 00:00:00$/, '')
    : String(cell ?? '').slice(0, CHARACTERS)

/**
 * The cells of a stored workbook as they are shown, read in the process that reads those of imports; formulas are never run.
 * @throws AppError 415 where it is no workbook, 413 where it is too large, 400 where it cannot be read
 */
export async function shownSheets(context: ServerContext, tenantId: string, id: string): Promise<SheetShown[]> {
  const found = (await attachedOf(context, tenantId, [id])).get(id)
  if (!found) throw notFound()
  if (!found.name.endsWith('.xlsx')) throw noSheet()
  if (found.size > LARGEST.workbook)
    throw new AppError(413, ['工作簿过大，请下载后打开', 'The workbook is too large to be shown; download it'])
  const stream = await read(context, tenantId, found.name)
  if (!stream) throw notFound()
  const { sheets } = await sheetsIn(await buffer(stream), 'xlsx')
  // more rows than are read is no fault of what is looked at
  const [first] = sheets
  if (first?.refused && first.rows.length === 0) throw refusalOf(first.refused)
  return sheets.slice(0, SHEETS).map(({ name, rows, refused }) => ({
    name,
    rows: rows.slice(0, ROWS).map(({ cells }) => cells.slice(0, COLUMNS).map(textOf)),
    more: refused !== null || rows.length > ROWS || rows.some(({ cells }) => cells.length > COLUMNS) ? 1 : 0,
  }))
}
