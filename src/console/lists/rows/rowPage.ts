import type { WireRow } from '../../../model/wire/wire.ts'

/** Rows a page. */
export const PAGE = 100

/** Page of a long list. */
export interface PageData {
  /** Place in the page → row; holes are rows that left before the page was fetched. */
  readonly rows: readonly (WireRow | undefined)[]
  /** Nothing follows: the true end of the list lies here. */
  readonly ends: boolean
}

/** A page's rows at their places: what was fetched, without the places of rows that left before (`holes`). */
export function withHoles(fetched: readonly WireRow[], holes: ReadonlySet<number>): (WireRow | undefined)[] {
  const rows: (WireRow | undefined)[] = []
  for (let i = 0, next = 0; i < PAGE && (next < fetched.length || holes.has(i)); i++)
    rows.push(holes.has(i) ? undefined : fetched[next++])
  return rows
}

/** Place in the page by id; null while the page is not here. */
export const idsOf = (data: PageData | undefined): ReadonlyMap<string, number> | null => {
  if (!data) return null
  const ids = new Map<string, number>()
  data.rows.forEach((row, i) => {
    if (row) ids.set(row.id, i)
  })
  return ids
}
