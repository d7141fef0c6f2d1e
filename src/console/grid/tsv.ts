import type { WireRow } from '../../model/wire/wire.ts'
import type { Column } from '../fields/columns.ts'

/** Beginning of a text that a spreadsheet takes for a formula (as the export has it, `server/workbooks/cells.ts`). */
const FORMULA = /^[\s"\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/
/** A text that was kept from being one by a mark before it. */
const MARKED = new RegExp(`^'${FORMULA.source.slice(1)}`)
const NUMBER = /^-?\d+(\.\d+)?$/

/** A text in a cell of a spreadsheet: one line, and no formula. Pure. */
export function cellForSheet(text: string): string {
  const line = text.replace(/[\t\r\n]+/g, ' ')
  const plain = FORMULA.test(line) && !NUMBER.test(line) ? `'${line}` : line
  // a quotation mark begins a quoted cell, which would swallow its neighbours
  return plain.includes('"') ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Rows as a spreadsheet takes them from the clipboard: what columns show, amounts as plain decimals. Pure. */
export const tsvOf = (columns: readonly Pick<Column, 'copy'>[], rows: readonly WireRow[]): string =>
  rows.map((row) => columns.map((c) => cellForSheet(c.copy(row))).join('\t')).join('\n')

/**
 * Cells of what was copied from a spreadsheet, row by row: quoted ones may hold lines and quotation marks; a mark that kept a text
 * from being a formula (`cellForSheet`) is taken off. Pure.
 */
export function cellsIn(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y
  const last = text.replace(/(\r\n|\r|\n)$/, '')
  while (cell.lastIndex <= last.length) {
    const found = cell.exec(last)
    if (!found) break
    const [, quoted, plain = '', end = ''] = found
    const value = quoted === undefined ? plain : quoted.replaceAll('""', '"')
    rows.at(-1)?.push(MARKED.test(value) ? value.slice(1) : value)
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  return rows
}

/** Lines of what was copied from a spreadsheet, of several columns the first, each once. Pure. */
export const linesIn = (text: string): string[] =>
  [...new Set(text.split(/\r\n|\r|\n/).map((line) => (line.split('\t')[0] ?? '').trim().replace(/^'/, '')))].filter(
    (line) => line !== '',
  )
