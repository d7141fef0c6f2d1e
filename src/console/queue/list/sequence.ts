/**
 * The visible rows of a queue: the server's list in its order ("base" indexes, as fetched), without the rows that were
 * decided here. A row that comes back (conflict, taken back) is shown again in its old place. Immutable; every lookup
 * is a binary search over the hidden indexes.
 */
export interface Sequence {
  /** Rows of the server's list. */
  readonly total: number
  /** Hidden base indexes, ascending. */
  readonly hidden: readonly number[]
}

/** A list of so many rows without hidden ones. */
export const sequence = (total: number, hidden: Iterable<number> = []): Sequence => ({
  total,
  hidden: [...new Set(hidden)].filter((n) => n >= 0 && n < total).sort((a, b) => a - b),
})

/** Returns how many hidden rows are before a base index. */
export function hiddenBefore(s: Sequence, base: number): number {
  let low = 0
  let high = s.hidden.length
  while (low < high) {
    const mid = (low + high) >> 1
    if ((s.hidden[mid] as number) < base) low = mid + 1
    else high = mid
  }
  return low
}

/** Returns whether the row at an index is hidden. */
export const isHidden = (s: Sequence, base: number): boolean => s.hidden[hiddenBefore(s, base)] === base

/** Returns how many rows are shown. */
export const visibleCount = (s: Sequence): number => s.total - s.hidden.length

/** Base index of the n-th shown row; −1 outside. */
export function baseOf(s: Sequence, visible: number): number {
  if (visible < 0 || visible >= visibleCount(s)) return -1
  // hidden[i] - i rows are shown before the i-th hidden one: count the hidden ones that lie before ours.
  let low = 0
  let high = s.hidden.length
  while (low < high) {
    const mid = (low + high) >> 1
    if ((s.hidden[mid] as number) - mid <= visible) low = mid + 1
    else high = mid
  }
  return visible + low
}

/** Which shown row a base index is; −1 when it is hidden or outside. */
export function visibleOf(s: Sequence, base: number): number {
  if (base < 0 || base >= s.total) return -1
  const before = hiddenBefore(s, base)
  return s.hidden[before] === base ? -1 : base - before
}

/** Hides or shows a row. */
export function withHidden(s: Sequence, base: number, hide: boolean): Sequence {
  if (base < 0 || base >= s.total) return s
  const at = hiddenBefore(s, base)
  const is = s.hidden[at] === base
  if (is === hide) return s
  return { ...s, hidden: hide ? s.hidden.toSpliced(at, 0, base) : s.hidden.toSpliced(at, 1) }
}

/** The server's list has another length now. */
export const withTotal = (s: Sequence, total: number): Sequence => (total === s.total ? s : sequence(total, s.hidden))

/** The next shown row after (or, `by` −1, before) a base index, hidden or not; −1 when there is none. */
export function neighbour(s: Sequence, base: number, by: 1 | -1): number {
  const before = hiddenBefore(s, base)
  const here = s.hidden[before] === base
  // Shown rows up to and including `base`, or before it when it is hidden itself.
  const visible = base - before
  return baseOf(s, by === -1 ? visible - 1 : here ? visible : visible + 1)
}

/** Longest way a hold is passed by; beyond it the cursor rests on a held row. */
const LOOK = 5_000

/**
 * Where the cursor goes when the row under it was decided: the next shown row that is not held, else the nearest one
 * before it, else a held one, else −1 (the list is empty). `s` no longer shows the decided row.
 */
export function afterDecision(s: Sequence, base: number, held: (base: number) => boolean): number {
  for (const by of [1, -1] as const) {
    let at = neighbour(s, base, by)
    for (let i = 0; at >= 0 && i < LOOK; i++, at = neighbour(s, at, by)) if (!held(at)) return at
  }
  const next = neighbour(s, base, 1)
  return next >= 0 ? next : neighbour(s, base, -1)
}

/**
 * Position to ask the server for, to get the row that had `base` when the list was fetched: rows that left the server's
 * list since (`gone`, rising base indexes) no longer count there.
 */
export const serverOffset = (gone: readonly number[], base: number): number =>
  base - hiddenBefore({ total: 0, hidden: gone }, base)
