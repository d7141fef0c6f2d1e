import type { WireRow } from '../../model/wire/wire.ts'
import { CELL_SPACE, NUMBER } from '../fields/columns.ts'
import type { Placed } from './GridRow.tsx'

/**
 * Content of a cell: its text, as much of it as has room, and its class. `inset`: px that the text begins later, in a
 * tree. `number`: place of the row, from 1. Of a row that is not here, nothing.
 */
export function shownOf(
  { column, last }: Placed,
  row: WireRow | undefined,
  inset = 0,
  number = 0,
): { readonly text: string; readonly whole: string; readonly kind: string } {
  const badge = row ? column.badge(row) : null
  const whole = !row ? '' : column.name === NUMBER ? String(number) : column.text(row)
  const text = column.narrow ? column.narrow(whole, column.width - CELL_SPACE - inset) : whole
  const tone = badge ? ` tone ${badge.tone}` : column.right ? ' right' : ''
  return {
    text,
    whole,
    kind: `g-c${column.stuck ? (column.leads ? ' stuck name' : ' stuck') : ''}${last ? ' last' : ''}${tone}`,
  }
}
