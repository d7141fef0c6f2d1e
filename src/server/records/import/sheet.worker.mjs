// The thread that reads the file of an import: what unpacks to much, or is slow to parse, holds up nobody else.
// Plain JavaScript, so that it starts without a loader. Answers { rows } or { refused }, the reason's name.
import { parentPort, workerData } from 'node:worker_threads'
import { parseCsv } from 'hucre/csv'
import { streamXlsxRows } from 'hucre/xlsx'

const { file, format, most, columns, longest, largest } = workerData
const rows = []
let size = 0

/** Keeps a row that is not blank; the name of the reason where the file has more than it may have. */
function take(row, all) {
  const cells = all.slice(0, columns)
  if (cells.every((cell) => cell === null || cell === undefined || String(cell).trim() === '')) return null
  if (rows.length >= most) return 'rows'
  for (const cell of cells)
    if (typeof cell === 'string') {
      if (cell.length > longest) return 'cell'
      // one shared text may stand in every cell
      size += cell.length
    }
  if (size > largest) return 'size'
  rows.push({ row, cells })
  return null
}

async function read() {
  // blank rows count for nothing, but do not go on for ever
  const maxRows = most * 2
  if (format === 'csv') {
    for (const [at, cells] of parseCsv(file, { maxRows }).entries()) {
      const refused = take(at + 1, cells)
      if (refused) return refused
    }
    return null
  }
  for await (const { index, values } of streamXlsxRows(Buffer.from(file), { maxRows })) {
    const refused = take(index + 1, values)
    if (refused) return refused
  }
  return null
}

const refused = await read().catch(() => 'unreadable')
parentPort.postMessage(refused ? { refused } : { rows })
