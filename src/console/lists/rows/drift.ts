/**
 * How a slice of a list was asked for: rows over its first edge, rows wanted, rows over either edge that are compared.
 */
export interface RequestedSlice {
  readonly over: number
  readonly size: number
  readonly wide: number
}

/**
 * Returns by how many places the rows of a slice differ from where they were expected, found by rows of the
 * neighbouring pages: `before` are the ids of the page before, backwards from the edge, `after` those of the page
 * behind it. 0 where neither matches. Pure.
 */
export function driftOf(
  records: readonly { readonly id: string }[],
  { over, size, wide }: RequestedSlice,
  before: readonly string[],
  after: readonly string[],
): number {
  if (wide === 0) return 0
  const places = new Map(records.map((r, i) => [r.id, i]))
  for (const [n, id] of before.slice(0, wide).entries()) {
    const at = places.get(id)
    if (at !== undefined) return at - (over - n - 1)
  }
  for (const [n, id] of after.slice(0, wide).entries()) {
    const at = places.get(id)
    if (at !== undefined) return at - (over + size + n)
  }
  return 0
}
