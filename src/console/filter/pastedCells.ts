import { quote } from './filterTokens.ts'

/** The most characters that the lines of one paste may have in an address. */
const PASTED_CHARACTERS_MAX = 6_000
/** Pieces of a field; of more, whole values are looked for (server: `LIMIT.pieces`). */
const PIECES = 10

/**
 * The cells of what was copied from a spreadsheet: a column of lines, of several columns the first, or the cells of a single
 * row. Fewer than two: it is plain text, empty. Pure.
 */
export function cellsOf(pasted: string): readonly string[] {
  const lines = pasted
    .split(/\r\n|\r|\n/)
    .map((line) => line.split('\t'))
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const cells = lines.length > 1 ? lines.map(([first = '']) => first) : (lines[0] ?? [])
  const found = [...new Set(cells.map((cell) => cell.trim()))].filter((cell) => cell !== '')
  return found.length > 1 ? found : []
}

/**
 * Pasted cells as the filter line says "any of them": behind a name as its values, else as one word with alternatives.
 * `before`: the line up to where they are pasted. Null where they are too many for one filter. Pure.
 */
export function pastedAs(cells: readonly string[], before: string): string | null {
  const named = /[^\s:：]+[:：]=?$/.test(before)
  const whole = cells.length > PIECES && !before.endsWith('=') ? '=' : ''
  const text = named
    ? `${whole}${cells.map((cell) => quote(cell)).join(',')}`
    : cells.map((cell) => cell.replace(/[\s|]/g, '')).join('|')
  return encodeURIComponent(text).length > PASTED_CHARACTERS_MAX ? null : text
}
