import { IMPORT_ROWS, type SheetRow } from '../../model/language/fields/imports.ts'
import { Aside } from '../core/aside.ts'
import { AppError } from '../core/errors.ts'
import { plain } from './cells.ts'

export type SheetFormat = 'xlsx' | 'csv'

/** Limit of the unpacked size of a workbook, bytes: a small file can hold gigabytes. */
const UNPACKED = 32 * 1024 * 1024
/** Rows above the rows of a list that are read: the headings, and what stands above them. */
export const HEAD_ROWS = 10
const ROWS_PER_SHEET_MAX = IMPORT_ROWS + HEAD_ROWS
/** Columns that are looked at. */
const COLUMNS = 200
/** The longest text of a cell, characters: what spreadsheets themselves hold. */
const CELL_CHARACTERS_MAX = 32_767

/**
 * The process that reads: what is unpacked are buffers, which limits of a thread leave out. Its memory is that of the
 * largest workbook that is read, and of what its cells become.
 */
const reading = new Aside(new URL('./sheet.worker.mjs', import.meta.url), {
  memoryMb: 1024,
  answerTimeoutMs: 20_000,
  idleMs: 10_000,
})

const unreadable = () =>
  new AppError(400, ['文件无法读取，请使用导入模板', 'The file cannot be read; please use the template'], {
    file: 'xlsx, csv',
  })

/**
 * Unpacked size of a workbook by its table of contents, bytes; the reader stops at a part that exceeds its declared
 * size. Infinity where a part declares none. Exported for its test.
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

/**
 * The workbook without the parts that hold no cells (pictures, charts, comments, pivots), which are not parsed: its table
 * of contents leaves them out. Call where `unpackedSize` is known.
 */
function cellsOnly(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const kept: Buffer[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    const name = bytes.readUInt16LE(at + 28)
    const next = at + 46 + name + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    if (!WITHOUT_CELLS.test(bytes.toString('utf8', at + 46, at + 46 + name))) kept.push(bytes.subarray(at, next))
    at = next
  }
  const contents = Buffer.concat(kept)
  const tail = Buffer.alloc(22)
  bytes.copy(tail, 0, end, end + 20)
  tail.writeUInt16LE(kept.length, 8)
  tail.writeUInt16LE(kept.length, 10)
  tail.writeUInt32LE(contents.length, 12)
  tail.writeUInt32LE(end, 16)
  return Buffer.concat([bytes.subarray(0, end), contents, tail])
}
const WITHOUT_CELLS =
  /worksheets\/_rels\/|^docProps\/|\/(theme|media|drawings|charts|externalLinks|persons|pivotCache|slicerCaches|timelineCaches)\/|\/(cellimages|metadata)\.xml$/i

const noText = () =>
  new AppError(
    400,
    [
      '文件的文字编码无法识别，请另存为 xlsx，或“CSV UTF-8（逗号分隔）”',
      'The encoding of the text is not known: save it as xlsx, or as “CSV UTF-8 (comma delimited)”',
    ],
    { file: 'xlsx, CSV UTF-8' },
  )

/** The text of a CSV file: UTF-16 where it says so, UTF-8, else GB18030, in which Chinese spreadsheets save it. */
function textIn(bytes: Buffer): string {
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : ''
  if (!wide && bytes.includes(0)) throw noText()
  try {
    const text = new TextDecoder(wide || 'utf-8', { fatal: true }).decode(bytes)
    if (text.includes('\0')) throw noText()
    return text
  } catch {
    if (wide) throw noText()
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** The first line of a CSV file that names its delimiter for spreadsheets, which do not show it. */
const SEPARATOR = /^"?sep=(.)"?(?:\r\n|\r|\n)/i

export const tooMany = () =>
  new AppError(
    400,
    [`一次最多导入 ${IMPORT_ROWS} 行，请拆分文件`, `An import has at most ${IMPORT_ROWS} rows; please split the file`],
    { file: `${IMPORT_ROWS}` },
  )
const tooLong = () =>
  new AppError(
    400,
    [`单元格内容不能超过 ${CELL_CHARACTERS_MAX} 个字符`, `A cell holds at most ${CELL_CHARACTERS_MAX} characters`],
    {
      file: `${CELL_CHARACTERS_MAX}`,
    },
  )
const tooWide = () =>
  new AppError(
    400,
    [`最多读取 ${COLUMNS} 列，请删除右侧多余的列`, `At most ${COLUMNS} columns are read; remove those on the right`],
    { file: `${COLUMNS}` },
  )
const tooFar = () =>
  new AppError(
    400,
    [
      '表格范围过大：数据之外很远处还有内容或格式，请把数据复制到新的工作簿',
      'The sheet is too large: something stands far beyond the rows; copy them to a new workbook',
    ],
    { file: 'xlsx' },
  )
const REFUSALS: Readonly<Record<string, () => AppError>> = {
  rows: tooMany,
  cell: tooLong,
  columns: tooWide,
  area: tooFar,
}
/** Why a file, or a sheet of it, is not read, by the reason's name. */
export const refusalOf = (reason: string): AppError => (REFUSALS[reason] ?? unreadable)()

/** A sheet that somebody sees who opens the file. */
export interface SheetRead {
  /** "" of a CSV file. */
  readonly name: string
  /** Rows that are not blank. */
  readonly rows: readonly SheetRow[]
  /** The reason's name where not all rows were read. */
  readonly refused: string | null
  readonly hiddenColumns: readonly number[]
}

/** A file as it is seen: its sheets in their order, and the names of those that are hidden. */
export interface FileRead {
  readonly sheets: readonly SheetRead[]
  readonly hidden: readonly string[]
}

/** Reads a file in a process beside. Out of memory, out of time: whatever ended it, the file was not read. */
const readAside = (
  file: Uint8Array | string,
  more: { readonly format: SheetFormat; readonly delimiter: string | null; readonly first: number },
): Promise<FileRead | { readonly refused: string }> =>
  reading
    .ask({ file, ...more, most: ROWS_PER_SHEET_MAX, columns: COLUMNS, longest: CELL_CHARACTERS_MAX, largest: UNPACKED })
    .catch(() => ({ refused: 'unreadable' })) as Promise<FileRead | { readonly refused: string }>

/** Files that wait for their turn: one is read at a time, so that several need no more memory than one. */
let turn: Promise<unknown> = Promise.resolve()

/** A number of so many digits that a spreadsheet writes with zeros for those it lost. */
const ROUNDED = /^\d{15}0{2,}$/

/** A text of a CSV file as a spreadsheet shows it: without what protects it from being taken for a number or a formula. */
const unprotected = (cell: string): string => {
  const found = /^=\s*"((?:[^"]|"")*)"$/.exec(cell.trim())
  return found ? (found[1] as string).replaceAll('""', '"') : plain(cell)
}

function csvRow({ row, cells }: SheetRow): SheetRow {
  const rounded = cells.flatMap((cell, at) => (typeof cell === 'string' && ROUNDED.test(cell.trim()) ? [at] : []))
  return {
    row,
    cells: cells.map((cell) => (typeof cell === 'string' ? unprotected(cell) : cell)),
    ...(rounded.length > 0 ? { notes: Object.fromEntries(rounded.map((at) => [at, { is: 'rounded' as const }])) } : {}),
  }
}

/**
 * Sheets of a file as a spreadsheet program shows them. Formulas are never run: a cell has its last computed value. 400
 * for other files and for files that unpack to too much.
 */
export async function sheetsIn(bytes: Buffer, format: SheetFormat): Promise<FileRead> {
  if (format === 'xlsx' && unpackedSize(bytes) > UNPACKED) throw unreadable()
  const text = format === 'csv' ? textIn(bytes) : ''
  const separator = SEPARATOR.exec(text)
  const file = format === 'csv' ? text.slice(separator?.[0].length ?? 0) : cellsOnly(bytes)
  const cells = turn.then(() =>
    readAside(file, { format, delimiter: separator?.[1] ?? null, first: separator ? 2 : 1 }),
  )
  turn = cells
  const read = await cells
  if ('refused' in read) throw refusalOf(read.refused)
  if (format === 'xlsx') return read
  return { ...read, sheets: read.sheets.map((sheet) => ({ ...sheet, rows: sheet.rows.map(csvRow) })) }
}

/** The rows of the first sheet that is seen, the headings first. @throws AppError as `sheetsIn` */
export async function rowsIn(bytes: Buffer, format: SheetFormat): Promise<readonly SheetRow[]> {
  const [sheet] = (await sheetsIn(bytes, format)).sheets
  if (sheet?.refused) throw refusalOf(sheet.refused)
  return sheet?.rows ?? []
}
