// The process that reads the file of an import: what unpacks to much, or is slow to parse, holds up nobody else, and ends with
// its process. Plain JavaScript, so that it starts without a loader. Is sent { id, question } and answers { id, value: { sheets,
// hidden } }, or { refused }, the reason's name.
import { streamCsvRows } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { watchMemory } from '../core/memoryWatch.mjs'

watchMemory(Number(process.argv[2]))

// the file that is read: one at a time
let file, format, delimiter, first, most, columns, longest, largest
let size = 0

class Refused extends Error {}

const isNothing = (cell) => cell === null || cell === undefined || String(cell).trim() === ''
const isBlank = (cells) => cells.every(isNothing)

/** Keeps a row that is not blank. A sheet with more than it may have says why, and has no further rows. */
function take(sheet, row, all, more) {
  if (sheet.refused || isBlank(all)) return
  const cells = all.slice(0, columns)
  if (sheet.rows.length >= most) sheet.refused = 'rows'
  else if (!isBlank(all.slice(columns))) sheet.refused = 'columns'
  else if (cells.some((cell) => typeof cell === 'string' && cell.length > longest)) sheet.refused = 'cell'
  if (sheet.refused) return
  // a shared text may stand in every cell
  for (const cell of cells) if (typeof cell === 'string') size += cell.length
  if (size > largest) throw new Refused('size')
  sheet.rows.push({ row, cells, ...more })
}

function readCsv() {
  const sheet = { name: '', rows: [], refused: null, hiddenColumns: [] }
  let row = first
  for (const cells of streamCsvRows(file, delimiter === null ? {} : { delimiter })) take(sheet, row++, cells)
  return { sheets: [sheet], hidden: [] }
}

/** Note of a cell beside its value: a formula's error, one that was never computed, a number's format. */
function noteOf(cell) {
  if (cell.type === 'error') return { is: 'error' }
  if (cell.formula !== undefined && cell.value === null) return { is: 'uncomputed' }
  const code = cell.style?.numFmt ?? ''
  return typeof cell.value === 'number' && /0/.test(code) && !/^0$|[,%E]/i.test(code) ? { format: code } : null
}

/** Notes on the cells of a sheet, by row and column. */
function put(notes, r, c, note) {
  const row = notes.get(r) ?? {}
  row[c] = note
  notes.set(r, row)
}

/** Cells that are merged show the value of the first of them: rows below say so, further columns have none of their own. */
function fill(rows, merges, notes) {
  const blank = rows.map(isBlank)
  for (const { startRow, startCol, endRow, endCol } of merges) {
    const value = rows[startRow]?.[startCol]
    if (isNothing(value)) continue
    for (let r = startRow; r <= Math.min(endRow, rows.length - 1); r++) {
      if (blank[r]) continue
      for (let c = startCol; c <= Math.min(endCol, columns); c++) {
        if (r === startRow && c === startCol) continue
        if (c === startCol) rows[r][c] = value
        const above = c === startCol ? notes.get(startRow)?.[startCol] : undefined
        put(notes, r, c, { is: c === startCol ? 'merged' : 'across', ...above })
      }
    }
  }
}

function readSheet({ name, rows, cells = new Map(), merges = [], rowDefs, columns: defined = [] }) {
  const sheet = { name, rows: [], refused: null, hiddenColumns: [] }
  const notes = new Map()
  for (const [key, cell] of cells) {
    const note = noteOf(cell)
    if (!note) continue
    const [r, c] = key.split(',').map(Number)
    put(notes, r, c, note)
  }
  fill(rows, merges, notes)
  for (const [at, values] of rows.entries()) {
    const defs = rowDefs?.get(at)
    const more = notes.has(at) ? { notes: notes.get(at) } : {}
    take(sheet, at + 1, values, defs?.hidden || defs?.height === 0 ? { ...more, hidden: true } : more)
  }
  sheet.hiddenColumns = defined.flatMap((column, n) => (column.hidden && n < columns ? [n] : []))
  return sheet
}

/** Sheets visible in a spreadsheet program; those without cells, such as charts, are skipped. */
async function visibleSheets(hidden) {
  const without = new Set()
  for (;;)
    try {
      hidden.length = 0
      const sheets = (info) => {
        if (!info.hidden && !info.veryHidden) return !without.has(info.name)
        hidden.push(info.name)
        return false
      }
      return (await readXlsx(file, { readStyles: true, sheets })).sheets
    } catch (e) {
      const [, name] = /missing worksheet file for sheet "(.*)"$/.exec(e.message) ?? []
      if (name === undefined || without.has(name)) throw e
      without.add(name)
    }
}

async function read(question) {
  ;({ file, format, delimiter, first, most, columns, longest, largest } = question)
  size = 0
  if (format === 'csv') return readCsv()
  const hidden = []
  const sheets = await visibleSheets(hidden)
  return { sheets: sheets.map(readSheet), hidden }
}

const nameOf = (e) => (e instanceof Refused ? e.message : / over the \d+ limit/.test(e.message) ? 'area' : 'unreadable')
process.on('message', async ({ id, question }) => {
  const value = await read(question).catch((e) => ({ refused: nameOf(e) }))
  process.send({ id, value })
})
// nobody is left to read for
process.on('disconnect', () => process.exit())
