import type { WireRow } from '../../model/wire/wire.ts'
import { CELL_SPACE } from '../fields/columns.ts'
import type { Placed } from './GridRow.tsx'

/**
 * Content of a cell: its text, as much of it as has room, and its class. `inset`: px that the text begins later, in a
 * tree. Of a row that is not here, nothing.
 */
export function shownOf(
  { column, last }: Placed,
  row: WireRow | undefined,
  inset = 0,
): { readonly text: string; readonly whole: string; readonly kind: string } {
  const badge = row ? column.badge(row) : null
  const whole = row ? column.text(row) : ''
  const text = column.narrow ? column.narrow(whole, column.width - CELL_SPACE - inset) : whole
  const tone = badge ? ` tone ${badge.tone}` : column.right ? ' right' : ''
  return { text, whole, kind: `g-c${column.stuck ? ' stuck name' : ''}${last ? ' last' : ''}${tone}` }
}
