import type { WireRow } from '../../model/wire/wire.ts'

/** A part of the page that shows the record decisions are about: the row under the cursor, the pane beside its list. */
export interface Shows {
  /** Whether what stands in the page is this record as it is; null: the part does not show this record now. */
  isRight(row: WireRow): boolean | null
  /** Whether the whole record is loaded, not only its list columns. Default: the record as shown. */
  isWhole?(row: WireRow): boolean
  /** Puts new elements in place of what stands there. */
  redraw(): void
}

const parts = new Set<Shows>()

/** Registers a part for as long as it is on the screen. Returns how to stop. */
export function shows(part: Shows): () => void {
  parts.add(part)
  return () => {
    parts.delete(part)
  }
}

/**
 * Whether the page shows a record as it is. A page translator or another extension may take the texts of the page away
 * from what draws it; then they stay those of another record, and what a person decides on them is not this one. Parts
 * that are not right are drawn anew.
 */
export function isShown(row: WireRow): boolean {
  const wrong = [...parts].filter((part) => part.isRight(row) === false)
  for (const part of wrong) part.redraw()
  return wrong.length === 0
}

/** Whether all that the page would show of a record is here: without a line some of it may not be. */
export const isWhole = (row: WireRow): boolean => [...parts].every((part) => part.isWhole?.(row) ?? true)

/** Parts that come to the record in hand a moment later, and show it at once where they are asked to. */
const followers = new Set<(row: WireRow) => void>()

/** Registers a part that lags behind the cursor. Returns how to stop. */
export function follows(catchUp: (row: WireRow) => void): () => void {
  followers.add(catchUp)
  return () => {
    followers.delete(catchUp)
  }
}

/** Has every part that lags behind show this record now, before anything is decided of it. */
export function catchUp(row: WireRow): void {
  for (const follow of followers) follow(row)
}
