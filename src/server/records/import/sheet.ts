import { Worker } from 'node:worker_threads'
import { IMPORT_ROWS, type SheetRow } from '../../../model/kernel/imports.ts'
import { AppError } from '../../core/errors.ts'
import { plain } from '../export/cells.ts'

export type SheetFormat = 'xlsx' | 'csv'

/** What a workbook may unpack to, bytes: a small file can hold gigabytes. */
const UNPACKED = 32 * 1024 * 1024
/** Columns that are looked at. */
const COLUMNS = 200
/** The longest text of a cell, characters: what spreadsheets themselves hold. */
const LONGEST = 32_767
/** How long the reading of a file may take, ms, and the memory it may take, MB. */
const PATIENCE = 10_000
const MEMORY = 512

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

const tooMany = () =>
  new AppError(
    400,
    [`一次最多导入 ${IMPORT_ROWS} 行，请拆分文件`, `An import has at most ${IMPORT_ROWS} rows; please split the file`],
    { file: `${IMPORT_ROWS}` },
  )
const tooLong = () =>
  new AppError(400, [`单元格内容不能超过 ${LONGEST} 个字符`, `A cell holds at most ${LONGEST} characters`], {
    file: `${LONGEST}`,
  })
const REFUSALS: Readonly<Record<string, () => AppError>> = { rows: tooMany, cell: tooLong }

type Read = { readonly rows: readonly SheetRow[] } | { readonly refused: string }

/** Reads a file in a thread of its own, which ends with it. */
const readAside = (file: Uint8Array | string, format: SheetFormat): Promise<Read> =>
  new Promise((done) => {
    const worker = new Worker(new URL('./sheet.worker.mjs', import.meta.url), {
      workerData: { file, format, most: IMPORT_ROWS + 1, columns: COLUMNS, longest: LONGEST, largest: UNPACKED },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    })
    const late = setTimeout(() => void worker.terminate(), PATIENCE)
    worker.once('message', done)
    // out of memory, out of time: whatever ended it, the file was not read
    worker.once('error', () => done({ refused: 'unreadable' }))
    worker.once('exit', () => {
      clearTimeout(late)
      done({ refused: 'unreadable' })
    })
  })

/** Files that wait for their turn: one is read at a time, so that several need no more memory than one. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * The rows of a file that are not blank, the headings first; of a workbook those of its first sheet. Formulas are never
 * run: a cell is what was last computed for it. 400 for what is no such file, or has too many rows or too long cells.
 */
export async function rowsIn(bytes: Buffer, format: SheetFormat): Promise<readonly SheetRow[]> {
  if (format === 'xlsx' && unpackedSize(bytes) > UNPACKED) throw unreadable()
  const file = format === 'csv' ? textIn(bytes) : bytes
  const reading = turn.then(() => readAside(file, format))
  turn = reading
  const read = await reading
  if ('refused' in read) throw (REFUSALS[read.refused] ?? unreadable)()
  if (format === 'xlsx') return read.rows
  return read.rows.map(({ row, cells }) => ({
    row,
    cells: cells.map((cell) => (typeof cell === 'string' ? plain(cell) : cell)),
  }))
}
