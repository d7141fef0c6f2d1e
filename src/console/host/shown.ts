import type { WireRow } from '../../model/kernel/wire.ts'

/** A part of the page that shows the record decisions are about: the row under the cursor, the pane beside its list. */
export interface Shows {
  /** Whether what stands in the page is this record as it is; null: the part does not show this record now. */
  isRight(row: WireRow): boolean | null
  /** Whether the record is here as a whole, not only what its list has of it. Default: it shows what it shows. */
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

/** Parts that come to the record in hand a moment later: they show it at once, and say whether they had to. */
const followers = new Set<(row: WireRow) => boolean>()

/** Registers a part that lags behind the cursor. Returns how to stop. */
export function follows(catchUp: (row: WireRow) => boolean): () => void {
  followers.add(catchUp)
  return () => {
    followers.delete(catchUp)
  }
}

/** Has every part that lags behind show this record now. Returns whether one did: the person has not seen it yet. */
export const catchUp = (row: WireRow): boolean => [...followers].filter((follow) => follow(row)).length > 0

/** Longest that a painting is waited for, ms: none comes of a page that is not seen. */
const UNPAINTED = 100

/** Resolves when what was drawn just now has been painted. */
export const painted = (): Promise<void> =>
  new Promise((done) => {
    const late = setTimeout(done, UNPAINTED)
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(late)
        done()
      }),
    )
  })
