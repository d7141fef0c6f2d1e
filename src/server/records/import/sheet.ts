import { type CellValue, parseCsv } from 'hucre/csv'
import { streamXlsxRows } from 'hucre/xlsx'
import { IMPORT_ROWS } from '../../../model/kernel/imports.ts'
import { AppError } from '../../core/errors.ts'
import { plain } from '../export/cells.ts'

/** A row of a file: its number there (1 = the first line) and its cells. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly CellValue[]
}

export type SheetFormat = 'xlsx' | 'csv'

/** What a workbook may unpack to, bytes: a small file can hold gigabytes. */
const UNPACKED = 64 * 1024 * 1024
/** Columns that are looked at. */
const COLUMNS = 200

const unreadable = () =>
  new AppError(400, ['文件无法读取，请使用导入模板', 'The file cannot be read; please use the template'], {
    file: 'xlsx, csv',
  })

/**
 * The size that a workbook says it unpacks to, bytes, by its table of contents; the reader stops a part that is larger
 * than it said. Infinity where a part says nothing. Exported for its test.
 */
export function unpackedSize(bytes: Buffer): number {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || end + 22 > bytes.length) return Number.POSITIVE_INFINITY
  let size = 0
  let at = bytes.readUInt32LE(end + 16)
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) return Number.POSITIVE_INFINITY
    const [packed, whole] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
    if (whole === 0 && packed > 2) return Number.POSITIVE_INFINITY
    size += whole
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return size
}

/** The text of a CSV file: UTF-8, else GB18030, in which Chinese spreadsheets save it. */
function textIn(bytes: Buffer): string {
  if (bytes.includes(0)) throw unreadable()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

const isBlank = (cells: readonly CellValue[]): boolean =>
  cells.every((cell) => cell === null || cell === undefined || String(cell).trim() === '')

const tooMany = () =>
  new AppError(400, [
    `一次最多导入 ${IMPORT_ROWS} 行，请拆分文件`,
    `An import has at most ${IMPORT_ROWS} rows; please split the file`,
  ])

/**
 * The rows of a file that are not blank, the headings first; of a workbook those of its first sheet. Formulas are never
 * run: a cell is what was last computed for it. 400 for what is no such file or has too many rows.
 */
export async function rowsIn(bytes: Buffer, format: SheetFormat): Promise<readonly SheetRow[]> {
  const rows: SheetRow[] = []
  const take = (row: number, cells: readonly CellValue[]) => {
    if (isBlank(cells)) return
    if (rows.length > IMPORT_ROWS) throw tooMany()
    rows.push({ row, cells: cells.slice(0, COLUMNS) })
  }
  if (format === 'csv') {
    const parsed = parseCsv(textIn(bytes), { maxRows: IMPORT_ROWS * 2 })
    for (const [at, cells] of parsed.entries())
      take(
        at + 1,
        cells.map((cell) => (typeof cell === 'string' ? plain(cell) : cell)),
      )
    return rows
  }
  if (unpackedSize(bytes) > UNPACKED) throw unreadable()
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { maxRows: IMPORT_ROWS * 2 })) take(index + 1, values)
  } catch (e) {
    throw e instanceof AppError ? e : unreadable()
  }
  return rows
}
