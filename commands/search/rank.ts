import type { Scored } from './mix.ts'
import { prepare, type Searchable, type SearchIndex, scoreItem } from './score.ts'

/** As many rows as the palette ever renders. */
export const ROWS = 50

export interface RankOptions {
  /** Rows wanted, at most 50. */
  readonly limit?: number
  /** By item: 0 = leave out (not reachable where the person is). */
  readonly include?: Uint8Array
  /** By item: what use adds, 0–499. */
  readonly boosts?: Int32Array
}

export interface Ranked {
  /** Best first. */
  readonly items: readonly Searchable[]
  /** The same with their scores. */
  readonly scored: readonly Scored<Searchable>[]
  /** How many match at all. */
  readonly total: number
}

// The best matches so far. Reused by every call and never returned; ranking is synchronous, so one pair is enough.
const bestItem = new Int32Array(ROWS)
const bestScore = new Int32Array(ROWS)

/**
 * The best matches of what was typed, at most 50. The order depends on texts, ids and use only, never on the order the
 * items were given in. An empty query matches nothing: what to show then is the surface's choice.
 */
export function rank(index: SearchIndex, typed: string, options: RankOptions = {}): Ranked {
  const query = prepare(typed)
  if (!query) return { items: [], scored: [], total: 0 }
  const limit = Math.min(options.limit ?? ROWS, ROWS)
  const { include, boosts } = options
  const { place } = index
  const size = index.items.length
  let kept = 0
  let total = 0
  for (let i = 0; i < size; i++) {
    if (include && include[i] === 0) continue
    let score = scoreItem(index, i, query)
    if (score === 0) continue
    total++
    if (boosts) score += boosts[i] as number
    if (kept === limit) {
      const last = limit - 1
      const worst = bestScore[last] as number
      if (score < worst || (score === worst && (place[i] as number) > (place[bestItem[last] as number] as number)))
        continue
    } else kept++
    // Insertion into a short sorted list: cheaper than a heap for 50, and stable.
    let at = kept - 1
    while (at > 0) {
      const before = bestScore[at - 1] as number
      if (before > score || (before === score && (place[bestItem[at - 1] as number] as number) < (place[i] as number)))
        break
      bestScore[at] = before
      bestItem[at] = bestItem[at - 1] as number
      at--
    }
    bestScore[at] = score
    bestItem[at] = i
  }
  const scored: Scored<Searchable>[] = []
  for (let at = 0; at < kept; at++)
    scored.push({ item: index.items[bestItem[at] as number] as Searchable, score: bestScore[at] as number })
  return { items: scored.map((s) => s.item), scored, total }
}

/** Returns whether an item matches at all. For tests and for lists that filter instead of ranking. */
export function matches(index: SearchIndex, at: number, typed: string): boolean {
  const query = prepare(typed)
  return query !== null && scoreItem(index, at, query) > 0
}
